"""What a game is, apart from a match of it: its facts, options, presets and notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final

from mypy_extensions import mypyc_attr

from tailback.core.contract import State, View
from tailback.core.errors import BadNotation, BadOption
from tailback.core.layout import derived, tapped
from tailback.core.lesson import Lesson
from tailback.core.letters import VIEW
from tailback.core.notation import seat_letter, tidy
from tailback.core.observe import Look, Part, width
from tailback.core.options import AMOUNT, HELPED, Option, by_name, resolve
from tailback.core.policy import Policy
from tailback.core.position import read_fields, take_number
from tailback.core.rng import LONGEST_SEED_BITS, Rng
from tailback.core.search import search
from tailback.core.spread import CardMove, Face, Spread, Touch

SHEDDING: Final = "shedding"
SECRET_CHOICE: Final = "secret choice"
MEMORY: Final = "memory"
RACE: Final = "race"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The description of one game, and the way to everything in its folder.

    Each package of `tailback.games` has one as `GAME`. Beside it lie, as far as a game has them, the modules `lines`
    (a function `table` that puts a view into lines of text), `because` (a function that says why a robot moved as it
    did), `shapes` (types of views and events) and `spread` (functions `spread`, `faces`, `touches` and `moves`: how
    anybody can draw it who knows no rule), the files `lesson.json` and `matters.json` and the folder `texts`, one
    catalogue per language.
    """

    def __init__(self) -> None:
        self.id: str = ""
        self.rules_version: int = 1
        self.fewest: int = 2
        self.most: int = 2
        self.players_clause: str = ""
        self.usual: int = 2
        self.age: int = 5
        self.minutes: tuple[int, int] = (10, 15)
        # Remembering is the game: while it runs, nobody is shown what happened earlier.
        self.forgetful: bool = False
        # Kinds of decisions that need no look at a hand, for nothing secret decides what may be answered. People at one
        # device are asked together, each with buttons of their own, and no door stands between them.
        self.in_the_open: tuple[str, ...] = ()
        # Kinds of decisions that most people let go, each with the key of the action that does so: whoever is asked has
        # it, and once, whatever they hold. At one device all are asked together, and only who wants to looks at a hand.
        self.lets_go: dict[str, str] = {}
        # What it is most like: a game of cards that are shed, of secret choice, of memory, or a race on a board.
        self.genre: str = SHEDDING
        self.options: tuple[Option, ...] = ()
        # Options for a short match that shows all there is, and for one with as many kinds of questions as possible.
        self.short: dict[str, Any] = {}
        self.lively: dict[str, Any] = {}
        # Phrases of this game alone that answer an open decision, each with the notation of its action.
        self.phrases: dict[str, str] = {}
        self.presets: dict[str, dict[str, Any]] = {}
        self.editions: dict[str, dict[str, Any]] = {}
        # Presets and options that were offered once: links, stored tables and records may still name them. Such a
        # preset still says what it said; such an option did nothing, and is left out.
        self.once_presets: dict[str, dict[str, Any]] = {}
        self.once_options: tuple[str, ...] = ()
        # How many clauses there are of each kind: `{"MM-": 46}` is MM-1 to MM-46; and ids in between that are not used.
        self.clauses: dict[str, int] = {}
        self.unused: tuple[str, ...] = ()
        self.actions: int = 0
        # Does `instinct` of its states say more than chance does? Where not, robots of every level look ahead.
        self.instincts: bool = True
        # The version of its row of numbers and of its actions, for programs that have learned them.
        self.row_version: int = 0
        # So many decisions its search tries in about a second on one core: the unit in which robots think.
        self.pace: int = 500_000
        # The package that holds everything of this game.
        self.home: str = type(self).__module__.rpartition(".")[0]
        self._by_text: dict[str, int] = {}
        self._texts: dict[str, dict[str, Any]] = {}
        self._spread: Any = None
        self._spread_sought: bool = False

    # What a game must say.

    def make(self, players: int, options: dict[str, Any]) -> State:
        """A state not yet started. Options are complete and checked."""
        raise NotImplementedError

    def notation(self, action: int) -> str:
        """The short text of an action; the same for everybody in every language."""
        raise NotImplementedError

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        """Text key (section `actions`) and parameters that put an action into words."""
        raise NotImplementedError

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Change a started state into the position that these fields describe."""
        raise NotImplementedError

    def rebuild(self, state: State, view: View) -> None:
        """Make a state, not yet started, look like this view; cards that the seat does not see lie anywhere.

        The view may come from another process: it holds what JSON can hold.
        """
        raise NotImplementedError

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """No match takes more decisions than this, whatever is chosen.

        A choice that is changed before it counts is one.
        """
        raise NotImplementedError

    def proofread(self) -> None:
        """Raise what is wrong with how it is declared and would not show in a match; asked when it is brought."""

    def agrees(self, version: int, options: Mapping[str, Any]) -> bool:
        """Does a match of this version of the rules, with these options, go today as it did then?

        A game whose newer rules change nothing that was played says so; other matches need the Tailback they are from.
        """
        return version == self.rules_version

    def check(self, players: int, options: dict[str, Any]) -> None:
        """Refuse combinations that cannot be dealt (BadOption with the nearest that can)."""

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        """What whoever is helped gets in such a match: a key in `gives` of that option's texts, how much, and a second
        number where the text has one (`more`)."""
        return "", 0, 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        """The amounts that such a match can be played with, as ladders: on each of them more is a greater help."""
        return []

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        """What a player who looks ahead (level 4 or 5) does in this seat, trying about so many decisions.

        The state is any world that the seat holds possible; nothing may hang on what it hides from the seat.
        """
        return int(search(state, seat, steps, rng))

    def row(self, players: int) -> list[Part]:
        """What `observe` of its states writes, part by part; the letters of a view where they say nothing of it."""
        return [Part("view", VIEW, 255, "the view as JSON, its keys in order: the bytes of its letters, then zeros")]

    def look(self, players: int) -> Look:
        """What the seats of such matches know and may do, in numbers: rows as `row` lists them, and masks."""
        return Look(width(self.row(players)), self.actions)

    def boards(self) -> dict[str, dict[str, Any]]:
        """The boards of this game as they are drawn, by their ids; none in a game without one."""
        return {}

    def ahead(self, state: State, seat: int) -> list[dict[str, Any]]:
        """What `foresee` gives; the seat is one of this match."""
        return []

    # Its folder.

    def part(self, name: str) -> Any:
        """The module of this name in the game's folder, None where there is none; a game of one file has no parts."""
        if not hasattr(import_module(self.home), "__path__") or find_spec(f"{self.home}.{name}") is None:
            return None
        return import_module(f"{self.home}.{name}")

    def file(self, path: str) -> Any:
        """This file of the game's folder, None where it is not there."""
        if not hasattr(import_module(self.home), "__path__"):
            return None
        found = files(self.home).joinpath(path)
        return found if found.is_file() else None

    def bot(self, level: str = "3") -> Policy:
        """The robot of this level, "1" to "5"; a dotted name such as `my_bots.careful` is a policy of one's own."""
        # Robots stand on games, not the other way round: so they are looked for only when somebody asks.
        policy: Policy = import_module("tailback.robots").player(self, level)
        return policy

    def texts(self, lang: str) -> dict[str, Any]:
        """The words of this game in this language, by section; what is not translated yet is said in English.

        They stand in the folder `texts`, or in `TEXTS` of the game's module, by language.
        """
        found = self._texts.get(lang)
        if found is None:
            found = self.written(lang)
            if found is None:
                found = {} if lang == "en" else self.texts("en")
            elif lang != "en":
                found = over(self.texts("en"), found)
            self._texts[lang] = found
        return found

    def written(self, lang: str) -> dict[str, Any] | None:
        """What was written in this very language; None where nothing was."""
        there = self.file(f"texts/{lang}.json")
        if there is not None:
            found: dict[str, Any] = json.loads(there.read_text(encoding="utf-8"))
            return found
        for module in (import_module(self.home), self.part("game")):
            spoken: dict[str, Any] = getattr(module, "TEXTS", {})
            if lang in spoken:
                own: dict[str, Any] = spoken[lang]
                return own
        return None

    def lines(self, view: View, texts: Any) -> list[str]:
        """The table as lines of text, said by a `tailback.texts.Texts` of this game.

        Where it has no words for its table, that is what stands in the view.
        """
        table: Any = getattr(self.part("lines"), "table", None)
        found: list[str]
        if table is not None:
            found = table(view, texts)
        else:
            # Words stand on games, not the other way round.
            found = import_module("tailback.texts.plainly").table(view, texts)
        return found

    def declared(self, name: str) -> Any:
        """The function of this name in the module `spread` of the game's folder; None where it declares none."""
        if not self._spread_sought:
            self._spread_sought = True
            self._spread = self.part("spread")
        return getattr(self._spread, name, None)

    def spread(self, view: View) -> Spread:
        """The view as zones that can be drawn without knowing the game; where it declares none, as its data looks."""
        lay = self.declared("spread")
        found: Spread = lay(view) if lay is not None else derived(view)
        return found

    def faces(self) -> dict[str, Face]:
        """What is printed on its cards. A card that is not listed shows its own token: `R7` is a red 7."""
        listed = self.declared("faces")
        found: dict[str, Face] = listed() if listed is not None else {}
        return found

    def touches(self, action: int) -> list[Touch]:
        """What one taps for this action, one thing after the other; nothing where it is a button with its words."""
        touched = self.declared("touches")
        if touched is None:
            return tapped(self.describe(action)[1])
        found: list[Touch] = touched(action)
        return found

    def moves(self, told: dict[str, Any]) -> list[CardMove]:
        """Which cards and pieces go where in an event, as one seat was told it."""
        moved = self.declared("moves")
        found: list[CardMove] = told.get("moves", []) if moved is None else moved(told)
        return found

    def lesson(self) -> Lesson:
        """The first lesson."""
        data = self.data("lesson.json")

        def start() -> State:
            players, seed, options = data["players"], data.get("seed", 1), data.get("options", {})
            if "position" in data:
                return self.position(data["position"], players, seed, options, data.get("preset", ""))
            return self.new(players, seed, options, data.get("preset", ""))

        return Lesson(data, start, self.parse)

    def matters(self) -> list[dict[str, Any]]:
        """Which events show that a rule mattered in a match, as `matters.json` of the game's folder lists them.

        Each has an `id` (its label is `matters.<id>` in the texts), the kinds of `events`, the `clauses` that they
        carry out and perhaps `when`: what public fields of the event must be; a list stands for any of its values.
        Empty where a game lists none.
        """
        there = self.file("matters.json")
        found: list[dict[str, Any]] = json.loads(there.read_text(encoding="utf-8")) if there is not None else []
        return found

    def data(self, path: str) -> Any:
        """What a JSON file in the game's folder says; FileNotFoundError where there is none."""
        there = self.file(path)
        if there is None:
            raise FileNotFoundError(f"{self.id} has no {path}")
        return json.loads(there.read_text(encoding="utf-8"))

    # What all games share.

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.fewest} to {self.most} players, rules {self.rules_version}>"

    def __reduce__(self) -> Any:
        """For `pickle`: there is one of each game."""
        return import_module("tailback.games").load, (self.id,)

    def option_of(self, kind: str) -> Option | None:
        """The option of this kind, for kinds that a game has once: SEAT, SEATS, HELPED and AMOUNT."""
        for option in self.options:
            if option.kind == kind:
                return option
        return None

    def known(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What was given, by the names of today, also of its values."""
        named = by_name(self.options, given)
        found = {name: value for name, value in named.items() if name not in self.once_options}
        for option in self.options:
            if option.name in found:
                found[option.name] = option.today(found[option.name])
        return found

    def clause_ids(self) -> list[str]:
        """Every clause and ruling of this game's rules, in order."""
        found = [f"{kind}{n}" for kind, count in self.clauses.items() for n in range(1, count + 1)]
        return [clause for clause in found if clause not in self.unused]

    def foresee(self, state: State, seat: int) -> list[dict[str, Any]]:
        """What would happen if: where the choices of this seat lead, as plain data for a client that knows no rule.

        Only from what the seat may know. Empty where `legal` says it all.
        """
        state.must_sit(seat)
        return self.ahead(state, seat)

    def settle(self, players: int, given: Mapping[str, Any] | None = None, preset: str = "") -> dict[str, Any]:
        """The complete options of a match, or BadOption."""
        if not self.fewest <= players <= self.most:
            near = min(max(players, self.fewest), self.most)
            raise BadOption(
                self.players_clause,
                "bad_players",
                {"players": players, "fewest": self.fewest, "most": self.most},
                {"players": near},
            )
        chosen = self.known(given if given is not None else {})
        bundles: list[Mapping[str, Any]] = []
        if preset and preset not in self.presets and preset not in self.once_presets:
            raise BadOption("", "unknown_preset", {"preset": preset, "allowed": ", ".join(self.presets)})
        bundle: Mapping[str, Any] = {**self.once_presets, **self.presets}[preset] if preset else {}
        edition = chosen.get("edition", bundle.get("edition", ""))
        if isinstance(edition, str) and edition in self.editions:
            bundles.append(self.editions[edition])
        bundles.append(bundle)
        options = resolve(self.options, chosen, bundles)
        refused = self.fault(players, options)
        if refused is not None:
            refused.nearest = self.mended(players, options, refused)
            raise refused
        return options

    def fault(self, players: int, options: dict[str, Any]) -> BadOption | None:
        """The first thing that cannot be."""
        try:
            self.check_helped(players, options)
            self.check(players, options)
        except BadOption as refused:
            return refused
        return None

    def mended(self, players: int, options: dict[str, Any], refused: BadOption) -> dict[str, Any] | None:
        """What to change so that nothing is refused any more: one thing after the other."""
        changed: dict[str, Any] = {}
        again = refused
        # Two rules that each undo what the other wants would go on for ever.
        for _k in range(2 * len(self.options) + 2):
            more = again.nearest
            if not more or more.items() <= changed.items():
                break
            changed.update(more)
            trial = {**options, **changed}
            fault = self.fault(int(trial.pop("players", players)), trial)
            if fault is None:
                return changed
            again = fault
        return refused.nearest

    def check_helped(self, players: int, options: dict[str, Any]) -> None:
        """Refuse a head start for somebody who does not sit there, and one that such a match does not have."""
        option = self.option_of(HELPED)
        if option is None:
            return
        helped: tuple[int, ...] = options[option.name]
        if helped and helped[-1] >= players:
            sitting = tuple([seat for seat in helped if seat < players])
            raise BadOption(
                option.clause,
                "bad_helped",
                {"seat": seat_letter(helped[-1]), "last": seat_letter(players - 1)},
                {option.name: sitting},
            )
        amount = self.option_of(AMOUNT)
        if amount is None or options[amount.name] == 0:
            return
        if not helped:
            raise BadOption(amount.clause, "head_start_of_nobody", {}, {amount.name: 0})
        possible = [value for ladder in self.head_starts(players, options) for value in ladder]
        given: int = options[amount.name]
        if given not in possible:
            near = min(possible, key=lambda value: abs(value - given), default=0)
            raise BadOption(amount.clause, "bad_head_start", {"amount": given, "near": near}, {amount.name: near})

    def new(
        self,
        players: int,
        seed: int,
        options: Mapping[str, Any] | None = None,
        preset: str = "",
        listen: bool = False,
    ) -> State:
        """A match, dealt and ready; with `listen` the events of the deal wait in `take_events`."""
        if not 0 <= seed < 1 << LONGEST_SEED_BITS:
            raise BadOption("", "bad_seed", {"seed": seed, "bits": LONGEST_SEED_BITS})
        state = self.make(players, self.settle(players, options, preset))
        if listen:
            state.listen()
        state.start(seed)
        return state

    def recall(self, view: View) -> State:
        """Some world that fits what a seat (or a spectator) sees: from its view alone.

        `imagine` of it deals as many others as one likes, as it would of the real state.
        """
        players = self.seats_in(view)
        options = resolve(self.options, view["house"], [])
        self.check(players, options)
        state = self.make(players, options)
        self.rebuild(state, view)
        return state.imagine(view["seat"], Rng(0))

    def seats_in(self, view: View) -> int:
        """How many play, in a view of this game."""
        return len(view["seats"])

    def position(
        self, text: str, players: int = 0, seed: int = 1, options: Mapping[str, Any] | None = None, preset: str = ""
    ) -> State:
        """A match in the middle, set up from text such as `A: R3 B5; pile: R8; deck: Y1 Y2`."""
        fields = read_fields(text)
        seats = players
        if seats == 0:
            seats = take_number(fields, "players", self.usual, 0, 99)
        fields.pop("players", None)
        state = self.new(seats, seed, options, preset)
        self.arrange(state, fields)
        return state

    def parse(self, text: str) -> int:
        """The action of a notation, or BadNotation."""
        if not self._by_text:
            for action in range(self.actions):
                self._by_text[tidy(self.notation(action))] = action
        found = self._by_text.get(tidy(text), -1)
        if found < 0:
            raise BadNotation("unknown_move", {"move": text.strip()})
        return found


def over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """These words, and those of the base where there are none; a list counts as a whole."""
    found = dict(base)
    for key, value in top.items():
        under = found.get(key)
        found[key] = over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return found
