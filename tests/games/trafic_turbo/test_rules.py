"""Trafic Turbo: the box, the circuits, the start, driving, pushing and crashing."""

from __future__ import annotations

import copy
from importlib import resources
from typing import Any

import pytest

from tailback.core.errors import BadNotation, BadOption, IllegalMove
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.games.trafic_turbo.circuit import (
    FULL_DECK,
    LOADED,
    BadData,
    Circuit,
    check_circuit,
    circuit,
    deck_faces,
    read,
)
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.material import CELLS, ROUNDS_PER_LAP, WIDTH, card_name, cell_name, node_name
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import CROSSED, FINES, HITS, SHEET, SKIPS
from tailback.texts import Texts

AFTER = ", 1, 1, 1, 1, 1, 1"


def race(text: str, players: int = 0, **options: Any) -> TraficTurboState:
    """A position of the rules file: A rolls what the test says, whoever follows rolls 1, and a Warning is on top."""
    fields = [part.partition(":")[0].strip() for part in text.split(";")]
    seats = players or max([2] + ["ABCD".index(name) + 1 for name in fields if name in "ABCD"])
    rolls = "; ".join(part + AFTER if part.strip().startswith("roll") else part for part in text.split(";"))
    if "roll" not in fields:
        rolls += "; roll: 1" + AFTER
    if "top" not in fields and "pile" not in fields:
        rolls += "; top: warning"
    state = GAME.position(rolls, seats, options=options)
    assert isinstance(state, TraficTurboState)
    return state


def play(state: TraficTurboState, *moves: str) -> TraficTurboState:
    """Moves of whoever is asked; `FFL` is three steps."""
    for move in moves:
        for one in move if set(move) <= set("FLRQE") else [move]:
            state.apply(state.waiting(), GAME.parse(one))
    return state


def legal(state: TraficTurboState) -> list[str]:
    return [GAME.notation(action) for action in state.legal(state.waiting())]


def kind(state: TraficTurboState) -> str:
    decision = state.decision()
    return decision.kind if decision else "over"


def refused(state: TraficTurboState, move: str) -> tuple[str, str]:
    """The clause and text key of a refusal; nothing may change."""
    before = dump(state)
    with pytest.raises(IllegalMove) as caught:
        state.apply(state.waiting(), GAME.parse(move))
    assert dump(state) == before
    assert Texts("en", GAME, ["A", "B", "C", "D"]).say(f"refusals.{caught.value.key}", **caught.value.params)
    return caught.value.clause, caught.value.key


def on(state: TraficTurboState, piece: str) -> str:
    """Where a car (A) or the rear of a vehicle (T1) stands."""
    if piece[0] == "T":
        return cell_name(int(state.rear[int(piece[1:]) - 1]))
    return cell_name(int(state.cell["ABCD".index(piece)]))


def written(state: TraficTurboState, car: str) -> dict[str, int]:
    """The line of a car on the score sheet."""
    base = "ABCD".index(car) * SHEET
    names = {"place": CROSSED, "skips": SKIPS, "fines": FINES, "hits": HITS}
    return {name: int(state.sheet[base + column]) for name, column in names.items()}


def holds(state: TraficTurboState, car: str) -> str | None:
    card = int(state.hand["ABCD".index(car)])
    return None if card == 255 else card_name(card)


def told(state: TraficTurboState, *moves: str) -> list[str]:
    """The kinds of events that these moves cause."""
    state.listen()
    play(state, *moves)
    return [event.kind for event in state.take_events()]


# The box


@pytest.mark.clause("TT-1", "TT-70")
def test_theme_and_gap_carry_no_rule() -> None:
    """Nothing in the options or refusals hangs on the story or on the lost passage."""
    texts = Texts("en", GAME)
    assert "rush hour" in texts.say("pitch")
    assert not {option.clause for option in GAME.options} & {"TT-1", "TT-70"}
    assert {c for part in texts.raw("rules") for c in part["clauses"]} >= {"TT-1", "TT-70"}


@pytest.mark.clause("TT-4")
def test_two_to_four_players() -> None:
    assert (GAME.fewest, GAME.most, GAME.age) == (2, 4, 6)
    for players in (1, 5):
        with pytest.raises(BadOption):
            GAME.new(players, 1)


@pytest.mark.clause("TT-5", "TT-15")
def test_the_deck_has_32_cards_and_all_are_in_the_pile() -> None:
    assert len(FULL_DECK) == 32
    kinds = [card_name(face).split()[0] for face in FULL_DECK]
    split = {name: kinds.count(name) for name in set(kinds)}
    assert split == {"traffic": 7, "turbo": 6, "police": 5, "skid": 5, "mirror": 3, "warning": 3, "maneuver": 3}
    state = GAME.new(4, 1)
    assert state.view(None)["pile"] == 32
    assert state.view(None)["discards"] == []


@pytest.mark.clause("TT-6", "TT-21")
def test_the_die_shows_one_to_six_and_sets_the_steps() -> None:
    rolls = set()
    for seed in range(60):
        state = GAME.position("A: 1:5; B: 2:9", 2, seed)
        rolls.add(state.view(0)["roll"])
        if state.view(0)["turn"] == 0:
            assert state.view(0)["left"] == state.view(0)["roll"]
    assert rolls == {1, 2, 3, 4, 5}  # a 6 is played out at once


@pytest.mark.clause("TT-7", "TT-17", "TA-65")
def test_one_car_for_each_player_and_the_same_traffic() -> None:
    for players in (2, 3, 4):
        state = GAME.new(players, 3)
        view = state.view(None)
        assert [car["seat"] for car in view["cars"]] == list(range(players))
        assert len(view["vehicles"]) == 10
        assert view["pile"] == 32


@pytest.mark.clause("TT-8", "TT-16")
def test_the_police_starts_beside_the_line() -> None:
    for name in ("triple-loop", "short-eight"):
        state = GAME.new(2, 1, {"circuit": name})
        assert state.view(None)["police"] == "S1"
        assert [0, 0] in state.view(None)["board"]["stations"][0]["grey"]


@pytest.mark.clause("TT-9", "TT-14", "TA-4")
def test_ten_vehicles_with_one_truck() -> None:
    view = GAME.new(2, 1).view(None)
    assert [vehicle["len"] for vehicle in view["vehicles"]].count(2) == 1
    assert view["vehicles"][6] == {"id": "T7", "kind": "truck", "lane": 2, "col": 18, "len": 2}
    state = GAME.new(2, 1)
    assert isinstance(state, TraficTurboState)
    assert state.grid[2 * WIDTH + 18] == state.grid[2 * WIDTH + 19] != 0
    assert len(GAME.new(2, 1, {"circuit": "short-eight"}).view(None)["vehicles"]) == 6


@pytest.mark.clause("TT-10", "TA-24")
def test_both_circuits_pass_the_checks() -> None:
    for name, columns, stations in (("triple-loop", 36, 4), ("short-eight", 24, 2)):
        data = read(f"circuits/{name}.json")
        check_circuit(data)
        assert circuit(name) is LOADED[name]
        board = GAME.new(2, 1, {"circuit": name}).view(None)["board"]
        assert (board["lanes"], board["columns"], len(board["stations"])) == (3, columns, stations)
        for station in board["stations"]:
            lanes = {lane for lane, _ in station["grey"]}
            cols = [col for _, col in station["grey"]]
            assert len(lanes) == 1
            assert cols == list(range(cols[0], cols[0] + 3))


def broken(name: str, change: Any) -> str:
    """What the checks say about a spoilt circuit."""
    data = copy.deepcopy(read(f"circuits/{name}.json"))
    change(data)
    with pytest.raises(BadData) as caught:
        Circuit(data)
    return str(caught.value)


@pytest.mark.clause("TT-10")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda d: d.update(lanes=4), "three lanes"),
        (lambda d: d.update(columns=40), "12 to 36 columns"),
        (lambda d: d.update(columns=35), "runs do not add up"),
        (lambda d: d.update(laps=0), "at least one lap"),
        (lambda d: d["runs"].pop(), "runs do not add up"),
        (lambda d: d["cells"].pop(), "cells do not match"),
        (lambda d: d["centreline"].pop(3), "does not join"),
        (lambda d: d["centreline"][1].__setitem__(0, "Z"), "unknown segment"),
        (lambda d: d["startArrows"].pop(), "five different"),
        (lambda d: d["startArrows"].__setitem__(0, [1, 32]), "five different"),
        (lambda d: d["startArrows"].__setitem__(0, [0, 3]), "too far"),
        (lambda d: d["startArrows"].__setitem__(0, [3, 35]), "not on the road"),
        (lambda d: d["startArrows"].__setitem__(0, [0]), "not a space"),
        (lambda d: d["traffic"][0].update(lane=0, col=35), "its space is taken"),
        (lambda d: d["traffic"][0].update(lane=2, col=19), "its space is taken"),
        (lambda d: d["traffic"][0].update(col=36), "not on the road"),
        (lambda d: d["traffic"][0].update(len=3), "one or two spaces"),
        (lambda d: d["traffic"][0].update(id="X"), "T1, T2"),
        (lambda d: d["traffic"].clear(), "one to ten vehicles"),
        (lambda d: d["stations"][0]["grey"].pop(), "three grey"),
        (lambda d: d["stations"][0]["grey"].__setitem__(0, [2, 7]), "shares a grey"),
        (lambda d: d["stations"][0].update(exits=[]), "no exit"),
        (lambda d: d["stations"][0].update(id="X"), "S1, S2"),
        (lambda d: d["stations"].clear(), "one to four stations"),
        (lambda d: d.update(policeHome="S9"), "no station S9"),
        (lambda d: d.pop("policeHome"), "missing entry: policeHome"),
        (lambda d: (d["traffic"][0].update(col=8), d["traffic"][1].update(col=8)), "full of vehicles"),
    ],
)
def test_a_broken_circuit_is_refused(change: Any, complaint: str) -> None:
    assert complaint in broken("triple-loop", change)


@pytest.mark.clause("TT-10")
def test_every_circuit_can_be_chosen_and_drawn() -> None:
    (option,) = [option for option in GAME.options if option.name == "circuit"]
    drawn = GAME.boards()
    assert list(drawn) == list(option.choices)
    assert [data["id"] for data in drawn.values()] == list(option.choices)
    files = resources.files("tailback.games.trafic_turbo").joinpath("circuits").iterdir()
    assert sorted(file.name for file in files) == sorted(f"{name}.json" for name in option.choices)


@pytest.mark.clause("TT-10")
def test_a_column_with_only_grey_left_is_worth_a_warning() -> None:
    data = copy.deepcopy(read("circuits/triple-loop.json"))
    data["traffic"][9].update(lane=0, col=16)
    data["stations"][2]["grey"] = [[2, 15], [2, 16], [2, 17]]
    with pytest.warns(UserWarning, match="column 16"):
        check_circuit(data)


@pytest.mark.clause("TT-5", "TA-43")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda d: d["cards"].pop(), "32 cards, not 29"),
        (lambda d: d["cards"].append({"kind": "skid", "dir": "F", "n": 1}), "forward Skid"),
        (lambda d: d["cards"].append({"kind": "skid", "dir": "X", "n": 1}), "unknown direction"),
        (lambda d: d["cards"].append({"kind": "turbo", "value": 9, "n": 1}), "unknown card: turbo 9"),
        (lambda d: d["cards"].append({"kind": "mirror", "n": 1}), "listed twice"),
        (lambda d: d["cards"][0].update(n=0), "no copies"),
        (lambda d: d.pop("cards"), "missing entry: cards"),
    ],
)
def test_a_broken_deck_is_refused(change: Any, complaint: str) -> None:
    data = copy.deepcopy(read("deck.json"))
    change(data)
    with pytest.raises(BadData, match=complaint):
        deck_faces(data)


@pytest.mark.clause("TT-11", "TT-12", "TT-13", "TA-64")
def test_bridges_and_houses_change_nothing() -> None:
    """Columns 2 and 3 lie on the bridge over the gap between 12 and 13: no neighbours of theirs."""
    assert len(read("circuits/triple-loop.json")["bridges"]) == 2
    state = race("A: 1:12; B: 1:2; roll: 1")
    assert on(play(state, "F"), "A") == "1:13"
    state = race("A: 2:30; B: 1:12; C: 1:13; roll: 1; police: 1:5; top: police 3")
    play(state, "F", "police 1:2")
    assert written(state, "B")["fines"] == written(state, "C")["fines"] == 0


# The start


@pytest.mark.clause("TT-18", "TA-1")
def test_the_highest_roll_begins_and_ties_roll_again() -> None:
    """Opening rolls 5, 2, 5: only seats 0 and 2 roll again."""
    for seed in range(400):
        state = GAME.make(3, GAME.settle(3))
        state.listen()
        state.start(seed)
        rolls = [(e.data["seat"], e.data["roll"]) for e in state.take_events() if e.kind == "opening_roll"]
        best = max(roll for _, roll in rolls[:3])
        tied = [seat for seat, roll in rolls[:3] if roll == best]
        assert isinstance(state, TraficTurboState)
        if len(tied) == 1:
            assert len(rolls) == 3
            assert state.first == tied[0]
        else:
            assert [seat for seat, _ in rolls[3 : 3 + len(tied)]] == tied
        if [roll for _, roll in rolls[:3]] == [5, 2, 5]:
            break
    else:
        pytest.fail("no such opening found")
    assert state.first in (0, 2)


@pytest.mark.clause("TT-19", "TA-2")
def test_arrows_are_chosen_in_reverse_order() -> None:
    """With seat 2 first of three, places are chosen 1, 0, 2."""
    seed = next(s for s in range(99) if GAME.new(3, s).view(None)["order"] == [2, 0, 1])
    state = GAME.new(3, seed)
    assert isinstance(state, TraficTurboState)
    chosen = []
    for arrow in ("place 2", "place 1", "place 5"):
        assert kind(state) == "place"
        chosen.append(state.waiting())
        play(state, arrow)
    assert chosen == [1, 0, 2]


@pytest.mark.clause("TT-19", "TA-3")
def test_one_car_per_arrow_and_one_arrow_to_spare() -> None:
    state = GAME.new(4, 5)
    assert isinstance(state, TraficTurboState)
    assert legal(state) == [f"place {n}" for n in range(1, 6)]
    play(state, "place 1")
    assert refused(state, "place 1") == ("TA-3", "arrow_taken")
    assert refused(state, "F") == ("TT-19", "now_place")
    play(state, "place 2", "place 3")
    assert legal(state) == ["place 4", "place 5"]


@pytest.mark.clause("TA-5", "TT-19")
@pytest.mark.parametrize("name", ["triple-loop", "short-eight"])
def test_the_arrows_lie_behind_the_line(name: str) -> None:
    columns = {"triple-loop": 36, "short-eight": 24}[name]
    for arrow, back in enumerate((1, 2, 2, 3, 4), 1):
        state = GAME.new(2, 7, {"circuit": name})
        assert isinstance(state, TraficTurboState)
        seat = state.waiting()
        play(state, f"place {arrow}")
        car = state.view(None)["cars"][seat]
        assert (car["p"], car["col"], car["to_go"]) == (-back, columns - back, columns + back)


def begun(players: int, **options: Any) -> TraficTurboState:
    """A race whose cars have just been placed, with what was told since then."""
    state = GAME.new(players, 4, options)
    assert isinstance(state, TraficTurboState)
    while kind(state) == "place":
        state.listen()
        state.apply(state.waiting(), state.legal(state.waiting())[0])
    return state


@pytest.mark.clause("TA-66")
def test_the_first_of_two_starts_gently() -> None:
    """No roll in the very first turn, and every later turn is as usual."""
    state = begun(2)
    assert state.waiting() == state.first
    assert [event.full() for event in state.take_events()][2:] == [{"kind": "gentle_start", "seat": state.first}]
    assert (kind(state), state.view(None)["roll"], state.view(None)["left"]) == ("step", 1, 1)
    play(state, "F")
    rolled = 0
    for seed in range(9):
        twin = state.clone()
        twin.rng = Rng(seed)
        twin.listen()
        while twin.round < 4 and twin.waiting() >= 0:
            twin.apply(twin.waiting(), twin.legal(twin.waiting())[0])
        kinds = [event.kind for event in twin.take_events()]
        assert "gentle_start" not in kinds
        rolled += kinds.count("rolled")
    assert rolled > 18


@pytest.mark.clause("TA-66", "TT-18")
def test_the_gentle_start_uses_no_luck() -> None:
    """With another way to start the same generator gives the first of two the roll that is the next one here."""
    gentle, usual = begun(2), begun(2, first_of_two="as-all")
    assert gentle.rng.below(6) + 1 == usual.roll


@pytest.mark.clause("TA-66")
@pytest.mark.parametrize(
    ("players", "options"), [(2, {"first_of_two": "as-all"}), (2, {"first_of_two": "rear-arrows"}), (3, {}), (4, {})]
)
def test_otherwise_the_first_turn_begins_with_a_roll(players: int, options: dict[str, Any]) -> None:
    state = begun(players, **options)
    assert [event.kind for event in state.take_events()][players] == "rolled"


@pytest.mark.clause("TA-66", "TA-3")
def test_option_the_first_of_two_starts_behind() -> None:
    state = GAME.new(2, 4, {"first_of_two": "rear-arrows"})
    assert isinstance(state, TraficTurboState)
    assert legal(state) == [f"place {n}" for n in range(1, 6)]  # the other one is free to choose
    play(state, "place 3")
    assert state.waiting() == state.first
    assert legal(state) == ["place 4", "place 5"]
    assert refused(state, "place 1") == ("TA-66", "rear_arrow")
    for players, options in ((3, {"first_of_two": "rear-arrows"}), (2, {}), (2, {"first_of_two": "as-all"})):
        free = GAME.new(players, 4, options)
        assert isinstance(free, TraficTurboState)
        play(free, *("place 3", "place 4")[: players - 1])
        assert legal(free)[:2] == ["place 1", "place 2"]


@pytest.mark.clause("TA-66", "TT-21")
def test_a_position_is_past_the_gentle_start() -> None:
    assert race("A: 0:35 p -1; B: 2:34 p -2; roll: 4").left == 4


@pytest.mark.clause("TT-20", "TT-3")
def test_a_turn_is_driving_then_a_card_then_the_next_player() -> None:
    state = race("A: 1:5; B: 2:20; roll: 2")
    assert kind(state) == "step"
    play(state, "FF")
    assert kind(state) == "keep_or_play"
    play(state, "keep")
    assert (kind(state), state.waiting()) == ("step", 1)


@pytest.mark.clause("TA-5", "T22")
def test_the_first_crossing_does_not_count() -> None:
    state = play(race("A: 0:35 p -1; B: 1:20; roll: 4"), "FFFF")
    assert on(state, "A") == "0:3"
    assert state.p[0] == 3
    assert written(state, "A") == {"place": 0, "skips": 0, "fines": 0, "hits": 0}


@pytest.mark.clause("TA-6", "TA-16", "T21")
def test_pushing_over_the_start_line() -> None:
    state = play(race("A: 0:33 p -3; B: 0:35 p -1; roll: 4"), "FFFF")
    assert (on(state, "A"), on(state, "B")) == ("0:1", "0:2")
    assert (state.p[0], state.p[1]) == (1, 2)
    assert written(state, "A")["fines"] == 1
    assert written(state, "B") == {"place": 0, "skips": 0, "fines": 0, "hits": 0}
    assert kind(state) != "over"


# Driving


@pytest.mark.clause("TA-7", "T01")
def test_the_whole_roll_is_used() -> None:
    state = play(race("A: 1:0; roll: 3"), "FF")
    assert kind(state) == "step"
    assert refused(state, "draw") == ("TA-7", "now_step")
    play(state, "F")
    assert (on(state, "A"), on(state, "T1")) == ("1:3", "1:4")
    assert written(state, "A")["hits"] == 0


@pytest.mark.clause("TT-28", "TT-29", "TA-17", "T02")
def test_the_vehicle_takes_over_the_steps_that_are_left() -> None:
    state = play(race("A: 1:2; roll: 3"), "FF")
    assert (on(state, "A"), on(state, "T1")) == ("1:3", "1:6")
    assert written(state, "A")["hits"] == 1
    assert kind(state) == "keep_or_play"


@pytest.mark.clause("TA-10", "T03")
def test_hitting_on_purpose() -> None:
    state = race("A: 1:3; roll: 4")
    assert legal(state) == ["F", "L", "R"]
    play(state, "F")
    assert (on(state, "A"), on(state, "T1")) == ("1:3", "1:8")


@pytest.mark.clause("TT-30", "TA-18", "T04")
def test_a_vehicle_stops_before_anything() -> None:
    state = play(race("A: 1:3; B: 1:6; roll: 5"), "F")
    assert (on(state, "T1"), on(state, "B")) == ("1:5", "1:6")
    state = play(race("A: 1:3; police: 1:6; roll: 4"), "F")
    assert on(state, "T1") == "1:5"
    assert node_name(state.police) == "1:6"
    state = play(race("A: 1:3; T2: 1:6; roll: 4"), "F")
    assert (on(state, "T1"), on(state, "T2")) == ("1:5", "1:6")


@pytest.mark.clause("TA-19", "T05")
def test_the_truck_needs_room_before_its_nose() -> None:
    state = play(race("A: 2:16; roll: 4"), "FF")
    assert (on(state, "A"), on(state, "T7")) == ("2:17", "2:21")
    assert [int(state.grid[2 * WIDTH + col]) > 0 for col in (20, 21, 22, 23)] == [False, True, True, False]
    state = play(race("A: 2:17; B: 2:21; roll: 4"), "F")
    assert on(state, "T7") == "2:19"
    state = race("A: 1:18; T6: 1:30; roll: 2")
    assert refused(state, "R") == ("TA-11", "vehicle_beside")
    assert refused(play(state, "F"), "R") == ("TA-11", "vehicle_beside")


@pytest.mark.clause("TT-24", "TA-8", "T07")
def test_side_steps_cost_one_and_come_in_any_order() -> None:
    state = play(race("A: 1:3; roll: 4"), "RFFF")
    assert (on(state, "A"), on(state, "T2")) == ("2:5", "2:7")
    assert written(state, "A")["hits"] == 1


@pytest.mark.clause("TT-25", "TA-8", "TA-9", "T08")
def test_all_side_steps_go_to_one_side() -> None:
    assert on(play(race("A: 0:5; roll: 2"), "RR"), "A") == "2:5"
    for path, clause in (("LFR", "TT-25"), ("RFL", "TT-25"), ("FRL", "TT-25")):
        state = race("A: 1:8; T3: 0:30; roll: 3")
        play(state, path[:2])
        assert refused(state, path[2]) == (clause, "one_side_only")
    state = race("A: 1:8; roll: 3")
    assert refused(state, "L") == ("TA-11", "vehicle_beside")
    assert refused(race("A: 0:9; roll: 2"), "L") == ("TA-8", "road_ends")
    assert refused(race("A: 2:10; roll: 2"), "R") == ("TA-8", "road_ends")


def results(state: TraficTurboState, path: str = "") -> dict[str, tuple[str, str]]:
    """Every way to drive a roll: where the car and T4 end."""
    if kind(state) != "step":
        return {path: (on(state, "A"), on(state, "T4"))}
    found = {}
    for step in legal(state):
        found.update(results(play(state.clone(), step), path + step))
    return found


@pytest.mark.clause("TA-10", "T09")
def test_every_way_to_drive_three() -> None:
    found = results(race("A: 1:8; roll: 3"))
    assert set(found.values()) == {("1:10", "1:12"), ("0:10", "1:11"), ("2:10", "1:11")}
    assert found["FFF"] == ("1:10", "1:12")
    assert found["FFL"] == ("0:10", "1:11")
    assert found["FFR"] == found["RFF"] == found["FRF"] == ("2:10", "1:11")


@pytest.mark.clause("TT-22", "TT-24")
def test_no_diagonal_without_a_card() -> None:
    state = race("A: 1:6; roll: 2")
    assert refused(state, "Q") == ("TT-22", "no_diagonal")
    assert refused(state, "E") == ("TT-22", "no_diagonal")


@pytest.mark.clause("TT-23", "TA-21", "TA-22", "T10")
def test_a_six_goes_straight_and_ends_the_turn() -> None:
    state = race("A: 1:12; B: 2:30; hold A: warning; roll: 6; top: skid left")
    assert (on(state, "A"), on(state, "T6")) == ("1:15", "1:19")
    assert holds(state, "A") == "warning"
    assert state.deck.n == 31
    assert state.waiting() == 1  # nothing was asked of A: no card, no side step
    assert written(state, "A")["hits"] == 1


@pytest.mark.clause("TT-23", "TA-21")
def test_a_six_that_cannot_move_ends_the_turn_too() -> None:
    state = race("A: 1:15; B: 2:30; hold A: turbo 3; roll: 6; top: skid left")
    assert (on(state, "A"), on(state, "T6")) == ("1:15", "1:22")
    assert (state.waiting(), kind(state), state.deck.n) == (1, "step", 31)
    assert holds(state, "A") == "turbo 3"


@pytest.mark.clause("TT-23", "TA-21")
def test_a_six_pushes_too() -> None:
    state = race("A: 0:22; B: 0:24; C: 2:30; roll: 6")
    assert (on(state, "A"), on(state, "B"), on(state, "T10")) == ("0:27", "0:28", "0:29")
    assert written(state, "A")["hits"] == 0


# Pushing


@pytest.mark.clause("TT-26", "TA-12", "T11")
def test_pushing_a_car_ahead() -> None:
    state = play(race("A: 1:5; B: 1:7; roll: 4"), "FFFF")
    assert (on(state, "A"), on(state, "B")) == ("1:9", "1:10")
    assert (state.p[0], state.p[1]) == (9, 10)
    state = play(race("A: 1:5; B: 1:7; roll: 4"), "FFRF")
    assert (on(state, "A"), on(state, "B")) == ("2:8", "1:8")


@pytest.mark.clause("TT-27", "TA-13", "T12")
def test_a_queue_stops_at_a_vehicle() -> None:
    state = play(race("A: 1:7; B: 1:8; C: 1:9; roll: 3"), "FF")
    assert [on(state, car) for car in "ABC"] == ["1:8", "1:9", "1:10"]
    assert on(state, "T4") == "1:11"
    assert written(state, "A")["hits"] == 0
    assert kind(state) == "keep_or_play"
    state = play(race("A: 1:7; B: 1:8; police: 1:9; roll: 3"), "F")
    assert [on(state, car) for car in "AB"] == ["1:7", "1:8"]
    assert written(state, "A")["hits"] == 0


@pytest.mark.clause("TT-31", "TA-16", "T14")
def test_pushing_sideways_onto_grey_fines_nobody() -> None:
    state = play(race("A: 0:9; B: 1:9; roll: 2"), "RF")
    assert (on(state, "A"), on(state, "B")) == ("1:10", "2:9")
    assert written(state, "A")["fines"] == written(state, "B")["fines"] == 0


@pytest.mark.clause("TA-14", "T15")
def test_nobody_is_pushed_off_the_road() -> None:
    state = race("A: 0:10; B: 1:10; C: 2:10; roll: 2")
    assert refused(state, "R") == ("TA-14", "push_off_road")


@pytest.mark.clause("TT-31", "TA-11")
def test_a_side_push_needs_a_free_space_behind() -> None:
    state = race("A: 0:11; roll: 2")
    assert refused(state, "R") == ("TA-11", "vehicle_beside")
    assert on(play(state, "FR"), "A") == "1:12"
    state = race("A: 0:13; B: 1:13; roll: 2")
    assert refused(state, "R") == ("TA-11", "vehicle_beside")
    state = race("A: 0:10; B: 1:10; police: 2:10; roll: 2")
    assert refused(state, "R") == ("TA-11", "police_beside")


@pytest.mark.clause("TA-20")
def test_running_into_the_police() -> None:
    state = play(race("A: 1:8; police: 1:9; roll: 4"), "F")
    assert on(state, "A") == "1:8"
    assert node_name(state.police) == "1:9"
    assert written(state, "A") == {"place": 0, "skips": 0, "fines": 0, "hits": 1}


# Grey spaces


@pytest.mark.clause("TT-32", "TT-33", "TA-27", "T17")
def test_stopping_on_grey() -> None:
    state = play(race("A: 0:14; B: 2:30; roll: 2; top: skid right"), "FF")
    assert on(state, "A") == "0:16"  # (a) the Skid is drawn and does nothing
    assert written(state, "A") == {"place": 0, "skips": 1, "fines": 1, "hits": 0}
    assert state.waiting() == 1
    state = play(race("A: 0:14; B: 2:30; roll: 2; top: turbo 3"), "FF")
    assert refused(state, "play") == ("TA-27", "stopped")  # (b)
    assert legal(state) == ["keep"]
    play(state, "keep")
    assert holds(state, "A") == "turbo 3"
    state = play(race("A: 0:14; B: 2:30; hold A: turbo 3; roll: 2"), "no", "FF")
    assert refused(state, "play") == ("TA-27", "stopped")  # (c)
    assert legal(state) == ["draw"]


@pytest.mark.clause("TA-27", "TT-33")
@pytest.mark.parametrize("side", ["left", "right", "back"])
def test_a_skid_after_a_fine_does_nothing(side: str) -> None:
    """The spaces to the right and behind are free, and the road ends on the left: any slip would show."""
    state = race(f"A: 0:14; B: 2:30; T6: 1:22; roll: 2; top: skid {side}", stack_skips=True)
    assert "skid_ignored" in told(state, "FF")
    assert (on(state, "A"), state.p[0]) == ("0:16", 16)
    assert written(state, "A") == {"place": 0, "skips": 1, "fines": 1, "hits": 0}


@pytest.mark.clause("TT-33", "TA-46", "T17")
def test_the_next_turn_is_skipped_and_the_car_can_be_pushed() -> None:
    state = race("A: 0:14; B: 0:13; hold A: maneuver; roll: 2, 5; top: skid left, police 2")
    play(state, "no", "FF", "draw")
    assert state.waiting() == 1
    state.listen()
    play(state, "FFFFF", "stay")  # B pushes A, draws, and is on turn again
    assert on(state, "A") == "0:19"
    assert "skipped" in [event.kind for event in state.take_events()]
    assert written(state, "A")["skips"] == 0
    assert state.waiting() == 1
    assert holds(state, "A") == "maneuver"


@pytest.mark.clause("TT-32", "TA-25", "T18")
def test_driving_over_grey_is_free() -> None:
    state = play(race("A: 0:14; roll: 4"), "FFFF")
    assert on(state, "A") == "0:18"
    assert written(state, "A")["fines"] == 0


@pytest.mark.clause("TA-28", "T20")
def test_a_six_that_ends_on_grey() -> None:
    state = race("A: 0:10; B: 2:30; roll: 6")
    assert on(state, "A") == "0:16"
    assert written(state, "A")["fines"] == 1
    assert state.deck.n == 32
    assert state.waiting() == 1


@pytest.mark.clause("TA-23")
def test_grey_counts_wherever_the_police_is() -> None:
    text = "A: 0:14; B: 2:5; roll: 2; police: {}"
    assert written(play(race(text.format("1:30")), "FF"), "A")["fines"] == 1
    assert written(play(race(text.format("S1"), grey_needs_police=True), "FF"), "A")["fines"] == 0
    assert written(play(race(text.format("S3"), grey_needs_police=True), "FF"), "A")["fines"] == 1


@pytest.mark.clause("TA-26")
def test_no_fine_where_the_move_began() -> None:
    state = race("A: 0:16; B: 2:30; T8: 0:17; T10: 0:18; roll: 6")
    assert on(state, "A") == "0:16"
    assert written(state, "A")["fines"] == 0
    state = play(race("A: 0:15; B: 2:30; roll: 1"), "F")
    assert written(state, "A")["fines"] == 1  # from grey to grey counts
    state = play(race("A: 0:16; B: 2:30; T8: 0:17; hold A: warning; roll: 1"), "use", "F")
    assert on(state, "A") == "0:16"  # the car falls back to where it began
    assert written(state, "A")["fines"] == 0


# Positions from text


@pytest.mark.clause("TT-21")
@pytest.mark.parametrize(
    "text",
    [
        "A: 3:1",
        "A: 1:36",
        "A: x",
        "A: 1:4",
        "A: 1:5; B: 1:5",
        "A: 1:5 p 6",
        "A: 1:5 p 99",
        "roll: 7",
        "round: 61",
        "police: S9",
        "hold A: skid left",
        "hold A: pizza",
        "top: mirror, mirror, mirror, mirror",
        "finished: B",
        "skip: Z",
        "nonsense: 1",
        "T1: 0:35; T2: 2:34; T3: 0:33; T4: 1:33; T5: 1:32",
        "A: ²:5",
        "A: 1:--5",
        "A: 1:5 p",
        "A: 1:5 p --5",
        "A: 1:" + "9" * 5000,
        "round: ²",
        "round: 0",
        "roll: 1, 0",
        "roll: " + "1, " * 18 + "1",
        "skip: A 2",
        "skip: A, A",
        "fines: A -1",
        "hits: A --5",
        "hits: A " + "9" * 5000,
        "turn:",
        "first: A B",
    ],
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.position(text, 2)


@pytest.mark.clause("TA-59")
@pytest.mark.parametrize(
    "text", ["finished: A A", "finished: A B C", "finished: E", "finished: B; B: 1:5", "finished: B; hold B: warning"]
)
def test_bad_lists_of_finished_cars_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.position(text, 4, options={"points": True})


@pytest.mark.clause("TA-59", "TA-45")
def test_what_is_just_possible_is_accepted() -> None:
    state = GAME.position("finished: C A; roll: " + ", ".join("1" * 18), 4, options={"points": True})
    assert (state.scores(), state.waiting()) == ([3, 0, 5, 0], 1)
    stacked = GAME.position("skip: B 2", 2, options={"stack_skips": True})
    assert stacked.view(None)["cars"][1]["skips"] == 2


@pytest.mark.clause("TA-63")
def test_the_bound_covers_every_race() -> None:
    assert GAME.bound(4, GAME.settle(4)) == 4 * (ROUNDS_PER_LAP * 16 + 1)
    assert CELLS == 3 * WIDTH
