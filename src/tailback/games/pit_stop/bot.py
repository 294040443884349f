"""A sensible Pit Stop player: sheds as many cards per turn as it can and keeps the others from finishing."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.pit_stop.material import (
    ACCEPT,
    ALLOW,
    CAR,
    COLOUR,
    COUNTER_EXCHANGE,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DONE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    GARAGE,
    GARAGE_CARD,
    KEEP,
    NEW_CAR,
    NO_CARD,
    PAINT,
    PAINT_SHOP,
    PASS,
    RENEW,
    RETURN,
    SERVICE_KIND,
    SILENT,
    SWAP,
    action_card,
    card_of,
)

LOW = 2  # a hand this small is about to finish


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """The action with the best worth; equals are settled by chance."""
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
    """How good an action looks; drawing, keeping and passing are 0, each card shed is about 10."""
    if action in (DRAW, KEEP, PASS, SILENT, DONE):
        return 0.0
    if action == ACCEPT:
        return -10.0
    if action == ALLOW:
        return 8.0 * (len(hand) - cards_of(view, view["exchange"]["seat"]))
    if action >= COLOUR:
        return float(held(hand, action - COLOUR))
    card = int(action_card(action))
    if card == NO_CARD:
        return 1.0  # any words are better than none
    rest = list(hand)
    if card not in rest:
        return 0.0
    rest.remove(card)
    if not rest and action < SWAP:
        return 1000.0
    if CAR <= action < FINE:
        return 10.0 + follow(rest, card)
    if FINE <= action < COUNTER_SERVICE:
        return fine(view, rest, action)
    if COUNTER_SERVICE <= action < PAINT:
        return 20.0 + follow(rest, card)
    if PAINT <= action < GARAGE:
        return 6.0 + 0.5 * held(rest, action - PAINT) + (3.0 if len(rest) <= LOW else 0.0)
    if GARAGE <= action < SWAP:
        return garage(rest, action - GARAGE)
    if action >= SWAP:
        return beside_the_pile(view, rest, action)
    value = 10.0 + follow(rest, card)
    if card % 11 == SERVICE_KIND:
        value += 8.0 if cards_of(view, after(view, view["seat"])) <= LOW else 1.0
    return value


def follow(rest: list[int], card: int) -> float:
    """How well the rest of the hand goes on from this top card."""
    same = sum(1 for other in rest if other < PAINT_SHOP and other % 11 == card % 11)
    return 0.4 * held(rest, card // 11) + 0.6 * same


def fine(view: View, rest: list[int], action: int) -> float:
    """A Fine takes cards out of one's own hand; it should hit whoever is nearest to finishing."""
    target = (action - FINE) % 8
    chain = len(view["pending"]["chain"]) if view["pending"] else 0
    taken = 2 if len(rest) > 2 else len(rest) - 1 if rest else 0
    value = 10.0 + 8.0 * taken - 0.5 * cards_of(view, target)
    if cards_of(view, target) <= LOW:
        value += 6.0
    if action >= COUNTER_FINE:
        value += 20.0 * (chain + 1)
    return value if rest else 1000.0 + value


def garage(rest: list[int], colour: int) -> float:
    """Worth its Cars; a small load waits for more unless the end is near."""
    cars = sum(1 for card in rest if card < PAINT_SHOP and card // 11 == colour and card % 11 < SERVICE_KIND)
    if cars == len(rest):
        return 900.0
    return 10.0 * (cars + 1) - (12.0 if cars < 2 and len(rest) > 3 else 0.0)


def beside_the_pile(view: View, rest: list[int], action: int) -> float:
    """Car Exchange and New Car."""
    if action == RETURN:
        return 50.0  # costs no turn, sheds a card and undoes a finish
    if not rest:
        return 900.0
    if action == NEW_CAR:
        return 2.0 if len(rest) > LOW else 7.0
    if action == EXCHANGE:
        return 1.0 if len(rest) > LOW else 6.0
    if action == COUNTER_EXCHANGE:
        # Keep the better hand; the counter sheds a card besides.
        return 8.0
    if action == RENEW:
        stuck = sum(1 for card in rest if card < GARAGE_CARD and card % 11 < FINE_KIND)
        return 0.5 * stuck - 3.0
    return 8.0 * (len(rest) - cards_of(view, action - SWAP)) - 4.0


def held(cards: list[int], colour: int) -> int:
    return sum(1 for card in cards if card < PAINT_SHOP and card // 11 == colour)


def cards_of(view: View, seat: int) -> int:
    return int(view["seats"][seat]["cards"])


def after(view: View, seat: int) -> int:
    """The next player who is still in."""
    seats = view["seats"]
    other = (seat + 1) % len(seats)
    while seats[other]["place"] is not None and other != seat:
        other = (other + 1) % len(seats)
    return int(other)
