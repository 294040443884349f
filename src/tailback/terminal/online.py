"""What a sitting at a table on a server needs, whoever plays: a line that lasts, and words for what comes over it."""

from __future__ import annotations

import contextlib
import queue
import time
from typing import Any

from tailback import brought, games
from tailback.brought.errors import GameError
from tailback.client.line import Down, Ended, Line, News, Reply, Request, Told, Up
from tailback.client.place import Door, Place
from tailback.client.web import Declined, Garbled, understood
from tailback.terminal import wording
from tailback.terminal.conversation import Quit
from tailback.terminal.keyboard import Raw
from tailback.terminal.preferences import Preferences
from tailback.terminal.screen import Screen, Trouble
from tailback.terminal.sitting import Sitting, known_game
from tailback.terminal.table_talk import TableTalk
from tailback.terminal.wording import Seen
from tailback.texts import Texts

# So long we wait for news; steps of others that belong together are told together when it is over.
TICK = 1.0
# So long somebody who leaves waits for the answer to what they did last.
LAST_WAIT = 5.0
# So long a pipe waits for a server that has gone.
LONGEST_WAIT = 300.0


class Online(Sitting):
    """Everything runs in one thread; others only hand in what came, over the line for one."""

    def __init__(
        self,
        screen: Screen,
        texts: Texts,
        door: Door,
        place: Place,
        preferences: Preferences,
        announced: bool,
        more: tuple[str, ...],
    ) -> None:
        super().__init__(screen, texts, door, place, preferences, announced, more)
        self.talk = TableTalk(self)
        self.inbox: queue.Queue[Told | Raw] = queue.Queue()
        # A host without a seat is let in even where nobody may watch.
        token = place.token or door.host
        self.line = Line(door.address, [token] if token else [], self.inbox.put)
        self.greeted = False
        # Events not yet told: steps of somebody else that go on.
        self.untold: list[Seen] = []
        # The question that we answered, by its number.
        self.answered = -1
        # The game whose end was told.
        self.finished = -1
        self.down_since: float | None = None
        self.down_reason = ""
        self.declined: Declined | None = None

    # Leaving

    def leave(self, code: int) -> int:
        self.screen.line()
        if self.place.seat is None:
            self.tell("left_watching")
            if self.door.host and self.door.noted:
                self.tell("watch_hint", command=self.talk.way_back())
        elif self.talk.gave_up:
            self.tell("got_up")
        else:
            if not self.line.idle:
                self.tell("unanswered")
            if self.door.noted:
                self.tell("left", command=self.talk.way_back())
            else:
                self.tell("left_unnoted")
        return code

    def settle_up(self) -> None:
        """What was done last shall arrive."""
        end = time.monotonic() + LAST_WAIT
        with contextlib.suppress(Quit, Declined, Trouble, Garbled):
            while not self.all_heard() and time.monotonic() < end:
                with understood():
                    self.catch_up()

    def all_heard(self) -> bool:
        """Is every answer here and dealt with?"""
        return self.line.idle and self.inbox.empty()

    # What came in

    def catch_up(self) -> None:
        """Wait for something, then take all that is there."""
        try:
            self.take(self.inbox.get(timeout=TICK))
        except queue.Empty:
            self.narrate()
            self.give_up()
            return
        while True:
            try:
                self.take(self.inbox.get_nowait())
            except queue.Empty:
                return

    def give_up(self) -> None:
        """A person decides how long to wait; a pipe must end some day."""
        if self.down_since is not None and not self.screen.interactive:
            if time.monotonic() - self.down_since > LONGEST_WAIT:
                raise self.declined or Trouble(
                    "join.no_answer", server=self.door.address.server, reason=self.down_reason
                )

    def take(self, item: Told | Raw) -> None:
        if isinstance(item, News):
            self.take_news(item.message)
        elif isinstance(item, Reply):
            self.take_reply(item.request, item.message)
        elif isinstance(item, Up):
            self.take_seat(item.welcome["seats"])
            if self.down_since is not None:
                self.tell("back")
            self.down_since = self.declined = None
        elif isinstance(item, Down):
            self.take_down(item)
        elif isinstance(item, Ended):
            raise item.why

    def take_down(self, news: Down) -> None:
        if self.down_since is None:
            self.down_since = time.monotonic()
        self.down_reason, self.declined = news.reason or "-", news.why
        if news.why is not None:
            self.screen.lines(wording.refusal_lines(self.texts, news.why))
        self.tell("lost" if news.why is None else "keeps_trying")

    def take_seat(self, seats: list[int]) -> None:
        """The seat may have got another number, or be gone."""
        if self.place.seat is None:
            return
        if not seats:
            self.tell("seat_gone")
            self.talk.gave_up = True
            self.door.forget(self.place)
            raise Quit
        if seats[0] != self.place.seat:
            self.place = self.place._replace(seat=seats[0])
            self.seat.seat = seats[0]
            self.talk.keep()

    def take_news(self, message: dict[str, Any]) -> None:
        if message["type"] == "you":
            self.take_seat(message["seats"])
            return
        if message["type"] == "trouble":
            self.tell_trouble(message["trouble"])
            return
        if message["type"] == "words":
            self.read_again(str(message["game"]))
            return
        self.take_update(message)

    def take_update(self, message: dict[str, Any]) -> None:
        """An `update` or `presence`."""
        raise NotImplementedError

    def take_reply(self, request: Request, message: dict[str, Any]) -> None:
        """What became of something we asked for."""
        raise NotImplementedError

    def tell_trouble(self, trouble: dict[str, Any] | None) -> None:
        """What is wrong with a game from elsewhere: for whoever works on it, and so that the others know whose fault it
        is."""
        if trouble is not None:
            self.screen.line(wording.known(self.texts, f"refusals.{trouble['key']}", trouble["params"]), "bold")
            key = "stopped" if trouble["stopped"] else "goes_on"
            self.screen.line(self.texts.say(f"table_trouble.{key}"))

    def read_again(self, game_id: str) -> None:
        """The game has changed at the server; we read our own files of it, if we have any."""
        place = brought.place_of(self.game.home)
        if place is None or self.game.id != game_id:
            return
        try:
            self.set_game(games.bring(place))
            self.texts = wording.game_texts(self.texts.lang, self.game.id, self.seat.names)
        except GameError as error:
            self.screen.line(self.texts.say(error.text, **error.params), "bold")

    def learn_face(self) -> None:
        """Names and the game itself may change between games."""
        face = self.seat.face
        if face["game"] != self.game.id:
            self.set_game(known_game(face, self.texts))
            self.texts = wording.game_texts(self.texts.lang, self.game.id)
        self.texts.names = self.seat.names
        self.talk.note_fingerprint()

    def narrate(self) -> None:
        if self.untold:
            self.recount(self.untold)
            self.untold = []

    def finish(self) -> None:
        """How the game ended."""
        self.narrate()
        self.finished = int(self.seat.face["number"])
        past = self.seat.face["past"][-1]
        last = self.seat.events[-1] if self.seat.events else {}
        self.show_end(self.place.seat, past["places"], past["scores"], last)
