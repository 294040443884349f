"""Games for tests that are about no game in particular: found by what they declare and how they play, never by name.

A test that needs "some game in which cards are played in turn" takes `TURNS`; which one that is, is nobody's concern.
What a test of one game only must say stands in that game's folder, `tests/games/<game>/`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from tailback import games
from tailback.core import game as genres
from tailback.core.contract import Decision, State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.options import HELPED, NUMBER, SEAT, SEATS
from tailback.texts import Texts

OURS = [games.load(name) for name in games.ours()]


def first(fits: Callable[[Game], Any]) -> Game:
    return next(game for game in OURS if fits(game))


def walk(game: Game, players: int = 3, options: dict[str, Any] | None = None, seed: int = 1) -> Iterator[State]:
    """A random match, position after position."""
    state, luck = game.new(players, seed, options), random.Random(seed)
    while (seat := state.waiting()) >= 0:
        yield state
        state.apply(seat, luck.choice(state.legal(seat)))


@cache
def window(game: Game) -> tuple[int, Decision] | None:
    """After how many moves a window first holds the table up, and that window."""
    for moves, state in zip(range(400), walk(game), strict=False):
        decision = state.decision()
        if decision is not None and decision.hold:
            return moves, decision
    return None


def soon(game: Game) -> int:
    found = window(game)
    return found[0] if found else 1 << 30


# Cards are played in turn from hands that nobody else sees; somebody deals, and nobody has to say anything.
TURNS = first(lambda game: game.genre == genres.SHEDDING and game.option_of(SEAT) and not game.phrases)
# Everyone chooses in secret, and all choices are turned up at once.
SEALED = first(lambda game: game.genre == genres.SECRET_CHOICE)
# Remembering is the game: what happened earlier is not shown.
FORGETFUL = first(lambda game: game.forgetful)
# Pieces on a board; the dice decide, and a step can be taken back until they are thrown again.
RACE = first(lambda game: game.genre == genres.RACE)
# The rules ask for words, which are said as phrases.
TALK = first(lambda game: game.phrases)
# Cards in turn, and the youngest begins.
AGES = first(lambda game: game.genre == genres.SHEDDING and game.option_of(SEATS))
# Others may react to what somebody did, for a moment; soonest of all games.
WINDOW = min(OURS, key=soon)
# All games in which somebody deals, and all in which such a window opens.
DEALERS = [game for game in OURS if game.option_of(SEAT)]
WINDOWS = [game for game in OURS if window(game)]


@cache
def timed(game: Game) -> dict[str, Any]:
    """Options with which a clock runs for a match of this game; none where no options have one."""
    for option in game.options:
        for value in option.values():
            with suppress(BadOption):
                if game.new(game.usual, 1, {option.name: value}).lasts():
                    return {option.name: value}
    return {}


# Whoever likes plays it for so many minutes.
TIMED = first(timed)


def other_than(game: Game) -> Game:
    """Some game that is not this one."""
    return first(lambda one: one is not game)


@cache
def hurried(game: Game) -> dict[str, Any]:
    """A short match whose windows are as short as its options allow."""
    usual = window(game)
    assert usual is not None
    quick = {}
    for option in game.options:
        if option.kind == NUMBER and not option.choices and option.default == usual[1].seconds:
            quick[option.name] = option.low
    assert quick, f"no option of {game.id} says how long a window is open"
    return {**game.short, **quick}


def long_match(game: Game) -> dict[str, Any]:
    """As long as the options that make a match short allow, for tests that need it to go on and on."""
    longest = {option.name: option.high for option in game.options if option.name in game.short and option.high}
    assert longest, f"no option of {game.id} says how long a match is"
    return longest


def flag(name: str) -> str:
    """How an option is typed in a shell: `someOption` is `--some-option`."""
    return "--" + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)


def flags(options: dict[str, Any]) -> tuple[str, ...]:
    """Options as words of a command line."""
    return tuple(word for name, value in options.items() for word in (flag(name), str(value)))


def dealt_by(game: Game, seat: int) -> dict[str, Any]:
    """The option with which this one, counted from 1, deals first."""
    option = game.option_of(SEAT)
    assert option is not None
    return {option.name: seat}


def by_age(game: Game, order: list[int]) -> dict[str, Any]:
    """The option that names everyone by age, the youngest first."""
    option = game.option_of(SEATS)
    assert option is not None
    return {option.name: order}


def helping(game: Game, seats: Sequence[int]) -> dict[str, Any]:
    """The option that gives these a head start."""
    option = game.option_of(HELPED)
    assert option is not None
    return {option.name: seats}


def help_option(game: Game) -> str:
    return next(iter(helping(game, [])))


def age_option(game: Game) -> str:
    return next(iter(by_age(game, [])))


def dealer_option(game: Game) -> str:
    return next(iter(dealt_by(game, 0)))


def length_option(game: Game) -> str:
    """The option that makes a match of this game long or short."""
    return next(iter(long_match(game)))


def name_of(game: Game, lang: str = "en") -> str:
    return Texts(lang, game).say("name")


def id_of(game: Game) -> str:
    """For the names of tests."""
    return game.id
