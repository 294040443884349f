"""The games, found by looking: every package here that has a `GAME`, and those that come from elsewhere.

A package from elsewhere names its game in the entry point group `tailback.games`: `my_game = "my_package.my_game"`.
A folder or a single file is brought by its path: `bring("./my_game")`. Nothing else is ever loaded, least of all
because a file or a request names it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from tailback import brought
from tailback.brought.errors import GameError, explained
from tailback.core import record_reader
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.record import Record

GROUP = "tailback.games"
# What the modules of those that come with Tailback begin with.
HOME = f"{__name__}."
# So long a game may take to be read and tried, in seconds.
READING = 5.0

# What is worked out of the games and kept is forgotten when one of them changes.
_forgetting: list[Callable[[], None]] = []
# The games that were brought, by their ids; and what is wrong with those that could not be, by their modules.
_brought: dict[str, Game] = {}
_broken: dict[str, GameError] = {}
_tried: set[str] = set()


@cache
def ours() -> tuple[str, ...]:
    """The games that come with Tailback.

    >>> list(ours()) == sorted(ours())
    True
    """
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_")))


@cache
def guests() -> dict[str, str]:
    """The games that other installed packages bring: the package of each, by its id. Ours go first."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP) if point.name not in ours()}


def ids() -> list[str]:
    """Every game there is."""
    return sorted({*ours(), *guests(), *paths()})


def every() -> list[Game]:
    """Every game that can be played; those of others that cannot be loaded are left out."""
    found = []
    for name in ids():
        try:
            found.append(load(name))
        except GameError:
            if name in ours():
                raise
    return found


def paths() -> dict[str, Game]:
    """The games that were brought by their paths, here or by the process that started this one."""
    for module in [brought.PREFIX + name for name in brought.places]:
        _read(module)
    return _brought


def _read(module: str) -> None:
    """The game in this module is known from now on, or what is wrong with it."""
    if module not in _tried:
        try:
            admit(module, trial=False)
        except GameError as error:
            _broken[module] = error


def broken() -> list[GameError]:
    """What is wrong with games that were named and cannot be played."""
    paths()
    return list(_broken.values())


def load(game_id: str, home: str = "") -> Game:
    """The game of this id; hyphens count as underscores. `home`: the module that it is in, where that is known; then
    a mistake in another game, which may take long to be read or end the process, is none of its business."""
    name = game_id.strip().lower().replace("-", "_")
    if name in ours():
        game = importlib.import_module(f"{__name__}.{name}").GAME
        assert isinstance(game, Game)
        return game
    if brought.place_of(home) is not None:
        _read(home)
    if name in _brought or name in paths():
        return _brought[name]
    if name in guests():
        return installed(name)
    if _broken:
        # Most likely this one: what is wrong with it says more than that nobody knows it.
        raise next(iter(_broken.values()))
    raise BadOption("", "unknown_game", {"game": game_id, "allowed": ", ".join(ids())})


@cache
def installed(name: str) -> Game:
    """A game of another installed package, or GameError."""
    from tailback.brought.examine import examine
    from tailback.brought.limits import limited

    home = guests()[name]
    with limited(home, READING):
        game = game_in(home)
        examine(game)
    if game.id != name:
        raise GameError("game_other_id", home, 0, id=game.id, name=name)
    return game


def bring(path: str | Path, trial: bool = True) -> Game:
    """The game in this folder or file, tried for a moment; from now on it is one of the games, or GameError.

    Processes that this one starts know it, too. Bringing it again reads its files again.
    """
    place = Path(path).expanduser()
    if not place.exists():
        raise GameError("game_missing", str(path))
    if place.is_file() and place.suffix != ".py":
        raise GameError("game_not_python", str(path))
    module = brought.add(place)
    try:
        return admit(module, trial)
    except GameError as error:
        _broken[module] = error
        raise


def meant(word: str) -> Game:
    """The game that somebody typed: by its id, or by the path of its folder or file, which is brought."""
    if not is_path(word):
        return load(word)
    module = brought.module_of(Path(word).expanduser())
    known = next((game for game in _brought.values() if game.home == module), None)
    return known if known is not None else bring(word)


def is_path(word: str) -> bool:
    """Is this a path, and not the id of a game?

    >>> [is_path(word) for word in ("my_game", "./my_game", "my_game.py", "~/games/x", "..")]
    [False, True, True, True, True]
    """
    return word.startswith((".", "~")) or word.endswith(".py") or "/" in word or os.sep in word


def called(game: Game) -> str:
    """What to type for this game: its path, where it was brought by one."""
    place = brought.place_of(game.home)
    if place is None:
        return game.id
    return os.path.join(".", os.path.relpath(place)) if place.is_relative_to(Path.cwd()) else str(place)


def admit(module: str, trial: bool) -> Game:
    """Read a game's files and take it in. The game that was there before stays when the new one is no good."""
    from tailback.brought.examine import examine
    from tailback.brought.limits import limited, little_memory

    _tried.add(module)
    before = brought.loaded(module)
    brought.forget(module)
    try:
        with limited(module, READING), little_memory():
            game = game_in(module)
            game.home = module
            check_id(game, module)
            if trial:
                examine(game)
    except BaseException:
        brought.forget(module)
        brought.put_back(before)
        raise
    _broken.pop(module, None)
    for name in [name for name, other in _brought.items() if other.home == module]:
        del _brought[name]
    _brought[game.id] = game
    for forget in _forgetting:
        forget()
    return game


def when_changed(forget: Callable[[], None]) -> None:
    """Call this whenever a game was brought, for the first time or again."""
    _forgetting.append(forget)


def is_ours(game: Game) -> bool:
    """Does it come with Tailback? What comes from elsewhere may have any mistake."""
    return game.home.startswith(HOME)


def may_change(game: Game) -> bool:
    """Was it brought from a path? Whoever works on it may change a rule under a match."""
    return game.home.startswith(brought.PREFIX)


def drop(path: str | Path) -> None:
    """Forget a game that was brought."""
    module = brought.module_of(Path(path).expanduser())
    brought.remove(module)
    _broken.pop(module, None)
    _tried.discard(module)
    for name in [name for name, other in _brought.items() if other.home == module]:
        del _brought[name]


def check_id(game: Game, module: str) -> None:
    other = _brought.get(game.id)
    if game.id in ours() or game.id in guests() or (other is not None and other.home != module):
        raise GameError("game_id_taken", str(brought.place_of(module)), 0, id=game.id)


def game_in(module: str) -> Game:
    """The `GAME` of this module, or of the module `game` in its folder."""
    try:
        found = importlib.import_module(module)
        game = getattr(found, "GAME", None)
        if game is None and has_game(found):
            game = getattr(importlib.import_module(f"{module}.game"), "GAME", None)
    except GameError:
        raise
    except Exception as error:
        raise explained(error, module) from None
    if not isinstance(game, Game):
        raise GameError("game_none", str(brought.place_of(module) or module), 0)
    return game


def has_game(found: ModuleType) -> bool:
    return hasattr(found, "__path__") and importlib.util.find_spec(f"{found.__name__}.game") is not None


def read_record(text: str) -> Record:
    """The match in this text, whichever of the games it is, or RecordError. `core.record.verify` plays it again."""
    return record_reader.read(text, load)
