"""A match as text: for saves, replays, exports and golden games.

    tailback 1
    game some_game 1
    players 3
    names Ann | Ben | Cem
    seats person 3 3
    option games 1
    seed 42
    moves
      opened card=R8
    A lay R3 mau
      laid seat=0 card=R3 left=1
    B draw
      drew seat=1 card=G-T2
    end 2

The id of the game is followed by its rules version. `# ...` lines below the first one are
remarks, `position ...` stands below the seed when the match began from a position. A match with a
fair deal has `fingerprint`, `secret` and `words` there (see `core/fair.py`), and below them `moved`
where somebody carried the table from one place to another after the deal. One that a clock ends may
say below the seed when it was `dealt` (milliseconds since 1970), and has a line `* time` where the time
was up. Events are complete (this is the record, not what a seat saw) and indented below the move that
caused them; those of the deal come before the first move. A finished match has lines `scores` and
`places`. `end` with the number of moves is always last, so a file that was cut off is recognised.
`core/record_reader.py` reads such a text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tailback.core import fair
from tailback.core.contract import CLOCK, Event, State
from tailback.core.errors import IllegalMove, RecordError
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import AMOUNT, HELPED
from tailback.core.position import read_fields

FORMAT = 1
PERSON = "person"
# What the clock does, as a line.
RANG = "* time"

MOST_DIFFERENCES = 20

BARE = re.compile(r"[A-Za-z][A-Za-z0-9_.+/-]*")
WORDS = {"true": True, "false": False, "null": None}


class Step:
    """One move and the events it caused, as plain data."""

    def __init__(self, seat: int, action: int, events: list[dict[str, Any]], line: int = 0) -> None:
        self.seat = seat
        self.action = action
        self.events = events
        self.line = line


class Deal(NamedTuple):
    """How the seed came about, for a match with a fair deal: one word per seat, empty where none was added.

    `moved`: the table went from one place to another after the deal, so whoever carried it could know or choose it.
    """

    fingerprint: str
    secret: str
    words: list[str]
    moved: bool = False


class Record:
    """A match from its first to its latest move."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        seed: int,
        names: list[str] | None = None,
        seats: list[str] | None = None,
        position: str = "",
        notes: list[str] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.seed = seed
        self.names = names if names is not None else [seat_letter(seat) for seat in range(players)]
        self.seats = seats if seats is not None else [PERSON] * players
        self.position = one_line(position) if position else ""
        self.notes = notes if notes is not None else []
        self.deal: Deal | None = None
        # When it was dealt, where a clock counts from there.
        self.dealt = 0
        self.setup: list[dict[str, Any]] = []
        self.setup_line = 0
        self.steps: list[Step] = []
        self.scores: list[int] | None = None
        self.places: list[int] | None = None

    @property
    def over(self) -> bool:
        return self.scores is not None

    def begin(self) -> State:
        """The state before the first move, listening; the events of the deal are still in it."""
        if self.position:
            state = self.game.position(self.position, self.players, self.seed, self.options)
            state.listen()
            return state
        return self.game.new(self.players, self.seed, self.options, listen=True)

    def add(self, seat: int, action: int, events: list[Event]) -> Step:
        """Note a move that was carried out."""
        step = Step(seat, action, [event.full() for event in events])
        self.steps.append(step)
        return step

    def written(self, seat: int, action: int) -> str:
        """A move as its line."""
        return RANG if seat == CLOCK else f"{seat_letter(seat)} {self.game.notation(action)}"

    def finish(self, state: State) -> None:
        self.scores = [int(score) for score in state.scores()]
        self.places = [int(place) for place in state.ranking()]


class Played(NamedTuple):
    """One step of a replay; `seat` and `action` are -1 for the deal, which is number 0. The state goes on with the
    next step."""

    number: int
    seat: int
    action: int
    events: list[Event]
    state: State


class Difference(NamedTuple):
    """What a replay found otherwise than the record; `key` is a text key (section `record`)."""

    key: str
    params: dict[str, Any]
    line: int


# Writing


def write(record: Record) -> str:
    """The record as text."""
    return write_head(record) + "".join(write_step(record, step) for step in record.steps) + write_tail(record)


def write_head(record: Record) -> str:
    """All that stands before the first move."""
    lines = [f"tailback {FORMAT}"]
    lines += [f"# {escape(note)}" for note in record.notes]
    lines += [
        f"game {record.game.id} {record.game.rules_version}",
        f"players {record.players}",
        "names " + " | ".join(escape(name) for name in record.names),
        "seats " + " ".join(record.seats),
    ]
    for option in record.game.options:
        # Where nobody is helped a match is written as before there was such help, and read by earlier versions.
        if option.kind in (HELPED, AMOUNT) and not record.options[option.name]:
            continue
        lines.append(f"option {option.name} {option.write(record.options[option.name])}")
    lines.append(f"seed {record.seed}")
    if record.dealt:
        lines.append(f"dealt {record.dealt}")
    if record.position:
        lines.append(f"position {escape(record.position)}")
    if record.deal:
        lines += [f"fingerprint {record.deal.fingerprint}", f"secret {record.deal.secret}"]
        lines.append("words " + " | ".join(escape(word) for word in record.deal.words))
        lines += ["moved"] * record.deal.moved
    lines.append("moves")
    lines += ["  " + write_event(event) for event in record.setup]
    return "\n".join(lines) + "\n"


def write_step(record: Record, step: Step) -> str:
    lines = [record.written(step.seat, step.action)]
    lines += ["  " + write_event(event) for event in step.events]
    return "\n".join(lines) + "\n"


def write_tail(record: Record) -> str:
    lines = []
    if record.scores is not None:
        lines.append("scores " + " ".join(str(score) for score in record.scores))
    if record.places is not None:
        lines.append("places " + " ".join(str(place) for place in record.places))
    lines.append(f"end {len(record.steps)}")
    return "\n".join(lines) + "\n"


def write_event(event: dict[str, Any]) -> str:
    """
    >>> write_event({"kind": "laid", "seat": 0, "card": "R3", "cards": ["R3", "B 5"], "by": None})
    'laid seat=0 card=R3 cards=["R3","B 5"] by=null'
    """
    parts = [str(event["kind"])]
    parts += [f"{name}={write_value(value)}" for name, value in event.items() if name != "kind"]
    return " ".join(parts)


def write_value(value: Any) -> str:
    if isinstance(value, str) and BARE.fullmatch(value) and value not in WORDS:
        return value
    return json.dumps(value, separators=(",", ":"))


def escape(text: str) -> str:
    """Text that stays on its line and contains no bare bar.

    >>> escape("a|b"), escape(" x")
    ('a\\\\|b', '\\\\u0020x')
    """
    last = len(text) - 1
    found = []
    for i, sign in enumerate(text):
        if sign in "\\|":
            found.append("\\" + sign)
        elif not sign.isprintable() or (sign == " " and i in (0, last)):
            found.append(f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}")
        else:
            found.append(sign)
    return "".join(found)


def one_line(position: str) -> str:
    """A position text in the form the record keeps."""
    return "; ".join(f"{name}: {value}" for name, value in read_fields(position).items())


# Replaying


def replay(record: Record) -> Iterator[Played]:
    """Play the record again: first the deal, then every move. RecordError at a move that is not legal."""
    state = record.begin()
    yield Played(0, -1, -1, state.take_events(), state)
    for number, step in enumerate(record.steps, 1):
        try:
            state.apply(step.seat, step.action)
        except IllegalMove as refused:
            move = record.written(step.seat, step.action)
            raise RecordError("illegal_move", {"move": move, "clause": refused.clause or "-"}, step.line) from None
        yield Played(number, step.seat, step.action, state.take_events(), state)


def verify(record: Record) -> list[Difference]:
    """What a replay finds otherwise than recorded (at most a few); empty when all is well."""
    found = unfair(record)
    state: State | None = None
    try:
        for played in replay(record):
            state = played.state
            step = record.steps[played.number - 1] if played.number else None
            noted = step.events if step else record.setup
            line = step.line if step else record.setup_line
            compare_events(found, line, noted, [event.full() for event in played.events])
            if len(found) >= MOST_DIFFERENCES:
                return found[:MOST_DIFFERENCES]
    except RecordError as bad:
        return [*found, Difference(bad.key, bad.params, bad.line)]
    assert state is not None
    over = state.decision() is None
    if over != record.over:
        found.append(Difference("is_over" if over else "is_not_over", {}, 0))
    elif over:
        for key, noted_numbers, real in (
            ("scores_differ", record.scores, state.scores()),
            ("places_differ", record.places, state.ranking()),
        ):
            if noted_numbers != [int(number) for number in real]:
                found.append(Difference(key, {"noted": noted_numbers or [], "real": [int(n) for n in real]}, 0))
    return found


def unfair(record: Record) -> list[Difference]:
    """Does the seed come from the secret and the words, and the fingerprint from the secret?"""
    if record.deal is None:
        return []
    fingerprint, secret, words, _ = record.deal
    found = []
    if fair.fingerprint(secret) != fingerprint:
        found.append(Difference("fingerprint_differs", {"noted": fingerprint, "real": fair.fingerprint(secret)}, 0))
    if fair.seed(secret, words) != record.seed:
        found.append(Difference("seed_differs", {"noted": record.seed, "real": fair.seed(secret, words)}, 0))
    return found


def compare_events(found: list[Difference], line: int, noted: list[dict[str, Any]], real: list[dict[str, Any]]) -> None:
    for i in range(max(len(noted), len(real))):
        mine = write_event(noted[i]) if i < len(noted) else ""
        true = write_event(real[i]) if i < len(real) else ""
        if mine != true:
            found.append(Difference("event_differs", {"noted": mine or "-", "real": true or "-"}, line + i + 1))
            return


def record_events(record: Record) -> Record:
    """The same moves with events, scores and places written anew: for golden games after a change of rules."""
    fresh = Record(
        record.game,
        record.players,
        record.options,
        record.seed,
        record.names,
        record.seats,
        record.position,
        record.notes,
    )
    fresh.deal, fresh.dealt = record.deal, record.dealt
    for played in replay(record):
        if played.number == 0:
            fresh.setup = [event.full() for event in played.events]
        else:
            fresh.add(played.seat, played.action, played.events)
        if played.state.decision() is None:
            fresh.finish(played.state)
    return fresh
