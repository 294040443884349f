"""Traffic-Memory played twice: a slow model that tries out runs, written from the rules alone, beside the engine."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from games.traffic_memory.test_rules import GAME

FLAGS = ("may_stop", "joker_sticky", "late_bridge", "extra_turn")


def numbers(cards: list[str]) -> list[int]:
    return sorted(int(card) for card in cards if card != "S")


def is_run(cards: list[str]) -> bool:
    """Some stretch of that many numbers holds all of them; jokers are what is missing."""
    held = numbers(cards)
    size = len(cards)
    return not held or any(first <= held[0] and held[-1] < first + size for first in range(-size, 51))


def takable(cards: list[str]) -> bool:
    return is_run(cards) and len(cards) >= (3 if "S" in cards else 2)


def something_left(cards: list[str]) -> bool:
    """A longer run always holds one of three cards or fewer."""
    return any(takable(list(some)) for size in (2, 3) for some in combinations(cards, size))


class Model:
    """`table` holds the cards by place, None for a hole; `opened` the places opened this turn."""

    def __init__(self, table: list[str | None], players: int, options: dict[str, bool], seat: int) -> None:
        self.table = table
        self.options = options
        self.seat = seat
        self.won = [0] * players
        self.opened: list[int] = []
        self.phase = "first_card"
        self.check_end()

    def check_end(self) -> None:
        self.over = not something_left([card for card in self.table if card])

    def kind(self) -> str:
        if self.phase != "go_on" or self.options["may_stop"] or len(self.opened) == 2:
            return self.phase
        return "must_go_on"

    def legal(self) -> set[str]:
        found = {f"flip {i + 1}" for i, card in enumerate(self.table) if card and i not in self.opened}
        return found | {"stop"} if self.kind() in ("go_on", "bridge") else found

    def goes_on(self, cards: list[str], card: str) -> bool:
        held = numbers(cards)
        if self.options["joker_sticky"] and self.phase == "go_on" and card != "S" and len(held) > 1:
            if held[0] < int(card) < held[-1]:
                return False
        return is_run([*cards, card])

    def do(self, move: str) -> None:
        cards = [str(self.table[place]) for place in self.opened]
        if move == "stop":
            self.end_turn(len(cards) if self.phase == "go_on" else 0)
            return
        place = int(move.split()[1]) - 1
        card = str(self.table[place])
        fits = self.goes_on(cards, card)
        self.opened.append(place)
        if not cards:
            self.phase = "second_card"
        elif fits:
            self.phase = "go_on"
            if len(self.opened) == sum(card is not None for card in self.table):
                self.end_turn(len(self.opened))
        elif len(cards) == 1 and self.options["late_bridge"] and abs(int(cards[0]) - int(card)) == 2:
            self.phase = "bridge"
        else:
            self.end_turn(len(cards) if self.phase == "go_on" else 0)

    def end_turn(self, run: int) -> None:
        taken = run > 0 and takable([str(self.table[place]) for place in self.opened[:run]])
        if taken:
            self.won[self.seat] += run
            for place in self.opened[:run]:
                self.table[place] = None
        if not (taken and self.options["extra_turn"]):
            self.seat = (self.seat + 1) % len(self.won)
        self.opened = []
        self.phase = "first_card"
        self.check_end()


@pytest.mark.clause(
    "TM-5", "TM-7", "TM-8", "TM-9", "TM-10", "TM-11", "TM-12", "TM-15", "TM-20", "TM-Q1", "TM-Q2", "TM-Q3"
)
@pytest.mark.clause("TM-Q4", "TM-Q5", "TM-Q6", "TM-Q7", "TM-Q8", "TM-Q9", "TM-Q10", "TM-Q11", "TM-Q13", "TM-Q16")
@pytest.mark.parametrize("seed", range(12))
def test_engine_and_model_agree(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        players = chance.randint(2, 5)
        options = {name: chance.random() < 0.5 for name in FLAGS}
        low = chance.randint(1, 40)
        span = [str(number) for number in range(low, min(51, low + chance.choice([6, 10, 14])))]
        cards = chance.sample(span, chance.randint(2, len(span))) + ["S"] * chance.choice([0, 0, 1, 2, 3, 4])
        cards += ["_"] * chance.choice([0, 0, 2])
        chance.shuffle(cards)
        seat = chance.randrange(players)
        model = Model([None if card == "_" else card for card in cards], players, options, seat)
        state = GAME.position(f"cards: {' '.join(cards)}; turn: {'ABCDE'[seat]}", players, options=options)
        while not model.over:
            decision = state.decision()
            assert decision is not None
            assert (decision.kind, decision.seats) == (model.kind(), (model.seat,))
            assert {GAME.notation(action) for action in state.legal(model.seat)} == model.legal()
            move = chance.choice(sorted(model.legal()))
            state.apply(model.seat, GAME.parse(move))
            model.do(move)
            view = state.view(None)
            assert [card is None for card in view["table"]] == [card is None for card in model.table]
            assert view["opened"] == [place + 1 for place in model.opened]
        assert state.decision() is None
        assert [state.legal(seat) for seat in range(players)] == [[]] * players
        assert state.scores() == model.won


@pytest.mark.clause("TM-15", "TM-Q13", "TM-S19", "TM-S21")
def test_the_end_is_found_for_every_small_table() -> None:
    box = ["3", "4", "6", "8", "9", "11", "S", "S", "S"]
    tables = {tuple(some) for size in range(1, 6) for some in combinations(box, size)}
    for cards in sorted(tables):
        state = GAME.position(f"cards: {' '.join(cards)}", 2)
        assert (state.decision() is not None) == something_left(list(cards)), cards
