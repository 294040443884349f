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
    face = p.FairFace(match.fingerprint, sorted(match.words))
    if ledger.phase == "over":
        face.secret = match.secret
        face.words = [match.words.get(seat, "") for seat in range(len(match.names))]
        face.seed = str(match.seed)
    return face


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
        preset=match.preset if match else "",
        options=match.options if match else imported.options if imported else {},
        youngest=match.youngest if match else None,
        settings=p.SettingsFace(**msgspec.structs.asdict(ledger.settings)),
        chairs=chairs,
        watchers=watchers,
        fair=fair_face(ledger, match) if match else None,
        undo=undo_face(ledger.undo) if ledger.undo else None,
        past=[
            p.PastFace(past.number, past.game, past.names, past.scores, past.places, past.number in ledger.shares)
            for past in ledger.past
        ],
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
        self.question = question_face(asked, time) if asked else None
        self.awaited = list(asked.awaited) if asked else []
        # Whoever comes back may have missed the end of another game: from here on it is about this one.
        self.begins = max((k for k, event in enumerate(events) if event.kind == "table_prepared"), default=0)
        self.open = self.seen_by(None)
        self.has_secrets = any(event.to for event in events)
        self.shown = general.with_spread(game, state.view(None)) if game and state else {}

    def packed(self) -> Moment:
        """For many: what all of them see is put into bytes once."""
        self.shown = {name: msgspec.Raw(p.encoder.encode(part)) for name, part in self.shown.items()}
        return self

    def told(self, player: int | None) -> list[dict[str, Any]]:
        """The events as this player may know them."""
        return self.seen_by(player) if self.has_secrets else self.open

    def seen_by(self, player: int | None) -> list[dict[str, Any]]:
        if self.game is None:
            return [event.seen_by(player) for event in self.events]
        earlier = [event.seen_by(player) for event in self.events[: self.begins]]
        return earlier + [general.seen(self.game, event, player) for event in self.events[self.begins :]]

    def update(self, seat: int | None, player: int | None) -> p.SeatUpdate:
        """For whoever sits at `seat` and plays as `player`."""
        state = self.state
        if state is None:
            return p.SeatUpdate(seat, self.v, self.n, self.told(player), None, None, [], [])
        view = {**self.shown, "seat": player}
        legal: list[int] = []
        if player is not None:
            legal = state.legal(player)
            view.update(state.own(player))
            if self.game is not None and general.is_general(self.game):
                view["spread"] = self.game.spread(state.view(player))
        return p.SeatUpdate(seat, self.v, self.n, self.told(player), view, self.question, legal, self.awaited)


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
