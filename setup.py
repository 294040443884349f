"""Compiles the core and the games with mypyc; without a C compiler the same files run as they are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path("src/tailback")
ROOMS = ("core", "games")
# Only these commands build; metadata and source archives need no C.
BUILDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
# Hot code never passes through these: `vecs` only chooses between two imports, the others look into any object.
PLAIN = {"core/fair.py", "core/vecs.py", "core/record.py", "core/snapshot.py"}
# Calls between the modules of the group become direct and can be inlined (about a tenth faster).
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-fno-semantic-interposition"]


def modules() -> list[str]:
    """Everything in these rooms, except what only gathers a package or describes its data for docs and tests."""
    found = [path for room in ROOMS for path in sorted(ROOT.joinpath(room).rglob("*.py"))]
    return [
        str(path)
        for path in found
        if path.name not in {"__init__.py", "shapes.py"} and path.relative_to(ROOT).as_posix() not in PLAIN
    ]


def extensions() -> list[Extension]:
    """One group, so that calls from module to module are C calls. TAILBACK_PURE=1 leaves everything as it is."""
    if os.environ.get("TAILBACK_PURE") or not BUILDS & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("tailback: mypyc is not here, so the rules stay plain Python", file=sys.stderr)
        return []
    # Not straight in build/: after `make play` build/tailback is the command.
    built: list[Extension] = mypycify(
        ["--strict", *modules()], opt_level="3", group_name="tailback", target_dir="build/c"
    )
    for extension in built:
        extension.optional = True
        extension.extra_compile_args = [*(extension.extra_compile_args or []), *FLAGS]
    return built


class AllOrNothing(build_ext):
    """The modules of the group need each other: when one does not compile, all stay plain Python.

    Where that would hide a mistake, TAILBACK_MUST_COMPILE=1 makes it an error.
    """

    def run(self) -> None:
        super().run()
        paths = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if all(path.exists() for path in paths):
            return
        if os.environ.get("TAILBACK_MUST_COMPILE"):
            raise SystemExit("tailback: the C modules could not be built; the reason stands above")
        print("tailback: no C modules (see above), so the rules stay plain Python: same games, slower", file=sys.stderr)
        for path in paths:
            path.unlink(missing_ok=True)
        self.extensions = []


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
