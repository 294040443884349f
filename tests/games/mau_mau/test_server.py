"""Mau-Mau at the server: catching somebody who is silent, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server import of_a_game
from server.books import Book
from server.harness import Host, ServerProcess
from server.timing import timed_out
from tailback.games.mau_mau import GAME
from tailback.server.truth import desk


def test_catching_a_silent_player_has_no_clock(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            options = {"mau_mode": "catch", "games": 20}
            await host.open(GAME.id, "here here here", options=options, deal=True)
            async with host.device(0, 1, 2) as tablet:
                while tablet.now[0]["decision"]["kind"] != "catch":
                    seat = tablet.now[0]["awaited"][0]
                    words = [GAME.notation(action) for action in tablet.now[seat]["legal"]]
                    silent = [word for word in words if word.startswith("lay") and "mau" not in word]
                    v = tablet.v or 0
                    await tablet.answer(seat, (silent or words)[0])
                    await tablet.wait(lambda v=v: (tablet.v or 0) > v)
                asked = tablet.now[0]
                assert (asked["decision"]["gate"], asked["decision"]["seconds"], asked["decision"]["ms"]) == (
                    "first",
                    None,
                    None,
                )
                n = asked["n"]
                catchers = [s for s in asked["awaited"] if GAME.parse("no mau") in tablet.now[s]["legal"]]
                # The first press counts; the other one, with the same number, is late and not an error.
                got = [await tablet.answer(seat, "no mau", n) for seat in catchers[:2]]
                assert [answer["type"] for answer in got] == ["ack", "late"][: len(got)]
                assert timed_out(tablet, 0) == []

    asyncio.run(scene())


def test_a_window_is_one_question_for_all_who_are_asked() -> None:
    """Whoever lets it pass leaves the window, and the press of another with the old number still counts."""
    book = Book(GAME.id, "person person person person", {"mau_mode": "catch", "games": 1})
    book.deal()
    while True:
        match = desk.playing(book.ledger)
        assert match.decision is not None
        assert match.state is not None
        if match.decision.kind == "catch":
            break
        seat = match.decision.awaited[0]
        legal = match.state.legal(seat)
        silent = [a for a in legal if GAME.notation(a).startswith("lay") and "mau" not in GAME.notation(a)]
        book.move(seat, (silent or legal)[0])
    n = book.n
    passing = match.decision.awaited[1]
    book.move(passing, "pass")
    assert book.n == n
    other = desk.playing(book.ledger).decision
    assert other is not None
    assert passing not in other.awaited
    catcher = next(seat for seat in other.awaited if seat != match.decision.awaited[0])
    book.move(catcher, "no mau")
    assert book.n > n


@pytest.mark.parametrize(
    ("players", "options", "clause"),
    [
        (3, {"first_dealer": 5}, "MA-2"),
        (3, {"games": 99}, "MA-32"),
        (7, {}, "MA-1"),
        (1, {"games": 0, "draw_rule": "whenever"}, None),
    ],
)
def test_an_impossible_set_up(
    running: ServerProcess, players: int, options: dict[str, Any], clause: str | None
) -> None:
    of_a_game.impossible(running, GAME, players, options, clause)


def test_a_drawn_card_cannot_be_given_back(running: ServerProcess) -> None:
    of_a_game.learned(running, GAME, "draw")
    of_a_game.learned_on_the_books(GAME, "draw")


def test_the_manual_shows_one_move_as_a_number_and_as_a_notation() -> None:
    by_number, by_notation = (message for message in of_a_game.shown_in_the_manual() if message.get("type") == "answer")
    assert by_number["action"] == GAME.parse(by_notation["action"])
