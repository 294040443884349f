"""A match of a game that may be broken, held to some of the laws; where one breaks, the match as far as it went."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tailback.brought.errors import GameError, explained
from tailback.brought.limits import limited
from tailback.core.contract import Event, State
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.rng import Rng
from tailback.laws import each, spreads
from tailback.laws.broken import LawBroken
from tailback.laws.clock import now
from tailback.laws.each import observers
from tailback.robots.levels import LEVELS
from tailback.texts import LANGUAGES, Texts

Move = tuple[int, int]
# So long one step of a match may take with all that is asked about it, in seconds.
STEP = 5.0
# So many illegal moves are tried at a position, and so many worlds imagined by each who looks.
TRIES = 40
WORLDS = 3
# A longer match is not played again at each of its positions.
REPLAYED = 40
# In a match that takes long, one in so many positions is looked at.
SPARSE = 64
# What is chosen comes from other numbers than what is dealt, and what is tried at a position from others again.
CHOICES, POSITIONS = 1 << 60, 1 << 61
# What these say is about the move that is made next.
ABOUT_THE_MOVE = ("known.event", "known.unasked")


class Case(NamedTuple):
    """A match: who plays, what was set up, the seed of the deal and the moves."""

    players: int
    options: dict[str, Any]
    seed: int
    moves: tuple[Move, ...] = ()


class Found(NamedTuple):
    """A match that breaks a law, or in which the game fails: a LawBroken or a GameError."""

    case: Case
    error: Explained

    @property
    def law(self) -> str:
        return self.error.law if isinstance(self.error, LawBroken) else "runs"

    @property
    def mark(self) -> tuple[Any, ...]:
        """The same for matches that show the same mistake."""
        params = self.error.params
        if isinstance(self.error, LawBroken):
            return self.error.key, params.get("text", "")
        return self.error.key, params.get("file"), params.get("line")


class Spot:
    """A position, with the move that is about to be made and what was told since the last one."""

    def __init__(self, game: Game, state: State, case: Case, texts: list[Texts]) -> None:
        self.game = game
        self.state = state
        self.case = case
        self.texts = texts
        self.census = sorted(state.census())
        self.made: list[Move] = []
        self.move: Move | None = None
        self.events: list[Event] = []

    @property
    def rng(self) -> Rng:
        """The same chance whenever this position is looked at again."""
        return Rng(POSITIONS + (self.case.seed << 16) + len(self.made))


# The laws at a position, by their names.


def conserved(spot: Spot) -> None:
    each.pieces_are_conserved(spot.state, spot.census)
    if not spot.made:
        seeds = (spot.case.seed, spot.case.seed + 1)
        each.deals_have_all_pieces(spot.game, spot.case.players, spot.case.options, seeds)
    for seat in observers(spot.state):
        each.pieces_are_conserved(spot.state.imagine(seat, spot.rng), spot.census, imagined=True)


def known(spot: Spot) -> None:
    rng = spot.rng
    for seat in observers(spot.state):
        for _ in range(WORLDS):
            world = each.knowledge_is_enough(spot.state, seat, rng)
            if spot.move is not None:
                each.events_tell_no_more(spot.state, world, seat, *spot.move, rng)
    for _ in range(WORLDS):
        each.asked_in_the_open(spot.game, spot.state, rng)
    asked = int(spot.state.waiting())
    if asked >= 0:
        each.hints_tell_no_more(spot.game, spot.state, asked, rng)
    each.instincts_see_no_hidden_card(spot.game, spot.state)


def chance(spot: Spot) -> None:
    rng = spot.rng
    for seat in observers(spot.state):
        each.chance_is_its_own(spot.state, spot.state.imagine(seat, rng))


def copied(spot: Spot) -> None:
    rng = spot.rng
    for _ in range(WORLDS):
        each.twins_are_independent(spot.game, spot.state, rng)


def replayed(spot: Spot) -> None:
    over = spot.state.waiting() < 0
    if len(spot.made) <= REPLAYED or over:
        each.matches_are_replayed(spot.game, spot.state, spot.case.seed, spot.made)


def recalled(spot: Spot) -> None:
    for seat in observers(spot.state):
        each.worlds_come_back_from_views(spot.game, spot.state, seat)


def robots(spot: Spot) -> None:
    each.instincts_see_no_hidden_card(spot.game, spot.state)
    asked = int(spot.state.waiting())
    if asked >= 0:
        each.robots_can_choose(spot.game, spot.state, asked, spot.rng, 0.0, LEVELS)


def words(spot: Spot) -> None:
    for texts in spot.texts:
        if not spot.made:
            each.moves_have_words(spot.game, texts, range(spot.game.actions))
        for event in spot.events:
            each.events_have_words(texts, event)
        each.questions_have_words(spot.game, spot.state, texts)
        each.refusals_change_nothing(spot.game, spot.state, texts, spot.rng, TRIES // len(spot.texts))


def drawn(spot: Spot) -> None:
    if not spot.made:
        spreads.faces_are_in_order(spot.game, spot.texts[0])
    for seat in observers(spot.state):
        spreads.table_can_be_drawn(spot.game, spot.state, seat, spot.texts[0])


def ends(spot: Spot) -> None:
    each.ends_within(len(spot.made), spot.game.bound(int(spot.state.players), spot.state.options))
    if spot.state.waiting() < 0:
        each.somebody_wins(spot.state)


def written(spot: Spot) -> None:
    """The same at every position: so it is looked at once."""
    if not spot.made:
        each.moves_can_be_written(spot.game)


LOOKS: dict[str, Callable[[Spot], None]] = {
    # First of all, before anybody imagines anything.
    "looked": lambda spot: each.imagining_changes_nothing(spot.state, spot.rng),
    "asked": lambda spot: each.asked_seats_can_act(spot.state),
    "written": written,
    "listed": lambda spot: each.verdicts_agree_with_the_list(spot.game, spot.state),
    "refused": lambda spot: each.refusals_change_nothing(spot.game, spot.state, spot.texts[0], spot.rng, TRIES),
    "conserved": conserved,
    "known": known,
    "chance": chance,
    "together": lambda spot: each.answers_commute(spot.state, spot.rng),
    "copied": copied,
    "anew": lambda spot: each.every_match_begins_afresh(spot.game, spot.state, spot.case.seed, spot.rng),
    "replayed": replayed,
    "ends": ends,
    "clock": lambda spot: each.time_outs_can_be_played(spot.game, spot.state),
    "recalled": recalled,
    "robots": robots,
    "words": words,
    "drawn": drawn,
}
# Those that try moves of their own: where a game fails, it fails in them a move too early.
AHEAD = ("known", "together", "copied", "anew", "replayed", "robots")


class Trial:
    """One match: random, or of these moves as far as they are allowed."""

    def __init__(self, game: Game, case: Case, looks: Sequence[str], most: int, moves: Sequence[Move] | None = None):
        self.game = game
        self.case = case
        self.looks = looks
        self.most = most
        self.given = list(moves) if moves is not None else None
        self.seconds = STEP
        # How often each law was looked at; laws that are looked at now and then, by how often.
        self.count: Counter[str] = Counter()
        self.seldom: dict[str, int] = {}
        self.spot: Spot | None = None
        self.carrying = False
        # The law that is looked at just now.
        self.looking = ""
        self.stop = float("inf")
        # From this moment on only some positions are looked at, so that a long match comes to its end.
        self.enough = float("inf")

    def guard(self) -> contextlib.AbstractContextManager[None]:
        return limited(self.game.home, self.seconds)

    def run(self, stop: float = float("inf")) -> Found | None:
        """What breaks first; None where nothing does before this moment."""
        self.stop = stop
        try:
            self.play()
        except LawBroken as broken:
            return self.found(broken, broken.key in ABOUT_THE_MOVE)
        except GameError as error:
            return self.found(error, self.carrying)
        except Exception as error:
            return self.found(explained(error, self.game.home), self.carrying)
        return None

    def found(self, error: Explained, with_move: bool) -> Found:
        made = list(self.spot.made) if self.spot is not None else []
        # A law that begins a match of its own says which one.
        made = error.params.get("moves", made)
        if with_move and self.spot is not None and self.spot.move is not None:
            made = [*made, self.spot.move]
        return Found(self.case._replace(moves=tuple(made)), error)

    def play(self) -> None:
        names = [seat_letter(seat) for seat in range(self.case.players)]
        with self.guard():
            state = self.game.new(self.case.players, self.case.seed, self.case.options, listen=True)
            texts = [Texts(lang, self.game, names) for lang in LANGUAGES] if "words" in self.looks else []
            self.spot = Spot(self.game, state, self.case, texts or [Texts(LANGUAGES[0], self.game, names)])
        rng = Rng(CHOICES + self.case.seed)
        while self.step(rng) and now() < self.stop:
            pass

    def step(self, rng: Rng) -> bool:
        """Look at this position and make the next move; False where the match ends."""
        spot = self.spot
        assert spot is not None
        with self.guard():
            self.carrying = False
            spot.events = spot.state.take_events()
            spot.move = None
            spot.move = self.choose(spot.state, rng)
            self.look(spot)
            if spot.move is None or len(spot.made) >= self.most:
                return False
            self.carrying = True
            each.carry_out(self.game, spot.state, *spot.move)
            self.carrying = False
        spot.made.append(spot.move)
        return True

    def choose(self, state: State, rng: Rng) -> Move | None:
        seat = int(state.waiting())
        if seat < 0:
            return None
        if self.given is None:
            legal = state.legal(seat)
            return (seat, legal[rng.below(len(legal))]) if legal else None
        decision = state.decision()
        while self.given and decision is not None:
            move = self.given.pop(0)
            if move[0] in decision.seats and state.allows(*move):
                return move
        return None

    def look(self, spot: Spot) -> None:
        if now() > self.enough and spot.move is not None and len(spot.made) % SPARSE:
            return
        for name in self.looks:
            often = self.seldom.get(name, 1)
            if often == 1 or (len(spot.made) + self.case.seed) % often == 0 or spot.move is None:
                self.looking = name
                LOOKS[name](spot)
                self.count[name] += 1
        self.looking = ""


def arrive(game: Game, case: Case) -> Spot:
    """The position after the moves of a match, with nothing looked at."""
    trial = Trial(game, case, (), len(case.moves), case.moves)
    trial.play()
    assert trial.spot is not None
    return trial.spot
