"""What the events of several games have in common. Only the docs and the tests read shapes; no rule does.

An event is `{"kind": ..., **shape}`: its kind is the key under which a game lists its shape. Fields that only
some seats learn are NotRequired. The second part of an Annotated says what a name does not.
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

Scores = Annotated[list[int], "By seat."]
Places = Annotated[list[int], "By seat, 1 for the winner; ties share a place."]
# Points of the rounds played so far.
Rounds = Annotated[list[list[int]], "One line per round, by seat."]

# Every view has it: with it and the number of seats a program can make the game anew.
House = Annotated[dict[str, bool | int | str | list[int]], "Options that differ from the usual ones, by name."]


class Nothing(TypedDict):
    """It happens to nobody in particular."""


class Somebody(TypedDict):
    seat: int


class SomebodysCard(TypedDict):
    seat: int
    card: str


class SecretCard(TypedDict):
    """A card that only its new owner sees."""

    seat: int
    card: NotRequired[str]


class SecretHand(TypedDict):
    seat: int
    cards: NotRequired[list[str]]


class OpenCard(TypedDict):
    card: str


class Count(TypedDict):
    cards: Annotated[int, "How many."]


class MatchOver(TypedDict):
    scores: Scores
    places: Places
