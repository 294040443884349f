"""Does a game keep the contract? Tried for a moment when it is brought, and again at each new position at a server.

Everything that a table may ask of it is asked here first. What is wrong is named in words: the file and the line
where the answer comes from, and what it should have been.
"""

from __future__ import annotations

import inspect
import json
import re
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from tailback.brought import sources
from tailback.brought.errors import GameError, explained, in_words
from tailback.core.contract import ALL, FIRST, Decision, Event, State
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.game import Game
from tailback.core.notation import seat_letter, tidy
from tailback.core.options import Option
from tailback.core.rng import Rng
from tailback.texts import LANGUAGES, MissingText, Texts
from tailback.texts.places import Malformed
from tailback.texts.prompts import prompt_key

# Each of them is listed, worded and found by its text: nobody can choose from more.
MOST_ACTIONS = 20_000
MOST_SEATS = 8
# So long a game is tried, in seconds, and so many decisions of each match; so few even on a slow machine.
TRIAL = 0.5
DECISIONS, FEWEST = 40, 4
# What makes two matches differ that should be one.
SAME = "with no chance but self.rng, and every field set when a match begins"
# So many illegal actions are asked about at each position.
REFUSED = 12
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LOOSE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
PACKAGE = Path(__file__).parents[1]
# In a game that is written with the kit these come of what its author wrote.
BEHIND = {
    "do": ("act", "answered"),
    "decision": ("act", "answered", "set_up"),
    "start": ("set_up",),
    "legal": ("refuses",),
    "verdict": ("refuses",),
    "moves": ("refuses",),
}


def defined(thing: object, name: str) -> tuple[str, int]:
    """Where this method was written; where the class was, for one that it inherits from us, or the game itself."""
    places: tuple[Any, ...] = (getattr(type(thing), name, None), type(thing))
    for found in places:
        try:
            if is_theirs(found):
                return str(inspect.getsourcefile(found)), inspect.getsourcelines(found)[1]
        except (TypeError, OSError):
            continue
    return sources.declared(thing.home) if isinstance(thing, Game) else (str(type(thing).__module__), 0)


def is_theirs(thing: Any) -> bool:
    """Was this class or function written outside of our package?"""
    try:
        file = inspect.getsourcefile(thing)
    except TypeError:
        return False
    return bool(file) and not Path(str(file)).is_relative_to(PACKAGE)


def as_written(thing: object, name: str) -> str:
    """The method behind an answer that its author wrote: with the kit some of the contract's follow from others."""
    for other in (name, *BEHIND.get(name, ())):
        if is_theirs(getattr(type(thing), other, None)):
            return other
    return name


def wrong(thing: object, name: str, wanted: str, got: Any) -> GameError:
    """An answer that is not what it should be. `wanted` is in Python's words, the same in every language."""
    shown = repr(got)
    written = as_written(thing, name)
    file, line = defined(thing, written)
    return GameError(
        "game_wrong", file, line, what=written, wanted=wanted, got=shown if len(shown) < 80 else shown[:77] + "..."
    )


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def examine(game: Game, seconds: float = TRIAL) -> None:
    """The facts, then a few decisions of matches with few, the usual number of and many players, or GameError."""
    try:
        facts(game)
        arguments(type(game), Game, public(Game))
        game.proofread()
        trial(game, seconds)
    except GameError:
        raise
    except Exception as error:
        raise unwritten(error, game) or explained(error, game.home) from None


def unwritten(error: Exception, game: Game) -> GameError | None:
    """A method that the contract asks for and nobody wrote."""
    if not isinstance(error, NotImplementedError) or error.__traceback__ is None:
        return None
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    name = last.tb_frame.f_code.co_name
    file, line = defined(game, "make")
    return GameError("game_unwritten", file, line, what=name)


# The facts


def facts(game: Game) -> None:
    for name, kind in (("id", str), ("genre", str), ("presets", dict), ("options", tuple), ("phrases", dict)):
        if not isinstance(getattr(game, name), kind):
            raise wrong(game, name, kind.__name__, getattr(game, name))
    if not ID.fullmatch(game.id):
        file, line = defined(game, "__init__")
        raise GameError("game_id", file, line, id=game.id)
    for name in ("fewest", "usual", "most", "actions", "rules_version", "age", "pace"):
        if not whole(getattr(game, name)) or getattr(game, name) < 1:
            raise wrong(game, name, "int, 1 or more", getattr(game, name))
    if not game.fewest <= game.usual <= game.most <= MOST_SEATS:
        players = (game.fewest, game.usual, game.most)
        raise wrong(game, "usual", f"fewest <= usual <= most <= {MOST_SEATS}", players)
    for option in game.options:
        if not isinstance(option, Option):
            raise wrong(game, "options", "Option", option)
    if game.actions > MOST_ACTIONS:
        file, line = defined(game, "__init__")
        raise GameError("game_actions", file, line, actions=game.actions, most=MOST_ACTIONS)
    written: dict[str, int] = {}
    for action in range(game.actions):
        text = game.notation(action)
        if not isinstance(text, str) or not text.strip():
            raise wrong(game, "notation", "str", text)
        if written.setdefault(tidy(text), action) != action:
            raise wrong(game, "notation", f"one text for each action ({written[tidy(text)]}, {action})", text)
        described(game, action)


def described(game: Game, action: int) -> tuple[str, dict[str, Any]]:
    found = game.describe(action)
    fits = isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], str) and isinstance(found[1], dict)
    if not fits:
        raise wrong(game, "describe", "tuple[str, dict]", found)
    return found


def public(base: type) -> list[str]:
    return [name for name in dir(base) if not name.startswith("_")]


def arguments(kind: type, base: type, names: Iterable[str]) -> None:
    """Each of these methods that an author wrote in place of ours takes what ours is given, or GameError."""
    for name in names:
        mine, ours = getattr(kind, name, None), getattr(base, name, None)
        if mine is ours or not inspect.isfunction(mine) or not callable(ours) or not is_theirs(mine):
            continue
        if isinstance(inspect.getattr_static(kind, name), staticmethod):
            continue
        takes, wanted = inspect.signature(mine), list(inspect.signature(ours).parameters.values())
        try:
            takes.bind(*[None for one in wanted if one.default is one.empty and one.kind not in LOOSE])
        except TypeError:
            code = mine.__code__
            asked = ", ".join(one.name for one in wanted)
            got = ", ".join(takes.parameters)
            raise GameError(
                "game_arguments", code.co_filename, code.co_firstlineno, what=name, wanted=asked, got=got
            ) from None


# Matches


def trial(game: Game, seconds: float) -> None:
    end = time.monotonic() + seconds
    words = Words(game)
    for players in dict.fromkeys((game.usual, game.fewest, game.most)):
        rng = Rng(players)
        try:
            state = game.new(players, 1, {}, listen=True)
        except BadOption as bad:
            file, line = defined(game, "make")
            raise GameError("game_raises", file, line, reason=in_words(bad)) from None
        if isinstance(state, State):
            arguments(type(state), State, public(State))
        words.events(events_of(state), players)
        first = state.view(None)
        moves: list[tuple[int, int, dict[str, Any]]] = []
        for _ in range(DECISIONS):
            look(game, state, words)
            asked = state.decision()
            if asked is None or (len(moves) >= FEWEST and time.monotonic() > end):
                break
            seat = asked.awaited[rng.below(len(asked.awaited))]
            legal = state.legal(seat)
            action = legal[rng.below(len(legal))]
            state.apply(seat, action)
            moves.append((seat, action, state.view(None)))
            words.events(events_of(state), players)
        again(state, first, moves)
    words.complain()


def again(state: State, first: dict[str, Any], moves: list[tuple[int, int, dict[str, Any]]]) -> None:
    """The same seed and moves are the same match, also in a state that has seen another one."""
    state.start(1)
    if state.view(None) != first:
        raise wrong(state, "start", f"the same deal for the same seed, {SAME}", differing(first, state.view(None)))
    for seat, action, seen in moves:
        if state.allows(seat, action):
            state.apply(seat, action)
        if state.view(None) != seen:
            raise wrong(state, "do", f"the same for the same moves, {SAME}", differing(seen, state.view(None)))


def differing(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What is in the second view and not in the first: a whole view is more than anybody reads."""
    return {name: part for name, part in other.items() if one.get(name) != part}


def look(game: Game, state: State, words: Words | None = None) -> None:
    """Ask everything that a table asks at this position, or GameError."""
    if not isinstance(state, State):
        raise wrong(game, "make", "State", state)
    players = int(state.players)
    asked = decision_of(state)
    waiting = state.waiting()
    if not whole(waiting) or (waiting < 0) is not (asked is None) or (asked and waiting not in asked.awaited):
        raise wrong(state, "waiting", "-1 when the match is over, else a seat that decision().awaited names", waiting)
    for seat in range(players):
        legal = legal_of(game, state, seat, asked)
        shown(state, state.view(seat), "own")
        if asked is not None and seat in asked.awaited:
            fallback = state.fallback(seat)
            if fallback not in legal:
                raise wrong(state, "lapse", "one of legal(seat)", fallback)
            recall(game, state, seat)
            # A table does without: where a robot goes wrong, the clock's answer is played for it.
            if game.instincts and words is not None:
                advised = state.clone().instinct(seat, Rng(1))
                if advised not in legal:
                    raise wrong(state, "instinct", "one of legal(seat)", advised)
        refused(game, state, seat, legal, words)
        if words is not None and asked is not None and seat in asked.seats:
            words.asked(asked.kind, legal)
        hints = game.foresee(state, seat)
        if not isinstance(hints, list):
            raise wrong(game, "ahead", "list[dict]", hints)
    for name in ("scores", "ranking"):
        found = getattr(state, name)()
        if not isinstance(found, list) or len(found) != players or not all(whole(one) for one in found):
            raise wrong(state, name, f"list of {players} int", found)
    view = state.view(None)
    shown(state, view, "show")
    if game.seats_in(view) != players:
        raise wrong(state, "show", f"{players} seats in view['seats']", view.get("seats"))
    twin = state.clone()
    if type(twin) is not type(state) or twin is state or twin.view(None) != view:
        raise wrong(state, "copy_to", "a clone that shows what the state shows", twin.view(None))


def decision_of(state: State) -> Decision | None:
    asked: Any = state.decision()
    if asked is None:
        return None
    if not isinstance(asked, Decision):
        raise wrong(state, "decision", "Decision or None", asked)
    seats = all(
        isinstance(some, tuple) and all(whole(seat) and 0 <= seat < state.players for seat in some)
        for some in (asked.seats, asked.awaited)
    )
    if not isinstance(asked.kind, str) or not asked.kind or not seats or asked.gate not in (ALL, FIRST):
        raise wrong(state, "decision", "Decision(kind, seats, gate)", asked)
    if not asked.awaited or not set(asked.awaited) <= set(asked.seats):
        raise wrong(state, "decision", "awaited: some of seats", asked)
    if asked.seconds is not None and (not isinstance(asked.seconds, (int, float)) or asked.seconds <= 0):
        raise wrong(state, "decision", "seconds: a number or None", asked)
    return asked


def legal_of(game: Game, state: State, seat: int, asked: Decision | None) -> list[int]:
    legal: Any = state.legal(seat)
    fits = isinstance(legal, list) and all(whole(action) and 0 <= action < game.actions for action in legal)
    if not fits or len(set(legal)) != len(legal):
        raise wrong(state, "legal", f"list[int], each once, 0 to {game.actions - 1}", legal)
    if asked is not None and seat in asked.awaited and not legal:
        file, line = defined(state, as_written(state, "legal"))
        raise GameError("game_stuck", file, line, seat=seat_letter(seat), question=asked.kind)
    if (asked is None or seat not in asked.seats) and legal:
        raise wrong(state, "legal", f"[] for seat {seat}, which decision() does not ask", legal)
    for action in legal:
        if not state.allows(seat, action):
            raise wrong(state, "verdict", f"LEGAL for {action}, which legal({seat}) names", state.verdict(seat, action))
    return list(legal)


def refused(game: Game, state: State, seat: int, legal: list[int], words: Words | None) -> None:
    """Some of the actions that are not legal: each has its reason."""
    allowed = set(legal)
    step = max(1, game.actions // REFUSED)
    for action in range(0, game.actions, step):
        if action not in allowed:
            if state.allows(seat, action):
                raise wrong(state, "moves", f"{action}, which verdict calls LEGAL", sorted(allowed)[:20])
            why: Any = state.refusal(seat, action)
            if not isinstance(why, IllegalMove):
                raise wrong(state, "why", "IllegalMove", why)
            if words is not None:
                words.need(f"refusals.{why.key}", why.params)


def recall(game: Game, state: State, seat: int) -> None:
    """Robots think in a world that is made out of the view, and only of what JSON carries."""
    world = game.recall(json.loads(json.dumps(state.view(seat))))
    if not isinstance(world, State) or world.legal(seat) != state.legal(seat):
        got = world.legal(seat) if isinstance(world, State) else world
        raise wrong(game, "rebuild", "a state with the same legal(seat) as the one that was seen", got)


def shown(state: State, view: Any, name: str) -> None:
    if not isinstance(view, dict) or not all(isinstance(key, str) for key in view):
        raise wrong(state, name, "dict[str, ...]", view)
    plain(state, name, view)


def plain(thing: object, name: str, data: Any) -> None:
    """JSON can hold it: a table sends it to its devices."""
    try:
        json.dumps(data)
    except (TypeError, ValueError) as error:
        raise wrong(thing, name, f"plain data ({error})", data) from None


def events_of(state: State) -> list[Event]:
    found: Any = state.take_events()
    for event in found:
        fits = isinstance(event, Event) and isinstance(event.kind, str) and isinstance(event.data, dict)
        if not fits or not isinstance(event.secret, dict) or not isinstance(event.to, tuple):
            raise wrong(state, "do", "Event(kind, data, secret, to)", event)
        plain(state, "do", event.full())
    return list(found)


# Words


class Words:
    """Is there a text for all that happens? What is missing is collected, to be named at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.texts = []
        for lang in LANGUAGES:
            found = game.texts(lang)
            if not isinstance(found, dict):
                raise wrong(game, "texts", "dict", found)
            self.texts.append(Texts(lang, game, [chr(ord("A") + seat) for seat in range(MOST_SEATS)]))
        self.missing: dict[str, None] = {}
        self.known: set[str] = set()
        for key in ("name", "pitch"):
            # Every other game has these two as well: only its own count.
            if not isinstance(game.texts(LANGUAGES[0]).get(key), str):
                self.missing[key] = None

    def need(self, key: str, params: dict[str, Any]) -> None:
        """This text, with what it mentions."""
        if key in self.known:
            return
        self.known.add(key)
        self.must_say(lambda texts: texts.say(key, **params))

    def asked(self, kind: str, legal: list[int]) -> None:
        for action in legal:
            key, params = described(self.game, action)
            self.need(f"actions.{key}", params)
        kinds = {described(self.game, action)[0] for action in legal}
        if not kinds:
            return
        self.must_say(lambda texts: prompt_key(texts, f"decisions.{kind}", kinds))

    def events(self, events: list[Event], players: int) -> None:
        for event in events:
            for seat in (None, *range(players)):
                data = event.seen_by(seat)
                mark = f"{event.kind} {sorted(data)}"
                if mark not in self.known:
                    self.known.add(mark)
                    self.must_say(partial(Texts.event, seen=data))

    def must_say(self, say: Callable[[Texts], Any]) -> None:
        """This in every language."""
        for texts in self.texts:
            try:
                say(texts)
            except MissingText as missing:
                self.missing[missing.args[0]] = None
            except Malformed as bad:
                file, line = sources.text(self.game.home, str(bad)) or (str(sources.place_of(self.game.home)), 0)
                raise GameError("game_raises", file, line, reason=in_words(bad)) from None

    def complain(self) -> None:
        if self.missing:
            # The first one may be there and mention what is not told along: then it has a line.
            section, _, key = next(iter(self.missing)).partition(":")[0].rpartition(".")
            file, line = sources.words(self.game.home, LANGUAGES[0], section, key)
            raise GameError("game_texts", file, line, missing=list(self.missing))
