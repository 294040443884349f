"""The games as OpenSpiel plays them: its own random simulations, and information states that hold what a seat knows."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

from specimens import FORGETFUL, RACE, SEALED
from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.observe import payoffs, width
from tailback.core.rng import Rng

pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("tailback.rl.spiel")

# Every game with the options for a short match, and one made with the kit, which comes from another package.
OURS = [games.load(name) for name in games.ours()]
PLAYED = [*OURS, games.load("green_light")]
# So small that every deal is looked at within a moment.
TINY = {"players": 2, "options": "highest=4", "deals": -1}


def load(game: Game, **params: Any) -> Any:
    return pyspiel.load_game(spiel.PREFIX + game.id, {"options": json.dumps(game.short), **params})


def positions(game: Any, seed: int = 0, most: int = 300) -> Iterator[Any]:
    """A random match, position after position, from the first seed that is drawn."""
    luck = random.Random(seed)
    state = game.new_initial_state()
    for _step in range(most):
        if state.is_terminal():
            break
        state.apply_action(luck.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_random_simulations_of_pyspiel(game: Game) -> None:
    for players in {game.fewest, game.usual}:
        pyspiel.random_sim_test(load(game, players=players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_it_is_the_same_match_as_without_pyspiel(game: Game) -> None:
    loaded = load(game, deals=50)
    *_, state = positions(loaded, 3, 10_000)
    seed, *actions = state.history()
    core = game.new(game.usual, seed, game.short)
    for action in actions:
        core.apply(core.waiting(), action)
    assert state.is_terminal()
    assert core.waiting() < 0
    assert state.returns() == payoffs(core)
    assert sum(state.returns()) == pytest.approx(0)


def test_every_game_is_known_by_its_parameters() -> None:
    assert {spiel.PREFIX + name for name in games.ids()} <= set(pyspiel.registered_names())
    for game in OURS:
        for preset in game.presets:
            chosen = pyspiel.load_game(spiel.PREFIX + game.id, {"preset": preset})
            again = pyspiel.load_game(str(chosen))
            assert again.setup.options == chosen.setup.options == game.settle(game.usual, preset=preset)
            assert again.max_game_length() == game.bound(game.usual, chosen.setup.options)


def test_options_as_text_and_as_json_are_the_same() -> None:
    name = spiel.PREFIX + SEALED.id
    forms = ["rows=2;hand_size=4", "rows = 2, hand-size: 4", '{"rows": 2, "hand_size": 4}']
    assert len({str(pyspiel.load_game(name, {"options": form})) for form in forms}) == 1
    lists = [pyspiel.load_game(name, {"options": form}) for form in ("trailers=5,15;rows=2", '{"trailers": [5, 15]}')]
    assert [game.setup.options["trailers"] for game in lists] == [(5, 15), (5, 15)]


@pytest.mark.parametrize(
    ("params", "error", "words"),
    [
        ({"players": 9}, BadOption, "bad_players"),
        ({"preset": "nobody"}, BadOption, "unknown_preset"),
        ({"options": "wheels=5"}, BadOption, "unknown_option"),
        ({"options": "rows=many"}, BadOption, "bad_value"),
        ({"options": "rows"}, ValueError, "name=value"),
        ({"options": "{rows"}, ValueError, "JSON"),
        ({"deals": 0}, ValueError, "1 or more"),
        ({"deals": -1}, ValueError, "more than"),
        ({"seats": 2}, pyspiel.SpielError, "Unknown parameter 'seats'"),
    ],
)
def test_bad_parameters(params: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        pyspiel.load_game(spiel.PREFIX + SEALED.id, params)


# What a seat knows


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(game: Game) -> None:
    loaded, rng = load(game), Rng(5)
    row = width(game.row(loaded.num_players()))
    for step, state in enumerate(positions(loaded, 1)):
        if step % 7 or state.is_terminal():
            continue
        for seat in range(loaded.num_players()):
            world = state.clone()
            world.match = state.match.imagined(seat, rng)
            assert world.observation_string(seat) == state.observation_string(seat)
            if row:
                assert world.observation_tensor(seat) == state.observation_tensor(seat)
            if world.current_player() == seat:
                assert world.legal_actions() == state.legal_actions()


def test_histories_that_differ_only_in_what_is_hidden() -> None:
    """One card each from nine: a seat that chose its only card cannot tell which the other one holds."""
    options = "max_number=10;hand_size=1;rows=2;specials=false;rounds=1;trailer_mode=removed"
    loaded = pyspiel.load_game(spiel.PREFIX + SEALED.id, {"players": 2, "options": options, "deals": 3000})
    known: dict[str, set[str]] = {}
    hidden: dict[str, set[str]] = {}
    for deal in range(3000):
        state = loaded.new_initial_state()
        state.apply_action(deal)
        core = state.match.core
        seen, other = core.view(0), core.view(1)
        mine = f"{seen['rows']} {seen['hand']}"
        known.setdefault(mine, set()).add(state.information_state_string(0))
        hidden.setdefault(mine, set()).add(str(other["hand"]))
    # Every information state goes with several hands of the other one, and depends on none of them.
    assert all(len(told) == 1 for told in known.values())
    assert sum(len(hands) > 1 for hands in hidden.values()) > 100


def test_a_sealed_choice_is_told_to_nobody() -> None:
    loaded = load(SEALED, players=2)
    for deal in range(20):
        state = loaded.new_initial_state()
        state.apply_action(deal)
        first = state.current_player()
        after = [state.child(action) for action in state.legal_actions()]
        assert len({child.information_state_string(1 - first) for child in after}) == 1
        assert len({child.observation_string(1 - first) for child in after}) == 1
        assert len({child.information_state_string(first) for child in after}) == len(after)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_perfect_recall(game: Game) -> None:
    """What a seat was told begins with all that it was told before, and then comes what it did itself."""
    loaded, luck = load(game), random.Random(2)
    state = loaded.new_initial_state()
    state.apply_action(7)
    before = [state.information_state_string(seat) for seat in range(loaded.num_players())]
    for _step in range(120):
        if state.is_terminal():
            break
        mover, action = state.current_player(), luck.choice(state.legal_actions())
        state.apply_action(action)
        for seat, earlier in enumerate(before):
            told = state.information_state_string(seat)
            lines = told[len(earlier) :].split("\n")
            assert told.startswith(earlier)
            assert lines[0] == ""
            assert (lines[1] == game.notation(action)) == (seat == mover)
            before[seat] = told


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_told_as_it_goes_on_or_afterwards(game: Game) -> None:
    loaded = load(game)
    for step, state in enumerate(positions(loaded, 4, 100)):
        told = [state.information_state_string(seat) for seat in range(loaded.num_players())]
        if step % 10 == 0:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
            assert again.match.told is None
            assert [again.information_state_string(seat) for seat in range(loaded.num_players())] == told
            assert again.history() == state.history()


def test_only_who_remembers_knows_an_earlier_card() -> None:
    """In a game of memory what was seen is in the information state, and no longer in the observation."""
    loaded = load(FORGETFUL, players=2)
    for state in positions(loaded, 1):
        told = state.information_state_string(0)
        if told.count('"opened"') > 6:
            break
    core = state.match.core
    assert len(told) > 3 * len(state.observation_string(0))
    assert json.loads(state.observation_string(0))["table"] == core.view(0)["table"]


def test_observations_of_other_kinds() -> None:
    loaded = load(SEALED, players=2)
    state = next(positions(loaded))
    spectator = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    seen = json.loads(loaded.make_py_observer(spectator).string_from(state, 0))
    assert "hand" not in seen
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
    ):
        with pytest.raises(ValueError, match="seat"):
            loaded.make_py_observer(kind)


@pytest.mark.parametrize("game", [game for game in OURS if game.row(game.usual)], ids=lambda game: game.id)
def test_the_tensor_is_the_row(game: Game) -> None:
    loaded = load(game)
    assert loaded.observation_tensor_size() == width(game.row(game.usual))
    state = list(positions(loaded, 1, 20))[-1]
    observer = loaded.make_py_observer()
    for seat in range(game.usual):
        observer.set_from(state, seat)
        assert list(observer.tensor) == state.observation_tensor(seat)
        assert sum(len(part) for part in observer.dict.values()) == len(observer.tensor)
        assert any(observer.tensor)


# Copies


@pytest.mark.parametrize("listened", [False, True])
def test_copies_go_their_own_ways(listened: bool) -> None:
    loaded = load(SEALED, players=2)
    state = list(positions(loaded, 1, 4))[-1]
    if listened:
        state.information_state_string(0)
    before, told = str(state), state.clone().information_state_string(0)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == before
        assert twin.information_state_string(0) == told
        while not twin.is_terminal():
            twin.apply_action(twin.legal_actions()[-1])
        assert str(state) == before
        assert state.clone().information_state_string(0) == told


def test_an_imagined_world_is_played_on_and_not_stored() -> None:
    loaded = load(SEALED, players=2)
    state = list(positions(loaded, 1, 4))[-1]
    seat = state.current_player()
    world = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert world.information_state_string() == state.information_state_string()
    with pytest.raises(TypeError, match="imagined"):
        pickle.dumps(world)
    while not world.is_terminal():
        world.apply_action(world.legal_actions()[0])
    assert sum(world.returns()) == pytest.approx(0)


def test_search_over_imagined_worlds() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    import numpy as np

    loaded = load(SEALED, players=2, options="hand_size=3;rounds=1")
    bot = ismcts.ISMCTSBot(
        loaded, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 30, random_state=np.random.RandomState(2)
    )
    state = next(positions(loaded))
    while not state.is_terminal():
        before = str(state)
        action = bot.step(state)
        assert str(state) == before
        state.apply_action(action)


# Every deal


def test_every_deal_of_a_tiny_game() -> None:
    loaded = pyspiel.load_game(spiel.PREFIX + FORGETFUL.id, TINY)
    tables = []
    for deal, chance in loaded.new_initial_state().chance_outcomes():
        assert chance == 1 / 24
        state = loaded.new_initial_state()
        state.apply_action(deal)
        tables.append(tuple(list(state.match.core.face)[:4]))
    # Four cards lie in 24 orders.
    assert len(set(tables)) == len(tables) == 24


def test_chance_after_the_deal_is_not_exact() -> None:
    with pytest.raises(ValueError, match="after the deal"):
        pyspiel.load_game(spiel.PREFIX + RACE.id, {"deals": -1})


def test_deals_that_are_not_equally_likely_are_refused() -> None:
    from tailback.rl.deals import NotExact, check_even

    check_even([20, 25, 18, 22], "a fair game")
    with pytest.raises(NotExact, match="equally likely"):
        check_even([20, 25, 90, 22], "another one")


def test_pyspiel_and_the_written_tree_agree_on_exploitability() -> None:
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policy = pytest.importorskip("open_spiel.python.policy")
    from research.exploitability import QUICK, Tree

    loaded = pyspiel.load_game(spiel.PREFIX + QUICK[0].game, {"players": 2, "options": QUICK[0].options, "deals": 12})
    tree = Tree(loaded, {})
    slow = exploitability.nash_conv(loaded, policy.UniformRandomPolicy(loaded))
    assert slow > 0.1
    assert pyspiel.nash_conv(tree.efg, pyspiel.UniformRandomPolicy(tree.efg)) == pytest.approx(slow)


def test_the_program_on_exploitability() -> None:
    from research.exploitability import QUICK, study

    found = dict(study(QUICK[0]._replace(deals=60), 0.0005))
    random_play, *_robots, early, late = found.values()
    assert len(found) == 5
    assert 0 <= late < early < random_play
