"""What everyone may see of a table, apart from the game itself. Who is here is told by those who know."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import msgspec

from tailback.core.contract import Decision, Event, State
from tailback.core.game import Game
from tailback.server import protocol as p
from tailback.server.protocol import general
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger, UndoAsk
from tailback.server.truth.match import Match


class TimeLeft(NamedTuple):
    """Milliseconds until a question closes, and until it opens: it waits until what led to it has been shown."""

    closes: int
    opens: int


def question_face(asked: Decision, time: TimeLeft | None) -> p.Question:
    """The open decision, with what is left of its time."""
    ms, opens = time or (None, 0)
    return p.Question(asked.kind, list(asked.seats), asked.gate, asked.hold, asked.seconds, ms, opens)  # type: ignore[arg-type]


def chairs_face(chairs: list[r.Chair], here: AbstractSet[int], left: Mapping[int, int]) -> list[p.ChairFace]:
    """`here` are the seats with a device, `left` the milliseconds until a bot sits down for somebody who is away."""
    found = []
    for seat, chair in enumerate(chairs):
        ms = left.get(seat, -1) if chair.sitter == "person" and seat not in here else None
        found.append(
            p.ChairFace(seat, chair.name, chair.colour, chair.sitter, chair.level, chair.stand_in, seat in here, ms)
        )
    return found


def fair_face(ledger: Ledger, match: Match) -> p.FairFace | None:
    """Until the game is over the secret, the words and the seed are nobody's business."""
    if not match.fingerprint:
        return None
    face = p.FairFace(match.fingerprint, sorted(match.words), moved=match.known_outside)
    if ledger.phase == "over":
        face.secret = match.secret
        face.words = [match.words.get(seat, "") for seat in range(len(match.names))]
        face.seed = str(match.seed)
    return face


def past_faces(ledger: Ledger) -> list[p.PastFace]:
    numbers: dict[str, int] = {"": -1}
    return [
        p.PastFace(
            **{**past._asdict(), "holders": [numbers.setdefault(token, len(numbers)) for token in past.holders]},
            shared=past.number in ledger.shares,
        )
        for past in ledger.past
    ]


def undo_face(ask: UndoAsk) -> p.UndoFace:
    return p.UndoFace(ask.seat, ask.moves, sorted(ask.asked), [event.seen_by(None) for event in ask.told])


def table_face(
    ledger: Ledger, code: str | None, link: str, chairs: list[p.ChairFace], watchers: int, thinking: list[int]
) -> p.TableFace:
    match = ledger.match
    imported = ledger.imported
    game = match.game if match else imported.game if imported else None
    assert game is not None
    return p.TableFace(
        table=ledger.table,
        code=code,
        link=link,
        v=ledger.v,
        phase=ledger.phase,
        game=game.id,
        number=match.number if match else 0,
        rules=game.rules_version,
        preset=match.preset if match and match.preset in match.game.presets else "",
        options=match.options if match else imported.options if imported else {},
        youngest=match.youngest if match else None,
        settings=p.SettingsFace(**msgspec.structs.asdict(ledger.settings)),
        chairs=chairs,
        watchers=watchers,
        fair=fair_face(ledger, match) if match else None,
        undo=undo_face(ledger.undo) if ledger.undo else None,
        past=past_faces(ledger),
        phrases=[*desk.PHRASES, *game.phrases],
        emotes=list(desk.EMOTES),
        thinking=thinking,
    )


class Moment:
    """What happened, what is so now and what is asked: put together once for all who are told of it."""

    def __init__(
        self,
        v: int,
        n: int,
        events: list[Event],
        game: Game | None,
        state: State | None,
        asked: Decision | None,
        time: TimeLeft | None,
    ) -> None:
        self.v = v
        self.n = n
        self.events = events
        self.game = game
        self.state = state
        self.general = game is not None and general.is_general(game)
        # These three are the same for everybody, as they are or as bytes.
        self.question: Any = question_face(asked, time) if asked else None
        self.awaited: Any = list(asked.awaited) if asked else []
        self.open: Any = self.seen_by(None)
        # Who is told more than everybody.
        self.privy = {seat for event in events for seat in event.to}
        self.shown = general.with_spread(game, state.view(None)) if game and state else {}
        # The view that all share in bytes, up to where that of a seat goes on.
        self.head = b""

    def packed(self) -> Moment:
        """For many: what all of them see is put into bytes once."""
        self.question, self.awaited, self.open = map(in_bytes, (self.question, self.awaited, self.open))
        if self.shown:
            self.shown.pop("seat")
            self.head = p.encoder.encode(self.shown)[:-1] + b","
        return self

    def told(self, player: int | None) -> Any:
        """The events as this player may know them."""
        return self.seen_by(player) if player in self.privy else self.open

    def seen_by(self, player: int | None) -> list[dict[str, Any]]:
        if self.game is None or not self.general:
            return [event.seen_by(player) for event in self.events]
        # Whoever comes back may have missed the end of another game: from here on it is about this one.
        begins = max((k for k, event in enumerate(self.events) if event.kind == "table_prepared"), default=0)
        earlier = [event.seen_by(player) for event in self.events[:begins]]
        return earlier + [general.seen(self.game, event, player) for event in self.events[begins:]]

    def view(self, state: State, player: int | None) -> Any:
        """What all see, and what this player sees besides; names of their own stand for those that all see."""
        own: dict[str, Any] = {"seat": player}
        if player is not None:
            own.update(state.own(player))
            if self.general and self.game is not None:
                own["spread"] = self.game.spread(state.view(player))
        if self.head and own.keys().isdisjoint(self.shown):
            return msgspec.Raw(self.head + p.encoder.encode(own)[1:])
        return {**self.shown, **own}

    def update(self, seat: int | None, player: int | None) -> p.SeatUpdate:
        """For whoever sits at `seat` and plays as `player`."""
        state, told = self.state, self.told(player)
        if state is None:
            return p.SeatUpdate(seat, self.v, self.n, told, None, None, [], [])
        legal = state.legal(player) if player is not None else []
        forced = player is not None and len(legal) == 1 and state.forced(player)
        view = self.view(state, player)
        return p.SeatUpdate(seat, self.v, self.n, told, view, self.question, legal, self.awaited, forced)


def in_bytes(part: Any) -> msgspec.Raw:
    return msgspec.Raw(p.encoder.encode(part))


def moment_of(ledger: Ledger, events: list[Event], time: TimeLeft | None) -> Moment:
    match = ledger.match
    if match is not None and match.state is not None:
        return Moment(ledger.v, match.n, events, match.game, match.state, match.decision, time)
    # Between two games; what a seat has missed may still be about the one before.
    return Moment(ledger.v, 0, events, None, None, None, None)


def seat_updates(ledger: Ledger, seats: tuple[int, ...], moment: Moment) -> list[p.SeatUpdate]:
    """For each of these seats, for a watcher without any; nothing where nothing happened between two games."""
    looking: tuple[int | None, ...] = seats or (None,)
    match = ledger.match
    if match is None or moment.state is None:
        return [moment.update(seat, seat) for seat in (looking if moment.events else ())]
    return [moment.update(seat, match.seat_of(seat)) for seat in looking]
