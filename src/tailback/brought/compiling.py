"""A game of one's own in C: mypyc compiles it against the compiled core, so that its calls into the core are C calls.

What is made lies in `__compiled__` beside the game, with a note of what it was made from. It is only used while that
is still so: another word in the source, another Tailback or another Python, and the plain file is read again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tailback.core.errors import Explained

FOLDER = "__compiled__"
NOTE = "made.json"
# How the C modules of the package are called together (`setup.py`), and what a build notes of them.
GROUP = "tailback"
HEADER = f"__native_{GROUP}.h"
PACKAGE = Path(__file__).resolve().parents[1]
PRINT = PACKAGE / "core" / "native.txt"
# Modules of a folder that no rule passes through.
ASIDE = {"__init__.py", "shapes.py", "because.py", "lines.py", "spread.py"}
SUFFIX = EXTENSION_SUFFIXES[0]
# Whoever watches a game line by line needs its plain source.
wanted = True
# What the libraries that this process has read were made from, by their names.
read: dict[str, dict[str, str]] = {}


class NotCompiled(Explained):
    """Why a game could not be compiled."""

    section = "design"


def read_plainly() -> None:
    """From now on games are read from their sources, compiled or not."""
    global wanted
    wanted = False


def fingerprint() -> str:
    """Of the compiled core; empty where it runs as plain Python."""
    return PRINT.read_text(encoding="utf-8").strip() if PRINT.is_file() else ""


def sources(place: Path) -> list[Path]:
    """The files of a game that are compiled."""
    if place.is_file():
        return [place]
    return sorted(path for path in place.glob("*.py") if path.name not in ASIDE)


def folder(place: Path) -> Path:
    return place.parent / FOLDER / place.stem if place.is_file() else place / FOLDER


def note(place: Path) -> dict[str, str]:
    """What a game would be made from now."""
    text = b"".join(path.name.encode() + path.read_bytes() for path in sources(place))
    return {"core": fingerprint(), "python": SUFFIX, "source": hashlib.sha256(text).hexdigest()}


def made(place: Path) -> Path | None:
    """Where the compiled modules of this game lie; None where there are none, or not of this game as it is now."""
    where = folder(place)
    try:
        known = json.loads((where / NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return where if known == note(place) else None


def spec(fullname: str, place: Path, rest: str) -> ModuleSpec | None:
    """How a compiled module of this game is found; None where the plain one is to be read."""
    where = made(place) if wanted else None
    if where is None:
        return None
    short = fullname.rpartition(".")[2]
    path = where / f"{rest or short}{SUFFIX}"
    if not path.is_file() or not fill_group(fullname, where, note(place)):
        return None
    return spec_from_file_location(fullname, path, loader=ExtensionFileLoader(fullname, str(path)))


def group_of(module: str) -> str:
    """What the C modules of a game are called together."""
    return module.split(".")[2]


def fill_group(fullname: str, where: Path, origin: dict[str, str]) -> bool:
    """The library that the modules of a game are doors to must be there first, and be made from this.

    A process cannot read one anew: where it has an older one, the plain file is played until it starts again.
    """
    name = f"{group_of(fullname)}__mypyc"
    path = where / f"{name}{SUFFIX}"
    if not path.is_file():
        return False
    if name not in sys.modules:
        read[name] = origin
        found = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
        assert found is not None
        assert found.loader is not None
        sys.modules[name] = module_from_spec(found)
        found.loader.exec_module(sys.modules[name])
    return read.get(name) == origin


def compile_game(place: Path, module: str) -> Path:
    """Compile this game, which is known as this module; where the result lies. NotCompiled where it cannot be."""
    if not fingerprint():
        raise NotCompiled("plain_core")
    if shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None:
        raise NotCompiled("no_compiler")
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        raise NotCompiled("no_mypyc")
    if not sources(place):
        raise NotCompiled("nothing_to_compile", folder=str(place))
    with tempfile.TemporaryDirectory() as room:
        work = Path(room)
        lay_out(work, place, module)
        # The package itself, and not its copy in this folder.
        where = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH", ""))))
        command = [sys.executable, "-P", "-m", "tailback.brought.c_build", module]
        run = subprocess.run(command, cwd=work, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": where})
        if run.returncode:
            raise NotCompiled("failed", reason=reason(run.stdout + run.stderr, place, module))
        if hashlib.sha256((work / "c" / HEADER).read_bytes()).hexdigest() != fingerprint():
            raise NotCompiled("other_core")
        home = folder(place)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        for built in (work / "built").rglob(f"*{SUFFIX}"):
            shutil.copy(built, home / built.name)
        (home / NOTE).write_text(json.dumps(note(place), indent=1) + "\n", encoding="utf-8")
    return home


def lay_out(work: Path, place: Path, module: str) -> None:
    """The sources of the core and of the game, as if the game were one of the package's modules."""
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in ("core", "games", "kit", "texts", "brought") or path.parent == PACKAGE:
            there = work / "tailback" / path.relative_to(PACKAGE)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)
    parts = module.split(".")
    home = work.joinpath(*parts)
    if place.is_file():
        shutil.copy(place, home.with_suffix(".py"))
        return
    home.mkdir()
    (home / "__init__.py").touch()
    for path in place.glob("*.py"):
        shutil.copy(path, home / path.name)


def reason(told: str, place: Path, module: str) -> str:
    """What the compiler said of the game's own files, under their own names."""
    inside = "/".join(module.split("."))
    own = [line for line in told.splitlines() if inside in line and "error" in line] or told.splitlines()[-3:]
    named = [line.replace(f"{inside}.py", place.name).replace(inside, str(place)) for line in own]
    return "\n".join(named)


def compiled(module: ModuleType) -> bool:
    return str(getattr(module, "__file__", "")).endswith(sysconfig.get_config_var("EXT_SUFFIX") or ".so")
