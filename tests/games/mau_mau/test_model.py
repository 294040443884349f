"""Mau-Mau played twice: a slow model of plain lists, written from the rules alone, beside the engine.

The model knows how many cards move, not which ones come off the draw pile: those it reads from the hands.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tailback.core.contract import State
from tailback.core.notation import seat_letter
from tailback.games.mau_mau import GAME

COLOURS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
KINDS = [*"123456789", "-Rev", "-T2", "-T4", "-Stop"]
BOX = [colour + kind for colour in "RBGY" for kind in KINDS for _ in range(2)] + ["CC"] * 6


def kind(card: str) -> str:
    return card if card == "CC" else card[1:].lstrip("-")


def points(hand: list[str]) -> int:
    return sum(int(kind(card)) if kind(card).isdigit() else 10 for card in hand)


class Model:
    def __init__(self, hands: list[list[str]], options: dict[str, Any]) -> None:
        self.hands = hands
        self.players = len(hands)
        self.options = options
        self.sizes = [len(hand) for hand in hands]
        self.pile: list[str] = []
        self.deck = 0
        self.colour: str | None = None
        self.step = 1
        self.pending = 0
        self.seat = 0
        self.phase = "turn"
        self.drawn = ""
        self.idle = 0
        self.silent: int | None = None
        self.let_go: set[int] = set()
        self.over = False
        self.winner = -1

    # What may be done

    def fits(self, card: str) -> bool:
        top = self.pile[-1]
        return card == "CC" or card[0] == self.colour or (top != "CC" and kind(card) == kind(top))

    def supply(self) -> int:
        return self.deck + len(self.pile) - 1

    def lays(self, seat: int, card: str) -> set[str]:
        left = len(self.hands[seat])
        if card == "CC" and left == 1:
            return {"lay CC"}
        found = {f"lay CC {word}" for word in COLOURS} if card == "CC" else {f"lay {card}"}
        due = left == 2 and self.options["mau_mode"] != "auto"
        return found | {f"{text} mau" for text in found} if due else found

    def legal(self, seat: int) -> set[str]:
        speak = {"mau" if seat == self.silent else "no mau"} if self.silent is not None else set()
        if seat != self.seat:
            return speak | {"pass"} if speak and seat not in self.let_go else set()
        if self.phase == "colour":
            return {f"colour {word}" for word in COLOURS}
        if self.phase == "drawn":
            return {"keep"} | (self.lays(seat, self.drawn) if self.fits(self.drawn) else set())
        if self.pending:
            cards = [card for card in self.hands[seat] if kind(card) == "T2"]
            return speak.union({"take"}, *(self.lays(seat, card) for card in cards))
        cards = [card for card in self.hands[seat] if self.fits(card)]
        found = speak.union(*(self.lays(seat, card) for card in cards))
        if self.supply() == 0:
            return found if cards else found | {"pass"}
        must = {"strict": cards, "no_match": [card for card in cards if card != "CC"], "free": []}
        return found if must[self.options["draw_rule"]] else found | {"draw"}

    def kind(self) -> str:
        if self.silent is not None:
            return "catch"
        if self.phase == "turn":
            return "take2" if self.pending else "turn"
        return "drawn" if self.phase == "drawn" else "name_colour"

    def asked(self) -> list[int]:
        """In catch mode the silent player first, the others in direction, whoever is on turn last."""
        if self.silent is None:
            return [self.seat]
        order = [(self.silent + self.step * k) % self.players for k in range(self.players)]
        return [seat for seat in order if seat != self.seat and seat not in self.let_go] + [self.seat]

    # What it does

    def after(self, k: int) -> int:
        return (self.seat + self.step * k) % self.players

    def draw(self, seat: int, count: int) -> int:
        for given in range(count):
            if self.supply() == 0:
                return given
            if self.deck == 0:
                self.deck = len(self.pile) - 1
                self.pile = self.pile[-1:]
            self.deck -= 1
            self.sizes[seat] += 1
        return count

    def no_card_moved(self) -> None:
        self.idle += 1
        self.over = self.idle == self.players
        self.seat = self.after(1)

    def effect(self, card: str) -> None:
        steps = 1
        if kind(card) == "Rev":
            self.step = -self.step
            steps = 2 if self.players == 2 and self.options["reverse_two_players"] == "extra_turn" else 1
        elif kind(card) == "T2":
            self.pending += 2
        elif kind(card) == "T4":
            self.draw(self.after(1), 4)
            steps = 2
        elif kind(card) == "Stop":
            steps = 2
        self.seat = self.after(steps)

    def do(self, seat: int, move: str, drew: list[str]) -> None:
        silent = self.silent
        if silent is not None and seat != self.seat and move == "pass":
            self.let_go.add(seat)
            return
        self.silent = None
        self.let_go = set()
        if move == "no mau":
            assert silent is not None
            self.draw(silent, 1)
        elif move.startswith("colour"):
            self.colour = COLOURS[move.split()[1]]
            self.phase = "turn"
            self.seat = self.after(1)
        elif move == "draw":
            self.draw_turn(seat, drew)
        elif move == "keep":
            self.phase = "turn"
            self.seat = self.after(1)
        elif move == "pass":
            self.no_card_moved()
        elif move == "take":
            given = self.draw(seat, self.pending)
            self.pending = 0
            if given == 0:
                self.no_card_moved()
            else:
                self.idle = 0
                self.seat = self.after(1)
        elif move != "mau":
            self.lay(seat, move.split()[1:])

    def draw_turn(self, seat: int, drew: list[str]) -> None:
        self.idle = 0
        count = 1
        if self.options["play_drawn"] == "draw_until_playable":
            count = next((n for n, card in enumerate(drew, 1) if self.fits(card)), self.supply())
        assert len(drew) == count
        self.draw(seat, count)
        if self.options["play_drawn"] == "no":
            self.seat = self.after(1)
        else:
            self.phase = "drawn"
            self.drawn = drew[-1]

    def lay(self, seat: int, words: list[str]) -> None:
        card = words[0]
        self.idle = 0
        self.phase = "turn"
        self.sizes[seat] -= 1
        self.pile.append(card)
        if card != "CC":
            self.colour = card[0]
        elif len(words) > 1:
            self.colour = COLOURS[words[1]]
        if self.sizes[seat] == 0:
            if self.options["final_penalty"] == "draw":
                self.draw(self.after(1), {"T2": self.pending + 2, "T4": 4}.get(kind(card), 0))
            self.over = True
            self.winner = seat
            return
        forgot = self.sizes[seat] == 1 and words[-1] != "mau" and self.options["mau_mode"] != "auto"
        if forgot and self.options["mau_mode"] == "declare":
            self.draw(seat, 1)
        self.effect(card)
        if forgot and self.options["mau_mode"] == "catch":
            self.silent = seat


def begin(chance: random.Random, players: int, options: dict[str, Any]) -> tuple[Model, State]:
    """Few cards all round, so that endings, empty piles and specials come up all the time."""
    box = sorted(BOX, key=lambda card: chance.random() + (0.5 if kind(card).isdigit() and chance.random() < 0.5 else 0))
    hands = [[box.pop(0) for _ in range(chance.choice([1, 2, 2, 2, 3, 4]))] for _ in range(players)]
    model = Model(hands, options)
    fields = [f"{seat_letter(seat)}: {' '.join(hand)}" for seat, hand in enumerate(hands)]
    dealer = chance.randrange(players)
    opening = chance.random() < 0.25
    size = chance.choice([3, 6, 12, 30]) if opening else chance.choice([0, 0, 1, 2, 3, 5, 12])
    deck = [box.pop() for _ in range(size)]
    if opening:
        deck.append("R5")
        wanted = {"as_dealer": deck, "inert": [card for card in deck if card != "CC"]}
        numbers = [card for card in deck if kind(card).isdigit()]
        model.pile = [wanted.get(options["opening_card"], numbers)[0]]
        model.deck = len(deck) - 1
        model.seat = dealer
        card = model.pile[0]
        model.colour = card[0] if card != "CC" else None
        if options["opening_card"] != "as_dealer":
            model.seat = model.after(1)
        elif card == "CC":
            model.phase = "colour"
        else:
            model.effect(card)
        fields.append("opening: yes")
    else:
        model.pile = [box.pop(0) for _ in range(chance.choice([1, 1, 2, 3, 5]))]
        top = model.pile[-1]
        model.colour = top[0] if top != "CC" else chance.choice("RBGY")
        model.pending = chance.choice([0, 2, 4, 16]) if kind(top) == "T2" else 0
        model.deck = len(deck)
        model.seat = chance.randrange(players)
        model.step = chance.choice([1, -1])
        fields += [f"pile: {' '.join(model.pile)}", f"colour: {model.colour}", f"pending: {model.pending}"]
        fields += [f"direction: {'clockwise' if model.step > 0 else 'anticlockwise'}"]
        fields += [f"turn: {seat_letter(model.seat)}"]
    fields += [f"deck: {' '.join(deck)}", f"dealer: {seat_letter(dealer)}"]
    state = GAME.position("; ".join(fields), players, seed=chance.randrange(1000), options=options)
    state.listen()
    return model, state


def allowed(state: State, seat: int) -> list[int]:
    """What `apply` would let pass, in the order of `legal`."""
    order = {action: n for n, action in enumerate(state.legal(seat))}
    found = [action for action in range(-1, GAME.actions + 1) if state.allows(seat, action)]
    return sorted(found, key=lambda action: order.get(action, -1))


def compare(model: Model, state: State) -> None:
    view = state.view(None)
    assert [one["cards"] for one in view["seats"]] == model.sizes
    assert (view["pile"], view["deck"], view["colour"]) == (model.pile, model.deck, model.colour)
    assert (view["pending"], view["silent"], view["clockwise"]) == (model.pending, model.silent, model.step > 0)
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, list(decision.seats)) == (model.kind(), model.asked())
    model.hands = [state.view(seat)["hand"] for seat in range(model.players)]
    for seat in range(model.players):
        assert {GAME.notation(action) for action in state.legal(seat)} == model.legal(seat)


@pytest.mark.clause("MM-15", "MM-17", "MM-18", "MM-22", "MM-25", "MM-27", "MM-28", "MM-31", "MM-33", "MM-36", "MM-39")
@pytest.mark.clause(
    "MA-4", "MA-5", "MA-6", "MA-7", "MA-15", "MA-16", "MA-22", "MA-23", "MA-24", "MA-25", "MA-29", "MA-30"
)
@pytest.mark.parametrize("seed", range(12))
def test_engine_and_model_agree(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        options = {option.name: chance.choice(option.choices) for option in GAME.options if option.choices}
        options["games"] = 1
        if options["draw_rule"] == "free" and options["play_drawn"] == "draw_until_playable":
            options["play_drawn"] = "yes"
        model, state = begin(chance, chance.randint(2, 5), options)
        for step in range(60):
            compare(model, state)
            if step % 4 == 0:
                assert allowed(state, model.seat) == state.legal(model.seat)
            seat = chance.choice(model.asked())
            move = chance.choice(sorted(model.legal(seat)))
            state.take_events()
            state.apply(seat, GAME.parse(move))
            events = [event.full() for event in state.take_events()]
            model.do(seat, move, [event["card"] for event in events if event["kind"] == "drew"])
            if model.over:
                break
        if model.over:
            assert state.decision() is None
            assert [allowed(state, seat) for seat in range(model.players)] == [[]] * model.players
            hands = state.view(None)["hands"]
            assert [len(hand) for hand in hands] == model.sizes
            assert state.scores() == [points(hand) for hand in hands]
            assert [event["winner"] for event in events if event["kind"] == "game_over"] == [model.winner]
