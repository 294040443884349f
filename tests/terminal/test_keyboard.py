"""Lines from the keyboard while news come in: nothing typed is lost, and nothing is written into the middle of it."""

from __future__ import annotations

import io

import pytest

from tailback.terminal.keyboard import Editor, Keyboard, Raw, keyboard_for, width
from tailback.terminal.screen import Screen


class Seat:
    """A keyboard with a screen that can be read."""

    def __init__(self, kind: type[Keyboard]) -> None:
        self.out = io.StringIO()
        self.screen = Screen(self.out, io.StringIO())
        self.put: list[Raw] = []
        self.keyboard = kind(self.screen, self.put.append)

    def type(self, text: str) -> list[str]:
        return self.keyboard.feed(Raw(text.encode()))

    def shown(self) -> str:
        """What a terminal would show: each return and clearing takes the line away."""
        lines = []
        for line in self.out.getvalue().split("\n"):
            lines.append(line.rpartition("\r\x1b[K")[2])
        return "\n".join(lines)


def test_lines_of_a_pipe_come_whole() -> None:
    seat = Seat(Keyboard)
    assert seat.type("one\ntw") == ["one"]
    assert seat.type("o\n\n") == ["two", ""]
    assert seat.type("  \x1b[31mthree\t ") == []
    assert seat.type("") == ["[31mthree"]


def test_a_letter_of_two_bytes_may_come_in_two_pieces() -> None:
    seat = Seat(Keyboard)
    first, second = "ä".encode()[:1], "ä".encode()[1:]
    assert seat.keyboard.feed(Raw(b"h" + first)) == []
    assert seat.keyboard.feed(Raw(second + b"\n")) == ["hä"]


def test_in_a_pipe_news_begin_on_a_line_of_their_own() -> None:
    seat = Seat(Keyboard)
    seat.keyboard.show("Ann >")
    seat.keyboard.show("Ann >")
    seat.screen.line("Ben: Hello!")
    seat.screen.line("Ben is away.")
    seat.keyboard.show("Ann >")
    assert seat.out.getvalue() == "Ann > \nBen: Hello!\nBen is away.\n"


def test_plain_text_has_one_prompt_for_each_question() -> None:
    """And one more after each line that was typed: then it is an answer."""
    seat = Seat(Keyboard)
    seat.keyboard.show("Ann >", 7)
    seat.screen.line("Ben: Hello!")
    seat.keyboard.show("Ann >", 7)
    assert seat.out.getvalue().count("Ann >") == 1
    seat.type("nonsense\n")
    seat.screen.line("What?")
    seat.keyboard.show("Ann >", 7)
    assert seat.out.getvalue().count("Ann >") == 2
    seat.screen.line("Ben plays.")
    seat.keyboard.show("Ann >", 8)
    assert seat.out.getvalue().count("Ann >") == 3


def test_news_appear_above_what_is_half_typed() -> None:
    seat = Seat(Editor)
    seat.keyboard.show("Ann >")
    assert seat.type("lay") == []
    seat.screen.line("Ben: Hello!")
    seat.keyboard.show("Ann >")
    assert seat.shown() == "Ben: Hello!\nAnn > lay"
    assert seat.type(" R3\r") == ["lay R3"]
    assert seat.shown() == "Ben: Hello!\nAnn > lay R3\n"


EDITS = {
    "abc\x7f\x7fx\r": "ax",
    "\x7fabc\r": "abc",
    "bc\x1b[D\x1b[Da\r": "abc",
    "bc\x01a\x05d\r": "abcd",
    "bc\x1b[Ha\x1b[Fd\r": "abcd",
    "bc\x1bOHa\x1bOFd\r": "abcd",
    "abc\x1b[D\x1b[D\x1b[3~\r": "ac",
    "abc\x1b[1;5D\x7f\r": "ab",
    "wrong\x15right\r": "right",
    "one two\x17three\r": "one three",
    "abc\x01\x0bd\r": "d",
    "ab\x01\x04\r": "b",
    "a\x1b[A\x1b[B\x1b[5~b\r": "ab",
    "ä€\x7fö\r": "äö",
    "a\x00\x07b\r": "ab",
    "x" * 3000 + "\r": "x" * 1000,
}


@pytest.mark.parametrize("typed", EDITS, ids=lambda typed: repr(typed[:12]))
def test_keys_that_edit(typed: str) -> None:
    seat = Seat(Editor)
    seat.keyboard.show("Ann >")
    assert seat.type(typed) == [EDITS[typed]]


def test_keys_may_come_one_by_one() -> None:
    seat = Seat(Editor)
    seat.keyboard.show("Ann >")
    found = [line for sign in "bc\x1b[D\x1b[Da\r" for line in seat.type(sign)]
    assert found == ["abc"]


def test_ctrl_d_ends_only_on_an_empty_line() -> None:
    seat = Seat(Editor)
    seat.type("a\x04\x7f")
    assert seat.put == []
    seat.type("\x04")
    assert seat.put == [Raw(b"")]


def test_a_long_line_keeps_the_cursor_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    seat = Seat(Editor)
    seat.keyboard.show("Ann >")
    seat.type("0123456789" * 9 + "end")
    last = seat.shown()
    assert last.endswith("end")
    assert width(last) <= 40
    seat.type("\x01")
    assert seat.shown().startswith("Ann > 0123")


def test_a_line_knows_which_question_it_was_begun_for() -> None:
    seat = Seat(Editor)
    seat.keyboard.mark = 7
    seat.type("1")
    seat.keyboard.mark = 8
    seat.type("2\r")
    assert seat.keyboard.began == 7


def test_a_prompt_that_asks_nothing_does_not_disturb_who_listens() -> None:
    assert not Seat(Keyboard).keyboard.waits_below()
    assert Seat(Editor).keyboard.waits_below()


def test_wide_and_combining_letters() -> None:
    assert width("a漢e\u0301") == 4


def test_a_pipe_is_read_line_by_line() -> None:
    assert type(keyboard_for(Screen(io.StringIO(), io.StringIO()), lambda raw: None)) is Keyboard


def test_plain_text_on_a_terminal_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "interactive", True)
    monkeypatch.setenv("TERM", "xterm")
    assert type(keyboard_for(Screen(io.StringIO(), io.StringIO()), lambda raw: None)) is Keyboard
