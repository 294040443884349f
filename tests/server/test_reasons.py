"""Why a robot moved as it did, and what it would do in a person's place."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from server.books import Book, refused
from server.harness import NO_CLOCK, Host, ServerProcess, devices, spread
from server.people import Person
from specimens import FORGETFUL, OURS, SEALED, TURNS, WINDOW, hurried, id_of
from tailback import games
from tailback.core.contract import FIRST
from tailback.core.game import Game
from tailback.server.live import jobs
from tailback.server.truth import desk
from tailback.server.truth.desk import HINTS
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.reasons import Reason
from tailback.texts import LANGUAGES, Texts

# One from elsewhere that explains its robots.
GUEST = next(game for game in games.every() if not games.is_ours(game) and game.part("because") is not None)
SOME = 40


def played(game: Game, book: Book, robots: tuple[int, ...], moves: int) -> list[tuple[int, int]]:
    """So many moves, by robots for these seats; which seat answered which decision."""
    found: list[tuple[int, int]] = []
    match = desk.current(book.ledger)
    while match.decision is not None and len(found) < moves:
        seat = match.decision.awaited[len(found) % len(match.decision.awaited)]
        assert match.state is not None
        action = book.chance.choice(match.state.legal(seat))
        found.append((seat, match.n))
        book.add(desk.answer(book.ledger, 5, seat, match.n, action, bot=seat in robots))
    return found


def reason(ledger: Ledger, seat: int | None, n: int | None) -> Reason:
    """As another process finds it, from plain data."""
    work = msgspec.json.decode(msgspec.json.encode(jobs.Explain.of(ledger, seat, n)), type=jobs.AnyJob)
    return msgspec.json.decode(jobs.outcome(work).given(), type=Reason)


@pytest.mark.parametrize("game", [*OURS, GUEST], ids=id_of)
def test_every_move_of_a_robot_has_a_reason_in_every_language(game: Game) -> None:
    book = Book(game.id, "person bot bot", game.lively)
    book.deal()
    match = desk.current(book.ledger)
    told = 0
    while match.decision is not None and told < SOME:
        (seat, n), *_ = played(game, book, (1, 2), 1)
        if seat and (match.n > n or match.decision is None or match.decision.gate == FIRST):
            found = reason(book.ledger, seat, n)
            assert (found.seat, found.n) == (seat, n)
            for lang in LANGUAGES:
                said = Texts(lang, game, match.names).say(f"because.{found.key}", **found.params)
                assert said
                assert "{" not in said
            told += 1
    assert told


def test_a_game_that_does_not_explain_its_robots_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(GUEST.id, "person bot bot", GUEST.lively)
    book.deal()
    played(GUEST, book, (1, 2), 10)
    found = reason(book.ledger, None, None)
    monkeypatch.delattr(GUEST.part("because"), "because")
    refused("no_reasons", reason, book.ledger, found.seat, found.n)


def test_only_known_moves_of_robots_have_a_reason() -> None:
    book = Book(GUEST.id, "person bot")
    refused("not_dealt", reason, book.ledger, 1, None)
    book.deal()
    refused("no_robot_move", reason, book.ledger, None, None)
    refused("no_such_seat", reason, book.ledger, 2, None)
    moves = played(GUEST, book, (1,), 4)
    mine = next(n for seat, n in moves if seat == 0)
    theirs = [n for seat, n in moves if seat == 1]
    refused("no_robot", reason, book.ledger, 0, mine)
    refused("no_robot_move", reason, book.ledger, 0, None)
    refused("no_robot_move", reason, book.ledger, 1, mine)
    refused("no_robot_move", reason, book.ledger, 1, theirs[-1] + 9)
    assert reason(book.ledger, 1, theirs[0]).n == theirs[0]
    assert reason(book.ledger, 1, None) == reason(book.ledger, None, None)
    assert reason(book.ledger, None, None).n == theirs[-1]


def test_a_choice_that_lies_face_down_has_none_yet() -> None:
    book = Book(SEALED.id, "person bot")
    book.deal()
    match = desk.current(book.ledger)
    n = match.n
    assert match.state is not None
    book.add(desk.answer(book.ledger, 5, 1, n, match.state.legal(1)[0], bot=True))
    refused("not_shown", reason, book.ledger, 1, n)
    refused("no_robot_move", reason, book.ledger, None, None)
    book.add(desk.answer(book.ledger, 5, 0, n, match.state.legal(0)[0]))
    assert reason(book.ledger, 1, n).seat == 1


def test_where_remembering_is_the_game_only_the_last_move_is_told() -> None:
    book = Book(FORGETFUL.id, "bot bot")
    book.deal()
    (seat, first), (other, last) = played(FORGETFUL, book, (0, 1), 2)
    refused("forgetful", reason, book.ledger, seat, first)
    assert reason(book.ledger, other, last).n == last


def test_what_was_taken_back_needs_no_reason() -> None:
    book = Book(GUEST.id, "bot bot")
    book.deal()
    played(GUEST, book, (0, 1), 3)
    match = desk.current(book.ledger)
    match.back_to(1)
    assert len(match.answers) == len(match.steps) == 1


# Over the socket


def test_anybody_may_ask_a_robot_why(running: ServerProcess) -> None:
    async def play() -> None:
        async with Host(running) as host:
            await host.open(GUEST.id, "here bot", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device()) as (ann, watcher):
                n = ann.now[0]["n"]
                await ann.answer(0, spread(ann.now[0]))
                await watcher.wait(lambda: watcher.now[None]["n"] >= n + 2)
                said = await watcher.ask("why", seat=1, n=n + 1)
                assert (said["type"], said["seat"], said["n"]) == ("why", 1, n + 1)
                assert said["key"] in GUEST.texts("en")["because"]
                assert await ann.ask("why", id=said["id"]) == said
                no = await watcher.ask("why", seat=0, n=n)
                assert (no["type"], no["key"], no["params"]) == ("refused", "no_robot", {"seat": 0})

    asyncio.run(play())


def test_a_robot_says_what_it_would_do_where_the_table_allows_it(running: ServerProcess) -> None:
    async def play() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings={**NO_CLOCK, "hints": "4"}, deal=True)
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                lines = {0: ann, 1: ben}
                mine = next(seat for seat, line in lines.items() if line.asked(seat))
                me, you, before = lines[mine], lines[1 - mine], len(watcher.log)
                n, v = me.now[mine]["n"], me.v
                for level in ("", "3", "4", "simple"):
                    said = await me.ask("advice", seat=mine, n=n, level=level)
                    wanted = {"": "4", "simple": "3"}.get(level, level)
                    assert (said["type"], said["n"], said["level"]) == ("advice", n, wanted)
                    assert said["action"] in me.now[mine]["legal"]
                # Nothing was written, and nobody else heard of it.
                assert me.v == v
                assert {message["type"] for message in watcher.log[before:]} <= {"ping", "presence"}
                refusals = {
                    "hint_level": (me, mine, n, "5"),
                    "not_your_seat": (me, 1 - mine, n, ""),
                    "not_asked": (you, 1 - mine, n, ""),
                    "too_early": (me, mine, n + 1, ""),
                }
                for key, (line, seat, number, level) in refusals.items():
                    no = await line.ask("advice", seat=seat, n=number, level=level)
                    assert (no["type"], no["key"]) == ("refused", key)
                while (no := await me.ask("advice", seat=mine, n=n, level="3"))["type"] == "advice":
                    pass
                assert no["key"] == "too_often"
                await host.ok("PUT", "{t}/settings", {**NO_CLOCK, "hints": ""})
                await me.wait(lambda: me.face["settings"]["hints"] == "")
                assert (await me.ask("advice", seat=mine, n=n))["key"] == "no_hints"
                answer = await host.ask("PUT", "{t}/settings", {"hints": "2"}, host.tokens[None])
                assert (answer.status_code, answer.json()["key"]) == (422, "bad_value")

    asyncio.run(play())


def test_no_hints_where_the_clock_runs_or_remembering_is_the_game() -> None:
    book = Book(FORGETFUL.id)
    book.deal()
    refused("hint_memory", desk.advised, book.ledger, 0, desk.current(book.ledger).n, "")
    book = Book(WINDOW.id, "person person", hurried(WINDOW))
    book.deal()
    match = desk.current(book.ledger)
    while match.decision is not None and match.decision.seconds is None:
        played(WINDOW, book, (), 1)
    assert match.decision is not None
    refused("hint_hurry", desk.advised, book.ledger, match.decision.awaited[0], match.n, "")


def test_a_table_allows_hints_of_sensible_robots_or_none() -> None:
    assert HINTS == ("", "3", "4", "5")


def test_in_the_terminal_too(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(GUEST.id, "open bot", settings=NO_CLOCK)
            async with Person(tmp_path, f"{running.http}/t/{host.table}", "--name", "Ann") as ann:
                await ann.wait("type: deal")
                await host.deal()
                await ann.wait("Ann >")
                ann.type("hint")
                await ann.wait("Hint (fox): ")
                ann.type("hint dragon")
                await ann.wait("This table allows hints from level 3, not from 5.")
                ann.type("why")
                await ann.wait("No robot has made such a move.")
                ann.type("#1")
                await ann.wait("Ann >")
                ann.type("why")
                sentences = [str(text).partition("{")[0] for text in GUEST.texts("en")["because"].values()]
                await ann.wait(*(f"B: {begins}" for begins in sentences))
                assert await ann.end() == 0

    asyncio.run(evening())
