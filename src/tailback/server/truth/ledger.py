"""What the rows of a table add up to: chairs, settings, and the game in progress.

Pure: no clock, no network, no store. The same rows give the same ledger everywhere, so any
process can take over a table by reading its rows. `desk.py` decides what becomes a row.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tailback import games
from tailback.core import record
from tailback.core.contract import CLOCK, RING, Event
from tailback.core.errors import IllegalMove
from tailback.robots.levels import today
from tailback.server.truth import rows as r
from tailback.server.truth.match import Match
from tailback.server.truth.seats import spare_name

# How many requests are remembered, so that a repeated one is known.
KEYS_KEPT = 512
# Finished games in the list of a table; a family that plays for years has more, and their numbers find them all.
PAST_KEPT = 50

Phase = Literal["lobby", "playing", "over"]


class Change(NamedTuple):
    """What one row did: events of the game and the table, and whether the table's own face changed."""

    events: list[Event]
    face: bool


class Finished(NamedTuple):
    """A game that is over, as the list of a table shows it: by seat, who sat there at its end.

    `holders` are the hashes of their tokens. `robots` are the seats that no person had, neither at the deal nor at the
    end. `at` is when it ended.
    """

    number: int
    game: str
    names: list[str]
    colours: list[str]
    holders: list[str]
    robots: list[int]
    scores: list[int]
    places: list[int]
    at: int


class UndoAsk:
    """Somebody wants to go back to the position after `moves` moves; those in `asked` have not answered.

    `told` is what happened since then: it says what would be taken back.
    """

    def __init__(self, seat: int, moves: int, asked: set[int], told: list[Event]) -> None:
        self.seat = seat
        self.moves = moves
        self.asked = asked
        self.told = told


class Ledger:
    """A table as its rows describe it. `v` is the number of rows so far."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.v = 0
        self.host = ""
        self.settings = r.Settings()
        self.chairs: list[r.Chair] = []
        self.phase: Phase = "lobby"
        self.match: Match | None = None
        self.past: list[Finished] = []
        self.shares: dict[int, str] = {}
        self.undo: UndoAsk | None = None
        # The latest requests by their keys, oldest first.
        self.keys: dict[str, None] = {}
        self.imported: record.Record | None = None

    @property
    def games_played(self) -> int:
        """How many games were prepared; the number of the current one is one less."""
        return self.match.number + 1 if self.match else 0

    @property
    def ends_at(self) -> int | None:
        """When the time of the running match is up, in milliseconds since 1970; None where no clock runs."""
        return self.match.ends_at if self.match is not None and self.phase == "playing" else None

    def seen(self, key: str) -> bool:
        """Was a request with this key carried out already?"""
        return bool(key) and key in self.keys

    def driven(self, seat: int) -> str:
        """The level of the bot that plays for this seat now; empty where a person does."""
        chair = self.chairs[seat]
        if chair.sitter == "bot":
            return chair.level
        return self.settings.stand_in if chair.sitter == "open" or chair.stand_in else ""

    def people(self) -> list[int]:
        """The seats that persons play themselves just now."""
        return [seat for seat in range(len(self.chairs)) if not self.driven(seat)]

    def persons(self) -> list[int]:
        """The seats that are of persons, also of those for whom a robot stands in."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.sitter == "person"]

    def apply(self, row: r.AnyRow) -> Change:
        """Add one row. Rows are checked before they are written, so every row fits."""
        if row.key:
            self.keys[row.key] = None
            if len(self.keys) > KEYS_KEPT:
                del self.keys[next(iter(self.keys))]
        self.v += 1
        if isinstance(row, r.Moved):
            return self.moved(row.at, [(row.seat, row.action)], row.bot)
        change: Change = getattr(self, f"on_{type(row).__name__.lower()}")(row)
        return change

    # The game

    def moved(self, at: int, moves: list[tuple[int, int]], robot: bool = False) -> Change:
        match = self.match
        assert match is not None
        events: list[Event] = []
        for seat, action in () if match.stale else moves:
            try:
                events += match.move(seat, action, robot)
            except IllegalMove:
                if not match.may_change:
                    raise
                match.stale = True
                break
        face = self.undo is not None
        self.undo = None
        if match.decision is None and self.phase == "playing":
            self.finish(match, at)
            face = True
        return Change(events, face)

    def on_timedout(self, row: r.TimedOut) -> Change:
        change = self.moved(row.at, row.moves)
        if row.early:
            return change
        told = Event("table_time", {"seats": [seat for seat, _ in row.moves]})
        return Change([told, *change.events], change.face)

    def on_timeup(self, row: r.TimeUp) -> Change:
        change = self.moved(row.at, [(CLOCK, RING)])
        return Change(change.events, True)

    def finish(self, match: Match, at: int) -> None:
        assert match.state is not None
        self.phase = "over"
        names = [chair.name for chair in self.chairs]
        colours = [chair.colour for chair in self.chairs]
        holders = [chair.token for chair in self.chairs]
        robots = [
            seat
            for seat, (chair, dealt) in enumerate(zip(self.chairs, match.sitters, strict=True))
            if chair.sitter == "bot" and dealt != record.PERSON
        ]
        scores = [int(score) for score in match.state.scores()]
        places = [int(place) for place in match.state.ranking()]
        self.past.append(Finished(match.number, match.game.id, names, colours, holders, robots, scores, places, at))
        del self.past[:-PAST_KEPT]

    def on_prepared(self, row: r.Prepared) -> Change:
        self.match = Match(self.games_played, row, self.match.n if self.match else 0)
        self.phase = "lobby"
        self.undo = None
        return Change([Event("table_prepared", {"game": row.game})], True)

    def on_worded(self, row: r.Worded) -> Change:
        assert self.match is not None
        self.match.words[row.seat] = row.word
        return Change([Event("table_word", {"seat": row.seat})], True)

    def on_dealt(self, row: r.Dealt) -> Change:
        assert self.match is not None
        self.phase = "playing"
        return Change(self.match.deal(row.options, self.chairs, row.at), True)

    def on_undo(self, row: r.Undo) -> Change:
        if self.match is not None and self.match.stale:
            return Change([], False)
        asked = {seat for seat in self.people() if seat != row.seat}
        assert self.match is not None
        self.undo = UndoAsk(row.seat, row.moves, asked, self.match.told_since(row.moves) if asked else [])
        events = [Event("table_undo_asked", {"seat": row.seat})]
        if not asked:
            events += self.go_back(self.undo)
        return Change(events, True)

    def on_undoanswer(self, row: r.UndoAnswer) -> Change:
        ask = self.undo
        if ask is None:
            return Change([], False)
        if not row.yes:
            self.undo = None
            return Change([Event("table_undo_refused", {"seat": row.seat})], True)
        ask.asked.discard(row.seat)
        return Change(self.go_back(ask) if not ask.asked else [], True)

    def on_undodropped(self, row: r.UndoDropped) -> Change:
        if self.undo is None:
            return Change([], False)
        self.undo = None
        return self.told("table_undo_dropped", row.seat)

    def go_back(self, ask: UndoAsk) -> list[Event]:
        assert self.match is not None
        taken = len(self.match.steps) - ask.moves
        self.match.back_to(ask.moves)
        self.undo = None
        return [Event("table_undone", {"seat": ask.seat, "moves": taken})]

    def on_mended(self, row: r.Mended) -> Change:
        match = self.match
        if match is not None and match.state is not None:
            # Under yet other rules even fewer may hold.
            match.back_to(min(row.moves, len(match.steps)))
            match.n = max(match.n, row.n + 1)
            match.stale = False
            self.undo = None
        return Change([Event("table_rules", {"taken": row.taken})], True)

    def on_said(self, row: r.Said) -> Change:
        return Change([Event("table_said", {"seat": row.seat, "phrase": row.phrase})], False)

    # The table

    def on_opened(self, row: r.Opened) -> Change:
        self.host = row.host
        self.settings = row.settings
        self.chairs = row.chairs
        return Change([], True)

    def on_seated(self, row: r.Seated) -> Change:
        chair = self.chairs[row.seat]
        self.changes_hands()
        self.asked_too(row.seat)
        chair.sitter, chair.level, chair.stand_in, chair.claim = "person", "", False, ""
        chair.token = row.token
        self.name_chair(row.seat, row.name, row.colour)
        return self.told("table_sat", row.seat)

    def name_chair(self, seat: int, name: str, colour: str = "") -> None:
        """What is empty stays as it was. A bot with a person's name takes another one: bots do not mind.

        Nor do they, or free chairs, mind which car is theirs: they change with whoever wants it.
        """
        chair = self.chairs[seat]
        for other in self.chairs:
            if other is not chair and other.gives_way and other.name.casefold() == name.casefold():
                other.name = spare_name([name, *(one.name for one in self.chairs)])
            if colour and other is not chair and other.colour == colour:
                other.colour = chair.colour
        chair.name = name or chair.name
        chair.colour = colour or chair.colour

    def on_freed(self, row: r.Freed) -> Change:
        return self.leave(row.seat, "open", "", "table_freed")

    def on_botted(self, row: r.Botted) -> Change:
        self.name_chair(row.seat, row.name)
        return self.leave(row.seat, "bot", today(row.level), "table_bot")

    def leave(self, seat: int, sitter: r.Sitter, level: str, kind: str) -> Change:
        chair = self.chairs[seat]
        self.changes_hands()
        # A bot keeps the seat warm: with their old token the person may claim it again.
        claim = chair.token or chair.claim if sitter == "bot" else ""
        chair.sitter, chair.level, chair.stand_in, chair.token, chair.claim = sitter, level, False, "", claim
        return Change([Event(kind, {"seat": seat}), *self.not_asked(seat)], True)

    def not_asked(self, seat: int) -> list[Event]:
        """Nobody waits for the consent of somebody who has left: those who stay decide."""
        ask = self.undo
        if ask is None:
            return []
        if ask.seat == seat:
            self.undo = None
            return []
        ask.asked.discard(seat)
        return [] if ask.asked else self.go_back(ask)

    def asked_too(self, seat: int) -> None:
        """Whoever takes over from a bot while an undo is open must agree as everyone does."""
        if self.undo is not None and self.driven(seat):
            self.undo.asked.add(seat)

    def changes_hands(self) -> None:
        if self.match is not None and self.phase == "playing":
            self.match.changed_hands = True

    def on_offered(self, row: r.Offered) -> Change:
        self.changes_hands()
        self.chairs[row.seat].claim = row.claim
        return Change([], True)

    def on_stoodin(self, row: r.StoodIn) -> Change:
        self.chairs[row.seat].stand_in = True
        return Change([Event("table_stand_in", {"seat": row.seat}), *self.not_asked(row.seat)], True)

    def on_back(self, row: r.Back) -> Change:
        self.asked_too(row.seat)
        self.chairs[row.seat].stand_in = False
        return self.told("table_back", row.seat)

    def on_named(self, row: r.Named) -> Change:
        self.name_chair(row.seat, row.name, row.colour)
        return Change([], True)

    def on_arranged(self, row: r.Arranged) -> Change:
        self.chairs = row.chairs
        match = self.match
        if match is not None:
            match.youngest = row.youngest
            match.given = row.options
            moved = {old: new for new, old in enumerate(row.order)}
            match.places = {seat: moved[now] for seat, now in match.places.items() if now in moved}
            match.moved = {now: seat for seat, now in match.places.items()}
            if self.phase == "lobby":
                # A finished game keeps the words it was dealt with.
                match.words.clear()
                match.options = row.options
        return Change([], True)

    def on_settled(self, row: r.Settled) -> Change:
        self.settings = row.settings
        return Change([], True)

    def on_shared(self, row: r.Shared) -> Change:
        self.shares[row.game] = row.share
        return Change([], True)

    def on_taken(self, row: r.Taken) -> Change:
        return self.shown_outside("table_taken")

    def on_brought(self, row: r.Brought) -> Change:
        self.host = row.host
        for chair, token in zip(self.chairs, row.tokens, strict=False):
            chair.token, chair.claim = token, ""
        if row.secret and self.match is not None:
            self.match.hide(row.secret)
            self.match.words.clear()
        return self.shown_outside("table_brought")

    def shown_outside(self, kind: str) -> Change:
        if self.match is not None and self.phase != "lobby":
            self.match.known_outside |= self.phase == "playing" or kind == "table_brought"
        return Change([Event(kind, {})], True)

    def on_imported(self, row: r.Imported) -> Change:
        self.imported = games.read_record(row.record)
        found = self.imported
        self.chairs = [r.Chair(name, "", "open") for name in found.names]
        self.phase = "over"
        robots = [seat for seat, sitter in enumerate(found.seats) if sitter != record.PERSON]
        nothing = [""] * found.players
        scores, places = found.scores or [], found.places or []
        self.past = [Finished(0, found.game.id, found.names, nothing, nothing, robots, scores, places, row.at)]
        return Change([], True)

    def told(self, kind: str, seat: int) -> Change:
        return Change([Event(kind, {"seat": seat})], True)
