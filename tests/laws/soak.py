"""`make soak`: random matches of all games, options and numbers of players under the laws, for as long as asked.

It can be stopped at any time and goes on from its file. It is played in chunks of about as many decisions, the games
in turn; a chunk is the same whenever and in whichever process it is played, and the file counts them in order: so a
run that was stopped comes to the same as one that was not. Each decision is checked a little, some of them much
(`SAMPLED`), and some matches in every way (`WHOLE`).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tailback import games
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws import each
from tailback.laws.each import observers
from tailback.laws.walk import LONG, Setup, Walk, random_setups
from tailback.texts import Texts

FORMAT = 1
# Decisions that are counted together, and a match more; a run that is stopped still finishes them.
CHUNK = 20_000
# More than the matches of a chunk: match k of chunk c has the number c * STRIDE + k.
STRIDE = 1 << 16
# The file is written, and progress told, so often.
WRITE_SECONDS = 5.0
TELL_SECONDS = 30.0
# In one chunk in so many of each game the first match is walked with all laws and words at its steps.
WHOLE = 128
# One match in so many has a long seed, as a table server deals with.
LONG_SEEDS = 8
# So many broken matches are kept in the file; then there is enough to look at, and it stops.
MOST_FAILURES = 20
# The seed of a run stands above the number of the match. What is chosen comes from other numbers than what is dealt,
# or a choice of options would always bring the same first cards.
STREAM, SETUPS, CHOICES = 40, 1 << 90, 1 << 91


class Table:
    """What the laws look at."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], seed: int, chance: int) -> None:
        self.game = game
        self.state = game.new(players, seed, options)
        self.rng = Rng(chance)
        self.census = sorted(self.state.census())
        self.texts: Texts | None = None
        self.seat = 0
        self.action = 0
        self.steps = 0

    def watcher(self) -> int | None:
        watching = observers(self.state)
        return watching[self.rng.below(len(watching))]


def conserved(table: Table) -> None:
    each.pieces_are_conserved(table.state, table.census)


def known(table: Table) -> None:
    """A world of somebody at the table: the same to them, with all pieces and a chance of its own."""
    seat = table.watcher()
    world = each.knowledge_is_enough(table.state, seat, table.rng)
    each.pieces_are_conserved(world, table.census, imagined=True)
    each.chance_is_its_own(table.state, world)
    each.events_tell_no_more(table.state, world, seat, table.seat, table.action, table.rng)


def refused(table: Table) -> None:
    if table.texts is None:
        table.texts = Texts("en", table.game, [f"P{seat}" for seat in range(int(table.state.players))])
    each.verdicts_agree_with_the_list(table.game, table.state)
    each.refusals_change_nothing(table.game, table.state, table.texts, table.rng, 6)


def copied(table: Table) -> None:
    each.imagining_changes_nothing(table.state, table.rng)
    each.answers_commute(table.state, table.rng)
    each.twins_are_independent(table.game, table.state, table.rng)
    each.time_outs_can_be_played(table.game, table.state)


# Which decisions are looked at more closely: one in so many, each time at another place of the match. Powers of two,
# each a multiple of the first, so that most decisions ask only once whether anything is to do.
SAMPLED: dict[str, tuple[int, Callable[[Table], None]]] = {
    "asked seats can act, nobody else": (16, lambda table: each.asked_seats_can_act(table.state)),
    "pieces are conserved": (64, conserved),
    "views, worlds and stories tell no more": (512, known),
    "refusals change nothing, verdicts agree": (4096, refused),
    "copies, sealed answers, time-outs": (4096, copied),
}
OFTEN = min(often for often, _ in SAMPLED.values())
SELDOM = max(often for often, _ in SAMPLED.values())
EVERY = "legal move accepted, end within bound"
WALKED = "decisions of matches under all laws"


def play(table: Table, laws: Counter[str]) -> None:
    """One match, with the laws at its decisions."""
    state, below = table.state, table.rng.below
    waiting, legal, apply = state.waiting, state.legal, state.apply
    most = table.game.bound(int(state.players), state.options)
    # Where the samples lie is drawn, or short matches would be looked at in their first moments only.
    first = at = int(below(SELDOM))
    try:
        while (seat := waiting()) >= 0:
            actions = legal(seat)
            action = actions[below(len(actions))]
            if at % OFTEN == 0:
                table.seat, table.action = int(seat), action
                look(table, at, laws)
            apply(seat, action)
            at += 1
            each.ends_within(at - first, most)
        each.asked_seats_can_act(state)
        conserved(table)
        each.somebody_wins(state)
    finally:
        table.steps = at - first
        laws[EVERY] += table.steps


def look(table: Table, at: int, laws: Counter[str]) -> None:
    for name, (often, law) in SAMPLED.items():
        if at % often == 0:
            law(table)
            laws[name] += 1


class Tally:
    """What some matches came to, as plain data."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        kept = data or {}
        self.matches: Counter[str] = Counter(kept.get("matches"))
        self.decisions: Counter[str] = Counter(kept.get("decisions"))
        self.options: Counter[str] = Counter(kept.get("options"))
        self.laws: Counter[str] = Counter(kept.get("laws"))
        self.failures: list[dict[str, Any]] = list(kept.get("failures", []))

    def data(self) -> dict[str, Any]:
        found = {name: dict(sorted(getattr(self, name).items())) for name in COUNTED}
        return {**found, "failures": self.failures}

    def add(self, other: Tally) -> None:
        for name in COUNTED:
            getattr(self, name).update(getattr(other, name))
        self.failures += other.failures

    def of(self, counted: Counter[str]) -> Counter[str]:
        """By game, whatever the number of players."""
        found: Counter[str] = Counter()
        for key, count in counted.items():
            found[key.split(" ")[0]] += count
        return found


COUNTED = ("matches", "decisions", "options", "laws")


def setup_of(seed: int, number: int, names: Sequence[str]) -> Setup:
    game = names[number // STRIDE % len(names)]
    return next(random_setups(SETUPS | seed << STREAM | number, [game]))


def one(seed: int, number: int, names: Sequence[str], tally: Tally) -> None:
    """Play match `number` and count it; what breaks a law goes up from here."""
    chance = seed << STREAM | number
    turn, match = divmod(number, STRIDE)
    name, players, options = setup_of(seed, number, names)
    deal = chance + LONG if number % LONG_SEEDS == 0 else chance
    tally.matches[f"{name} {players}"] += 1
    for option in games.load(name).options:
        if option.name in options:
            tally.options[f"{name} {option.name}={option.write(options[option.name])}"] += 1
    if match == 0 and turn // len(names) % WHOLE == WHOLE // 2:
        whole = Walk(name, players, options, deal)
        try:
            whole.run()
        finally:
            tally.decisions[f"{name} {players}"] += whole.steps
            tally.laws[WALKED] += whole.steps
        return
    table = Table(games.load(name), players, options, deal, CHOICES | chance)
    try:
        play(table, tally.laws)
    finally:
        tally.decisions[f"{name} {players}"] += table.steps


def chunk(seed: int, turn: int, names: Sequence[str], size: int) -> Tally:
    tally = Tally()
    for number in range(turn * STRIDE, (turn + 1) * STRIDE):
        if tally.decisions.total() >= size or len(tally.failures) >= MOST_FAILURES:
            break
        try:
            one(seed, number, names, tally)
        except Exception as broken:
            law = traceback.extract_tb(broken.__traceback__)[-1].name
            words = f"{type(broken).__name__} in {law}: {broken}"[:2000]
            tally.failures.append({"match": number, "setup": setup_of(seed, number, names), "error": words})
    return tally


def tallies(seed: int, first: int, names: Sequence[str], size: int, jobs: int) -> Iterator[Tally]:
    """One chunk after the other, in their order, whoever played them."""
    if jobs == 1:
        while True:
            yield chunk(seed, first, names, size)
            first += 1
    with ProcessPoolExecutor(jobs, initializer=leave_stopping_to_the_first) as pool:
        waiting: deque[Future[Tally]] = deque()
        try:
            while True:
                while len(waiting) < 2 * jobs:
                    waiting.append(pool.submit(chunk, seed, first, names, size))
                    first += 1
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def leave_stopping_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Soak:
    """A run and its file."""

    def __init__(self, file: Path, seed: int = 1, names: Sequence[str] = (), size: int = CHUNK) -> None:
        self.file = file
        self.size = size
        self.stopped = False
        self.names = list(names or games.ids())
        self.seed = seed
        self.next = 0
        self.seconds = 0.0
        self.tally = Tally()
        rules = {name: games.load(name).rules_version for name in self.names}
        self.head = {"format": FORMAT, "rules": rules, "chunk": size}
        if file.exists():
            kept = json.loads(file.read_text())
            if {name: kept.get(name) for name in self.head} != self.head:
                sys.exit(f"{file} is from other games or rules: begin a new one (FILE=...), or take it away")
            self.seed, self.next, self.seconds = kept["seed"], kept["next"], kept["seconds"]
            self.tally = Tally(kept)

    @property
    def decisions(self) -> int:
        return self.tally.decisions.total()

    def write(self) -> None:
        """Whole or not at all."""
        kept = {**self.head, "seed": self.seed, "next": self.next, "seconds": round(self.seconds, 1)}
        kept |= {"total": self.decisions, **self.tally.data()}
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(kept, indent=1) + "\n")
        os.replace(fresh, self.file)

    def stop(self, *_: object) -> None:
        self.stopped = True

    def run(self, jobs: int = 1, seconds: float = float("inf"), decisions: float = float("inf")) -> None:
        """Until so many decisions are in the file, or so many seconds have passed, or `stop`."""
        start = told = written = time.monotonic()
        before, spent = self.decisions, self.seconds
        found = tallies(self.seed, self.next, self.names, self.size, jobs)
        try:
            while self.decisions < decisions and len(self.tally.failures) < MOST_FAILURES:
                if self.stopped or time.monotonic() - start >= seconds:
                    break
                self.tally.add(next(found))
                self.next += 1
                now = time.monotonic()
                self.seconds = spent + now - start
                if now - written >= WRITE_SECONDS:
                    written = now
                    self.write()
                if now - told >= TELL_SECONDS:
                    told = now
                    rate = (self.decisions - before) / (now - start)
                    failed = len(self.tally.failures)
                    print(f"{self.decisions:,} decisions, {rate:,.0f} a second, {failed} broken", flush=True)
        finally:
            found.close()
            self.write()

    def tell(self) -> None:
        tally = self.tally
        rate = self.decisions / self.seconds if self.seconds else 0
        played = f"{self.decisions:,} decisions in {tally.matches.total():,} matches"
        print(f"{played}, {rate:,.0f} a second, seed {self.seed}")
        matches, decisions = tally.of(tally.matches), tally.of(tally.decisions)
        print(f"\n{'game':16} {'players':>8} {'matches':>12} {'decisions':>15} {'option values':>14}")
        for name in self.names:
            tables = sorted(int(key.split(" ")[1]) for key in tally.matches if key.split(" ")[0] == name)
            seats = f"{tables[0]} to {tables[-1]}" if tables else "-"
            options = [(option, value) for option in games.load(name).options for value in option.values()]
            tried = sum(f"{name} {option.name}={option.write(value)}" in tally.options for option, value in options)
            print(f"{name:16} {seats:>8} {matches[name]:12,} {decisions[name]:15,} {tried:7} of {len(options):3}")
        print(f"\n{'law':42} {'one in':>7} {'times':>15}")
        for law, often in [(EVERY, 1), *((law, often) for law, (often, _) in SAMPLED.items())]:
            print(f"{law:42} {often:7} {tally.laws[law]:15,}")
        print(f"{WALKED:42} {'':7} {tally.laws[WALKED]:15,}")
        for failure in tally.failures:
            print(f"\nbroken: match {failure['match']} {failure['setup']}: {failure['error']}")
            print(f"again alone: make soak ONLY={failure['match']} FILE={self.file}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("soak.json"), help="what it came to so far")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--decisions", type=float, default=float("inf"), help="stop when the file holds so many")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=1, help="of a new file")
    parser.add_argument("--only", type=int, help="play this match alone and let it break")
    given = parser.parse_args()
    soak = Soak(given.file, given.seed)
    if given.only is not None:
        one(soak.seed, given.only, soak.names, Tally())
        return 0
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, soak.stop)
    print(f"from {soak.decisions:,} decisions on, seed {soak.seed}, {given.file}; Ctrl-C stops it", flush=True)
    soak.run(given.jobs, given.seconds, given.decisions)
    soak.tell()
    if soak.stopped:
        print("\nstopped; the same command goes on from here")
    return 1 if soak.tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
