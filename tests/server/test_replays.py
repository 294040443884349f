"""Replays, exports, shared copies and imports over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, play_on, spread
from specimens import AGES, FORGETFUL, SEALED, TURNS, length_option
from tailback import games
from tailback.core import record
from tailback.core.record import Record
from tailback.server.protocol import general

# A file's line about how long the match is, and one that asks for too much.
LENGTH = length_option(TURNS)
TOO_LONG = (f"option {LENGTH} {TURNS.short[LENGTH]}", f"option {LENGTH} 500")


@pytest.fixture
def running() -> Iterator[ServerProcess]:
    """A server for each test: replays and files are limited per address."""
    with ServerProcess() as started:
        yield started


async def finished(host: Host, game: str = TURNS.id) -> str:
    """A table with a finished game; the game as a file."""
    await host.open(game, "here bot", options=games.load(game).short, settings=NO_CLOCK, deal=True)
    async with host.device(0) as ann:
        await play_on(ann, (0,), spread)
    return (await host.ask("GET", "{t}/games/0/export")).text


async def whole(host: Host, path: str, token: str | None = None) -> list[dict[str, Any]]:
    """A replay, page by page."""
    steps: list[dict[str, Any]] = []
    mark = "&" if "?" in path else "?"
    while True:
        answer = await host.ask("GET", f"{path}{mark}since={len(steps)}&limit=50", token=token)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        assert len(page["steps"]) <= 50
        steps += page["steps"]
        if len(steps) >= page["total"]:
            assert [step["step"] for step in steps] == list(range(page["total"]))
            return steps


def as_seen(found: Record, seat: int | None) -> list[tuple[list[dict[str, Any]], Any]]:
    """What a seat saw at each step, from the engine itself, as JSON would show it."""
    seen = []
    for played in record.replay(found):
        told = [general.seen(found.game, event, seat) for event in played.events]
        shown = (told, general.with_spread(found.game, played.state.view(seat)))
        seen.append(json.loads(json.dumps(shown)))
    return [(events, view) for events, view in seen]


@pytest.mark.parametrize("game", games.ids())
def test_a_finished_game_from_every_seats_knowledge(running: ServerProcess, game: str) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            text = await finished(host, game)
            found = games.read_record(text)
            assert record.verify(found) == []
            for seat in (None, 0, 1):
                path = "{t}/games/0/replay" + ("" if seat is None else f"?seat={seat}")
                steps = await whole(host, path)
                assert [(step["events"], step["view"]) for step in steps] == as_seen(found, seat)
                assert [step["seat"] for step in steps] == [None, *(step.seat for step in found.steps)]
                assert steps[1]["move"] == found.game.notation(found.steps[0].action)
            told = (await host.ask("GET", "{t}/games/0/replay?views=0")).json()
            steps = await whole(host, "{t}/games/0/replay")
            assert told["steps"] == [{**step, "view": None} for step in steps], "what happened, at once"

    asyncio.run(scene())


def test_pages_and_bad_questions(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await finished(host)
            page = await host.ok("GET", "{t}/games/0/replay?since=3&limit=2")
            assert [step["step"] for step in page["steps"]] == [3, 4]
            assert (page["over"], len(page["scores"]), page["fair"]["secret"] is not None) == (True, 2, True)
            assert (await host.ok("GET", "{t}/games/0/replay?since=99999"))["steps"] == []
            for path, status, key in (
                ("{t}/games/1/replay", 404, "no_such_game"),
                ("{t}/games/x/replay", 422, "whole_number"),
                ("{t}/games/0/replay?seat=2", 404, "no_such_seat"),
                ("{t}/games/0/replay?seat=-1", 422, "whole_number"),
                ("{t}/games/0/replay?since=1e3", 422, "whole_number"),
                ("{t}/games/0/replay?limit=99999999999", 422, "whole_number"),
                ("{t}/games/7/export", 404, "no_such_game"),
                ("/api/tables/none/games/0/export", 404, "no_table"),
            ):
                answer = await host.ask("GET", path)
                assert (answer.status_code, answer.json()["key"]) == (status, key), path

    asyncio.run(scene())


def test_a_running_game_only_from_ones_own_knowledge(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                await play_on(tablet, (0, 1), spread, moves=5)
                sealed = {seat: tablet.now[seat]["view"] for seat in (0, 1)}
            for seat in (0, 1):
                steps = await whole(host, f"{{t}}/games/0/replay?seat={seat}", host.tokens[seat])
                assert steps[-1]["view"] == sealed[seat]
                # A move of somebody else may be a secret still.
                assert all(step["move"] == "" for step in steps if step["seat"] not in (None, seat))
                assert any(step["move"] for step in steps if step["seat"] == seat)
                for token in (None, host.tokens[1 - seat], host.tokens[None]):
                    answer = await host.ask("GET", f"{{t}}/games/0/replay?seat={seat}", token=token)
                    assert (answer.status_code, answer.json()["key"]) == (403, "not_over")
            watched = await whole(host, "{t}/games/0/replay")
            assert all(step["move"] == "" for step in watched)
            page = await host.ok("GET", "{t}/games/0/replay")
            assert (page["over"], page["scores"], page["places"]) == (False, None, None)
            assert page["fair"]["secret"] is None
            for path, method in (("export", "GET"), ("share", "POST")):
                answer = await host.ask(method, f"{{t}}/games/0/{path}", token=host.tokens[0])
                assert (answer.status_code, answer.json()["key"]) == (409, "not_over")

    asyncio.run(scene())


def test_looking_back_in_memory_would_be_cheating(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(FORGETFUL.id, "here here", settings=NO_CLOCK, deal=True)
            for path, seat in (("{t}/games/0/replay", None), ("{t}/games/0/replay?seat=0", 0)):
                answer = await host.ask("GET", path, token=host.tokens[seat])
                assert (answer.status_code, answer.json()["key"]) == (409, "forgetful")

    asyncio.run(scene())


def test_earlier_games_stay_when_the_next_one_runs(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            first = await finished(host)
            await host.ok("POST", "{t}/again", {"deal": True, "game": SEALED.id})
            assert (await host.ask("GET", "{t}/games/0/export")).text == first
            answer = await host.ask("GET", "{t}/games/1/export")
            assert (answer.status_code, answer.json()["key"]) == (409, "not_over")
            assert (await host.ok("GET", "{t}/games/0/replay?seat=1"))["over"] is True

    asyncio.run(scene())


# Copies


def test_a_shared_link_leads_to_the_game_and_nowhere_else(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            text = await finished(host)
            answer = await host.ask("POST", "{t}/games/0/share")
            assert (answer.status_code, answer.json()["key"]) == (403, "seat_needed")
            answer = await host.ask("POST", "{t}/games/3/share", token=host.tokens[0])
            assert (answer.status_code, answer.json()["key"]) == (404, "no_such_game")
            link = await host.ok("POST", "{t}/games/0/share", seat=0, status=201)
            again = await host.ok("POST", "{t}/games/0/share", status=201)
            assert again == link
            assert link["link"].endswith(f"/r/{link['share']}")
            table, host.table = host.table, link["share"]
            face = await host.ok("GET", "{t}", seat=9)
            assert table not in json.dumps(face)
            assert (face["code"], face["phase"], face["game"]) == (None, "over", TURNS.id)
            assert (await host.ask("GET", "{t}/games/0/export")).text == text
            page = await host.ok("GET", "{t}/games/0/replay?seat=1", seat=9)
            assert page["over"] is True
            assert page["fair"]["seed"] == str(games.read_record(text).seed)
            assert (await host.ask("GET", "{t}/games/1/replay")).json()["key"] == "no_such_game"
            assert (await host.ask("GET", "{t}/games/1/export")).json()["key"] == "no_such_game"
            # Nobody sits down at a copy, plays on, deletes it, or gets in with the tokens of the table.
            for method, path, body, token, keys in (
                ("POST", "{t}/seats", {"name": "Eve"}, None, {"no_game"}),
                ("POST", "{t}/seats", {"claim": ""}, None, {"no_game"}),
                ("POST", "{t}/deal", {}, host.tokens[0], {"bad_token"}),
                ("POST", "{t}/again", {}, host.tokens[None], {"bad_token"}),
                ("PATCH", "{t}/seats/0", {"name": "Eve"}, None, {"not_your_seat"}),
                ("DELETE", "{t}", None, None, {"host_only"}),
                ("DELETE", "{t}", None, host.tokens[None], {"bad_token"}),
            ):
                answer = await host.ask(method, path, body, token)
                assert answer.json()["key"] in keys, (method, path, answer.text)
            async with host.device() as watcher:
                assert watcher.face["phase"] == "over"
                assert watcher.said("welcome")[0]["seats"] == []
            # The table may go; the copy stays.
            host.table = table
            assert (await host.ask("DELETE", "{t}", token=host.tokens[None])).status_code in (200, 204)
            host.table = link["share"]
            assert (await host.ask("GET", "{t}/games/0/export")).text == text

    asyncio.run(scene())


def test_a_file_comes_back_as_the_same_game(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            text = await finished(host, AGES.id)
            for written in (text, "\ufeff" + text.replace("\n", "\r\n")):
                made = await host.ok("POST", "/api/import", {"record": written}, status=201)
                host.table = made["share"]
                assert (await host.ask("GET", "{t}/games/0/export")).text == text

    asyncio.run(scene())


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_files_that_are_no_finished_games() -> None:
    """Truncated, changed, foreign, unfinished, of other versions, huge."""

    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            text = await finished(host)
            lines = text.splitlines()
            scores = next(line for line in lines if line.startswith("scores "))
            opening = next(line for line in lines if line.startswith("  "))
            places = next(line for line in lines if line.startswith("places "))
            unfinished = "\n".join(lines[: lines.index("moves") + 1] + ["end 0", ""])
            bad = [
                ("", {"not_a_record"}),
                ('[Event "?"]\n1. e4 e5', {"not_a_record"}),
                ("\x00\xff" * 50, {"not_a_record"}),
                ("\n".join(lines[:-1]), {"truncated", "expected"}),
                ("\n".join(lines[: len(lines) // 2]), {"truncated"}),
                (changed(text, scores, "scores 999 0"), {"scores_differ"}),
                (changed(text, places, "places 7 7"), {"places_differ"}),
                (changed(text, opening, "  never_happened card=ZZ"), {"event_differs"}),
                (changed(text, f"game {TURNS.id} ", "game chess "), {"unknown_game"}),
                (changed(text, "tailback 1", "tailback 2"), {"newer_format"}),
                (changed(text, *TOO_LONG), {"bad_value"}),
                (text + "more\n", {"after_end"}),
                (unfinished, {"event_differs", "not_over", "expected"}),
            ]
            # The limit is ten a minute: what is over it is refused politely.
            for written, keys in bad[:7]:
                answer = await host.ask("POST", "/api/import", {"record": written})
                assert answer.status_code == 422, answer.text
                assert answer.json()["key"] in keys
                assert "line" in answer.json()["params"]
            answer = await host.ask("POST", "/api/import", {"record": "x" * 2_000_001})
            assert (answer.status_code, answer.json()["key"]) == (400, "bad_message")
            answer = await host.ask("POST", "/api/import", {"record": "x" * 6_000_000})
            assert (answer.status_code, answer.json()["key"]) == (413, "too_big")
            answer = await host.ask("POST", "/api/import", {})
            assert (answer.status_code, answer.json()["key"]) == (400, "bad_message")
            answers = [await host.ask("POST", "/api/import", {"record": written}) for written, _ in bad[7:]]
            assert {answer.status_code for answer in answers} == {429}
            assert answers[-1].json()["key"] == "too_often"
            assert (await host.ok("GET", "{t}"))["phase"] == "over"

    with ServerProcess() as running:
        asyncio.run(scene(running))


def test_a_game_that_is_not_finished_is_not_taken_in(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            text = await finished(host)
            found = games.read_record(text)
            half = Record(found.game, found.players, found.options, found.seed, found.names, found.seats)
            half.deal = found.deal
            half.steps = found.steps[:2]
            answer = await host.ask("POST", "/api/import", {"record": record.write(record.record_events(half))})
            assert (answer.status_code, answer.json()["key"]) == (422, "not_over")
            for old, new, key in (
                ("tailback 1", "tailback 2", "newer_format"),
                (*TOO_LONG, "bad_value"),
                ("end ", "end 1", "truncated"),
            ):
                answer = await host.ask("POST", "/api/import", {"record": changed(text, old, new)})
                assert (answer.status_code, answer.json()["key"]) == (422, key)

    asyncio.run(scene())
