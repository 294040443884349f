"""Playing by ear: little is said, nothing twice, and everything can be asked."""

from __future__ import annotations

import json
import re
from statistics import mean
from typing import Any

import pytest
from bench.terminal import Heard

from specimens import FORGETFUL, RACE, SEALED, TURNS
from tailback import games
from tailback.core.game import Game
from tailback.core.record import replay
from tailback.games import read_record as read
from tailback.terminal import brief, wording
from tailback.terminal.wording import Seen
from tailback.texts import LANGUAGES, Texts
from tailback.texts.places import mentioned

from .run import Desk

# Lines between two own decisions, the prompt included.
MOST_LINES = 8


class Teller:
    """Tells as ever, and keeps what it was to tell and what it said."""

    def __init__(self) -> None:
        self.events: list[Seen] = []
        self.lines: list[str] = []
        self.story = brief.story

    def __call__(self, texts: Texts, game: Game, events: list[Seen]) -> list[str]:
        lines = self.story(texts, game, events)
        words = [brief.said(texts, event)[1] for event in brief.folded(texts, events)]
        for said in filter(None, words):
            # What a piece says may be part of what another one says, so both sides are counted alike.
            assert sum(line.count(said) for line in lines) <= sum(piece.count(said) for piece in words), said
        self.events += events
        self.lines += lines
        return lines


# In some of them the same happens twice before somebody is asked again, such as two fines on the same space.
@pytest.mark.parametrize("seed", [1, 2, 6])
@pytest.mark.parametrize("name", games.ours())
def test_a_listener_plays_a_whole_match_of_few_lines(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    teller = Teller()
    monkeypatch.setattr(brief, "story", teller)
    match = Heard(name, seed, "--brief")
    assert mean(match.lines) <= MOST_LINES
    happened = [event for played in replay(match.record) for event in played.events]
    assert teller.events == wording.seen(happened, 0), "everything that happened is told once, in its order"
    story = [line for line in teller.lines if line.strip()]
    for part in match.parts:
        others = []
        for line in part:
            if story and line == story[0]:
                story.pop(0)
            else:
                others.append(line)
        assert len(set(others)) == len(others), "something was said twice"
        assert not set(others) & set(teller.lines), "something of the story was said once more"
        assert not any("There is no choice" in line or "do not understand" in line for line in part)
    assert match.end[: len(story)] == story, "the rest of the story comes at the end"
    assert not any("Your cards:" in line for part in match.parts for line in part), "the hand is told in the story"
    *_, won, over, hint = match.end
    assert re.match(r"\w+ has won\.|.* have won together\.", won) or re.match(r"\w+ wins!|Won by", over)
    assert hint.startswith("Watch it again")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_short_texts_use_what_their_events_have(name: str, lang: str) -> None:
    """The forms for a run have lists of everything, and how often it happened."""
    events: dict[str, Any] = games.load(name).part("shapes").EVENTS
    for key, text in games.load(name).texts(lang)["brief"].items():
        kind = key.removesuffix("_seen").removesuffix("_run")
        if kind in events:
            fields = set(events[kind].__annotations__)
            run = {f"{field}s" for field in fields} | {"times"} if "_run" in key else set()
            assert mentioned(text) <= fields | run, key


def test_the_winner_is_named_before_anything_else_of_the_end(desk: Desk) -> None:
    done = desk("play", RACE.id, "--people", "0", "--seed", "1")
    lines = done.out.splitlines()
    over = next(n for n, line in enumerate(lines) if line.startswith("The race is over"))
    assert lines[over - 1].endswith(" has won.")


# What stays


@pytest.mark.parametrize(("lang", "on", "off"), [("en", "brief", "brief off"), ("de", "kurz", "kurz aus")])
def test_brief_is_kept_until_it_is_switched_off(desk: Desk, lang: str, on: str, off: str) -> None:
    texts = Texts(lang)
    play = ("play", TURNS.id, "--seed", "1", "--lang", lang)
    hint = texts.say("play.start_hint")
    assert hint in desk(*play, typed=f"{on}\n").out
    short = desk(*play, typed=f"{off}\n").out
    assert hint not in short
    assert texts.say("play.brief_off") in short
    assert hint in desk(*play).out


def test_the_flag_is_for_one_sitting(desk: Desk) -> None:
    assert "Final standing" not in desk("play", RACE.id, "--brief", "--people", "0", "--seed", "1").out
    assert "Final standing" in desk("play", RACE.id, "--people", "0", "--seed", "1").out


def test_what_cannot_be_kept_holds_for_now(desk: Desk) -> None:
    (desk.state / "tailback" / "preferences.json").mkdir(parents=True)
    out = desk("play", TURNS.id, "--seed", "1", typed="brief\n#1\n").out
    assert "It stays on until you stop." in out
    assert "Brief from now on." in out


@pytest.mark.parametrize("kept", ["[]", "{", '{"brief": "yes"}', "\udcff"])
def test_a_spoilt_file_of_preferences_is_none(desk: Desk, kept: str) -> None:
    file = desk.state / "tailback" / "preferences.json"
    file.parent.mkdir(parents=True)
    file.write_text(kept, errors="surrogateescape")
    assert "Type the number" in desk("play", TURNS.id, "--seed", "1").out


# Questions


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_every_question_has_an_answer_in_every_language(desk: Desk, name: str, lang: str) -> None:
    """About each kind of card: its name, what it does, its rule."""
    game = games.load(name)
    texts = Texts(lang, game)
    cards = texts.raw("web.cards")
    what = str(texts.raw("commands.what"))
    asked = [str(texts.raw(f"commands.{word}")) for word in ("score", "who", "since", "repeat")]
    asked += [f"{what} {card['name']}" for card in cards.values()]
    out = desk("play", name, "--seed", "1", "--brief", "--lang", lang, typed="".join(f"{line}\n" for line in asked)).out
    for kind, card in cards.items():
        clause = game.part("lines").CARDS[kind][1]
        assert f"{card['name']}: {card['does']}" in out
        assert texts.say("play.rule", clause=clause, text="") in out
    assert texts.say("play.your_turn") in out
    assert "not_understood" not in out
    assert texts.say("play.not_understood", move="")[:12] not in out


def test_repeat_says_the_last_thing_again(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--seed", "1", "--brief", typed="#1\nrepeat\nrepeat\nhand\nrepeat\n").out
    _, first, second, third, hand, again, _ = [part.strip() for part in out.split("Ann >")]
    assert first == second == third
    assert hand.startswith("Your cards:")
    assert again == hand


def test_repeat_does_not_tell_the_next_person_the_hand_of_the_one_before(desk: Desk) -> None:
    out = desk("play", SEALED.id, "--seed", "1", "--people", "2", typed="\n#1\n\nrepeat\n").out
    first, second, repeated = re.findall("Your cards: .*", out)
    assert first != second == repeated
    assert first not in out.rpartition("press Enter.")[2]


def test_since_tells_what_the_others_did(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--seed", "1", "--brief", typed="since\n#1\nsince\n").out
    _, start, story, again, _ = [part.strip() for part in out.split("Ann >")]
    assert start
    told = again.splitlines()[-1] if again else ""
    assert told
    assert told in story or told.split("; ")[-1] in story


def test_a_game_of_memory_forgets_also_for_questions(desk: Desk) -> None:
    out = desk("play", FORGETFUL.id, "--seed", "1", "--brief", typed="#1\n#2\n#3\nsince\n").out
    *_, since, _ = [part.strip() for part in out.split("Ann >")]
    assert "Nothing has happened" in since


def test_an_unknown_thing_is_said_to_be_unknown(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--seed", "1", typed="what\nwhat elephant\n").out
    assert "Type what and a card or a place." in out
    assert "a card or a place called “elephant”" in out


# Taking back


def test_a_step_can_be_taken_back(desk: Desk) -> None:
    """Where nobody learned anything from it: the file has it no longer, and the same question comes again."""
    out = desk("play", RACE.id, "--seed", "1", "--people", "2", "--players", "2", typed="#1\nundo\nundo\n#2\n").out
    assert "takes back 1 move." in out
    assert "cannot be taken back" in out
    (path,) = desk.saves()
    record = read(path.read_text())
    assert len(record.steps) == 1
    assert f"{RACE.notation(record.steps[0].action)}" in path.read_text()


def test_a_move_after_which_others_moved_stands(desk: Desk) -> None:
    out = desk("play", TURNS.id, "--seed", "1", typed="#1\nundo\n").out
    assert "cannot be taken back" in out
    assert "takes back" not in out


# A secret choice


def test_a_secret_choice_can_be_changed_alone_with_bots(desk: Desk) -> None:
    play = ("play", SEALED.id, "--seed", "1", "--brief")
    out = desk(*play, typed="wait\n#1\nchange\n#2\n#3\n\n").out
    assert out.count("Face down:") == 3
    record = read(desk.saves()[0].read_text())
    legal = record.begin().legal(0)
    assert record.steps[0].action == legal[2]
    assert json.loads((desk.state / "tailback" / "preferences.json").read_text()) == {"wait": True}


def test_whoever_does_not_ask_for_time_is_not_kept_waiting(desk: Desk) -> None:
    out = desk("play", SEALED.id, "--seed", "1", typed="wait\nwait off\n#1\n#1\n").out
    assert out.count("type wait") == 1, "how to get time is said once"
    record = read(desk.saves()[0].read_text())
    assert len(record.steps) >= record.players
