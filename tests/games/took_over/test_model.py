"""Took Over! played twice: a slow model of plain lists, written from the rules alone, beside the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.took_over.test_rules import GAME
from tailback.core.notation import seat_letter


class Model:
    """Rows and hands ascend, the top of a stack is its first card."""

    def __init__(self, chance: random.Random, players: int, options: dict[str, Any]) -> None:
        box = chance.sample(range(1, 51), 50)
        self.players = players
        self.options = options
        self.hands = [sorted(box.pop() for _ in range(chance.choice([1, 2, 3, 6]))) for _ in range(players)]
        self.stacks = [[box.pop() for _ in range(chance.choice([0, 0, 1, 2, 4]))] for _ in range(players)]
        self.row = sorted(box.pop() for _ in range(chance.choice([0, 1, 2, 4])))
        self.seat = chance.randrange(players)
        self.passes = chance.randrange(players) if self.row else 0
        self.laid = False
        self.phase = "place"
        self.window = (0, 0)
        self.winner: int | None = None
        self.text = "; ".join(self.fields())
        if not self.row:
            self.open_round()

    def fields(self) -> list[str]:
        found = [f"turn: {seat_letter(self.seat)}"]
        for seat in range(self.players):
            found.append(f"{seat_letter(seat)}: {' '.join(map(str, self.hands[seat]))}")
            found.append(f"{seat_letter(seat)} stack: {' '.join(map(str, self.stacks[seat]))}")
        if self.row:
            found += [f"row: {' '.join(map(str, self.row))}", f"counter: {self.passes}"]
        return found

    def taker(self) -> int:
        return (self.seat + 1) % self.players

    def asked(self) -> int:
        return self.taker() if self.phase in ("window", "more") else self.seat

    def legal(self) -> set[str]:
        hand = self.hands[self.asked()]
        if self.phase == "open":
            return {f"open {card}" for card in hand}
        if self.phase == "place":
            found = {f"place {card}" for card in hand if not self.row[0] < card < self.row[-1]}
            return found | {"pass"} if not found or self.options["voluntary_pass"] else found
        above, below = self.window
        found = {f"take {card}" for card in hand if above < card < below}
        return found | {"decline" if self.phase == "window" else "done"}

    def open_round(self) -> None:
        self.passes = 0
        self.row = []
        self.phase = "open"
        if self.stacks[self.seat]:
            self.begin(self.stacks[self.seat].pop(0))

    def begin(self, card: int) -> None:
        self.row = [card]
        self.laid = True
        self.phase = "place"
        self.look(self.seat)

    def look(self, seat: int) -> None:
        """Has this player won?"""
        if not self.hands[seat] and (self.options["win_on"] == "hand" or not self.stacks[seat]):
            self.winner = seat

    def refill(self, seat: int) -> None:
        while len(self.hands[seat]) < 6 and self.stacks[seat]:
            self.hands[seat].append(self.stacks[seat].pop(0))
        self.hands[seat].sort()

    def end_turn(self) -> None:
        self.refill(self.seat)
        self.seat = self.taker()
        self.laid = False

    def do(self, move: str) -> None:
        word, _, number = move.partition(" ")
        seat = self.asked()
        card = int(number or 0)
        if card:
            self.hands[seat].remove(card)
        if word == "open":
            self.begin(card)
        elif word == "place":
            whole = self.options["interval"] == "whole_row"
            if card < self.row[0]:
                self.window = (card, self.row[-1] if whole else self.row[0])
            else:
                self.window = (self.row[0] if whole else self.row[-1], card)
            self.row = sorted([*self.row, card])
            self.passes, self.laid, self.phase = 0, True, "window"
            self.look(seat)
        elif word == "take":
            self.row = sorted([*self.row, card])
            self.phase = "more"
            self.look(seat)
        elif word == "done":
            for other in range(self.players):
                self.refill(other)
            self.seat, self.laid, self.phase = seat, True, "place"
        elif word == "decline":
            self.phase = "place"
            if not self.hands[self.seat]:
                self.end_turn()
        else:
            self.passes += not self.laid
            self.end_turn()
            if self.passes == self.players:
                self.open_round()


@pytest.mark.clause("TO-2", "TO-8", "TO-9", "TO-14", "TO-16", "TO-18", "TO-21", "TO-22", "TO-23", "TO-24")
@pytest.mark.clause("TO-Q1", "TO-Q3", "TO-Q8", "TO-Q9", "TO-Q10", "TO-Q11", "TO-Q12", "TO-Q13", "TO-Q14", "TO-Q15")
@pytest.mark.parametrize("seed", range(12))
def test_engine_and_model_agree(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        players = chance.randint(2, 5)
        options = {
            "interval": chance.choice(["adjacent", "whole_row"]),
            "voluntary_pass": chance.random() < 0.3,
            "win_on": chance.choice(["hand_and_stack", "hand"]),
        }
        model = Model(chance, players, options)
        state = GAME.position(model.text, players, options=options)
        while True:
            view = state.view(None)
            assert (view["row"], view["passes"], view["winner"]) == (model.row, model.passes, model.winner)
            assert [state.view(seat)["hand"] for seat in range(players)] == model.hands
            assert [one["stack"] for one in view["seats"]] == [len(stack) for stack in model.stacks]
            if model.winner is not None:
                assert state.decision() is None
                assert [state.legal(seat) for seat in range(players)] == [[]] * players
                assert [seat for seat, place in enumerate(state.ranking()) if place == 1] == [model.winner]
                break
            for seat in range(players):
                offered = {GAME.notation(action) for action in state.legal(seat)}
                assert offered == (model.legal() if seat == model.asked() else set())
            move = chance.choice(sorted(model.legal()))
            state.apply(model.asked(), GAME.parse(move))
            model.do(move)
