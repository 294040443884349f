"""The no-leak law for what is kept and what is asked for later: replays, exports, the owner's log, the doorbell."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from server import cluster
from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices, eventually, play_on, spread
from specimens import FORGETFUL, SEALED, TURNS
from tailback import games
from tailback.server.store.postgres import CHANNEL
from tailback.server.truth import rows as r

FORGETFUL = FORGETFUL.id


@pytest.mark.parametrize("game", games.ids())
def test_a_running_game_shows_nobody_more_than_they_were_sent(game: str, tmp_path: Path) -> None:
    """Replays, exports and faces while the game runs and the owner's log after it; the store knows the secrets."""
    database = tmp_path / "tables.sqlite"
    with (tmp_path / "errors").open("w+b") as errors:
        running = ServerProcess(str(database))
        running.errors = errors
        with running:
            tokens = asyncio.run(play_and_look_back(running, game, database))
        errors.seek(0)
        log = errors.read().decode()
    assert log == "", "an ordinary game is nothing to write to the log about"
    hidden = secrets_of(database)
    assert not [token for token in tokens if token in database.read_bytes().decode("latin-1")], "tokens are hashed"
    assert len(hidden) >= 4


async def play_and_look_back(running: ServerProcess, game: str, database: Path) -> list[str]:
    async with Host(running) as host:
        await host.open(game, "here open open", options=games.load(game).short, settings=NO_CLOCK)
        await host.sit("Ben")
        await host.sit("Cleo")
        await host.ok("POST", "{t}/words", {"seat": 1, "word": "hippopotamus"}, seat=1)
        await host.deal()
        lines = (host.device(0), host.device(1), host.device(2), host.device(None), host.device())
        async with devices(*lines) as (ann, ben, cleo, owner, watcher):
            await play_some(watcher, (ann, ben, cleo), lines, 9)
            assert not watcher.over, "the test wants a running game"
            said = [await look_back(host, game, ben, 1, 1), await look_back(host, game, watcher, None, None)]
            said += [await look_back(host, game, owner, None, 0)]
            said += await knock_everywhere(host)
            heard = json.dumps([line.log for line in lines]) + "".join(said)
            for hidden in secrets_of(database):
                assert hidden not in heard
            plays = [play_on(device, (seat,), spread) for seat, device in enumerate((ann, ben, cleo))]
            await asyncio.gather(*plays)
        assert (await host.ask("GET", "{t}/games/0/export")).status_code == 200
        return list(host.tokens.values())


async def look_back(host: Host, game: str, line: Device, seat: int | None, by: int | None) -> str:
    """A running game's replay holds the very views and events that the device was sent, and no move of others."""
    query = "" if seat is None else f"?seat={seat}"
    got = await host.ask("GET", "{t}/games/0/replay" + query, token=None if by is None else host.tokens[by])
    if game == FORGETFUL:
        assert (got.status_code, got.json()["key"]) == (409, "forgetful")
        return got.text
    assert got.status_code == 200, got.text
    replay = got.json()
    assert not replay["over"]
    assert (replay["scores"], replay["places"]) == (None, None)
    assert all(not step["move"] or step["seat"] == seat for step in replay["steps"])
    compared = 0
    for message in line.said("update"):
        # One row, one step; the last step is the last row.
        at = replay["total"] - 1 - ((line.v or 0) - message["v"])
        for update in message["seats"] if at > 0 else ():
            assert replay["steps"][at]["view"] == update["view"]
            assert message["missed"] or replay["steps"][at]["events"] == update["events"]
            compared += 1
    assert compared >= 6
    return got.text


async def play_some(watcher: Device, seats: tuple[Device, ...], lines: tuple[Device, ...], moves: int) -> None:
    """A few answers, one after the other, each seen by everyone."""
    for _ in range(moves):
        seat = watcher.now[None]["awaited"][0]
        got = await seats[seat].answer(seat, spread(seats[seat].now[seat]))
        assert got["type"] == "ack", got
        for line in lines:
            await line.wait(lambda line=line, v=got["v"]: (line.v or 0) >= v)


async def knock_everywhere(host: Host) -> list[str]:
    """What others may not have while the game runs."""
    said = []
    for path, token, status in (
        ("{t}/games/0/replay?seat=0", None, 403),
        ("{t}/games/0/replay?seat=0", host.tokens[1], 403),
        ("{t}/games/0/replay?seat=2", host.tokens[None], 403),
        ("{t}/games/0/export", None, 409),
        ("{t}/games/0/export", host.tokens[None], 409),
    ):
        got = await host.ask("GET", path, token=token)
        assert got.status_code in (status, 409), (path, got.text)
        assert got.status_code >= 400
        said.append(got.text)
    got = await host.ask("POST", "{t}/games/0/share", token=host.tokens[1])
    assert got.status_code == 409
    face = await host.ask("GET", "{t}")
    return [*said, got.text, face.text]


def secrets_of(database: Path) -> list[str]:
    """What the store keeps and nobody is told while a game runs: secret, seed words, hashes of tokens."""
    with sqlite3.connect(database) as open_file:
        data = [bytes(row[0]) for row in open_file.execute("SELECT data FROM inputs ORDER BY n")]
    open_file.close()
    found: list[str] = []
    for raw in data:
        row = r.decode(raw)
        if isinstance(row, r.Prepared):
            found.append(row.secret)
        elif isinstance(row, r.Worded):
            found.append(row.word)
        elif isinstance(row, r.Opened):
            found += [row.host, *(chair.token for chair in row.chairs if chair.token)]
        elif isinstance(row, r.Seated):
            found.append(row.token)
    return found


# Mistakes of ours at both doors and in a task, whose own words quote what they were given.
CLUMSY = """
from tailback.server.door import routes
from tailback.server.live.table import Table
def clumsy(route):
    async def handler(call):
        table = await call.table()
        try:
            raise KeyError(table.id)
        except KeyError:
            raise ValueError(call.request.headers["authorization"], table.code, [c.name for c in table.ledger.chairs])
    return route._replace(handler=handler) if route.path.endswith("/deal") else route
routes.ROUTES[:] = [clumsy(route) for route in routes.ROUTES]
async def say(table, line, seat, phrase, key):
    async def later():
        raise ValueError(table.id, table.ledger.chairs[seat].name)
    table.around.chores.spawn(later())
    raise ValueError(table.id, table.code)
Table.say = say
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_mistake_of_ours_quotes_nobody(form: str, tmp_path: Path) -> None:
    async def stumble(running: ServerProcess) -> list[str]:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open", settings=NO_CLOCK)
            await host.sit("Zebedee")
            answer = await host.ask("POST", "{t}/deal", {}, host.tokens[1])
            assert (answer.status_code, answer.json()["key"]) == (500, "our_mistake")
            async with host.device(1) as device:
                await device.send({"type": "say", "id": "a", "seat": 1, "phrase": "hello"})
                assert device.reader is not None
                await eventually(device.reader.done)
            return [host.table, host.code, "Zebedee", "127.0.0.1", *host.tokens.values()]

    with (tmp_path / "errors").open("w+b") as errors:
        running = ServerProcess(prelude=CLUMSY, log=form)
        running.errors = errors
        with running:
            hidden = asyncio.run(stumble(running))
        errors.seek(0)
        log = errors.read().decode()
    assert not [word for word in hidden if word in log]
    assert log.count("ValueError") >= 3
    assert "service/switchboard.py" in log, "where it happened is told"
    if form == "json":
        lines = [json.loads(line) for line in log.splitlines()]
        assert all({"time", "level", "event", "message", "params"} <= set(line) for line in lines)
        assert {"our_mistake", "task_failed"} <= {line["event"] for line in lines}


def test_without_watchers_nobody_looks_in_from_outside() -> None:
    with ServerProcess() as running:
        asyncio.run(behind_closed_doors(running))


async def behind_closed_doors(running: ServerProcess) -> None:
    async with Host(running) as host:
        await host.open(TURNS.id, "here bot", settings={**NO_CLOCK, "watchers": False}, deal=True)
        async with host.device() as stranger:
            assert stranger.said("bye")[0]["key"] == "no_watchers"
        got = await host.ask("GET", "{t}/games/0/replay")
        assert (got.status_code, got.json()["key"]) == (403, "no_watchers")
        assert (await host.ask("GET", "{t}/games/0/replay", token=host.tokens[0])).status_code == 200


def test_the_doorbell_between_processes_rings_without_a_word_about_the_game() -> None:
    """Whoever may listen on the database hears ids, numbers of rows, and who is where: nothing of the game."""
    heard = asyncio.run(listen_at_the_door(cluster.shared().new_database()))
    # Who rings, then for each table how many rows it has.
    ring = re.compile(r"[0-9a-f]+\n([0-9]+ [\w-]{22}\n?)+")
    assert len([text for text in heard if ring.fullmatch(text)]) >= 5
    for text in heard:
        if "{" in text:
            gossip = json.loads(text[text.index("{") :])
            assert set(gossip) <= {"node", "table", "ask", "gone", "here"}
            assert set(gossip.get("here") or {}) <= {"seats", "watchers"}
        else:
            assert ring.fullmatch(text), text


async def listen_at_the_door(url: str) -> list[str]:
    heard: list[str] = []
    running = ServerProcess(url).start()
    try:
        listener = await asyncpg.connect(url)
        await listener.add_listener(CHANNEL, lambda *given: heard.append(str(given[-1])))
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as device:
                await play_on(device, (0, 1), spread, 6)
                await device.ask("say", seat=0, phrase="hello")
        await listener.close()
    finally:
        running.stop()
    return heard
