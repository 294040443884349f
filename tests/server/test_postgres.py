"""What can befall a shared database: several servers, lost connections, a database that dies and comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest

from server import cluster
from tailback.server.store import Conflict, StoreAway, StoreError
from tailback.server.store.postgres import LONGEST_BELL, PostgresStore, bells


@pytest.fixture
def url() -> str:
    return cluster.shared().new_database()


@pytest.fixture
def mortal() -> Iterator[cluster.Cluster]:
    """The cluster, for tests that stop it: it runs again afterwards."""
    yield cluster.shared()
    cluster.shared().stop()
    cluster.shared().start()


async def opened(stack: AsyncExitStack, url: str, patience: float = 10.0) -> PostgresStore:
    """A store that has been opened, however long that took; only what it is asked later runs out of patience."""
    store = PostgresStore(url, 10.0)
    await store.open()
    store.patience = patience
    stack.push_async_callback(store.close)
    return store


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def written(store: PostgresStore, table: str, n: int) -> None:
    async with asyncio.timeout(20):
        while len(await store.rows(table)) <= n:
            await asyncio.sleep(0.01)


class Wire:
    """A cable to the database that can be cut, or go dead in either direction without anybody noticing."""

    def __init__(self, url: str) -> None:
        self.target = cluster.shared().port
        self.there = True
        self.back = True
        # Nothing comes back once these words went there.
        self.last_words = b""
        self.ends: list[asyncio.StreamWriter] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._plain_url = url

    async def open(self) -> None:
        self.server = await asyncio.start_server(self._plug, "127.0.0.1", 0)
        self.url = cluster.at_port(self._plain_url, self.server.sockets[0].getsockname()[1])

    async def _plug(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self.ends += [writer, far_writer]
        self.tasks += [
            asyncio.create_task(self._carry(reader, far_writer, lambda: self.there)),
            asyncio.create_task(self._carry(far_reader, writer, lambda: self.back)),
        ]

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, alive: Callable[[], bool]) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self.last_words and self.last_words in data:
                    self.back = False
                if alive():
                    sink.write(data)
        sink.close()

    def cut(self) -> None:
        """All connections end; new ones work."""
        self.there = self.back = True
        self.last_words = b""
        for end in self.ends:
            end.transport.abort()
        self.ends.clear()

    async def close(self) -> None:
        self.server.close()
        self.cut()
        await asyncio.gather(*self.tasks)


@asynccontextmanager
async def wired(stack: AsyncExitStack, url: str, patience: float = 10.0) -> Any:
    wire = Wire(url)
    await wire.open()
    stack.push_async_callback(wire.close)
    store = await opened(stack, wire.url, patience)
    yield wire, store


def play(game: Callable[[AsyncExitStack], Awaitable[None]]) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            await game(stack)

    asyncio.run(main())


def test_the_bell_rings_for_others_only(url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        here, there = await opened(stack, url), await opened(stack, url)
        heard: dict[str, list[Any]] = {"here": [], "there": []}
        here.listen(lambda table, rows: heard["here"].append((table, rows)), heard["here"].append)
        there.listen(lambda table, rows: heard["there"].append((table, rows)), heard["there"].append)
        await here.create("blue", [b"0"], 1)
        await here.append("blue", 1, b"1")
        await until(lambda: heard["there"] == [("blue", 2)])
        # A row that was not written rings no bell.
        with pytest.raises(Conflict):
            await here.append("blue", 1, b"1")
        await there.append("blue", 2, b"2")
        await until(lambda: heard["here"] == [("blue", 3)])
        await here.shout("lights on: ä 🚗")
        await until(lambda: heard["there"] == [("blue", 2), "lights on: ä 🚗"])
        await there.delete("blue")
        await until(lambda: heard["here"] == [("blue", 3), ("blue", 0)])
        assert len(heard["there"]) == 2

    play(game)


def test_long_shouts_arrive_and_longer_ones_are_refused(url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        here, there = await opened(stack, url), await opened(stack, url)
        heard: list[str] = []
        there.listen(lambda table, rows: None, heard.append)
        texts = ["ä" * 3500, '"' * 7000, "\\" * 7000, ""]
        for text in texts:
            await here.shout(text)
        await until(lambda: len(heard) == 4)
        assert heard == texts
        with pytest.raises(ValueError, match="too long"):
            await here.shout("ä" * 3501)

    play(game)


def test_a_long_list_of_tables_is_rung_in_parts(url: str) -> None:
    names = [f"a-rather-long-name-of-a-table-{i:04}" * 3 for i in range(300)]
    parts = bells("0" * 16, [(name, 2) for name in names])
    assert len(parts) > 4
    assert all(len(part.encode()) <= LONGEST_BELL for part in parts)
    assert len(bells("0" * 16, [("blue", 1), ("red", 2)])) == 1
    assert bells("0" * 16, []) == []

    async def game(stack: AsyncExitStack) -> None:
        here, there = await opened(stack, url), await opened(stack, url)
        heard: list[tuple[str, int]] = []
        there.listen(lambda table, rows: heard.append((table, rows)), lambda text: None)
        await asyncio.gather(*(here.create(name, [b"0"], 1) for name in names))
        await asyncio.gather(*(here.append(name, 1, b"1") for name in names))
        await until(lambda: len(heard) >= len(names))
        assert sorted(heard) == [(name, 2) for name in names]

    play(game)


def test_rivals_with_many_tables_never_wait_in_a_circle(url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        rivals = [await opened(stack, url) for _ in range(3)]
        names = [f"table{i}" for i in range(30)]
        await asyncio.gather(*(rivals[0].create(name, [], 1) for name in names))
        wins = dict.fromkeys(names, 0)

        async def moves(store: PostgresStore, order: list[str], n: int) -> None:
            results = await asyncio.gather(*(store.append(name, n, b"x") for name in order), return_exceptions=True)
            for name, result in zip(order, results, strict=True):
                assert result is None or isinstance(result, Conflict)
                wins[name] += result is None

        for n in range(15):
            orders = [names, names[::-1], names[::2] + names[1::2]]
            await asyncio.gather(*(moves(store, order, n) for store, order in zip(rivals, orders, strict=True)))
        assert set(wins.values()) == {15}

    play(game)


@pytest.mark.parametrize("rival", [False, True])
def test_a_row_whose_answer_was_lost_is_looked_up(url: str, rival: bool) -> None:
    """The commit was carried out, or somebody else was faster: the writer learns which."""

    async def game(stack: AsyncExitStack) -> None:
        other = await opened(stack, url)
        await other.create("blue", [b"0"], 1)
        async with wired(stack, url) as (wire, store):
            await store.append("blue", 1, b"1")
            if rival:
                wire.there = False
            else:
                wire.back = False
            move = asyncio.create_task(store.append("blue", 2, b"mine"))
            if rival:
                await until(lambda: store._flusher is not None and not store._waiting)
                await other.append("blue", 2, b"theirs")
            await written(other, "blue", 2)
            wire.cut()
            if rival:
                with pytest.raises(Conflict):
                    await move
            else:
                await move
            assert await other.rows("blue", 2) == [b"theirs" if rival else b"mine"]
            await store.append("blue", 3, b"3")

    play(game)


def test_a_table_whose_creation_was_not_confirmed_is_looked_up(url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        other = await opened(stack, url)
        async with wired(stack, url) as (wire, store):
            await store.create("red", [], 1)
            wire.back = False
            birth = asyncio.create_task(store.create("blue", [b"0", b"1"], 1))
            await written(other, "blue", 1)
            wire.cut()
            await birth
            with pytest.raises(Conflict):
                await store.create("blue", [b"0", b"1"], 1)
            # A deletion carried out without an answer is one, too.
            wire.last_words = b"COMMIT"
            end = asyncio.create_task(store.delete("blue"))
            while await other.entry("blue") is not None:
                await asyncio.sleep(0.01)
            wire.cut()
            assert await end

    play(game)


def test_a_dead_line_is_given_up_in_time_and_taken_up_again(url: str) -> None:
    """No answer and no error, as when a cable is pulled: everybody is told within the patience asked for."""

    async def game(stack: AsyncExitStack) -> None:
        async with wired(stack, url, patience=0.5) as (wire, store):
            await store.create("blue", [b"0"], 1)
            wire.there = wire.back = False
            began = time.monotonic()
            found = await asyncio.gather(
                store.append("blue", 1, b"1"),
                store.rows("blue"),
                store.create("red", [], 1),
                store.claim("blue", "HUPE", 1, 0),
                store.touch("blue", 2),
                store.delete("red"),
                return_exceptions=True,
            )
            assert [type(error) for error in found] == [StoreAway] * 6
            assert 0.4 < time.monotonic() - began < 5
            wire.cut()
            await store.append("blue", 1, b"1")
            assert await store.rows("blue") == [b"0", b"1"]

    play(game)


def test_a_bell_that_was_off_its_hook_rings_for_everything(url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        other = await opened(stack, url)
        async with wired(stack, url) as (wire, store):
            heard: list[tuple[str, int]] = []
            store.listen(lambda table, rows: heard.append((table, rows)), lambda text: None)
            await other.create("blue", [], 1)
            wire.cut()
            await until(lambda: ("", 0) in heard)
            await other.append("blue", 0, b"0")
            await until(lambda: heard == [("", 0), ("blue", 1)])

    play(game)


def test_a_bell_on_a_dead_line_notices(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailback.server.store.postgres.QUIET", 0.05)

    async def game(stack: AsyncExitStack) -> None:
        async with wired(stack, url, patience=0.3) as (wire, store):
            heard: list[tuple[str, int]] = []
            store.listen(lambda table, rows: heard.append((table, rows)), lambda text: None)
            wire.back = False
            await until(lambda: store._listener is not None and len(wire.ends) > 4)
            wire.back = True
            await until(lambda: ("", 0) in heard)

    play(game)


def test_the_database_is_killed_and_comes_back_while_play_goes_on(mortal: cluster.Cluster, url: str) -> None:
    """Writers that retry as they should lose nothing and write nothing twice, and nobody restarts anything."""

    async def game(stack: AsyncExitStack) -> None:
        stores = [await opened(stack, url, patience=0.5) for _ in range(2)]
        names = [f"table{i}" for i in range(20)]
        done = dict.fromkeys(names, 0)
        away = 0
        over = False

        async def moves(name: str, store: PostgresStore) -> None:
            nonlocal away
            n = 1
            while not over:
                row = f"{name} {n}".encode()
                try:
                    await store.append(name, n, row)
                except StoreAway:
                    away += 1
                    continue
                except Conflict:
                    # An earlier attempt, given up without an answer, was carried out after all.
                    assert await store.rows(name, n) == [row]
                done[name] = n
                n += 1

        await asyncio.gather(*(stores[0].create(name, [b"0"], 1) for name in names))
        players = [asyncio.create_task(moves(name, stores[i % 2])) for i, name in enumerate(names)]
        for _ in range(2):
            goal = sum(done.values()) + 200
            await until(lambda goal=goal: sum(done.values()) > goal)
            mortal.kill()
            seen = away
            await until(lambda seen=seen: away > seen + 20)
            with pytest.raises(StoreAway):
                await stores[0].rows("table0")
            await asyncio.to_thread(mortal.start)
        goal = sum(done.values()) + 200
        await until(lambda: sum(done.values()) > goal)
        over = True
        await asyncio.gather(*players)
        for name in names:
            rows = await stores[1].rows(name, 1)
            assert rows == [f"{name} {n}".encode() for n in range(1, len(rows) + 1)]
            assert len(rows) >= done[name] > 0

    play(game)


def test_a_short_restart_is_not_even_noticed(mortal: cluster.Cluster, url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        store = await opened(stack, url, patience=60)
        await store.create("blue", [b"0"], 1)
        await asyncio.to_thread(mortal.stop)
        waiting = [asyncio.create_task(wish) for wish in (store.append("blue", 1, b"1"), store.touch("blue", 5))]
        await asyncio.to_thread(mortal.start)
        await asyncio.gather(*waiting)
        assert await store.rows("blue") == [b"0", b"1"]

    play(game)


def test_closing_while_the_database_is_away_takes_no_longer_than_patience(mortal: cluster.Cluster, url: str) -> None:
    async def game(stack: AsyncExitStack) -> None:
        store = await opened(stack, url)
        await store.create("blue", [], 1)
        store.patience = 0.5
        mortal.kill()
        move = asyncio.create_task(store.append("blue", 0, b"0"))
        await asyncio.sleep(0)
        await store.shout("anybody there?")
        await store.close()
        with pytest.raises(StoreAway):
            await move

    play(game)


def test_a_driver_that_stumbles_over_a_cut_line_is_asked_again(url: str) -> None:
    """It looks for parts of itself that went with the line, and says so in its own way."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            store = await opened(stack, url)
            tries = 0

            async def question(link: Any) -> int:
                nonlocal tries
                tries += 1
                if tries == 1:
                    link.terminate()
                    raise AttributeError("'NoneType' object has no attribute 'bind_execute'")
                return int(await link.fetchval("SELECT 7"))

            assert (await store._ask(question), tries) == (7, 2)

            async def mistaken(link: Any) -> None:
                raise AttributeError("ours")

            with pytest.raises(AttributeError, match="ours"):
                await store._ask(mistaken)

    asyncio.run(main())


def refusal(url: str, patience: float = 0.3) -> StoreError:
    async def main() -> None:
        store = PostgresStore(url, patience)
        await store.open()
        await store.close()

    with pytest.raises(StoreError) as refused:
        asyncio.run(main())
    # Whatever is said about the address, the password is not.
    assert "sesame" not in repr(refused.value)
    return refused.value


def test_every_reason_not_to_open_has_its_own_words(url: str) -> None:
    host = cluster.shared()
    name = url.rpartition("/")[2]
    where = f"postgresql://127.0.0.1:{host.port}/{name}"
    wrong = refusal(host.url(name, password="sesame street"))
    assert (wrong.key, wrong.params) == ("no_login", {"where": where, "user": "tailback"})
    stranger = refusal(host.url(name, user="stranger", password="sesame street"))
    assert (stranger.key, stranger.params) == ("no_login", {"where": where, "user": "stranger"})
    missing = refusal(host.url("nowhere"))
    assert (missing.key, missing.params["database"]) == ("no_database", "nowhere")
    for bad in (f"{url}?sslmode=perhaps", "postgresql://localhost:seven/x", "postgresql://[::1/x"):
        assert refusal(bad).key == "bad_url"
    away = refusal(cluster.at_port(url, cluster.free_port()))
    assert isinstance(away, StoreAway)
    assert away.key == "away"


def test_a_user_without_rights_is_told(url: str) -> None:
    host = cluster.shared()
    host.sql(url, "CREATE ROLE guest LOGIN PASSWORD 'sesame'; REVOKE CREATE ON SCHEMA public FROM public")
    denied = refusal(host.url(url.rpartition("/")[2], user="guest", password="sesame"))
    assert (denied.key, denied.params["user"]) == ("denied", "guest")


def test_somebody_elses_database_is_left_alone(url: str) -> None:
    host = cluster.shared()
    host.sql(url, "CREATE TABLE tables (recipe text)")
    assert refusal(url).key == "not_a_store"
    assert (
        host.sql(url, "SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 'public'::regnamespace")
        == "tables"
    )
    host.sql(url, "CREATE TABLE meta (recipe text)")
    assert refusal(url).key == "not_a_store"


def test_a_full_disk_of_the_database_is_called_so(url: str) -> None:
    """The server itself reports it; here a rule of the database does so in its name, for one table only."""
    cause = "CREATE FUNCTION full_disk() RETURNS trigger AS $$ BEGIN IF NEW.table_id = 'red' THEN"
    cause += (
        " RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql;"
    )
    cause += "CREATE TRIGGER full_disk BEFORE INSERT ON inputs FOR EACH ROW EXECUTE FUNCTION full_disk()"

    async def game(stack: AsyncExitStack) -> None:
        store = await opened(stack, url)
        names = ["blue", "red", "green"]
        for name in names:
            await store.create(name, [], 1)
        await asyncio.to_thread(cluster.shared().sql, url, cause)
        found = await asyncio.gather(*(store.append(name, 0, b"0") for name in names), return_exceptions=True)
        assert [getattr(error, "key", None) for error in found] == [None, "full", None]
        await asyncio.to_thread(cluster.shared().sql, url, "DROP TRIGGER full_disk ON inputs")
        await store.append("red", 0, b"0")

    play(game)
