"""The storage of a device when things go wrong: a killed browser, no room, no right to keep anything, two tabs."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from device import shelves
from device.shelves import Tab
from tailback.device.shelf import Shelf
from tailback.device.store import DeviceStore
from tailback.server.store import Conflict, StoreError, StoreFull


@asynccontextmanager
async def tab(name: str) -> AsyncIterator[Tab]:
    found = Tab(shelves.shared(), name)
    await found.open()
    yield found
    await found.close()


def test_what_was_acknowledged_survives_a_killed_browser(tmp_path: Path) -> None:
    browser = shelves.Browser()

    async def moves(store: Tab, table: str, said: list[str]) -> None:
        n = len(await store.rows(table))
        while True:
            await store.append(table, n, f"{table} {n}".encode())
            said.append(f"{table} {n}")
            n += 1

    async def killed(enough: int, said: list[str]) -> None:
        store = Tab(browser, "tables")
        await store.open()
        for table in ("blue", "red"):
            with contextlib.suppress(Conflict):
                await store.create(table, [f"{table} 0".encode()], 1)
        writers = [asyncio.create_task(moves(store, table, said)) for table in ("blue", "red")]
        while len(said) < enough:
            await asyncio.sleep(0)
        browser.kill()
        assert all(isinstance(end, Exception) for end in await asyncio.gather(*writers, return_exceptions=True))
        await store.hang_up()

    async def read(said: list[str]) -> None:
        store = Tab(browser, "tables")
        await store.open()
        there = [row.decode() for table in ("blue", "red") for row in await store.rows(table)]
        for table in ("blue", "red"):
            rows = [row.decode() for row in await store.rows(table)]
            assert rows == [f"{table} {n}" for n in range(len(rows))]
        assert set(said) <= set(there)
        await store.hang_up()

    said: list[str] = []
    try:
        for enough in (7, 40):
            browser.start()
            asyncio.run(killed(enough, said))
        browser.start()
        asyncio.run(read(said))
    finally:
        browser.stop()


def test_two_tabs_hear_of_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        heard: list[tuple[str, int] | str] = []
        async with tab(str(tmp_path)) as one, tab(str(tmp_path)) as two:
            for store, mine in ((one, False), (two, True)):
                note = heard.append if mine else (lambda _: pytest.fail("a tab hears itself"))
                store.listen(lambda table, rows, note=note: note((table, rows)), note)
            await one.create("blue", [b"0"], 1)
            await one.append("blue", 1, b"1")
            await one.shout("who is there?")
            await one.delete("blue")
            async with asyncio.timeout(20):
                while len(heard) < 3:
                    await asyncio.sleep(0.01)
        assert heard == [("blue", 2), "who is there?", ("blue", 0)]

    asyncio.run(main())


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async def main() -> None:
        page = Tab(shelves.shared(), str(tmp_path))
        await page.show()
        newer = f"new Promise((done) => {{ const r = indexedDB.open({json.dumps(str(tmp_path))}, 99); "
        await page.run(newer + "r.onsuccess = () => { r.result.close(); done(1); }; })")
        with pytest.raises(StoreError) as refused:
            await page.open()
        assert refused.value.key == "newer"
        troubles: list[str] = []
        store = DeviceStore(page, troubles.append)
        await store.open()
        assert troubles == ["newer"]
        await page.hang_up()

    asyncio.run(main())


def test_without_room_the_game_goes_on_and_says_so() -> None:
    browser = shelves.Browser()

    async def begin() -> None:
        store = Tab(browser, "tables")
        await store.open()
        await store.create("blue", [b"0"], 1)
        await store.append("blue", 1, b"1")
        await store.hang_up()

    async def go_on() -> None:
        page = Tab(browser, "tables")
        await page.open()
        await page.call("Storage.overrideQuotaForOrigin", origin=browser.page.rstrip("/"), quotaSize=1)
        troubles: list[str] = []
        store = DeviceStore(page, troubles.append)
        with pytest.raises(StoreFull):
            await page.append("blue", 2, b"2")
        await store.append("blue", 2, b"2")
        await store.append("blue", 3, b"3")
        assert await store.rows("blue") == [b"0", b"1", b"2", b"3"]
        with pytest.raises(Conflict):
            await store.append("blue", 2, b"again")
        await store.create("red", [b"0"], 1)
        assert await store.rows("red") == [b"0"]
        assert [entry.table for entry in await store.entries()] == ["blue", "red"]
        assert set(troubles) == {"full"}
        # What was on the shelf before is still there, untouched.
        assert await page.rows("blue") == [b"0", b"1"]
        await page.hang_up()

    try:
        browser.start()
        asyncio.run(begin())
        # A browser that has just looked believes for a while that there is room.
        browser.kill()
        browser.start()
        asyncio.run(go_on())
    finally:
        browser.stop()


def test_without_storage_everything_is_in_memory() -> None:
    async def denied(what: str, words: str) -> str:
        return json.dumps({"error": "SecurityError"})

    async def main() -> None:
        troubles: list[str] = []
        store = DeviceStore(Shelf(denied), troubles.append)
        await store.open()
        assert troubles == ["denied"]
        await store.create("blue", [b"0"], 1)
        await store.append("blue", 1, b"1")
        assert await store.claim("blue", "HUPE", 1, 0)
        assert await store.find("HUPE") == "blue"
        assert await store.rows("blue") == [b"0", b"1"]
        await store.shout("nobody")
        assert await store.delete("blue")
        await store.close()

    asyncio.run(main())
