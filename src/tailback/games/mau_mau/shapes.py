"""Views and events of Mau-Mau as types.

A card is `R8` (colour and number), `B-Rev`, `G-T2`, `Y-T4`, `R-Stop` (colour and kind) or `CC` (colour change).
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tailback.core.shapes import (
    Count,
    House,
    MatchOver,
    Nothing,
    OpenCard,
    Rounds,
    Scores,
    SecretCard,
    SecretHand,
    Somebody,
)

Colour = Literal["R", "B", "G", "Y"]
Decision = Literal["turn", "take2", "drawn", "name_colour", "catch"]


class Lack(TypedDict):
    """What everybody may conclude about a hand, because its owner had to draw or pass."""

    cards: Annotated[int, "So many cards of the hand are none of the following."]
    none: Annotated[list[str], "Colours (`R`), kinds (`8`, `Stop`) or `CC`."]


class Seat(TypedDict):
    cards: Annotated[int, "How many in the hand."]
    score: int
    lacks: Annotated[list[Lack], "The oldest conclusion first."]


class View(TypedDict):
    game: Annotated[int, "The number of the running game, from 1."]
    games: int
    dealer: int
    seat: Annotated[int | None, "Whose view this is."]
    house: House
    turn: int | None
    seats: list[Seat]
    top: Annotated[str, "The top card of the pile."]
    colour: Annotated[Colour | None, "The colour in force; null while it is being chosen."]
    clockwise: bool
    pending: Annotated[int, "Cards that wait for whoever does not answer with a Take 2."]
    deck: Annotated[int, "How many cards."]
    pile: Annotated[list[str], "The top card last."]
    returned: Annotated[list[str], "Turned up at the opening and put back."]
    drew: Annotated[bool, "Whoever is on turn has just drawn a card that may be laid."]
    idle: Annotated[int, "So many turns in a row moved no card; when that goes once round, the game ends."]
    made: Annotated[int, "Decisions made in this game; after 2000 it ends without a winner."]
    silent: Annotated[int | None, "Who forgot to say mau and can be caught."]
    watch: Annotated[list[int], "Who may still speak up about it."]
    rounds: Rounds
    hands: Annotated[list[list[str]], "What was left in the hands after the game before; empty in the first one."]
    hand: NotRequired[list[str]]
    drawn: NotRequired[Annotated[str, "The card just drawn, that may be laid or kept."]]


class Dealt(TypedDict):
    dealer: int
    cards: Annotated[int, "How many for each."]
    game: int


class Laid(TypedDict):
    seat: int
    card: str
    left: Annotated[int, "Cards left in the hand."]


class Named(TypedDict):
    seat: int
    colour: Colour


class Reversed(TypedDict):
    clockwise: bool


class Pending(TypedDict):
    seat: Annotated[int, "Who must answer or take."]
    n: int


class Caught(TypedDict):
    seat: Annotated[int, "Who forgot to say mau."]
    by: int


class GameOver(TypedDict):
    winner: int
    points: Scores
    hands: Annotated[list[list[str]], "What was left, by seat."]
    game: int


EVENTS: dict[str, type] = {
    "dealt": Dealt,
    "hand": SecretHand,
    "returned": OpenCard,
    "opened": OpenCard,
    "laid": Laid,
    "colour": Named,
    "drew": SecretCard,
    "kept": Somebody,
    "passed": Somebody,
    "reversed": Reversed,
    "stopped": Somebody,
    "pending": Pending,
    "take2": SecretCard,
    "take4": SecretCard,
    "mau": Somebody,
    "mau_mau": Somebody,
    "mau_forgotten": Somebody,
    "mau_penalty": SecretCard,
    "caught": Caught,
    "let_go": Somebody,
    "reshuffled": Count,
    "stuck": Nothing,
    "too_long": Nothing,
    "game_over": GameOver,
    "match_over": MatchOver,
}
