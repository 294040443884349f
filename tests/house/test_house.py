"""The house rules: imports point one way, docs are what the code says, nothing foreign stands in the tree."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tailback import games
from tailback.cli.arguments import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tailback"

# A room may import from the rooms named here (and from itself). Whatever stands below stands on nothing above it.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "brought": {"core", "texts"},
    "games": {"core", "texts", "brought"},
    "kit": {"core", "texts", "brought"},
    "robots": {"core", "games"},
    "laws": {"core", "games", "robots", "texts", "brought", "kit"},
    "lab": {"core", "brought", "games", "robots", "texts", "folders", "reasons"},
    "batch": {"core", "games"},
    "rl": {"core", "games", "robots", "texts", "batch"},
    "reasons": set(),
    "texts": {"reasons"},
    "folders": {"core"},
    "locks": set(),
    "server.store": {"core", "reasons"},
    "server.vitals": {"core", "texts", "server.store"},
    "server.truth": {"core", "brought", "games", "robots", "texts"},
    "server.protocol": {"core", "games", "robots", "texts", "server.truth"},
    "server.live": {"core", "brought", "games", "robots", "server.store", "server.truth", "server.protocol"},
    "server.service": {
        "core",
        "games",
        "robots",
        "server.truth",
        "server.protocol",
        "server.live",
        "server.vitals",
    },
    "server.door": {
        "core",
        "games",
        "robots",
        "texts",
        "folders",
        "server.truth",
        "server.protocol",
        "server.live",
        "server.service",
        "server.vitals",
    },
    "server.lab": {
        "core",
        "games",
        "lab",
        "texts",
        "locks",
        "server.truth",
        "server.live",
        "server.service",
        "server.door",
    },
    # It knows no table and no store: what it passes on is nothing that it could know.
    "server.relay": {
        "server.truth",
        "server.protocol",
        "server.live",
        "server.service",
        "server.door",
        "server.vitals",
    },
    "device": {
        "core",
        "robots",
        "server.store",
        "server.truth",
        "server.protocol",
        "server.live",
        "server.service",
    },
    "server.reference": {
        "core",
        "games",
        "texts",
        "server.truth",
        "server.protocol",
        "server.live",
        "server.service",
        "server.door",
    },
    "server.run": {
        "core",
        "brought",
        "texts",
        "games",
        "reasons",
        "server.store",
        "server.truth",
        "server.protocol",
        "server.live",
        "server.service",
        "server.door",
        "server.lab",
        "server.relay",
        "server.reference",
        "server.vitals",
    },
    "client": {"core", "texts", "folders", "locks", "reasons"},
    "terminal": {"core", "brought", "games", "robots", "texts", "folders", "locks", "reasons", "client"},
    "cli": {
        "core",
        "brought",
        "kit",
        "games",
        "robots",
        "texts",
        "folders",
        "reasons",
        "client",
        "terminal",
        "lab",
        "laws",
        "server.store",
        "server.run",
    },
}
# What a table needs to go on anywhere, also where there is no line to anybody.
WITHOUT_LINES = ("server.truth", "server.protocol", "server.live", "server.service", "device")
LINES = {"asyncpg", "h11", "httpx", "sqlite3", "starlette", "uvicorn", "websockets"}

Graph = dict[str, set[str]]


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).is_file()]


# Who imports whom


def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def named_in(tree: ast.AST) -> Iterator[str]:
    """What a source imports, anywhere in it: at the top, inside functions, or for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def import_graph() -> Graph:
    known = modules()
    graph: Graph = {name: set() for name in known}
    for name, path in known.items():
        for imported in named_in(ast.parse(path.read_text(encoding="utf-8"))):
            # `from a.b import c`: the module a.b.c, or something in a.b.
            found = imported if imported in known else imported.rpartition(".")[0]
            if found in known and found != name:
                graph[name].add(found)
    # Commands are found by their names when they are called.
    graph["tailback.cli"] |= {f"tailback.cli.{command.does.partition(':')[0]}" for command in COMMANDS.values()}
    return graph


def cycle_in(graph: Graph) -> list[str]:
    """Modules that need each other, in a circle; empty when there is none."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        found = next(filter(None, (walk(other, [*way, name]) for other in sorted(graph[name]))), [])
        done.add(name)
        return found

    return next(filter(None, (walk(name, []) for name in sorted(graph))), [])


def room_of(module: str) -> str:
    """The room that a module stands in; empty for the few that stand in front of all rooms."""
    inner = ".".join(module.split(".")[1:3])
    return inner if inner in MAY_IMPORT else inner.split(".")[0] if inner.split(".")[0] in MAY_IMPORT else ""


GRAPH = import_graph()


def test_no_modules_need_each_other() -> None:
    assert cycle_in(GRAPH) == []


def test_a_cycle_would_be_found() -> None:
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert len(GRAPH) > 100
    assert "tailback.core.rng" in GRAPH["tailback.core.simulate"]
    assert "tailback.server.store.sqlite" in GRAPH["tailback.server.store"], "imports inside functions count"


@pytest.mark.parametrize("name", sorted(name for name in GRAPH if room_of(name)))
def test_imports_point_left(name: str) -> None:
    room = room_of(name)
    for other in GRAPH[name]:
        if room_of(other) != room:
            assert not room_of(other) or room_of(other) in MAY_IMPORT[room], f"{name} imports {other}"


def test_every_room_is_known() -> None:
    front = {"tailback", "tailback.__main__", "tailback.server"}
    assert {name for name in GRAPH if not room_of(name)} == front
    assert {room_of(name) for name in GRAPH} - {""} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", WITHOUT_LINES)
def test_what_is_true_and_what_is_live_knows_no_line(room: str) -> None:
    names = [name for name in GRAPH if room_of(name) == room]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not LINES & set(loaded)
    assert len(names) > 3


# Robots

THINKERS = ("tailback.robots.levels", "tailback.robots.players", "tailback.server.live.bot_worker")
# What holds a match as it really is, its seed or its moves.
HOLDS_ALL = re.compile(
    r"tailback\.(server|client|terminal|cli|core\.(record|fair|undo|reasons)|robots\.(duels|yardsticks))"
)


# Where games are found by their names. It reads records, too, but no robot asks it to.
FINDER = "tailback.games"


def reached_from(names: tuple[str, ...]) -> set[str]:
    found, ahead = set(names), list(names)
    while ahead:
        name = ahead.pop()
        for other in GRAPH[name] - found if name != FINDER else ():
            found.add(other)
            ahead.append(other)
    return found


def test_where_robots_think_nothing_holds_the_real_match() -> None:
    reached = reached_from(THINKERS)
    harmless = {f"tailback.server.live.{name}" for name in ("bot_worker", "priority", "questions")}
    assert {name for name in reached if HOLDS_ALL.match(name)} == harmless
    assert {"tailback.core.game", "tailback.core.search", "tailback.robots.players"} <= reached


def test_robots_are_called_with_what_a_seat_knows() -> None:
    """Every policy, and every reason a robot gives, is a function of what is handed to it."""
    tree = ast.parse((PACKAGE / "robots" / "players.py").read_text(encoding="utf-8"))
    made = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "choose"]
    assert [[arg.arg for arg in node.args.args] for node in made] == [["view", "decision", "legal", "rng"]]
    for game in map(games.load, games.ids()):
        reasons = game.part("because")
        if reasons is not None:
            assert list(inspect.signature(reasons.because).parameters) == ["before", "events", "seat"]


# What is in the tree

PICTURES = {".avif", ".jpg", ".png", ".svg", ".webp", ".woff2"}


def test_no_package_registry_is_named() -> None:
    host = re.compile(r"https?://[A-Za-z0-9.-]*(pypi|pythonhosted|npmjs|deb\.debian|mirror|artifact|nexus|registry)")
    machine = re.compile(r"(^|[^A-Za-z0-9_.])/(work|farm|root)/")
    for path in tracked():
        if path.suffix in PICTURES or path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        assert not host.search(text), f"{path.name} names a package registry"
        assert not machine.search(text), f"{path.name} names a path of one machine"


def test_docs_are_current() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
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
# Examples show what one does with a game, so they name one.
PROSE = ("docs/", "examples/research/", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
GENERATED = (
    "web/src/net/shapes.ts",
    "src/tailback/rl/art.json",
    "src/tailback/robots/strength.json",
    "src/tailback/robots/even.json",
    "src/tailback/robots/times.json",
)


def test_nothing_names_a_game_but_its_own_folders() -> None:
    ids = sorted(path.parent.name for path in PACKAGE.glob("games/*/game.py"))
    assert ids
    named = re.compile("|".join(ids))
    elsewhere: dict[str, set[str]] = {}
    allowed = (*PROSE, *GENERATED)
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(allowed) or path.suffix in PICTURES:
            continue
        at_home = {game for game in ids if name.startswith(tuple(home.format(game) for home in HOMES))}
        found = set(named.findall(name + "\n" + path.read_text(encoding="utf-8"))) - at_home
        if found:
            elsewhere[name] = found
    assert elsewhere == {}


def test_the_tests_of_a_clause_are_found() -> None:
    game = next(games.load(name) for name in games.ours())
    folder = f"tests/games/{game.id}"
    clause, other = game.clause_ids()[:2]
    asked = [["--clause", clause], ["--clause", clause, "--clause", other], [], ["--clause", "NO-1"]]
    # One process for all: to start one takes longer than to look for tests in it.
    program = "import pytest, sys; print(*(int(pytest.main(words.split())) for words in sys.argv[1:]), file=sys.stderr)"
    words = [" ".join(["--collect-only", "-p", "no:cacheprovider", folder, *more]) for more in asked]
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.split()[-4:] == ["0", "0", "0", "4"], done.stderr
    some, more, whole = map(int, re.findall(r"^(\d+)(?:/\d+)? tests? collected", done.stdout, re.M)[:3])
    assert 0 < some <= more < whole
