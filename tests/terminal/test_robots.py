"""Robots in the terminal: their levels, their reasons and their hints."""

from __future__ import annotations

import pytest

from specimens import FORGETFUL
from tailback import games
from tailback.robots import strength
from tailback.robots.duels import ALONE, Duel, Share
from tailback.robots.levels import OFFERED
from tailback.terminal import levels
from tailback.texts import LANGUAGES, Texts
from terminal.run import Desk

GUEST = next(name for name in games.ids() if name not in games.ours() and games.load(name).part("because"))
QUICK = ("--think", "0.001")


def seats(desk: Desk) -> str:
    text = desk.saves()[-1].read_text(encoding="utf-8")
    return next(line for line in text.splitlines() if line.startswith("seats "))


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("chick", "Dragon")), ("de", ("küken", "Drache")), ("fi", ("tipu", "dragon"))]
)
def test_a_robot_is_called_by_its_number_or_its_name(desk: Desk, lang: str, words: tuple[str, str]) -> None:
    bots = ("--bot", words[0], "--bot", words[1], "--bot", "4")
    done = desk("play", GUEST, "--players", "4", "--lang", lang, *bots, *QUICK)
    assert done.code == 0, done.err
    assert seats(desk) == "seats person 1 5 4"
    for level in "154":
        assert levels.name(Texts(lang), level) in done.out


def test_a_robot_that_there_is_not_is_told_with_those_there_are(desk: Desk) -> None:
    done = desk("play", GUEST, "--bot", "genius")
    assert done.code == 2
    assert "1 (chick), 2 (puppy), 3 (fox), 4 (owl), 5 (dragon)" in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_waits_for_a_long_thought_is_told_once(desk: Desk, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailback.terminal.play.LONG_THOUGHT", 0.001)
    thinking = Texts(lang).raw("play.thinking").partition("}")[2]
    given = ("play", GUEST, "--players", "3", "--seed", "2", "--lang", lang, *QUICK)
    assert thinking not in desk(*given, "--bot", "4", typed="#1\n#1\n").out
    slow = desk(*given, "--bot", "5", typed="#1\n#1\n")
    assert slow.code == 0, slow.err
    assert 1 <= slow.out.count(thinking) <= 3


@pytest.mark.parametrize("seconds", ["much", "-1", "60.5", "nan", "inf", ""])
@pytest.mark.parametrize("command", ["play", "serve", "strength"])
def test_nobody_can_think_for_nonsense(desk: Desk, command: str, seconds: str) -> None:
    done = desk(command, *([GUEST] if command != "serve" else []), "--think", seconds)
    assert done.code == 2
    assert f"0 to 60 seconds, not {seconds}".strip() in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_robot_says_why_and_what_it_would_do(desk: Desk, lang: str) -> None:
    texts = Texts(lang, games.load(GUEST))
    why, hint = (texts.raw(f"commands.{name}") for name in ("why", "hint"))
    typed = f"{why}\n{hint}\n{hint} 5\n{hint} genius\n#1\n{why}\n"
    done = desk("play", GUEST, "--players", "2", "--seed", "1", "--lang", lang, *QUICK, typed=typed)
    assert done.code == 0, done.err
    assert texts.say("refusals.no_robot_move") in done.out
    for level in ("3", "5"):
        assert texts.say("play.hint", level=levels.name(texts, level), move="").rstrip(" .") in done.out
    assert levels.listed(texts) in done.out
    # Only what the robot just did can be named: one of its sentences, begun by its name.
    begins = [str(text).partition("{")[0] for text in texts.raw("because").values()]
    said = done.out.rpartition(">")[0].splitlines()
    assert any(begin and begin in line for line in said for begin in begins)


def test_no_hints_where_remembering_is_the_game(desk: Desk) -> None:
    done = desk("play", FORGETFUL.id, "--players", "2", typed="hint\n")
    assert "there are no hints" in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_says_what_each_level_is_like(desk: Desk, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = strength.Found(Duel(GUEST, 4, "5", "3", ALONE), Share(400, 0.53, 0.49, 0.57))
    monkeypatch.setattr(strength, "recorded", lambda: (found,))
    done = desk("play", GUEST, "--help", "--lang", lang)
    told = " ".join(done.out.split())
    texts = Texts(lang)
    for level in OFFERED:
        assert " ".join(texts.say(f"levels.{level}.what").split()) in told
    others = texts.say("levels.3.others", n=3)
    assert texts.say("levels.wins", wins=53, others=others) in told
    assert told.count("53") == 1
