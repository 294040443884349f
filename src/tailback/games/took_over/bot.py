"""A sensible Took Over! player: leaves small gaps, and squeezes in whenever it can."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.took_over.material import DECLINE, DONE, OPEN, PASS, PLACE


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """Every card that can go should go; which one first is the question."""
    cards = [action for action in legal if action not in (PASS, DECLINE, DONE)]
    if not cards:
        return legal[0]
    if decision.kind in ("take_over", "take_more"):
        return cards[rng.below(len(cards))]
    if decision.kind == "open":
        hand = sorted(action - OPEN for action in cards)
        return OPEN + hand[len(hand) // 2]  # from the middle both sides are near
    return min(cards, key=lambda action: risk(view, action - PLACE + 1))


def risk(view: View, card: int) -> tuple[int, int]:
    """How many cards nobody has shown yet lie in the gap, then how many of the own the gap would lock out."""
    row, hand = view["row"], view["hand"]
    gap = range(card + 1, row[0]) if card < row[0] else range(row[-1] + 1, card)
    shown = {*row, *view["gone"], *hand}
    return sum(1 for number in gap if number not in shown), sum(1 for number in gap if number in hand)
