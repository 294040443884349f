"""Why a robot made this move of Took Over!: a sentence from what everybody sees."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View

# A gap into which so many hidden cards fit, or fewer, is a small one.
FEW = 4
# A hand and stack of so many cards, or fewer, is nearly done.
NEARLY = 3
CARDS = range(1, 51)
# What a seat does; all else follows from it.
MOVES = {"placed", "took_over", "took_more", "let_go", "turn_taken", "opened", "passed"}


def because(before: View, events: list[dict[str, Any]], seat: int) -> tuple[str, dict[str, Any]]:
    """The key in the section `because`, and what the sentence names."""
    move = next(event for event in events if event["kind"] in MOVES and event["seat"] == seat)
    kind = move["kind"]
    if "card" in move and any(won(event, seat) for event in events):
        return "last", {"card": move["card"]}
    if kind == "placed":
        return why_there(before, move["card"])
    if kind == "took_over":
        return why_now(before, move)
    if kind == "took_more":
        return "more", {"card": move["card"], **window(before)}
    if kind == "let_go":
        return why_not(before)
    if kind == "turn_taken":
        return "done", window(before)
    if kind == "opened":
        card = move["card"]
        lower = sum(1 for number in hidden(before) if number < card)
        return "open", {"card": card, "lower": lower, "higher": len(hidden(before)) - lower - (card in hidden(before))}
    low, high = before["row"][0], before["row"][-1]
    free = before["house"].get("voluntary_pass", False)
    return "pass_freely" if free else "pass", {"low": low, "high": high}


def won(event: dict[str, Any], seat: int) -> bool:
    """Alone: the match, or one game of several. TO-Q23"""
    if event["kind"] == "game_over":
        return bool(event["winners"] == [seat])
    return bool(event["kind"] == "match_over" and event["winner"] == seat)


def why_there(before: View, card: int) -> tuple[str, dict[str, Any]]:
    """The gap that a laid card leaves."""
    low, high = before["row"][0], before["row"][-1]
    end = low if card < low else high
    between = range(min(card, end) + 1, max(card, end))
    if before["house"].get("interval") == "whole_row":
        between = range(min(card, low) + 1, max(card, high))
    told = {"card": card, "end": end}
    fit = [number for number in between if number in hidden(before)]
    if not between:
        return "tight", told
    if not fit:
        return "all_seen", told
    taker = before["taker"]
    other = before["seats"][taker]
    inside = [one["cards"] for one in other["proven"] if one["above"] >= low and one["below"] <= high]
    if not before["house"].get("interval") and inside and inside[-1] == other["hand"]:
        return "taker_passed", {**told, "taker": taker}
    if len(fit) <= FEW:
        return "small_gap", {**told, "n": len(fit)}
    if card in (CARDS[0], CARDS[-1]):
        return "closes", told
    return "dare", {**told, "n": len(fit)}


def why_now(before: View, move: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Whom a take-over stops."""
    active = move["active"]
    left = before["seats"][active]["score"]
    told = {"card": move["card"], "active": active, **window(before)}
    return ("stop", {**told, "n": left}) if left <= NEARLY else ("take", told)


def why_not(before: View) -> tuple[str, dict[str, Any]]:
    """A gap that is left alone; whether a card would have fitted stays secret."""
    told = window(before)
    fit = [number for number in hidden(before) if told["above"] < number < told["below"]]
    if not fit:
        return "nothing_fits", told
    low, high = before["row"][0], before["row"][-1]
    house = before["house"]
    next_is_mine = not ({"empty_stack_opening", "row_limit", "voluntary_pass", "win_on"} & house.keys())
    if next_is_mine and all(low < number < high for number in hidden(before)):
        return "next_row", told
    return "let_be", told


def window(before: View) -> dict[str, Any]:
    above, below = before["window"]
    return {"above": above, "below": below}


def hidden(before: View) -> list[int]:
    """The cards that nobody has shown yet."""
    shown = {*before["row"], *before["gone"]}
    return [number for number in CARDS if number not in shown]
