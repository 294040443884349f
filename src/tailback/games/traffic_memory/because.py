"""Why a robot turned over that very card, or stopped: from what lies open and what everybody could have seen.

No sentence tells where another card lies: to remember that is the game.
"""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View


def because(before: View, events: list[dict[str, Any]], seat: int) -> tuple[str, dict[str, Any]]:
    done = {event["kind"]: event for event in events}
    mine = [before["table"][place - 1] for place in before["opened"]]
    closed = before["table"].count("?")
    told: dict[str, Any] = {"cards": mine, "closed": closed, "fits": fitting(before, mine)}
    if "stopped" in done:
        if "taken" not in done:
            return "stop_back", told
        return ("stop_last" if closed == 1 else "stop"), told
    opened = done["opened"]
    told["card"], told["place"] = opened["card"], opened["place"]
    seen: dict[str, str] = before["seen"]
    known = str(opened["place"]) in seen
    if not mine:
        if not known:
            return "first_new", told
        others = [card for place, card in seen.items() if place != str(opened["place"])]
        return ("first_known" if any(goes_with(told["card"], card) for card in others) else "first_again"), told
    if len(mine) > 2 and not before["house"].get("may_stop", True):
        return "must", told
    if closed == 1:
        return "last", told
    if "turned_back" not in done:
        return ("fit_known" if known else "fit_new"), told
    if known:
        return "miss_known", told
    if "taken" in done:
        return "kept", told
    return ("miss_new" if told["fits"] else "miss_none"), told


def fitting(before: View, mine: list[str]) -> int:
    """How many of the cards face down would make one run with the open ones."""
    hidden = list(before["left"])
    for card in mine:
        hidden.remove(card)
    sticky = before["house"].get("joker_sticky", False) and len(mine) > 1 and is_run(mine)
    numbers = [int(card) for card in mine if card.isdigit()]
    fits = 0
    for card in hidden:
        inside = numbers and card.isdigit() and min(numbers) < int(card) < max(numbers)
        if is_run([*mine, card]) and not (sticky and inside):
            fits += 1
    return fits


def goes_with(card: str, other: str) -> bool:
    """Two cards that may lie in one run side by side; a joker goes with everything. TM-8, TM-20"""
    return not (card.isdigit() and other.isdigit()) or abs(int(card) - int(other)) == 1


def is_run(cards: list[str]) -> bool:
    """The holes between the numbers are at most as many as the jokers. TM-Q1, TM-Q8"""
    numbers = [int(card) for card in cards if card.isdigit()]
    return not numbers or max(numbers) - min(numbers) + 1 - len(numbers) <= len(cards) - len(numbers)
