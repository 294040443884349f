"""Took Over!: editions, set-ups that cannot be, time-outs, secrets, positions and what people read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.alike import refused_options
from games.took_over.test_rules import GAME, do, hand, kind, lay, on_turn, refusal, row, stack, winner
from tailback import games
from tailback.core.errors import BadNotation, BadOption
from tailback.core.record import verify
from tailback.core.record_reader import read
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.core.snapshot import dump
from tailback.games.took_over.lines import table as lines
from tailback.texts import Texts

GOLDEN = Path(__file__).parent / "golden"


def refused(players: int, **options: Any) -> BadOption:
    return refused_options(GAME, players, options)


# Editions and options


@pytest.mark.clause("D-17", "D-18", "D-19", "D-20", "D-21")
def test_the_editions_tell_the_same_game() -> None:
    ends = set()
    for edition in ("merged", "002", "000"):
        tally = play_random(GAME.make(3, GAME.settle(3, {"edition": edition})), 20)
        ends.add(tally.checksum)
    assert len(ends) == 1


@pytest.mark.clause("D-17", "TO-24")
def test_a_match_of_the_rules_before_is_read_and_goes_the_same_way() -> None:
    newer = {"each_begins", "fewer_later", "cards"}
    verified = 0
    for path in sorted(GOLDEN.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if "option each_begins 0\n" not in text:
            continue
        kept = [line for line in text.splitlines(keepends=True) if not newer.intersection(line.split()[1:2])]
        older = "".join(kept).replace("game took_over 2\n", "game took_over 1\n")
        older = older.replace("option age_order", "option edition 002\noption age_order", 1)
        assert verify(read(older, games.load)) == []
        verified += 1
    assert verified
    helped = {"even_chances": (0,)}
    assert GAME.agrees(1, helped)
    assert not GAME.agrees(1, {**helped, "empty_stack_opening": "next_with_stack"})
    assert not GAME.agrees(1, {**helped, "win_on": "hand"})


@pytest.mark.clause("TO-13", "TO-Q17")
def test_the_time_to_think() -> None:
    for seconds in (1, 3, 10):
        state = lay("row: 15; A: 11 30; B: 40", place_interval=seconds)
        do(state, "A place 11")
        decision = state.decision()
        assert decision is not None
        assert decision.seconds == seconds
    assert refused(3, place_interval=0).clause == "TO-13"
    assert refused(3, place_interval=11).clause == "TO-13"


@pytest.mark.clause("TO-Q9", "TO-Q10")
def test_passing_at_will_still_ends_rows() -> None:
    state = lay("row: 10 40; A: 5 20; B: 6 21; A stack: 30 31; B stack: 32 33", 2, voluntary_pass=True)
    do(state, "A pass", "B pass")
    assert state.view(None)["gone"] == [10, 40]
    # Both stacks are in the hands now, so A chooses. The card that opens a row is a card of this turn.
    assert kind(state) == "open"
    do(state, "A open 5", "A pass")
    assert state.view(None)["passes"] == 0
    assert on_turn(state) == "B"


@pytest.mark.clause("TO-Q13")
def test_presets() -> None:
    assert GAME.settle(3, preset="first-time")["cards"] == 8
    assert GAME.settle(3, preset="family")["place_interval"] == 5
    assert GAME.settle(3, preset="full") == GAME.settle(3)
    assert all(GAME.settle(3, {"edition": name}, name) == GAME.settle(3) for name in ("merged", "002", "000"))


@pytest.mark.clause("TO-8")
@pytest.mark.parametrize("ages", [(0,), (0, 1, 2, 3), (1, 2, 3), (0, 2)])
def test_an_order_of_age_names_every_seat(ages: tuple[int, ...]) -> None:
    error = refused(3, age_order=ages)
    assert (error.clause, error.key, error.nearest) == ("TO-8", "bad_age_order", {"age_order": ()})
    assert Texts("en", GAME).say("refusals.bad_age_order", **error.params)


@pytest.mark.clause("TO-25")
@pytest.mark.parametrize(("players", "near"), [(1, 2), (6, 5)])
def test_too_few_or_too_many_players(players: int, near: int) -> None:
    error = refused(players)
    assert (error.key, error.nearest) == ("bad_players", {"players": near})


# Moves at the wrong time


@pytest.mark.clause("TO-11", "TO-17", "TO-Q5", "TO-Q15")
def test_moves_at_the_wrong_time() -> None:
    state = lay("row: 15; A: 11 30; B: 13 40")
    for move in ("take 11", "open 11", "decline", "done"):
        assert (refusal(state, move).clause, refusal(state, move).key) == ("TO-11", "place_now")
    do(state, "A place 11")
    for move in ("place 40", "open 13", "pass", "done"):
        assert (refusal(state, move).clause, refusal(state, move).key) == ("TO-17", "take_or_decline")
    assert refusal(state, "take 12").key == "not_in_hand"
    do(state, "B take 13")
    for move in ("place 40", "pass", "decline"):
        assert (refusal(state, move).clause, refusal(state, move).key) == ("TO-Q5", "more_or_done")
    state = lay("A: 20 31; A stack:")
    for move in ("place 20", "pass", "decline"):
        assert (refusal(state, move).clause, refusal(state, move).key) == ("TO-Q15", "open_now")
    assert refusal(state, "open 21").key == "not_in_hand"
    assert {state.refusal(0, action).key for action in (-1, GAME.actions, 999)} == {"unknown_move"}
    assert {refusal(lay("row: 15; A: 11 20"), move).key for move in ("place 1", "place 50")} == {"not_in_hand"}


@pytest.mark.clause("TO-14", "TO-Q6")
def test_time_outs() -> None:
    state = lay("row: 15; A: 11 20 30; B: 13 40")
    before = dump(state)
    assert GAME.notation(state.fallback(0)) == "place 11"
    assert dump(state) == before
    do(state, "A place 11")
    assert GAME.notation(state.fallback(1)) == "decline"
    assert (state.fallback(0), state.fallback(2)) == (-1, -1)
    do(state, "B take 13")
    assert GAME.notation(state.fallback(1)) == "done"
    assert GAME.notation(lay("row: 10 40; A: 20").fallback(0)) == "pass"
    assert GAME.notation(lay("A: 31 20; A stack:").fallback(0)) == "open 20"
    state = lay("row: 10 40; A: 5 20", voluntary_pass=True)
    assert GAME.notation(state.fallback(0)) == "place 5"


# Secrets


@pytest.mark.clause("TO-Q20")
def test_hidden_cards_may_be_anywhere() -> None:
    state = lay("row: 10 40; gone: 1 2; A: 20 25; B: 5 6 7; C: 30")
    rng = Rng(3)
    held: set[int] = set()
    mine: set[int] = set()
    for _ in range(80):
        world = state.imagine(0, rng)
        assert world.view(0) == state.view(0)
        assert sorted(world.census(), key=int) == sorted(state.census(), key=int)
        held |= set(world.view(1)["hand"])
        do(world, "A pass")
        mine |= set(world.view(0)["hand"])
    # B may hold anything but what A has seen; A's own stack is as unknown as B's hand.
    assert held == set(range(1, 51)) - {1, 2, 10, 20, 25, 40}
    assert len(mine) > 30


# Notation and positions


@pytest.mark.clause("TO-11", "TO-17")
def test_notation() -> None:
    for text in ("place 1", "place 50", "take 13", "open 20", "pass", "decline", "done"):
        assert GAME.notation(GAME.parse(text.upper())) == text
    for text in ("place 0", "place 51", "take", "take over", "put 3", ""):
        with pytest.raises(BadNotation):
            GAME.parse(text)
    assert GAME.describe(GAME.parse("take 13")) == ("take", {"card": 13})
    assert GAME.describe(GAME.parse("pass")) == ("pass", {})


@pytest.mark.clause("TO-7")
def test_positions() -> None:
    state = lay("row: 10 40; A: 5 28; A stack: 9 44; turn: B; counter: 1; gone: 50")
    assert (hand(state, "A"), stack(state, "A"), row(state), on_turn(state)) == ("5 28", 2, "10 40", "B")
    assert state.view(None)["passes"] == 1
    # What is not named gets other cards, and the box stays whole.
    assert len(hand(state, "B").split()) == 6
    assert stack(state, "C") == 10
    assert sorted(int(card) for card in state.census()) == list(range(1, 51))
    state = lay("row: 10 40; A: 20; A stack: 21; laid: yes")
    do(state, "A pass")
    assert state.view(None)["passes"] == 0
    assert winner(state) == "-"


@pytest.mark.clause("TO-7")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("row: 10 5", "row_not_ascending"),
        ("row: 10 10", "card_twice"),
        ("row: 10; A: 5 10", "card_twice"),
        ("row: 10; A: 5; B stack: 5", "card_twice"),
        ("row: 51", "unknown_card"),
        ("row: 0", "unknown_card"),
        ("A: A", "unknown_card"),
        ("A: " + " ".join(str(n) for n in range(1, 18)), "bad_field"),
        ("row: 10; counter: 3", "bad_field"),
        ("row: 10; counter: x", "bad_field"),
        ("row: 10; counter: ²", "bad_field"),
        ("row: 10; counter: 99999999999999999999", "bad_field"),
        ("row: ²", "unknown_card"),
        ("row: 99999999999999999999", "unknown_card"),
        ("row: 10; laid: perhaps", "bad_field"),
        ("row: 10; turn: D", "no_such_seat"),
        ("row: 10; D: 5", "unknown_field"),
        ("row 10", "bad_field"),
        ("row: 10; A:; A stack:", "no_cards"),
        ("A:; A stack:", "no_cards"),
    ],
)
def test_broken_positions(text: str, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        lay(text)
    assert caught.value.key == key
    assert Texts("en", GAME).say(f"refusals.{key}", **caught.value.params)


# What people and bots get


@pytest.mark.clause("TO-7", "TO-16")
def test_the_terminal_table() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben", "Cem"])
    state = lay("row: 15 20; A: 11 30; A stack: 1; B: 13 40; B stack: 2 3; C: 4; C stack: 5; gone: 50")
    do(state, "A place 11")
    assert lines(state.view(1), texts) == [
        "It is Ann's turn. Ben can take over.",
        "Ann: 1 in hand, 1 in the stack.",
        "Ben: 2 in hand, 2 in the stack.",
        "Cem: 1 in hand, 1 in the stack.",
        "Put away: 50.",
        "Row: 11, 15 and 20.",
        "Gap: higher than 11, lower than 15.",
        "Your cards: 13 and 40.",
    ]
    assert "Your cards" not in " ".join(lines(state.view(None), texts))
    assert "No row yet." in lines(lay("A: 3 4; A stack:").view(0), texts)
    assert "Turns in a row without a card: 1." in lines(lay("row: 1 50; counter: 1").view(0), texts)
    over = lay("row: 10 40; A: 8; A stack:; B: 9")
    do(over, "A place 8")
    assert lines(over.view(2), texts)[0] == "The game is over. Ann wins."
    assert "Ben was left with: 9." in lines(over.view(2), texts)


@pytest.mark.clause("TO-15", "TO-16")
def test_the_bot() -> None:
    choose = GAME.bot()

    def answer(text: str, *moves: str, **options: Any) -> str:
        state = lay(text, **options)
        do(state, *moves)
        decision = state.decision()
        assert decision is not None
        seat = state.waiting()
        return GAME.notation(choose(state.view(seat), decision, state.legal(seat), Rng(1)))

    assert answer("row: 20; A: 5 21 40; B: 1") == "place 21"
    assert answer("row: 20; A: 5 40; B: 30 1", "A place 40") == "take 30"
    assert answer("row: 20; A: 5 40; B: 30 31 1", "A place 40", "B take 30") == "take 31"
    assert answer("row: 20; A: 5 40; B: 1", "A place 40") == "decline"
    assert answer("row: 10 40; A: 20") == "pass"
    assert answer("A: 5 20 45; A stack:") == "open 20"
    assert answer("row: 10 40; A: 5 20", voluntary_pass=True) == "place 5"


@pytest.mark.clause("TO-1")
def test_the_bot_beats_chance() -> None:
    choose, anything = GAME.bot(), GAME.bot("random")
    won = 0
    for seed in range(40):
        state = GAME.new(4, seed, {"age_order": tuple((seed + k) % 4 for k in range(4))})
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            decision = state.decision()
            assert decision is not None
            policy = choose if seat == 0 else anything
            state.apply(seat, policy(state.view(seat), decision, state.legal(seat), rng))
        won += state.ranking()[0] == 1
    assert won >= 16  # a fair share would be 10


@pytest.mark.clause("TO-2")
@pytest.mark.parametrize("options", [{}, {"interval": "whole_row"}, {"voluntary_pass": True}, {"win_on": "hand"}])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_matches_end(players: int, options: dict[str, Any]) -> None:
    settled = GAME.settle(players, options)
    tally = play_random(GAME.make(players, settled), 10)
    assert tally.longest <= GAME.bound(players, settled)
    assert sum(tally.wins) == 10


# What a broken rule would show first


@pytest.mark.clause("TO-17", "TO-Q5", "TO-Q12", "TO-22")
def test_what_is_told_about_a_take_over_and_an_empty_hand() -> None:
    state = lay("row: 15; A: 11; A stack: 1 2; B: 12 14 40; B stack: 3")
    state.listen()
    do(state, "A place 11")
    assert state.view(None)["window"] == [11, 15]
    do(state, "B take 14")
    # The gap stays the same one while more cards go in.
    assert state.view(None)["window"] == [11, 15]
    do(state, "B take 12", "B done")
    assert state.view(None)["window"] is None
    told = [event.seen_by(None) for event in state.take_events()]
    assert told[1:3] == [
        {"kind": "took_over", "seat": 1, "card": 14, "active": 0},
        {"kind": "took_more", "seat": 1, "card": 12, "active": 0},
    ]
    state = lay("row: 15; A: 11; A stack: 1 2; B: 40; B stack: 3")
    state.listen()
    do(state, "A place 11", "B decline")
    kinds = [event.kind for event in state.take_events()]
    assert kinds == ["placed", "let_go", "hand_empty", "drew"]


@pytest.mark.clause("TO-2", "TO-Q13", "TO-Q21")
def test_the_others_are_ranked_by_the_cards_they_have_left() -> None:
    text = "row: 15; A: 11; A stack: 1 2 3; B: 40; B stack:; C: 41 42; C stack: 4 5 6"
    state = lay(text, win_on="hand")
    do(state, "A place 11")
    assert [one["score"] for one in state.view(None)["seats"]] == state.scores() == [3, 1, 5]
    assert state.ranking() == [1, 2, 3]


@pytest.mark.clause("TO-6")
def test_a_second_match_knows_nothing_of_the_first() -> None:
    """With ten in hand no stack is left, and the first row is opened from the hand: nobody has laid anything yet."""
    state = GAME.new(5, 1, {"hand_size": 10})
    state.apply(state.waiting(), state.legal(state.waiting())[0])
    assert state.view(None)["laid"]
    state.start(1)
    assert not state.view(None)["laid"]
