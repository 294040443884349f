"""How the house tells how it is: /health, /metrics, and what the log says when the store fails."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from server.harness import (
    NO_CLOCK,
    PATIENCE,
    Host,
    ServerProcess,
    devices,
    health,
    logged,
    play_on,
    reasons,
    spread,
)
from specimens import TURNS
from tailback.server.store import StoreError
from tailback.server.vitals import watch as watching
from tailback.server.vitals.figures import FIGURES
from tailback.server.vitals.watch import StoreWatch, watched
from tailback.texts import LANGUAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="[^"\\]*",?)*)\})? (-?[0-9.e+-]+|\+Inf)')
Samples = dict[tuple[str, str], float]


# Figures


def read(page: str) -> Samples:
    """Every line is a comment or a sample, and every sample was announced with its type."""
    found: Samples = {}
    kinds: dict[str, str] = {}
    for line in page.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in kinds
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            name, labels, value = match.groups()
            base = re.sub("_(bucket|sum|count)$", "", name) if name not in kinds else name
            assert base in kinds, line
            assert (kinds[base] == "counter") == name.endswith("_total")
            found[name, labels or ""] = float(value)
    return found


def test_figures_tell_what_happened_and_name_nobody() -> None:
    async def play(running: ServerProcess) -> None:
        async with Host(running) as host:
            before = read((await host.ask("GET", "/metrics")).text)
            await host.open(TURNS.id, "here here bot", options=TURNS.short, settings=NO_CLOCK, deal=True)
            async with devices(host.device(0, 1), host.device()) as (ann, _):
                await play_on(ann, (0, 1), spread, 4)
                assert (await ann.ask("say", seat=2, phrase="hello"))["type"] == "refused"
                got = await host.ask("GET", "/metrics")
                now = read(got.text)
                assert got.headers["content-type"].startswith("text/plain; version=0.0.4")
                assert now["tailback_lines", 'kind="seat"'] == 1
                assert now["tailback_lines", 'kind="watcher"'] == 1
                assert now["tailback_rows_written_total", ""] >= before["tailback_rows_written_total", ""] + 5
                hidden = [host.table, host.code, *host.tokens.values(), "127.0.0.1", TURNS.id]
                assert not [word for word in hidden if word in got.text]
        assert now["tailback_tables_awake", ""] == now["tailback_ready", ""] == 1
        assert now["tailback_refusals_total", 'key="not_your_seat"'] == 1
        assert now["tailback_store_seconds_count", 'what="append"'] == now["tailback_rows_written_total", ""]
        assert now["tailback_store_seconds_bucket", 'what="append",le="+Inf"'] == now["tailback_rows_written_total", ""]
        assert now["tailback_store_seconds_count", 'what="read"'] > 0
        # The bot may be writing just then.
        assert now["tailback_writes_waiting", ""] in (0, 1)
        assert now["tailback_bots_given_up_total", ""] == 0
        assert now["process_cpu_seconds_total", ""] > 0

    with ServerProcess() as running:
        asyncio.run(play(running))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "192.168.1.5:8377"}, 200),
        ({"host": "tables.fritz.box"}, 200),
        ({"x-forwarded-for": "203.0.113.7"}, 403),
        ({"x-forwarded-for": "192.168.1.7"}, 403),
        ({"forwarded": "for=203.0.113.7"}, 403),
        # A proxy that does not say for whom it speaks, or a page of another site whose name leads here.
        ({"host": "games.example.org"}, 421),
    ],
)
def test_figures_are_for_those_near(running: ServerProcess, headers: dict[str, str], status: int) -> None:
    assert httpx.get(f"{running.http}/metrics", headers=headers, timeout=PATIENCE).status_code == status


def test_figures_for_everybody_or_nobody() -> None:
    for mode, status in (("open", 200), ("off", 404)):
        with ServerProcess(metrics=mode, place=2) as running:
            got = httpx.get(f"{running.http}/metrics", headers={"x-forwarded-for": "203.0.113.7"}, timeout=PATIENCE)
            assert got.status_code == status
            assert ('tailback_tables_awake{process="2"} 0' in got.text) == (mode == "open")


def test_a_busy_loop_is_seen() -> None:
    with ServerProcess(prelude=SLEEPY) as running:
        got = httpx.get(f"{running.http}/api/games", timeout=PATIENCE)
        assert got.status_code == 200
        status, told = health(running)
        assert status == 200
        assert told["loop_ms"] >= 500
        late = read(httpx.get(f"{running.http}/metrics", timeout=PATIENCE).text)
        count = late["tailback_loop_delay_seconds_count", ""]
        assert late["tailback_loop_delay_seconds_bucket", 'le="0.5"'] < count


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_names_every_figure_and_every_reason(running: ServerProcess, lang: str) -> None:
    guide = (DOCS / ("" if lang == "en" else lang) / "watching.md").read_text(encoding="utf-8")
    page = httpx.get(f"{running.http}/metrics", timeout=PATIENCE).text
    there = set(re.findall(r"^# TYPE (\w+)", page, re.MULTILINE))
    named = set(re.findall(r"\b(?:tailback|process)_[a-z_]+", guide))
    assert there <= named
    assert {re.sub("_bucket$", "", name) for name in named} <= there
    assert {f"`{reason}`" for reason in watching.ADVICE} <= set(re.findall(r"`\w+`", guide))


# A handler that holds up everybody for a while.
SLEEPY = """
import time
from tailback.server.door import routes
def hold(route):
    async def handler(call):
        time.sleep(1.0)
        return await route.handler(call)
    return route._replace(handler=handler) if route.path == "/api/games" else route
routes.ROUTES[:] = [hold(route) for route in routes.ROUTES]
"""


# The store fails


def test_a_file_damaged_under_the_server_is_said_once() -> None:
    async def ask_often(running: ServerProcess, table: str) -> None:
        async with Host(running) as host:
            for _ in range(20):
                assert (await host.ask("GET", f"/api/tables/{table}")).status_code == 503

    with logged(linger=0.1) as (running, lines):
        status, told = health(running)
        assert (status, told["ready"]) == (200, True)
        database = Path(str(running.setup["database"]))
        with database.open("r+b") as file:
            file.write(b"junk" * (database.stat().st_size // 4))
        asyncio.run(ask_often(running, "a" * 22))
        (reason,) = reasons(running)
        # It depends on what SQLite has in its memory.
        assert reason in ("not_a_store", "damaged")
        assert httpx.get(f"{running.http}/health/alive", timeout=PATIENCE).status_code == 200
        assert "tailback_ready 0" in httpx.get(f"{running.http}/metrics", timeout=PATIENCE).text
        (line,) = lines()
        assert (line["level"], line["event"]) == ("error", f"store_{reason}")
        assert str(database) in line["message"]
        assert "tailback restore" in line["message"]


def test_a_file_that_was_taken_away_is_noticed_though_nobody_plays() -> None:
    with logged() as (running, lines):
        Path(str(running.setup["database"])).unlink()
        assert reasons(running) == ["gone"]
        assert [line["event"] for line in lines()] == ["store_gone"]


class Fickle:
    """A store that fails as it is told."""

    shared = False

    def __init__(self) -> None:
        self.error: StoreError | None = None

    async def probe(self, write: bool = False) -> None:
        if self.error is not None:
            raise self.error

    async def find(self, code: str) -> str | None:
        await self.probe()
        return code

    rows = opening = find


def test_a_store_that_fails_now_and_then_does_not_fill_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is over when it has been quiet for a while; the end of the server is no trouble at all."""
    monkeypatch.setattr(watching, "TRY", 0.0)
    time = [100.0]
    monkeypatch.setattr(watching, "monotonic", lambda: time[0])

    async def live() -> None:
        store, watch = Fickle(), StoreWatch()
        found = watched(store, watch)  # type: ignore[arg-type]
        assert await found.find("ABCD") == "ABCD"
        for _ in range(5):
            store.error = StoreError("disk", where="here", reason="loose cable\nrow 7 is secret")
            with pytest.raises(StoreError):
                await found.find("ABCD")
            store.error = None
            for _ in range(5):
                await asyncio.sleep(0)
            assert await watch.look() is watch.trouble is not None
            time[0] += watching.CALM / 2
        time[0] += watching.CALM
        while watch.trouble is not None:
            await asyncio.sleep(0)
        assert await watch.look() is None
        store.error = StoreError("closed")
        with pytest.raises(StoreError):
            await found.find("ABCD")
        assert watch.trouble is None

    before = FIGURES.store_errors["disk"]
    asyncio.run(live())
    assert [record.event for record in caplog.records] == ["store_disk", "store_back"]  # type: ignore[attr-defined]
    assert "loose cable" in caplog.text
    assert "secret" not in caplog.text
    assert FIGURES.store_errors["disk"] >= before + 5
