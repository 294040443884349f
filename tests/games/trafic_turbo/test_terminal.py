"""Trafic Turbo in the terminal: the board once, then what changes; and when the keyboard is passed."""

from __future__ import annotations

import re

from tailback.games.trafic_turbo import GAME
from terminal.run import Desk


def test_in_plain_text_the_table_is_told_once_then_what_changes(desk: Desk) -> None:
    words = ["play", GAME.id, "--seed", "4", "--plain"]
    told = desk(*words, typed="#1\n" * 12 + "table\n").out
    before, _, after = told.rpartition("Ann > \n")[0].rpartition("Ann > \n")
    assert before.count("Vehicles:") == 1
    assert before.count("A space is lane:column") == 1
    assert after.count("Vehicles:") == 1
    assert "Ben goes forward, right, forward, forward and forward to 1:1." in told
    assert "Type table to see all of it." in told


def test_several_moves_in_one_line(desk: Desk) -> None:
    typed = "5\nF,F\nkeep\n"
    done = desk("play", GAME.id, "--seed", "5", "--players", "3", "--bot", "random", typed=typed)
    assert done.out.count("Ann > ") == len(typed.split("\n"))


def test_the_keyboard_is_passed_only_once_somebody_has_a_secret(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--seed", "4"]
    told = desk(*words, typed="#1\n#1\n").out
    assert "press Enter" not in told
    told = desk(*words, "--position", "A: 1:5; B: 2:30; hold A: maneuver; roll: 3", typed="").out
    assert "press Enter" in told


def test_steps_say_what_they_cost(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "4", "--position"]
    told = desk(*words, "A: 1:5; B: 0:20; T1: 1:6; roll: 2").out
    assert ": you crash into T1 (F)\n" in told
    assert re.search(r"^  2  [^:]+ \(L\)$", told, re.MULTILINE)
    told = desk(*words, "A: 1:18; B: 1:19; roll: 2").out
    assert ": you push Ben (F)\n" in told
    told = desk(*words, "A: 2:6; B: 0:20; T2: 2:5; roll: 1").out
    assert ": grey, a fine (F)\n" in told
