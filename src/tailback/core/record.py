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
fair deal has `fingerprint`, `secret` and `words` there (see `core/fair.py`). Events are
complete (this is the record, not what a seat saw) and indented below the move that caused them;
those of the deal come before the first move. A finished match has lines `scores` and `places`.
`end` with the number of moves is always last, so a file that was cut off is recognised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tailback.core import fair
from tailback.core.contract import Event, State
from tailback.core.errors import BadNotation, BadOption, IllegalMove, RecordError
from tailback.core.game import Game
from tailback.core.notation import seat_letter, seat_of
from tailback.core.options import HELPED
from tailback.core.position import read_fields
from tailback.core.rng import LONGEST_SEED_BITS

# The game of this id, or BadOption that names those there are.
Find = Callable[[str], Game]

FORMAT = 1
PERSON = "person"

LONGEST_TEXT = 32_000_000
MOST_MOVES = 500_000
MOST_DIFFERENCES = 20
# Every length is one of the written text: a sign that is written `\\u0001` counts six. The longest event of our games
# has 450 signs, the longest position 700.
LONGEST_LINE = 4_000
LONGEST_POSITION = 3_900
LONGEST_NOTE = 500
MOST_NOTES = 50
LONGEST_NAME = 200
# What stands before the first move; then what a move takes with its events, on average. Random play comes to 140.
LONGEST_HEAD = 40_000
PER_MOVE = 250
# `Game.bound` counts decisions; somebody may change their mind a few times before the others have chosen.
CHANGES = 4
# A code of UTF-16, no letter: nothing can be stored or sent that holds one.
SURROGATES = range(0xD800, 0xE000)

NUMBER = re.compile(r"-?[0-9]{1,80}")
HEX = {"fingerprint": re.compile(r"[0-9a-f]{64}"), "secret": re.compile(r"[0-9a-f]{64}|[0-9a-f]{96}")}
NAME = re.compile(r"(\w+)=")
BARE = re.compile(r"[A-Za-z][A-Za-z0-9_.+/-]*")
# Who plays a seat: a person, a robot by its level, or a function by its name.
SITTER = re.compile(rf"{BARE.pattern}|[0-9]")
WORDS = {"true": True, "false": False, "null": None}
DECODER = json.JSONDecoder()
TOKEN = re.compile(r"\\.|\||[^\\|]+|\\")
ESCAPE = re.compile(r"\\(?:([\\|])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|)")


class Step:
    """One move and the events it caused, as plain data."""

    def __init__(self, seat: int, action: int, events: list[dict[str, Any]], line: int = 0) -> None:
        self.seat = seat
        self.action = action
        self.events = events
        self.line = line


class Deal(NamedTuple):
    """How the seed came about, for a match with a fair deal: one word per seat, empty where none was added."""

    fingerprint: str
    secret: str
    words: list[str]


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

    def finish(self, state: State) -> None:
        self.scores = [int(score) for score in state.scores()]
        self.places = [int(place) for place in state.ranking()]


class Played(NamedTuple):
    """One step of a replay; `seat` and `action` are -1 for the deal. The state goes on with the next step."""

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
        if option.kind == HELPED and not record.options[option.name]:
            continue
        lines.append(f"option {option.name} {option.write(record.options[option.name])}")
    lines.append(f"seed {record.seed}")
    if record.position:
        lines.append(f"position {escape(record.position)}")
    if record.deal:
        lines += [f"fingerprint {record.deal.fingerprint}", f"secret {record.deal.secret}"]
        lines.append("words " + " | ".join(escape(word) for word in record.deal.words))
    lines.append("moves")
    lines += ["  " + write_event(event) for event in record.setup]
    return "\n".join(lines) + "\n"


def write_step(record: Record, step: Step) -> str:
    lines = [f"{seat_letter(step.seat)} {record.game.notation(step.action)}"]
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

    >>> escape("a|b"), escape(" x"), unescape(escape("back\\\\slash|"))
    ('a\\\\|b', '\\\\u0020x', 'back\\\\slash|')
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


# Reading


def unescape(text: str) -> str:
    return ESCAPE.sub(resolve_escape, text)


def resolve_escape(found: re.Match[str]) -> str:
    sign, short, long = found.groups()
    if sign:
        return str(sign)
    code = int(short or long or "110000", 16)
    if code >= 0x110000 or code in SURROGATES:
        raise RecordError("bad_escape", {"text": found.group()})
    return chr(code)


def split_names(text: str) -> list[str]:
    r"""The parts between bare bars, as they are written.

    >>> split_names(r"Ann | a\|b | \u0020x")
    ['Ann', 'a\\|b', '\\u0020x']
    """
    parts = [""]
    for token in TOKEN.findall(text):
        if token == "|":
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip(" ") for part in parts]


def read_event(text: str) -> dict[str, Any]:
    """
    >>> read_event('laid seat=0 card=R3 cards=["R3","B 5"] by=null')
    {'kind': 'laid', 'seat': 0, 'card': 'R3', 'cards': ['R3', 'B 5'], 'by': None}
    """
    kind, _, rest = text.partition(" ")
    if not re.fullmatch(r"\w+", kind):
        raise ValueError(text)
    event: dict[str, Any] = {"kind": kind}
    at = 0
    while at < len(rest):
        name = NAME.match(rest, at)
        if name is None or name[1] in event:
            raise ValueError(text)
        at = name.end()
        word = BARE.match(rest, at)
        if word is not None:
            event[name[1]] = WORDS.get(word[0], word[0])
            at = word.end()
        elif at < len(rest):
            event[name[1]], at = DECODER.raw_decode(rest, at)
        else:
            raise ValueError(text)
        if at < len(rest) and rest[at] != " ":
            raise ValueError(text)
        at += 1
    return event


def read(text: str, find: Find) -> Record:
    """The record in this text, or RecordError. Nothing is replayed yet: see `verify`.

    A record names its game; `find` knows the games there are (`games.read_record` does that for all of ours).
    """
    return Reader(text, find).record()


class Reader:
    """Takes a text apart line by line."""

    def __init__(self, text: str, find: Find) -> None:
        self.find = find
        self.size = len(text)
        if self.size > LONGEST_TEXT:
            raise RecordError("too_big", {"most": LONGEST_TEXT})
        self.lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self.at = 0

    def fail(self, key: str, **params: Any) -> RecordError:
        return RecordError(key, params, min(self.at + 1, len(self.lines)))

    def peek(self) -> str:
        if self.at >= len(self.lines):
            raise self.fail("truncated")
        return self.short(self.lines[self.at], LONGEST_LINE)

    def short(self, text: str, most: int) -> str:
        if len(text) > most:
            raise self.fail("line_too_long", most=most)
        return text

    def unescaped(self, text: str, most: int) -> str:
        """The text that was meant; `most` is how long it may be as `escape` writes it."""
        try:
            found = unescape(text)
        except RecordError as bad:
            raise self.fail(bad.key, **bad.params) from None
        self.short(escape(found), most)
        return found

    def field(self, name: str) -> str:
        """The rest of the line that must come now."""
        word, _, rest = self.peek().partition(" ")
        if word != name:
            raise self.fail("expected", field=name, found=self.peek()[:40])
        return rest

    def number(self, text: str, low: int, high: int) -> int:
        if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise self.fail("bad_number", text=text[:40], low=low, high=high)
        return int(text)

    def numbers(self, text: str, count: int) -> list[int]:
        found = [self.number(part, -(1 << 40), 1 << 40) for part in text.split(" ")]
        if len(found) != count:
            raise self.fail("bad_count", count=count, found=len(found))
        return found

    def record(self) -> Record:
        record = self.head()
        self.moves(record)
        self.tail(record)
        return record

    def head(self) -> Record:
        if not self.lines or not re.fullmatch(r"tailback [0-9]{1,9}", self.lines[0]):
            raise RecordError("not_a_record", {}, 1)
        version = int(self.field("tailback"))
        if version != FORMAT:
            raise self.fail("newer_format" if version > FORMAT else "bad_format", version=version, known=FORMAT)
        self.at += 1
        notes: list[str] = []
        while self.peek().startswith("#"):
            if len(notes) >= MOST_NOTES:
                raise self.fail("too_many_notes", most=MOST_NOTES)
            notes.append(self.unescaped(self.peek()[1:].strip(" "), LONGEST_NOTE))
            self.at += 1
        game = self.game()
        players = self.number(self.field("players"), game.fewest, game.most)
        self.at += 1
        names = self.names(players)
        seats = self.seats(players)
        given = self.options(game)
        seed = self.number(self.field("seed"), 0, (1 << LONGEST_SEED_BITS) - 1)
        try:
            options = game.settle(players, given)
        except BadOption as bad:
            raise self.fail("impossible_options", clause=bad.clause or "-") from None
        self.at += 1
        position = ""
        if self.peek().startswith("position "):
            position = self.unescaped(self.field("position"), LONGEST_POSITION)
        record = Record(game, players, options, seed, names, seats, "", notes)
        if position:
            try:
                record.position = one_line(position)
                record.begin()
            except (ValueError, LookupError, ArithmeticError, AssertionError):
                raise self.fail("bad_position", position=position[:80]) from None
            # It may have got some blanks more.
            self.short(escape(record.position), LONGEST_POSITION)
            self.at += 1
        if self.peek().startswith("fingerprint "):
            record.deal = self.deal(players)
        if self.peek() != "moves":
            raise self.fail("expected", field="moves", found=self.peek()[:40])
        self.at += 1
        record.setup_line = self.at
        return record

    def deal(self, players: int) -> Deal:
        found = []
        for name, form in HEX.items():
            text = self.field(name)
            if not form.fullmatch(text):
                raise self.fail("expected", field=name, found=self.peek()[:40])
            found.append(text)
            self.at += 1
        return Deal(found[0], found[1], self.listed("words", players))

    def game(self) -> Game:
        words = self.field("game").split(" ")
        if len(words) != 2:
            raise self.fail("expected", field="game", found=self.peek()[:40])
        try:
            game = self.find(words[0])
        except BadOption as bad:
            raise self.fail("unknown_game", game=words[0][:40], allowed=bad.params["allowed"]) from None
        version = self.number(words[1], 1, 1 << 30)
        if version != game.rules_version:
            key = "newer_rules" if version > game.rules_version else "older_rules"
            raise self.fail(key, version=version, known=game.rules_version)
        self.at += 1
        return game

    def names(self, players: int) -> list[str]:
        return self.listed("names", players)

    def listed(self, field: str, players: int) -> list[str]:
        """One text for each player, with bars between them."""
        found = [self.unescaped(part, LONGEST_NAME) for part in split_names(self.field(field))]
        if len(found) != players:
            raise self.fail("bad_count", count=players, found=len(found))
        self.at += 1
        return found

    def seats(self, players: int) -> list[str]:
        """Who sits there: `person` or the level of a bot. Without the line everybody is a person."""
        if not self.peek().startswith("seats "):
            return [PERSON] * players
        seats = self.field("seats").split(" ")
        if len(seats) != players:
            raise self.fail("bad_count", count=players, found=len(seats))
        if not all(SITTER.fullmatch(self.short(seat, LONGEST_NAME)) for seat in seats):
            raise self.fail("expected", field="seats", found=self.peek()[:40])
        self.at += 1
        return seats

    def options(self, game: Game) -> dict[str, Any]:
        known = {option.name: option for option in game.options}
        given: dict[str, Any] = {}
        while self.peek().startswith("option "):
            name, _, value = self.field("option").partition(" ")
            if name not in known or name in given:
                raise self.fail("unknown_option", option=name[:40], allowed=", ".join(known))
            try:
                given[name] = known[name].check(known[name].parse(value))
            except BadOption:
                raise self.fail("bad_value", option=name, value=value[:40], allowed=known[name].allowed()) from None
            self.at += 1
        return given

    def moves(self, record: Record) -> None:
        events = record.setup
        most = min(MOST_MOVES, CHANGES * record.game.bound(record.players, record.options))
        while True:
            line = self.peek()
            if line.startswith("  "):
                try:
                    events.append(read_event(line[2:]))
                except (ValueError, RecursionError):
                    raise self.fail("bad_event", text=line.strip()[:60]) from None
            elif line[1:2] == " ":
                if len(record.steps) >= most:
                    raise self.fail("too_many_moves", most=most)
                events = []
                try:
                    seat = seat_of(line[0], record.players)
                    record.steps.append(Step(seat, record.game.parse(line[2:]), events, self.at + 1))
                except BadNotation:
                    raise self.fail("bad_move", move=line[:60]) from None
            else:
                return
            self.at += 1

    def tail(self, record: Record) -> None:
        if self.peek().startswith("scores "):
            record.scores = self.numbers(self.field("scores"), record.players)
            self.at += 1
            record.places = self.numbers(self.field("places"), record.players)
            self.at += 1
        moves = self.number(self.field("end"), 0, MOST_MOVES)
        if moves != len(record.steps):
            raise self.fail("truncated")
        most = LONGEST_HEAD + PER_MOVE * moves
        if self.size > most:
            raise RecordError("too_big", {"most": most})
        self.at += 1
        if self.at < len(self.lines):
            raise self.fail("after_end", found=self.lines[self.at][:40])


# Replaying


def replay(record: Record) -> Iterator[Played]:
    """Play the record again: first the deal, then every move. RecordError at a move that is not legal."""
    state = record.begin()
    yield Played(0, -1, -1, state.take_events(), state)
    for number, step in enumerate(record.steps, 1):
        try:
            state.apply(step.seat, step.action)
        except IllegalMove as refused:
            move = f"{seat_letter(step.seat)} {record.game.notation(step.action)}"
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
    fingerprint, secret, words = record.deal
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
    fresh.deal = record.deal
    for played in replay(record):
        if played.number == 0:
            fresh.setup = [event.full() for event in played.events]
        else:
            fresh.add(played.seat, played.action, played.events)
        if played.state.decision() is None:
            fresh.finish(played.state)
    return fresh
