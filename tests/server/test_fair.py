"""The fair deal over real sockets: a fingerprint before, words by seat, everything shown at the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, devices, play_on, spread
from specimens import TURNS
from tailback import games
from tailback.cli import main
from tailback.core import fair, record
from tailback.server.truth import rows as r
from tailback.server.truth.snapshot import add_up
from tailback.texts import Texts

QUICK = TURNS.short


def rows_of(running: ServerProcess, table: str) -> list[bytes]:
    """What the store holds of a table."""
    with contextlib.closing(sqlite3.connect(running.setup["database"])) as store:
        found = store.execute("SELECT data FROM inputs WHERE table_id = ? ORDER BY n", (table,))
        return [bytes(data) for (data,) in found]


def prepared(running: ServerProcess, table: str) -> r.Prepared:
    found = [row for row in map(r.decode, rows_of(running, table)) if isinstance(row, r.Prepared)]
    return found[-1]


def test_everything_is_hidden_until_the_end_and_then_shown(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            face = await host.open(TURNS.id, "here open bot", options=QUICK, settings=NO_CLOCK)
            await host.sit("Ben")
            said: list[str] = [json.dumps(face)]
            fingerprint = face["fair"]["fingerprint"]
            assert face["fair"] == {
                "fingerprint": fingerprint,
                "worded": [],
                "secret": None,
                "words": None,
                "seed": None,
                "moved": False,
            }
            async with devices(host.device(0, 1), host.device(1), host.device()) as (ann, ben, watcher):
                for seat, word in ((0, "otter"), (1, "badger"), (1, "weasel")):
                    answer = await host.ok("POST", "{t}/words", {"seat": seat, "word": word}, seat=seat)
                    said.append(json.dumps(answer))
                await watcher.wait(lambda: watcher.face["fair"]["worded"] == [0, 1])
                await host.deal()
                await play_on(ann, (0, 1), spread, moves=3)
                for path in ("{t}", "{t}/games/0/replay", "{t}/games/0/export"):
                    said.append((await host.ask("GET", path)).text)
                said.append((await host.ask("GET", "{t}/games/0/replay?seat=1", token=host.tokens[1])).text)
                said.append(str([message for line in (ann, ben, watcher) for message in line.log]))
                row = prepared(running, host.table)
                seed = fair.seed(row.secret, ["otter", "weasel", ""])
                for hidden in (row.secret, str(seed), "otter", "badger", "weasel"):
                    assert all(hidden not in text for text in said), hidden
                await play_on(ann, (0, 1), spread)
                for line in (ben, watcher):
                    await line.wait(lambda line=line: line.over)
                shown = {
                    "fingerprint": fingerprint,
                    "worded": [0, 1],
                    "secret": row.secret,
                    "words": ["otter", "weasel", ""],
                    "seed": str(seed),
                    "moved": False,
                }
                for line in (ann, ben, watcher):
                    assert line.face["fair"] == shown
            assert fair.fingerprint(shown["secret"]) == fingerprint
            found = games.read_record((await host.ask("GET", "{t}/games/0/export")).text)
            assert found.deal == record.Deal(fingerprint, row.secret, ["otter", "weasel", ""])
            assert found.seed == seed
            assert record.verify(found) == []
            # The same rows give the same deal, anywhere.
            again = add_up("elsewhere", rows_of(running, host.table)).match
            assert again is not None
            assert (again.seed, again.fingerprint) == (seed, fingerprint)
            # The next game has a secret of its own.
            face = await host.ok("POST", "{t}/again", {})
            assert face["fair"]["fingerprint"] != fingerprint
            assert face["fair"]["worded"] == []
            assert face["fair"]["secret"] is None

    asyncio.run(scene())


def test_words_only_for_ones_own_seat_and_only_before_the_deal(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK)
            cases: list[tuple[Any, str | None, int, str]] = [
                ({"seat": 1, "word": "fox"}, host.tokens[0], 403, "not_your_seat"),
                ({"seat": 0, "word": "fox"}, host.tokens[None], 403, "not_your_seat"),
                ({"seat": 0, "word": "fox"}, None, 403, "not_your_seat"),
                ({"seat": 0, "word": "fox"}, "wrong", 401, "bad_token"),
                ({"seat": 0, "word": " \x07\u202e"}, host.tokens[0], 422, "empty_word"),
                ({"seat": 0, "word": "x" * 201}, host.tokens[0], 400, "bad_message"),
                ({"seat": 8, "word": "fox"}, host.tokens[0], 400, "bad_message"),
                ({"seat": 5, "word": "fox"}, host.tokens[0], 403, "not_your_seat"),
                ({"seat": 0}, host.tokens[0], 400, "bad_message"),
            ]
            for body, token, status, key in cases:
                answer = await host.ask("POST", "{t}/words", body, token)
                assert (answer.status_code, answer.json()["key"]) == (status, key)
            await host.deal()
            answer = await host.ask("POST", "{t}/words", {"seat": 0, "word": "late"}, host.tokens[0])
            assert (answer.status_code, answer.json()["key"]) == (409, "already_dealt")

    asyncio.run(scene())


def test_a_deal_without_any_word_is_fair_too(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", options=QUICK, settings=NO_CLOCK, deal=True)
            async with host.device(0) as ann:
                await play_on(ann, (0,), spread)
                shown = ann.face["fair"]
            assert shown["words"] == ["", ""]
            assert shown["seed"] == str(fair.seed(shown["secret"], ["", ""]))
            text = (await host.ask("GET", "{t}/games/0/export")).text
            assert record.verify(games.read_record(text)) == []

    asyncio.run(scene())


def test_words_move_with_nobody_when_the_chairs_change(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK)
            await host.ok("POST", "{t}/words", {"seat": 1, "word": "fox"}, seat=1)
            made = await host.ok("PUT", "{t}/seats", {"order": [1, 0]})
            assert made["table"]["fair"]["worded"] == []
            host.tokens[0], host.tokens[1] = host.tokens[1], host.tokens[0]
            face = await host.ok("POST", "{t}/words", {"seat": 0, "word": "fox"}, seat=0)
            assert face["fair"]["worded"] == [0]

    asyncio.run(scene())


def dealt_with(secret: str) -> str:
    """A finished game, dealt from this secret, as text."""
    words = ["", "fox"]
    found = record.Record(TURNS, 2, TURNS.settle(2, TURNS.short), fair.seed(secret, words))
    found.deal = record.Deal(fair.fingerprint(secret), secret, words)
    state = found.begin()
    while (seat := state.waiting()) >= 0:
        action = spread({"v": len(found.steps), "legal": state.legal(seat)})
        state.apply(seat, action)
        found.add(seat, action, [])
    found.finish(state)
    return record.write(record.record_events(found))


@pytest.mark.parametrize("size", [fair.OLD_SECRET_BYTES, fair.SECRET_BYTES])
def test_games_with_short_and_long_seeds_come_and_go_as_files(
    running: ServerProcess, size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = "5e" * size
    text = dealt_with(secret)

    async def scene() -> None:
        async with Host(running) as host:
            made = await host.ok("POST", "/api/import", {"record": text}, status=201)
            host.table = made["share"]
            assert (await host.ask("GET", "{t}/games/0/export")).text == text
            shown = (await host.ok("GET", "{t}/games/0/replay"))["fair"]
            assert (shown["secret"], shown["seed"]) == (secret, str(fair.seed(secret, ["", "fox"])))

    asyncio.run(scene())
    file = tmp_path / "game.txt"
    file.write_text(text)
    assert main(["verify", str(file), "--fingerprint", fair.fingerprint(secret), "--lang", "en"]) == 0
    assert Texts("en").say("verify.fair") in capsys.readouterr().out


def test_a_record_that_was_changed_does_not_verify(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", options=QUICK, settings=NO_CLOCK)
            await host.ok("POST", "{t}/words", {"seat": 0, "word": "fox"}, seat=0)
            await host.deal()
            async with host.device(0) as ann:
                await play_on(ann, (0,), spread)
            text = (await host.ask("GET", "{t}/games/0/export")).text
            secret = next(line for line in text.splitlines() if line.startswith("secret "))
            flipped = secret[:-1] + ("0" if secret[-1] != "0" else "1")
            for old, new, key in (
                ("words fox", "words owl", "seed_differs"),
                (secret, flipped, "fingerprint_differs"),
            ):
                assert old in text
                found = record.verify(games.read_record(text.replace(old, new)))
                assert key in {difference.key for difference in found}
                answer = await host.ask("POST", "/api/import", {"record": text.replace(old, new)})
                assert (answer.status_code, answer.json()["key"]) == (422, key)

    asyncio.run(scene())
