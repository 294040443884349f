"""The house rules of the browser table: it computes no rule, asks nobody outside, and keeps to the strict policy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tailback import games
from tailback.server.door import pages

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SOURCE = WEB / "src"
# Written by `make docs` from the server's own messages and views.
GENERATED = {"net/protocol.ts", "net/shapes.ts"}
LONGEST = 500
# Names of namespaces, which nobody ever asks for.
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def sources(*endings: str, tests: bool = False) -> list[Path]:
    found = sorted(path for path in SOURCE.rglob("*") if path.suffix in (endings or (".ts", ".svelte", ".css")))
    return [path for path in found if tests or not (".test." in path.name or "test" in path.stem.split("-"))]


def everywhere(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Where it stands, as `file:line: what`."""
    return [
        f"{name(path)}:{text[: found.start()].count(chr(10)) + 1}: {found[0]}"
        for path in paths
        for text in [path.read_text(encoding="utf-8")]
        for found in pattern.finditer(text)
    ]


def test_there_is_something_to_look_at() -> None:
    assert len(sources()) > 40
    assert {path.suffix for path in sources()} == {".ts", ".svelte", ".css"}


def test_no_source_is_too_long() -> None:
    for path in sources(tests=True):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert name(path) in GENERATED or lines <= LONGEST, f"{name(path)} has {lines} lines: it wants a second room"


def test_no_other_host_is_named() -> None:
    address = re.compile(r"(?:https?|wss?)://[^\s\"'`)<>${]+")
    page = re.compile(r"(?:src|href)=[\"'](?:https?:)?//")
    found = [hit for hit in everywhere(address, sources()) if hit.split(": ", 1)[1] not in NAMESPACES]
    assert found == []
    assert not page.search((WEB / "index.html").read_text(encoding="utf-8"))


def test_no_style_and_no_script_stands_in_markup() -> None:
    """The policy would drop them without a word: `style:left={...}` and classes work, `style="..."` does not."""
    style = re.compile(r"(?<![\w:-])style=[\"'`]")
    assert everywhere(style, sources(".svelte", ".ts")) == []
    for path in [WEB / "index.html", *sorted((WEB / "public").rglob("*.svg"))]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=", text), path.name
        assert all("src=" in script for script in re.findall(r"<script[^>]*>", text)), path.name


def test_nothing_that_needs_a_secure_address_is_called_bare() -> None:
    """Over plain http at a home address these are not there: whoever uses one asks first."""
    pattern = re.compile(r"\b(?:crypto\.(?:randomUUID|subtle)|navigator\.(?:clipboard|wakeLock|serviceWorker|share)\.)")
    for path in sources(".ts", ".svelte"):
        text = path.read_text(encoding="utf-8")
        for found in pattern.finditer(text):
            thing = found[0].rstrip(".").split(".")[1]
            ways = rf"['\"]{thing}['\"] in |\.{thing}\?\.|(?:if|&&|\|\||!)\s*\(?!?navigator\.{thing}\b"
            # To try, and to be content when it fails, is to ask as well.
            asked = re.search(ways, text) or re.search(r"\btry \{[^{}]*$", text[: found.start()])
            assert asked, f"{name(path)} uses {found[0]} without asking whether it is there"


# Where things come from


def imports(path: Path) -> list[tuple[bool, str]]:
    """What a file imports, and whether only types."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^\s*(?:import|export)\s+(type\s)?[^'\";]*?from\s+['\"]([^'\"]+)['\"]", text, re.MULTILINE)
    bare = re.findall(r"(?:^\s*import\s+|\bimport\()['\"]([^'\"]+)['\"]", text, re.MULTILINE)
    return [(bool(kind), target) for kind, target in found] + [(False, target) for target in bare]


def test_imports_stay_in_the_house() -> None:
    """No file of the rules, or of anything else outside, is built in; what comes along is Svelte and the font."""
    for path in sources(".ts", ".svelte"):
        for _, target in imports(path):
            if target.startswith("."):
                there = (path.parent / target.partition("?")[0]).resolve()
                assert there.is_relative_to(SOURCE), f"{name(path)} imports {target}"
            else:
                assert target.split("/")[0] in {"svelte", "@fontsource-variable"}, f"{name(path)} imports {target}"


def game_folders() -> list[Path]:
    return sorted(path for path in (SOURCE / "games").iterdir() if path.is_dir() and (path / "index.ts").is_file())


def test_every_folder_is_a_game_or_shared_by_some() -> None:
    known = set(games.ours())
    for path in (SOURCE / "games").iterdir():
        if path.is_dir():
            assert path.name in known or path.name.startswith("_"), path.name


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_a_game_knows_no_other_game_and_speaks_to_no_server(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.suffix not in (".ts", ".svelte") or path not in sources():
            continue
        for only_types, target in imports(path):
            there = (path.parent / target).resolve() if target.startswith(".") else None
            if there is None or not there.is_relative_to(SOURCE):
                continue
            parts = there.relative_to(SOURCE).parts
            if parts[0] == "games" and len(parts) > 2:
                assert parts[1] == folder.name or parts[1].startswith("_"), f"{name(path)} imports {target}"
            # The board of a circuit is a picture that is asked for once; everything else comes with the play.
            board = parts == ("net", "api") and set(re.findall(r"\bapi\.(\w+)", path.read_text())) == {"board"}
            assert parts[0] not in ("net", "screens") or only_types or board, f"{name(path)} imports {target}"


# No rule is computed: what may be done comes from `legal`, through `choices`, `find` and `all` of a play

# Whoever asks this of anything but the server's answer has begun to write a rule.
CLAIMS = re.compile(
    r"\b(?:(?:can|may|is|are|could|must)_?(?:[A-Z]\w*)?(?:Play|Lay|Legal|Illegal|Allowed|Valid|Playable|Match(?:es)?|Fit|Fits)(?:[A-Z]\w*)?"
    r"|(?:legal|valid|possible|playable|allowed)(?:Moves?|Cards?|Actions?|Plays?|Spaces?|Steps?|Rows?|Lanes?)"
    r"|playable|fits|allowed|legal)\s*\("
)
SENDS = re.compile(r"\.\s*(?:act|actFor)\(")
# One of the choices: a name, a member of one, or looked up among them.
CHOICE = re.compile(r"(?:[A-Za-z_$][\w$]*(?:[!?]?\.[A-Za-z_$][\w$]*|\[\w+\]|!)*|\w+\.(?:find|all|choicesOf)\(.*\)!?)")


def arguments(text: str, start: int) -> str:
    """What stands between this place, just after a bracket, and the bracket that closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return " ".join(text[start:at].split())
    return text[start:]


def rules_in(text: str, game: bool) -> list[str]:
    """What looks like a rule of a game in a source of the client."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    found = [hit[0] for hit in CLAIMS.finditer(code)]
    found += [hit[0] for hit in re.finditer(r"\.legal\b", code) if game]
    found += [hit[0] for hit in re.finditer(r"\.answer\(", code)]
    # Every action, legal or not, is there to ask why not; it must not be played.
    asked = set(re.findall(r"(?:const|let)\s+(\w+)[^=;]*=\s*(?:\$derived\()?[^;]*?\.action\(", code))
    for hit in SENDS.finditer(code):
        said = arguments(code, hit.end())
        what = said.split(", ", 1)[-1] if "actFor" in hit[0] else said
        if not CHOICE.fullmatch(what) or ".action(" in what or what.split(".")[0].rstrip("!") in asked:
            found.append(f"{hit[0]}{said})")
    return found


@pytest.mark.parametrize(
    "bad",
    [
        "const canPlay = (card: Card) => card.colour === view.colour; if (canPlay(card)) {}",
        "function isLegal(card: string) { return true; }",
        "const lit = cards.filter((card) => fits(card, view.pile));",
        "for (const card of legalCards(view.hand)) {}",
        "mayLayOn(view.top)",
        "void play.act(17)",
        "void play.act(view.hand.indexOf(card) + 3)",
        "void play.act(play.action('lay', { card }))",
        "const any = play.action('lay', { card });\nvoid play.act(any);",
        "void play.actFor(seat, base + 1)",
        "source.answer(seat, n, 4)",
        "const mine = update.legal.map(name)",
    ],
)
def test_a_rule_in_the_client_would_be_found(bad: str) -> None:
    assert rules_in(bad, game=True)


@pytest.mark.parametrize(
    "good",
    [
        "void play.act(choice)",
        "void play.act(only!)",
        "void play.act(play.find('row', { row })!)",
        "void play.actFor(seat, way.action)",
        "const fits = play.mine && ways(card).length > 0;",
        "void play.why(play.action('lay', { card }), element)",
        "if (card.matches('.lit') && query.matches) quiet();",
        "// what is legal (or not) the server says",
    ],
)
def test_what_only_offers_the_choices_is_well(good: str) -> None:
    assert rules_in(good, game=True) == []


# The one door to the server: a play takes answers there, and whoever stands behind it.
DOORS = ("net/", "table/")


def test_the_client_computes_no_rule() -> None:
    found = {
        name(path): rules
        for path in sources(".ts", ".svelte")
        if not name(path).startswith(DOORS)
        if (rules := rules_in(path.read_text(encoding="utf-8"), name(path).startswith(("games/", "art/", "ui/"))))
    }
    assert found == {}


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_table_offers_what_the_server_offers(folder: Path) -> None:
    own = [path for path in sources(".ts", ".svelte") if path.is_relative_to(folder)]
    text = "".join(path.read_text(encoding="utf-8") for path in own)
    assert re.search(r"\bplay\.(?:choices|find|all|choicesOf)\b", text), "nothing of `legal` is shown"
    assert SENDS.search(text), "nothing can be done"
    assert ".why(" in text, "what is not legal must say why not"


# The server's half


def test_every_screen_with_an_address_is_answered() -> None:
    text = (SOURCE / "route.svelte.ts").read_text(encoding="utf-8")
    (table,) = re.findall(r"const SCREENS[^=]*= \{(.*?)\};", text, re.DOTALL)
    words = set(re.findall(r"^\s*(\w+):", table, re.MULTILINE))
    assert {"new", "t", "r"} <= words
    assert words - {"t", "r"} <= set(pages.SCREENS)


def test_the_home_screen_of_a_phone_finds_its_pictures() -> None:
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        picture = (WEB / "public" / icon["src"].removeprefix("/")).read_bytes()
        if icon["type"] == "image/png":
            size = int.from_bytes(picture[16:20], "big")
            assert icon["sizes"] == f"{size}x{size}"


def test_the_lock_names_no_address_and_every_package_has_its_hash() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    packages = {where: found for where, found in lock["packages"].items() if where}
    assert len(packages) > 50
    for where, found in packages.items():
        assert "resolved" not in found, where
        assert found.get("integrity", "").startswith("sha512-") or found.get("inBundle"), where
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text()


def test_every_package_is_told_of_in_the_decision() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    decision = (ROOT / "docs" / "decisions" / "0005-the-browser-table.md").read_text(encoding="utf-8")
    assert "dependencies" not in wanted
    for package in wanted["devDependencies"]:
        assert package in decision, package
