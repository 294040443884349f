"""The protocol of play over real sockets: numbers, late and early answers, repeats, refusals, greetings, phrases."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices, first_legal, play_on, spread
from specimens import AGES, SEALED, TURNS, by_age, long_match
from tailback import games


def kept(device: Device, seat: int | None) -> dict[str, Any]:
    """What a seat sees, without what is told only once."""
    return {name: value for name, value in device.now[seat].items() if name not in ("events", "v")}


@pytest.mark.parametrize("game_id", games.ids())
def test_every_row_arrives_everywhere_without_a_gap(running: ServerProcess, game_id: str) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(game_id, "here here bot", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device()) as lines:
                ann, ben, watcher = lines
                both = asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                await watcher.wait(lambda: len(watcher.said("update")) > 25 or watcher.over)
                both.cancel()
                await asyncio.gather(both, return_exceptions=True)
                for line in lines:
                    # The harness itself checks that `v` has no gap.
                    numbers = [update["n"] for said in line.said("update") for update in said["seats"]]
                    assert numbers == sorted(numbers)
                    assert {"v", "n", "events", "view", "decision", "legal", "awaited"} < set(ann.now[0])

    asyncio.run(scene())


def test_sealed_answers_do_not_collide_and_can_be_changed(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device(2)) as (ann, ben, cem):
                n = ann.now[0]["n"]
                first, second = ann.now[0]["legal"][:2]
                bens = ben.now[1]["legal"][0]
                # All at once, each naming the same decision.
                got = await asyncio.gather(ann.answer(0, first, n), ben.answer(1, bens, n))
                assert [answer["type"] for answer in got] == ["ack", "ack"]
                await cem.wait(lambda: cem.now[2]["awaited"] == [2])
                assert cem.now[2]["n"] == n
                # Ann changes her mind; nobody else learns anything from it.
                before = kept(cem, 2)
                assert (await ann.answer(0, second, n))["type"] == "ack"
                await cem.wait(lambda: cem.v == ann.v)
                assert kept(cem, 2) == before
                assert cem.now[2]["events"] == []
                await cem.answer(2, cem.now[2]["legal"][0], n)
                await ann.wait(lambda: ann.now[0]["n"] > n)
                # Hers is what she chose last.
                assert SEALED.notation(second).split()[-1] in json.dumps(ann.events(0))
                assert (await ann.answer(0, first, n))["type"] == "late"

    asyncio.run(scene())


def test_late_early_and_wrong_answers_change_nothing(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            options = by_age(AGES, [0, 1])
            await host.open(AGES.id, "here here", options=options, settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n, v = ann.now[0]["n"], ann.v
                legal = ann.now[0]["legal"]
                early = await ann.answer(0, legal[0], n + 1)
                assert (early["type"], early["key"], early["params"]) == ("refused", "too_early", {"n": n})
                unknown = await ann.answer(0, "fly 3", n)
                assert (unknown["key"], unknown["params"], unknown["legal"]) == (
                    "unknown_move",
                    {"move": "fly 3"},
                    legal,
                )
                for nonsense in (-1, 10**6, 2**70):
                    got = await ann.answer(0, nonsense, n)
                    assert (got["type"], got["key"], got["legal"]) == ("refused", "unknown_move", legal)
                wrong = next(action for action in range(AGES.actions) if action not in legal)
                for move in (wrong, AGES.notation(wrong)):
                    refused = await ann.answer(0, move, n)
                    assert refused["clause"] in AGES.clause_ids()
                    assert refused["key"] in AGES.texts("en")["refusals"]
                    assert refused["legal"] == legal
                not_asked = await ben.answer(1, 0, n)
                assert (not_asked["key"], not_asked["legal"]) == ("not_asked", [])
                assert (ann.v, ben.v) == (v, v)
                await ann.answer(0, legal[0], n)
                await ann.wait(lambda: ann.v == (v or 0) + 1)
                late = await ann.answer(0, legal[-1], n)
                assert late == {"type": "late", "id": late["id"], "n": ann.now[0]["n"]}
                assert ann.v == (v or 0) + 1

    asyncio.run(scene())


def test_notation_is_as_good_as_a_number(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                names = [action["notation"] for action in await host.ok("GET", f"/api/games/{TURNS.id}/actions")]
                for _ in range(4):
                    seat = tablet.now[0]["awaited"][0]
                    before = tablet.v or 0
                    word = f"  {names[tablet.now[seat]['legal'][0]].upper()} "
                    assert (await tablet.answer(seat, word))["type"] == "ack"
                    await tablet.wait(lambda before=before: tablet.v == before + 1)

    asyncio.run(scene())


def test_the_same_id_is_done_once_also_after_a_restart() -> None:
    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                seat = tablet.now[0]["awaited"][0]
                n, action = tablet.now[seat]["n"], tablet.now[seat]["legal"][0]
                first = await tablet.answer(seat, action, n, id="one")
                assert (first["again"], first["held"]) == (False, False)
                for _ in range(2):
                    before = len(tablet.said("ack"))
                    await tablet.send({"type": "answer", "id": "one", "seat": seat, "n": n, "action": action})
                    await tablet.wait(lambda before=before: len(tablet.said("ack")) > before)
                    assert tablet.said("ack")[-1]["again"] is True
                said = await tablet.ask("say", seat=seat, phrase="hello", id="two")
                assert said["again"] is False
                v = tablet.v
            running.kill()
            running.start()
            async with host.device(0, 1) as tablet:
                assert tablet.v == v
                for key, message in (
                    ("one", {"type": "answer", "n": n, "action": action}),
                    ("two", {"type": "say", "phrase": "hello"}),
                ):
                    await tablet.send({**message, "id": key, "seat": seat})
                    await tablet.wait(lambda key=key: [ack for ack in tablet.said("ack") if ack["id"] == key])
                    assert tablet.said("ack")[-1]["again"] is True
                assert tablet.v == v
                # The same id from the other seat is another request.
                await tablet.send({"type": "say", "id": "two", "seat": 1 - seat, "phrase": "hello"})
                await tablet.wait(lambda: tablet.v == (v or 0) + 1 and len(tablet.said("ack")) == 3)
                assert tablet.said("ack")[-1]["again"] is False

    with ServerProcess() as running:
        asyncio.run(scene(running))


def test_whoever_was_away_gets_all_that_happened(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0, 1), host.device(1)) as (tablet, phone):
                await play_on(tablet, (0, 1), spread, moves=4)
                await phone.wait(lambda: phone.v == tablet.v)
                left = phone.v
                await phone.close()
                await play_on(tablet, (0, 1), spread, moves=6)
                async with host.device(1, since=left) as back:
                    assert back.v == tablet.v
                    assert kept(back, 1) == kept(tablet, 1)
                    told = tablet.events(1)
                    missed = back.events(1)
                    assert missed
                    assert told[-len(missed) :] == missed
                    # Asked for again on an open line, from any row.
                    for since in (left, 0, -5, 10**9, None):
                        before = len(back.said("update"))
                        assert (await back.ask("resync", since=since))["type"] == "ack"
                        update = back.said("update")[before]
                        assert update["missed"] is True
                        assert update["v"] == tablet.v
                        events = update["seats"][0]["events"]
                        assert (events == missed) == (since == left)
                        assert bool(events) == (since in (left, 0, -5))

    asyncio.run(scene())


def test_a_gap_of_many_rows_is_read_from_the_store(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=long_match(TURNS), settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                start = tablet.v
                await play_on(tablet, (0, 1), spread, moves=90)
                async with host.device(1, since=start) as back:
                    told = [
                        e
                        for said in tablet.said("update")[1:]
                        for u in said["seats"]
                        if u["seat"] == 1
                        for e in u["events"]
                    ]
                    assert back.events(1) == told

    asyncio.run(scene())


# Greetings


async def greet(running: ServerProcess, *messages: Any) -> list[dict[str, Any]]:
    """Say these things to a fresh socket and read until it closes, or is silent after a welcome."""
    heard: list[dict[str, Any]] = []
    async with connect(running.ws, ping_interval=None) as socket:
        for message in messages:
            await socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
        async with asyncio.timeout(20):
            with contextlib.suppress(ConnectionClosed):
                while not heard or heard[-1]["type"] != "update":
                    heard.append(json.loads(await socket.recv()))
    return heard


def test_a_version_both_speak_is_chosen(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id)
            for offered in ([1], [99, 1, 7]):
                heard = await greet(running, {"type": "hello", "protocol": offered, "table": host.table})
                assert (heard[0]["type"], heard[0]["protocol"]) == ("welcome", 1)
            for offered in ([], [2, 99]):
                heard = await greet(running, {"type": "hello", "protocol": offered, "table": host.table})
                assert (heard[-1]["type"], heard[-1]["key"]) == ("bye", "protocol")
                assert heard[-1]["params"] == {"known": "1"}

    asyncio.run(scene())


def test_greetings_that_lead_nowhere(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id)
            hello = {"type": "hello", "protocol": [1], "table": host.table}
            for message, key in (
                ({**hello, "table": "nowhere"}, "no_table"),
                ({**hello, "tokens": ["wrong"]}, "bad_token"),
                ({"type": "resync", "id": "x"}, "no_hello"),
                ({"type": "pong", "t": 1}, "no_hello"),
            ):
                heard = await greet(running, message)
                assert (heard[-1]["type"], heard[-1]["key"]) == ("bye", key)
            for nonsense in (
                "{",
                b"\x00\xff",
                {"type": "hello"},
                {**hello, "cheat": 1},
                {**hello, "protocol": "1"},
                [],
            ):
                heard = await greet(running, nonsense, hello)
                assert heard[0]["type"] == "refused"
                assert heard[0]["key"] in ("bad_message", "not_text")
                assert any(message["type"] == "welcome" for message in heard)
            # A token that is void beside a good one: the good one counts.
            heard = await greet(running, {**hello, "tokens": ["void", host.tokens[1]]})
            assert heard[0]["seats"] == [1]

    asyncio.run(scene())


def test_a_second_hello_is_refused_and_the_line_goes_on(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id)
            async with host.device(0) as ann:
                await ann.send({"type": "hello", "protocol": [1], "table": host.table, "tokens": []})
                await ann.wait(lambda: ann.said("refused"))
                assert ann.said("refused")[0]["key"] == "hello_twice"
                await ann.send({"type": "ping", "t": 5})
                assert (await ann.wait(lambda: ann.said("pong")))[0]["t"] == 5

    asyncio.run(scene())


def test_before_the_deal_and_after_the_end_nothing_can_be_played(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK)
            async with host.device(0, 1) as tablet:
                assert (await tablet.ask("answer", seat=0, n=1, action=0))["key"] == "not_dealt"
                assert (await tablet.ask("answer", seat=0, n=1, action=0))["key"] == "not_dealt"
                assert (await tablet.ask("undo", seat=0))["key"] == "not_dealt"
                assert (await tablet.ask("undo_answer", seat=0, yes=True))["key"] == "no_undo"
                await host.deal()
                await tablet.wait(lambda: tablet.now[0]["view"] is not None)
                last = 0
                while not tablet.over:
                    last = tablet.now[0]["n"]
                    await play_on(tablet, (0, 1), first_legal if last % 3 else spread, moves=1)
                    assert last < 3000
                assert (await tablet.ask("answer", seat=0, n=last, action=0))["type"] == "late"
                now = tablet.now[0]["n"]
                assert (await tablet.ask("answer", seat=0, n=now, action=0))["key"] == "match_over"
                assert tablet.now[0]["decision"] is None
                assert tablet.now[0]["legal"] == []

    asyncio.run(scene())


# Phrases


def test_phrases_come_from_the_list_and_reach_everyone(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            face = await host.open(TURNS.id, "here here")
            assert face["phrases"]
            assert face["emotes"]
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                for phrase in (face["phrases"][0], face["emotes"][0]):
                    assert (await ann.ask("say", seat=0, phrase=phrase))["type"] == "ack"
                    for line, seat in ((ben, 1), (watcher, None)):
                        told = {"kind": "table_said", "seat": 0, "phrase": phrase}
                        await line.wait(lambda line=line, seat=seat, told=told: told in line.events(seat))
                for phrase in ("you smell", "", "say1", face["phrases"][0].upper()):
                    assert (await ann.ask("say", seat=0, phrase=phrase))["key"] == "unknown_phrase"
                assert (await ann.ask("say", seat=1, phrase="hello"))["key"] == "not_your_seat"
                assert (await watcher.ask("say", seat=0, phrase="hello"))["key"] == "not_your_seat"

    asyncio.run(scene())


def test_whoever_talks_too_much_is_asked_to_wait_and_stays(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                got = [await ann.ask("say", seat=0, phrase="horn") for _ in range(30)]
                kinds = [answer.get("key", answer["type"]) for answer in got]
                assert kinds[:4] == ["ack"] * 4
                assert kinds.count("too_often") > 10
                # Nobody else is held up, and the game goes on.
                assert (await ben.ask("say", seat=1, phrase="hello"))["type"] == "ack"
                line, seat = (ann, 0) if ann.asked(0) else (ben, 1)
                assert (await line.answer(seat, line.now[seat]["legal"][0]))["type"] == "ack"
                assert not ann.said("bye")

    asyncio.run(scene())
