"""The browser table comes with the package: nobody needs Node to play."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from server.harness import PATIENCE, ServerProcess
from tailback.server.door import browser

from .conftest import copy_sources, install

# What the first screen may weigh on the wire.
FIRST_SCREEN = 150_000
PURE = {**os.environ, "TAILBACK_PURE": "1"}


def source_with(folder: Path, *names: str) -> Path:
    """A source tree in whose build lie these files and nothing else."""
    source = copy_sources(folder)
    shutil.rmtree(source / "build", ignore_errors=True)
    for name in names:
        path = source / "build" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return source


def build(source: Path, what: str) -> Path:
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", what, "--dist-dir", "dist"],
        cwd=source,
        env=PURE,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    (built,) = (source / "dist").glob("tailback-*")
    return built


def test_the_wheel_holds_the_table_of_this_build_only(tmp_path: Path) -> None:
    wanted = {"index.html", "index.html.gz", "assets/index-new.js", "icons/icon.svg"}
    alone = {"index.html", "python/wasm-12.piece"}
    named = [*(f"web/{name}" for name in wanted), *(f"site/play/{name}" for name in alone), "site/index.html"]
    source = source_with(tmp_path / "source", *named)
    old = source / "build" / "lib" / "tailback" / "web" / "assets"
    old.mkdir(parents=True)
    (old / "index-old.js").write_text("of the build before")
    with zipfile.ZipFile(build(source, "bdist_wheel")) as wheel:
        names = {name for name in wheel.namelist() if name.startswith(("tailback/web/", "tailback/here/"))}
    assert names == {f"tailback/web/{name}" for name in wanted} | {f"tailback/here/{name}" for name in alone}


def test_the_archive_of_the_sources_brings_it_along(tmp_path: Path) -> None:
    deep = "site/play/data/texts/en/web.json"
    source = source_with(tmp_path / "source", "web/index.html", "web/assets/index-new.js", "site/play/index.html", deep)
    archive = build(source, "sdist")
    with tarfile.open(archive) as opened:
        assert any(name.endswith("/src/tailback/web/assets/index-new.js") for name in opened.getnames())
    target = tmp_path / "target"
    done = install(archive, target, TAILBACK_PURE="1")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert (target / "tailback" / "web" / "index.html").read_text() == "web/index.html"
    assert (target / "tailback" / "here" / "data" / "texts" / "en" / "web.json").read_text() == deep
    (record,) = target.glob("tailback-*.dist-info/RECORD")
    listed = {line[0] for line in csv.reader(record.read_text().splitlines())}
    assert {"tailback/web/index.html", "tailback/web/assets/index-new.js"} <= listed


def test_without_a_build_there_is_a_wheel_without_the_table(tmp_path: Path) -> None:
    with zipfile.ZipFile(build(source_with(tmp_path / "source"), "bdist_wheel")) as wheel:
        names = wheel.namelist()
    assert "tailback/server/door/pages.py" in names
    assert not any(name.startswith(("tailback/web/", "tailback/here/")) for name in names)


class Named(HTMLParser):
    """The files of ours that a page asks for by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("link", "script"):
            self.found += [
                value for name, value in attrs if name in ("src", "href") and value and value.startswith("/")
            ]


def named_in(page: str) -> list[str]:
    parser = Named()
    parser.feed(page)
    return parser.found


@pytest.fixture
def table(compiled: Path) -> Path:
    """The real browser table in the package under test."""
    found = compiled / "tailback" / "web"
    assert (found / "index.html").is_file(), "this test wants the browser table: make web"
    return found


def test_the_real_table_arrives_whole_packed_and_small(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page and all that it names."""
    monkeypatch.setenv(browser.FOLDER, str(table))
    with ServerProcess() as running, httpx.Client(base_url=running.http, timeout=PATIENCE) as http:
        page = http.get("/", headers={"accept-encoding": "gzip"})
        named = named_in(page.text)
        assert any(path.startswith("/assets/") and path.endswith(".js") for path in named)
        wire = int(page.headers["content-length"])
        for path in named:
            got = http.get(path, headers={"accept-encoding": "gzip"})
            assert got.status_code == 200, path
            if re.fullmatch(r"/assets/.*\.(js|css)", path) and len(got.content) >= 1000:
                assert got.headers["content-encoding"] == "gzip", path
            wire += int(got.headers["content-length"])
        assert wire < FIRST_SCREEN


def test_the_service_worker_keeps_what_is_there(table: Path) -> None:
    script = (table / "sw.js").read_text(encoding="utf-8")
    kept, _ = json.JSONDecoder().raw_decode(script, script.index('{"version":'))
    names = kept["files"]
    assert {"/", "/manifest.webmanifest"} < set(names)
    for name in names:
        assert name == "/" or (table / name.removeprefix("/")).is_file(), name
    # It may keep the words of the screens, and nothing else that the server says.
    assert set(re.findall(r"/api/\w+", script)) <= {"/api/texts"}
