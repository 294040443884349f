"""Compiles the core and the games with mypyc; without a C compiler the same files run as they are.

The browser table goes into the wheel as `make web` left it in build/web, and the one that plays on the device alone
as `make site` did: nobody needs Node to play.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import runpy
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path("src/tailback")
# What `make web` and `make site` build, and what it is called in the package.
TABLES = {"web": Path("build/web"), "here": Path("build/site/play")}
ROOMS = ("core", "games", "kit")
# Only these commands build; metadata and source archives need no C.
BUILDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
# Hot code never passes through these: `vecs` only chooses between two imports, the others look into any object.
PLAIN = {
    "core/errors.py",
    "core/fair.py",
    "core/vecs.py",
    "core/record.py",
    "core/record_reader.py",
    "core/snapshot.py",
    "core/undo.py",
    "core/reasons.py",
    "core/layout.py",
    "core/spread.py",
    "kit/faults.py",
    "kit/proofs.py",
    "kit/sketch.py",
    "kit/words.py",
}
# Beside the rules of a game: what gathers the package, describes its data, learns for its robots or puts it in words.
ASIDE = {"__init__.py", "shapes.py", "because.py", "lines.py", "learn.py", "spread.py"}
# Calls between the modules of the group become direct and can be inlined (about a tenth faster). Nobody reads warnings
# about code that mypyc wrote or steps through it, so both stay off.
if sys.platform == "win32":
    FLAGS = ["/bigobj"]
else:
    FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition", "-w", "-g0"]
# Short functions of the core that hot loops of all games call: each game's C gets them to inline.
NEAR = ("bits___bit", "bits___count", "observe___distance", "rng___Rng___next", "rng___Rng___below")
# What the C modules are called together.
GROUP = "tailback"
# Not straight in build/: after `make play` build/tailback is the command.
C = Path("build/c")


def modules() -> list[str]:
    """Everything in these rooms that hot code passes through."""
    found = [ROOT / "batch.py", *(path for room in ROOMS for path in sorted(ROOT.joinpath(room).rglob("*.py")))]
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


def keep_docs(path: str) -> None:
    """mypyc drops docstrings and types, so `help` would be empty: write both behind the signatures in its C."""
    docs: dict[str, str] = {}
    for name, text in written(path).items():
        # The C names are cut on the left as long as they stay unique.
        parts = name.split(".")
        for k in range(len(parts)):
            docs["___".join(parts[k:])] = text

    def fill(found: re.Match[str]) -> str:
        doc = docs.get(found[2], "").encode()
        return f'{found[1]}"{found[3]}{"".join(spelt(byte) for byte in doc)}"'

    source = C / f"__native_{'___'.join(Path(path).relative_to(ROOT.parent).with_suffix('').parts)}.c"
    text = source.read_text(encoding="utf-8")
    source.write_text(CLASS.sub(fill, FUNCTION.sub(fill, text)), encoding="utf-8")


def spelt(byte: int) -> str:
    """A byte inside a C string."""
    return chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"


def room(source: str) -> str:
    """The game that a C file of mypyc belongs to, or the core, which takes what mypyc itself brings along, too."""
    game = re.search(r"games(?:___|/)(\w+?)(?:___|/)", Path(source).relative_to(C).as_posix())
    return game[1] if game else "core"


def gathered(sources: list[str], kind: str) -> dict[str, str]:
    """One C file for each room that includes those of its modules, and so reads the headers once and inlines calls.

    Gives the new file of each old one.
    """
    instead = {source: str(C / f"{kind}_{room(source)}.c") for source in sources}
    for file in set(instead.values()):
        lines = ['#include "once.h"\n'] if kind == "unit" else []
        if kind == "unit" and not file.endswith("_core.c"):
            lines.append('#include "near.h"\n')
        for source in sources:
            if instead[source] == file:
                # Each module has a second door of this name, for the linker of Windows.
                lines.append(f"#define PyInit___init__ PyInit___init___{Path(source).stem}\n")
                lines.append(f'#include "{Path(source).relative_to(C).as_posix()}"\n#undef PyInit___init__\n')
        Path(file).write_text("".join(lines), encoding="utf-8")
    return instead


def bring_near() -> None:
    """Writes near.h: bodies that may be inlined; where they are not, the ones in the core are called."""
    lines = ['#include "__native_tailback.h"', '#include "__native_internal_tailback.h"']
    for name in NEAR if sys.platform != "win32" else ():
        source = C / f"__native_tailback___core___{name.partition('___')[0]}.c"
        body = re.search(
            rf"^\w+ CPyDef_tailback___core___{name}\([^\n]*\) \{{\n.*?\n\}}\n",
            source.read_text(encoding="utf-8"),
            re.S | re.M,
        )
        if body is None:
            raise SystemExit(f"tailback: there is no {name} in {source}")
        lines.append(f"extern inline __attribute__((gnu_inline)) {body[0]}")
    (C / "near.h").write_text("\n".join(lines), encoding="utf-8")


# The body of a module, as mypyc writes it.
MODULE = re.compile(r"^char CPyDef_\w+_____top_level__\(void\)(?= \{)", re.M)


def run_once() -> None:
    """Writes once.h: a module's body runs a single time, and making it quick took a tenth of the compiler's time."""
    sources = sorted(C.glob("__native_tailback___*.c")) if sys.platform != "win32" else []
    heads = [head for source in sources for head in MODULE.findall(source.read_text(encoding="utf-8"))]
    lines = [f'__attribute__((cold, optimize("O0"))) {head};\n' for head in heads]
    (C / "once.h").write_text("".join(lines), encoding="utf-8")


def extensions() -> list[Extension]:
    """One group, so that calls from module to module are C calls; it hands out a table of what is in it, so that a game
    of one's own can be compiled against it (`tailback compile`). TAILBACK_PURE=1 leaves everything as it is."""
    if os.environ.get("TAILBACK_PURE") or not BUILDS & set(sys.argv):
        return []
    if find_spec("mypyc") is None:
        tell("mypyc is not here, so the rules stay plain Python")
        return []
    tell("writing the rules in C, about ten seconds")
    # Not imported: the package around it is what is to be built.
    c_modules = runpy.run_path(str(ROOT / "brought" / "c_groups.py"))["c_modules"]
    built: list[Extension] = c_modules(["--strict", *modules()], [(modules(), GROUP)], str(C), multi_file=True)
    for path in modules():
        keep_docs(path)
    bring_near()
    run_once()
    group, *doors = built
    group.sources = sorted(set(gathered(group.sources, "unit").values()))
    instead = gathered([source for door in doors for source in door.sources], "door")
    for door in doors:
        door.sources = [instead[source] for source in door.sources]
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
        tell("no C modules (see above), so the rules stay plain Python: same games, slower")
        for path in paths:
            path.unlink(missing_ok=True)
        self.extensions = []

    def build_extensions(self) -> None:
        self.compiler.compile = Beside(self.compiler.compile)
        super().build_extensions()


class Beside:
    """Compiles files beside each other on all cores, and none of them twice; setuptools takes one after the other."""

    def __init__(self, compile_some: Callable[..., list[str]]) -> None:
        self.compile_some = compile_some
        self.objects: dict[str, list[str]] = {}

    def __call__(self, sources: list[str], **how: Any) -> list[str]:
        # The longest first, so that all cores are done at the same time.
        sizes = {source: size(Path(source)) for source in sources if source not in self.objects}
        todo = sorted(sizes, key=lambda source: -sizes[source])
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if len(todo) > 1:
            tell(f"compiling the rules on {cores} {'cores' if cores > 1 else 'core'}: a minute on two quick ones")
        begun = time.monotonic()
        with ThreadPoolExecutor(cores) as pool:
            jobs = {pool.submit(self.compile_some, [source], **how): source for source in todo}
            for job in as_completed(jobs):
                self.objects[jobs[job]] = job.result()
                left = sum(sizes[source] for source in todo if source not in self.objects)
                if left:
                    gone = sum(sizes.values()) - left
                    seconds = (time.monotonic() - begun) * left / gone
                    tell(f"{100 * gone // (gone + left)} % of the rules compiled, about {seconds:.0f} s left")
        return [built for source in sources for built in self.objects[source]]


def size(unit: Path) -> int:
    """How much C there is in a gathered file."""
    return sum((C / part).stat().st_size for part in re.findall('#include "(.*)"', unit.read_text(encoding="utf-8")))


def tell(words: str) -> None:
    print(f"tailback: {words}", file=sys.stderr, flush=True)


class WithTables(build_py):
    """The package, and the built browser tables in it; an archive of the sources brings them along in the package."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # there the server finds them in build itself
        self.note_core()
        for name, built in TABLES.items():
            there = Path(self.build_lib) / "tailback" / name
            if (built / "index.html").is_file():
                shutil.rmtree(there, ignore_errors=True)
                shutil.copytree(built, there)
            elif not (ROOT / name / "index.html").is_file():
                shutil.rmtree(there, ignore_errors=True)
                if Path("web/package.json").is_file():
                    tell(f"no browser table in {built} (make {built.parts[1]}), so none goes into the wheel")

    def note_core(self) -> None:
        """A print of what the C modules hand out: a game of one's own is only compiled against the very same ones."""
        header = C / f"__native_{GROUP}.h"
        if header.is_file():
            print_of = hashlib.sha256(header.read_bytes()).hexdigest()
            Path(self.build_lib, "tailback", "core", "native.txt").write_text(print_of + "\n", encoding="utf-8")


class TablesAlong(sdist):
    """Who builds from the archive needs no Node either."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        for name, built in TABLES.items():
            if (built / "index.html").is_file():
                shutil.copytree(built, Path(base_dir) / ROOT / name, dirs_exist_ok=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing, "build_py": WithTables, "sdist": TablesAlong})
