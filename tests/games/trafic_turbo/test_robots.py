"""Trafic Turbo: what a sensible driver does, what a careless one overlooks, and what looking ahead finds."""

from __future__ import annotations

from collections import Counter

import pytest

from games.trafic_turbo.test_rules import GAME, play, race
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import FINES, OVER, STEPPING


def chosen(state: TraficTurboState) -> str:
    return GAME.notation(int(state.instinct(state.waiting(), Rng(1))))


def driven(state: TraficTurboState) -> str:
    """The steps of a whole move."""
    seat, steps = state.waiting(), ""
    while state.phase == STEPPING and state.waiting() == seat:
        step = chosen(state)
        play(state, step)
        steps += step
    return steps


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ("A: 1:26; roll: 4", "1:30"),  # a free road
        ("A: 0:12; roll: 3", "1:14"),  # straight on it would stop on grey
        ("A: 1:3; roll: 4", "2:5 0:6"),  # round the vehicle ahead
        ("A: 1:33; roll: 3", "home"),
        ("A: 1:33; B: 1:35; roll: 3", "1:34 0:34 2:34 0:35 2:35"),  # never push a rival over the line
    ],
)
def test_a_move_ends_where_it_should(position: str, where: str) -> None:
    state = race(position)
    driven(state)
    at = "home" if state.phase == OVER and state.p[0] >= state.rules.goal else state.space(0)
    assert at in where.split()


@pytest.mark.parametrize(
    ("position", "moves", "answer"),
    [
        ("A: 1:3; hold A: warning; roll: 5", (), "use"),  # through the jam
        ("A: 0:3; hold A: warning; roll: 3", (), "no"),  # the road is free anyway
        ("A: 1:29; hold A: turbo 5; roll: 2", ("no", "FF"), "play"),  # home
        ("A: 1:20; T9: 1:23; T8: 0:23; T10: 2:23; hold A: turbo 5; roll: 1", ("no", "F"), "draw"),  # a jam
        ("A: 1:27; hold A: turbo 4; roll: 1; top: turbo 4", ("no", "F", "draw"), "play"),  # not thrown away
        ("A: 0:14; hold A: turbo 2; roll: 1; top: turbo 5", ("no", "F", "draw"), "keep"),  # fined; the better one
        ("A: 0:14; hold A: turbo 5; roll: 1; top: turbo 2", ("no", "F", "draw"), "discard"),
        ("A: 0:14; hold A: turbo 4; roll: 1; pile: mirror, turbo 4", ("no", "F", "draw"), "take nothing"),
        ("A: 1:26; roll: 1; pile: mirror, skid left, turbo 2, turbo 5, traffic 3", ("F",), "take turbo 5"),
        ("A: 1:3; B: 1:9; C: 1:20; roll: 1; top: police 5", ("L",), "police 0:20"),
        ("A: 1:3; B: 1:9; skip: B; roll: 1; top: police 2", ("L",), "stay"),  # misses a turn already
    ],
)
def test_cards(position: str, moves: tuple[str, ...], answer: str) -> None:
    found = chosen(play(race(position), *moves))
    if found.startswith("police ") and answer.startswith("police "):
        state = play(race(position), *moves)
        state.listen()
        play(state, found)
        fined = [event.data["seat"] for event in state.take_events() if event.kind == "police_fine"]
        assert fined == [2]
    else:
        assert found == answer


def test_the_police_never_fines_its_own_sender() -> None:
    """The only space beside the rival is beside the own car, too."""
    state = race("A: 1:8; B: 1:10; T3: 0:10; T5: 2:10; T4: 1:11; roll: 1; top: police 5; T2: 2:13")
    play(state, "L")
    play(state, chosen(state))
    assert state.sheet[FINES] == 0


def test_the_police_stands_in_the_way_where_it_can_fine_nobody() -> None:
    state = race("A: 1:0; B: 2:6; skip: B; T2: 2:20; T5: 2:14; roll: 1; top: police 2")
    play(state, "F")
    assert chosen(state) == "police 2:8"


def test_a_traffic_card_goes_to_few_vehicles() -> None:
    """One long move where no short one is better: not a space here and a space there."""
    moves = Counter[int]()
    for seed in range(12):
        state = GAME.new(4, seed)
        rng = Rng(seed)
        row = 0
        while (seat := state.waiting()) >= 0:
            shifting = GAME.notation(int(state.instinct(seat, rng))).startswith("traffic")
            row = row + 1 if shifting else 0
            if shifting:
                moves[row] += 1
            state.apply(seat, state.instinct(seat, rng))
    assert moves[1] > 20
    assert sum(moves.values()) < 2.2 * moves[1]


def test_somebody_runs_into_the_police() -> None:
    """It is put in the way, so a careless driver has to stop behind it now and then."""
    seed, kinds = 0, [""]
    while "hit_police" not in kinds and seed < 40:
        state, rng = GAME.new(4, seed, listen=True), Rng(seed)
        while (seat := state.waiting()) >= 0:
            state.apply(seat, state.slip(seat, 2, rng))
        kinds = [event.kind for event in state.take_events()]
        seed += 1
    assert "hit_police" in kinds


def slips(state: TraficTurboState, level: int) -> Counter[str]:
    return Counter(GAME.notation(int(state.slip(state.waiting(), level, Rng(k)))) for k in range(200))


def test_careless_drivers_do_not_look() -> None:
    grey = race("A: 0:14; roll: 1")
    assert chosen(grey) != "F"
    for level, least in ((1, 60), (2, 40)):
        assert slips(grey, level)["F"] > least
    forgot = race("A: 1:3; hold A: warning; roll: 5")
    assert slips(forgot, 1)["no"] > slips(forgot, 2)["no"] > 30
    chase = play(race("A: 1:3; B: 1:9; roll: 1; top: police 5"), "L")
    assert slips(chase, 2)["stay"] > 40
    assert len(slips(chase, 1)) > 10


def test_outlook_adds_up_and_knows_who_is_ahead() -> None:
    state = race("A: 1:20; B: 1:10; C: 0:12; D: 0:3; skip: C; roll: 1")
    chances = [state.outlook(seat) for seat in range(4)]
    assert sum(chances) == pytest.approx(1)
    assert sorted(chances, reverse=True) == [chances[0], chances[1], chances[2], chances[3]]
    won = race("A: 1:35; roll: 2")
    play(won, "F")
    assert [won.outlook(seat) for seat in range(2)] == [1.0, 0.0]


def test_looking_ahead_keeps_to_what_the_seat_knows() -> None:
    """The same view and chance, the same choice, whatever the others hold."""
    state = play(race("A: 1:3; B: 1:9; C: 2:12; hold B: turbo 5; hold C: warning; roll: 1; top: police 5"), "L")
    world = state.imagine(0, Rng(9))
    assert GAME.ponder(state, 0, 5, 1500, Rng(4)) == GAME.ponder(world, 0, 5, 1500, Rng(4))


def test_looking_ahead_finds_a_win_that_instinct_misses() -> None:
    """Before two rows of vehicles a Turbo is no use, but any Warning goes through them and home."""
    walls = "T1: 0:34; T2: 1:34; T3: 2:34; T4: 0:35; T5: 1:35; T6: 2:35"
    state = race(f"A: 1:33; B: 2:33; C: 0:33; D: 1:32; {walls}; hold A: turbo 5; roll: 1; top: warning")
    play(state, "no", "F", "draw")
    assert chosen(state) == "discard"
    assert GAME.notation(GAME.ponder(state, 0, 5, 3000, Rng(1))) == "keep"
