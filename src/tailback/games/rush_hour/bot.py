"""A sensible Rush Hour player: shows the card that is likely to cost least, then takes the cheapest place."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.rush_hour.material import FRONT, GAP, PLAY, ROW, TAKE, TOP, TOW

Spot = list[str]


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """The action with the smallest expected cost; equals are settled by chance."""
    road = [[spot.split("+") for spot in row] for row in view["rows"]]
    best: list[int] = []
    least = 0.0
    for action in legal:
        if decision.kind == "choose_card":
            cost = card_cost(view, road, action - PLAY + 1)
        else:
            cost = place_cost(view, road, action)
        if not best or cost < least:
            best, least = [], cost
        if cost == least:
            best.append(action)
    return best[rng.below(len(best))]


def number(card: str) -> int:
    """0 for a card without a number."""
    return int(card.lstrip("t")) if card not in ("A", "P", "T", "_") else 0


def points(spots: list[Spot]) -> int:
    return sum(1 if card.isdigit() else 2 for spot in spots for card in spot if card != "_")


def full(view: View, spots: list[Spot]) -> bool:
    return view["max_row"] is not None and len(spots) >= view["max_row"]


# Which card to show


def card_cost(view: View, road: list[list[Spot]], card: int) -> float:
    others = len(view["seats"]) - 1
    if card > TOP:
        return special_cost(view, road, card)
    hooks = f"t{card}" in view["hand"]
    lower = [row for row in road if 0 < number(row[-1][-1]) < card]
    open_rows = [row for row in road if number(row[-1][-1]) == 0]
    costs = [row_risk(view, row, 0, hooks) + 0.6 * others for row in open_rows]
    if lower:
        row = max(lower, key=lambda spots: number(spots[-1][-1]))
        between = unseen_between(view, number(row[-1][-1]), card)
        costs.append(row_risk(view, row, between, hooks))
    if any(fits(row, spot, card) for row in road for spot in range(len(row)) if row[spot] == ["_"]):
        costs.append(0.3)
    if costs:
        return min(costs)
    if not view["too_low_penalty"]:
        return 0.5
    # Too low: the cheapest row, or less if somebody lower clears one before. Low cards are best lost early.
    return min(points(row) for row in road) * 0.9


def row_risk(view: View, row: list[Spot], between: int, hooks: bool) -> float:
    """What joining this row may cost when others slip in between."""
    if view["max_row"] is None or hooks:
        return 0.0
    others = len(view["seats"]) - 1
    free = int(view["max_row"]) - len(row)
    price = points(row) + max(0, free)
    if free <= 0:
        return price * 0.85
    # Each unseen card in between is shown by one of the others now with a small chance.
    held = sum(one["cards"] for one in view["seats"]) + view["unused"] - len(view["hand"])
    chance = min(1.0, between / max(1, held) * 1.6)
    risk = 0.0
    for come in range(free, others + 1):
        risk += binomial(others, come, chance)
    return price * risk


def binomial(n: int, k: int, p: float) -> float:
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return float(ways * p**k * (1.0 - p) ** (n - k))


def unseen_between(view: View, low: int, high: int) -> int:
    seen = {number(card) for row in view["rows"] for spot in row for card in spot.split("+")}
    seen |= {number(card) for one in view["seats"] for card in one["pile"]}
    seen |= {number(card) for card in view["hand"]}
    return sum(1 for n in range(low + 1, high) if n not in seen)


def special_cost(view: View, road: list[list[Spot]], card: int) -> float:
    """Free while a row has room, so a special is worth keeping for a bad moment."""
    room = [row for row in road if not full(view, row)]
    early = 0.15 * (len(view["hand"]) - 1) / 10
    if room:
        return 0.5 + early
    if card == TOW:
        return float(min(points(row[:-1]) for row in road))
    return float(min(points(row) for row in road))


def fits(row: list[Spot], gap: int, card: int) -> bool:
    low = next((number(row[i][-1]) for i in range(gap - 1, -1, -1) if row[i] != ["_"]), 0)
    behind = next(row[i] for i in range(gap + 1, len(row)) if row[i] != ["_"])
    high = next((number(name) for name in behind if number(name)), TOP + 1)
    return low < card < high


# Where to put it


def place_cost(view: View, road: list[list[Spot]], action: int) -> float:
    """Points now, then a little for what the row means for others and for the own hand."""
    if action >= GAP:
        return 0.05
    row = road[(action - ROW) % 3]
    mine = [number(card) for card in view["hand"] if number(card)]
    name = next(one["card"] for one in view["revealed"] if one["seat"] == view["turn"] and not one["done"])
    if action >= TAKE and action < FRONT:
        return points(row) + 0.01 * len(row)
    if not full(view, row) or (action < TAKE and name.startswith("t")):
        return 0.1 * harm(row, name, mine)
    load = points([row[-1]]) if name == "T" else 0
    return points(row) - load + 0.5


def harm(row: list[Spot], name: str, mine: list[int]) -> float:
    """Nearly full rows trouble the others. A and T go where the own cards are not headed, the rest where they are."""
    end = number(row[-1][-1])
    own = sum(1 for card in mine if card > end)
    trouble = len(row) - 1.0
    if name in ("A", "T"):
        return own / max(1, len(mine)) * 2.0 - trouble
    return -own / max(1, len(mine)) - trouble * 0.5
