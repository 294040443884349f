"""Even chances at this keyboard: worked out, said with their chance, or withheld with a command that works."""

from __future__ import annotations

import pytest

from specimens import AGES, DEALERS
from tailback.core.record import verify
from tailback.games import read_record
from tailback.robots import levelling
from tailback.texts import LANGUAGES
from terminal.run import Desk


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_large_a_head_start_is_is_said_before_the_first_move_and_kept(
    desk: Desk, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = desk("play", AGES.id, "--players", "3", "--seed", "5", "--option", "even_chances=A", "--lang", lang)
    assert done.code == 0
    first, second = done.out.splitlines()[:2]
    (file,) = desk.saves()
    record = read_record(file.read_text(encoding="utf-8"))
    amount = record.options["head_start"]
    assert amount > 0
    assert record.names[0] in first
    assert str(amount) in first
    assert "33" in second, "what would be even"
    monkeypatch.setattr(levelling, "play_rows", None)
    assert verify(record) == []


def test_it_is_against_the_robots_that_play(desk: Desk) -> None:
    words = ("play", DEALERS[0].id, "--players", "3", "--option", "even_chances=A", "--bot", "1")
    done = desk(*words)
    assert done.code == 2
    assert "No head start is needed here" in done.err
    assert desk.saves() == []


def test_where_there_is_none_a_command_without_it_works(desk: Desk) -> None:
    words = ["play", AGES.id, "--players", "2"]
    done = desk(*words, "--option", "even-chances=A,B")
    assert done.code == 2
    assert "nobody is ahead" in done.err
    command = done.err.strip().splitlines()[-1].split()
    assert command[command.index("play") :] == words
    assert desk(*words).code == 0


def test_whoever_says_how_large_it_is_waits_for_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levelling, "play_rows", None)
    assert desk("play", DEALERS[0].id, "--option", "even_chances=A", "--option", "head_start=4").code == 0
    (file,) = desk.saves()
    assert read_record(file.read_text(encoding="utf-8")).options["head_start"] == 4
