"""Views and events of Took Over! as types. A card is its number, 1 to 50."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tailback.core.shapes import House, Places, Rounds, Scores, Somebody

Decision = Literal["open", "place", "take_over", "take_more"]


class Proof(TypedDict):
    """Somebody passed, so everybody can tell: at least so many cards of the hand lie between these two."""

    cards: int
    above: int
    below: int


class Seat(TypedDict):
    hand: Annotated[int, "How many cards."]
    stack: Annotated[int, "How many cards."]
    score: Annotated[int, "Both together; fewer is better."]
    points: Annotated[int, "Of the games that are over."]
    proven: Annotated[list[Proof], "What passes prove of the hand; each pair lies within the next."]


class View(TypedDict):
    seat: Annotated[int | None, "Whose view this is."]
    house: House
    turn: Annotated[int | None, "The active player."]
    taker: Annotated[int | None, "The one who may squeeze in."]
    seats: list[Seat]
    row: Annotated[list[int], "The convoy, ascending."]
    gone: Annotated[list[int], "Cards of earlier rows, ascending."]
    left_out: Annotated[int, "Cards that are not in this match."]
    passes: Annotated[int, "Passes in a row; when everybody has passed, a new row begins."]
    laid: Annotated[bool, "Has the active player laid a card in this turn? Then a pass does not count."]
    took: Annotated[bool, "The taker has squeezed in and may add more."]
    rows_left: Annotated[int | None, "The match ends when so many more rows are put away; null without a limit."]
    window: Annotated[tuple[int, int] | None, "While the taker is asked: a card between these two fits."]
    winner: Annotated[int | None, "Null also where several share the win."]
    game: Annotated[int, "The number of the game that is played, or was played last."]
    games: Annotated[int, "How many the match has."]
    rounds: Rounds
    hands: NotRequired[Annotated[list[list[int]], "By seat, when the match is over."]]
    hand: NotRequired[Annotated[list[int], "Ascending."]]


class Dealt(TypedDict):
    cards: Annotated[int, "How many for each, hand and stack together."]
    left: Annotated[int, "How many are left out."]
    game: NotRequired[Annotated[int, "Which one, where the match has several."]]
    stacks: NotRequired[Annotated[list[int], "How many for each, where not all get the same."]]


class Drew(TypedDict):
    seat: int
    n: Annotated[int, "How many."]
    cards: NotRequired[list[int]]


class Opened(TypedDict):
    seat: int
    card: int


class Placed(TypedDict):
    seat: int
    card: int
    left: Annotated[int, "Cards left in the hand."]


class SqueezedIn(TypedDict):
    seat: int
    card: int
    active: Annotated[int, "Whose turn it was."]


class Passed(TypedDict):
    seat: int
    passes: Annotated[int, "How many in a row."]


class RowGone(TypedDict):
    cards: list[int]
    seat: Annotated[int, "Who opens the next row."]


class LastRow(TypedDict):
    cards: list[int]


class GameOver(TypedDict):
    winners: Annotated[list[int], "Several where they share the win."]
    points: Annotated[list[int], "What this game brought, by seat: fewer is better."]
    totals: list[int]
    game: int


class MatchOver(TypedDict):
    winner: Annotated[int | None, "Null where several share the win."]
    winners: list[int]
    scores: Scores
    places: Places


EVENTS: dict[str, type] = {
    "dealt": Dealt,
    "drew": Drew,
    "opened": Opened,
    "placed": Placed,
    "let_go": Somebody,
    "took_over": SqueezedIn,
    "took_more": SqueezedIn,
    "turn_taken": Somebody,
    "hand_empty": Somebody,
    "passed": Passed,
    "row_gone": RowGone,
    "last_row": LastRow,
    "game_over": GameOver,
    "match_over": MatchOver,
}
