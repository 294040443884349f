"""The browser table as the server hands it out. The build here is a small one; the real one: tests/package."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.attackers import raw
from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess
from server.test_headers import strict
from specimens import AGES, SEALED, TURNS
from tailback import folders
from tailback.server.door import browser

PAGE = '<!doctype html><title>Tailback</title><script type="module" src="/assets/index-Ab12.js"></script>'
SCRIPT = "console.log('toot');\n" * 40


def build(folder: Path, page: str = PAGE) -> Path:
    """The smallest folder that looks like what `vite build` writes."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "icons").mkdir(exist_ok=True)
    (folder / "index.html").write_text(page)
    (folder / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (folder / "assets" / "index-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "index-Ab12.js.map").write_text("{}")
    (folder / "icons" / "icon.svg").write_text("<svg/>")
    (folder / "sw.js").write_text("// nothing to keep\n")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "report.template").write_text("<title>[[title]] of Ann</title>")
    (folder.parent / "secret.js").write_text("the cards of Ann")
    (folder / "assets" / "link.js").symlink_to(folder / "nowhere.js")
    return folder


def with_build(folder: Path, here: str = "") -> ServerProcess:
    """A server that was started with the browser table in this folder, and perhaps the one without a server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(browser.FOLDER, str(folder))
        patch.setenv(browser.HERE_FOLDER, here)
        return ServerProcess().start()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("web") / "build")


ALONE = "<!doctype html><title>on this device</title>"
PIECE = gzip.compress(b"a part of Python")


@pytest.fixture(scope="module")
def shown(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    here = build(tmp_path_factory.mktemp("site") / "play", ALONE)
    (here / "python").mkdir()
    (here / "python" / "wasm-12.piece").write_bytes(PIECE)
    (here / "python" / "pieces.json").write_text("{}")
    started = with_build(folder, str(here))
    yield started
    started.__exit__()


def get(running: ServerProcess, path: str, **headers: str) -> httpx.Response:
    sent = {"accept-encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return httpx.get(running.http + path, headers=sent, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/new", 200),
        (f"/new/{SEALED.id}", 200),
        ("/join", 200),
        (f"/rules/{TURNS.id}/{TURNS.clause_ids()[16]}", 200),
        (f"/lesson/{AGES.id}", 200),
        ("/t/nowhere", 404),
        ("/r/nowhere", 404),
    ],
)
def test_every_address_of_a_person_leads_to_the_table(shown: ServerProcess, path: str, status: int) -> None:
    got = get(shown, path)
    assert (got.status_code, got.text) == (status, PAGE)
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert got.headers["cache-control"] == ("no-cache" if status == 200 else "no-store")
    assert ("etag" in got.headers) == (status == 200)
    strict(got.headers)
    head = httpx.head(shown.http + path, timeout=PATIENCE)
    assert (head.status_code, head.content) == (status, b"")


def test_a_table_and_a_shared_game_that_are_there_answer_well(shown: ServerProcess) -> None:
    async def look() -> None:
        async with Host(shown) as host:
            await host.open(TURNS.id, "here bot", settings=NO_CLOCK)
            got = await host.http.get(f"/t/{host.table}")
            assert (got.status_code, got.text) == (200, PAGE)
            # A table is no shared game.
            got = await host.http.get(f"/r/{host.table}")
            assert (got.status_code, got.text) == (404, PAGE)
            plain = await host.http.get(f"/t/{host.table}?plain")
            assert plain.status_code == 200
            assert f"tailback join {shown.http}/t/{host.table}" in plain.text

    asyncio.run(look())


def test_the_page_is_asked_for_again_and_the_rest_is_kept(shown: ServerProcess) -> None:
    page = get(shown, "/")
    again = get(shown, "/", if_none_match=page.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == page.headers["etag"]
    assert get(shown, "/t/nowhere", if_none_match=page.headers["etag"]).status_code == 404
    script = get(shown, "/assets/index-Ab12.js")
    assert (script.text, script.headers["content-type"]) == (SCRIPT, "text/javascript; charset=utf-8")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    strict(script.headers)
    for name, media in {
        "sw.js": "text/javascript; charset=utf-8",
        "manifest.webmanifest": "application/manifest+json",
        "icons/icon.svg": "image/svg+xml",
    }.items():
        got = get(shown, f"/{name}")
        assert (got.status_code, got.headers["content-type"]) == (200, media)
        assert got.headers["cache-control"] == "no-cache"


def test_packed_files_go_to_those_who_take_them(shown: ServerProcess) -> None:
    path = "/assets/index-Ab12.js"
    plain = get(shown, path)
    packed = get(shown, path, accept_encoding="br;q=1.0, gzip;q=0.8")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.headers["etag"] != plain.headers["etag"]
    for got in (plain, packed, get(shown, "/", accept_encoding="gzip")):
        assert got.headers["vary"] == "Accept-Encoding"
    for unwilling in ("identity", "gzip;q=0", "gzip; q=0.000", "br", ""):
        assert "content-encoding" not in get(shown, path, accept_encoding=unwilling).headers
    assert get(shown, path, accept_encoding="gzip", if_none_match=packed.headers["etag"]).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../index.html",
        "/assets/../../secret.js",
        "/assets/%2e%2e/%2e%2e/secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/assets//etc/passwd",
        "/assets/index-Ab12.js/",
        "/assets/index-Ab12.js.gz",
        "/assets/index-Ab12.js.map",
        "/assets/link.js",
        "/assets/",
        "/assets/nowhere.js",
        "/icons/../../secret.js",
        "/secret.js",
        "/api/../secret.js",
        "/report.template",
        "/here/report.template",
        "/here/../../secret.js",
        "/here/..%2f..%2fsecret.js",
        "/here/%2e%2e/secret.js",
        "/here//etc/passwd",
        "/here/index.html",
        "/here/assets/index-Ab12.js.gz",
        "/here/assets/link.js",
        "/here/assets/",
        "/here/nowhere",
    ],
)
def test_nothing_else_is_handed_out(shown: ServerProcess, path: str) -> None:
    """Neither what lies outside the build nor what is not for browsers, however it is written."""

    async def ask() -> tuple[int, bytes]:
        async with raw(shown) as line:
            await line.send(f"GET {path} HTTP/1.1\r\nHost: {shown.http[7:]}\r\n\r\n".encode())
            status, headers, body = await line.answer()
            strict(headers)
            return status, body

    status, body = asyncio.run(ask())
    assert status == 404
    assert b"Ann" not in body
    assert b"no_such_page" in body


def test_the_table_for_the_device_alone_lies_below_here(shown: ServerProcess) -> None:
    """With its own policy: Python needs WebAssembly, and nothing else of the server does."""
    for name, media, kept, body in (
        ("", "text/html; charset=utf-8", "no-cache", ALONE.encode()),
        ("sw.js", "text/javascript; charset=utf-8", "no-cache", b"// nothing to keep\n"),
        ("assets/index-Ab12.js", "text/javascript; charset=utf-8", browser.FOR_EVER, SCRIPT.encode()),
        ("python/pieces.json", "application/json", "no-cache", b"{}"),
        ("python/wasm-12.piece", "application/octet-stream", browser.FOR_EVER, PIECE),
    ):
        # Packed already: whoever takes packed files must not unpack it on the way.
        got = get(shown, f"/here/{name}", accept_encoding="gzip" if name.endswith(".piece") else "identity")
        assert (got.status_code, got.content) == (200, body), name
        assert (got.headers["content-type"], got.headers["cache-control"]) == (media, kept)
        assert "content-encoding" not in got.headers
        script = next(part for part in got.headers["content-security-policy"].split("; ") if "script-src" in part)
        assert script == "script-src 'self' blob: 'wasm-unsafe-eval'"
        strict({**got.headers, "content-security-policy": got.headers["content-security-policy"].replace(script, "")})
        again = get(shown, f"/here/{name}", if_none_match=got.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        head = httpx.head(f"{shown.http}/here/{name}", headers={"accept-encoding": "identity"}, timeout=PATIENCE)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(body))
    assert get(shown, "/health/alive").json()["here"] is True
    assert get(shown, "/").text == PAGE


def test_people_who_got_lost_see_the_table_and_programs_an_answer(shown: ServerProcess) -> None:
    person = get(shown, "/nowhere", accept="text/html,*/*")
    assert (person.status_code, person.text) == (404, PAGE)
    for path in ("/api/nowhere", "/assets/nowhere.js", "/docs/nowhere", "/static/nowhere"):
        assert get(shown, path, accept="text/html,*/*").json()["key"] == "no_such_page"
    assert get(shown, "/nowhere").json()["key"] == "no_such_page"


def test_without_script_the_plain_pages_are_there(shown: ServerProcess) -> None:
    got = get(shown, "/?plain")
    assert got.status_code == 200
    assert "tailback join" in got.text
    assert "<script" not in got.text
    gone = get(shown, "/t/nowhere?plain")
    assert gone.status_code == 404
    # The ways home lead to plain pages again.
    for page, home in ((got, "./?plain"), (gone, "../?plain")):
        assert f'href="{home}"' in page.text
        assert 'href="./"' not in page.text
        assert 'href="../"' not in page.text
    assert 'href="./"' in get(shown, "/docs").text


def test_without_a_build_the_plain_pages_are_what_there_is(running: ServerProcess) -> None:
    assert "tailback join" in get(running, "/").text
    for path in ("/new", "/assets/index-Ab12.js", "/sw.js", "/nowhere"):
        assert get(running, path, accept="text/html").json()["key"] == "no_such_page"


def test_the_next_build_of_a_developer_is_shown_without_a_restart(tmp_path: Path) -> None:
    folder = build(tmp_path / "build")
    running = with_build(folder)
    try:
        # Nor is there anything for the times when the server is away.
        assert get(running, "/here/", accept="text/html").json()["key"] == "no_such_page"
        assert get(running, "/health/alive").json()["here"] is False
        before = get(running, "/")
        (folder / "index.html").unlink()
        assert get(running, "/").text == PAGE
        (folder / "index.html").write_text("the next one")
        after = get(running, "/", if_none_match=before.headers["etag"])
        assert (after.status_code, after.text) == (200, "the next one")
    finally:
        running.__exit__()


def test_where_a_build_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browser.FOLDER, str(tmp_path))
    assert browser.find() is None
    package = tmp_path / "site" / "src" / "tailback"
    package.mkdir(parents=True)
    monkeypatch.delenv(browser.FOLDER)
    monkeypatch.setattr(folders.resources, "files", lambda name: package)
    beside = build(tmp_path / "site" / "build" / "web")
    # Some other project's folder of that name is not ours.
    assert browser.find() is None
    (tmp_path / "site" / "web").mkdir()
    (tmp_path / "site" / "web" / "package.json").write_text("{}")
    found = browser.find()
    assert found is not None
    assert (found.folder, found.watched) == (beside, False)
    inside = build(package / "web")
    found = browser.find()
    assert found is not None
    assert found.folder == inside
    monkeypatch.delenv(browser.HERE_FOLDER, raising=False)
    assert browser.find_here() is None
    for place in (tmp_path / "site" / "build" / "site" / "play", package / "here"):
        build(place)
        found = browser.find_here()
        assert found is not None
        assert found.folder == place
