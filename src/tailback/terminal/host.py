"""What the host of a table does with its chairs, from inside the client."""

from __future__ import annotations

from tailback.client.web import Declined, NoAnswer
from tailback.core.errors import BadNotation
from tailback.core.notation import seat_letter, seat_of
from tailback.robots.levels import OFFERED
from tailback.terminal import levels
from tailback.terminal.screen import Trouble
from tailback.terminal.sitting import Sitting
from tailback.terminal.table_talk import TableTalk
from tailback.texts import Texts
from tailback.texts.names import tidy_name

COMMANDS = ("bot", "free", "offer", "seats")
# The kinds of seats, as they are typed; a bot may name its level after a colon.
ME, OPEN, BOT = "me", "open", "bot"
KINDS = (ME, OPEN, BOT, *(f"{BOT}:{level}" for level in OFFERED))


class SeatKind:
    """One word of `me open bot:1`, or Trouble. A level has a name, too: `bot:owl`."""

    def __init__(self, word: str, texts: Texts) -> None:
        kind, _, named = word.lower().partition(":")
        level = levels.meant(texts, named) if named else ""
        if kind not in (ME, OPEN, BOT) or (named and kind != BOT):
            raise Trouble("open.bad_kind", word=word[:24], allowed=", ".join(KINDS))
        if named and not level:
            raise Trouble("refusals.unknown_bot", bot=named[:24], allowed=levels.listed(texts))
        self.kind = kind
        self.level = level

    def chair(self, name: str = "") -> dict[str, str]:
        """As the server wants to hear it."""
        asked = {"sitter": "here" if self.kind == ME else self.kind, "name": name, "level": self.level}
        return {field: value for field, value in asked.items() if value}


def seat_meant(typed: str, names: list[str]) -> int:
    """A seat by its letter, by its number from 1, or by the name of whoever sits there; BadNotation."""
    folded = [name.casefold() for name in names]
    wanted = tidy_name(typed).casefold()
    if wanted in folded:
        return folded.index(wanted)
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(names):
        return int(typed[:4]) - 1
    return seat_of(typed, len(names))


class Hosting:
    def __init__(self, session: Sitting, talk: TableTalk) -> None:
        self.session = session
        self.door = session.door
        self.talk = talk

    def obey(self, command: str, rest: str) -> None:
        """The server says who may do what; its refusals are shown."""
        session = self.session
        try:
            if command == "seats":
                self.arrange(rest)
            elif not rest:
                session.tell("which_seat", word=session.texts.raw(f"commands.{command}"))
            elif command == "bot":
                self.give_to_bot(rest)
            elif command == "free":
                session.ahead = self.door.change_chair(session.place, self.seat(rest), OPEN)
            else:
                self.offer(self.seat(rest))
        except (Declined, NoAnswer) as why:
            self.talk.complain(why)
        except Trouble as trouble:
            session.screen.line(session.texts.say(trouble.key, **trouble.params))

    def seat(self, typed: str) -> int:
        names = self.session.seat.names
        try:
            return seat_meant(typed, names)
        except BadNotation:
            raise Trouble("usage.bad_seat", seat=typed[:24], last=seat_letter(len(names) - 1)) from None

    def give_to_bot(self, rest: str) -> None:
        """`bot B`, `bot Ann Lee`, `bot B 1`, `bot B dragon`."""
        session = self.session
        typed, _, named = rest.rpartition(" ")
        level = levels.meant(session.texts, named) if typed else ""
        session.ahead = self.door.change_chair(session.place, self.seat(typed if level else rest), BOT, level)

    def offer(self, seat: int) -> None:
        session = self.session
        link = self.door.offer(session.place, seat)
        session.tell("offer", letter=seat_letter(seat), name=session.texts.name(seat))
        session.screen.unbroken(f"  {link}")

    def arrange(self, rest: str) -> None:
        """`seats B A open bot`: who stays, in this order, then the new chairs. Alone it shows them."""
        session = self.session
        order: list[int] = []
        added: list[dict[str, str]] = []
        for word in rest.replace(",", " ").split():
            if len(word) > 1 and word.partition(":")[0].lower() in (OPEN, BOT):
                added.append(SeatKind(word, session.texts).chair())
            elif added:
                raise Trouble("join.new_seats_last")
            else:
                order.append(self.seat(word))
        if not rest:
            self.talk.show_chairs()
        elif session.place.seat is not None and session.place.seat not in order:
            raise Trouble("join.own_seat_stays", word=session.texts.raw("commands.leave"))
        else:
            session.ahead = self.door.arrange(session.place, order, added)
            session.tell("arranged")
