"""Random matches of every game, and the laws that each of their steps must keep.

Used by the tests in this room, by Hypothesis and by `make soak`.
"""

from __future__ import annotations

import itertools
import json
import marshal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import ALL, NOT_ASKED, State
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import dump, plain, revive
from tailback.texts import Texts
from tailback.texts.prompts import prompt_key

# Random players who may draw whenever they like go round in circles for thousands of steps.
EVERY_STEP = 1500
# Imagined worlds, when all that are possible are to turn up.
DRAWS = 400
# Moves into a match, when some of its positions will do.
MOVES = 120
# Added to a seed, it makes a long one, as a table server deals with.
LONG = 1 << 255

Setup = tuple[str, int, dict[str, Any]]
Seat = int | None


def tables() -> list[tuple[str, int]]:
    """Every game with every number of players."""
    return [(name, n) for name in games.ids() for n in range(games.load(name).fewest, games.load(name).most + 1)]


def setups(name: str, players: int) -> list[dict[str, Any]]:
    """The presets and every single option value that can be dealt with this many players."""
    game = games.load(name)
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


def known(state: State, seat: Seat) -> bytes:
    """Everything a seat (None: a spectator) is told between two actions."""
    decision = state.decision()
    told = {
        "view": state.view(seat),
        "decision": decision.data() if decision else None,
        "legal": [] if seat is None else state.legal(seat),
    }
    return plain_bytes(told)


def plain_bytes(told: Any) -> bytes:
    """Plain data as bytes that show every type, value and order; refuses anything that is not plain data.

    Version 2 of the format does not depend on which objects happen to be shared.
    """
    return marshal.dumps(told, 2)


def observers(state: State) -> list[Seat]:
    return [None, *range(state.players)]


# The laws, one function each. Numbers as in docs/decisions/0003-the-contract.md.


def asked_seats_can_act(state: State) -> None:
    """Law 1."""
    decision = state.decision()
    asked = decision.seats if decision else ()
    assert len(set(asked)) == len(asked)
    for seat in range(state.players):
        legal = state.legal(seat)
        assert bool(legal) == (seat in asked), f"seat {seat} asked {asked} legal {legal}"
        assert len(set(legal)) == len(legal), f"legal actions twice: {legal}"
    if decision:
        assert decision.awaited
        assert set(decision.awaited) <= set(asked)
        assert state.waiting() == decision.awaited[0]
    else:
        assert state.waiting() == -1


def verdicts_agree_with_the_list(game: Game, state: State) -> None:
    """Law 1: what is listed is what is allowed, and nothing else is."""
    for seat in range(state.players):
        listed = state.legal(seat)
        assert sorted(listed) == [action for action in range(game.actions) if state.allows(seat, action)]
        for action in (-1, game.actions, 10**9):
            assert not state.allows(seat, action)
        if not listed:
            assert {state.verdict(seat, action) for action in range(game.actions)} == {NOT_ASKED}


def refusals_change_nothing(game: Game, state: State, texts: Texts, rng: Rng, tries: int) -> None:
    """Law 2."""
    before = dump(state)
    for _ in range(tries):
        seat = rng.below(state.players)
        action = rng.below(game.actions)
        if action in state.legal(seat):
            continue
        assert not state.allows(seat, action)
        with pytest.raises(IllegalMove) as raised:
            state.apply(seat, action)
        refused = raised.value
        assert texts.say(f"refusals.{refused.key}", **refused.params)
        common = refused.key in ("not_asked", "match_over", "no_such_seat")
        assert common or refused.clause, f"{game.notation(action)} is refused without a clause: {refused}"
    assert dump(state) == before


def pieces_are_conserved(state: State, census: list[str]) -> None:
    """Law 3."""
    assert sorted(state.census()) == census


def knowledge_is_enough(state: State, seat: Seat, rng: Rng) -> State:
    """Laws 4 and 5: what a seat is told is the same in every world it cannot tell apart."""
    world = state.imagine(seat, rng)
    assert known(world, seat) == known(state, seat)
    return world


def chance_is_its_own(state: State, world: State) -> None:
    """Law 4: nothing in an imagined world tells what the real one will roll, draw or shuffle."""
    ahead = [[rng.next() for _ in range(4)] for rng in (state.rng.clone(), world.rng.clone())]
    assert ahead[0] != ahead[1], "the imagined world knows the next numbers of the real one"
    stored = plain(state.rng)
    real = stored["key"] if "key" in stored else json.dumps(stored["rng"][:3])[1:-1]
    assert real not in json.dumps(dump(world)), "the imagined world holds the generator of the real one"


def events_tell_no_more(state: State, world: State, seat: Seat, actor: int, action: int, rng: Rng) -> bool:
    """Law 5 for events: same knowledge before and after means the same story in between.

    The secret parts told to the seat itself may differ: they say in which order its cards came.
    A step that ends a round is left out: it lays hands open, and the next deal sweeps them away.
    """
    real = state.clone()
    real.listen()
    real.apply(actor, action)
    world.listen()
    legal = world.legal(actor)
    assert legal
    world.apply(actor, action if action in legal else legal[rng.below(len(legal))])
    stories = [state.take_events() for state in (real, world)]
    if known(real, seat) != known(world, seat) or any(event.kind == "dealt" for event in stories[0] + stories[1]):
        return False
    told = [plain_bytes([(event.seen_by(None), seat in event.to) for event in story]) for story in stories]
    assert told[0] == told[1]
    return True


def imagining_changes_nothing(state: State, rng: Rng) -> None:
    """Law 4: the real state is only looked at."""
    before = dump(state)
    for seat in observers(state):
        state.imagine(seat, rng)
        state.view(seat)
    assert dump(state) == before


def answers_commute(state: State, rng: Rng) -> None:
    """Law 6."""
    decision = state.decision()
    if decision is None or decision.gate != ALL or len(decision.awaited) < 2:
        return
    chosen = {}
    for seat in decision.awaited:
        legal = state.legal(seat)
        chosen[seat] = legal[rng.below(len(legal))]
    ends = []
    for order in itertools.islice(itertools.permutations(decision.awaited), 4):
        twin = state.clone()
        for seat in order:
            twin.apply(seat, chosen[seat])
        ends.append(dump(twin))
    assert all(end == ends[0] for end in ends)


def twins_are_independent(game: Game, state: State, rng: Rng) -> None:
    """Law 7: a clone and a state stored as data are equal, go the same way, and leave the original alone."""
    before = dump(state)
    twin = state.clone()
    stored = revive(game.make, state.players, state.options, json.loads(json.dumps(before)))
    assert dump(twin) == before
    assert dump(stored) == before
    for _ in range(12):
        seat = twin.waiting()
        if seat < 0:
            break
        legal = twin.legal(seat)
        assert stored.legal(seat) == legal
        action = legal[rng.below(len(legal))]
        twin.apply(seat, action)
        stored.apply(seat, action)
    # What came apart on the way does not come together again: one look at the end shows it.
    assert dump(stored) == dump(twin)
    assert dump(state) == before


def time_outs_can_be_played(state: State) -> None:
    """The clock's answer is always a legal one."""
    decision = state.decision()
    if decision:
        before = dump(state)
        for seat in decision.awaited:
            assert state.fallback(seat) in state.legal(seat)
        assert dump(state) == before


class Walk:
    """One random match, checked as it goes; `pick` chooses among n legal actions."""

    def __init__(self, name: str, players: int, options: dict[str, Any], seed: int) -> None:
        self.game = games.load(name)
        self.state = self.game.new(players, seed, options, listen=True)
        self.options = self.state.options
        self.rng = Rng(seed + 77)
        self.texts = Texts("en", self.game, [f"P{seat}" for seat in range(players)])
        self.census = sorted(self.state.census())
        self.steps = 0
        self.stories = 0
        self.kinds: Counter[str] = Counter()

    def run(self, thorough: bool = False, pick: Callable[[int], int] | None = None) -> None:
        """`thorough` checks every step for everyone; otherwise each step checks one observer in turn."""
        choose = pick if pick is not None else lambda n: self.rng.below(n)
        bound = self.game.bound(int(self.state.players), self.options)
        while (seat := self.state.waiting()) >= 0:
            legal = self.state.legal(seat)
            action = legal[choose(len(legal))]
            if self.steps < EVERY_STEP or self.steps % 20 == 0:
                self.check(seat, action, thorough)
            self.tell()
            self.state.apply(seat, action)
            self.steps += 1
            assert self.steps <= bound, f"no end after {bound} decisions"
        self.tell()
        asked_seats_can_act(self.state)
        places = self.state.ranking()
        assert min(places) == 1
        for seen_from in observers(self.state):
            json.dumps(self.state.view(seen_from))

    def check(self, seat: int, action: int, thorough: bool) -> None:
        state, rng = self.state, self.rng
        asked_seats_can_act(state)
        pieces_are_conserved(state, self.census)
        watching = observers(state)
        for seen_from in watching if thorough else [watching[self.steps % len(watching)]]:
            world = knowledge_is_enough(state, seen_from, rng)
            pieces_are_conserved(world, self.census)
            self.stories += events_tell_no_more(state, world, seen_from, seat, action, rng)
        # What does not hang on who is looking is seen often enough.
        every = 4 if thorough else 16
        if self.steps % every == 0:
            chance_is_its_own(state, state.imagine(watching[self.steps // every % len(watching)], rng))
            verdicts_agree_with_the_list(self.game, state)
            refusals_change_nothing(self.game, state, self.texts, rng, 6)
            imagining_changes_nothing(state, rng)
            answers_commute(state, rng)
            twins_are_independent(self.game, state, rng)
            time_outs_can_be_played(state)

    def tell(self) -> None:
        """Every event and decision has its words, for those who see all of it and for those who do not."""
        for event in self.state.take_events():
            self.kinds[event.kind] += 1
            self.texts.event(event.seen_by(None))
            self.texts.event(event.full())
        decision = self.state.decision()
        if decision:
            for seat in decision.seats:
                kinds = {self.game.describe(action)[0] for action in self.state.legal(seat)}
                key = prompt_key(self.texts, f"decisions.{decision.kind}", kinds)
                assert self.texts.say(key, **self.state.view(seat))


def random_setups(seed: int, names: Sequence[str]) -> Iterator[Setup]:
    """Set-ups without end: any of these games, any number of players, a few options away from the default."""
    rng = Rng(seed)
    while True:
        name = names[rng.below(len(names))]
        game = games.load(name)
        players = game.fewest + rng.below(game.most - game.fewest + 1)
        options = dict(game.short) if rng.below(2) else {}
        for _ in range(rng.below(4)):
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
