"""Rush Hour in the terminal: cards by their numbers, and sealed choices."""

from __future__ import annotations

import re
import shlex

from tailback.games.rush_hour import GAME
from terminal.run import Desk


def test_cards_are_chosen_by_their_own_number(desk: Desk) -> None:
    done = desk("play", GAME.id, "--seed", "5", "--players", "3", typed="9\n")
    assert "  9  Play 9 (play 9)" in done.out
    assert re.search(r"They drive in this order: .*\b9\b", done.out)


def test_sealed_choices_stay_sealed(desk: Desk) -> None:
    words = ["play", GAME.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="\n#3\n\n")
    ben = done.out.partition("Pass the keyboard to Ben")[2]
    card = re.search(r"Ann holds: (.*)\.", done.out)
    assert card is not None
    chosen = card.group(1).split(", ")[2]
    assert "Ann is ready" in ben
    assert not re.search(rf"\b{chosen}\b", ben.replace("\n", " "))


def test_an_impossible_set_up_comes_with_one_that_works(desk: Desk) -> None:
    done = desk("play", GAME.id, "--players", "5", "--option", "max_number=10", "--name", "Bo Li", "--seed", "3")
    assert done.code == 2
    assert re.search(r"^Rule RH-\S+: ", done.err, re.MULTILINE)
    command = done.err.strip().splitlines()[-1].strip()
    words = shlex.split(command)
    assert words[:3] == ["tailback", "play", GAME.id]
    again = desk(*words[1:])
    assert again.code == 0
    assert "Bo Li" in again.out


def test_several_mistakes_at_once_end_in_a_command_that_works(desk: Desk) -> None:
    words = ["--players", "9", "--option", "specials=5", "--option", "age_order=1", "--option", "max_number=10"]
    done = desk("play", GAME.id, *words)
    assert desk(*shlex.split(done.err.strip().splitlines()[-1])[1:]).code == 0


def test_by_ear_each_lane_is_told_when_it_changed(desk: Desk) -> None:
    words = [
        "play",
        GAME.id,
        "--players",
        "2",
        "--seed",
        "1",
        "--brief",
        "--position",
        "rows: 10 / 20 / 30; A: 12 40; B: 22 41",
    ]
    out = desk(*words, typed="12\n").out
    assert "Lane 1 ends with 10, 1 of 4. Lane 2 ends with 20, 1 of 4. Lane 3 ends with 30, 1 of 4." in out
    assert "Ann: puts 12 in lane 1" in out


def test_a_lane_and_a_trailer_can_be_asked_about(desk: Desk) -> None:
    words = ["play", GAME.id, "--players", "2", "--seed", "1", "--position", "rows: 10 / 20 / 30; A: t25 40; B: 22 41"]
    out = desk(*words, typed="what lane 2\nwhat 25\nwhat lane 9\n").out
    assert re.search(r"Lane 2: 20 .*\nRule RH-15:", out)
    assert "Trailer: " in out
    assert "a card or a place called “lane 9”" in out


def test_choices_say_what_they_cost(desk: Desk) -> None:
    position = "rows: A 7 12 / 30 / 40; A: 3 20 44; B: 8 9 10"
    done = desk("play", GAME.id, "--players", "2", "--seed", "4", "--position", position, typed="3\n1\n")
    assert "  3  Play 3: too low now, 1 point or more (play 3)" in done.out
    assert " 20  Play 20 (play 20)" in done.out
    assert "  1  Take the cards of lane 1: ambulance, 7 and 12: 4 points (take 1)" in done.out
