"""The laws, one function each: nothing happens, or LawBroken. Numbers as in docs/decisions/0003-the-contract.md."""

from __future__ import annotations

import itertools
import json
import marshal
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tailback.core import record, record_reader
from tailback.core.contract import ALL, CLOCK, NOT_ASKED, RING, Event, State
from tailback.core.errors import IllegalMove, RecordError
from tailback.core.game import Game
from tailback.core.record import Record
from tailback.core.rng import Rng
from tailback.core.snapshot import dump, plain, revive
from tailback.laws.broken import LawBroken, broken
from tailback.laws.differing import fields, first_path
from tailback.robots.levels import LEVELS
from tailback.robots.players import player
from tailback.texts import MissingText, Texts
from tailback.texts.prompts import prompt_key

Seat = int | None
# Refusals that no rule of a game is behind.
COMMON = ("not_asked", "match_over", "no_such_seat")
# So many moves a copy goes on beside the original.
TOGETHER = 12
# So many moves of a match that is begun again are compared.
AGAIN = 12
# Imagined worlds in which an instinct is asked, and throws of chance.
WORLDS, CHANCES = 3, 3


def told(state: State, seat: Seat) -> dict[str, Any]:
    """Everything a seat (None: a spectator) is told between two actions."""
    decision = state.decision()
    return {
        "view": state.view(seat),
        "decision": decision.data() if decision else None,
        "legal": [] if seat is None else state.legal(seat),
    }


def known(state: State, seat: Seat) -> bytes:
    """The same as bytes, to be compared."""
    return plain_bytes(told(state, seat))


def plain_bytes(data: Any) -> bytes:
    """Plain data as bytes that show every type, value and order; refuses anything that is not plain data.

    Version 2 of the format does not depend on which objects happen to be shared.
    """
    try:
        return marshal.dumps(data, 2)
    except ValueError:
        raise broken("known.not_plain", what=not_plain(data)) from None


def not_plain(data: Any, path: str = "") -> str:
    """Where in it something is that is no plain data."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, dict):
        parts = data.items()
    elif isinstance(data, (list, tuple)):
        parts = enumerate(data)
    for name, part in parts:
        try:
            marshal.dumps(part, 2)
        except ValueError:
            return not_plain(part, f"{path}.{name}" if path else str(name))
    return path


def observers(state: State) -> list[Seat]:
    return [None, *range(state.players)]


def somebody(seat: Seat) -> dict[str, Any]:
    """Who looks, for a text."""
    return {"seat": -1 if seat is None else int(seat), "watcher": seat is None}


# Who may act


def any_move(state: State, seat: int, rng: Rng) -> int:
    """Law 1: whoever is asked has one."""
    legal = state.legal(seat)
    if not legal:
        decision = state.decision()
        raise broken("asked.nothing", seat=int(seat), question=decision.kind if decision else "")
    return legal[rng.below(len(legal))]


def asked_seats_can_act(state: State) -> None:
    """Law 1."""
    decision = state.decision()
    asked = decision.seats if decision else ()
    if len(set(asked)) != len(asked):
        raise broken("asked.seat_twice", seats=list(asked))
    for seat in range(state.players):
        legal = state.legal(seat)
        if not legal and seat in asked:
            raise broken("asked.nothing", seat=seat, question=decision.kind if decision else "")
        if legal and seat not in asked:
            raise broken("asked.unasked", seat=seat, n=len(legal))
        if len(set(legal)) != len(legal):
            raise broken("asked.move_twice", seat=seat)
    waiting = int(state.waiting())
    if decision:
        if not decision.awaited or not set(decision.awaited) <= set(asked):
            raise broken("asked.awaited", awaited=list(decision.awaited), seats=list(asked))
        if waiting != decision.awaited[0]:
            raise broken("asked.waiting", waiting=waiting, wanted=int(decision.awaited[0]))
    elif waiting != -1:
        raise broken("asked.waiting", waiting=waiting, wanted=-1)


def verdicts_agree_with_the_list(game: Game, state: State) -> None:
    """Law 1: what is listed is what is allowed, and nothing else is."""
    for seat in range(state.players):
        listed = state.legal(seat)
        allowed = [action for action in range(game.actions) if state.allows(seat, action)]
        if sorted(listed) != allowed:
            action = min(set(listed) ^ set(allowed))
            key = "listed.refused" if action in listed else "listed.left_out"
            raise broken(key, seat=seat, move=game.notation(action), action=action)
        for action in (-1, game.actions, 10**9):
            if state.allows(seat, action):
                raise broken("listed.beyond", seat=seat, action=action)
        if not listed:
            for action in range(game.actions):
                if state.verdict(seat, action) != NOT_ASKED:
                    raise broken("listed.not_asked", seat=seat, move=game.notation(action), action=action)


def refusals_change_nothing(game: Game, state: State, texts: Texts, rng: Rng, tries: int) -> None:
    """Law 2."""
    before = dump(state)
    for _ in range(tries):
        seat = rng.below(state.players)
        action = rng.below(game.actions)
        if action in state.legal(seat):
            continue
        if state.allows(seat, action):
            raise broken("refused.allowed", seat=seat, move=game.notation(action), action=action)
        try:
            state.apply(seat, action)
        except IllegalMove as refused:
            say(texts, f"refusals.{refused.key}", refused.params)
            if refused.key not in COMMON and not refused.clause and game.clause_ids():
                raise broken(
                    "refused.no_rule", seat=seat, move=game.notation(action), reason=refused.key, action=action
                ) from None
        else:
            raise broken("refused.carried_out", seat=seat, move=game.notation(action), action=action)
        if dump(state) != before:
            changed = fields(before, dump(state), state)
            raise broken("refused.changed", seat=seat, move=game.notation(action), action=action, fields=changed)


def carry_out(game: Game, state: State, seat: int, action: int) -> None:
    """Law 1: what is listed is carried out."""
    try:
        state.apply(seat, action)
    except IllegalMove:
        raise broken("listed.refused", seat=seat, move=game.notation(action), action=action) from None


def time_outs_can_be_played(game: Game, state: State) -> None:
    """The clock's answer is always a legal one. When the time of the match is up, everybody may do what they could."""
    decision = state.decision()
    if decision:
        before = dump(state)
        for seat in decision.awaited:
            action = int(state.fallback(seat))
            if action not in state.legal(seat):
                raise broken("clock.illegal", seat=seat, move=move_text(game, action))
        if dump(state) != before:
            raise broken("clock.changed", fields=fields(before, dump(state), state))
        if state.lasts() > 0:
            rung = state.clone()
            rung.apply(CLOCK, RING)
            if may_do(rung) != may_do(state):
                raise broken("clock.question")
            if rung.lasts() != 0:
                raise broken("clock.twice")


def may_do(state: State) -> Any:
    """What is asked, and what everybody may answer."""
    asked = state.decision()
    return asked.data() if asked else None, [state.legal(seat) for seat in range(int(state.players))]


def move_text(game: Game, action: int) -> str:
    return game.notation(action) if 0 <= action < game.actions else str(action)


# Cards and pieces


def pieces_are_conserved(state: State, census: list[str], imagined: bool = False) -> None:
    """Law 3, also in a world that somebody imagines."""
    found = state.census()
    if sorted(found) == census:
        return
    if imagined:
        raise broken("conserved.imagined")
    lost = Counter(census) - Counter(found)
    if lost:
        raise broken("conserved.lost", pieces=sorted(lost.elements()))
    raise broken("conserved.extra", pieces=sorted((Counter(found) - Counter(census)).elements()))


# Who may know what


def knowledge_is_enough(state: State, seat: Seat, rng: Rng) -> State:
    """Laws 4 and 5: what a seat is told is the same in every world it cannot tell apart."""
    world = state.imagine(seat, rng)
    told_alike(state, world, seat)
    return world


def told_alike(state: State, world: State, seat: Seat) -> None:
    if known(world, seat) != known(state, seat):
        what = first_path(told(state, seat), told(world, seat))
        raise broken(f"known.{what.partition('.')[0]}", **somebody(seat), what=what.partition(".")[2])


def chance_is_its_own(state: State, world: State) -> None:
    """Law 4: nothing in an imagined world tells what the real one will roll, draw or shuffle."""
    ahead = [[rng.next() for _ in range(4)] for rng in (state.rng.clone(), world.rng.clone())]
    if ahead[0] == ahead[1]:
        raise broken("chance.next")
    stored = plain(state.rng)
    real = stored["key"] if "key" in stored else json.dumps(stored["rng"][:3])[1:-1]
    if real in json.dumps(dump(world)):
        raise broken("chance.held")


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
    if not legal:
        raise broken("known.unasked", **somebody(seat), actor=actor)
    world.apply(actor, action if action in legal else legal[rng.below(len(legal))])
    stories = [state.take_events() for state in (real, world)]
    if known(real, seat) != known(world, seat) or any(event.kind == "dealt" for event in stories[0] + stories[1]):
        return False
    told = [[(event.seen_by(None), seat in event.to) for event in story] for story in stories]
    if plain_bytes(told[0]) != plain_bytes(told[1]):
        at = next((k for k, (one, other) in enumerate(zip(*told, strict=False)) if one != other), min(map(len, told)))
        kind = max(told, key=len)[at][0]["kind"] if at < max(map(len, told)) else ""
        raise broken("known.event", **somebody(seat), event=kind, place=at)
    return True


def hints_tell_no_more(game: Game, state: State, seat: int, rng: Rng) -> None:
    """Law 4 for hints: the same in every world that the seat cannot tell apart; and nothing is changed by asking."""
    before = dump(state)
    hints = game.foresee(state, seat)
    json.dumps(hints)
    if hints and not state.legal(seat):
        raise broken("known.hints_unasked", seat=seat)
    world = knowledge_is_enough(state, seat, rng)
    if plain_bytes(game.foresee(world, seat)) != plain_bytes(hints):
        raise broken("known.hints", seat=seat)
    if dump(state) != before:
        raise broken("looked.changed", fields=fields(before, dump(state), state))


def asked_in_the_open(game: Game, state: State, rng: Rng) -> None:
    """Law 4 at a shared device: what happens there without a door tells nothing that only a hand tells.

    What is asked in the open is asked alike whatever anybody holds. Whoever lets a question go could do so with any
    hand. Whoever is passed by could do nothing else in any world in which that answer can be given, or, where others
    have still to choose, in any world.
    """
    decision = state.decision()
    if decision is None:
        return
    world = state.imagine(None, rng)
    asked = decision.kind
    for seat in decision.awaited:
        legal, there = state.legal(seat), world.legal(seat)
        if asked in game.in_the_open and sorted(there) != sorted(legal):
            raise broken("known.in_the_open", seat=seat, question=asked)
        if asked in game.lets_go and [game.describe(action)[0] for action in legal].count(game.lets_go[asked]) != 1:
            raise broken("known.lets_go", seat=seat, question=asked)
        if state.forced(seat):
            alone = len(there) == 1 if len(decision.seats) > 1 else there == legal or legal[0] not in there
            if len(legal) != 1 or not alone:
                raise broken("known.forced", seat=seat, move=move_text(game, legal[0]))


def imagining_changes_nothing(state: State, rng: Rng) -> None:
    """Law 4: the real state is only looked at."""
    before = dump(state)
    for seat in observers(state):
        state.imagine(seat, rng)
        state.view(seat)
        if dump(state) != before:
            raise broken("looked.changed", fields=fields(before, dump(state), state))


# Copies, order, beginnings


def answers_commute(state: State, rng: Rng) -> None:
    """Law 6."""
    decision = state.decision()
    if decision is None or decision.gate != ALL or len(decision.awaited) < 2:
        return
    chosen = {}
    for seat in decision.awaited:
        chosen[seat] = any_move(state, seat, rng)
    ends = []
    for order in itertools.islice(itertools.permutations(decision.awaited), 4):
        twin = state.clone()
        for seat in order:
            twin.apply(seat, chosen[seat])
        ends.append(dump(twin))
    for end in ends:
        if end != ends[0]:
            raise broken("together.order", fields=fields(ends[0], end, state))


def twins_are_independent(game: Game, state: State, rng: Rng) -> None:
    """Law 7: a clone and a state stored as data are equal, go the same way, and leave the original alone."""
    before = dump(state)
    twin = state.clone()
    stored = revive(game.make, state.players, state.options, json.loads(json.dumps(before)))
    if dump(twin) != before:
        raise broken("copied.clone", fields=fields(before, dump(twin), state))
    if dump(stored) != before:
        raise broken("copied.stored", fields=fields(before, dump(stored), state))
    for _ in range(TOGETHER):
        seat = twin.waiting()
        if seat < 0:
            break
        if stored.legal(seat) != twin.legal(seat):
            raise broken("copied.legal", seat=int(seat))
        action = any_move(twin, seat, rng)
        twin.apply(seat, action)
        stored.apply(seat, action)
    # What came apart on the way does not come together again: one look at the end shows it.
    if dump(state) != before:
        raise broken("copied.shared", fields=fields(before, dump(state), state))
    if dump(stored) != dump(twin):
        raise broken("copied.apart", fields=fields(dump(twin), dump(stored), state))


def every_match_begins_afresh(game: Game, state: State, seed: int, rng: Rng) -> None:
    """Law 7: a state that has seen another match begins from a seed as a new one does, and goes on alike."""
    used = state.clone()
    used.start(seed)
    fresh = game.make(int(state.players), state.options)
    fresh.start(seed)
    moves: list[tuple[int, int]] = []
    for _ in range(AGAIN + 1):
        for seen_from in observers(fresh):
            if known(used, seen_from) != known(fresh, seen_from):
                what = first_path(told(fresh, seen_from), told(used, seen_from))
                changed = fields(dump(fresh), dump(used), state)
                if not moves:
                    raise broken("anew.left", what=what, fields=changed)
                raise broken("anew.differs", what=what, fields=changed, moves=moves)
        if sorted(used.census()) != sorted(fresh.census()):
            raise broken("anew.pieces", fields=fields(dump(fresh), dump(used), state))
        seat = fresh.waiting()
        if seat < 0:
            return
        action = any_move(fresh, seat, rng)
        for one in (used, fresh):
            one.apply(seat, action)
        moves.append((int(seat), action))


def deals_have_all_pieces(game: Game, players: int, options: dict[str, Any], seeds: Iterable[int]) -> None:
    """Law 3 from match to match: every deal of one set-up has the same cards and pieces."""
    first: list[str] | None = None
    for seed in seeds:
        found = sorted(game.new(players, seed, options).census())
        if first is not None and found != first:
            lost = sorted((Counter(first) - Counter(found)).elements())
            raise broken("conserved.deals", pieces=lost or sorted((Counter(found) - Counter(first)).elements()))
        first = found


def matches_are_replayed(game: Game, state: State, seed: int, moves: list[tuple[int, int]]) -> None:
    """Law 7 for matches: written, read and played again it is the same, event by event."""
    kept = Record(game, int(state.players), state.options, seed)
    kept.steps = [record.Step(seat, action, []) for seat, action in moves]
    kept = record.record_events(kept)
    try:
        read = record_reader.read(record.write(kept), lambda _: game)
    except RecordError as bad:
        line = record.write(kept).splitlines()[bad.line - 1].strip() if bad.line else ""
        raise broken("replayed.unread", written=line) from None
    for found in record.verify(read):
        noted, real = (str(found.params.get(name, "")) for name in ("noted", "real"))
        raise broken("replayed.differs", noted=noted, real=real)
    again = kept.begin()
    for who, action in moves:
        again.apply(who, action)
    for seat in observers(state):
        if known(again, seat) != known(state, seat):
            what = first_path(told(state, seat), told(again, seat))
            raise broken("replayed.fields", what=what, fields=fields(dump(state), dump(again), state))


def moves_can_be_written(game: Game) -> None:
    """Law 7 for actions: every one has its own text, which is read however it is spelt."""
    written = [game.notation(action) for action in range(game.actions)]
    seen: set[str] = set()
    for text in written:
        if text in seen:
            raise broken("written.twice", move=text)
        seen.add(text)
    for action, text in enumerate(written):
        for spelt in (text, f"  {text.upper()} "):
            if game.parse(spelt) != action:
                raise broken("written.read", move=text, other=written[game.parse(spelt)])


# The end


def ends_within(steps: int, bound: int) -> None:
    """Law 8."""
    if steps > bound:
        raise broken("ends.never", n=bound)


def somebody_wins(state: State) -> None:
    places = [int(place) for place in state.ranking()]
    if min(places) != 1:
        raise broken("ends.nobody", places=places)


# Robots


def worlds_come_back_from_views(game: Game, state: State, seat: Seat) -> None:
    """Law 10: a world out of the view alone, which a robot in another process is handed as bytes."""
    view = state.view(seat)
    world = game.recall(json.loads(json.dumps(view)))
    if world.view(seat) != view:
        raise broken("recalled.view", **somebody(seat), what=first_path(view, world.view(seat)))
    asked, imagined = state.decision(), world.decision()
    if (asked.data() if asked else None) != (imagined.data() if imagined else None):
        raise broken("recalled.decision", **somebody(seat))
    if seat is not None:
        if world.legal(seat) != state.legal(seat):
            raise broken("recalled.legal", **somebody(seat))
        # A clock may draw, beside the chance of the match that no view tells.
        world.rng = state.rng.clone()
        if world.fallback(seat) != state.fallback(seat):
            raise broken("recalled.clock", **somebody(seat))
    if sorted(world.census()) != sorted(state.census()):
        raise broken("recalled.pieces", **somebody(seat))


def instincts_see_no_hidden_card(game: Game, state: State) -> None:
    """Law 10: instincts and slips choose alike in every world that the seat holds possible."""
    asked = state.decision()
    for seat in asked.awaited if asked else ():
        legal = state.legal(seat)
        # In a copy: a robot is never asked at the table itself, and may note down what it counted.
        worlds = [state.clone(), *(state.imagine(seat, Rng(k)) for k in range(WORLDS))]
        for chance in range(CHANCES):
            for level in (3, 1, 2):
                chosen = [instinct(world, seat, level, chance) for world in worlds]
                if len(set(chosen)) != 1:
                    # Where it is told more than it may know, that is the mistake, not what it makes of it.
                    for world in worlds[1:]:
                        told_alike(state, world, seat)
                    raise broken("known.instinct", seat=seat, level=level)
                if chosen[0] not in legal:
                    raise broken("robots.illegal", seat=seat, level=level, move=move_text(game, chosen[0]))


def instinct(world: State, seat: int, level: int, chance: int) -> int:
    if level == 3:
        return int(world.instinct(seat, Rng(chance)))
    return int(world.slip(seat, level, Rng(chance)))


def robots_can_choose(game: Game, state: State, seat: int, rng: Rng, think: float, levels: Iterable[str]) -> int:
    """A robot of each of these levels finds a legal action from what the seat sees; what the last one chose."""
    decision, legal = state.decision(), state.legal(seat)
    assert decision is not None
    action = legal[0]
    for level in levels:
        view = json.loads(json.dumps(state.view(seat)))
        action = int(player(game, level, think)(view, decision, list(legal), rng))
        if action not in legal:
            raise broken("robots.illegal", seat=seat, level=LEVELS[level].number, move=move_text(game, action))
    return action


# Words


def unsaid(texts: Texts, missing: MissingText) -> LawBroken:
    return broken("words.missing", lang=texts.lang, text=str(missing.args[0]))


def say(texts: Texts, key: str, params: dict[str, Any]) -> str:
    """The text at this key; a law is broken where there is none, or where it mentions what is not there."""
    try:
        found = texts.say(key, **params)
    except MissingText as missing:
        raise unsaid(texts, missing) from None
    if not found:
        raise broken("words.empty", lang=texts.lang, text=key)
    return found


def events_have_words(texts: Texts, event: Event) -> None:
    """For those who see all of it, and for those who do not."""
    try:
        texts.event(event.seen_by(None))
        texts.event(event.full())
    except MissingText as missing:
        raise unsaid(texts, missing) from None


def questions_have_words(game: Game, state: State, texts: Texts) -> None:
    """The question, and every answer that can be given."""
    decision = state.decision()
    for seat in decision.seats if decision else ():
        legal = state.legal(seat)
        kinds = {game.describe(action)[0] for action in legal}
        assert decision is not None
        try:
            key = prompt_key(texts, f"decisions.{decision.kind}", kinds)
        except MissingText as missing:
            raise unsaid(texts, missing) from None
        say(texts, key, state.view(seat))


def moves_have_words(game: Game, texts: Texts, actions: Iterable[int]) -> None:
    for action in actions:
        key, params = game.describe(action)
        say(texts, f"actions.{key}", params)
