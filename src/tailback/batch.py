"""Thousands of matches side by side, stepped in one call: for programs that learn.

Everything is written into memory that the caller provides, such as NumPy arrays: nothing here needs NumPy.

    batch = Batch(game_id, players=4, matches=4096, seed=1)
    rows = np.zeros((4096, batch.width), np.int16)
    legal = np.zeros((4096, batch.actions), np.uint8)
    batch.look(rows, legal)
    batch.step(actions, rows, legal, seats, payoffs, ends)

A match that ends begins anew, with the next seed, in the same step: its payoffs and its mark in `ends` are those of the
match that ended, everything else is of the new one. Seats that play by themselves (`minds`) act within the step; with
`turning` they sit one seat farther in each match. An illegal action is an error, or what the clock plays (`lenient`).

Where Python has no lock that lets only one thread run, several `threads` share the matches out among themselves. The
numbers are the same, however many there are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Final

from mypy_extensions import i16, i64, u8

from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.game import Game
from tailback.core.observe import payoffs, width
from tailback.core.rng import Rng
from tailback.core.simulate import APART, BY_INSTINCT, choice
from tailback.core.vecs import vec

# A seat with this mind is asked; others play at random (0) or as a robot of level 1 to 3 does.
ASKED: Final = -1
# So many bytes are written for the matches of one piece: few enough to stay near the processor for so long.
PIECE: Final = 65536
# The bytes of each kind of number, by the letter that stands for it: int16, uint8 and float64.
SIZES: Final = {"h": 2, "B": 1, "d": 8}


class Piece:
    """A few matches side by side that are told together: from `first` up to `end`."""

    def __init__(self, first: int, end: int, wide: int, actions: int, no_rows: vec[i16], no_legal: vec[u8]) -> None:
        self.first: i64 = first
        self.end: i64 = end
        # Does the caller know already where these matches stand?
        self.told = False
        # What may be done in each of them.
        self.legal: vec[u8] = no_legal
        # Zeros, the same for all pieces. A `vec` made from memory of its kind is the quickest way to many of them.
        self.no_rows: Any = memoryview(no_rows)[: (end - first) * wide]
        self.no_legal: Any = memoryview(no_legal)[: (end - first) * actions]
        # Their places in the memory of a share.
        self.row_places: Any = slice(first * wide, end * wide)
        self.legal_places: Any = slice(first * actions, end * actions)


class Share:
    """Matches side by side, all of one thread: it makes their states and nobody else steps them, so nothing is shared.

    Each waits for one seat at a time, or is moved on until one that is asked is. A share that is `alone` knows which
    seeds come next, and need not wait until others know how many matches they begin.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        settled: dict[str, Any],
        matches: int,
        minds: list[int],
        turning: bool,
        alone: bool,
    ) -> None:
        self.players: i64 = players
        self.actions: i64 = game.actions
        wide = width(game.row(players))
        self.width: i64 = wide
        self.turning = turning
        self.alone = alone
        self.minds: vec[i64] = vec[i64](minds)
        self.states: list[State] = [game.make(players, settled) for _ in range(matches)]
        # The chance of those who play by themselves, anew in each match: nothing hangs on what other matches do.
        self.robots: bool = max(minds) > ASKED
        self.luck: list[Rng] = [Rng(0) for _ in range(matches)] if self.robots else []
        # How far the minds have moved on in each match.
        self.shifts: vec[i64] = vec[i64]([0] * matches)
        # Who is asked in each match, and what is answered.
        self.seats: vec[u8] = vec[u8]([0] * matches)
        self.chosen: vec[i64] = vec[i64]([0] * matches)
        # Places whose match is over, and how many they are; the seed for the next one of them.
        self.over: vec[u8] = vec[u8]([1] * matches)
        self.left: int = matches
        self.next_seed: int = 0
        self.no_payoffs: vec[float] = vec[float]([0.0] * (matches * players))
        self.no_ends: vec[u8] = vec[u8]([0] * matches)
        self.payoffs: vec[float] = self.no_payoffs
        self.ends: vec[u8] = self.no_ends
        size = max(1, min(matches, PIECE // (2 * wide + game.actions)))
        no_rows: vec[i16] = vec[i16]([0] * (size * wide))
        no_legal: vec[u8] = vec[u8]([0] * (size * game.actions))
        self.pieces: list[Piece] = [
            Piece(first, min(first + size, matches), wide, game.actions, no_rows, no_legal)
            for first in range(0, matches, size)
        ]
        # Pieces that are not told yet, and where the caller wants all of them.
        self.untold: int = len(self.pieces)
        self.memory: Memory = Memory()

    def illegal(self, lenient: bool) -> int:
        """The first match with a bad action, -1 where there is none; the clock plays if it may."""
        size: i64 = self.actions
        chosen = self.chosen
        for piece in self.pieces:
            legal = piece.legal
            at: i64 = 0
            for k in range(piece.first, piece.end):
                action = chosen[k]
                if action < 0 or action >= size or legal[at + action] == 0:
                    if not lenient:
                        return int(k)
                    chosen[k] = self.states[k].fallback(i64(self.seats[k]))
                at += size
        return -1

    def play(self) -> None:
        """What was chosen in each match, and what follows until the next one is asked.

        Alone, each piece is told before the next one is played: while its states are near. With thousands of them that
        counts as much as the work itself.
        """
        self.payoffs = self.no_payoffs[:]
        self.ends = self.no_ends[:]
        self.untold = len(self.pieces)
        seats = self.seats
        chosen = self.chosen
        for piece in self.pieces:
            piece.told = False
            for k in range(piece.first, piece.end):
                state = self.states[k]
                state.do(i64(seats[k]), chosen[k])
                if not self.move_on(state, k):
                    self.end_at(state, k)
            if self.alone:
                self.begin_piece(piece)
        self.finish()

    def end_at(self, state: State, k: i64) -> None:
        worth = payoffs(state)
        for seat in range(self.players):
            self.payoffs[k * self.players + seat] = worth[seat]
        self.ends[k] = 1
        self.over[k] = 1
        self.left += 1

    def begin(self) -> None:
        """New matches in the places where one is over, and all is told that is not; but not what is over at once."""
        for piece in self.pieces:
            if not piece.told:
                self.begin_piece(piece)
        self.finish()

    def begin_piece(self, piece: Piece) -> None:
        over = self.over
        if self.left > 0:
            for k in range(piece.first, piece.end):
                if over[k] != 0:
                    self.begin_at(k)
            for k in range(piece.first, piece.end):
                if over[k] != 0:
                    return
        self.write(piece, self.memory)
        piece.told = True
        self.untold -= 1

    def finish(self) -> None:
        """What is not told by pieces, once all of them are."""
        if self.untold == 0:
            self.memory.take(self)
            # The caller's memory is only held as long as it is needed.
            self.memory = Memory()

    def begin_at(self, k: i64) -> None:
        state = self.states[k]
        seed = self.next_seed
        self.next_seed += 1
        state.start(seed)
        if self.robots:
            self.luck[k] = Rng(seed ^ APART)
        if self.turning:
            self.shifts[k] = i64(seed % int(self.players))
        # A match in which nobody is asked who could be is none: its place gets another one.
        if self.move_on(state, k):
            self.over[k] = 0
            self.left -= 1

    def move_on(self, state: State, k: i64) -> bool:
        """Seats with minds of their own play until one is asked that has none; False when the match ends before."""
        seat = state.waiting()
        if self.robots:
            minds = self.minds
            shift: i64 = self.shifts[k]
            players: i64 = self.players
            while seat >= 0:
                mind = minds[(seat + players - shift) % players]
                if mind == ASKED:
                    break
                state.do(seat, choice(state, seat, mind, self.luck[k]))
                seat = state.waiting()
        if seat < 0:
            return False
        self.seats[k] = u8(seat)
        return True

    def write(self, piece: Piece, memory: Memory) -> None:
        """Everything that is known and allowed now in these matches: first among our own zeros, then for the caller."""
        seats = self.seats
        first: i64 = piece.first
        size: i64 = self.actions
        legal: vec[u8] = vec[u8](piece.no_legal)
        if memory.rows is None:
            for k in range(first, piece.end):
                mark(self.states[k], i64(seats[k]), legal, (k - first) * size)
        else:
            wide: i64 = self.width
            rows: vec[i16] = vec[i16](piece.no_rows)
            for k in range(first, piece.end):
                state = self.states[k]
                seat = i64(seats[k])
                state.observe(seat, rows, (k - first) * wide)
                mark(state, seat, legal, (k - first) * size)
            memory.rows[piece.row_places] = rows
        piece.legal = legal
        if memory.legal is not None:
            memory.legal[piece.legal_places] = legal


def mark(state: State, seat: i64, legal: vec[u8], at: i64) -> None:
    """1 for each action that this seat may do now."""
    n = state.moves(seat)
    buf = state.buf
    for i in range(n):
        legal[at + buf[i]] = 1


class Memory:
    """Where the caller wants what a share has; None: nowhere."""

    def __init__(
        self, rows: Any = None, legal: Any = None, seats: Any = None, payoffs: Any = None, ends: Any = None
    ) -> None:
        self.rows: Any = rows
        self.legal: Any = legal
        self.seats: Any = seats
        self.payoffs: Any = payoffs
        self.ends: Any = ends

    def take(self, share: Share) -> None:
        """All but rows and masks, which are written piece by piece."""
        if self.seats is not None:
            self.seats[:] = share.seats
        if self.payoffs is not None:
            self.payoffs[:] = share.payoffs
        if self.ends is not None:
            self.ends[:] = share.ends


class Batch:
    """`matches` states of one set-up, stepped together."""

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        matches: int = 1024,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        preset: str = "",
        minds: list[int] | None = None,
        turning: bool = False,
        lenient: bool = False,
        threads: int = 1,
    ) -> None:
        if isinstance(game, str):
            # Games stand on the core, and so does this; only a name is looked for among them.
            from tailback import games

            game = games.load(game)
        if matches < 1:
            raise ValueError(f"matches must be 1 or more, not {matches}")
        if threads < 1 or threads > matches:
            raise ValueError(f"threads must be 1 to {matches}, as many as there are matches, not {threads}")
        if threads > 1 and locked():
            raise ValueError(
                f"threads={threads} needs a Python without its lock, such as python3.14t: this one lets only one thread"
                " run at a time, so use one process for each core"
            )
        players = players or game.usual
        settled = game.settle(players, options, preset)
        self.game = game
        self.players: int = players
        self.matches: int = matches
        self.threads: int = threads
        self.actions: int = game.actions
        self.width: int = width(game.row(players))
        self.lenient = lenient
        who = minds if minds is not None else [ASKED] * players
        if len(who) != players or ASKED not in who or min(who) < ASKED or max(who) > BY_INSTINCT:
            raise ValueError(
                f"minds must be {players} numbers from {ASKED} to {BY_INSTINCT}, one of them {ASKED}: {who}"
            )
        self.next_seed: int = seed
        # The first share is stepped by whoever calls, each other one by a thread of its own.
        self.firsts: list[int] = [matches * k // threads for k in range(threads + 1)]
        self.others: list[ThreadPoolExecutor] = [ThreadPoolExecutor(1) for _ in range(threads - 1)]
        made: list[Future[Share]] = []
        for k in range(1, threads):
            size = self.firsts[k + 1] - self.firsts[k]
            made.append(self.others[k - 1].submit(Share, game, players, settled, size, who, turning, False))
        self.shares: list[Share] = [Share(game, players, settled, self.firsts[1], who, turning, threads == 1)]
        for share in made:
            self.shares.append(share.result())
        self.begin()

    # What a program calls

    def look(self, rows: Any = None, legal: Any = None, seats: Any = None) -> None:
        """Where the matches stand: what the asked seat knows (int16), may do (uint8), and which seat it is (uint8)."""
        for k, memory in enumerate(self.parts(rows, legal, seats)):
            share = self.shares[k]
            for piece in share.pieces:
                share.write(piece, memory)
            memory.take(share)

    def step(
        self,
        actions: Any,
        rows: Any = None,
        legal: Any = None,
        seats: Any = None,
        payoffs: Any = None,
        ends: Any = None,
    ) -> None:
        """One action in each match, then as `look`; payoffs (float64, by match and seat) and ends (uint8) are of
        matches that ended with it. IllegalMove names the first bad action, and nothing has changed."""
        self.choose(actions if isinstance(actions, list) else numbers(actions))
        for k, memory in enumerate(self.parts(rows, legal, seats, payoffs, ends)):
            self.shares[k].memory = memory
        alone = self.shares[0]
        alone.next_seed = self.next_seed
        self.together(Share.play)
        if self.threads == 1:
            self.next_seed = alone.next_seed
        self.begin()

    # Inside

    def choose(self, actions: Any) -> None:
        """Give each share its actions, once all of them are known to be legal."""
        if len(actions) != self.matches:
            raise ValueError(f"there are {self.matches} matches and {len(actions)} actions")
        for k, share in enumerate(self.shares):
            first = self.firsts[k]
            share.chosen = vec[i64](actions if self.threads == 1 else actions[first : self.firsts[k + 1]])
            bad = share.illegal(self.lenient)
            if bad >= 0:
                why = share.states[bad].refusal(int(share.seats[bad]), actions[first + bad])
                raise IllegalMove(why.clause, why.key, {**why.params, "match": first + bad})

    def begin(self) -> None:
        """New matches where one is over. They get their seeds by their places, whichever thread comes first."""
        while max([share.untold for share in self.shares]) > 0:
            for share in self.shares:
                share.next_seed = self.next_seed
                self.next_seed += share.left
            self.together(Share.begin)

    def together(self, work: Callable[[Share], None]) -> None:
        """The same work in all shares at the same time; when all are done, an error in one of them is raised."""
        if self.threads == 1:
            work(self.shares[0])
            return
        others = [other.submit(work, self.shares[k + 1]) for k, other in enumerate(self.others)]
        try:
            work(self.shares[0])
        finally:
            wait(others)
        for other in others:
            other.result()

    def parts(
        self, rows: Any = None, legal: Any = None, seats: Any = None, payoffs: Any = None, ends: Any = None
    ) -> list[Memory]:
        """The caller's memory, cut up for the shares."""
        rows = in_one_piece("rows", rows, self.matches * self.width, "h")
        legal = in_one_piece("legal", legal, self.matches * self.actions, "B")
        seats = in_one_piece("seats", seats, self.matches, "B")
        payoffs = in_one_piece("payoffs", payoffs, self.matches * self.players, "d")
        ends = in_one_piece("ends", ends, self.matches, "B")
        if self.threads == 1:
            return [Memory(rows, legal, seats, payoffs, ends)]
        found: list[Memory] = []
        for k in range(self.threads):
            first, end = self.firsts[k], self.firsts[k + 1]
            found.append(
                Memory(
                    cut(rows, self.width, first, end),
                    cut(legal, self.actions, first, end),
                    cut(seats, 1, first, end),
                    cut(payoffs, self.players, first, end),
                    cut(ends, 1, first, end),
                )
            )
        return found


def locked() -> bool:
    """Does this Python let only one of its threads run at a time?"""
    asked = getattr(sys, "_is_gil_enabled", None)
    return asked is None or bool(asked())


def numbers(actions: Any) -> Any:
    """What can be a `vec`: memory in one line as it is, which for int64 is a single copy, else a list."""
    theirs = memoryview(actions)
    return theirs if theirs.ndim == 1 else theirs.tolist()


def in_one_piece(name: str, memory: Any, items: int, kind: str) -> Any:
    """The caller's memory, if there is any, as items of this kind in a line; ValueError says what does not fit."""
    if memory is None:
        return None
    theirs: Any = memoryview(memory)
    size = SIZES[kind]
    if theirs.readonly or not theirs.c_contiguous or theirs.nbytes != items * size or theirs.itemsize != size:
        raise ValueError(f"{name} must be writable, in one piece, {items * size} bytes in items of {size}")
    return theirs.cast("B").cast(kind) if items else None


def cut(memory: Any, each: int, first: int, end: int) -> Any:
    """The items of some matches, with so many for each."""
    return None if memory is None else memory[first * each : end * each]
