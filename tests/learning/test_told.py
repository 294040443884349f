"""Information states hold what a seat was told and no more: they are the same in deals that it cannot tell apart.

Deals are twins for a seat when it sees the same in both. Real ones are found by dealing often; from the middle of a
match on, the other one is imagined. Twins are played on side by side, by the same actions, for as long as the seat sees
the same; then it must have been told the same, too. Leaks that are made on purpose show that this finds them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from check.broken import MISTAKES, changed
from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.laws.each import known

pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("tailback.rl.spiel")
told = pytest.importorskip("tailback.rl.told")

# Our games, the examples of the kit, and one of the kit in which all choose at once.
JUNCTION = Path(__file__).parents[1] / "kit/sketches/junction.py"
EVERY = [*games.ours(), "green_light", "overtake", "right_of_way", JUNCTION]
# Fewer cards where the options allow it, so that the same hand comes up twice.
SMALL = {"hand_size": 3, "rows": 2, "max_number": 20, "highest": 6}
# What chance does in the open and no view shows afterwards: everybody was told, so it tells deals apart.
IN_THE_OPEN = {"opening_roll", "replaced"}
# So many deals are looked at; so many twins are played on, for so many steps at most.
DEALS, TWINS, STEPS = 40_000, 60, 15
# So many positions of matches get a twin that is imagined.
POSITIONS = 120
# What is said of a leak.
LOOKS, TOLD = "looks different", "was told something else"


@pytest.fixture(scope="module", params=EVERY, ids=lambda which: Path(which).stem)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    if isinstance(request.param, str):
        yield games.load(request.param)
    else:
        yield games.bring(request.param)
        games.drop(request.param)


def load(game: Game) -> Any:
    small = {option.name: SMALL[option.name] for option in game.options if option.name in SMALL}
    params = {"players": game.fewest, "options": json.dumps({**game.short, **small}), "deals": DEALS}
    return pyspiel.load_game(spiel.PREFIX + game.id, params)


def dealt(loaded: Any, deal: int) -> Any:
    state = loaded.new_initial_state()
    state.apply_action(deal)
    return state


def test_deals_that_a_seat_cannot_tell_apart(game: Game) -> None:
    assert real_twins(load(game)) >= 8


def test_worlds_that_a_seat_cannot_tell_apart(game: Game) -> None:
    # Each of them once, and far more often some steps on.
    assert imagined_twins(load(game)) > 1.5 * POSITIONS * game.fewest


def real_twins(loaded: Any) -> int:
    """Deals that look the same to a seat, played on; in how many positions they were compared."""
    luck, compared = random.Random(1), 0
    for seat in range(loaded.num_players()):
        for one, other in twin_deals(loaded, seat):
            compared += side_by_side(dealt(loaded, one), dealt(loaded, other), seat, luck)
    return compared


def twin_deals(loaded: Any, seat: int) -> list[tuple[int, int]]:
    state = loaded.setup.first.clone()
    state.listen()
    first: dict[tuple[bytes, str], int] = {}
    found = []
    for deal in range(DEALS):
        state.start(deal)
        rolls = [event.data for event in state.take_events() if event.kind in IN_THE_OPEN]
        one = first.setdefault((known(state, seat), str(rolls)), deal)
        if one != deal:
            found.append((one, deal))
        if len(found) == TWINS:
            break
    return found


def imagined_twins(loaded: Any) -> int:
    """Worlds that a seat cannot tell from the real one, played on beside it."""
    luck, rng, compared = random.Random(2), Rng(5), 0
    for state in positions(loaded):
        for seat in range(loaded.num_players()):
            world = state.clone()
            world.match = state.match.imagined(seat, rng)
            alike = side_by_side(state.clone(), world, seat, luck)
            assert alike > 0, LOOKS
            compared += alike
    return compared


def positions(loaded: Any) -> Iterator[Any]:
    luck = random.Random(3)
    state = dealt(loaded, 0)
    for step in range(POSITIONS):
        if state.is_terminal():
            state = dealt(loaded, step)
        yield state
        state.apply_action(luck.choice(state.legal_actions()))


def side_by_side(one: Any, other: Any, seat: int, luck: random.Random) -> int:
    """Play on in both for as long as the seat sees the same, and compare what it was told; in how many positions."""
    tensors = one.get_game().get_type().provides_observation_tensor
    before = 0
    for step in range(STEPS):
        seen = one.observation_string(seat)
        if other.observation_string(seat) != seen:
            return step
        here, there = (state.information_state_string(seat).split("\n") for state in (one, other))
        in_view = words(json.loads(seen))
        assert [settled(line, in_view) for line in here[before:]] == [
            settled(line, in_view) for line in there[before:]
        ], TOLD
        assert not tensors or one.observation_tensor(seat) == other.observation_tensor(seat), LOOKS
        mover, legal, legal_there = one.current_player(), one.legal_actions(), other.legal_actions()
        assert other.current_player() == mover, LOOKS
        assert mover != seat or legal_there == legal, LOOKS
        both = [action for action in legal if action in legal_there]
        if not both:
            return step + 1
        before = len(here)
        action = luck.choice(both)
        one.apply_action(action)
        other.apply_action(action)
    return STEPS


def settled(line: str, in_view: set[str]) -> Any:
    """A line without the order in which cards came that the seat has in view: that order is its own business."""
    if not line.startswith("["):
        return line
    events, *rest = json.loads(line)
    kinds = [event["kind"] for event in events]
    return [kinds, sorted((in_order(event, in_view) for event in events), key=str), *rest]


def in_order(data: Any, in_view: set[str]) -> Any:
    if isinstance(data, dict):
        return {name: in_order(value, in_view) for name, value in data.items()}
    if isinstance(data, list):
        parts = [in_order(part, in_view) for part in data]
        return sorted(parts, key=str) if words(parts, names=False) <= in_view else parts
    return data


def words(data: Any, names: bool = True) -> set[str]:
    """Everything that stands in it."""
    if isinstance(data, dict):
        found = set(data) if names else set()
        return found.union(*(words(value, names) for value in data.values()))
    if isinstance(data, list):
        return set().union(*(words(part, names) for part in data))
    return {str(data)}


# Leaks on purpose


def has_secrets(loaded: Any) -> bool:
    """Is anything told to some seats only?"""
    state, luck = loaded.setup.first.clone(), random.Random(4)
    state.listen()
    state.start(1)
    for _step in range(POSITIONS):
        if (seat := state.waiting()) >= 0:
            state.apply(seat, luck.choice(state.legal(seat)))
    return any(event.to for event in state.take_events())


def test_secrets_of_others_would_be_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Open:
        """An event that tells everybody everything."""

        def __init__(self, event: Any) -> None:
            self.seen_by = lambda _seat: event.full()

    class Heard:
        """A state whose events are such."""

        def __init__(self, state: State) -> None:
            self.view, self.decision = state.view, state.decision
            self.take_events = lambda: [Open(event) for event in state.take_events()]

    note = told.Told.note
    loaded = load(game)
    if not has_secrets(loaded):
        pytest.skip("nothing is told to some only")
    monkeypatch.setattr(told.Told, "note", lambda self, state: note(self, Heard(state)))
    with pytest.raises(AssertionError, match=TOLD):
        real_twins(loaded)


def test_a_view_of_the_whole_position_would_be_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = told.seen

    def everything(state: State, seat: int | None) -> dict[str, Any]:
        return {**seen(state, seat), "position": dump(state)}

    for module in (told, spiel):
        monkeypatch.setattr(module, "seen", everything)
    with pytest.raises(AssertionError, match=LOOKS):
        imagined_twins(load(game))


@pytest.mark.parametrize(
    ("mistake", "found"),
    [
        ("everybody sees all hands", LOOKS),
        ("a note tells a hidden card", LOOKS),
        ("what is allowed hangs on another hand", LOOKS),
        ("an event tells a hidden card", TOLD),
    ],
)
def test_a_game_that_leaks_would_be_found(mistake: str, found: str, tmp_path: Path) -> None:
    file = changed(tmp_path, MISTAKES[mistake])
    leaking = games.bring(file, trial=False)
    try:
        with pytest.raises(AssertionError, match=found):
            imagined_twins(load(leaking))
    finally:
        games.drop(file)
