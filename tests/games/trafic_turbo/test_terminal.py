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
    assert re.search(r"Ben goes (?:\w+, )+\w+ and \w+ to \d:\d+\.", told)
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


def test_by_ear_steps_are_one_move_and_the_road_is_told_once(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "4", "--brief"]
    out = desk(*words, "--position", "A: 1:5; B: 2:30; roll: 3", typed="F\nF\nF\n#1\n").out
    assert out.count("Left lane: ") >= 1
    first = out.split("Ann > ")
    assert "Left lane: " in first[0]
    assert "Left lane: " not in first[1]
    assert "2 left." in first[1]


def test_a_space_and_a_vehicle_can_be_asked_about(desk: Desk) -> None:
    out = desk("play", GAME.id, "--seed", "4", typed="what 1:4\nwhat 0:1\nwhat T7\nwhat 2:30\n").out
    assert "1:4: T1\nRule TT-28:" in out
    assert "0:1: grey\nRule TT-32:" in out
    assert "T7 truck 2:18 and 2:19" in out
    assert "2:30: free\n" in out


def test_a_step_is_taken_back_until_the_dice_fall(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "4", "--brief", "--position", "A: 1:5; B: 2:30; roll: 3"]
    out = desk(*words, typed="F\nundo\nL\nundo\nundo\n").out
    assert out.count("Ann takes back 1 move.") == 2
    assert "This cannot be taken back" in out


def test_steps_say_what_they_cost(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "4", "--position"]
    told = desk(*words, "A: 1:5; B: 0:20; T1: 1:6; roll: 2").out
    assert ": you crash into T1 (F)\n" in told
    assert re.search(r"^  2  [^:]+ \(L\)$", told, re.MULTILINE)
    told = desk(*words, "A: 1:18; B: 1:19; roll: 2").out
    assert ": you push Ben (F)\n" in told
    told = desk(*words, "A: 2:6; B: 0:20; T2: 2:5; roll: 1").out
    assert ": grey, a fine (F)\n" in told
