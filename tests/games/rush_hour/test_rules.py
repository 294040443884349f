"""Rush Hour: the box, the deal, the turn, penalties and the end. Scenarios as in the rules, one turn each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.notation import seat_letter, seat_of
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.robots import times

GAME = games.load("rush_hour")


class Turn:
    """One turn from a position: who plays what, then the choices in the order they are asked for."""

    def __init__(self, rows: str, plays: str, *choices: str, players: int = 5, extra: str = "", **options: Any) -> None:
        hands = [play.split() for play in plays.split(",")]
        fields = "; ".join(f"{seat}: {card}" for seat, card in hands)
        self.state = GAME.position(f"rows: {rows}; {fields}; {extra}", players=players, options=options)
        self.state.listen()
        for seat, card in hands:
            self.do(seat, f"play {card.lstrip('t')}")
        self.legal: dict[str, list[str]] = {}
        self.kinds: dict[str, str] = {}
        for choice in choices:
            seat, _, move = choice.partition(" ")
            decision = self.state.decision()
            assert decision is not None
            assert decision.seats == (seat_of(seat, players),)
            self.kinds[seat] = decision.kind
            self.legal[seat] = legal(self.state, seat)
            self.do(seat, move)
        self.events = [event.full() for event in self.state.take_events()]

    def do(self, seat: str, move: str) -> None:
        do(self.state, seat, move)

    @property
    def rows(self) -> str:
        return rows_of(self.state)

    @property
    def order(self) -> str:
        """The seats in the order their cards are carried out."""
        shown = next(event for event in self.events if event["kind"] == "revealed")
        return " ".join(seat_letter(seat) for seat in shown["seats"])

    @property
    def taken(self) -> dict[str, str]:
        seats = self.state.view(None)["seats"]
        return {
            seat_letter(k): f"{' '.join(one['pile'])} = {one['points']}" for k, one in enumerate(seats) if one["pile"]
        }


def do(state: State, seat: str, move: str) -> None:
    state.apply(seat_of(seat, int(state.players)), GAME.parse(move))


def legal(state: State, seat: str) -> list[str]:
    return [GAME.notation(action) for action in state.legal(seat_of(seat, int(state.players)))]


def rows_of(state: State) -> str:
    return " / ".join(" ".join(row) for row in state.view(None)["rows"])


def refusal(state: State, seat: str, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        do(state, seat, move)
    return caught.value


def asked(state: State) -> str:
    decision = state.decision()
    return decision.kind if decision else ""


# The box


@pytest.mark.clause("G-1", "G-7", "D-3")
def test_three_games_share_the_box() -> None:
    every = map(games.load, games.ours())
    in_the_box = [game for game in every if game.editions or "edition" in game.once_options]
    assert len(in_the_box) == 3
    told = next(section["clauses"]["G-1"] for section in GAME.texts("en")["rules"] if "G-1" in section["clauses"])
    assert all(game.texts("en")["name"] in told for game in in_the_box)


@pytest.mark.clause("G-2", "G-3", "G-4", "RH-3", "D-2")
def test_players_age_and_time() -> None:
    assert (GAME.fewest, GAME.most) == (2, 5)
    assert GAME.age == 8
    low, high = times.span(GAME)
    assert low < high
    for players in range(2, 6):
        assert GAME.new(players, 1).decision() is not None


@pytest.mark.clause("G-5", "G-6", "G-Q1", "D-1")
def test_fifty_cars_and_twelve_specials() -> None:
    cards = GAME.new(3, 1).census()
    assert len(cards) == 62
    assert sorted(int(card.lstrip("t")) for card in cards if card not in "APT") == list(range(1, 51))
    assert [cards.count(kind) for kind in "APT"] == [4, 4, 4]


@pytest.mark.clause("G-Q2")
def test_trailer_numbers() -> None:
    def trailers(**options: Any) -> set[str]:
        return {card for card in GAME.new(2, 1, options).census() if card.startswith("t")}

    assert trailers() == {"t5", "t15", "t25", "t35", "t45"}
    assert trailers(trailers=(10, 20, 30, 40)) == {"t10", "t20", "t30", "t40"}
    assert trailers(trailers="7, 9") == {"t7", "t9"}
    assert trailers(trailers=()) == set()
    # Those above the cap fall away.
    assert trailers(max_number=20) == {"t5", "t15"}


@pytest.mark.clause("G-8", "D-10", "D-22")
def test_the_editions_play_the_same_full_game() -> None:
    """What differs between the sheets in words alone changes no match with the whole deck."""
    tallies = [play_random(GAME.make(4, GAME.settle(4, {"edition": name})), 10) for name in ("merged", "002", "000")]
    assert len({tally.checksum for tally in tallies}) == 1


@pytest.mark.clause("G-Q3", "RH-Q18")
def test_age_order_decides_among_equals() -> None:
    turn = Turn("12 / 20 / 33", "A P, C P", "C row 1", "A row 2", players=3, extra="ages: C B A")
    assert turn.order == "C A"
    turn = Turn("12 / 20 / 33", "A P, C P", "A row 1", "C row 2", players=3)
    assert turn.order == "A C"
    assert GAME.new(3, 1, {"age_order": (2, 0, 1)}).view(0)["ages"] == [2, 0, 1]
    assert GAME.new(3, 1).view(0)["ages"] == [0, 1, 2]


# Aim and start


@pytest.mark.clause("RH-1", "RH-4", "RH-5", "RH-7", "RH-8", "D-5")
def test_the_deal() -> None:
    for players in range(2, 6):
        view = GAME.new(players, 7).view(0)
        assert [len(row) for row in view["rows"]] == [1, 1, 1]
        assert [seat["cards"] for seat in view["seats"]] == [10] * players
        assert view["unused"] == 62 - 3 - 10 * players


@pytest.mark.clause("RH-5", "RH-8")
def test_nothing_is_drawn_during_a_round() -> None:
    state = GAME.new(4, 3)
    unused = state.view(None)["unused"]
    rng = Rng(3)
    while (seat := state.waiting()) >= 0:
        moves = state.legal(seat)
        state.apply(seat, moves[rng.below(len(moves))])
        assert state.view(None)["unused"] == unused
    on_road = sum(len(spot.split("+")) for row in state.view(None)["rows"] for spot in row if spot != "_")
    taken = sum(len(seat["pile"]) for seat in state.view(None)["seats"])
    assert on_road + taken == 43


@pytest.mark.clause("RH-6", "RH-Q7", "RH-S25")
def test_set_up() -> None:
    state = GAME.position("deck: t15 7 A t25 T", players=5)
    assert rows_of(state) == "7 / A / T"
    assert state.view(None)["unused"] == 9
    assert [seat["cards"] for seat in state.view(None)["seats"]] == [10] * 5
    assert {"t15", "t25"} <= set(state.census())
    turn = Turn("7 / A / T", "A 3, B 9", "A row 2", "B row 3")
    assert turn.legal == {"A": ["row 2", "row 3"], "B": ["row 1", "row 3"]}
    assert turn.rows == "7 / A 3 / T 9"
    only_cars = GAME.position("deck: t15 7 A t25 T 8 P 9", players=5, options={"start_cards": "numbered_cars_only"})
    assert rows_of(only_cars) == "7 / 8 / 9"


@pytest.mark.clause("RH-6", "RH-Q7")
def test_no_lane_opens_with_a_trailer() -> None:
    swapped = 0
    for seed in range(150):
        state = GAME.make(2, GAME.settle(2))
        state.listen()
        state.start(seed)
        swapped += any(event.kind == "replaced" for event in state.take_events())
        assert not any(row[0].startswith("t") for row in state.view(None)["rows"])
    assert swapped > 0
    # A plain Trailer is an ordinary car.
    plain = GAME.position("deck: 15 25 A", options={"trailer_mode": "plain"})
    assert rows_of(plain) == "15 / 25 / A"


@pytest.mark.clause("RH-9", "RH-Q39")
def test_hands_are_secret() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 3 11; B: 7 44", players=2)
    assert state.view(0)["hand"] == ["3", "11"]
    assert "hand" not in state.view(None)
    for seat in (0, None):
        told = json.dumps(state.view(seat))
        assert '"7"' not in told
        assert '"44"' not in told
    assert state.view(0)["seats"][1]["cards"] == 2


@pytest.mark.clause("RH-9", "RH-7")
def test_only_the_owner_is_told_what_was_dealt() -> None:
    state = GAME.make(3, GAME.settle(3))
    state.listen()
    state.start(5)
    hands = [event for event in state.take_events() if event.kind == "hand"]
    assert [event.data for event in hands] == [{"seat": 0}, {"seat": 1}, {"seat": 2}]
    for seat, event in enumerate(hands):
        assert event.seen_by(seat)["cards"] == state.view(seat)["hand"]
        for other in (None, *range(3)):
            assert ("cards" in event.seen_by(other)) == (other == seat)


# A turn


@pytest.mark.clause("RH-10", "RH-11", "RH-Q39")
def test_picks_are_sealed_and_may_change() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 13 14; B: 21 22; C: 34 36", players=3)
    state.listen()
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, decision.seats, decision.awaited, decision.gate) == (
        "choose_card",
        (0, 1, 2),
        (0, 1, 2),
        "all",
    )
    do(state, "B", "play 21")
    decision = state.decision()
    assert decision is not None
    assert (decision.seats, decision.awaited) == ((0, 1, 2), (0, 2))
    assert [event.full() for event in state.take_events()] == [{"kind": "chosen", "seat": 1}]
    assert state.view(1)["chosen"] == "21"
    before = state.view(0)
    assert before["seats"][1]["chosen"] is True
    assert before["chosen"] is None
    do(state, "B", "play 22")
    assert state.view(1)["chosen"] == "22"
    assert state.view(0) == before
    assert state.take_events() == []
    assert legal(state, "B") == ["play 21", "play 22"]
    do(state, "A", "play 13")
    assert rows_of(state) == "12 / 20 / 33"
    do(state, "C", "play 34")
    # All are in: shown at once; what is left is one card each, which needs no choice.
    shown = [event.full() for event in state.take_events() if event.kind == "revealed"]
    assert [event["cards"] for event in shown] == [["13", "22", "34"], ["14", "21", "36"]]
    assert state.decision() is None


@pytest.mark.clause("RH-10")
def test_the_last_card_needs_no_choice() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 13 14; B: 21 22 23", players=2)
    do(state, "A", "play 13")
    do(state, "B", "play 21")
    decision = state.decision()
    assert decision is not None
    assert decision.seats == (1,)
    assert legal(state, "A") == []
    assert state.view(1)["seats"][0]["chosen"] is True
    do(state, "B", "play 22")
    assert rows_of(state) == "12 13 14 / 20 21 22 23 / 33"


@pytest.mark.clause("RH-10", "RH-11")
def test_refused_picks() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: P 13; B: 21", players=2)
    refused = refusal(state, "A", "play 40")
    assert (refused.clause, refused.key, refused.params) == ("RH-10", "not_in_hand", {"card": "40"})
    assert refusal(state, "A", "row 1").key == "pick_a_card"
    assert refusal(state, "A", "take 1").clause == "RH-10"
    do(state, "A", "play P")
    do(state, "B", "play 21")
    assert asked(state) == "police_row"
    refused = refusal(state, "A", "play 13")
    assert (refused.clause, refused.key) == ("RH-11", "already_shown")
    assert refusal(state, "B", "row 1").key == "not_asked"


@pytest.mark.clause("RH-10")
def test_equal_cards_are_one_choice() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 9 P A A P; B: 1 2", players=2)
    assert legal(state, "A") == ["play 9", "play A", "play P"]


@pytest.mark.clause("RH-12", "RH-14", "RH-15", "RH-Q8", "D-4", "RH-S01")
def test_order_and_closest_number() -> None:
    turn = Turn("12 / 20 / 33", "A 28, B 21, C 34, D 13")
    assert turn.order == "D B A C"
    assert turn.rows == "12 13 / 20 21 28 / 33 34"
    assert turn.taken == {}


@pytest.mark.clause("RH-Q8", "RH-15")
def test_only_smaller_ends_compete() -> None:
    assert Turn("12 / 20 / 33", "A 28").rows == "12 / 20 28 / 33"
    assert Turn("12 / 20 / 33", "A 32").rows == "12 / 20 32 / 33"


@pytest.mark.clause("RH-13", "RH-31", "RH-38", "RH-43")
def test_order_of_specials() -> None:
    turn = Turn("12 / 20 / 33", "A T, B 1, C P, D A, E 50", "D row 1", "C row 2", "A row 3")
    assert turn.order == "D C B E A"
    assert turn.kinds == {"D": "ambulance_row", "C": "police_row", "A": "tow_row"}
    assert turn.rows == "A 12 / 20 P 1 / 33 _ T+50"


@pytest.mark.clause("RH-14", "RH-15")
def test_refused_places_say_why() -> None:
    turn = Turn("12 / 20 / P", "A 17")
    assert asked(turn.state) == "place"
    assert legal(turn.state, "A") == ["row 1", "row 3"]
    refused = refusal(turn.state, "A", "row 2")
    assert (refused.clause, refused.key, refused.params) == (
        "RH-14",
        "end_is_higher",
        {"card": "17", "row": 2, "end": 20},
    )
    turn = Turn("12 / 9 / P", "A 17")
    refused = refusal(turn.state, "A", "row 2")
    assert (refused.clause, refused.key) == ("RH-15", "nearer_row")
    assert refused.params == {"card": "17", "row": 1, "end": 12}
    refused = refusal(turn.state, "A", "take 1")
    assert (refused.clause, refused.key) == ("RH-19", "not_too_low")
    assert refusal(turn.state, "A", "front 1").clause == "RH-56"
    assert refusal(turn.state, "A", "gap 1#1").key == "no_gap_there"
    assert refusal(turn.state, "A", "gap 2#9").clause == "RH-47"


@pytest.mark.clause("RH-Q9")
@pytest.mark.parametrize(
    ("row", "low", "high"),
    [
        ("17", 16, 18),
        ("12+t15", 14, 16),
        ("t15", 14, 16),
        ("30 P+t5", 4, 6),
        ("A+t5", 4, 6),
        ("T+P+t5", 4, 6),
        ("A 9", 8, 10),
        ("T+18", 17, 19),
        ("T+20+t25", 24, 26),
        ("T+T+18", 17, 19),
    ],
)
def test_end_of_a_row_with_a_number(row: str, low: int, high: int) -> None:
    """The higher card joins, the lower one is too low."""
    assert Turn(f"{row} / 49 / 50", f"A {high}").rows == f"{row} {high} / 49 / 50"
    turn = Turn(f"{row} / 49 / 50", f"A {low}")
    assert asked(turn.state) == "take_row"


@pytest.mark.clause("RH-Q9", "RH-Q22", "RH-Q31")
@pytest.mark.parametrize("row", ["P", "P+P", "T+P", "T+P+P", "A", "A+A", "A A", "T", "T+A", "T+A+A", "T+T", "9 P"])
def test_open_rows(row: str) -> None:
    assert Turn(f"{row} / 49 / 50", "A 1").rows == f"{row} 1 / 49 / 50"


@pytest.mark.clause("RH-Q10", "RH-37")
def test_an_open_row_frees_only_itself() -> None:
    turn = Turn("12 / 20 / P", "A 28", "A row 3")
    assert turn.legal == {"A": ["row 2", "row 3"]}


@pytest.mark.clause("RH-Q11")
def test_only_an_open_row_fits() -> None:
    turn = Turn("12 14 16 P+P / 20 / 33", "A 13")
    assert turn.taken == {"A": "12 14 16 P P = 7"}
    assert turn.rows == "13 / 20 / 33"


# Penalties


@pytest.mark.clause("RH-16", "RH-17", "RH-18", "RH-21", "RH-S02")
def test_massive_jam() -> None:
    turn = Turn("9 31 / 14 17 21 26 / 40", "A 28, B 29")
    assert turn.order == "A B"
    assert turn.rows == "9 31 / 28 29 / 40"
    assert turn.taken == {"A": "14 17 21 26 = 4"}


@pytest.mark.clause("RH-16", "RH-19", "RH-20", "RH-21", "RH-Q13", "D-6", "RH-S03")
def test_too_low() -> None:
    turn = Turn("12 19 / 20 21 22 / 33", "A 3, B 11", "A take 3")
    assert turn.order == "A B"
    assert turn.kinds == {"A": "take_row"}
    assert turn.legal == {"A": ["take 1", "take 2", "take 3"]}
    assert turn.rows == "12 19 / 20 21 22 / 3 11"
    assert turn.taken == {"A": "33 = 1"}


@pytest.mark.clause("RH-19", "RH-Q13")
def test_too_low_may_take_any_row_but_must_take_one() -> None:
    for row, taken in ((1, "19 = 1"), (2, "22 t25 = 3"), (3, "33 P 34 A t45 = 8")):
        turn = Turn("19 / 22+t25 / 33 P 34 A+t45", "A 3", f"A take {row}")
        assert turn.taken == {"A": taken}
    turn = Turn("19 / 22 / 33", "A 3")
    assert refusal(turn.state, "A", "row 1").clause == "RH-14"
    refused = refusal(turn.state, "A", "front 1")
    assert (refused.clause, refused.key) == ("RH-19", "must_take")


@pytest.mark.clause("RH-2", "RH-22", "RH-23", "RH-24", "RH-Q3", "RH-Q35", "D-22", "RH-S24")
def test_scoring_and_tie() -> None:
    piles = "A pile: 12 t25 P; B pile: 3 9 17 30 41; C pile: A A T"
    state = GAME.position(f"rows: 1 / 2 / 4; {piles}", players=3)
    assert state.decision() is None
    assert state.scores() == [5, 5, 6]
    assert state.ranking() == [1, 1, 3]
    cheap = GAME.position(f"rows: 1 / 2 / 4; {piles}", players=3, options={"trailer_penalty": 1})
    assert cheap.scores() == [4, 5, 6]
    assert cheap.ranking() == [1, 2, 3]


@pytest.mark.clause("RH-22")
def test_taken_cards_leave_play() -> None:
    state = GAME.position("rows: 9 31 / 14 17 21 26 / 40; A: 28 29 30; B: 1 2 3", players=2)
    do(state, "A", "play 28")
    do(state, "B", "play 3")
    do(state, "B", "take 1")
    assert state.view(1)["seats"][0]["pile"] == ["14", "17", "21", "26"]
    assert state.view(None)["seats"][1]["pile"] == ["9", "31"]
    assert state.scores() == [4, 2]
    assert "14" not in rows_of(state).split()


# The end


@pytest.mark.clause("RH-Q34")
def test_one_round_is_a_game() -> None:
    state = GAME.new(4, 11)
    state.listen()
    rng = Rng(1)
    turns = 0
    while (seat := state.waiting()) >= 0:
        moves = state.legal(seat)
        state.apply(seat, moves[rng.below(len(moves))])
        turns += sum(event.kind == "revealed" for event in state.take_events())
    assert turns == 10
    view = state.view(None)
    assert view["over"] is True
    assert view["rounds"] == [state.scores()]
    assert [seat["cards"] for seat in view["seats"]] == [0] * 4


@pytest.mark.clause("RH-Q34")
def test_several_rounds_add_up() -> None:
    state = GAME.new(3, 5, {"rounds": 3, "hand_size": 4})
    state.listen()
    rng = Rng(2)
    deals = 1
    while (seat := state.waiting()) >= 0:
        moves = state.legal(seat)
        state.apply(seat, moves[rng.below(len(moves))])
        for event in state.take_events():
            if event.kind == "dealt":
                deals += 1
                assert len(state.census()) == 62
    assert deals == 3
    table = state.view(None)["rounds"]
    assert len(table) == 3
    assert state.scores() == [sum(line[seat] for line in table) for seat in range(3)]


@pytest.mark.clause("RH-Q34")
@pytest.mark.parametrize(("limit", "over"), [(0, False), (14, True), (15, True), (16, False)])
def test_point_limit(limit: int, over: bool) -> None:
    """Checked after a round; whichever of rounds and limit comes first."""
    text = "rows: 9 31 / 14 17 21 26 / 40; A: 28; B: 50; rounds: 11 3"
    state = GAME.position(text, players=2, options={"rounds": 5, "point_limit": limit})
    assert state.scores() == [11, 3]
    do(state, "A", "play 28")
    do(state, "B", "play 50")
    assert state.scores() == [15, 3]
    assert (state.decision() is None) is over
    assert state.view(0)["round"] == (2 if over else 3)
    last = GAME.position(text, players=2, options={"rounds": 2, "point_limit": 500})
    do(last, "A", "play 28")
    do(last, "B", "play 50")
    assert last.decision() is None
    assert last.ranking() == [2, 1]


@pytest.mark.clause("RH-Q34")
def test_a_point_limit_alone_plays_round_after_round() -> None:
    state = GAME.position(
        "rows: 9 31 / 14 17 21 26 / 40; A: 28; B: 50; rounds: 1 3", players=2, options={"point_limit": 9}
    )
    do(state, "A", "play 28")
    do(state, "B", "play 50")
    assert state.scores() == [5, 3]
    assert state.view(0)["round"] == 3
    options = GAME.settle(2, {"point_limit": 30})
    match = GAME.make(2, options)
    tally = play_random(match, 20)
    assert 10 * 2 < tally.longest <= GAME.bound(2, options)
    table = match.view(None)["rounds"]
    assert len(table) > 1
    assert max(match.scores()) >= 30
    assert all(sum(line[seat] for line in table[:-1]) < 30 for seat in range(2))
