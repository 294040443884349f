"""A seat at a table on a server, played by a policy: one of our levels, or somebody's own.

It sits there as a person would. The policy runs on this device and learns what the server tells the seat, no more.
"""

from __future__ import annotations

import operator
import secrets
import time
from pathlib import Path
from typing import Any

from tailback.brought.errors import in_words
from tailback.client.line import Request
from tailback.client.place import Door, Place
from tailback.client.web import Declined, understood
from tailback.core.contract import Decision
from tailback.core.game import Game
from tailback.core.rng import SEED_BITS, Rng
from tailback.robots.players import is_path, line_in, place_of
from tailback.terminal import levels, wording
from tailback.terminal.conversation import Quit
from tailback.terminal.online import Online
from tailback.terminal.preferences import Preferences
from tailback.terminal.screen import Screen, Trouble
from tailback.terminal.wording import Seen
from tailback.texts import Texts

# So many of the actions that would have been allowed are named.
MOST_NAMED = 12


def name_of(texts: Texts, robot: str) -> str:
    """What a robot is called at the table when nobody named it.

    >>> name_of(Texts("en"), "./careful.py"), name_of(Texts("en"), "my_bots.bold"), name_of(Texts("en"), "3")
    ('careful', 'bold', 'fox')
    """
    if "." not in robot:
        return levels.name(texts, robot)
    if not is_path(robot):
        return robot.rpartition(".")[2]
    path, function = place_of(robot)
    return path.stem if function == "policy" else function


class Robot(Online):
    """It answers whatever its seat is asked, match after match, until Ctrl-C or until its policy fails."""

    def __init__(
        self, screen: Screen, texts: Texts, door: Door, place: Place, preferences: Preferences, robot: str
    ) -> None:
        # As it was typed, and as `Game.bot` knows it.
        self.robot = robot
        self.rng = Rng(secrets.randbits(SEED_BITS))
        super().__init__(screen, texts, door, place, preferences, True, ())
        self.talk.comes_with = ("--robot", robot)
        # When the last update came; and the rows there were when an answer was refused.
        self.heard = 0.0
        self.refused = -1
        self.agreed = False

    def set_game(self, game: Game) -> None:
        super().set_game(game)
        self.policy = game.bot(self.robot)

    def run(self) -> int:
        """The exit code. Trouble when the policy fails, Declined when the table is gone, Garbled on nonsense."""
        self.line.start()
        try:
            while True:
                with understood():
                    self.catch_up()
                    self.look_round()
                self.screen.out.flush()
        except Quit:
            return self.leave(0)
        except KeyboardInterrupt:
            # There is no other way to stop it, so this is no accident.
            return self.leave(0)
        finally:
            self.line.close()

    # What came in

    def take_update(self, message: dict[str, Any]) -> None:
        before = self.seat.chairs
        new = self.seat.take(message)
        if message["type"] == "update":
            self.heard = time.monotonic()
        self.learn_face()
        if not self.seat.asked:
            self.answered = -1
        if not self.greeted:
            self.greeted = True
            self.greet()
            return
        self.untold += new
        if self.talk.more_to_come(new):
            return
        if not self.preferences.brief or self.seat.phase != "playing":
            self.narrate()
        self.talk.tell_presence(before)

    def greet(self) -> None:
        self.screen.line(self.texts.say("name"), "bold")
        self.talk.show_chairs(invite=False)
        self.tell("robot_plays", robot=self.shown)
        if self.seat.phase == "playing":
            self.tell("going_on_now", "bold")

    @property
    def shown(self) -> str:
        return levels.name(self.texts, self.robot)

    def recount(self, events: list[Seen]) -> None:
        """Nobody asks here what was said, so nothing is kept of it."""
        self.screen.lines(self.story(events))

    def take_reply(self, request: Request, message: dict[str, Any]) -> None:
        if request.kind != "answer":
            return
        self.asking = None
        if message["type"] == "ack":
            self.ahead = int(message["v"])
            self.answered = int(request.fields["n"])
        elif message["type"] == "late":
            self.answered = int(request.fields["n"])
            self.tell("late")
        else:
            # Asked again only when something has changed: the same answer would be refused for ever.
            self.refused = self.seat.v
            why = Declined(message["key"], message["params"], message["clause"])
            self.screen.lines(wording.refusal_lines(self.texts, why))

    # Being asked

    def look_round(self) -> None:
        if not self.greeted:
            return
        if self.seat.phase == "over" and self.finished != self.seat.face["number"]:
            self.finish()
        self.agree()
        decision = self.open_question()
        if decision is not None:
            self.narrate()
            self.screen.out.flush()
            n = self.seat.n
            action = self.chosen(decision)
            self.wait_for_the_others()
            self.asking = self.line.request("answer", seat=self.place.seat, n=n, action=action)

    def open_question(self) -> Decision | None:
        if self.asking is not None or self.seat.v < self.ahead or self.seat.v == self.refused:
            return None
        if not self.seat.asked or self.seat.n == self.answered:
            return None
        return self.seat.decision()

    def chosen(self, decision: Decision) -> int:
        """What the policy wants; one of somebody's own may fail in any way, and is told where."""
        seat = self.place.seat
        assert seat is not None
        legal = self.seat.legal(seat)
        try:
            given = self.policy(self.seat.view(seat), decision, list(legal), self.rng)
        except Exception as failed:
            raise self.failed("robot_raises", kind=decision.kind, **self.blame(failed)) from failed
        try:
            action = operator.index(given)
        except TypeError:
            action = -1
        if action not in legal:
            more = ["…"] if len(legal) > MOST_NAMED else []
            allowed = ", ".join([*(str(one) for one in legal[:MOST_NAMED]), *more])
            raise self.failed("robot_illegal", kind=decision.kind, action=repr(given)[:80], allowed=allowed)
        return action

    def blame(self, failed: Exception) -> dict[str, Any]:
        """The innermost line of the policy's own file, or of any where it is not written in one."""
        code = getattr(self.policy, "__code__", None)
        file, line = line_in(failed, code.co_filename if code is not None else "")
        return {"file": Path(file).name, "line": line, "reason": in_words(failed)}

    def failed(self, key: str, **params: Any) -> Trouble:
        self.narrate()
        hints = (self.texts.say("join.left", command=self.talk.way_back()),) if self.door.noted else ()
        return Trouble(f"join.{key}", hints=hints, robot=self.shown, **params)

    def wait_for_the_others(self) -> None:
        """A window with a clock opens for everybody at the same moment: nobody is quick because they need no screen."""
        left = self.heard + self.seat.opens_ms / 1000 - time.monotonic()
        if left > 0:
            time.sleep(left)

    def agree(self) -> None:
        """Somebody wants to take a move back: a robot never minds."""
        asked = self.seat.undo_asked
        if asked and not self.agreed:
            self.line.request("undo_answer", seat=self.place.seat, yes=True)
        self.agreed = asked

    def finish(self) -> None:
        super().finish()
        self.talk.check_deal()
        self.tell("robot_stays")
