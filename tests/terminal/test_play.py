"""Playing in the terminal: what is shown, what may be typed, who sees which hand."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from specimens import FORGETFUL, SEALED, TURNS
from tailback import games
from tailback.core.record import replay, verify
from tailback.games import read_record as read
from tailback.texts import LANGUAGES, Texts

from .run import Desk, Terminal, piped

# Choices by their place in the list; where a list is shorter, the line is answered and the next one counts.
DICE = random.Random(1)
CHOICES = "".join(f"#{DICE.randint(1, 6)}\n#{DICE.randint(1, 20)}\n" for _ in range(10_000))

FIRST_TIME = [name for name in games.ids() if "first-time" in games.load(name).presets]


@pytest.mark.parametrize("name", FIRST_TIME)
def test_a_whole_match_of_every_game(desk: Desk, name: str) -> None:
    game = games.load(name)
    done = desk("play", name, "--seed", "5", "--preset", "first-time", "--players", str(game.fewest), typed=CHOICES)
    assert (done.code, done.err) == (0, "")
    assert "Final standings:" in done.out
    assert "\x1b" not in done.out
    (path,) = desk.saves()
    record = read(path.read_text())
    assert record.over
    assert verify(record) == []
    assert f"tailback replay {path}" in done.out
    assert "{" not in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FIRST_TIME)
def test_bots_are_narrated_in_every_language(desk: Desk, name: str, lang: str) -> None:
    done = desk("play", name, "--people", "0", "--seed", "3", "--preset", "first-time", "--lang", lang)
    assert (done.code, done.err) == (0, "")
    texts = Texts(lang)
    assert texts.say("play.over") in done.out
    assert "=" not in done.out, "an event or a table line has no words"
    assert verify(read(desk.saves()[0].read_text())) == []


@pytest.mark.parametrize("name", FIRST_TIME)
def test_three_people_at_one_keyboard_play_to_the_end(desk: Desk, name: str) -> None:
    count = str(max(3, games.load(name).fewest))
    words = ["play", name, "--seed", "8", "--people", count, "--players", count, "--preset", "first-time"]
    done = desk(*words, typed=CHOICES)
    assert done.code == 0
    assert "Final standings:" in done.out


def test_real_process_with_pipes(tmp_path: Path) -> None:
    done = piped(tmp_path, "play", TURNS.id, "--seed", "5", "--players", "2", typed="#1\n?\n#1\n")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert re.search(r"^ +\d+  ", done.out, re.MULTILINE)
    assert "To go on: tailback continue" in done.out


def test_same_seed_and_same_input_give_the_same_match(desk: Desk) -> None:
    first = desk("play", TURNS.id, "--seed", "77", typed=CHOICES)
    second = desk("play", TURNS.id, "--seed", "77", typed=CHOICES)
    one, two = desk.saves()
    assert one.read_text() == two.read_text()
    assert re.sub(r"\S+\.txt", "", first.out) == re.sub(r"\S+\.txt", "", second.out)


# What may be typed


def test_a_pipe_that_never_moves_is_left(desk: Desk) -> None:
    done = desk("play", TURNS.id, "--seed", "5", typed="banana\n" * 5000)
    assert done.code == 0
    assert "nobody seems to be playing" in done.out
    assert len(done.out) < 50_000


# Who sees what


def hands(path: Path) -> list[str]:
    """The hand line of every seat at the start, as this client writes it."""
    record = read(path.read_text())
    texts = Texts("en", record.game, record.names)
    state = next(replay(record)).state
    return [texts.several(state.view(seat)["hand"], texts.word) for seat in range(record.players)]


def test_hands_are_hidden_between_turns(desk: Desk) -> None:
    done = desk("play", TURNS.id, "--people", "3", "--players", "3", "--seed", "5", typed="\n#1\n\n#1\n")
    parts = re.split(r"Pass the keyboard to (\w+)\. \w+, press Enter\.", done.out)
    shown = dict(zip(parts[1::2], parts[2::2], strict=True))
    of = dict(zip(["Ann", "Ben", "Cem"], hands(desk.saves()[0]), strict=True))
    assert all(hand not in parts[0] for hand in of.values())
    first, second, third = parts[1::2][:3]
    assert len({first, second, third}) == 3
    assert of[first] in shown[first]
    assert of[second] in shown[second]
    assert of[third] not in done.out, "the third player has not pressed Enter"
    for other in ("Ann", "Ben", "Cem"):
        if other != first:
            assert of[other] not in shown[first]
    # Without a screen that can be cleared, blank lines stand between the hands, and say so.
    assert "Blank lines hide" in shown[first]
    assert "\n" * 50 in shown[first]


def test_a_sealed_choice_can_be_changed_while_somebody_still_chooses(desk: Desk) -> None:
    words = ["play", SEALED.id, "--people", "3", "--players", "3", "--seed", "4", "--preset", "first-time", "--plain"]
    typed = "\nchange\n#1\n" + "\n#1\n" + "\nchange\nchange ann\n" + "\n#2\n" + "\n#1\n"
    told = desk(*words, typed=typed).out
    assert "Nobody here has a secret choice" in told
    assert "Ann and Ben have already chosen. Who wants to change? Type change and a name." in told
    record = read(desk.saves()[0].read_text())
    assert [step.seat for step in record.steps[:4]] == [0, 1, 0, 2]
    assert record.steps[0].action != record.steps[2].action
    first, _, second = told.partition("change and a name")[2].partition("Ann > ")
    assert "press Enter" in first
    assert "Pass the keyboard to Cem" in second


def test_a_replay_for_a_seat_shows_that_seats_secrets_only(desk: Desk) -> None:
    desk("play", TURNS.id, "--people", "0", "--players", "3", "--seed", "5", "--preset", "first-time")
    (path,) = desk.saves()
    of = hands(path)
    own = desk("replay", str(path), "--seat", "B").out
    assert of[1] in own
    assert of[0] not in own
    assert of[2] not in own
    everything = desk("replay", str(path)).out
    assert all(hand in everything for hand in of)


# On a terminal


def test_somebody_who_names_no_game_is_asked(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain")
    terminal.wait_for("Which game?")
    terminal.type("chess\n")
    terminal.wait_for(f"from 1 to {len(games.ids())}")
    terminal.type(f"{FORGETFUL.id.rpartition('_')[2]}\n")
    terminal.wait_for("How many people")
    terminal.type("99\n")
    terminal.wait_for(f"from 0 to {FORGETFUL.most}")
    terminal.type("2\n")
    terminal.wait_for("player 1")
    terminal.type("Zoe\n")
    terminal.wait_for("player 2")
    terminal.type("zoe\n")
    terminal.wait_for("Two players are called")
    terminal.type("\n")
    terminal.wait_for(f"tailback play {FORGETFUL.id} --plain --people 2 --name Zoe --name Ann")
    terminal.wait_for("Zoe >")
    terminal.type("quit\n")
    assert terminal.end() == 0
    again = Terminal(tmp_path, "play")
    again.wait_for("Which game?")
    again.type("\x04")
    assert again.end() == 0


def test_plain_on_a_terminal_has_no_tricks(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", TURNS.id, "--seed", "5", "--players", "2", "--plain")
    shown = terminal.wait_for(" > ")
    terminal.type("#1\n")
    shown += terminal.wait_for(" > ")
    assert "\x1b" not in shown
    terminal.type("quit\n")
    terminal.wait_for("tailback continue")
    assert terminal.end() == 0


def test_no_colour_is_respected(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "games", NO_COLOR="1", TERM="xterm-256color")
    assert "\x1b[3" not in terminal.wait_for(TURNS.id)
    terminal.end()


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", TURNS.id, "--seed", "5", "--players", "2")
    terminal.wait_for(" > ")
    terminal.interrupt()
    terminal.wait_for("To go on: tailback continue")
    assert terminal.end() == 130


def test_stepping_through_a_replay_on_a_terminal(tmp_path: Path) -> None:
    piped(tmp_path, "play", TURNS.id, "--seed", "5", "--people", "0", "--preset", "first-time")
    (path,) = (tmp_path / "tailback").glob("*.txt")
    terminal = Terminal(tmp_path, "replay", str(path), "--step")
    for _ in range(3):
        terminal.wait_for("q to stop:")
        terminal.type("\n")
    terminal.wait_for("q to stop:")
    terminal.type("q\n")
    assert terminal.end() == 0


# Names


@pytest.mark.parametrize(
    "name",
    [
        "[red]Ann[/red]",
        "\x1b[2J\x1b[31mAnn",
        "a|b\nend 3",
        "A" * 5000,
        "{seat:name}",
        "‮nnA",
        ":smile:",
        "日本語のなまえ",
    ],
)
def test_hostile_names_are_harmless(desk: Desk, name: str) -> None:
    words = ["play", TURNS.id, "--name", name, "--players", "2", "--seed", "5"]
    done = desk(*words, typed="1\n")
    assert (done.code, done.err) == (0, "")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f‮]", done.out)
    assert max(len(line) for line in done.out.splitlines()) < 300
    (path,) = desk.saves()
    assert verify(read(path.read_text())) == []
    assert desk("continue", typed="1\n").code == 0


def test_hostile_names_in_a_foreign_file_are_harmless(desk: Desk) -> None:
    desk("play", TURNS.id, "--players", "2", "--seed", "5", typed="#1\n")
    (path,) = desk.saves()
    for size, code in ((150, 0), (9000, 2)):
        names = r"names \\u001b[2J | " + "x" * size
        path.write_text(re.sub("^names .*$", names, path.read_text(), flags=re.MULTILINE))
        for words in (["continue", str(path)], ["replay", str(path)], ["verify", str(path)]):
            done = desk(*words)
            assert done.code == code
            assert "\x1b" not in done.out + done.err
            assert "x" * 100 not in done.out + done.err


def test_markup_in_a_name_is_text_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", TURNS.id, "--name", "[bold]Bo[/x]", "--seed", "5", "--players", "2")
    shown = terminal.wait_for(" > ")
    assert "[bold]Bo[/x]" in shown
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
