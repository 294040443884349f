"""Why a robot made its move in Mau-Mau, in one sentence out of what everybody saw."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View

# So few cards are nearly none.
FEW = 2
# So many points are worth getting rid of.
DEAR = 6

Reason = tuple[str, dict[str, Any]]
Told = dict[str, Any]


def because(before: View, events: list[Told], seat: int) -> Reason:
    """Key and parameters of the sentence: `before` is what a spectator saw, `events` what then became known."""
    # Who is next may lose the game or win it at once: only the first event of a kind is of this move.
    told: dict[str, Told] = {}
    for event in events:
        told.setdefault(event["kind"], event)
    if "caught" in told:
        return "caught", {"seat": told["caught"]["seat"]}
    if "laid" in told:
        return laid(before, events, told, seat)
    if "mau" in told:
        return "mau_late", {"top": before["top"]}
    if "let_go" in told:
        silent = before["silent"]
        return ("let_go_own", {"top": before["top"]}) if silent == seat else ("let_go", {"seat": silent})
    if "colour" in told:
        return "named", {"top": before["top"], "colour": told["colour"]["colour"]}
    if before["pending"]:
        return "took", {"n": before["pending"]}
    return without_card(before, told)


def without_card(before: View, told: dict[str, Told]) -> Reason:
    if "kept" in told:
        return "kept", {"top": before["top"]}
    if "drew" not in told:
        return "passed", {"top": before["top"]}
    if before["house"].get("draw_rule") == "free":
        return "drew_free", {"top": before["top"]}
    if before["top"] == "CC":
        return "drew_colour", {"colour": before["colour"]}
    return "drew", {"top": before["top"]}


def laid(before: View, events: list[Told], told: dict[str, Told], seat: int) -> Reason:
    card: str = told["laid"]["card"]
    shown = {"card": card, "top": before["top"]}
    if told["laid"]["left"] == 0:
        return "last", shown
    if "mau_forgotten" in told:
        return "mau_missed", {"card": card}
    if card == "CC":
        return wild(before, told["colour"]["colour"], seat)
    if "reversed" in told:
        found = turned(before, card, seat)
    else:
        found = hit(before, events, told, card)
    return found or plain(before, told, card, seat)


def hit(before: View, events: list[Told], told: dict[str, Told], card: str) -> Reason | None:
    """Somebody has to take cards or misses a turn."""
    if "pending" in told:
        victim, n = told["pending"]["seat"], told["pending"]["n"]
        if before["pending"]:
            return "passed_on", {"n": before["pending"], "seat": victim, "more": n}
    else:
        struck = told.get("stopped", told.get("take4"))
        if struck is None:
            return None
        victim, n = struck["seat"], sum(event["kind"] == "take4" for event in events)
    cards = before["seats"][victim]["cards"]
    if cards <= FEW:
        return "hit_few", {"seat": victim, "n": cards, "card": card}
    if "pending" in told:
        return "take2", {"seat": victim, "n": cards}
    if "take4" in told:
        return "take4", {"seat": victim, "n": n, "card": card}
    return "stop", {"seat": victim, "n": cards, "card": card}


def turned(before: View, card: str, seat: int) -> Reason | None:
    """Play goes the other way round."""
    players = len(before["seats"])
    if players == 2:
        return ("again", {"card": card}) if before["house"].get("reverse_two_players") == "extra_turn" else None
    spared, heir = follower(before, seat), follower(before, seat, -1)
    cards = before["seats"][spared]["cards"]
    if cards <= FEW:
        return "turned_few", {"seat": spared, "n": cards, "card": card}
    return "turned", {"seat": spared, "heir": heir}


def wild(before: View, colour: str, seat: int) -> Reason:
    old = before["colour"]
    heir = follower(before, seat)
    if lacks(before["seats"][heir], colour):
        return "wild_lacks", {"seat": heir, "colour": colour}
    if colour == old:
        return "wild_same", {"top": before["top"], "colour": colour}
    found = nearest(before, seat)
    if found is not None:
        return "wild_few", {"seat": found, "n": before["seats"][found]["cards"], "old": old, "colour": colour}
    return "wild", {"old": old, "colour": colour}


def plain(before: View, told: dict[str, Told], card: str, seat: int) -> Reason:
    """A card that fits and hits nobody."""
    shown = {"card": card, "top": before["top"]}
    points = int(card[1:]) if card[1:].isdigit() else 10
    if told["laid"]["left"] == 1:
        return "one_left", shown
    found = nearest(before, seat)
    if found is not None and points >= DEAR:
        n = before["seats"][found]["cards"]
        return "dear", {"seat": found, "n": n, "card": card, "points": points}
    if before["drew"]:
        return "drawn_fits", shown
    if before["top"] == "CC":
        return "chosen_colour", {"card": card, "colour": before["colour"]}
    if card[0] == before["top"][0]:
        return "same_colour", shown
    return "same_kind", {**shown, "colour": card[0]}


def follower(before: View, seat: int, way: int = 1) -> int:
    """Who is next after this seat, or with -1 who would be the other way round."""
    step = way if before["clockwise"] else -way
    return int((seat + step) % len(before["seats"]))


def nearest(before: View, seat: int) -> int | None:
    """Who else holds the fewest cards, if these are few; of several the one whose turn comes first."""
    found: int | None = None
    other = seat
    for _ in range(len(before["seats"]) - 1):
        other = follower(before, other)
        cards = before["seats"][other]["cards"]
        if cards <= FEW and (found is None or cards < before["seats"][found]["cards"]):
            found = other
    return found


def lacks(hand: dict[str, Any], colour: str) -> bool:
    """Has everybody seen that no card of this hand has the colour?"""
    return any(fact["cards"] == hand["cards"] and colour in fact["none"] for fact in hand["lacks"])
