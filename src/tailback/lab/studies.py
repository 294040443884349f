"""A study under way: its arms, what they came to so far, and the work that is left."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

import msgspec

import tailback
from tailback.lab.counts import Counts, add, count
from tailback.lab.crew import Crew, Played
from tailback.lab.kept import Kept, gaps
from tailback.lab.playing import Range, ranges
from tailback.lab.setups import Setup, duel
from tailback.lab.statistics import looks

RUN, SWEEP, FIND = "run", "sweep", "find"
# So many matches of one better robot among weaker ones say how much skill counts.
DUELS = 2000
# A study that may stop early is first looked at after so many matches.
FIRST_LOOK = 1000


class Study:
    """Set-ups that are measured together, in one file."""

    def __init__(self, kept: Kept, kind: str, setups: Iterable[Setup], skill: bool = True) -> None:
        self.kept = kept
        self.kind = kind
        self.setups: list[Setup] = []
        self.skill = skill
        self.counts: dict[int, Counts] = {}
        self.numbers: list[int] = []
        self.duels: list[int | None] = []
        self.done = 0
        self.wanted = 0
        # Of a search: how many set-ups were tried, and how many shall be.
        self.tried = 0
        self.trials = 0
        self._began = time.monotonic()
        self._spent: dict[tuple[int, str], tuple[float, int]] = {}
        self._left: dict[tuple[int, str], int] = {}
        self._by_number: dict[int, Setup] = {}
        for setup in setups:
            self.add(setup)
        if not kept.reading:
            kept.note("kind", kind)
            kept.note("version", tailback.__version__)
            self.note_arms()

    def add(self, setup: Setup) -> int:
        """One arm more; what the file has of it counts at once. Its place among the arms."""
        self.setups.append(setup)
        self.numbers.append(self.number(setup))
        weaker = duel(setup)
        self.duels.append(self.number(weaker) if self.skill and weaker.robots != setup.robots else None)
        return len(self.setups) - 1

    def note_arms(self) -> None:
        """Those of a search grow: until there are as many as the file has had, it keeps what it has."""
        if self.kind != FIND or len(self.numbers) > len(self.kept.about("arms", [])):
            self.kept.note("arms", self.numbers)

    def number(self, setup: Setup) -> int:
        number = self.kept.arm(setup)
        self._by_number[number] = setup
        if number not in self.counts:
            total: Counts = {}
            for done in self.kept.ranges(number):
                add(total, count(setup, done.first, self.kept.read(done)))
            self.counts[number] = total
        return number

    def of(self, arm: int) -> Counts:
        return self.counts[self.numbers[arm]]

    def duel_of(self, arm: int) -> tuple[Setup, Counts] | None:
        number = self.duels[arm]
        return None if number is None else (self._by_number[number], self.counts[number])

    def plan(self, work: list[tuple[Setup, Range]]) -> None:
        """What will be played, at most: how far the study is and how long it takes is reckoned from that."""
        self.wanted = self.done + sum(one.count for _, one in work)
        self._left = {}
        for setup, one in work:
            key = one.arm, tier(setup, one)
            self._left[key] = self._left.get(key, 0) + one.count

    def play(
        self, crew: Crew, matches: int, arms: Iterable[int] | None = None, planned: bool = False
    ) -> Iterator[Played]:
        """Every arm has at least so many matches afterwards. Each range is kept before it is handed on."""
        work = self.work(matches, arms)
        if not planned:
            self.plan(work)
        before = time.monotonic()
        for played in crew.play(work):
            self.kept.put(played.done, played.columns)
            add(self.counts[played.done.arm], played.counts)
            self.done += played.done.count
            key = played.done.arm, tier(self._by_number[played.done.arm], played.done)
            self._left[key] -= played.done.count
            now = time.monotonic()
            seconds, n = self._spent.get(key, (0.0, 0))
            self._spent[key] = (seconds + now - before, n + played.done.count)
            before = now
            yield played

    def work(self, matches: int, arms: Iterable[int] | None = None) -> list[tuple[Setup, Range]]:
        """What is not played yet; the arms take turns, so that all of them show something soon."""
        # Arms that differ only in their robots share the matches that measure skill.
        wanted: dict[int, int] = {}
        for arm in range(len(self.setups)) if arms is None else arms:
            wanted[self.numbers[arm]] = matches
            number = self.duels[arm]
            if number is not None:
                wanted.setdefault(number, min(matches, DUELS))
        lists = [self.missing(number, n) for number, n in wanted.items()]
        return [task for tasks in zip_longest(*lists) for task in tasks if task is not None]

    def missing(self, number: int, matches: int) -> list[tuple[Setup, Range]]:
        setup = self._by_number[number]
        found: list[tuple[Setup, Range]] = []
        for first, last in gaps(self.kept.ranges(number), matches):
            found += [(setup, one) for one in ranges(setup, number, first, last)]
        return found

    def seconds_left(self) -> float | None:
        """From the pace of matches that were watched as closely, or of set-ups that were tried; None without any."""
        if self.trials:
            pace = (time.monotonic() - self._began) / self.tried if self.tried else None
            return None if pace is None else pace * (self.trials - self.tried)
        total = 0.0
        for key, n in self._left.items():
            if n == 0:
                continue
            same = self._spent.get(key) or next(
                (spent for other, spent in self._spent.items() if other[1] == key[1]), None
            )
            if same is None:
                return None
            total += n * same[0] / same[1]
        return total

    @property
    def part(self) -> float:
        """How far it is, from 0 to 1."""
        return self.tried / self.trials if self.trials else self.done / max(1, self.wanted)


def tier(setup: Setup, one: Range) -> str:
    if one.first < setup.follow:
        return "followed"
    return "watched" if setup.watched is None or one.first < setup.watched else "plain"


def until(
    study: Study,
    crew: Crew,
    matches: int,
    enough: Callable[[int], bool] | None = None,
) -> Iterator[Played]:
    """Play to the end, or until `enough`, which is told how many looks there may be, says so.

    It is asked at fixed numbers of matches only, when all ranges up to there are in: so a study stops at the same match
    whoever played it.
    """
    if enough is None:
        yield from study.play(crew, matches)
        return
    times = looks(FIRST_LOOK, matches)
    study.plan(study.work(matches))
    for n in times:
        yield from study.play(crew, n, planned=True)
        if enough(len(times)):
            return


def name_of(kind: str, setups: list[Setup]) -> str:
    """A file name for a study: the same for the same set-ups under the same rules and program, and no other."""
    text = msgspec.json.encode([kind, tailback.__version__, setups], order="deterministic")
    return f"{setups[0].game}-{kind}-{hashlib.sha256(text).hexdigest()[:12]}.study"
