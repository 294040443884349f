"""Compiles the core and the games with mypyc; without a C compiler the same files run as they are.

The browser table goes into the wheel as `make web` left it in build/web: nobody needs Node to play.
"""

from __future__ import annotations

import ast
import os
import re
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
PLAIN = {
    "core/errors.py",
    "core/fair.py",
    "core/vecs.py",
    "core/record.py",
    "core/snapshot.py",
    "core/undo.py",
    "core/reasons.py",
}
# Beside the rules of a game: what gathers the package, describes its data, learns for its robots or puts it in words.
ASIDE = {"__init__.py", "shapes.py", "because.py", "lines.py", "learn.py"}
# Calls between the modules of the group become direct and can be inlined (about a tenth faster). Nobody reads warnings
# about code that mypyc wrote or steps through it: without them and without its debugging information the compiler is
# done in two minutes instead of five.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-fno-semantic-interposition", "-w", "-g0"]


def modules() -> list[str]:
    """Everything in these rooms that hot code passes through."""
    found = [path for room in ROOMS for path in sorted(ROOT.joinpath(room).rglob("*.py"))]
    return [str(path) for path in found if path.name not in ASIDE and path.relative_to(ROOT).as_posix() not in PLAIN]


def written(path: str) -> dict[str, str]:
    """Each class and function of a source by its full name: how it is called, and what its docstring says."""
    source = Path(path)
    module = ".".join(source.with_suffix("").relative_to(ROOT.parent).parts)
    found: dict[str, str] = {}

    def note(node: ast.stmt, owner: str) -> None:
        if isinstance(node, ast.ClassDef):
            found[f"{owner}.{node.name}"] = ast.get_docstring(node) or ""
            for inner in node.body:
                note(inner, f"{owner}.{node.name}")
        elif isinstance(node, ast.FunctionDef):
            answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            call = f"{node.name}({ast.unparse(node.args)}){answer}".replace("i64", "int")
            found[f"{owner}.{node.name}"] = f"{call}\n\n{ast.get_docstring(node) or ''}".strip()

    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        note(node, module)
    return found


# In the C that mypyc writes: a function in a list of methods, and the head of a class, each up to its docstring.
FUNCTION = re.compile(r'(\(PyCFunction\)CPyPy_(\w+),\s*METH_FASTCALL[^"]*?PyDoc_STR\()"((?:[^"\\]|\\.)*)"')
CLASS = re.compile(
    r'(PyTypeObject CPyType_(\w+?)_template_ = \{.*?\.tp_doc = PyDoc_STR\()"((?:[^"\\]|\\.)*)"', re.DOTALL
)


def keep_docs(source: Path, paths: list[str]) -> None:
    """mypyc drops docstrings and types, so `help` would be empty: write both behind the signatures in its C."""
    docs: dict[str, str] = {}
    for path in paths:
        for name, text in written(path).items():
            # The C names are cut on the left as long as they stay unique.
            parts = name.split(".")
            for k in range(len(parts)):
                docs["___".join(parts[k:])] = text

    def fill(found: re.Match[str]) -> str:
        doc = docs.get(found[2], "").encode()
        return f'{found[1]}"{found[3]}{"".join(spelt(byte) for byte in doc)}"'

    text = source.read_text(encoding="utf-8")
    source.write_text(CLASS.sub(fill, FUNCTION.sub(fill, text)), encoding="utf-8")


def spelt(byte: int) -> str:
    """A byte inside a C string."""
    return chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"


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
    for source in {source for extension in built for source in extension.sources if "__native" in source}:
        keep_docs(Path(source), modules())
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
