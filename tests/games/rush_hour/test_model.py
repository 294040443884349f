"""Rush Hour played twice: a slow model with rows as plain lists, written from the rules alone, beside the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rush_hour.test_rules import GAME
from tailback.core.contract import State
from tailback.core.errors import BadOption

Move = tuple[Any, ...]


def number(card: str) -> int:
    """0 for a card without a number."""
    return int(card.lstrip("t")) if card not in "APT" else 0


class Model:
    """A row is a list of spots, a spot a list of cards from bottom to top; a gap is an empty spot."""

    def __init__(self, view: dict[str, Any], options: dict[str, Any]) -> None:
        self.rows = [[spot.split("+") for spot in row] for row in view["rows"]]
        self.full = 4 if options["massive_jam"] else 1000
        self.too_low_penalty = options["too_low_penalty"]
        self.ages = list(options["age_order"])
        self.trailer = options["trailer_penalty"]
        self.piles: list[list[str]] = [[] for _ in view["seats"]]

    def named(self) -> list[list[str]]:
        return [["+".join(spot) or "_" for spot in row] for row in self.rows]

    def points(self, seat: int) -> int:
        return sum(2 if card in "APT" else self.trailer if card[0] == "t" else 1 for card in self.piles[seat])

    def order(self, picks: dict[int, str]) -> list[int]:
        def place(seat: int) -> tuple[int, int]:
            card = picks[seat]
            kind = {"A": 0, "P": 1, "T": 3}.get(card, 2)
            return kind, number(card) or self.ages.index(seat)

        return sorted(picks, key=place)

    def legal(self, card: str) -> set[Move]:
        mine = number(card)
        ends = [number(row[-1][-1]) for row in self.rows]
        found: set[Move] = {("row", row) for row, end in enumerate(ends) if end == 0}
        lower = [end for end in ends if 0 < end < mine]
        if lower:
            found.add(("row", ends.index(max(lower))))
        hooks = set()
        for r, row in enumerate(self.rows):
            for gap in [i for i, spot in enumerate(row) if not spot]:
                before = max((i for i in range(gap) if row[i]), default=-1)
                behind = min(i for i in range(gap, len(row)) if row[i])
                low = number(row[before][-1]) if before >= 0 else 0
                high = min((number(other) for other in row[behind] if number(other)), default=99)
                hooked = card[0] == "t" and before >= 0
                if low < mine < high and not (hooked and (r, before) in hooks):
                    found.add(("gap", r, gap))
                    hooks.add((r, before))
        if found:
            return found
        every = set(range(len(self.rows)))
        if self.too_low_penalty:
            return {("take", row) for row in every}
        firsts = [next(number(card) for spot in row for card in spot if number(card)) for row in self.rows]
        return {("front", row) for row in ({r for r in every if firsts[r] > mine} or every)}

    def take(self, seat: int, row: int, spots: int) -> None:
        for spot in self.rows[row][:spots]:
            self.piles[seat] += spot

    def arrive(self, seat: int, row: int, stack: list[str], front: bool = False) -> None:
        """A new spot at an end of a row, or a new row where that makes it too long."""
        if len(self.rows[row]) >= self.full:
            self.take(seat, row, self.full)
            self.rows[row] = [stack]
        else:
            self.rows[row].insert(0 if front else len(self.rows[row]), stack)

    def place(self, seat: int, card: str, move: Move) -> None:
        use, r = move[0], move[1]
        row = self.rows[r]
        if use == "take":
            self.take(seat, r, len(row))
            self.rows[r] = [[card]]
        elif use == "gap":
            before = max((i for i in range(move[2]) if row[i]), default=-1)
            if card[0] == "t" and before >= 0:
                row[before].append(card)
            else:
                row[move[2]] = [card]
        elif use == "row" and card[0] == "t":
            row[-1].append(card)
        else:
            self.arrive(seat, r, [card], use == "front")

    def drive(self, card: str, named: list[tuple[int, int]]) -> None:
        """Equal specials of one turn; the youngest named first, the oldest of a stack collects."""
        for row in sorted({row for _, row in named}):
            seats = [seat for seat, other in named if other == row]
            self.arrive(seats[-1], row, [card] * len(seats), card == "A")

    def tow(self, seat: int, r: int) -> None:
        row = self.rows[r]
        load = ["T", *row[-1]]
        if len(row) >= self.full:
            self.take(seat, r, len(row) - 1)
            self.rows[r] = [load]
        else:
            row[-1] = []
            row.append(load)


def moves(state: State, seat: int) -> dict[Move, int]:
    found: dict[Move, int] = {}
    for action in state.legal(seat):
        use, _, where = GAME.notation(action).partition(" ")
        found[(use, *(int(n) - 1 for n in where.split("#")))] = action
    return found


def play_turn(state: State, model: Model, picks: dict[int, str], chance: random.Random) -> None:
    """Carry out one revealed turn in both."""

    def decide(seat: int, wanted: set[Move]) -> Move:
        offered = moves(state, seat)
        assert set(offered) == wanted
        move = chance.choice(sorted(offered))
        state.apply(seat, offered[move])
        return move

    every: set[Move] = {("row", row) for row in range(len(model.rows))}
    order = model.order(picks)
    for card in "AP":
        model.drive(card, [(seat, decide(seat, every)[1]) for seat in order if picks[seat] == card])
    for seat in order:
        card = picks[seat]
        if card == "T":
            model.tow(seat, decide(seat, every)[1])
        elif card not in "AP":
            legal = model.legal(card)
            # A single place needs no choice.
            model.place(seat, card, decide(seat, legal) if len(legal) > 1 else legal.pop())


def random_options(chance: random.Random, players: int) -> dict[str, Any]:
    return {
        "edition": chance.choice(["merged", "002", "000"]),
        "age_order": tuple(chance.sample(range(players), players)),
        "max_number": chance.choice([30, 50]),
        "hand_size": chance.choice([5, 7, 10]),
        "rows": chance.choice([2, 3]),
        "specials": chance.random() < 0.85,
        "massive_jam": chance.random() < 0.8,
        "too_low_penalty": chance.random() < 0.7,
        "trailers": tuple(chance.sample(range(1, 51), chance.choice([0, 5, 20, 35]))),
        "trailer_penalty": chance.choice([1, 2]),
        "start_cards": chance.choice(["any_but_trailer", "numbered_cars_only"]),
    }


@pytest.mark.clause("RH-12", "RH-13", "RH-15", "RH-17", "RH-19", "RH-23", "RH-27", "RH-32", "RH-35", "RH-40", "RH-49")
@pytest.mark.clause("RH-50", "RH-55", "RH-56", "RH-Q17", "RH-Q18", "RH-Q28", "RH-Q32", "RH-Q33", "RH-Q36", "RH-Q37")
@pytest.mark.parametrize("seed", range(80))
def test_the_engine_agrees_with_a_model_of_plain_lists(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(2, 5)
    given = random_options(chance, players)
    try:
        options = GAME.settle(players, given)
    except BadOption as bad:  # too few cards: deal what there is
        options = GAME.settle(players, {**given, **(bad.nearest or {})})
    state = GAME.make(players, options)
    state.start(seed)
    model = Model(state.view(None), options)
    while (decision := state.decision()) is not None:
        assert (decision.kind, decision.seats) == ("choose_card", tuple(range(players)))
        hands = [state.view(seat)["hand"] for seat in range(players)]
        picks = {seat: chance.choice(hand) for seat, hand in enumerate(hands)}
        for seat, card in picks.items():
            state.apply(seat, GAME.parse("play " + card.lstrip("t")))
            hands[seat].remove(card)
        play_turn(state, model, picks, chance)
        if len(hands[0]) == 1:  # the last cards play themselves
            play_turn(state, model, {seat: hand[0] for seat, hand in enumerate(hands)}, chance)
        view = state.view(None)
        assert view["rows"] == model.named()
        assert [one["pile"] for one in view["seats"]] == model.piles
    assert state.scores() == [model.points(seat) for seat in range(players)]
