"""A ledger as bytes and back, so that waking a table costs the same whatever came before.

A snapshot is a help and never the truth: the rows are. It is made by the same code that adds them
up, is thrown away when another version reads it, and the tests compare it with the whole replay.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

import tailback
from tailback import games
from tailback.core.contract import Event
from tailback.core.snapshot import dump, revive
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Finished, Ledger, Phase, UndoAsk
from tailback.server.truth.match import Match

# Rows whose events are kept at hand, for devices that missed a few.
RECENT = 256
# A table puts down a snapshot each time it has so many rows more.
EVERY = 500
# Raised whenever the same rows add up to something else; whatever an older server kept is then read as nothing.
FORMAT = 5


class KeptUndo(msgspec.Struct, array_like=True):
    seat: int
    moves: int
    asked: list[int]


class KeptMatch(msgspec.Struct):
    """A game, as far as it does not follow from how it was prepared."""

    number: int
    prepared: r.Prepared
    n: int
    options: dict[str, Any]
    words: dict[int, str]
    names: list[str]
    sitters: list[str]
    seed: str
    dealt_at: int
    steps: list[tuple[int, int]]
    answers: list[tuple[int, bool]]
    places: dict[int, int]
    moved: dict[int, int] | None
    known_outside: bool
    changed_hands: bool
    # A position some moves ago, so that taking something back does not begin at the deal; and where it stands.
    mark: tuple[int, dict[str, Any]] | None
    state: dict[str, Any] | None


class Kept(msgspec.Struct):
    made_by: str
    v: int
    host: str
    settings: r.Settings
    chairs: list[r.Chair]
    phase: Phase
    past: list[Finished]
    shares: dict[int, str]
    keys: list[str]
    undo: KeptUndo | None
    match: KeptMatch | None


MADE_BY = f"{tailback.__version__} {FORMAT}"
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Kept)


def keep(ledger: Ledger) -> bytes:
    """The ledger as it is now."""
    ask = ledger.undo
    return _encoder.encode(
        Kept(
            made_by=MADE_BY,
            v=ledger.v,
            host=ledger.host,
            settings=ledger.settings,
            chairs=ledger.chairs,
            phase=ledger.phase,
            past=ledger.past,
            shares=ledger.shares,
            keys=list(ledger.keys),
            undo=KeptUndo(ask.seat, ask.moves, sorted(ask.asked)) if ask else None,
            match=kept_match(ledger.match) if ledger.match else None,
        )
    )


def kept_match(match: Match) -> KeptMatch:
    kept = moves_of(match)
    kept.mark = next(
        ((moves, dump(state)) for moves, state in reversed(match.marks) if match.reaches_back(moves)), None
    )
    kept.state = dump(match.state) if match.state else None
    return kept


def moves_of(match: Match) -> KeptMatch:
    """A game without its positions: whoever wants one plays the moves again."""
    return KeptMatch(
        number=match.number,
        prepared=r.Prepared(
            at=0,
            game=match.game.id,
            rules=match.game.rules_version,
            preset=match.preset,
            options=match.given,
            secret=match.secret,
            youngest=match.youngest,
        ),
        n=match.n,
        options=match.options,
        words=match.words,
        names=match.names,
        sitters=match.sitters,
        seed=str(match.seed),
        dealt_at=match.dealt_at,
        steps=match.steps,
        answers=match.answers,
        places=match.places,
        moved=match.moved,
        known_outside=match.known_outside,
        changed_hands=match.changed_hands,
        mark=None,
        state=None,
    )


def recover(table: str, data: bytes) -> Ledger | None:
    """The ledger that was kept; None when it was made by another version."""
    try:
        kept = _decoder.decode(data)
    except msgspec.DecodeError:
        return None
    if kept.made_by != MADE_BY:
        return None
    if kept.match is not None and kept.match.prepared.rules != games.load(kept.match.prepared.game).rules_version:
        return None  # its position is one of older rules
    ledger = Ledger(table)
    ledger.v, ledger.host, ledger.settings = kept.v, kept.host, kept.settings
    ledger.chairs, ledger.phase, ledger.past = kept.chairs, kept.phase, kept.past
    ledger.shares, ledger.keys = kept.shares, dict.fromkeys(kept.keys)
    if kept.match is not None:
        ledger.match = recovered_match(kept.match)
        if kept.undo is not None:
            told = ledger.match.told_since(kept.undo.moves)
            ledger.undo = UndoAsk(kept.undo.seat, kept.undo.moves, set(kept.undo.asked), told)
    return ledger


def recovered_match(kept: KeptMatch) -> Match:
    match = Match(kept.number, kept.prepared, kept.n)
    match.options, match.words, match.names, match.sitters = kept.options, kept.words, kept.names, kept.sitters
    match.seed, match.steps, match.answers = int(kept.seed), kept.steps, kept.answers
    match.dealt_at = kept.dealt_at
    match.places, match.moved = kept.places, kept.moved
    match.known_outside, match.changed_hands = kept.known_outside, kept.changed_hands
    if kept.state is not None:
        players = len(match.names)
        options = match.game.settle(players, match.options)
        if kept.mark is not None:
            match.marks = [(kept.mark[0], revive(match.game.make, players, options, kept.mark[1]))]
        match.stands_at(revive(match.game.make, players, options, kept.state))
    return match


class Woken(NamedTuple):
    """A table that was read from the store: its ledger, the events of its last rows, and what is worth keeping."""

    ledger: Ledger
    recent: deque[Told]
    keep: tuple[int, bytes] | None


class Told(NamedTuple):
    """What a row told: `v` counts the rows up to it, `at` is when it was written."""

    v: int
    at: int
    events: list[Event]


def wake(table: str, kept: bytes | None, data: list[bytes], before: int) -> Woken | None:
    """A table from a snapshot and the rows after the first `before`; None when the snapshot is of no use.

    Broken when this version cannot add the rows up.
    """
    ledger = Ledger(table) if kept is None else recover(table, kept)
    if ledger is None or ledger.v != before:
        return None
    recent: deque[Told] = deque(maxlen=RECENT)
    worth = None
    for place, raw in enumerate(data):
        if worth_keeping(len(data), place, ledger):
            worth = (ledger.v, keep(ledger))
        row = r.decode(raw)
        recent.append(Told(ledger.v + 1, row.at, ledger.apply(row).events))
    return Woken(ledger, recent, worth)


def worth_keeping(total: int, place: int, ledger: Ledger) -> bool:
    """Here, before the last rows, whose events are wanted as well."""
    return total > 2 * EVERY and place == total - RECENT and lasting(ledger)


def lasting(ledger: Ledger) -> bool:
    """Is a snapshot of this ledger worth anything? Not where its game may be another one tomorrow."""
    return ledger.match is None or not ledger.match.may_change


def add_up(table: str, data: list[bytes]) -> Ledger:
    """The ledger of a table from all its rows. Broken when this version cannot do it."""
    ledger = Ledger(table)
    for raw in data:
        ledger.apply(r.decode(raw))
    return ledger
