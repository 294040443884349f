"""How large a head start must be: worked out for one set-up by playing it, with players who decide at once.

Robots play as their level, or as level 3 if theirs is higher; people as level 3, and those of them who are helped as
level 1. Every deal is played with all of them in each seat in turn. The same set-up with the same number of matches
always gives the same answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.options import AMOUNT, HELPED, SEAT, SEATS
from tailback.core.simulate import BY_INSTINCT, play_rows
from tailback.robots.duels import WIDTH
from tailback.robots.levels import LEVELS, today

# As somebody plays who needs help, and as anybody else does of whom nothing is known.
WEAK = 1
# So much time on the processor it may take, in seconds.
SECONDS = 1.8
# So many matches are played; where there is time for many more, these.
MATCHES = (1_500, 6_000)
# A chance is near an even one: so far from it at most, and no more than such a part of it.
NEAR = 0.05
PART = 4
# Of all matches: to see what happens without help, to climb the ladders, to tell the best rungs apart, and to measure.
WITHOUT, CLIMB, CHOOSE = 0.1, 0.35, 0.25
# An interval that is wider than this on either side says too little.
WIDE = 0.05
# Matches are played in so many deals at a time; between them the clock is looked at.
CHUNK = 20
# So many rungs beside the one that looked best.
ASTRAY = 4
# What each part of the work draws from.
FRESH = 1 << 20

# Why there is no help: keys of texts, section `refusals`.
ALREADY = "even_already"
TOO_COARSE = "even_too_coarse"
TOO_SLOW = "even_too_slow"
EVERYBODY = "even_everybody"


class Levelled(NamedTuple):
    """What was found: an amount (0: none, and `why`); how often each of those who are helped wins, where a shared win
    counts in part, with its 95 % interval; how often that would be if all were alike; how often it is without help."""

    amount: int
    share: float
    low: float
    high: float
    matches: int
    even: float
    without: float
    why: str = ""


class OutOfTime(Exception):
    """It takes longer than it may."""


class Trial:
    """Matches that were played with one amount, deal by deal."""

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    @property
    def share(self) -> float:
        return self.total / max(1, self.deals)

    @property
    def error(self) -> float:
        """Half of the interval; where all deals ended alike the next one might have gone another way."""
        n = max(1, self.deals)
        spread = max(0.0, self.squares / n - self.share**2)
        return WIDTH * math.sqrt(max(spread, 0.25 / n / n) / n)


class Levelling:
    """The search in one set-up. `options` are complete; who is helped in them does not matter, `helped` says so."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        helped: Sequence[int],
        minds: Sequence[int],
        until: float,
        clock: Callable[[], float],
    ) -> None:
        self.game = game
        self.players = players
        self.options = usual_seats(game, options)
        self.helped = sorted(set(helped))
        self.minds = list(minds)
        self.until = until
        self.clock = clock
        self.even = 1 / players
        self.trials: dict[int, Trial] = {}
        self.states: dict[tuple[int, int], State] = {}
        self.first = 1

    def play(self, trial: Trial, amount: int, first: int, matches: float) -> Trial:
        """At least so many matches more, with the deals from this one on."""
        deals = max(2, math.ceil(matches / self.players))
        done = 0
        while done < deals:
            many = min(CHUNK, deals - done)
            parts = [0.0] * many
            for turn in range(self.players):
                if self.clock() > self.until:
                    raise OutOfTime
                seats = [(seat + turn) % self.players for seat in self.helped]
                minds = [self.minds[seat - turn] for seat in range(self.players)]
                rows = play_rows(self.state(amount, seats), minds, many, first + done)
                for k in range(many):
                    winners = int(rows.winners[k])
                    parts[k] += sum(winners >> seat & 1 for seat in seats) / winners.bit_count()
            for part in parts:
                share = part / self.players / len(self.helped)
                trial.total += share
                trial.squares += share * share
            done += many
            trial.deals += many
        return trial

    def state(self, amount: int, seats: list[int]) -> State:
        """A match in which these have this head start; with none nobody has any."""
        key = (amount, seats[0])
        if key not in self.states:
            given = {**self.options, **(named(self.game, seats, amount) if amount else named(self.game, [], 0))}
            self.states[key] = self.game.make(self.players, self.game.settle(self.players, given))
        return self.states[key]

    def climb(self, ladder: range, matches: float) -> list[int]:
        """The two rungs between which the chance becomes even; only one where it lies beyond an end."""
        below, above = -1, len(ladder)
        while above - below > 1:
            middle = (below + above) // 2
            amount = ladder[middle]
            trial = self.trials[amount] = self.play(Trial(), amount, self.first, matches)
            if trial.share < self.even:
                below = middle
            else:
                above = middle
        return [ladder[rung] for rung in (below, above) if 0 <= rung < len(ladder)]

    def off(self, amount: int) -> float:
        """How far from even the chance with this amount is, as far as it was played."""
        return abs(self.trials[amount].share - self.even)

    def search(self, ladders: list[range], matches: int, seed: int) -> Levelled:
        self.first = seed
        self.trials = {}
        without = self.play(Trial(), 0, seed + 2 * FRESH, WITHOUT * matches).share
        if without >= self.even - self.near:
            return self.none(ALREADY, without)
        rungs = sum(math.ceil(math.log2(len(ladder) + 1)) for ladder in ladders)
        found = [rung for ladder in ladders for rung in self.climb(ladder, CLIMB * matches / rungs)]
        best = sorted(found, key=self.off)[:3]
        for amount in best:
            trial = self.trials[amount]
            self.play(trial, amount, seed + trial.deals, CHOOSE * matches / len(best))
        amount = min(best, key=self.off)
        # What was chosen because it looked best is measured with deals of its own. Where few matches led astray, the
        # next rung is measured, too.
        part = (1 - WITHOUT - CLIMB - CHOOSE) * matches
        last = {amount: self.play(Trial(), amount, seed + FRESH, part)}
        ladder = next(one for one in ladders if amount in one)
        for _k in range(ASTRAY):
            step = amount + (ladder.step if last[amount].share < self.even else -ladder.step)
            if abs(last[amount].share - self.even) <= self.near or step in last or step not in ladder:
                break
            amount = step
            last[amount] = self.play(Trial(), amount, seed + FRESH, part)
        amount = min(last, key=lambda rung: abs(last[rung].share - self.even))
        shown = last[amount]
        answer = Levelled(
            amount,
            shown.share,
            max(0.0, shown.share - shown.error),
            min(1.0, shown.share + shown.error),
            shown.deals * self.players,
            self.even,
            without,
        )
        if shown.error > WIDE:
            return answer._replace(amount=0, why=TOO_SLOW)
        return answer if abs(shown.share - self.even) <= self.near else answer._replace(amount=0, why=TOO_COARSE)

    @property
    def near(self) -> float:
        return min(NEAR, self.even / PART)

    def none(self, why: str, without: float = 0.0) -> Levelled:
        return Levelled(0, without, without, without, 0, self.even, without, why)


def level(
    game: Game,
    players: int,
    options: dict[str, Any],
    helped: Sequence[int],
    levels: Sequence[str],
    matches: Sequence[int] = MATCHES,
    seconds: float = SECONDS,
    seed: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> Levelled:
    """How large the head start of those who are helped must be in this set-up, or why there is none.

    `options` are complete; `levels` are those of the robots by seat, and nothing where a person sits. It is worked out
    with few matches first, then with more, as far as the time goes.
    """
    begun = clock()
    work = Levelling(game, players, options, helped, minds(players, helped, levels), begun + seconds, clock)
    if len(work.helped) == players:
        return work.none(EVERYBODY)
    found, last = work.none(TOO_SLOW), 0
    for many in matches:
        # With so many more it takes so much longer.
        if last and (clock() - begun) * (1 + many / last) > seconds:
            break
        try:
            found, last = work.search(game.head_starts(players, work.options), many, seed), many
        except OutOfTime:
            break
    return found


def minds(players: int, helped: Sequence[int], levels: Sequence[str]) -> list[int]:
    """How each seat is taken to play.

    >>> minds(4, [1], ["", "", "2", "5"]), minds(3, [2], [])
    ([3, 1, 2, 3], [3, 3, 1])
    """
    found = []
    for seat in range(players):
        known = LEVELS.get(today(levels[seat])) if seat < len(levels) else None
        if known is not None:
            found.append(min(known.number, BY_INSTINCT))
        else:
            found.append(WEAK if seat in helped else BY_INSTINCT)
    return found


def named(game: Game, helped: Sequence[int], amount: int) -> dict[str, Any]:
    """The options that say so."""
    who, much = game.option_of(HELPED), game.option_of(AMOUNT)
    assert who is not None
    assert much is not None
    return {who.name: tuple(helped), much.name: amount}


def seats_helped(game: Game, options: dict[str, Any]) -> tuple[int, ...]:
    """Who is helped in these complete options."""
    who = game.option_of(HELPED)
    found: tuple[int, ...] = options[who.name] if who is not None else ()
    return found


def wanted(game: Game, options: dict[str, Any]) -> tuple[int, ...]:
    """Who is helped in them by an amount that is still to be worked out."""
    much = game.option_of(AMOUNT)
    return () if much is None or options[much.name] != 0 else seats_helped(game, options)


def usual_seats(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Without what names a seat: who begins changes with the seats, and everybody sits everywhere here."""
    loose = {option.name: option.default for option in game.options if option.kind in (SEAT, SEATS, HELPED, AMOUNT)}
    return {**options, **loose}
