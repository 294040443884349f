"""A seat at a table on a server, played in the terminal: the same talk as at one keyboard, fed by a line."""

from __future__ import annotations

from collections import deque
from typing import Any

from tailback.client.line import Request, Told
from tailback.client.place import Door, Place
from tailback.client.web import Declined, understood
from tailback.core.contract import ALL, Decision
from tailback.terminal import host as hosting
from tailback.terminal import wording
from tailback.terminal.conversation import LOG_LINES, PATIENCE, Quit
from tailback.terminal.host import Hosting
from tailback.terminal.keyboard import Raw, keyboard_for
from tailback.terminal.menu import Menu
from tailback.terminal.online import Online
from tailback.terminal.preferences import Preferences
from tailback.terminal.screen import Screen
from tailback.terminal.wording import Seen
from tailback.texts import Texts

COMMANDS = ("change", "say", "yes", "no", "word", "deal", "again", *hosting.COMMANDS, "leave", "quit")
# With so many lines to do, a pipe is not read further.
MOST_AHEAD = 50
# So much of a running game a listener hears who comes to it.
FEW_LINES = 3


class Remote(Online):
    """One sitting of a person, who types."""

    def __init__(
        self,
        screen: Screen,
        texts: Texts,
        door: Door,
        place: Place,
        preferences: Preferences,
        announced: bool = False,
    ) -> None:
        super().__init__(screen, texts, door, place, preferences, announced, COMMANDS)
        self.hosting = Hosting(self, self.talk)
        self.keyboard = keyboard_for(screen, self.inbox.put)
        # Lines that were typed and not yet taken; None: no more will come.
        self.typed: deque[tuple[str, Any] | None] = deque()
        # The question that was put, by its number, and the one we want to answer again.
        self.put = -1
        self.changing = -1
        self.menu: Menu | None = None
        # Our choice that lies face down here until Enter, with the number of its question.
        self.holding: tuple[int, int] | None = None
        # How many events there were when we had last answered.
        self.moved = 0
        self.told_of_waiting = False
        # What the server foresees: asked for with this request, and told for the question of this number.
        self.wondering: Request | None = None
        self.foreseen: tuple[int, list[dict[str, Any]]] = (-1, [])
        # Of whom we said that the table waits for them.
        self.waited_for: set[int] = set()
        self.tries = 0
        # In a game of memory: where our latest turn began, and whether the screen is cleared with the next move.
        self.turn_began = 0
        self.hide_next = False

    # The course of an evening

    def run(self) -> int:
        """Until the person leaves; the exit code. Declined when the table is gone, Garbled on nonsense."""
        self.line.start()
        try:
            while True:
                with understood():
                    self.catch_up()
                    self.look_round()
                    self.read_lines()
                    self.show_prompt()
        except Quit:
            self.settle_up()
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(130)
        finally:
            self.keyboard.clear()
            self.keyboard.stop()
            self.line.close()

    # What came in

    def take(self, item: Told | Raw) -> None:
        if not isinstance(item, Raw):
            super().take(item)
            return
        self.typed.extend((line, self.keyboard.began) for line in self.keyboard.feed(item))
        if not item.data:
            self.typed.append(None)

    def take_update(self, message: dict[str, Any]) -> None:
        before = self.seat.chairs
        open_before = self.seat.n if self.put == self.seat.n else -1
        new = self.seat.take(message)
        if self.foreseen[0] != self.seat.n:
            # Numbers may come again, after an undo or with the next game.
            self.foreseen = (-1, [])
        self.learn_face()
        if not self.seat.asked:
            # Others are on turn: ours begins afresh when it comes again.
            self.last = (-1, "")
        if not self.greeted:
            self.greeted = True
            self.keyboard.start()
            self.talk.greet()
            self.first_look()
            return
        if any(event["kind"] == "table_prepared" for event in new):
            self.turn_began = self.moved = 0
            self.listener.forget()
        self.untold += new
        if self.talk.more_to_come(new):
            return
        if not self.preferences.brief or self.seat.phase != "playing":
            # In brief it is told in one go: when we are asked, or when nothing more has come for a moment.
            self.narrate()
        self.talk.tell_presence(before)
        if open_before not in (-1, self.seat.n, self.answered) and self.asking is None:
            if not any(event["kind"] == "table_time" for event in new):
                self.tell("settled")

    def first_look(self) -> None:
        """Who comes to a running game hears the end of what happened."""
        self.turn_began = len(self.seat.events)
        if self.seat.phase == "playing":
            self.tell("going_on" if self.log_of(self.place.seat) else "going_on_now", "bold")
            shown = FEW_LINES if self.preferences.brief else LOG_LINES
            lines = self.story(self.log_of(self.place.seat))[-shown:]
            self.screen.lines(lines)

    def take_reply(self, request: Request, message: dict[str, Any]) -> None:
        """What became of something we asked for."""
        if request.kind == "hints":
            self.wondering = None
            self.foreseen = (int(request.fields["n"]), list(message.get("hints", [])))
            return
        if message["type"] == "why":
            self.show_reason(int(message["seat"]), str(message["key"]), dict(message["params"]))
            return
        if message["type"] == "advice":
            self.show_hint(int(message["action"]), str(message["level"]))
            return
        mine = self.asking is not None and request.id == self.asking.id
        if mine:
            self.asking = None
        if message["type"] == "ack":
            if mine:
                self.ahead = int(message["v"])
                self.answered = int(request.fields["n"])
                if message["held"]:
                    self.tell("held")
            elif request.kind == "undo" and self.seat.face["undo"] is not None:
                self.tell("undo_sent")
            return
        self.queue = []
        if message["type"] == "late":
            if mine:
                self.answered = int(request.fields["n"])
            self.tell("late")
        else:
            why = Declined(message["key"], message["params"], message["clause"])
            self.screen.lines(wording.refusal_lines(self.texts, why))

    # Being asked

    def open_question(self) -> Decision | None:
        """The question that waits for us, if there is one we have not answered."""
        if not self.greeted or self.asking is not None or self.seat.v < self.ahead:
            return None
        decision = self.seat.decision()
        if decision is None or self.place.seat is None or not self.seat.legal(self.place.seat):
            return None
        n = self.seat.n
        return decision if n == self.changing or (self.seat.asked and n != self.answered) else None

    def look_round(self) -> None:
        """Ask, tell whom we wait for, or tell how it ended."""
        if not self.greeted:
            return
        self.keyboard.mark = self.seat.n
        if self.seat.phase == "over" and self.finished != self.seat.face["number"]:
            self.finish()
        self.talk.ask_consent()
        self.talk.before_the_deal()
        decision = self.open_question()
        if decision is not None and self.put != self.seat.n:
            if self.knows_costs():
                self.put_to_us(decision)
        elif decision is None and self.asking is None and self.seat.v >= self.ahead:
            self.tell_waiting()

    def knows_costs(self) -> bool:
        """A question is put with what its choices cost, where the game can say it: the server is asked first."""
        if self.foreseen[0] == self.seat.n or not wording.foresees(self.game):
            return True
        if self.wondering is None:
            self.wondering = self.line.request("hints", seat=self.place.seat, n=self.seat.n)
        return False

    def put_to_us(self, decision: Decision) -> None:
        seat = self.place.seat
        assert seat is not None
        self.narrate()
        # Where all answer at once, each question is a turn of its own.
        fresh, same = self.last[0] != seat or len(decision.seats) > 1, self.last == (seat, decision.kind)
        self.last = (seat, decision.kind)
        hints = self.foreseen[1] if self.foreseen[0] == self.seat.n else []
        costs = wording.costs(self.texts, self.game, hints, self.seat.view(seat))
        self.menu = Menu(self.game, self.texts, self.seat.legal(seat), costs)
        self.put = self.seat.n
        self.waited_for = set()
        self.hide_next = fresh and self.forgetful and self.screen.interactive
        if fresh and self.forgetful:
            self.turn_began = len(self.seat.events)
        queued = self.from_queue(seat, decision, self.menu, same)
        if queued is not None:
            self.give_answer(queued, decision)
            return
        self.put_question(seat, decision, self.menu, fresh)
        if self.seat.milliseconds is not None:
            self.tell("seconds", seconds=max(1, round(self.seat.milliseconds / 1000)))

    def give_answer(self, action: int, decision: Decision) -> None:
        """Send it; where only bots choose with us and we asked for time, it lies here until Enter."""
        others = [other for other in decision.seats if other != self.place.seat]
        sealed = bool(others) and decision.gate == ALL and not any(self.seat.is_person(other) for other in others)
        if sealed and self.preferences.wait and self.holding != (self.seat.n, action):
            self.holding = (self.seat.n, action)
            self.say("sealed", move=wording.action_words(self.texts, self.game, action))
            return
        self.send_answer(action)
        if sealed and not self.told_of_waiting:
            self.told_of_waiting = True
            self.say("wait_hint")

    def send_answer(self, action: int) -> None:
        self.tries = 0
        self.holding = None
        self.changing = -1
        self.put = -1
        self.foreseen = (-1, [])
        self.asking = self.line.request("answer", seat=self.place.seat, n=self.seat.n, action=action)
        self.moved = len(self.seat.events)
        if self.hide_next:
            # Remembering is the game: what was seen before this turn goes.
            self.hide()
            self.hide_next = False

    def tell_waiting(self) -> None:
        """Once, as long as it is the same people; bots answer before it is said."""
        decision = self.seat.decision()
        awaited = decision.awaited if decision is not None else ()
        people = {seat for seat in awaited if seat != self.place.seat and self.seat.is_person(seat)}
        if people - self.waited_for:
            self.narrate()
            self.tell("waiting", names=[self.texts.name(seat) for seat in sorted(people)])
        self.waited_for = people

    def finish(self) -> None:
        super().finish()
        self.talk.after_the_end()
        self.table_shown = []
        self.last = (-1, "")

    # What is typed

    def show_prompt(self) -> None:
        """When something is asked; on a terminal where it stays at the bottom also while we wait."""
        if not self.greeted:
            return
        asked = (self.open_question() is not None and self.put == self.seat.n) or self.seat.undo_asked
        name = self.texts.name(self.place.seat) if self.place.seat is not None else ""
        if asked:
            question = (self.seat.n, self.seat.undo_asked, self.holding)
            self.keyboard.show(self.texts.say("play.prompt", name=name), question)
        elif self.keyboard.waits_below():
            self.keyboard.show(self.texts.say("join.prompt_wait" if name else "join.prompt_watch", name=name))
        self.screen.out.flush()

    def read_lines(self) -> None:
        while self.typed and self.ready_for(self.typed[0]):
            entry = self.typed.popleft()
            if entry is None:
                raise Quit
            if not self.screen.interactive:
                self.keyboard.clear()
            self.read_line(*entry)
            self.look_round()
        if len(self.typed) < MOST_AHEAD:
            self.keyboard.read_on()

    def ready_for(self, entry: tuple[str, Any] | None) -> bool:
        """A person sees when to type. A pipe cannot: its moves wait until they are asked for."""
        if not self.greeted or (self.wondering is not None and self.down_since is None):
            return False
        if self.screen.interactive:
            return True
        if not self.all_heard() or self.seat.v < self.ahead:
            return False
        if entry is None or self.command_in(entry[0])[0] or self.open_question() is not None:
            return True
        return self.place.seat is None or self.seat.phase == "over"

    def read_line(self, typed: str, began: Any) -> None:
        self.typed_in(typed)
        decision = self.open_question()
        if decision is None or self.menu is None or self.place.seat is None or self.put != self.seat.n:
            self.read_aside(typed)
            return
        command, rest = self.command_in(typed)
        held = self.holding[1] if self.holding is not None and self.holding[0] == self.seat.n else None
        if held is not None and not typed:
            self.send_answer(held)
            return
        if command in ("yes", "no") and self.seat.undo_asked:
            self.obey(command, rest, self.place.seat, decision, self.menu)
            return
        action = self.answer(self.place.seat, decision, self.menu, typed)
        if action is None:
            self.count_tries()
        elif self.screen.interactive and began != self.seat.n:
            self.queue = []
            self.tell("moved_on")
        else:
            self.give_answer(action, decision)

    def read_aside(self, typed: str) -> None:
        """While nothing is asked there are only commands."""
        command, rest = self.command_in(typed)
        if command:
            self.obey(command, rest, self.place.seat)
        elif typed:
            self.talk.explain_silence()
            self.count_tries()

    def count_tries(self) -> None:
        self.tries += 1
        if self.tries >= PATIENCE and not self.screen.interactive:
            self.say("no_moves", n=self.tries)
            raise Quit

    def refuse(self, seat: int, action: int) -> None:
        """Only the server knows the rules: it is asked, and its refusal is shown when it comes."""
        self.line.request("answer", seat=seat, n=self.seat.n, action=action)

    def log_of(self, seat: int | None) -> list[Seen]:
        return self.seat.events[self.turn_began if self.forgetful else 0 :]

    def since_of(self, seat: int | None) -> list[Seen]:
        return self.seat.events[max(self.moved, self.turn_began) if self.forgetful else self.moved :]

    def show_players(self) -> None:
        self.talk.show_chairs()

    def robots_play(self) -> bool:
        return any(not self.seat.is_person(seat) for seat in range(len(self.seat.chairs)))

    def explain_robot(self) -> None:
        self.line.request("why")

    def advise(self, seat: int, level: str) -> None:
        self.line.request("advice", seat=seat, n=self.seat.n, level=level)

    def obey_here(self, command: str, rest: str, seat: int | None) -> None:
        if command == "quit":
            raise Quit
        if command in hosting.COMMANDS:
            self.hosting.obey(command, rest)
        elif command in ("deal", "again") and (seat is not None or self.door.host):
            self.talk.begin(command)
        elif seat is None:
            self.tell("only_watching")
        elif command == "change":
            self.change()
        else:
            self.talk.obey(command, rest, seat)

    def change(self) -> None:
        """Take another card, as long as somebody else has not chosen yet."""
        decision = self.seat.decision()
        seat = self.place.seat
        if self.holding is not None and self.holding[0] == self.seat.n:
            self.holding = None
            self.put = -1
            return
        if decision is None or seat not in decision.seats or seat in decision.awaited or not self.seat.now["legal"]:
            self.say("nothing_to_change")
            return
        self.changing = self.seat.n
        self.put = -1

    def show_table(self, seat: int | None, fresh: bool = True, asked: bool = False) -> None:
        """Before the deal there is none."""
        if self.seat.now.get("view"):
            super().show_table(seat, fresh, asked)
        else:
            self.talk.show_chairs()

    def show_hand(self, seat: int | None, rest: str = "") -> None:
        """`hand B` hands a seat on; alone it shows our cards."""
        if rest:
            self.hosting.obey("offer", rest)
        else:
            super().show_hand(seat)

    def help_entries(self) -> dict[str, Any]:
        return {**super().help_entries(), **self.texts.raw("join.help")}
