"""A row of numbers holds exactly what its seat knows: nothing that another world would have otherwise, nothing less."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from learning.essence import ESSENCE, HOUSES, of_the_kit
from learning.rows import row_of
from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.options import HELPED
from tailback.core.rng import Rng

# So many matches of each set-up, and so many decisions of each at most.
MATCHES, DECISIONS = 6, 400
TESTS = Path(__file__).parents[1]
# Games of the kit, whose rows are made of what their tables declare.
KIT = ["green_light", "overtake", "right_of_way", TESTS / "kit/sketches/junction.py", TESTS / "kit/sketches/pairs.py"]


@pytest.fixture(scope="module", params=[*ESSENCE, *KIT], ids=lambda which: Path(which).stem)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    if isinstance(request.param, str):
        yield games.load(request.param)
    else:
        yield games.bring(request.param)
        games.drop(request.param)


def setups(game: Game) -> list[tuple[int, dict[str, Any]]]:
    found = [(players, {}) for players in range(game.fewest, game.most + 1)]
    house = HOUSES.get(game.id, game.lively)
    helped = game.option_of(HELPED)
    # Whoever gets a head start may have less than no points.
    ahead = [(game.usual, {helped.name: (0, 1)})] if helped is not None else []
    return [*found, (game.usual, house), (game.usual, game.lively), (game.fewest, game.short), *ahead]


def essence_of(game: Game, state: State, seat: int) -> str:
    view = state.view(seat)
    ESSENCE.get(game.id, of_the_kit)(view)
    return json.dumps(view, sort_keys=True)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if inside is None:
        return [path]
    return [leaf for key, value in inside for leaf in leaves(value, (*path, key))]


def changed(view: dict[str, Any], path: tuple[Any, ...], rng: Rng) -> dict[str, Any]:
    """The view with another value in this place: a number nearby, the opposite, or what stands elsewhere."""
    view = json.loads(json.dumps(view))
    holder: Any = view
    for key in path[:-1]:
        holder = holder[key]
    old = holder[path[-1]]
    if isinstance(old, bool):
        holder[path[-1]] = not old
    elif isinstance(old, int):
        holder[path[-1]] = old + (1 if rng.below(2) else -1)
    else:
        others = [value for value in words(view) if type(value) is type(old) and value != old] or [0]
        holder[path[-1]] = others[rng.below(len(others))]
    return view


def words(view: dict[str, Any]) -> list[Any]:
    found = []
    for path in leaves(view):
        value: Any = view
        for key in path:
            value = value[key]
        found.append(value)
    return found


def test_whatever_changes_in_a_view_changes_its_row(game: Game) -> None:
    rng = Rng(7)
    seen: dict[str, int] = {}
    for players, options in setups(game):
        for seed in range(3):
            state = game.new(players, seed, options)
            for _ in range(DECISIONS):
                asked = state.decision()
                if asked is None:
                    break
                seat = int(rng.below(players))
                view = json.loads(json.dumps(state.view(seat)))
                del view["house"], view["seat"]
                row, essence = row_of(game, state, seat), essence_of(game, state, seat)
                paths = leaves(view)
                for _ in range(3):
                    path = paths[rng.below(len(paths))]
                    other = changed(view, path, rng) | {"house": state.view(seat)["house"], "seat": seat}
                    # Most of what comes of it is no position at all; whatever is one must be told apart.
                    try:
                        twin = game.recall(other)
                        told = essence_of(game, twin, seat)
                        numbers = row_of(game, twin, seat)
                    except Exception:
                        continue
                    if told != essence:
                        assert numbers != row, (path, essence, told)
                        seen[str(path[0])] = seen.get(str(path[0]), 0) + 1
                mover = asked.awaited[rng.below(len(asked.awaited))]
                legal = state.legal(mover)
                state.apply(mover, legal[rng.below(len(legal))])
    assert len(seen) >= 5, seen


def test_a_row_holds_exactly_what_the_seat_knows(game: Game) -> None:
    for players, options in setups(game):
        highs = [part.high for part in game.row(players) for _ in range(part.size)]
        known: dict[tuple[int, ...], str] = {}
        rows: dict[str, tuple[int, ...]] = {}
        rng = Rng(players)
        for seed in range(MATCHES):
            state = game.new(players, seed, options)
            for _ in range(DECISIONS):
                seat = int(rng.below(players))
                row = tuple(row_of(game, state, seat))
                assert all(0 <= number <= high for number, high in zip(row, highs, strict=True))
                essence = essence_of(game, state, seat)
                # Seats are told by their distance, so the same row may come up in another chair.
                assert known.setdefault((seat, *row), essence) == essence, "two views, one row"
                assert rows.setdefault(essence, row) == row, "two rows, one view"
                world = state.imagine(seat, rng)
                assert tuple(row_of(game, world, seat)) == row
                assert world.legal(seat) == state.legal(seat)
                asked = state.decision()
                if asked is None:
                    break
                mover = asked.awaited[rng.below(len(asked.awaited))]
                legal = state.legal(mover)
                state.apply(mover, legal[rng.below(len(legal))])
        assert len(known) > MATCHES * 5
