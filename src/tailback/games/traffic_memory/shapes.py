"""Views and events of Traffic-Memory as types.

A card is `17` (a number), `A` (ambulance) or `P` (police); the last two are jokers. Places count from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tailback.core.shapes import House, Places, Rounds, Scores, Somebody

Decision = Literal["first_card", "second_card", "go_on", "must_go_on", "bridge"]


class Seat(TypedDict):
    cards: Annotated[int, "How many were won."]
    score: Annotated[int, "The cards won, and a head start."]
    pile: Annotated[list[str], "The cards won, in order."]


class View(TypedDict):
    seat: Annotated[int | None, "Whose view this is; all see the same."]
    house: House
    turn: int | None
    seats: list[Seat]
    columns: int
    table: Annotated[list[str | None], "By place: an open card, `?` for one face down, null for a hole."]
    opened: Annotated[list[int], "Places opened in this turn, in order, from 1."]
    seen: Annotated[dict[str, str], "Place to card: open once, now face down. To be remembered, not to be shown."]
    age: Annotated[dict[str, int], "Place to how many cards were opened since; of those that are `seen`."]
    flips: Annotated[int, "Cards opened in this match so far."]
    barren: Annotated[int, "Turns in a row in which nobody took a card; after 200 the match ends."]
    left: Annotated[list[str], "The cards on the table, in order."]
    jokers: Annotated[int, "How many of them are jokers."]
    rounds: Rounds
    rest: NotRequired[Annotated[dict[str, str], "Place to card: what stayed face down, when the match is over."]]


class LaidOut(TypedDict):
    cards: Annotated[int, "How many."]
    columns: int
    jokers: int


class Opened(TypedDict):
    seat: int
    place: Annotated[int, "From 1."]
    card: str


class Moved(TypedDict):
    seat: int
    n: Annotated[int, "How many."]
    cards: list[str]
    spots: Annotated[list[int], "Their places, from 1."]


class TooLong(TypedDict):
    turns: Annotated[int, "So many in a row, and nobody took a card."]


class MatchOver(TypedDict):
    rest: Annotated[list[str], "Cards that nobody won."]
    scores: Scores
    places: Places


EVENTS: dict[str, type] = {
    "laid_out": LaidOut,
    "opened": Opened,
    "stopped": Somebody,
    "taken": Moved,
    "turned_back": Moved,
    "too_long": TooLong,
    "match_over": MatchOver,
}
