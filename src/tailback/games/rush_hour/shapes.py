"""Views and events of Rush Hour as types.

A card is `17` (a car), `t15` (a trailer), `A` (ambulance), `P` (police) or `T` (tow truck). Lanes and spots
count from 1, the front of the lane first.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tailback.core.shapes import Count, House, MatchOver, Nothing, Rounds, Scores, SecretHand, Somebody

Decision = Literal["choose_card", "ambulance_row", "police_row", "place", "take_row", "front_row", "tow_row"]
Row = Annotated[int, "The lane, from 1."]


class Seat(TypedDict):
    cards: Annotated[int, "How many in the hand."]
    chosen: Annotated[bool, "Has picked a card for this turn."]
    score: Annotated[int, "Over all rounds."]
    points: Annotated[int, "Of this round; below zero with a head start."]
    pile: Annotated[list[str], "The cards taken in this round."]
    taken: Annotated[int, "How many cards in all rounds; fewer can settle equal points."]


class Revealed(TypedDict):
    """A card of the turn, in the order in which they are carried out."""

    seat: int
    card: str
    done: Annotated[bool, "It lies on the road or was taken."]
    row: Annotated[int | None, "The lane that was named for it and that it has not yet driven to, from 1."]


class Turn(TypedDict):
    """A turn of this round, once its cards were shown."""

    rows: Annotated[str, "The lanes when the cards were picked: `12 14 / 20 / _ T+18`."]
    cards: Annotated[list[str | None], "What each seat showed."]


class View(TypedDict):
    round: int
    last_round: Annotated[int, "The match ends with it at the latest."]
    over: bool
    point_limit: int | None
    seat: Annotated[int | None, "Whose view this is."]
    house: House
    rows: Annotated[
        list[list[str]], "The lanes from the front, one text per spot: `12`, `_` for a gap, `T+18` bottom to top."
    ]
    max_row: Annotated[int | None, "A lane with so many spots is full; null where none ever is."]
    too_low_penalty: bool
    seats: list[Seat]
    ages: Annotated[list[int], "The seats, the youngest first."]
    unused: Annotated[int, "Cards put away unseen."]
    revealed: Annotated[list[Revealed], "The turn on show, until the next one is."]
    turn: Annotated[int | None, "Whose card is being carried out; null while all pick."]
    rounds: Rounds
    past: Annotated[list[Turn], "The turns of this round, the last one on show included."]
    hand: NotRequired[list[str]]
    chosen: NotRequired[Annotated[str | None, "The card this seat has picked; it may be changed."]]


class Replaced(TypedDict):
    row: Row
    card: Annotated[str, "Drawn for the lane, but may not open it."]


class Opened(TypedDict):
    round: int
    cards: Annotated[list[str], "The first card of each lane."]


class Shown(TypedDict):
    seats: Annotated[list[int], "In the order in which the cards are carried out."]
    cards: Annotated[list[str], "The card of each of `seats`."]


class InRow(TypedDict):
    seat: int
    card: str
    row: Row


class OnSpot(TypedDict):
    seat: int
    card: str
    row: Row
    spot: Annotated[int, "From 1, counted from the front."]


class Hooked(TypedDict):
    seat: int
    card: str
    on: Annotated[str, "The card it is hooked to."]
    row: Row


class Driven(TypedDict):
    seats: Annotated[list[int], "Whose cars drive to this lane."]
    row: Row
    count: Annotated[int, "How many; they take one spot together."]


class Taken(TypedDict):
    seat: int
    row: Row
    cards: list[str]
    points: int


class Towed(TypedDict):
    seat: int
    row: Row
    cards: Annotated[list[str], "What the tow truck loads, bottom to top."]


class RoundOver(TypedDict):
    round: int
    points: Scores
    totals: Scores


class Fit(TypedDict):
    """A place where a card may go on the road as it lies now."""

    action: Annotated[int, "The action that chooses this place, when the lane is asked for."]
    row: Row
    spot: Annotated[int, "The spot on which it stands then, from 1, counted from the front."]
    how: Annotated[
        Literal["end", "gap", "hook", "front", "tow", "jam", "take"],
        "`hook`: onto another vehicle; `tow`: it loads the last stack; `jam`: the lane is full and swept up; "
        "`take`: too low, a lane must be taken.",
    ]
    takes: Annotated[int, "The points that it costs."]


class NoWay(TypedDict):
    """A lane where the card may not be laid, and the refusal that it would give."""

    row: Row
    key: str
    clause: str
    params: dict[str, str | int]


class Hint(TypedDict):
    """What would become of a card."""

    action: Annotated[int | None, "The action that plays it; null where only its lane is asked for."]
    card: str
    fits: list[Fit]
    takes: Annotated[int | None, "The least it costs; null when it can go somewhere without sweeping up a lane."]
    rows: list[NoWay]


EVENTS: dict[str, type] = {
    "nothing_costs": Nothing,
    "replaced": Replaced,
    "opened": Opened,
    "dealt": Count,
    "hand": SecretHand,
    "chosen": Somebody,
    "revealed": Shown,
    "named": InRow,
    "ambulance": Driven,
    "police": Driven,
    "placed": OnSpot,
    "hooked": Hooked,
    "gap_filled": OnSpot,
    "front": InRow,
    "jam": Taken,
    "too_low": Taken,
    "begins": InRow,
    "towed": Towed,
    "round_over": RoundOver,
    "match_over": MatchOver,
}
