"""A sensible Traffic-Memory player with a human memory: it recalls most of what lay open, never all of it."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.traffic_memory.material import STOP

RECALL = 65  # chances in a hundred that a card seen earlier comes to mind
WORTH_A_TRY = 8  # open an unknown card unless fewer than one in this many would fit


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """A remembered card that helps, else an unknown one, else stop."""
    known = recall(view, rng)
    opened = [view["table"][place - 1] for place in view["opened"]]
    if decision.kind == "first_card":
        action = begin(known)
    else:
        action = helpful(opened, known)
    if action in legal:
        return action
    fresh = [place for place in legal if place != STOP and str(place + 1) not in view["seen"]]
    if STOP in legal and not (fresh and worth_a_try(view, opened)):
        return STOP
    flips = fresh or [place for place in legal if place != STOP]
    return flips[rng.below(len(flips))]


def recall(view: View, rng: Rng) -> dict[str, int]:
    """The remembered cards with their action."""
    return {card: int(place) - 1 for place, card in view["seen"].items() if rng.below(100) < RECALL}


def begin(known: dict[str, int]) -> int:
    """The first card of the longest remembered sequence; -1 if no two go together."""
    numbers = {int(card) for card in known if card.isdigit()}
    best, length = -1, 1
    for number in sorted(numbers):
        if number - 1 not in numbers:
            end = number
            while end + 1 in numbers:
                end += 1
            if end - number + 1 > length:
                best, length = known[str(number)], end - number + 1
    return best


def helpful(opened: list[str], known: dict[str, int]) -> int:
    """A remembered card that makes the open ones a run, a number rather than a joker; -1 if there is none."""
    found = -1
    for card, action in known.items():
        if is_run([*opened, card]) and (found < 0 or card.isdigit()):
            found = action
    return found


def worth_a_try(view: View, opened: list[str]) -> bool:
    """Is the next unknown card likely enough to fit? A misfit costs no card, but all others see it."""
    known = set(view["seen"].values())
    hidden = [card for card in view["left"] if card not in known and card not in opened]
    fitting = [card for card in hidden if is_run([*opened, card])]
    takable = is_run(opened) and (len(opened) > 2 or all(card.isdigit() for card in opened))
    return bool(fitting) and (not takable or len(fitting) * WORTH_A_TRY >= len(hidden))


def is_run(cards: list[str]) -> bool:
    """The holes between the numbers are at most as many as the jokers. TM-Q1, TM-Q8"""
    numbers = [int(card) for card in cards if card.isdigit()]
    return not numbers or max(numbers) - min(numbers) + 1 - len(numbers) <= len(cards) - len(numbers)
