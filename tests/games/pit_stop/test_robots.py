"""Pit Stop: what a sensible player does and does not do, what careless ones get wrong, and looking ahead."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.pit_stop.test_rules import at, go
from tailback.core.rng import Rng
from tailback.games.pit_stop.game import GAME
from tailback.games.pit_stop.play import PitStopState

HANDS = "B: B1 B2 B3 B4; C: G1 G2 G3 G4; D: Y1 Y2 Y3 Y4"


def table(text: str, *moves: str, **options: object) -> PitStopState:
    """A position in which hands that are not given have four cards."""
    given = {part.split(":")[0].strip() for part in text.split(";")}
    rest = [hand for hand in HANDS.split("; ") if hand[0] not in given]
    return go(at("; ".join([text, *rest]), deck="*", **options), *moves)


def chosen(state: PitStopState, times: int = 10) -> set[str]:
    """What instinct does here, whatever chance settles."""
    seat = int(state.waiting())
    return {GAME.notation(int(state.instinct(seat, Rng(k)))) for k in range(times)}


@pytest.mark.parametrize(
    ("text", "moves", "best"),
    [
        # The last card wins.
        ("A: R3; pile: R5", [], "lay R3"),
        ("A: NC; pile: R5", [], "new car"),
        # A card that always fits is kept for the end.
        ("A: R3 PS; pile: R5", [], "lay R3"),
        # All Cars that can go, and with them the round.
        ("A: GA B2 B3; pile: R5", [], "garage blue"),
        ("A: GA B2 B3 R1; pile: R5", ["A garage blue", "A car B2"], "car B3"),
        # Whoever has one card left is held up.
        ("A: R3 R-Sv B1 G1; B: Y1; pile: R5", [], "lay R-Sv"),
        ("A: R3 R-Fn B1 G1; D: Y1; pile: R5", [], "fine R @D"),
        # Or misses a turn together with everybody else, and it is A's turn again.
        ("A: R3 R-Fn B1 G1; C: Y1; pile: R5", [], "fine R @D"),
        # A penalty is answered.
        ("A: R-Sv R1 R2; B: B-Sv B1 B2; pile: R5", ["A lay R-Sv"], "counter B-Sv"),
        # Many cards for few, but nobody gives few for many.
        ("A: CX B1 B2 G1 G2 Y1 Y2; C: R1; pile: R5", [], "swap @C"),
        ("A: CX R1 R2 R3 R4; B: CX B1; pile: B5", ["A swap @B"], "counter CX"),
        # New cards where nothing speaks for those that are left. CG-73
        ("A: CX G1; pile: R5", [], "renew"),
        ("A: CX G1 Y2; pile: R5", [], "renew"),
        # A New Car in time costs nothing.
        ("A: R3; B: NC B1 B2; pile: R5", ["A lay R3"], "return"),
        ("A: R3; B: NC; pile: R5", ["A lay R3"], "return"),
    ],
)
def test_instinct_does_the_sensible_thing(text: str, moves: list[str], best: str) -> None:
    assert chosen(table(text, *moves)) == {best}


@pytest.mark.parametrize(
    ("text", "moves", "silly"),
    [
        ("A: R3 B1 B2; pile: R5", [], "draw"),
        ("A: CX R1; pile: B5", [], "swap @B"),
        ("A: NC R1 R2 R3; pile: R5", [], "new car"),
        ("A: R-Fn R1 R2; B: B-Fn B1; pile: R5", ["A fine R @B"], "accept"),
        ("A: PS R1 R2 R3; pile: B5", [], "paint yellow"),
    ],
)
def test_instinct_does_nothing_silly(text: str, moves: list[str], silly: str) -> None:
    assert silly not in chosen(table(text, *moves))


def test_instinct_says_something_where_silence_costs() -> None:
    assert all(words.startswith("say") for words in chosen(table("A: R3 R4; pile: R5", "A lay R3", talk="penalty")))


def slips(state: PitStopState, level: int) -> Counter[str]:
    seat = int(state.waiting())
    return Counter(GAME.notation(int(state.slip(seat, level, Rng(k)))) for k in range(200))


@pytest.mark.parametrize(
    ("text", "moves", "slip", "talk"),
    [
        ("A: R3 R4; pile: R5", ["A lay R3"], "silent", "penalty"),
        ("A: R3; B: NC B1; pile: R5", ["A lay R3"], "pass", "off"),
        ("A: R-Sv R1 R2; B: B-Sv B1 B2; pile: R5", ["A lay R-Sv"], "accept", "off"),
        ("A: GA B2 B3 R1; pile: R5", ["A garage blue", "A car B2"], "done", "off"),
        ("A: R3; pile: R5", [], "draw", "off"),
    ],
)
def test_the_careless_forget_and_the_small_forget_more(text: str, moves: list[str], slip: str, talk: str) -> None:
    state = table(text, *moves, talk=talk)
    often, sometimes = slips(state, 1)[slip], slips(state, 2)[slip]
    assert 10 < sometimes < often < 180


def test_a_small_child_likes_high_numbers() -> None:
    likes = slips(table("A: R1 R9; pile: R5"), 1)
    assert likes["lay R9"] > 2 * likes["lay R1"]


@pytest.mark.parametrize("options", [{}, {"limit": "rounds", "rounds": 5}])
@pytest.mark.parametrize("rounds", ["0 0 0 0", "20 10 5 0 / 20 10 5 0"])
def test_outlooks_are_chances(rounds: str, options: dict[str, object]) -> None:
    state = at(f"rounds: {rounds}", deck="*", **options)
    chances = [state.outlook(seat) for seat in range(4)]
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)
    assert (chances[0] > 0.4) == (rounds != "0 0 0 0")


def test_who_drew_or_answered_nothing_is_supposed_to_have_nothing() -> None:
    state = table("A: R3 R-Sv; pile: R5", "A lay R-Sv", "B accept", "C draw")
    hunches = [seat["hunches"] for seat in state.view(0)["seats"]]
    assert hunches[1] == [{"cards": 4, "none": ["Sv"]}]
    assert hunches[2] == [{"cards": 4, "none": ["R", "Sv", "PS", "GA"]}]
    rng = Rng(1)
    held = Counter(any(card[0] == "R" for card in state.likely(0, rng).view(2)["hand"]) for _ in range(200))
    plain = Counter(any(card[0] == "R" for card in state.imagine(0, rng).view(2)["hand"]) for _ in range(200))
    assert held[True] < 90 < plain[True]


def test_a_card_that_disproves_a_supposition_ends_it() -> None:
    """D drew on red with red cards in hand. One of them might have been the card just drawn, two of them not."""
    state = table("A: R3 B9; D: R1 R2 R4; pile: R5; turn: D", "D draw", "A draw", "B draw", "C draw")
    assert state.view(0)["seats"][3]["hunches"] == [{"cards": 3, "none": ["R", "5", "PS", "GA"]}]
    go(state, "D lay R1", "A draw", "B draw", "C draw", "D lay R2")
    assert state.view(0)["seats"][3]["hunches"] == []
    rng = Rng(2)
    for _ in range(20):
        world = state.likely(0, rng)
        assert sorted(world.census()) == sorted(state.census())
        assert world.view(0) == state.view(0)


def test_looking_ahead_finds_what_instinct_misses() -> None:
    """A has seen B's last card, a green 9: green must not be asked for, though A has most of it."""
    state = at("A: CX G9 B7; B: PS G1 G2; pile: B5", players=2, deck="*")
    go(state, "A swap @B", "B allow", "B lay B7")
    assert chosen(state) == {"paint green"}
    assert {GAME.notation(GAME.ponder(state, 0, 5, 3000, Rng(k))) for k in range(3)}.isdisjoint({"paint green"})


def test_a_position_with_a_short_deck_can_be_recalled() -> None:
    state = go(at("A: CX R1 R2; B: G9 G8; C: Y1 Y2; D: B1 B2", deck="R7 Y5 Y6 Y7"), "A swap @B", "B allow", "B draw")
    for seat in range(4):
        view = state.view(seat)
        assert GAME.recall(json.loads(json.dumps(view))).view(seat) == view


def test_what_the_owner_of_a_hand_can_tell_is_the_same_in_a_recalled_world() -> None:
    """A saw a card that went on to C; by now nobody can say whether C still has it, but A can."""
    state = at("A: CX R1; B: G9 G8; C: CX Y9", players=3, deck="R7 Y1 Y2 R6 Y3 Y4 Y5 Y6 Y7 Y8 B1 B2")
    go(state, "A swap @B", "B allow", "B draw", "C swap @B", "B allow", "A draw", "B draw", "C draw")
    go(state, "A draw", "B draw", "C lay R7", "A draw", "B draw", "C lay R6", "A draw", "B draw", "C draw")
    view = state.view(0)
    assert view["known"][2] == ["R1"]
    recalled = GAME.recall(json.loads(json.dumps(view)))
    assert recalled.view(2)["told"][0] == state.imagine(0, Rng(1)).view(2)["told"][0] == []


def test_a_garage_of_somebody_who_cannot_have_a_car_is_no_position() -> None:
    state = GAME.position("A: GA R5; B: B1 B2; pile: R3; turn: A", players=2)
    state.apply(0, GAME.parse("garage red"))
    view = state.view(1)
    assert GAME.recall(view).view(1) == view
    with pytest.raises(ValueError, match="without a Car"):
        GAME.recall({**view, "known": [["B7"], []], "told": [[], []]})


def test_a_card_that_always_fits_is_not_given_away_for_a_new_one() -> None:
    for text in ("A: CX PS; pile: R5", "A: CX GA G1; pile: R5", "A: CX NC G1; pile: R5"):
        assert "renew" not in chosen(table(text))


def test_new_hands_are_part_of_what_robots_play() -> None:
    """Else nothing that the lab measures would tell of that rule. CG-73"""
    state = GAME.new(4, 0, {"limit": "rounds", "rounds": 1}, listen=True)
    buried: Counter[str] = Counter()
    for seed in range(60):
        state.start(seed)
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            state.do(seat, state.instinct(seat, rng))
        buried.update(event.kind for event in state.take_events())
    assert buried["buried"] >= 2
    assert any("buried" in entry["events"] for entry in GAME.matters())
