"""Random matches of every game, each step of which must keep the laws.

Used by the tests, by Hypothesis, by `make soak` and by `tailback check`.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tailback import games
from tailback.core.contract import CLOCK, RING, State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws import each, spreads
from tailback.laws.each import observers
from tailback.texts import LANGUAGES, Texts

# Random players who may draw whenever they like go round in circles for thousands of steps.
EVERY_STEP = 1500
# In a match that a clock ends it rings before one in so many decisions.
RINGS = 60
# Imagined worlds, when all that are possible are to turn up.
DRAWS = 400
# Moves into a match, when some of its positions will do.
MOVES = 120
# Added to a seed, it makes a long one, as a table server deals with.
LONG = 1 << 255
# A longer match is not written, read and played again as a whole.
REPLAYED = 600
# So many illegal moves are tried at a time.
TRIES = 6

Setup = tuple[str, int, dict[str, Any]]
Move = tuple[int, int]


def tables() -> list[tuple[str, int]]:
    """Every game with every number of players."""
    return [(name, n) for name in games.ids() for n in range(games.load(name).fewest, games.load(name).most + 1)]


def setups(named: str | Game, players: int) -> list[dict[str, Any]]:
    """The presets and every single option value that can be dealt with this many players."""
    game = games.load(named) if isinstance(named, str) else named
    short = game.short
    given = [{**bundle, **short} for bundle in game.presets.values()]
    given += [
        {**short, option.name: value}
        for option in game.options
        for value in option.values()
        if value != option.default and option.name not in short
    ]
    return [options for options in given if possible(game, players, options)]


def possible(game: Game, players: int, options: dict[str, Any]) -> bool:
    try:
        game.settle(players, options)
    except BadOption:
        return False
    return True


class Walk:
    """One random match, checked as it goes; `pick` chooses among n legal actions.

    `guard` is entered round each step: whoever checks the game of a stranger limits its time there.
    """

    def __init__(
        self,
        named: str | Game,
        players: int,
        options: dict[str, Any],
        seed: int,
        guard: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        self.game = games.load(named) if isinstance(named, str) else named
        self.seed = seed
        self.guard = guard
        self.moves: list[Move] = []
        # The move that is about to be made: some laws are about it.
        self.next: Move | None = None
        self.steps = 0
        self.stories = 0
        self.kinds: Counter[str] = Counter()
        # What has been said in the other languages already.
        self.said: set[str] = set()
        with guard():
            self.state = self.game.new(players, seed, options, listen=True)
            self.options = self.state.options
            self.rng = Rng(seed + 77)
            names = [f"P{seat}" for seat in range(players)]
            self.texts, *self.others = [Texts(lang, self.game, names) for lang in LANGUAGES]
            self.census = sorted(self.state.census())

    def run(self, thorough: bool = False, pick: Callable[[int], int] | None = None) -> None:
        """`thorough` checks every step for everyone; otherwise each step checks one observer in turn."""
        choose = pick if pick is not None else lambda n: self.rng.below(n)
        bound = self.game.bound(int(self.state.players), self.options)
        while self.state.waiting() >= 0:
            with self.guard():
                self.step(choose, thorough)
            each.ends_within(self.steps, bound)
        with self.guard():
            self.finish()

    def step(self, choose: Callable[[int], int], thorough: bool) -> None:
        self.look_at_clock()
        seat = int(self.state.waiting())
        legal = self.state.legal(seat)
        if not legal:
            each.asked_seats_can_act(self.state)
        self.next = (seat, legal[choose(len(legal))])
        if self.steps < EVERY_STEP or self.steps % 20 == 0:
            self.check(*self.next, thorough)
        self.tell()
        each.carry_out(self.game, self.state, *self.next)
        self.moves.append(self.next)
        self.next = None
        self.steps += 1

    def look_at_clock(self) -> None:
        """The clock of a match may ring at any moment."""
        if self.state.lasts() > 0 and self.rng.below(RINGS) == 0:
            self.state.apply(CLOCK, RING)
            self.moves.append((CLOCK, RING))

    def finish(self) -> None:
        """What holds of a match that is over."""
        self.tell()
        each.asked_seats_can_act(self.state)
        each.pieces_are_conserved(self.state, self.census)
        each.somebody_wins(self.state)
        for seen_from in observers(self.state):
            json.dumps(self.state.view(seen_from))
        each.every_match_begins_afresh(self.game, self.state, self.seed, self.rng)
        if self.steps <= REPLAYED:
            each.matches_are_replayed(self.game, self.state, self.seed, self.moves)

    def check(self, seat: int, action: int, thorough: bool) -> None:
        state, rng = self.state, self.rng
        each.asked_seats_can_act(state)
        each.pieces_are_conserved(state, self.census)
        watching = observers(state)
        for seen_from in watching if thorough else [watching[self.steps % len(watching)]]:
            world = each.knowledge_is_enough(state, seen_from, rng)
            each.pieces_are_conserved(world, self.census, imagined=True)
            self.stories += each.events_tell_no_more(state, world, seen_from, seat, action, rng)
        each.asked_in_the_open(self.game, state, rng)
        # What does not hang on who is looking is seen often enough.
        every = 4 if thorough else 16
        if self.steps % every == 0:
            looking = watching[self.steps // every % len(watching)]
            each.chance_is_its_own(state, state.imagine(looking, rng))
            each.verdicts_agree_with_the_list(self.game, state)
            each.refusals_change_nothing(self.game, state, self.texts, rng, TRIES)
            each.imagining_changes_nothing(state, rng)
            each.answers_commute(state, rng)
            each.twins_are_independent(self.game, state, rng)
            each.time_outs_can_be_played(self.game, state)
            each.worlds_come_back_from_views(self.game, state, looking)
            each.instincts_see_no_hidden_card(self.game, state)
            each.hints_tell_no_more(self.game, state, seat, rng)
            spreads.table_can_be_drawn(self.game, state, looking, self.texts)

    def tell(self) -> None:
        """Every event and decision has its words, for those who see all of it and for those who do not."""
        for event in self.state.take_events():
            self.kinds[event.kind] += 1
            each.events_have_words(self.texts, event)
            if self.fresh(f"{event.kind} {sorted(event.data)} {sorted(event.secret)}"):
                for texts in self.others:
                    each.events_have_words(texts, event)
        each.questions_have_words(self.game, self.state, self.texts)
        decision = self.state.decision()
        if decision is None:
            return
        legal = self.state.legal(decision.awaited[0])
        kinds = {self.game.describe(action)[0]: action for action in legal}
        if self.fresh(f"? {decision.kind} {sorted(kinds)}"):
            for texts in (self.texts, *self.others):
                each.questions_have_words(self.game, self.state, texts)
                each.moves_have_words(self.game, texts, kinds.values())

    def fresh(self, mark: str) -> bool:
        if mark in self.said:
            return False
        self.said.add(mark)
        return True


def random_setups(seed: int, names: Sequence[str]) -> Iterator[Setup]:
    """Set-ups without end: any of these games, any number of players, a few options away from the default."""
    rng = Rng(seed)
    while True:
        name = names[rng.below(len(names))]
        game = games.load(name)
        players = game.fewest + rng.below(game.most - game.fewest + 1)
        options = dict(game.short) if rng.below(2) else {}
        for _ in range(rng.below(4) if game.options else 0):
            option = game.options[rng.below(len(game.options))]
            values = option.values()
            options[option.name] = values[rng.below(len(values))]
        if possible(game, players, options):
            yield name, players, options


def some_way_in(name: str, steps: int, seed: int = 4) -> State:
    state = games.load(name).new(3, seed)
    rng = Rng(seed)
    for _ in range(steps):
        legal = state.legal(state.waiting())
        state.apply(state.waiting(), legal[rng.below(len(legal))])
    return state


def some_states(game: Game, players: int, options: dict[str, Any], seed: int, moves: int = MOVES) -> list[State]:
    """The positions of a random match, one after the other."""
    state = game.new(players, seed, options)
    rng = Rng(seed)
    found = []
    for _ in range(moves):
        seat = state.waiting()
        if seat < 0:
            break
        found.append(state.clone())
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    return found
