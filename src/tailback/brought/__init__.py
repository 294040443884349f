"""Games from a folder or a file that somebody named: their modules live below this package.

A game at `~/games/my_game` is the package `tailback.brought.my_game_1f0c2a9b`: the number stands for its path, so two
folders of one name never meet, and every process that is told of the same path calls it the same. Nothing is added to
`sys.path`. Inside the folder the modules beside it are imported as in any script (`import cards`), by the name of the
folder (`from my_game import cards`) or with a dot (`from . import cards`).

Which paths there are stands in `TAILBACK_GAMES`, so that the processes that think and measure know them as well.
Only whoever runs the program writes it: no file and no request of a stranger does.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tailback.brought import compiling

VARIABLE = "TAILBACK_GAMES"
# Set where the games are being worked on: then no match is refused because it began with other rules.
WATCH = "TAILBACK_WATCH"
PREFIX = f"{__name__}."
# In bytes; ours have a hundredth of it.
LONGEST_SOURCE = 4 << 20
# The folder or file of each game, by the last part of its module's name.
places: dict[str, Path] = {}


def module_of(path: Path) -> str:
    """The name of the module that this folder or file becomes."""
    place = os.path.abspath(path)
    stem = re.sub(r"\W", "_", os.path.basename(place).removesuffix(".py"))
    return f"{PREFIX}{stem}_{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def add(path: Path) -> str:
    """The same, from now on in every process that we start."""
    module = module_of(path)
    places[module.removeprefix(PREFIX)] = Path(os.path.abspath(path))
    tell()
    return module


def remove(module: str) -> None:
    """It was no game: nobody need know of it."""
    places.pop(module.removeprefix(PREFIX), None)
    forget(module)
    tell()


def tell() -> None:
    if places:
        os.environ[VARIABLE] = os.pathsep.join(str(place) for place in places.values())
    else:
        os.environ.pop(VARIABLE, None)


def named() -> list[str]:
    """The paths that whoever runs the program named."""
    return [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def watched() -> bool:
    return bool(os.environ.get(WATCH))


def forget(module: str) -> None:
    """Whoever imports it next reads its files again."""
    for name in loaded(module):
        del sys.modules[name]
    vars(sys.modules[__name__]).pop(module.removeprefix(PREFIX), None)


def loaded(module: str) -> dict[str, ModuleType]:
    """What was imported of it so far."""
    return {name: found for name, found in sys.modules.items() if name == module or name.startswith(f"{module}.")}


def put_back(modules: dict[str, ModuleType]) -> None:
    """Go on with these after all."""
    sys.modules.update(modules)


def place_of(module: str) -> Path | None:
    """The folder or file that a module was brought from; None for any other module."""
    if not module.startswith(PREFIX):
        return None
    return places.get(module.removeprefix(PREFIX).partition(".")[0])


class Loader(SourceFileLoader):
    """Reads the source each time: what was compiled a moment ago may be another game by now."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)

    def get_data(self, path: str) -> bytes:
        """No more than a source can be: somebody may have named a film, or a device that never ends."""
        with Path(path).open("rb") as source:
            data = source.read(LONGEST_SOURCE + 1)
        if len(data) > LONGEST_SOURCE:
            raise SyntaxError(f"more than {LONGEST_SOURCE >> 20} MB", (path, 0, 0, None))
        return data

    def exec_module(self, module: ModuleType) -> None:
        own = {**vars(builtins), "__import__": importer(module.__name__)}
        module.__dict__["__builtins__"] = own
        super().exec_module(module)


class Bare(Loader):
    """A folder without a module of its own: only what lies in it counts."""

    def get_code(self, fullname: str) -> CodeType:
        return compile("", self.path, "exec")


def importer(module: str) -> Any:
    """What `import` does inside a game: what lies beside it comes first, as for a script."""
    base = PREFIX + module.removeprefix(PREFIX).partition(".")[0]

    def find(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        top, dot, rest = name.partition(".")
        real = beside(base, top) if level == 0 else ""
        if not real:
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        found = builtins.__import__(real + dot + rest, globals, locals, fromlist or ("__name__",), 0)
        return found if fromlist else sys.modules[real]

    return find


def beside(base: str, name: str) -> str:
    """The full name of a module of this game's folder; empty for any other."""
    place = places.get(base.removeprefix(PREFIX))
    if place is None or not place.is_dir():
        return ""
    if (place / f"{name}.py").is_file() or (place / name / "__init__.py").is_file():
        return f"{base}.{name}"
    return base if name == place.name and name not in sys.stdlib_module_names else ""


class Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX):
            return None
        name, _, rest = fullname.removeprefix(PREFIX).partition(".")
        place = places.get(name)
        if place is None:
            return None
        quick = compiling.spec(fullname, place, rest)
        if quick is not None:
            return quick
        if rest:
            found = PathFinder.find_spec(fullname, path)
            if found is not None and isinstance(found.loader, SourceFileLoader):
                found.loader = Loader(fullname, found.loader.path)
            return found
        if place.is_dir():
            start = place / "__init__.py"
            loader = (Loader if start.is_file() else Bare)(fullname, str(start))
            return spec_from_file_location(fullname, start, loader=loader, submodule_search_locations=[str(place)])
        return spec_from_file_location(fullname, place, loader=Loader(fullname, str(place)))


for told in named():
    add(Path(told))
sys.meta_path.insert(0, Finder())
