"""What is in a view and in an event."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tailback.core.shapes import Count, House, MatchOver, SecretCard, SecretHand

Decision = Literal["drive"]


class Seat(TypedDict):
    cards: int
    score: int


class View(TypedDict):
    seat: int | None
    house: House
    turn: int | None
    goal: int
    lane: list[str]
    gone: list[str]
    deck: int
    seats: list[Seat]
    rounds: list[list[int]]
    hand: NotRequired[list[str]]


class Laid(TypedDict):
    seat: int
    card: str
    sum: int


class Wave(TypedDict):
    seat: int
    waves: int


EVENTS = {
    "dealt": Count,
    "hand": SecretHand,
    "laid": Laid,
    "turned_off": Laid,
    "wave": Wave,
    "drew": SecretCard,
    "match_over": MatchOver,
}
