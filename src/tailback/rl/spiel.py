"""Every game for OpenSpiel: importing this registers `tailback_<id>` for each of them.

    import pyspiel
    import tailback.rl.spiel

    game = pyspiel.load_game("tailback_<id>", {"players": 2, "options": "name=value;name=value"})

Parameters: `players`; `preset`; `options` as `name=value;name=value` or as a JSON object; `deals`. A match begins with
one chance node: which seed it is dealt from, each as likely. Everything after it follows from the seed and the actions,
dice and later draws as well. `deals` says how many seeds there are, from 0 on; -1 stands for one of each deal that can
happen, which makes a small set-up exact (ValueError where it cannot be).

Whoever may choose at the same time is asked one after the other and is told nothing of what the others chose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pyspiel

from tailback import games
from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.observe import Look, payoffs, width
from tailback.core.rng import Rng
from tailback.rl.deals import every_deal, later
from tailback.rl.told import Told, encode, seen

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
PREFIX = "tailback_"
# So many seeds there are unless somebody says otherwise, and the number that stands for every deal.
DEALS = 4096
EVERY = -1


def register() -> list[str]:
    """Make pyspiel know every game there is now, and say what they are called there."""
    known = set(pyspiel.registered_names())
    for game in games.every():
        if PREFIX + game.id not in known:
            pyspiel.register_game(type_of(game), maker(game.id))
    return [PREFIX + game.id for game in games.every()]


def maker(game_id: str) -> type[TailbackGame]:
    """The class of this game for pyspiel's list, which outlives Python itself: a class stays, a function would be freed
    when nobody can free anything any more."""
    return type(f"TailbackGame_{game_id}", (TailbackGame,), {"game_id": game_id})


def type_of(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=game.texts("en").get("name", game.id),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=bool(game.row(game.usual)),
        parameter_specification={"players": 0, "preset": "", "options": "", "deals": DEALS},
    )


class Setup:
    """What all matches of one loaded game share."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], deals: int) -> None:
        if deals != EVERY and deals < 1:
            raise ValueError(f"deals must be 1 or more, or {EVERY} for one of each; not {deals}")
        self.game = game
        self.players = players
        self.options = options
        self.deals = deals
        self.exact = deals == EVERY
        self.what = f"{game.id} with {players} players ({written(game, players, options) or 'usual options'})"
        # Making a state costs far more than copying one.
        self.first = game.make(players, options)
        self.seeds = every_deal(self.first, self.what) if self.exact else range(deals)
        self.first.start(self.seeds[0])
        chance = 1.0 / len(self.seeds)
        self.outcomes = [(index, chance) for index in range(len(self.seeds))]

    def __reduce__(self) -> Any:
        return setup, (self.game.id, self.players, json.dumps(self.options), self.deals)

    def dealt(self, index: int, listen: bool = False) -> State:
        state = self.first.clone()
        if listen:
            state.listen()
        state.start(self.seeds[index])
        return state


@lru_cache(maxsize=64)
def setup(game_id: str, players: int, options: str, deals: int) -> Setup:
    game = games.load(game_id)
    return Setup(game, players, game.settle(players, json.loads(options)), deals)


def read_options(text: str) -> dict[str, Any]:
    """Options as somebody wrote them: a JSON object, or names with their values.

    >>> read_options("rows=2; trailers=5 15"), read_options('{"rows": 2}')
    ({'rows': '2', 'trailers': '5 15'}, {'rows': 2})
    """
    text = text.strip()
    if text.startswith("{"):
        try:
            found: dict[str, Any] = json.loads(text)
        except ValueError as error:
            raise ValueError(f"options are no JSON object: {error}") from None
        return found
    found = {}
    for piece in re.split(r"[;,]\s*(?=[\w-]+\s*[=:])", text) if text else []:
        name, sign, value = re.split(r"([=:])", piece, maxsplit=1) if re.search("[=:]", piece) else (piece, "", "")
        if not sign:
            raise ValueError(f"options are written name=value;name=value, or as a JSON object; not {text!r}")
        found[name.strip()] = value.strip(" ;")
    return found


def written(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The options that differ from the usual ones, as `read_options` reads them.

    Without `=`, comma and brackets, which mean something where pyspiel reads the name of a game with its parameters.
    """
    edition = {"edition": options["edition"]} if "edition" in options else {}
    usual = {**{option.name: option.default for option in game.options}, "edition": None}
    # Where the usual options are not for so few or so many, each is written that differs from its own default.
    with suppress(BadOption):
        usual.update(game.settle(players, edition))
    pieces = []
    for option in game.options:
        value = options[option.name]
        if value != usual[option.name] or (option.name in edition and value != option.default):
            pieces.append(f"{option.name}:{option.write(value).replace(',', ' ')}")
    return ";".join(pieces)


class TailbackGame(pyspiel.Game):
    """One of the games, with players and options chosen."""

    game_id = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        # By its id: a game that was brought may be another one since it was registered.
        game = games.load(self.game_id)
        given = dict(params or {})
        players = given.get("players", 0) or game.usual
        options = game.settle(players, read_options(given.get("options", "")), given.get("preset", ""))
        deals = given.get("deals", DEALS)
        self.setup = setup(game.id, players, json.dumps(options), deals)
        # A preset is spelt out: its id may look like a number to whoever reads it out of a name.
        spelt = {"players": players, "options": written(game, players, options), "deals": deals}
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=len(self.setup.seeds),
            num_players=players,
            min_utility=-1.0 / (players - 1) if players > 1 else -1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.bound(players, options),
        )
        super().__init__(type_of(game), info, {name: value for name, value in spelt.items() if value != ""})

    def new_initial_state(self) -> TailbackState:
        return TailbackState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TailbackObserver:
        return TailbackObserver(self.setup, iig_obs_type, params)


class Match:
    """Where a match stands. pyspiel copies a state by copying what hangs on it: this, and nothing else."""

    __slots__ = ("actions", "core", "index", "seat", "setup", "told")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        # Who is asked, in pyspiel's words.
        self.seat = CHANCE
        self.index = -1
        self.actions: list[int] = []
        self.core: Any = None
        # Nothing is written down for the seats before somebody wants to know it.
        self.told: Told | None = None

    def __deepcopy__(self, memo: Any) -> Match:
        twin = Match.__new__(Match)
        twin.setup = self.setup
        twin.seat = self.seat
        twin.index = self.index
        twin.actions = self.actions[:]
        twin.core = self.core
        twin.told = self.told
        if self.core is not None:
            twin.core = self.core.clone()
            if self.told is not None:
                twin.told = self.told.copy()
                twin.core.listen()
        return twin

    def __reduce__(self) -> Any:
        if self.core is not None and self.index < 0:
            raise TypeError("an imagined world cannot be stored: no seed and actions lead to it")
        return replayed, (self.setup, self.index, self.actions)

    def deal(self, index: int) -> None:
        self.core = self.setup.dealt(index)
        self.index = index
        self.ask()

    def ask(self) -> None:
        seat = self.core.waiting()
        self.seat = seat if seat >= 0 else TERMINAL

    def act(self, action: int) -> None:
        core, seat = self.core, self.seat
        if self.setup.exact:
            drawn = core.rng.n
            core.apply(seat, action)
            if core.rng.n != drawn:
                raise later(self.setup.what)
        else:
            core.apply(seat, action)
        self.actions.append(action)
        if self.told is not None:
            self.told.acted(self.setup.game, seat, action)
            self.told.note(core)
        seat = core.waiting()
        self.seat = seat if seat >= 0 else TERMINAL

    def listened(self) -> Told:
        """What the seats were told so far; from the first time on it is written down as the match goes on."""
        if self.told is None:
            state = self.setup.dealt(self.index, listen=True)
            told = Told(state)
            for action in self.actions:
                seat = int(state.waiting())
                state.apply(seat, action)
                told.acted(self.setup.game, seat, action)
                told.note(state)
            self.core, self.told = state, told
        return self.told

    def imagined(self, seat: int, rng: Rng) -> Match:
        """A world that this seat cannot tell from the real one, where it is asked as it is here."""
        told = self.listened()
        twin = Match(self.setup)
        twin.core = self.core.imagine(seat, rng)
        twin.core.listen()
        twin.told = told.imagined(twin.core, seat)
        twin.actions = self.actions[:]
        twin.ask()
        return twin


def replayed(setup: Setup, index: int, actions: list[int]) -> Match:
    """A match from its seed and what was done."""
    match = Match(setup)
    if index >= 0:
        match.deal(index)
        for action in actions:
            match.act(action)
    return match


class TailbackState(pyspiel.State):
    """A match as pyspiel sees it."""

    def __init__(self, game: TailbackGame) -> None:
        super().__init__(game)
        self.match = Match(game.setup)

    def current_player(self) -> int:
        return self.match.seat

    def is_terminal(self) -> bool:
        return self.match.seat == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.match.core.legal(player)
        legal.sort()
        return legal

    # pyspiel works these two out by asking the others above, each time across the border between C++ and Python. Who
    # asks from Python gets them at once.

    def is_chance_node(self) -> bool:
        return self.match.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        match = self.match
        seat = match.seat
        if seat < 0:
            return list(range(len(match.setup.seeds))) if seat == CHANCE else []
        return self._legal_actions(seat) if player is None or player == seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.match.setup.outcomes

    def _apply_action(self, action: int) -> None:
        match = self.match
        if match.core is None:
            match.deal(action)
        else:
            match.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setup = self.match.setup
        return f"seed {setup.seeds[action]}" if player == CHANCE else setup.game.notation(action)

    def returns(self) -> list[float]:
        match = self.match
        return payoffs(match.core) if match.seat == TERMINAL else [0.0] * match.setup.players

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TailbackState:
        """A world that this seat cannot tell from this one, for search; it can be played on, but not stored."""
        twin: TailbackState = self.clone()
        twin.match = self.match.imagined(player_id, Rng(int(probability_sampler() * (1 << 53))))
        return twin

    def __str__(self) -> str:
        match = self.match
        if match.core is None:
            return "not yet dealt"
        moves = " ".join(f"{match.setup.game.notation(action)!r}" for action in match.actions)
        return f"seed {match.setup.seeds[match.index] if match.index >= 0 else '?'}: {moves}".rstrip()


class TailbackObserver:
    """What one seat knows: with perfect recall all that it was told so far, as text; without, what it sees now, as text
    and, where the game has one, as its row of numbers.

    Without private information it is what a spectator sees, as text only.
    """

    def __init__(self, setup: Setup, kind: Any = None, params: Any = None) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self.recall = kind is not None and kind.perfect_recall
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER if kind is None else kind.private_info
        self.spectator = private == pyspiel.PrivateInfoType.NONE
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS or not (kind is None or kind.public_info):
            raise ValueError("an observation is what one seat knows, or what a spectator sees")
        if self.recall and self.spectator:
            raise ValueError("perfect recall is that of a seat: a spectator has none")
        parts = [] if self.recall or self.spectator else setup.game.row(setup.players)
        flat: Any = np.zeros(width(parts), np.float32) if parts else None
        self.tensor = flat
        self.dict: dict[str, Any] = {}
        at = 0
        for part in parts:
            self.dict[part.name] = flat[at : at + part.size]
            at += part.size
        self.look = Look(at, 0)

    def set_from(self, state: TailbackState, player: int) -> None:
        if self.tensor is None:
            return
        core = state.match.core
        if core is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = np.array(self.look.row(core, player), np.int16)

    def string_from(self, state: TailbackState, player: int) -> str:
        match = state.match
        if match.core is None:
            return ""
        if self.recall:
            return match.listened().text(player)
        return encode(seen(match.core, None if self.spectator else player)).decode()


@cache
def at_hand() -> list[str]:
    """The games that pyspiel knows because of us; those that are brought later join them."""
    games.when_changed(changed)
    return register()


def changed() -> None:
    setup.cache_clear()
    register()


at_hand()
