"""A table that is woken from a snapshot is the one that all its rows add up to."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from server.books import Book
from server.test_ledger import picture
from specimens import TURNS
from tailback import games
from tailback.core.undo import FARTHEST
from tailback.server.truth import desk, snapshot
from tailback.server.truth.match import MARK_EVERY
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import EVERY, RECENT


def busy_table(game_id: str, rows: int) -> Book:
    """Games one after the other, with undos, refused ones, talk, people who come and go."""
    book = Book(game_id, "person person bot")
    chance = random.Random(game_id)
    book.deal()
    while len(book.rows) < rows:
        if book.ledger.phase == "over":
            book.add(desk.again(book.ledger, 5, f"again{len(book.rows)}", "", None, None, None, True))
            book.deal()
        odd = chance.random()
        if book.ledger.undo is not None and odd < 0.7:
            seat = min(book.ledger.undo.asked)
            book.add(desk.answer_undo(book.ledger, 6, seat, odd < 0.5))
        elif odd < 0.1:
            with_undo(book)
        elif odd < 0.15:
            book.add(desk.say(book.ledger, 7, 0, "hello", key=f"0.{len(book.rows)}"))
        elif odd < 0.17:
            book.add(desk.stand_in(book.ledger, 8, 1) or desk.back(book.ledger, 8, 1))
        else:
            book.move()
    return book


def without_mark(kept: bytes) -> dict[str, Any]:
    """A snapshot but for the older position that it holds: that hangs on where one was put aside."""
    found: dict[str, Any] = json.loads(kept)
    if found["match"]:
        del found["match"]["mark"]
    return found


def with_undo(book: Book) -> None:
    """Whoever moved last would like to have it back, if that is allowed."""
    match = desk.playing(book.ledger)
    if match.steps and match.steps[-1][0] in book.ledger.people():
        with contextlib.suppress(Refused):
            book.add(desk.undo(book.ledger, 6, match.steps[-1][0], None))


@pytest.mark.parametrize("game_id", games.ids())
def test_a_snapshot_anywhere_and_the_rows_after_it_give_the_same_table(game_id: str) -> None:
    book = busy_table(game_id, 150)
    whole = snapshot.add_up("t", book.rows)
    ends = without_mark(snapshot.keep(whole))
    assert picture(whole) == picture(book.ledger)
    for cut in (1, 2, 3, 4, 7, 20, 51, 90, 149, 150):
        kept = snapshot.keep(snapshot.add_up("t", book.rows[:cut]))
        woken = snapshot.wake("t", kept, book.rows[cut:], cut)
        assert woken is not None
        assert picture(woken.ledger) == picture(whole)
        assert without_mark(snapshot.keep(woken.ledger)) == ends
        # Who wants to take something back may still do so, and is told the same.
        assert (woken.ledger.undo and [event.full() for event in woken.ledger.undo.told]) == (
            whole.undo and [event.full() for event in whole.undo.told]
        )
        if whole.match and whole.match.state and woken.ledger.match:
            for seat in range(3):
                assert woken.ledger.match.undo_limit(seat) == whole.match.undo_limit(seat)


def test_the_table_goes_on_after_a_snapshot_as_it_would_have_without() -> None:
    book = busy_table(TURNS.id, 60)
    woken = snapshot.wake("t", snapshot.keep(book.ledger), [], len(book.rows))
    assert woken is not None
    for _ in range(40):
        if book.ledger.phase == "playing":
            book.move()
            woken.ledger.apply(snapshot.r.decode(book.rows[-1]))
            assert picture(woken.ledger) == picture(book.ledger)


def test_what_another_version_kept_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    book = busy_table(TURNS.id, 20)
    kept = snapshot.keep(book.ledger)
    assert snapshot.wake("t", b"junk", [], 20) is None
    assert snapshot.wake("t", kept, [], 19) is None
    monkeypatch.setattr(snapshot, "MADE_BY", "another")
    assert snapshot.wake("t", kept, [], 20) is None


def test_the_last_rows_are_told_again_and_a_long_table_is_worth_keeping() -> None:
    book = busy_table(TURNS.id, 2 * EVERY + 10)
    woken = snapshot.wake("t", None, book.rows, 0)
    assert woken is not None
    assert [told.v for told in woken.recent] == list(range(len(book.rows) - RECENT + 1, len(book.rows) + 1))
    assert woken.keep is not None
    n, data = woken.keep
    assert n == len(book.rows) - RECENT
    again = snapshot.wake("t", data, book.rows[n:], n)
    assert again is not None
    assert again.keep is None
    assert picture(again.ledger) == picture(book.ledger)
    assert [(told.v, [event.full() for event in told.events]) for told in again.recent] == [
        (told.v, [event.full() for event in told.events]) for told in woken.recent
    ]


def test_going_back_plays_no_more_than_the_last_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took longer with every move before."""
    book = busy_table(TURNS.id, 40)
    while len(desk.playing(book.ledger).steps) < 3 * MARK_EVERY:
        book.move()
        if book.ledger.phase == "over":
            book.add(desk.again(book.ledger, 5, "", "", None, None, None, True))
            book.deal()
    match = desk.playing(book.ledger)
    begun: list[int] = []
    monkeypatch.setattr(match, "begin", lambda: begun.append(1))
    end = len(match.steps)
    for moves in (end, end - FARTHEST, 2 * MARK_EVERY, 2 * MARK_EVERY - 1):
        assert match.position(moves).view(0) is not None
    assert not begun
