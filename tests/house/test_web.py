"""The house rules of the browser table that are read off its text: it asks nobody outside, keeps to the strict policy,
and knows a game only in its own folder. What must be read as a program is in `web/src/house.test.ts`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tailback import games

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SOURCE = WEB / "src"
# Written by `make docs` from the server's own messages and views.
GENERATED = {"net/protocol.ts", "net/shapes.ts"}
LONGEST = 500
WRITTEN = {".ts", ".svelte", ".css", ".html", ".json", ".py", ".svg", ".webmanifest"}
SKIPPED = {"node_modules", "test-results"}
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


def test_every_folder_is_a_game_or_shared_by_some() -> None:
    known = set(games.ours())
    for path in (SOURCE / "games").iterdir():
        if path.is_dir():
            assert path.name in known or path.name.startswith("_"), path.name


def test_nobody_knows_a_game_but_its_own_folder() -> None:
    """What a game needs in the browser stands in `web/src/games/<game>/`, also what its tests need."""
    # Not into what is skipped: the browser's tests may be writing there just now.
    kept = [path for path in WEB.iterdir() if path.name not in SKIPPED]
    files = [file for path in kept for file in (path.rglob("*") if path.is_dir() else [path])]
    written = [path for path in files if path.suffix in WRITTEN]
    assert len(written) > 250
    found = [
        f"{path.relative_to(WEB)}:{number}: {game}"
        for path in written
        if path.relative_to(SOURCE.parent).as_posix().removeprefix("src/") not in GENERATED
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for game in games.ids()
        if re.search(rf"(?<![\w]){game}(?![\w])", line) and not path.is_relative_to(SOURCE / "games" / game)
    ]
    assert found == []


# What goes out with it


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
    for package in (*wanted["dependencies"], *wanted["devDependencies"]):
        assert package in decision, package


def test_what_builds_the_table_needs_nothing_of_the_tests() -> None:
    """`make play` installs only what stands in `dependencies`."""
    builds = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]
    files = [WEB / name for name in ("vite.config.ts", "finish.ts", "onepage.ts", "places.ts")]
    files += [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    for path in files:
        if not {"e2e", "shots"} & set(path.parts) and ".test." not in path.name and not path.name.startswith("test-"):
            text = path.read_text(encoding="utf-8")
            for found in re.findall(r"(?:\bfrom|^\s*@?import)\s+['\"]([^'\".][^'\"]*)['\"]", text, re.M):
                name = "/".join(found.split("/")[: 2 if found.startswith("@") else 1])
                assert name.startswith(("node:", "$")) or name in builds, f"{path}: {found}"
