"""What people type as a name reaches other people's screens: it must stay one short line of visible signs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailback.texts.names import LONGEST_NAME, printable, tidy_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Jörg Ääkkönen 李", "Jörg Ääkkönen 李"),
        ("\x1b[2J\x07Ben", "[2JBen"),
        ("evil\u202egnp", "evilgnp"),
        ("a\ud800b\x00c", "abc"),
        ("\u200b\n\t ", ""),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("x" * (LONGEST_NAME + 1), "x" * (LONGEST_NAME - 1) + "…"),
        ("x" * (LONGEST_NAME - 2) + " yyy", "x" * (LONGEST_NAME - 2) + "…"),
    ],
)
def test_names_are_tidied(typed: str, shown: str) -> None:
    assert tidy_name(typed) == shown


@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_name_becomes_one_short_line(typed: str) -> None:
    tidy = tidy_name(typed)
    assert len(tidy) <= LONGEST_NAME
    assert tidy == tidy.strip()
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in tidy)
    assert tidy_name(tidy) == tidy


def test_lines_keep_their_breaks_and_nothing_else_that_commands() -> None:
    assert printable("one\ttwo\nthree\r\x1b[0m\u2066!") == "one two\nthree[0m!"
