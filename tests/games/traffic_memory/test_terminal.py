"""Traffic Memory in the terminal: many cards alike, nothing secret, and a log that forgets."""

from __future__ import annotations

import re

from tailback.games.traffic_memory import GAME
from terminal.run import Desk


def test_many_alike_share_a_line_and_more_shows_more(desk: Desk) -> None:
    done = desk("play", GAME.id, "--seed", "5", "--players", "2", "--preset", "full", typed="17\n")
    assert re.search(r"^ +N  .*N = 1-\d+$", done.out, re.MULTILINE)
    assert max(len(part.splitlines()) for part in done.out.split("Ann > ")) < 60


def test_where_nothing_is_secret_the_keyboard_is_not_passed(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="1\n2\n3\n4\n")
    assert done.out.count("press Enter") == 0
    assert done.out.count("turns over card 1:") == 1


def test_the_log_of_a_memory_game_forgets(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="\n1\n2\n3\n4\n5\nlog all\n")
    log = done.out.rpartition("Ann > ")[0].rpartition("Ann > ")[2]
    assert "card 5:" in log
    assert "card 1:" not in log
    assert "card 1:" not in desk("continue").out


def test_a_place_and_a_joker_can_be_asked_about(desk: Desk) -> None:
    out = desk("play", GAME.id, "--seed", "1", "--brief", typed="what 8\nwhat police car\n3\nwhat card 3\n").out
    assert "Row 2: 8 face down." in out
    assert "Joker: " in out
    assert "Row 1: 3 face up: " in out
