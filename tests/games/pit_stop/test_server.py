"""Pit Stop! at the server: words that are asked for, the window for a New Car, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server import of_a_game
from server.books import Book
from server.harness import Device, Host, ServerProcess
from server.people import STANDING, Person
from server.timing import closes, lasted
from tailback.games.pit_stop import GAME
from tailback.server.truth import desk


async def until(line: Device, kind: str) -> dict[str, Any]:
    """Both seats of a Pit Stop are played on this device until this is asked: cards go down as fast as they can."""
    for _ in range(2000):
        seat = line.now[0]["awaited"][0]
        update = line.now[seat]
        if update["decision"]["kind"] == kind:
            return dict(update)
        words = {GAME.notation(action): action for action in update["legal"]}
        avoid = ("draw", "pass", "accept", "silent", "done", "exchange", "swap", "renew")
        lays = [word for word in words if not word.startswith(avoid)]
        v = line.v
        got = await line.answer(seat, words[(lays or list(words))[0]], update["n"])
        assert got["type"] == "ack", got
        if got["held"]:
            await closes(line, seat, update["n"])
        else:
            await line.wait(lambda v=v: (line.v or 0) > (v or 0))
    raise AssertionError(f"never asked for {kind}")


def test_words_that_the_rules_ask_for_are_said_as_phrases(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            options = {"talk": "penalty", "limit": "rounds", "rounds": 1}
            await host.open(GAME.id, "here here", options=options, deal=True)
            async with host.device(0, 1) as tablet:
                asked = await until(tablet, "say")
                seat = asked["seat"]
                assert (asked["decision"]["seconds"], asked["decision"]["hold"]) == (6.0, False)
                # Whoever is not asked only talks.
                assert (await tablet.ask("say", seat=1 - seat, phrase="say2"))["type"] == "ack"
                assert tablet.now[seat]["n"] == asked["n"]
                assert (await tablet.ask("say", seat=seat, phrase="hello"))["type"] == "ack"
                assert tablet.now[seat]["n"] == asked["n"]
                got = await tablet.ask("say", seat=seat, phrase="say8")
                assert got["type"] == "ack"
                await tablet.wait(lambda: {"kind": "said", "seat": seat, "phrase": "say8"} in tablet.events(seat))
                assert tablet.now[seat]["n"] > asked["n"]
                # Silence costs a card when the time is over.
                asked = await until(tablet, "say")
                seat = asked["seat"]
                await closes(tablet, seat, asked["n"])
                kinds = [event["kind"] for event in tablet.now[seat]["events"]]
                assert kinds[:2] == ["table_time", "silent"]
                assert "silence_card" in kinds
                late = await tablet.answer(seat, "say 1", asked["n"])
                assert late["type"] == "late"

    asyncio.run(scene())


def test_the_new_car_window(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            # Enough rounds: in some of them both New Cars lie on the table before anybody is done.
            options = {"window_seconds": 3, "limit": "rounds", "rounds": 10}
            await host.open(GAME.id, "here here here", options=options, settings={"pace_ms": 0}, deal=True)
            async with host.device(0, 1, 2) as tablet:
                asked = await until(tablet, "new_car")
                first, second = asked["awaited"]
                assert (asked["decision"]["seconds"], asked["decision"]["hold"]) == (3.0, True)
                v = tablet.v
                assert (await tablet.answer(second, "pass", asked["n"]))["held"] is True
                assert (tablet.v, tablet.now[first]["awaited"]) == (v, [first, second])
                await closes(tablet, first, asked["n"])
                assert await lasted(running, host.table, asked["n"]) > 2
                events = tablet.now[first]["events"]
                assert events[0] == {"kind": "table_time", "seats": [first, second]}
                assert [event["seat"] for event in events if event["kind"] == "let_go"] == [first, second]

    asyncio.run(scene())


def test_time_runs_out_for_everyone_in_one_row() -> None:
    book = Book(GAME.id, "person person person", {"limit": "rounds", "rounds": 1})
    book.deal()
    while desk.playing(book.ledger).decision.kind != "new_car":  # type: ignore[union-attr]
        match = desk.playing(book.ledger)
        assert match.state is not None
        seat = match.decision.awaited[0]  # type: ignore[union-attr]
        lays = [a for a in match.state.legal(seat) if GAME.notation(a) not in ("draw", "pass", "return")]
        book.move(seat, (lays or match.state.legal(seat))[0])
    asked = desk.playing(book.ledger).decision
    assert asked is not None
    row = desk.time_out(book.ledger, 9, book.n)
    assert row is not None
    assert tuple(seat for seat, _ in row.moves) == asked.awaited
    book.add(row)
    after = desk.current(book.ledger).decision
    assert after is None or after.kind != "new_car"


def test_windows_show_their_time(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            options = {**GAME.short, "window_seconds": 3}
            await host.open(GAME.id, "open bot", options=options, settings={"pace_ms": 0})
            async with Person(tmp_path, host.code, "--server", running.http, "--name", "Ann") as ann:
                await ann.wait("You are in seat A")
                ann.type("deal")
                while (found := await ann.wait("You have 3 seconds.", "Ann > ", STANDING["en"]))[:3] != "You":
                    # Whoever is out first is not asked: then another game.
                    ann.type("again" if found == STANDING["en"] else "#1")
                await ann.wait("Ann > ")
                ann.type("pass")
                # On a busy machine the time may be over before the line is read.
                await ann.wait("Noted. It counts when time is up.", "Time is up for Ann")

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"first_dealer": 8}, "CA-2"),
        ({"points": 120}, "CG-16"),
        ({"window_seconds": 1, "first_dealer": 4}, None),
    ],
)
def test_an_impossible_set_up(running: ServerProcess, options: dict[str, Any], clause: str | None) -> None:
    of_a_game.impossible(running, GAME, 3, options, clause)
