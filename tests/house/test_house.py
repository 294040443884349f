"""The house rules: imports point one way, docs are what the code says, nothing foreign stands in the tree."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tailback import games

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tailback"

# A room may import from the rooms named here (and from itself); the outer files may import from all.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "games": {"core", "texts"},
    "texts": set(),
    "server": {"core", "games", "texts"},
    "client": {"core", "texts"},
    "terminal": {"core", "games", "texts", "client"},
    "cli": {"core", "games", "texts", "client", "server", "terminal"},
}
# The record of a match must name its game, so it looks games up; nothing else in the core does.
EXCEPTIONS = {("core/record.py", "games")}


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).is_file()]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def rooms() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] in MAY_IMPORT)


@pytest.mark.parametrize("path", rooms(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_left(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    room = name.split("/")[0]
    for module in imports(path):
        if module.startswith("tailback."):
            other = module.split(".")[1]
            if other != room and other in MAY_IMPORT and (name, other) not in EXCEPTIONS:
                assert other in MAY_IMPORT[room], f"{name} imports {module}"


def test_every_room_is_known() -> None:
    found = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert found == set(MAY_IMPORT)


def test_no_package_registry_is_named() -> None:
    host = re.compile(r"https?://[A-Za-z0-9.-]*(pypi|pythonhosted|npmjs|deb\.debian|mirror|artifact|nexus|registry)")
    machine = re.compile(r"(^|[^A-Za-z0-9_.])/(work|farm|root)/")
    for path in tracked():
        if path.suffix in {".png", ".svg", ".woff2"} or path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        assert not host.search(text), f"{path.name} names a package registry"
        assert not machine.search(text), f"{path.name} names a path of one machine"


def test_docs_are_current() -> None:
    spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for path, text in tool.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run make docs"


def test_links_in_the_docs_lead_somewhere() -> None:
    link = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
    for path in tracked():
        if path.suffix == ".md":
            for target in link.findall(path.read_text(encoding="utf-8")):
                if not re.match(r"[a-z]+:", target):
                    assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_make_targets_named_in_the_docs_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        for target in re.findall(r"`make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8")):
            assert target in targets, f"{name} names make {target}"


def test_importing_the_package_brings_nothing_heavy() -> None:
    code = "import sys, tailback, tailback.games; print(*sorted(m for m in sys.modules if '.' not in m))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "rich", "starlette", "uvicorn", "asyncpg", "msgspec"} & set(names)


def test_a_server_does_not_read_the_shapes() -> None:
    """They are for docs and tests, and would only make the start slower."""
    code = "import sys, tailback.server.run.app; print(*[m for m in sys.modules if m.endswith('shapes')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == []


def test_python_sources_are_not_too_long() -> None:
    for path in PACKAGE.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 700, f"{path.name} has {lines} lines: it wants a second room"


# What one game is stands in its own folders; whatever else is told of games in prose may take one as an example.
HOMES = ("src/tailback/games/{}/", "tests/games/{}/", "web/src/games/{}/")
PROSE = ("docs/", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
GENERATED = ("web/src/net/shapes.ts",)


def test_nothing_names_a_game_but_its_own_folders() -> None:
    ids = sorted(path.parent.name for path in PACKAGE.glob("games/*/game.py"))
    assert ids
    named = re.compile("|".join(ids))
    elsewhere: dict[str, set[str]] = {}
    # The browser's tables of games are on their way into its folders: then this word goes, too.
    allowed = (*PROSE, *GENERATED, "web/")
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(allowed) or path.suffix in {".png", ".svg", ".woff2"}:
            continue
        at_home = {game for game in ids if name.startswith(tuple(home.format(game) for home in HOMES))}
        found = set(named.findall(name + "\n" + path.read_text(encoding="utf-8"))) - at_home
        if found:
            elsewhere[name] = found
    assert elsewhere == {}


def test_the_tests_of_a_clause_are_found() -> None:
    def found(*words: str) -> tuple[int, int]:
        command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.count("::")

    game = next(games.load(name) for name in games.ours())
    folder = f"tests/games/{game.id}"
    clause, other = game.clause_ids()[:2]
    code, some = found(folder, "--clause", clause)
    assert (code, some > 0) == (0, True)
    code, more = found(folder, "--clause", clause, "--clause", other)
    assert (code, more >= some) == (0, True)
    assert more < found(folder)[1]
    assert found(folder, "--clause", "NO-1")[0] == 4
