"""Policies by level. A robot makes a world out of the view it is given and asks that world what to do."""

from __future__ import annotations

import sys
import traceback
import zlib
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tailback.core import contract
from tailback.core.contract import Decision, State, View
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.policy import Policy, anything
from tailback.core.rng import Rng
from tailback.robots.levels import LEVELS, LONGEST, OFFERED, RANDOM, Level, today

# So many times longer a decision takes in plain Python, and in Python inside a page. Measured while looking ahead, the
# six games lie between 11 and 97, and between 35 and 424: nobody waits much longer than the level says.
PLAIN = 60.0
IN_A_PAGE = 300.0
# In games without an instinct: so many decisions each level tries at least, and so often in a hundred it does not look.
GLANCE = {1: 100, 2: 200, 3: 1_000, 4: 2_000, 5: 4_000}
BLIND = {1: 60, 2: 25}


def player(game: Game, level: str, think: float | None = None) -> Policy:
    """The robot of this level, or a policy of one's own by its dotted name or its file (`find_policy`).

    `think` is how many seconds level 5 may look ahead; level 4 gets a tenth of it. They are counted in decisions
    tried, so the same view and chance give the same action on every machine with compiled rules.
    """
    if "." in level:
        return find_policy(level)
    if level == RANDOM:
        return anything
    found = LEVELS.get(today(level))
    if found is None:
        raise BadOption("", "unknown_bot", {"bot": level, "allowed": ", ".join((*OFFERED, RANDOM))})
    return thinking(game, found, steps(game, found, think))


def seconds(level: Level, think: float | None = None) -> float:
    """How long a robot of this level may look ahead where the best one may do so for `think` seconds."""
    most = LEVELS[OFFERED[-1]].think
    longest = most if think is None else think
    if not 0 <= longest <= LONGEST:
        raise BadOption("", "bad_think", {"seconds": longest, "most": LONGEST})
    return longest * level.think / most


def thinks(kind: str, think: float | None = None) -> float:
    """How long a player of this kind may look ahead, in seconds; a policy of one's own is not known to do so."""
    found = LEVELS.get(today(kind))
    return 0.0 if found is None else seconds(found, think)


def slower(source: str = contract.__file__, system: str = sys.platform) -> float:
    """How many times longer a decision takes here than with compiled rules.

    >>> slower("contract.cpython-311-x86_64-linux-gnu.so"), slower("contract.py", "linux")
    (1.0, 60.0)
    """
    if not source.endswith((".py", ".pyc")):
        return 1.0
    return IN_A_PAGE if system == "emscripten" else PLAIN


def steps(game: Game, level: Level, think: float | None = None) -> int:
    """How many decisions it may try in that time. The pace of a game is that of its compiled rules."""
    return int(game.pace / slower() * seconds(level, think))


def thinking(game: Game, level: Level, budget: int) -> Policy:
    def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        world, seat = game.recall(view), view["seat"]
        if not game.instincts:
            return unguided(game, level, budget, world, seat, rng)
        if level.number < 3:
            return int(world.slip(seat, level.number, rng))
        if level.think == 0 or budget == 0:
            return int(world.instinct(seat, rng))
        return game.ponder(world, seat, level.number, budget, rng)

    return choose


def unguided(game: Game, level: Level, budget: int, world: State, seat: int, rng: Rng) -> int:
    """Where no instinct helps, even those who decide at once look a little ahead; the weakest often do not look."""
    if rng.below(100) < BLIND.get(level.number, 0):
        n = world.moves(seat)
        return int(world.buf[rng.below(n)])
    return game.ponder(world, seat, level.number, max(budget, GLANCE[level.number]), rng)


def find_policy(name: str) -> Policy:
    """A policy of one's own: `my_bots.careful` is the function `careful` of the module `my_bots`, and `./robot.py`
    the function `policy` in that file, or another one that is named behind a colon (`./robot.py:careful`)."""
    module, _, function = name.rpartition(".")
    try:
        if is_path(name):
            path, function = place_of(name)
            found = getattr(module_at(path), function)
        else:
            found = getattr(import_module(module), function)
    except (ImportError, AttributeError, OSError, SyntaxError) as trouble:
        raise BadOption("", "no_such_policy", {"bot": name, "reason": str(trouble)}) from None
    except Exception as trouble:
        # Whatever its own first lines do when they are read.
        file, line = line_in(trouble, str(place_of(name)[0].resolve()))
        reason = f"{Path(file).name}:{line}: {type(trouble).__name__}: {trouble}"
        raise BadOption("", "no_such_policy", {"bot": name, "reason": reason}) from None
    if not callable(found):
        raise BadOption("", "no_such_policy", {"bot": name, "reason": f"{function} is no function"})
    policy: Policy = found
    return policy


def line_in(error: BaseException, file: str = "") -> tuple[str, int]:
    """The innermost line that this error passed through, in this file if it did so at all."""
    frames = traceback.extract_tb(error.__traceback__)
    found = ([frame for frame in frames if frame.filename == file] or frames)[-1]
    return found.filename, found.lineno or 0


def is_path(name: str) -> bool:
    """
    >>> is_path("./robot.py"), is_path("robot.py:careful"), is_path("my_bots.careful")
    (True, True, False)
    """
    return place_of(name)[0].suffix == ".py"


def place_of(name: str) -> tuple[Path, str]:
    file, colon, function = name.rpartition(":")
    # A drive of Windows has a colon, too.
    if not colon or not function.isidentifier():
        file, function = name, "policy"
    return Path(file), function


def module_at(path: Path) -> ModuleType:
    """The file as a module, read once."""
    place = path.resolve()
    name = f"tailback_policy_{zlib.crc32(str(place).encode()):08x}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, place)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        # Before it runs, as Python does it: what it pickles is found again.
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
