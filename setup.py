"""Compiles the core and the games with mypyc; without a C compiler the same files run as they are.

The browser table goes into the wheel as `make web` left it in build/web: nobody needs Node to play.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path("src/tailback")
WEB = Path("build/web")
ROOMS = ("core", "games")
# Only these commands build; metadata and source archives need no C.
BUILDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
# Hot code never passes through these: `vecs` only chooses between two imports, the others look into any object.
PLAIN = {"core/errors.py", "core/fair.py", "core/vecs.py", "core/record.py", "core/snapshot.py"}
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


class WithTable(build_py):
    """The package, and the built browser table in it; an archive of the sources brings it along in the package."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # there the server finds build/web itself
        there = Path(self.build_lib) / "tailback" / "web"
        if (WEB / "index.html").is_file():
            shutil.rmtree(there, ignore_errors=True)
            shutil.copytree(WEB, there)
        elif not (ROOT / "web" / "index.html").is_file():
            shutil.rmtree(there, ignore_errors=True)
            print("tailback: no browser table in build/web (make web), so none goes into the wheel", file=sys.stderr)


class TableAlong(sdist):
    """Who builds from the archive needs no Node either."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        if (WEB / "index.html").is_file():
            shutil.copytree(WEB, Path(base_dir) / ROOT / "web", dirs_exist_ok=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing, "build_py": WithTable, "sdist": TableAlong})
