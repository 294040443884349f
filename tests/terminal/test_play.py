"""Playing in the terminal: what is shown, what may be typed, who sees which hand."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from specimens import FORGETFUL, RACE, SEALED, TURNS
from tailback import games
from tailback.core.record import replay, verify
from tailback.games import read_record as read
from tailback.texts import LANGUAGES, Texts

from .run import Desk, Terminal, piped

# Choices by their place in the list; where a list is shorter, the line is answered and the next one counts.
DICE = random.Random(1)
CHOICES = "".join(f"#{DICE.randint(1, 6)}\n#{DICE.randint(1, 20)}\n" for _ in range(10_000))


@pytest.mark.parametrize("name", games.ids())
def test_a_whole_match_of_every_game(desk: Desk, name: str) -> None:
    game = games.load(name)
    done = desk("play", name, "--seed", "5", "--preset", "first-time", "--players", str(game.fewest), typed=CHOICES)
    assert (done.code, done.err) == (0, "")
    assert "Final standing:" in done.out
    assert "\x1b" not in done.out
    (path,) = desk.saves()
    record = read(path.read_text())
    assert record.over
    assert verify(record) == []
    assert f"tailback replay {path}" in done.out
    assert "{" not in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games.ids())
def test_bots_are_narrated_in_every_language(desk: Desk, name: str, lang: str) -> None:
    done = desk("play", name, "--people", "0", "--seed", "3", "--preset", "first-time", "--lang", lang)
    assert (done.code, done.err) == (0, "")
    texts = Texts(lang)
    assert texts.say("play.over") in done.out
    assert "=" not in done.out, "an event or a table line has no words"
    assert verify(read(desk.saves()[0].read_text())) == []


@pytest.mark.parametrize("name", games.ids())
def test_three_people_at_one_keyboard_play_to_the_end(desk: Desk, name: str) -> None:
    count = str(max(3, games.load(name).fewest))
    words = ["play", name, "--seed", "8", "--people", count, "--players", count, "--preset", "first-time"]
    done = desk(*words, typed=CHOICES)
    assert done.code == 0
    assert "Final standing:" in done.out


def test_real_process_with_pipes(tmp_path: Path) -> None:
    done = piped(tmp_path, "play", TURNS.id, "--seed", "5", "--players", "2", typed="1\n?\ndraw\n")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "  1  " in done.out
    assert "To go on: tailback continue" in done.out


def test_same_seed_and_same_input_give_the_same_match(desk: Desk) -> None:
    first = desk("play", TURNS.id, "--seed", "77", typed=CHOICES)
    second = desk("play", TURNS.id, "--seed", "77", typed=CHOICES)
    one, two = desk.saves()
    assert one.read_text() == two.read_text()
    assert re.sub(r"\S+\.txt", "", first.out) == re.sub(r"\S+\.txt", "", second.out)


# What may be typed

POSITION = "A: R3 B5 G7; B: Y1 Y2 Y4; pile: R8; turn: A"


def at_position(desk: Desk, typed: str, *more: str) -> str:
    done = desk("play", TURNS.id, "--players", "2", "--seed", "1", "--position", POSITION, *more, typed=typed)
    assert done.code == 0
    return done.out


def test_a_number_and_a_notation_make_the_same_move(desk: Desk) -> None:
    for typed in ("1\n", "lay R3\n", "  LAY   r3 \n", "r3\n", "red 3\n", "#1\n"):
        assert "Ann lays red 3" in at_position(desk, typed), typed


def test_an_illegal_move_is_refused_with_its_rule(desk: Desk) -> None:
    for typed in ("lay B5\n", "why lay B5\n", "why blue 5\n", "blue 5\n"):
        out = at_position(desk, typed)
        assert "does not fit" in out
        assert re.search(r"Rule MM-15: .{20,}", out)
        assert "Ann lays" not in out


def test_why(desk: Desk) -> None:
    assert "That is allowed: Lay red 3." in at_position(desk, "why 1\n")
    assert "such as: why lay R3" in at_position(desk, "why\n")
    assert 'I do not understand "fly"' in at_position(desk, "why fly\n")


def test_help_and_the_other_commands(desk: Desk) -> None:
    out = at_position(desk, "?\n")
    for word in ("why MOVE", "rules [WORD]", "table", "hand", "log", "save", "quit"):
        assert word in out
    assert "MM-37" in at_position(desk, "rules mm37\n")
    assert "mau" in at_position(desk, "rules mau\n")
    assert 'No rule mentions "xyzzy"' in at_position(desk, "rules xyzzy\n")
    assert "Type rules and a word" in at_position(desk, "rules\n")
    assert at_position(desk, "table\n").count("Top card: red 8") == 2
    assert "Your cards: red 3, blue 5, green 7\n" in at_position(desk, "hand\n")
    assert at_position(desk, "draw\nlay r3\nlog\n").count("Ann lays red 3") == 2
    assert "This match is kept in" in at_position(desk, "save\n").partition("Ann >")[2]
    assert "The match is saved" in at_position(desk, "quit\n1\n")


def test_nonsense_is_answered_not_obeyed(desk: Desk) -> None:
    for typed in ("99", "0", "-1", "lay Q9", "banana", "١", "#99", "#0", "1" * 900):
        out = at_position(desk, typed + "\n")
        assert "Ann lays" not in out, typed
        assert "Ann draws" not in out, typed
        assert out.count("Ann > ") == 2, typed
    assert "Type a number, a move" in at_position(desk, "\n")


def test_words_that_fit_several_choices_are_asked_back(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--players", "2", "--position", "A: R3 B5; B: Y1 Y2; pile: R8", typed="r3\n").out
    assert "Which one do you mean?" in out
    assert out.count('Lay red 3 and say "mau"') == 2


def test_cards_are_chosen_by_their_own_number(desk: Desk) -> None:
    done = desk("play", SEALED.id, "--seed", "5", "--players", "3", typed="9\n")
    assert "  9  Play 9 (play 9)" in done.out
    assert "They drive in this order: 9, " in done.out


def test_when_only_one_plain_choice_is_left_zero_means_it(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--players", "2", "--position", "A: R3 B5; B: Y1 Y2; pile: G8", typed="0\n").out
    assert "Ann draws" in out


def test_in_plain_text_the_table_is_told_once_then_what_changes(desk: Desk) -> None:
    words = ["play", RACE.id, "--seed", "4", "--plain"]
    told = desk(*words, typed="#1\n" * 12 + "table\n").out
    before, _, after = told.rpartition("Ann > \n")[0].rpartition("Ann > \n")
    assert before.count("Vehicles:") == 1
    assert before.count("A space is lane:column") == 1
    assert after.count("Vehicles:") == 1
    assert "Ben goes forward, right, forward, forward, forward to 1:1." in told
    assert "Type table for all of it." in told


def test_many_alike_share_a_line_and_more_shows_more(desk: Desk) -> None:
    done = desk("play", FORGETFUL.id, "--seed", "5", "--players", "2", "--preset", "full", typed="17\n")
    assert re.search(r"^ +N  .*N = 1-\d+$", done.out, re.MULTILINE)
    assert max(len(part.splitlines()) for part in done.out.split("Ann > ")) < 60


def test_several_moves_in_one_line(desk: Desk) -> None:
    typed = "5\nF,F\nkeep\n"
    done = desk("play", RACE.id, "--seed", "5", "--players", "3", "--bot", "random", typed=typed)
    assert done.out.count("Ann > ") == len(typed.split("\n"))


def test_where_the_first_answer_counts_chance_says_who_is_asked_first(desk: Desk) -> None:
    words = ["play", TURNS.id, "--people", "2", "--players", "2", "--option", "mauMode=catch"]
    first = set()
    for seed in range(8):
        position = "A: R3 R5; B: Y1 Y2 Y4; pile: R8; turn: A"
        out = desk(*words, "--seed", str(seed), "--position", position, typed="\nlay R3\n\n\n").out
        first.add(out.rstrip().splitlines()[-2].split()[0])
    assert first == {"Ann", "Ben"}


def test_a_pipe_that_never_moves_is_left(desk: Desk) -> None:
    done = desk("play", TURNS.id, "--seed", "5", typed="banana\n" * 5000)
    assert done.code == 0
    assert "nobody seems to be playing" in done.out
    assert len(done.out) < 50_000


def test_commands_have_names_in_every_language(desk: Desk) -> None:
    assert "warum ZUG" in at_position(desk, "hilfe\n", "--lang", "de")
    assert "Regel MA-5" in at_position(desk, "warum ziehen\n", "--lang", "de")
    out = at_position(desk, "warum lay B5\nregeln mm37\nende\n", "--lang", "de")
    assert "Regel MM-15" in out
    assert "MM-37" in out
    assert "Weiter geht es mit: tailback continue" in out
    out = at_position(desk, "miksi lay B5\nsäännöt mm37\nlopeta\n", "--lang", "fi")
    assert "Sääntö MM-15" in out
    assert "MM-37" in out
    assert "Jatka näin: tailback continue" in out


# Who sees what


def hands(path: Path) -> list[str]:
    """The hand line of every seat at the start, as this client writes it."""
    record = read(path.read_text())
    texts = Texts("en", record.game, record.names)
    state = next(replay(record)).state
    return [", ".join(texts.word(card) for card in state.view(seat)["hand"]) for seat in range(record.players)]


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


def test_a_drawn_card_is_shown_before_the_keyboard_goes_on(desk: Desk) -> None:
    words = ["play", TURNS.id, "--people", "2", "--players", "2", "--seed", "1"]
    done = desk(*words, "--position", "A: B5 B7 G7; B: Y1 Y2 Y4; pile: R8; deck: Y9 Y7 Y3", typed="\ndraw\n\n\n")
    before, _, after = done.out.partition("have you seen it?")
    assert "Ann draws yellow 9" in before
    assert "yellow 9" not in after
    assert "Ann draws a card" in after


def test_sealed_choices_stay_sealed(desk: Desk) -> None:
    words = ["play", SEALED.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="\n#3\n\n")
    ben = done.out.partition("Pass the keyboard to Ben")[2]
    card = re.search(r"Ann holds: (.*)\.", done.out)
    assert card is not None
    chosen = card.group(1).split(", ")[2]
    assert "Ann is ready" in ben
    assert not re.search(rf"\b{chosen}\b", ben.replace("\n", " "))


def test_a_sealed_choice_can_be_changed_while_somebody_still_chooses(desk: Desk) -> None:
    words = ["play", SEALED.id, "--people", "3", "--players", "3", "--seed", "4", "--preset", "first-time", "--plain"]
    typed = "\nchange\n#1\n" + "\n#1\n" + "\nchange\nchange ann\n" + "\n#2\n" + "\n#1\n"
    told = desk(*words, typed=typed).out
    assert "Nobody here has a secret choice" in told
    assert "Who wants to change? Type change and a name: Ann, Ben." in told
    record = read(desk.saves()[0].read_text())
    assert [step.seat for step in record.steps[:4]] == [0, 1, 0, 2]
    assert record.steps[0].action != record.steps[2].action
    first, _, second = told.partition("change and a name")[2].partition("Ann > ")
    assert "press Enter" in first
    assert "Pass the keyboard to Cem" in second


def test_where_nothing_is_secret_the_keyboard_is_not_passed(desk: Desk) -> None:
    words = ["play", FORGETFUL.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="1\n2\n3\n4\n")
    assert done.out.count("press Enter") == 0
    assert done.out.count("turns over card 1:") == 1


def test_the_keyboard_is_passed_only_once_somebody_has_a_secret(desk: Desk) -> None:
    words = ["play", RACE.id, "--people", "2", "--players", "2", "--seed", "4"]
    told = desk(*words, typed="#1\n#1\n").out
    assert "press Enter" not in told
    told = desk(*words, "--position", "A: 1:5; B: 2:30; hold A: maneuver; roll: 3", typed="").out
    assert "press Enter" in told


def test_the_log_of_a_memory_game_forgets(desk: Desk) -> None:
    words = ["play", FORGETFUL.id, "--people", "2", "--players", "2", "--seed", "4", "--preset", "first-time"]
    done = desk(*words, typed="\n1\n2\n3\n4\n5\nlog all\n")
    log = done.out.rpartition("Ann > ")[0].rpartition("Ann > ")[2]
    assert "card 5:" in log
    assert "card 1:" not in log
    assert "card 1:" not in desk("continue").out


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


def test_a_session_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", TURNS.id, "--people", "2", "--players", "2", "--position", POSITION)
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


def test_somebody_who_names_no_game_is_asked(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain")
    terminal.wait_for("Which game?")
    terminal.type("chess\n")
    terminal.wait_for("from 1 to 6")
    terminal.type("memory\n")
    terminal.wait_for("How many people")
    terminal.type("99\n")
    terminal.wait_for("from 0 to 5")
    terminal.type("2\n")
    terminal.wait_for("player 1")
    terminal.type("Zoe\n")
    terminal.wait_for("player 2")
    terminal.type("zoe\n")
    terminal.wait_for("Two players are called")
    terminal.type("\n")
    terminal.wait_for("tailback play traffic_memory --plain --people 2 --name Zoe --name Ann")
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
    terminal.type("1\n")
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
    desk("play", TURNS.id, "--players", "2", "--seed", "5", typed="1\n")
    (path,) = desk.saves()
    path.write_text(re.sub("^names .*$", r"names \\u001b[2J | " + "x" * 9000, path.read_text(), flags=re.MULTILINE))
    for words in (["continue", str(path)], ["replay", str(path)], ["verify", str(path)]):
        done = desk(*words)
        assert done.code == 0
        assert "\x1b" not in done.out
        assert "x" * 100 not in done.out


def test_markup_in_a_name_is_text_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", TURNS.id, "--name", "[bold]Bo[/x]", "--seed", "5", "--players", "2")
    shown = terminal.wait_for(" > ")
    assert "[bold]Bo[/x]" in shown
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
