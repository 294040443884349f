"""The shapes that other programs are built on are those of every view and event, for every seat and for watchers."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypedDict, get_args

import msgspec
import pytest

from tailback import games
from tailback.core import record
from tailback.core.contract import Event, State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws.each import Seat, observers
from tailback.laws.walk import setups, tables
from tailback.server.truth import shapes as table_shapes
from tailback.texts import LANGUAGES, catalogue

# A game written with the kit has the shapes of the kit and lists none of its own.
NAMES = [name for name in games.ids() if games.load(name).part("shapes") is not None]
TESTS = Path(__file__).resolve().parents[1] / "games"
MATCHES = 4 if int(os.environ.get("TAILBACK_LAW_MATCHES", "200")) <= 10 else 24
STEPS = 400
# Endings of a text's key that are no kind of their own: the secret half, and several told as one.
HALVES = ("_seen", "_run")


class Shapes:
    """What a game declares, and a strict look at what it really says."""

    def __init__(self, name: str) -> None:
        self.module = games.load(name).part("shapes")
        self.kinds: set[str] = set()

    def view(self, state: State, seat: Seat) -> None:
        fits(state.view(seat), self.module.View)

    def events(self, told: Iterable[Event], seats: list[Seat]) -> None:
        for event in told:
            self.kinds.add(event.kind)
            # Most seats are told the same: it is looked at once.
            told_apart = {msgspec.json.encode(seen): seen for seen in map(event.seen_by, seats)}
            for seen in told_apart.values():
                assert seen.pop("kind") == event.kind
                fits(seen, self.module.EVENTS[event.kind])

    def hints(self, state: State, game: Game) -> None:
        seat = int(state.waiting())
        for hint in game.foresee(state, seat) if seat >= 0 else []:
            fits(hint, self.module.Hint)

    def decision(self, state: State) -> None:
        asked = state.decision()
        assert asked is None or asked.kind in get_args(self.module.Decision)


def fits(told: dict[str, Any], shape: type) -> None:
    """As it goes over the line: nothing missing, nothing of another type, nothing unknown."""
    sent = msgspec.json.decode(msgspec.json.encode(told))
    read = msgspec.convert(sent, shape)
    assert msgspec.json.decode(msgspec.json.encode(read)) == sent


@pytest.mark.parametrize(("name", "players"), [table for table in tables() if table[0] in NAMES])
def test_views_and_events_have_their_shapes(name: str, players: int) -> None:
    """Random matches with varied options; each takes the next of the game's set-ups."""
    game, shapes, choices = games.load(name), Shapes(name), setups(name, players)
    for k in range(MATCHES):
        state = game.new(players, k, choices[k * 7 % len(choices)], listen=True)
        rng, seats = Rng(k), observers(state)
        for step in range(STEPS):
            shapes.events(state.take_events(), seats)
            shapes.decision(state)
            shapes.hints(state, game)
            for seat in seats if step % 10 == 0 or state.waiting() < 0 else [seats[step % len(seats)]]:
                shapes.view(state, seat)
            if state.waiting() < 0:
                break
            legal = state.legal(state.waiting())
            state.apply(state.waiting(), legal[rng.below(len(legal))])


@pytest.mark.parametrize("name", games.ours())
def test_golden_games_have_their_shapes(name: str) -> None:
    """Rare events and every way to end."""
    shapes = Shapes(name)
    files = sorted((TESTS / name / "golden").glob("*.txt"))
    assert files
    for file in files:
        for step in record.replay(games.read_record(file.read_text(encoding="utf-8"))):
            seats = observers(step.state)
            shapes.events(step.events, seats)
            shapes.view(step.state, seats[step.number % len(seats)])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_kinds_are_those_that_have_words(name: str, lang: str) -> None:
    texts, module = games.load(name).texts(lang), Shapes(name).module
    assert list(module.EVENTS) == [kind for kind in texts["events"] if not kind.endswith(HALVES)]
    assert list(get_args(module.Decision)) == list(texts["decisions"])


def test_what_happens_at_the_table_has_words() -> None:
    assert list(table_shapes.EVENTS) == list(catalogue("en", "app")["events"])


class Opened(TypedDict):
    seat: int
    card: int


def test_a_shape_is_strict() -> None:
    shape = Opened
    fits({"seat": 1, "card": 7}, shape)
    for wrong in (
        {"seat": 1},
        {"seat": 1, "card": "7"},
        {"seat": 1, "card": 7, "hand": [3]},
        {"seat": True, "card": 7},
    ):
        with pytest.raises((msgspec.ValidationError, AssertionError)):
            fits(wrong, shape)
