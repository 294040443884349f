"""A sensible Mau-Mau player: sheds dear cards, saves the colour change, hits whoever is about to win."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.mau_mau.material import (
    CATCH,
    CC,
    COLOURS,
    DRAW,
    KEEP,
    NAME,
    NO_CARD,
    PASS,
    REVERSE,
    SAY_MAU,
    STOP,
    TAKE,
    TAKE2,
    TAKE4,
    WILD,
    card_of,
    laid_card,
    says_mau,
)

LOW = 2  # a hand this small is about to win


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """The action with the best worth; equals are settled by chance."""
    for sure in (CATCH, SAY_MAU):
        if sure in legal:
            return sure
    hand = [card_of(name) for name in view.get("hand", [])]
    best: list[int] = []
    top = 0.0
    for action in legal:
        value = worth(view, hand, action)
        if not best or value > top:
            best, top = [], value
        if value == top:
            best.append(action)
    return best[rng.below(len(best))]


def worth(view: View, hand: list[int], action: int) -> float:
    """How good an action looks; drawing is 0, laying a plain card a little above its points."""
    if action == PASS or action == KEEP or action == DRAW:
        return 0.0
    if action == TAKE:
        return -10.0
    if action >= NAME:
        return float(held(hand, action - NAME))
    card = int(laid_card(action))
    rest = list(hand)
    if card == NO_CARD or card not in rest:
        return 0.0
    rest.remove(card)
    if not rest:
        return 1000.0
    value = 5.0
    if says_mau(action):
        value += 20.0  # a forgotten one costs a card
    near = nearest(view, reverses=card != CC and card % 13 == REVERSE)
    if card == CC:
        return value + wild(view, rest, (action - WILD) % 4, near)
    return value + plain(rest, card, near)


def plain(rest: list[int], card: int, near: int) -> float:
    kind = card % 13
    points = kind + 1 if kind < REVERSE else 10
    value = 0.6 * points + 2.0 * held(rest, card // 13)
    if kind in (TAKE2, TAKE4, STOP):
        # Keep the weapon while nobody is in danger of winning, but not for ever.
        value += 12.0 if near <= LOW else 1.0
        if kind == TAKE2 and near > LOW:
            value -= 0.5  # it is also the only shield
    elif kind == REVERSE:
        value += 1.0 if near > LOW else -6.0  # `near` is already the neighbour after the turn
    return value


def wild(view: View, rest: list[int], colour: int, near: int) -> float:
    """A colour change fits on everything, so it is worth most as one of the last cards."""
    value = held(rest, colour) - 7.5
    if near <= LOW and view["colour"] != COLOURS[colour]:
        value += 5.0  # the one who is nearly out may be waiting for the colour in force
    if len(rest) <= LOW:
        value += 4.0
    return value


def held(cards: list[int], colour: int) -> int:
    return sum(1 for card in cards if card != CC and card // 13 == colour)


def nearest(view: View, reverses: bool) -> int:
    """How many cards the next player holds."""
    seats = view["seats"]
    step = 1 if view["clockwise"] != reverses else -1
    return int(seats[(view["seat"] + step) % len(seats)]["cards"])
