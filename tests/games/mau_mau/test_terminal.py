"""Mau-Mau in the terminal: what may be typed, what is refused, and who sees which card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tailback.games.mau_mau import GAME
from tailback.texts import LANGUAGES
from terminal.run import Desk, Terminal

POSITION = "A: R3 B5 G7; B: Y1 Y2 Y4; pile: R8; turn: A"


def at_position(desk: Desk, typed: str, *more: str) -> str:
    done = desk("play", GAME.id, "--players", "2", "--seed", "1", "--position", POSITION, *more, typed=typed)
    assert done.code == 0
    return done.out


def test_a_number_and_a_notation_make_the_same_move(desk: Desk) -> None:
    for typed in ("1\n", "lay R3\n", "  LAY   r3 \n", "r3\n", "red 3\n", "#1\n"):
        assert "Ann plays a red 3" in at_position(desk, typed), typed


def test_an_illegal_move_is_refused_with_its_rule(desk: Desk) -> None:
    for typed in ("lay B5\n", "why lay B5\n", "why blue 5\n", "blue 5\n"):
        out = at_position(desk, typed)
        assert "does not fit" in out
        assert re.search(r"Rule MM-15: .{20,}", out)
        assert "Ann plays" not in out


def test_why_a_colour_means_the_card_of_that_colour(desk: Desk) -> None:
    """Not the first move of the game with that word: naming a colour is something else."""
    for typed in ("why blue\n", "blue\n"):
        out = at_position(desk, typed)
        assert "blue 5 does not fit" in out.lower()
        assert "Rule MM-15: " in out
    at = "A: R3 B5 B7 CC; B: Y1 Y2 Y4; pile: R8; turn: A"
    out = desk("play", GAME.id, "--players", "2", "--seed", "1", "--position", at, typed="why blue\n").out
    assert re.search(r"^That is allowed: .* blue\.$", out, re.MULTILINE)
    assert out.count("Rule MM-15: ") == 1
    assert "Rule" not in desk("play", GAME.id, "--players", "2", "--seed", "1", "--position", at, typed="why red\n").out


def test_mau_alone_means_the_choice_with_mau(desk: Desk) -> None:
    play = ["play", GAME.id, "--players", "2", "--seed", "1", "--position"]
    for typed in ("mau\n", "Mau\n"):
        assert "Ann says “mau”" in desk(*play, "A: R3 B5; B: Y1 Y2; pile: R8; turn: A", typed=typed).out
    out = desk(*play, "A: R3 R5; B: Y1 Y2; pile: R8; turn: A", typed="mau\n").out
    assert out.partition("Which one do you mean?")[2].count(" mau)") == 2
    assert "That is allowed: " in desk(*play, "A: R3 B5; B: Y1 Y2; pile: R8; turn: A", typed="why mau\n").out
    out = at_position(desk, "mau\n")
    assert "Rule M" in out
    assert "Ann plays" not in out


def test_why(desk: Desk) -> None:
    assert "That is allowed: Play red 3." in at_position(desk, "why 1\n")
    assert "No robot has made such a move" in at_position(desk, "why\n")
    assert "I do not understand “fly”" in at_position(desk, "why fly\n")


def test_help_and_the_other_commands(desk: Desk) -> None:
    out = at_position(desk, "?\n")
    for word in ("why [MOVE]", "rules [WORD]", "table", "hand", "log", "save", "quit"):
        assert word in out
    assert "MM-37" in at_position(desk, "rules mm37\n")
    assert "mau" in at_position(desk, "rules mau\n")
    assert "No rule mentions “xyzzy”" in at_position(desk, "rules xyzzy\n")
    assert "Type rules and a word" in at_position(desk, "rules\n")
    assert at_position(desk, "table\n").count("Top card: red 8") == 2
    assert "Your cards: red 3, blue 5 and green 7\n" in at_position(desk, "hand\n")
    assert at_position(desk, "draw\nlay r3\nlog\n").count("Ann plays a red 3") == 2
    assert "This game is kept in" in at_position(desk, "save\n").partition("Ann >")[2]
    assert "The game is saved" in at_position(desk, "quit\n1\n")


def test_nonsense_is_answered_not_obeyed(desk: Desk) -> None:
    for typed in ("99", "0", "-1", "lay Q9", "banana", "١", "#99", "#0", "1" * 900):
        out = at_position(desk, typed + "\n")
        assert "Ann plays" not in out, typed
        assert "Ann draws" not in out, typed
        assert out.count("Ann > ") == 2, typed
    assert "Type a number, a move" in at_position(desk, "\n")


def test_words_that_fit_several_choices_are_asked_back(desk: Desk) -> None:
    out = desk("play", GAME.id, "--players", "2", "--position", "A: R3 B5; B: Y1 Y2; pile: R8", typed="r3\n").out
    assert "Which one do you mean?" in out
    assert out.count("Play red 3 and say “mau”") == 2


def test_when_only_one_plain_choice_is_left_zero_means_it(desk: Desk) -> None:
    out = desk("play", GAME.id, "--players", "2", "--position", "A: R3 B5; B: Y1 Y2; pile: G8", typed="0\n").out
    assert "Ann draws" in out


def test_where_the_first_answer_counts_chance_says_who_is_asked_first(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--option", "mau_mode=catch"]
    first = set()
    for seed in range(8):
        position = "A: R3 R5; B: Y1 Y2 Y4; pile: R8; turn: A"
        out = desk(*words, "--seed", str(seed), "--position", position, typed="\nlay R3\n\n\n").out
        first.add(out.rstrip().splitlines()[-2].split()[0])
    assert first == {"Ann", "Ben"}


def test_commands_have_names_in_every_language(desk: Desk) -> None:
    assert "warum [ZUG]" in at_position(desk, "hilfe\n", "--lang", "de")
    assert "Regel MA-5" in at_position(desk, "warum ziehen\n", "--lang", "de")
    assert "Niemand hat vergessen" in at_position(desk, "warum kein mau\n", "--lang", "de"), "words in quotes are words"
    out = at_position(desk, "warum lay B5\nregeln mm37\nende\n", "--lang", "de")
    assert "Regel MM-15" in out
    assert "MM-37" in out
    assert "Weiter geht es mit: tailback continue" in out
    out = at_position(desk, "miksi lay B5\nsäännöt mm37\nlopeta\n", "--lang", "fi")
    assert "Sääntö MM-15" in out
    assert "MM-37" in out
    assert "Jatka näin: tailback continue" in out


def test_a_drawn_card_is_shown_before_the_keyboard_goes_on(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--seed", "1"]
    done = desk(*words, "--position", "A: B5 B7 G7; B: Y1 Y2 Y4; pile: R8; deck: Y9 Y7 Y3", typed="\ndraw\n\n\n")
    before, _, after = done.out.partition("have you seen it?")
    assert "Ann draws a yellow 9" in before
    assert "yellow 9" not in after
    assert "Ann draws a card" in after


def test_a_session_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", GAME.id, "--people", "2", "--players", "2", "--position", POSITION)
    terminal.wait_for("press Enter.")
    terminal.type("\n")
    shown = terminal.wait_for(" > ")
    assert "\x1b[1;3" in shown, "colour words have their colours"
    terminal.type("why draw\n")
    terminal.wait_for(" > ")
    terminal.type("#1\n")
    shown = terminal.wait_for("press Enter.")
    assert "\x1b[2J" in shown, "the screen is cleared"
    assert "Blank lines" not in shown
    terminal.type("\n")
    terminal.wait_for(" > ")
    terminal.type("\x1b[A\n")  # arrow up must not bring back what the other typed
    assert "#1" not in terminal.wait_for(" > ")
    terminal.type("\x04")
    terminal.wait_for("To go on: tailback continue")
    assert terminal.end() == 0


@pytest.mark.parametrize(("position", "mention"), [("A: Q99", "Q99"), ("A: R1; A: R2", "A"), ("pending: x", "")])
def test_a_position_that_cannot_be_is_explained(desk: Desk, position: str, mention: str) -> None:
    told = set()
    for lang in LANGUAGES:
        done = desk("play", GAME.id, "--position", position, "--lang", lang)
        assert (done.code, done.out) == (2, "")
        assert mention in done.err
        assert "Traceback" not in done.err
        told.add(done.err)
    assert len(told) == len(LANGUAGES)
    assert desk.saves() == [], "a mistake leaves no file behind"


def test_options_can_be_flags(desk: Desk) -> None:
    words = ("--games", "2", "--opening-card", "inert", "--draw_rule=free")
    assert desk("play", GAME.id, "--seed", "5", "--players", "3", *words).code == 0
    (path,) = desk.saves()
    assert "option games 2\noption opening_card inert\noption draw_rule free\n" in path.read_text()


def test_by_ear_cards_drawn_together_are_one_line(desk: Desk) -> None:
    position = "A: R-T4 B5; B: Y1 Y2 Y4; pile: R8; turn: A; deck: G1 G2 G3 G4 G5 G6 G7 G8"
    words = ["play", GAME.id, "--players", "2", "--seed", "1", "--brief", "--position", position]
    out = desk(*words, typed="lay R-T4 mau\n").out
    assert "Ben: takes 4" in out


def test_by_ear_one_card_in_four_colours_is_one_choice(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "1", "--brief"]
    out = desk(*words, "--position", "A: CC R3 B5 G7; B: Y1 Y2 Y4; pile: R8; turn: A", typed="").out
    assert "Play Colour Change, choose red (and 3 more like it)" in out
