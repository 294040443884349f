"""A record back from its text; how a record is written stands in `core/record.py`.

Texts come from anywhere, so everything in them is doubted: each length has a bound, and a RecordError names the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tailback.core.contract import CLOCK, RING
from tailback.core.errors import BadNotation, BadOption, RecordError
from tailback.core.game import Game
from tailback.core.notation import seat_of
from tailback.core.record import BARE, FORMAT, PERSON, RANG, WORDS, Deal, Record, Step, escape, one_line
from tailback.core.rng import LONGEST_SEED_BITS

# The game of this id, or BadOption that names those there are.
Find = Callable[[str], Game]

LONGEST_TEXT = 32_000_000
MOST_MOVES = 500_000
# Every length is one of the written text: a sign that is written `\\u0001` counts six. The longest event of our games
# has 450 signs, the longest position 700.
LONGEST_LINE = 4_000
LONGEST_POSITION = 3_900
LONGEST_NOTE = 500
MOST_NOTES = 50
LONGEST_NAME = 200
# What stands before the first move; then what a move takes with its events, on average. Random play comes to 140.
LONGEST_HEAD = 40_000
# In the year 5138, in milliseconds.
LATEST = 10**14
PER_MOVE = 250
# `Game.bound` counts decisions; somebody may change their mind a few times before the others have chosen.
CHANGES = 4
# A code of UTF-16, no letter: nothing can be stored or sent that holds one.
SURROGATES = range(0xD800, 0xE000)

NUMBER = re.compile(r"-?[0-9]{1,80}")
HEX = {"fingerprint": re.compile(r"[0-9a-f]{64}"), "secret": re.compile(r"[0-9a-f]{64}|[0-9a-f]{96}")}
NAME = re.compile(r"(\w+)=")
# Who plays a seat: a person, a robot by its level, or a function by its name.
SITTER = re.compile(rf"{BARE.pattern}|[0-9]")
DECODER = json.JSONDecoder()
TOKEN = re.compile(r"\\.|\||[^\\|]+|\\")
ESCAPE = re.compile(r"\\(?:([\\|])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|)")


def unescape(text: str) -> str:
    """What `escape` was given.

    >>> unescape(escape("back\\\\slash| "))
    'back\\\\slash| '
    """
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
        # The version of the rules that it was played with, and the line that says so.
        self.version = 0
        self.game_line = 0

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
        given = self.agreed(game)
        seed = self.number(self.field("seed"), 0, (1 << LONGEST_SEED_BITS) - 1)
        try:
            options = game.settle(players, given)
        except BadOption as bad:
            raise self.fail("impossible_options", clause=bad.clause or "-") from None
        self.at += 1
        dealt = 0
        if self.peek().startswith("dealt "):
            dealt = self.number(self.field("dealt"), 1, LATEST)
            self.at += 1
        position = ""
        if self.peek().startswith("position "):
            position = self.unescaped(self.field("position"), LONGEST_POSITION)
        record = Record(game, players, options, seed, names, seats, "", notes)
        record.dealt = dealt
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
        words = self.listed("words", players)
        moved = self.peek() == "moved"
        if moved:
            self.at += 1
        return Deal(found[0], found[1], words, moved)

    def game(self) -> Game:
        words = self.field("game").split(" ")
        if len(words) != 2:
            raise self.fail("expected", field="game", found=self.peek()[:40])
        try:
            game = self.find(words[0])
        except BadOption as bad:
            raise self.fail("unknown_game", game=words[0][:40], allowed=bad.params["allowed"]) from None
        self.version = self.number(words[1], 1, 1 << 30)
        if self.version > game.rules_version:
            raise self.fail("newer_rules", version=self.version, known=game.rules_version)
        self.game_line = self.at
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

    def agreed(self, game: Game) -> dict[str, Any]:
        """The options, where matches with them go today as they did then; older rules may have had others."""
        given: dict[str, Any] | None = None
        try:
            given = self.options(game)
        except RecordError:
            if self.version == game.rules_version:
                raise
        if given is None or not game.agrees(self.version, given):
            self.at = self.game_line
            raise self.fail("older_rules", version=self.version, known=game.rules_version)
        return given

    def options(self, game: Game) -> dict[str, Any]:
        known = {option.name: option for option in game.options}
        given: dict[str, Any] = {}
        while self.peek().startswith("option "):
            name, _, value = self.field("option").partition(" ")
            if name in game.once_options:
                self.at += 1
                continue
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
                if line == RANG:
                    record.steps.append(Step(CLOCK, RING, events, self.at + 1))
                    self.at += 1
                    continue
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
