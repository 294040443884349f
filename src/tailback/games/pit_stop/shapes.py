"""Views and events of Pit Stop as types.

A card is `R5` (a Car), `B-Sv` (Service), `Y-Fn` (Fine), or a grey one: `PS` (Paint Shop), `GA` (Garage),
`CX` (Car Exchange), `NC` (New Car). `?` is a card whose face is not known.
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
Decision = Literal[
    "turn",
    "open_colour",
    "open_garage",
    "garage",
    "service",
    "fine",
    "exchange_reply",
    "drawn",
    "new_car",
    "say",
]


class Lack(TypedDict):
    """What everybody may conclude about a hand, because its owner had to draw or pass."""

    cards: Annotated[int, "So many cards of the hand are none of the following."]
    none: Annotated[list[str], "Colours (`R`), kinds (`8`, `Sv`) or grey cards (`PS`)."]


class Seat(TypedDict):
    cards: Annotated[int, "How many in the hand."]
    score: int
    place: Annotated[int | None, "In this round, from 1; null while still in."]
    front: Annotated[list[Literal["NC", "CX"]], "Cards that lie open before this player."]
    lacks: Annotated[list[Lack], "The oldest conclusion first."]
    hunches: Annotated[list[Lack], "What may be supposed besides, because the owner drew or answered no penalty."]
    no_garage: NotRequired[Annotated[bool, "Had to pass: no Garage lies in this hand together with a Car."]]


class Pending(TypedDict):
    """A penalty that waits for an answer."""

    kind: Literal["service", "fine"]
    target: int
    chain: Annotated[list[int], "Who added a Fine, in order; empty for a Service."]
    cards: Annotated[int, "How many the target must take; 0 for a Service."]


class Exchange(TypedDict):
    """A swap that is announced and not yet answered."""

    seat: int
    target: int


class Then(TypedDict):
    """What follows when the words or the window are over."""

    kind: Literal["turn", "service", "fine", "exchange_reply", "renewal"]
    seat: int


class View(TypedDict):
    round: int
    last_round: Annotated[int | None, "How many are played; null when points decide, and until the time is up."]
    points: Annotated[int | None, "The target; null when something else decides."]
    minutes: Annotated[int | None, "How long new rounds begin; null when no clock decides."]
    dealer: int
    seat: Annotated[int | None, "Whose view this is."]
    house: House
    turn: int | None
    seats: list[Seat]
    places: Annotated[list[int], "Who has finished this round, in order."]
    top: Annotated[str, "The top card of the pile."]
    colour: Annotated[Colour | None, "The colour in force; null while it is being chosen."]
    deck: Annotated[int, "How many cards."]
    pile: Annotated[list[str], "The top card last; buried cards lie lowest, `?` to all but who buried them."]
    pending: Pending | None
    exchange: Exchange | None
    garage: Annotated[int | None, "Cars laid in the open Garage; null without one."]
    finisher: Annotated[int | None, "Who has no cards left and may be brought back just now."]
    asked: Annotated[Decision | None, "The kind of the open decision; null when the match is over."]
    watch: Annotated[list[int], "Who may still bring the finisher back."]
    then: Then | None
    passes: Annotated[int, "In a row."]
    idle: Annotated[int, "Turns in a row without a card on the table."]
    steps: Annotated[int, "Decisions in this round so far."]
    buriers: Annotated[list[int], "Who put the lowest cards under the pile, one seat for each."]
    seen: Annotated[
        list[list[int]],
        "What all could follow: who has seen cards of whose hand, how many, of how many, 1 if it was another's then.",
    ]
    rounds: Rounds
    hands: NotRequired[Annotated[list[list[str]], "By seat, when the match is over."]]
    hand: NotRequired[list[str]]
    known: NotRequired[Annotated[list[list[str]], "By seat: cards of others that this seat has seen or gave away."]]
    told: NotRequired[Annotated[list[list[str]], "By seat: cards of this hand that they are sure to know."]]
    buried: NotRequired[Annotated[list[str], "Cards this seat buried under the pile."]]
    drawn: NotRequired[Annotated[str, "The card just drawn, that may be played or kept."]]


class Dealt(TypedDict):
    dealer: int
    cards: Annotated[int, "How many for each."]
    round: int


class TimeUp(TypedDict):
    round: Annotated[int, "It is played to its end and is the last one."]


class Laid(TypedDict):
    seat: int
    card: str
    left: Annotated[int, "Cards left in the hand."]


class Named(TypedDict):
    seat: int
    colour: Colour


class GarageDone(TypedDict):
    seat: int
    cars: Annotated[int, "How many went in."]


class Fined(TypedDict):
    seat: int
    n: Annotated[int, "How many cards."]


class FineHand(TypedDict):
    """A card from the hand of whoever fined; both of them see it."""

    seat: Annotated[int, "Who takes it."]
    giver: int
    card: NotRequired[str]


class Open(TypedDict):
    """A New Car or a Car Exchange is laid before its player."""

    seat: int
    left: Annotated[int, "Cards left in the hand."]


class Swap(TypedDict):
    seat: int
    target: int
    left: Annotated[int, "Cards left in the hand."]


class Swapped(TypedDict):
    seat: int
    target: int
    cards: Annotated[int, "How many `seat` has now."]
    given: Annotated[int, "How many `target` has now."]
    hand: NotRequired[Annotated[list[str], "The new hand of `seat`; both of them see it."]]
    other: NotRequired[Annotated[list[str], "The new hand of `target`."]]


class NoSwap(TypedDict):
    seat: Annotated[int, "Who stopped it."]
    trader: int
    left: Annotated[int, "Cards left in the hand of `seat`."]


class Buried(TypedDict):
    seat: int
    cards: Annotated[int, "How many."]


class Said(TypedDict):
    seat: int
    phrase: Annotated[str, "`say1`, `say2`, ...: a key in `words`."]


class Finished(TypedDict):
    seat: int
    place: Annotated[int, "From 1."]


class BroughtBack(TypedDict):
    seat: Annotated[int, "Who is in again."]
    by: int
    left: Annotated[int, "Cards left in the hand of `by`."]


class RoundOver(TypedDict):
    round: int
    order: Annotated[list[int], "Who finished, in order."]
    points: Scores
    hands: Annotated[list[list[str]], "What was left, by seat."]


EVENTS: dict[str, type] = {
    "dealt": Dealt,
    "hand": SecretHand,
    "returned": OpenCard,
    "opened": OpenCard,
    "no_car": SecretCard,
    "laid": Laid,
    "colour": Named,
    "garage_done": GarageDone,
    "serviced": Somebody,
    "missed": Somebody,
    "fined": Fined,
    "countered": Laid,
    "accepted": Fined,
    "fine_hand": FineHand,
    "fine_deck": SecretCard,
    "new_car": Open,
    "exchange": Open,
    "renew": Open,
    "swap": Swap,
    "swapped": Swapped,
    "no_swap": NoSwap,
    "buried": Buried,
    "renew_card": SecretCard,
    "drew": SecretCard,
    "kept": Somebody,
    "passed": Somebody,
    "said": Said,
    "silent": Somebody,
    "silence_card": SecretCard,
    "finished": Finished,
    "let_go": Somebody,
    "brought_back": BroughtBack,
    "return_card": SecretCard,
    "reshuffled": Count,
    "stuck": Nothing,
    "idle": Nothing,
    "too_long": Nothing,
    "time_up": TimeUp,
    "round_over": RoundOver,
    "match_over": MatchOver,
}
