"""A game of one's own as everybody else sees it: `GAME = Sketch("my_game", MyTable, ...)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from tailback import brought
from tailback.core.contract import State, View
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter, tidy
from tailback.core.observe import Part
from tailback.core.options import FLAG, LISTS, Option
from tailback.core.position import no_more, take_number, take_seat
from tailback.core.spread import BACK, Face, Fact, Spread, Touch
from tailback.core.spread import Zone as Laid
from tailback.kit.cards import Card
from tailback.kit.moves import Family, Plan
from tailback.kit.proofs import proofread
from tailback.kit.rows import RowPlan
from tailback.kit.table import PLANS, Table
from tailback.kit.words import complete, mattering
from tailback.kit.zones import GRID, HAND_ZONE, PILE, Counter, Dice, Thing, Track, Zone
from tailback.texts import LANGUAGES

Players = tuple[int, int] | tuple[int, int, int]
# Nobody waits long for a robot, and the same robot plays whether the game was compiled or not: so many decisions are
# tried in a second, which plain Python can do.
PACE = 60_000


class Sketch(Game):
    """The description of a game that is written with the kit.

    `players` are the fewest and the most, perhaps with the usual number between them. `longest` is the most decisions
    that a match can take: then it ends by its scores. `texts` are the words by language; without them they are read
    from a folder `texts` beside the file. `forgetful`: remembering is the game, so nobody is shown
    what happened before. `in_the_open` names the questions that need no look at a hand: at one device everybody just
    taps, and no door stands between two people. `lets_go` names the move with which most people answer a question,
    such as {"object": "pass"}: at one device all are asked together. `when_stuck` names the moves that are allowed
    only where nothing else is: at one device whoever can do nothing else is not called.
    """

    def __init__(
        self,
        name: str,
        table: type[Table],
        players: Players,
        moves: Sequence[Family],
        cards: Iterable[Card] = (),
        options: Sequence[Option] = (),
        presets: Mapping[str, dict[str, Any]] | None = None,
        longest: int = 1000,
        lower_wins: bool = False,
        age: int = 6,
        minutes: tuple[int, int] = (5, 15),
        version: int = 1,
        forgetful: bool = False,
        in_the_open: Sequence[str] = (),
        lets_go: Mapping[str, str] | None = None,
        when_stuck: Sequence[str] = (),
        texts: Mapping[str, dict[str, Any]] | None = None,
    ) -> None:
        super().__init__()
        check_declared(name, table, players, moves, cards := list(cards), options, presets)
        self.id = name
        self.rules_version = version
        self.fewest, self.most = players[0], players[-1]
        self.usual = players[1] if len(players) == 3 else min(max(3, self.fewest), self.most)
        self.age = age
        self.minutes = minutes
        self.options = tuple(options)
        self.presets = dict(presets) if presets is not None else {"full": {}}
        self.pace = PACE
        self.home = home_of(table.__module__)
        self.table = table
        self.plan = Plan(cards, list(moves), self.most, longest)
        self.plan.lower_wins = lower_wins
        self.plan.fields = own_fields(table)
        self.actions = len(self.plan.moves)
        self.given = by_language(texts)
        self.forgetful = forgetful
        self.in_the_open = tuple(in_the_open)
        self.lets_go = dict(lets_go) if lets_go is not None else {}
        self.plan.when_stuck = tuple(when_stuck)
        self.instincts = getattr(table, "instinct", None) is not getattr(Table, "instinct", None)
        self.plan.first_clause = self.players_clause = next(iter(self.clause_ids()), "")
        self.check_moves()
        # The module may not have been read to its end yet, and words may follow.
        self._texts.clear()
        PLANS[table] = self.plan
        self.row_plans: dict[int, RowPlan] = {}
        self.plan.row_plan = self.row_plan

    def check_moves(self) -> None:
        """People and records tell moves apart by how they are written."""
        names = [family.name for family in self.plan.families]
        for name in (*self.plan.when_stuck, *self.lets_go.values()):
            if name not in names:
                raise ValueError(f"no move is called {name!r}: there are {', '.join(names)}")
        written: dict[str, str] = {}
        for action, family in enumerate(self.plan.family_of):
            text = tidy(self.notation(action))
            if text in written:
                raise ValueError(
                    f"two moves are written {text!r}, for {written[text]!r} and {family.when!r}: rename one"
                )
            written[text] = family.when

    # What a game must say.

    def make(self, players: int, options: dict[str, Any]) -> State:
        return self.table(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return int(self.plan.longest)

    def notation(self, action: int) -> str:
        move = self.plan.moves[action]
        parts = [
            move.name,
            move.card.name if move.card else "",
            move.zone if len(self.family(action).zones) > 1 else "",
        ]
        parts += [f"{move.place + 1}" if move.place >= 0 else "", str(move.number) if move.number >= 0 else ""]
        parts += [f"@{seat_letter(move.seat)}" if move.seat >= 0 else "", move.word]
        return " ".join(part for part in parts if part)

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        move = self.plan.moves[action]
        return move.name, move.params()

    def family(self, action: int) -> Family:
        return self.plan.family_of[action]

    def proofread(self) -> None:
        proofread(self)

    # Rows of numbers

    def row(self, players: int) -> list[Part]:
        return self.row_plan(players).parts

    def row_plan(self, players: int) -> RowPlan:
        if players not in self.row_plans:
            starts: list[Table] = []
            for house in self.houses():
                try:
                    state = self.new(players, 0, house)
                except BadOption:
                    continue
                assert isinstance(state, Table)
                starts.append(state)
            things, views = [state.things for state in starts], [state.view(0) for state in starts]
            self.row_plans[players] = RowPlan(self.id, self.plan, players, things, views)
        return self.row_plans[players]

    def houses(self) -> Iterator[dict[str, Any]]:
        """The usual rules, the presets, and each option as far from them as it goes: what lies there may hang on it."""
        yield {}
        yield from self.presets.values()
        for option in self.options:
            ends = (False, True) if option.kind == FLAG else (option.low, option.high)
            for value in option.choices or (() if option.kind in LISTS else ends):
                yield {option.name: value}

    # Words

    def texts(self, lang: str) -> dict[str, Any]:
        if lang not in self._texts:
            self._texts[lang] = complete(lang, self, self.own_texts(lang))
        return self._texts[lang]

    def worded(self, lang: str) -> dict[str, Any]:
        """What the author wrote in this very language."""
        return self.given.get(lang) or self.written(lang) or {}

    def own_texts(self, lang: str) -> dict[str, Any]:
        """The same; in English where it is not translated yet."""
        return self.worded(lang) or self.worded("en")

    def clause_ids(self) -> list[str]:
        return [clause for chapter in self.texts("en").get("rules", []) for clause in chapter["clauses"]]

    def matters(self) -> list[dict[str, Any]]:
        return super().matters() or mattering(self.table)

    # The table that anybody can draw

    def faces(self) -> dict[str, Face]:
        return {card.name: face(card) for card in self.plan.kinds}

    def touches(self, action: int) -> list[Touch]:
        move, family = self.plan.moves[action], self.family(action)
        found: list[Touch] = []
        if family.held:
            found.append({"zone": "hand", "card": move.what.name})
        if move.place >= 0 and move.zone:
            found.append({"zone": move.zone, "place": move.place})
        elif move.zone:
            found.append({"zone": move.zone})
        if move.seat >= 0:
            found.append({"seat": move.seat})
        return found

    def spread(self, view: View) -> Spread:
        players = self.seats_in(view)
        things = self.things(players, view)
        return {
            "zones": [laid(thing, view) for thing in things],
            "turn": view["turn"],
            "facts": [facts(things, view, seat) for seat in range(players)],
            "notes": [{"key": f"notes.{key}", "params": params} for key, params in view["notes"]],
        }

    def layouts(self) -> Iterator[list[Thing]]:
        """What lies there in each set-up, the usual one first; one after the other, for most ask for few."""
        numbers = range(self.fewest, self.most + 1)
        for players, house in product(sorted(numbers, key=lambda n: n != self.usual), list(self.houses())):
            try:
                yield self.table(players, self.settle(players, house)).things
            except BadOption:
                continue

    def things(self, players: int, view: View) -> list[Thing]:
        """What lies on a table of so many under these house rules."""
        house = tuple(sorted((name, tuple(v) if isinstance(v, list) else v) for name, v in view["house"].items()))
        return laid_out(self, players, house)

    # A world out of a view

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, Table)
        cards = self.plan.by_name
        pool = [card.name for card in state.box()]
        private: dict[str, Any] = view.get("private", {})
        hidden: list[tuple[Zone, list[str], list[bool], list[bool]]] = []
        for thing in state.things:
            shown = private.get(thing.name, view["zones"][thing.name])
            if not isinstance(thing, Zone):
                thing.fill(shown, cards)
                continue
            names, up, seen = (shown if isinstance(shown, list) else [BACK] * shown), [], []
            if thing.kind == GRID:
                known = view["seen"][thing.name]
                up = [name not in (BACK, "") for name in names]
                seen = [name != BACK for name in known]
                names = [name if name != BACK else memory for name, memory in zip(names, known, strict=True)]
            for name in names:
                if name not in (BACK, ""):
                    pool.remove(name)
            hidden.append((thing, names, up, seen))
        for zone, names, up, seen in hidden:
            zone.fill([[pool.pop() if name == BACK else name for name in names], up, seen, 0], cards)
            if zone.sorted:
                zone.cards.sort(key=lambda card: int(card.index))
        state.take_fields(view["fields"])
        seats = view["seats"]
        state.score = [one["points"] for one in seats]
        state.out = [one["out"] for one in seats]
        state.rounds = [list(line) for line in view["rounds"]]
        state.asked, state.ended, state.made = view["asked"], view["ended"], view["made"]
        state.direction = view["direction"]
        state.together = tuple(view["together"])
        state.turn = view["turn"] if view["turn"] is not None else state.together[0] if state.together else 0
        state.answers = [-1] * len(seats)
        for seat in view["chosen"]:
            # What others chose is dealt anew with their cards; any answer will do until then.
            state.answers[seat] = view["answer"] if seat == view["seat"] else 0

    # Positions from text

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (hands), the names of zones, turn, score A, ...; other cards lie in the first zone."""
        assert isinstance(state, Table)
        players = int(state.players)
        zones = {spelt(thing.name): thing for thing in state.things if isinstance(thing, Zone)}
        given: dict[str, list[str]] = {}
        for name in zones:
            if name in fields:
                given[name] = fields.pop(name).split()
        pool = [card.name for card in state.box()]
        for name, words in given.items():
            for word in words:
                card = self.card(word)
                if card.name not in pool:
                    raise BadNotation("bad_field", {"field": name})
                pool.remove(card.name)
        first = spelt(state.stock_zone().name) if zones else ""
        for name, zone in zones.items():
            words = [self.card(word).name for word in given.get(name, [])]
            if name == first:
                # What is named of the first zone lies on top, the next one to be drawn first.
                self.lay(zone, pool + words[::-1], len(words) if zone.hidden else 0)
            elif name in given or not self.keeps(zone):
                self.lay(zone, words)
            else:
                self.lay(zone, [pool.pop() for _ in range(min(len(zone.cards), len(pool)))])
            if zone.sorted:
                zone.cards.sort(key=lambda card: int(card.index))
        state.turn = take_seat(fields, "turn", players, seat_letter(state.turn))
        for seat in range(players):
            state.score[seat] = take_number(fields, f"score {seat_letter(seat)}", state.score[seat], -9999, 9999)
        for thing in state.things:
            if isinstance(thing, Track):
                for seat in range(players):
                    name = f"{thing.name} {seat_letter(seat)}"
                    thing.at[seat] = take_number(fields, name, thing.at[seat], -1, thing.spaces - 1)
        no_more(fields)

    def keeps(self, zone: Zone) -> bool:
        """A hand of which nothing is said gets as many cards as it had."""
        return zone.kind == HAND_ZONE

    def lay(self, zone: Zone, names: list[str], stacked: int = 0) -> None:
        down = [False] * len(names) if zone.kind == GRID else []
        zone.fill([names, down, down, stacked], self.plan.by_name)

    def card(self, word: str) -> Card:
        for card in self.plan.kinds:
            if card.name.lower() == word.lower():
                return card
        raise BadNotation("unknown_card", {"card": word})


def check_declared(
    name: Any, table: Any, players: Any, moves: Any, cards: list[Any], options: Any, presets: Any
) -> None:
    """What `Sketch` is given is of the right kind, or ValueError in words."""
    if not isinstance(name, str):
        raise ValueError(f"a game begins with its id, a text such as 'my_game', not {name!r}")
    if not isinstance(table, type) or not issubclass(table, Table):
        shown = table.__name__ if isinstance(table, type) else f"a {type(table).__name__}"
        raise ValueError(f"after the id comes a class that stands on Table, class MyTable(Table), not {shown}")
    pair = isinstance(players, (tuple, list)) and len(players) in (2, 3) and all(isinstance(n, int) for n in players)
    if not pair:
        raise ValueError(f"players are the fewest and the most, such as (2, 5), or (2, 3, 5), not {players!r}")
    for what, some, kind, like in (
        ("moves", moves, Family, "move('play', card=HAND)"),
        ("cards", cards, Card, "deck(numbers=range(1, 13))"),
        ("options", options, Option, "Option('held', 4, 'AB-1', low=2, high=6)"),
    ):
        wrong = [some] if not isinstance(some, (list, tuple)) else [one for one in some if not isinstance(one, kind)]
        if wrong:
            raise ValueError(f"{what} are a list, each made with {like}, not {wrong[0]!r}")
    named = isinstance(presets, Mapping) and all(isinstance(bundle, Mapping) for bundle in presets.values())
    if presets is not None and not named:
        raise ValueError(f"presets are options by the name of each, such as {{'full': {{}}}}, not {presets!r}")


def by_language(texts: Any) -> dict[str, dict[str, Any]]:
    if texts is None:
        return {}
    if not isinstance(texts, Mapping) or not set(texts) <= set(LANGUAGES):
        raise ValueError(f'texts are by language, {{"en": {{...}}}}: {", ".join(LANGUAGES)}')
    for given in texts.values():
        for chapter in given.get("rules", []):
            if not isinstance(chapter, Mapping) or not {"title", "clauses"} <= set(chapter):
                raise ValueError(f'rules are a list of {{"title": ..., "clauses": {{...}}}}, not {chapter!r}')
    return dict(texts)


def home_of(module: str) -> str:
    """The package that a table's module stands in, or the module itself where it stands alone."""
    package = module.rpartition(".")[0]
    return module if package in ("", brought.__name__) else package


def own_fields(table: type[Table]) -> tuple[str, ...]:
    """The fields of a compiled table that are not every table's; a plain one keeps its own by itself."""
    base = set(getattr(Table, "__mypyc_attrs__", ()))
    found = {name for kind in table.__mro__ for name in getattr(kind, "__mypyc_attrs__", ())}
    return tuple(sorted(name for name in found - base if not name.startswith("__")))


@lru_cache(maxsize=64)
def laid_out(game: Sketch, players: int, house: tuple[tuple[str, Any], ...]) -> list[Thing]:
    state = game.table(players, game.settle(players, dict(house)))
    return state.things


def spelt(name: str) -> str:
    """A zone as positions name it: hands are A, B, ...; other zones of a player are `won A`."""
    what, colon, seat = name.partition(":")
    if not colon:
        return what
    letter = seat_letter(int(seat))
    return letter if what == "hand" else f"{what} {letter}"


def face(card: Card) -> Face:
    found: Face = {}
    if card.colour:
        found["colour"] = card.colour  # type: ignore[typeddict-item]
    if card.number or card.name.isdigit():
        found["text"] = str(card.number)
    if card.sign:
        found["sign"] = card.sign
    if card.word or not found:
        found["word"] = card.word or f"words.{card.name}"
    return found


def facts(things: list[Thing], view: View, seat: int) -> list[Fact]:
    """What stands beside a player's name: cards in hand, how far it is to the end of the road, points."""
    found: list[Fact] = []
    if any(isinstance(thing, Zone) and thing.kind == HAND_ZONE for thing in things):
        found.append({"icon": "cards", "n": view["seats"][seat]["cards"]})
    for thing in things:
        # Round a loop there is no end to go to.
        if isinstance(thing, Track) and not thing.loop:
            found.append({"icon": "flag", "n": thing.spaces - 1 - view["zones"][thing.name][seat]})
    found.append({"icon": "star", "n": view["seats"][seat]["score"]})
    return found


def laid(thing: Thing, view: View) -> Laid:
    """A thing of the table, with what the view says of it."""
    seen = view.get("private", {}).get(thing.name, view["zones"][thing.name])
    what, colon, owner = thing.name.partition(":")
    found: Laid = {"id": thing.name, "kind": "counter", "label": {"key": f"zones.{what}", "params": {}}}
    if colon:
        found["owner"] = int(owner)
    if isinstance(thing, Zone):
        found["kind"] = thing.kind  # type: ignore[typeddict-item]
        found["cards"] = [name or None for name in seen] if isinstance(seen, list) else [BACK] * seen
        if thing.kind == PILE:
            found["count"] = len(found["cards"])
            found["cards"] = found["cards"][-3:]
        if thing.kind == GRID:
            found["columns"] = thing.columns
            # One that is empty has a line of places all the same: otherwise there is nothing to see, nor to tap.
            found["cards"] = found["cards"] or [None] * thing.columns
    elif isinstance(thing, Track):
        found["kind"], found["spaces"], found["loop"] = "track", thing.spaces, thing.loop
        found["marks"] = {str(space): sign for space, sign in thing.marks.items()}
        found["pieces"] = [{"id": f"{thing.name}:{seat}", "at": at, "seat": seat} for seat, at in enumerate(seen)]
    elif isinstance(thing, Dice):
        found["kind"], found["values"] = "dice", seen
    elif isinstance(thing, Counter):
        found["count"] = seen
        if thing.sign:
            found["sign"] = thing.sign
    return found
