"""Views and events of Trafic Turbo as types.

A card is `traffic 5`, `turbo 3`, `police 2`, `skid left`, `mirror`, `warning` or `maneuver`. A space is
`lane:column`, both from 0; stations are `S1`, `S2`, ..., vehicles `T1`, `T2`, ...
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tailback.core.shapes import Count, House, Places, Scores, SecretCard, Somebody, SomebodysCard

Decision = Literal["place", "use_card", "step", "draw_or_play", "keep_or_play", "traffic", "police", "mirror"]
Step = Annotated[Literal["F", "L", "R", "Q", "E"], "Forward, left, right, ahead left, ahead right."]
Cell = Annotated[tuple[int, int], "Lane and column."]
Space = Annotated[str, "`lane:column`."]
Search = Annotated[dict[str, int], "Card to how many of it; only for whoever looks."]


class Station(TypedDict):
    id: str
    grey: Annotated[list[Cell], "The grey spaces before it: lane and column."]


class Board(TypedDict):
    """What matters to the rules; the picture comes from `/api/boards/{board}`."""

    circuit: str
    lanes: int
    columns: int
    goal: Annotated[int, "Columns to drive, all laps together."]
    stations: list[Station]
    arrows: Annotated[list[Cell], "The start arrows: lane and column."]


class Car(TypedDict):
    seat: int
    lane: Annotated[int | None, "Null before the start and after the finish."]
    col: int | None
    p: Annotated[int, "Columns driven since the line; below 0 on the grid."]
    to_go: int
    place: Annotated[int | None, "At the finish, from 1."]
    holds: Annotated[bool, "A card lies face down before this player."]
    skips: Annotated[int, "Turns to miss."]
    fines: int
    hits: int
    score: int


class Vehicle(TypedDict):
    id: str
    kind: Literal["car", "van", "taxi", "pickup", "truck"]
    lane: int
    col: Annotated[int, "Of its rear."]
    len: int


class Ghost(TypedDict):
    """With Warning the car waits on the last free space while its ghost drives on."""

    lane: int
    col: int
    p: int


class Options(TypedDict):
    circuit: str
    laps: int
    points: bool
    grey_needs_police: bool
    stack_skips: bool
    turbo_one_step: bool
    first_of_two: Literal["gentle-start", "rear-arrows", "as-all"]


class View(TypedDict):
    seat: Annotated[int | None, "Whose view this is."]
    house: House
    turn: int | None
    phase: Annotated[Decision | None, "What the table waits for."]
    round: int
    last_round: Annotated[int, "After it the race ends."]
    rounds: Annotated[list[list[int]], "Always empty: nobody scores by rounds."]
    options: Options
    board: Board
    order: Annotated[list[int], "The seats in the order of their turns."]
    cars: list[Car]
    vehicles: list[Vehicle]
    police: Annotated[str, "A space or a station."]
    roll: int | None
    left: Annotated[int, "Steps left."]
    mode: Annotated[Literal["die", "warning", "maneuver", "turbo"] | None, "What drives the car."]
    side: Annotated[Literal["L", "R"] | None, "To which side the car has gone in this move."]
    sidesteps: int
    stopped: bool
    begin: Annotated[str | None, "The space where the move began."]
    ghost: Ghost | None
    budget: Annotated[int, "What is left of the number on a Traffic or Police card."]
    moved: Annotated[list[str], "Vehicles that the running Traffic card has moved."]
    pile: Annotated[int, "How many cards."]
    discards: list[str]
    mirror: Annotated[bool, "A Mirror lies aside."]
    known: Annotated[dict[str, str], "Seat to card: kept cards that can be worked out for certain."]
    marks: Annotated[
        list[list[int]],
        "Who saw the pile: by watcher (the last one is the public) and holder, a number that holders share whose cards"
        " this watcher knows as a set; 0 for a card that came later. Empty if all are 0.",
    ]
    among: Annotated[dict[str, list[str]], "Number in `marks` to the cards of that set, for whom this view is."]
    hands: NotRequired[Annotated[list[list[str]], "Kept cards by seat, when the race is over."]]
    hand: NotRequired[Annotated[list[str], "The kept card, if there is one."]]
    drawn: NotRequired[Annotated[str, "The card just drawn, to be kept or played."]]
    search: NotRequired[Search]


class Roll(TypedDict):
    seat: int
    roll: int


class Order(TypedDict):
    seats: Annotated[list[int], "In the order of their turns."]


class Placed(TypedDict):
    seat: int
    arrow: Annotated[int, "From 1."]
    space: Space


class Stepped(TypedDict):
    seat: int
    step: Step
    space: Annotated[str, "`lane:column` after the step."]


class At(TypedDict):
    seat: int
    space: Space


class Pushed(TypedDict):
    seat: Annotated[int, "Who is pushed."]
    by: int
    space: Annotated[str, "`lane:column` where it stands now."]


class OfVehicle(TypedDict):
    seat: int
    vehicle: str
    space: Annotated[str, "`lane:column` of its rear now."]
    n: Annotated[int, "How many spaces it moved."]


class Looked(TypedDict):
    seat: int
    search: NotRequired[Search]


class PoliceMoved(TypedDict):
    seat: int
    to: Annotated[str, "A space or a station."]


class PoliceStops(TypedDict):
    to: Annotated[str, "A space or a station."]


class Lost(TypedDict):
    seat: int
    n: Annotated[int, "What is left of the card and lost."]


class Crossed(TypedDict):
    seat: int
    place: Annotated[int, "From 1."]


class RaceOver(TypedDict):
    scores: Scores
    places: Places
    capped: Annotated[bool, "The last round was played without a car at the finish."]


Tag = Literal["push", "bump", "police", "blocked", "fine", "finish", "rival_finish", "stay", "station"]
Way = Literal["ahead", "left", "right", "ahead_left", "ahead_right"]
# The name is a word of Python, so it cannot be written as a field.
Answered = TypedDict(
    "Answered",
    {"with": NotRequired[Annotated[Literal["use", "no", "play"], "Before a `drive`: what is answered first."]]},
)


class Hint(Answered):
    """Where a piece can go, and by which actions."""

    kind: Annotated[
        Literal["drive", "step", "vehicle", "police", "arrow"],
        "`drive`: an end of the whole move; `step`: the next step only; else an end for that piece.",
    ]
    end: Annotated[Cell | None, "Null: the Police at a station."]
    actions: Annotated[list[int], "One after the other they lead there."]
    path: Annotated[list[Cell], "The space after each step."]
    tags: Annotated[list[Tag], "What happens on the way, the quietest way there is."]
    way: NotRequired[Annotated[Way, "How a `step` steers."]]
    toward: NotRequired[Annotated[Cell, "The space a `step` points to, also when the car cannot go there."]]
    vehicle: NotRequired[str]
    covers: NotRequired[Annotated[list[Cell], "The spaces on which the `vehicle` stands then."]]
    n: NotRequired[Annotated[int, "What the `vehicle` uses of the card."]]
    fines: NotRequired[Annotated[list[int], "The seats that the Police would catch."]]
    station: NotRequired[Annotated[str | None, "Where the Police is in the end, if at a station."]]
    arrow: NotRequired[Annotated[int, "The number of a start arrow."]]


EVENTS: dict[str, type] = {
    "opening_roll": Roll,
    "order": Order,
    "placed": Placed,
    "skipped": Somebody,
    "gentle_start": Somebody,
    "rolled": Roll,
    "straight_on": Somebody,
    "used": SomebodysCard,
    "stepped": Stepped,
    "glided": Stepped,
    "fell_back": At,
    "pushed": Pushed,
    "hit": OfVehicle,
    "hit_police": At,
    "blocked": At,
    "grey_fine": At,
    "police_fine": At,
    "drew": SomebodysCard,
    "drew_secret": SecretCard,
    "took_open": SomebodysCard,
    "took_secret": SecretCard,
    "took_nothing": Somebody,
    "looked": Looked,
    "kept": SecretCard,
    "threw_drawn": SomebodysCard,
    "threw_held": SomebodysCard,
    "gave_back": SomebodysCard,
    "played": SomebodysCard,
    "skidded": At,
    "skid_blocked": At,
    "skid_ignored": Somebody,
    "off_road": Somebody,
    "vehicle_moved": OfVehicle,
    "traffic_stuck": Lost,
    "police_moved": PoliceMoved,
    "police_waits": PoliceStops,
    "police_parked": PoliceStops,
    "police_stayed": Somebody,
    "police_home": PoliceStops,
    "renewed": Count,
    "no_card": Somebody,
    "crossed": Crossed,
    "race_over": RaceOver,
}
