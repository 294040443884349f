"""Took Over!: options for families and designers, and legality as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from games.alike import verdict_and_list_agree
from games.took_over.test_options import refused
from games.took_over.test_rules import GAME, do, hand, kind, lay, on_turn, stack
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.games.took_over.lines import table as lines
from tailback.texts import Texts


@pytest.mark.clause("TO-6", "TO-18", "TO-21")
@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_how_many_cards_are_held(size: int, players: int) -> None:
    state = GAME.new(players, 3, {"hand_size": size, "age_order": tuple(range(players))})
    share = 50 // players
    for seat in range(1, players):
        one = state.view(None)["seats"][seat]
        assert (one["hand"], one["stack"]) == (size, share - size)
    # The first player has opened a row, from the stack if there is one.
    assert kind(state) == ("place" if share > size else "open")
    settled = GAME.settle(players, {"hand_size": size})
    tally = play_random(GAME.make(players, settled), 20)
    assert tally.longest <= GAME.bound(players, settled)


@pytest.mark.clause("TO-6", "TO-Q8")
def test_refilling_up_to_the_hand_size() -> None:
    state = lay("row: 10 40; A: 20; A stack: 21 22 23 24", hand_size=4)
    do(state, "A pass")
    assert (hand(state, "A"), stack(state, "A")) == ("20 21 22 23", 1)
    assert refused(3, hand_size=2).clause == "TO-6"
    assert refused(3, hand_size=11).clause == "TO-6"


@pytest.mark.clause("TO-Q15", "TO-Q11")
def test_who_opens_without_a_stack() -> None:
    text = "row: 1 50; A: 20 31; A stack:; B: 21 32; B stack: 15; C: 22; C stack: 16; turn: A"
    own = lay(text)
    do(own, "A pass", "B pass", "C pass")
    assert (kind(own), on_turn(own)) == ("open", "A")
    # B drew its last card when it passed, C did too; so nobody has a stack, and A opens all the same.
    none = lay(text, empty_stack_opening="next_with_stack")
    do(none, "A pass", "B pass", "C pass")
    assert (kind(none), on_turn(none)) == ("open", "A")
    full = "C: 22 23 24 25 26 27; C stack: 16 17"
    other = lay(text.replace("C: 22; C stack: 16", full), empty_stack_opening="next_with_stack")
    other.listen()
    do(other, "A pass", "B pass", "C pass")
    assert (kind(other), on_turn(other), stack(other, "C")) == ("place", "C", 1)
    told = {event.kind: event.data for event in other.take_events()}
    assert told["row_gone"]["seat"] == told["opened"]["seat"] == 2
    assert lay("A: 20 31; A stack:; B stack: 5", empty_stack_opening="hand_choice").waiting() == 0


@pytest.mark.clause("TO-Q21", "TO-23")
def test_the_last_row_ends_the_match() -> None:
    text = "row: 1 50; A: 20 31; A stack: 2; B: 21 32; B stack:; C: 22 23; C stack:"
    state = lay(text, row_limit=1)
    assert state.view(None)["rows_left"] == 1
    state.listen()
    do(state, "A pass", "B pass", "C pass")
    assert state.decision() is None
    assert (state.scores(), state.ranking()) == ([3, 2, 2], [3, 1, 1])
    view = state.view(None)
    assert (view["winner"], view["row"], view["gone"], view["rows_left"]) == (None, [], [1, 50], 0)
    assert view["rounds"] == [[3, 2, 2]]
    told = [(event.kind, event.data) for event in state.take_events()][-2:]
    assert told[0] == ("last_row", {"cards": [1, 50]})
    assert (told[1][0], told[1][1]["winner"], told[1][1]["winners"]) == ("match_over", None, [1, 2])
    texts = Texts("en", GAME, ["Ann", "Ben", "Cem"])
    assert lines(view, texts)[0] == "The game is over. Ben and Cem win."
    alone = lay(text.replace("C: 22 23", "C: 22 23 24"), row_limit=1)
    do(alone, "A pass", "B pass", "C pass")
    assert (alone.view(None)["winner"], alone.ranking()) == (1, [2, 1, 2])


@pytest.mark.clause("TO-Q21", "TO-24")
@pytest.mark.parametrize("limit", range(10))
def test_rows_before_the_last_one(limit: int) -> None:
    settled = GAME.settle(5, {"row_limit": limit})
    longest = 0
    for seed in range(30):
        state = GAME.new(5, seed, settled, listen=True)
        rows = 1
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            left = state.view(None)["rows_left"]
            assert left == (limit - rows + 1 if limit else None)
            moves = state.legal(seat)
            state.apply(seat, moves[rng.below(len(moves))])
            rows += sum(event.kind == "row_gone" for event in state.take_events())
        longest = max(longest, rows)
    assert longest >= 3 if limit == 0 else min(limit, 3) <= longest <= limit


@pytest.mark.clause("TO-Q21")
@pytest.mark.parametrize(
    ("limit", "line"), [(1, "This is the last row."), (2, "The match ends after 2 rows, this one included.")]
)
def test_the_table_says_how_many_rows_are_left(limit: int, line: str) -> None:
    assert line in lines(lay("row: 15", row_limit=limit).view(0), Texts("en", GAME, list("ABC")))


@pytest.mark.clause("TO-11", "TO-14", "TO-16", "TO-Q9", "TO-Q15")
@pytest.mark.parametrize("options", [{}, {"voluntary_pass": True, "interval": "whole_row"}, {"hand_size": 10}])
def test_the_verdict_and_the_list_agree(options: dict[str, Any]) -> None:
    verdict_and_list_agree(GAME, 8, options)


@pytest.mark.clause("TO-2", "TO-Q21")
def test_the_one_round_is_told_at_the_end() -> None:
    state = lay("row: 10 40; A: 8; A stack:; B: 9; B stack: 11; C: 12 13; C stack:")
    assert state.view(0)["rounds"] == []
    do(state, "A place 8")
    assert state.view(0)["rounds"] == [[0, 2, 2]] == [state.scores()]


@pytest.mark.clause("TO-Q15", "TO-Q22")
def test_who_opens_the_first_row_without_a_stack() -> None:
    """Ten in the hand are the whole share of five players but for whoever has more; with help there is no stack."""
    options = {"hand_size": 8, "even_chances": (0,)}
    own = GAME.new(5, 1, options)
    assert (kind(own), on_turn(own), stack(own, "A")) == ("open", "A", 0)
    other = GAME.new(5, 1, {**options, "empty_stack_opening": "next_with_stack"})
    assert (kind(other), on_turn(other)) == ("place", "B")
    nobody = GAME.new(5, 1, {"hand_size": 10, "empty_stack_opening": "next_with_stack"})
    assert (kind(nobody), on_turn(nobody)) == ("open", "A")
