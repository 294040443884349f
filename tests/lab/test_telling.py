"""What a study says while it is played: how far it is, what it has found, and never so much that nothing is played."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from specimens import OURS, SEALED, TURNS
from tailback import games
from tailback.cli.arguments import Given
from tailback.cli.findings import PAUSES, Teller
from tailback.core.game import Game
from tailback.lab import finding
from tailback.lab.crew import Alone
from tailback.lab.kept import Kept
from tailback.lab.setups import make
from tailback.lab.studies import FIND, RUN, SWEEP, Study, until
from tailback.lab.summary import summary
from tailback.lab.words import WHOLE_LABEL, Words, found, label
from tailback.terminal.screen import Screen
from tailback.texts import LANGUAGES, Texts
from terminal.run import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("tailback.cli.studying.Processes", lambda jobs: Alone())
    monkeypatch.setattr("tailback.cli.findings.EVERY", 0.0)
    monkeypatch.setattr("tailback.cli.findings.PAUSES", 0)
    return Desk(tmp_path / "state", monkeypatch, capsys)


def lines(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


def option_of(game: Game) -> str:
    """One with many values, so that hardly any is tried twice."""
    return max((option for option in game.options if option.kind == "number"), key=lambda option: option.high).name


def find(desk: Desk, file: Path, *more: str) -> list[dict[str, Any]]:
    words = ("lab", "find", SEALED.id, "--want", "fair", "--want", "decisions=1-5", "--vary", option_of(SEALED))
    quick = ("--matches", "12", "--watch", "4", "--follow", "0", "--jobs", "1", "--json", "--live")
    done = desk(*words, *quick, "--file", str(file), *more)
    assert done.code == 0, done.err
    return lines(done.out)


def test_a_search_counts_its_trials(desk: Desk, tmp_path: Path) -> None:
    said = find(desk, tmp_path / "one.study", "--trials", "4")
    steps = [(line["progress"]["tried"], line["progress"]["trials"]) for line in said]
    assert steps == sorted(steps)
    assert steps[0] == (0, 4), "it shows something before the first set-up is tried"
    assert steps[-1] == (4, 4)
    assert not said[0]["trials"]
    grown = [len(line["trials"]) for line in said]
    assert grown == sorted(grown)
    assert grown[-1] > 1
    assert [line["progress"]["finished"] for line in said] == [False] * (len(said) - 1) + [True]
    # How long it takes is known as soon as one was tried.
    assert all((line["progress"]["seconds_left"] is None) == (line["progress"]["tried"] == 0) for line in said)


def test_a_search_tries_as_many_set_ups_as_it_was_told(desk: Desk, tmp_path: Path) -> None:
    """Of all options together most combinations cannot be dealt; these are none of them."""
    words = ("lab", "find", SEALED.id, "--want", "fair", "--trials", "8", "--matches", "10", "--watch", "0")
    done = desk(*words, "--follow", "0", "--json", "--file", str(tmp_path / "one.study"))
    found = json.loads(done.out)
    assert found["progress"]["tried"] == 8
    assert len(found["trials"]) >= 6


def test_a_search_that_goes_on_loses_nothing(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "one.study"
    before = find(desk, path, "--trials", "4")[-1]["trials"]
    with Kept(path) as kept:
        # As it stands when somebody stops it right after it went on.
        Study(kept, FIND, [])
        assert len(kept.about("arms")) == len(before)
    shown = lines(desk("lab", "show", str(path), "--json").out)[0]
    assert [trial["goals"] for trial in shown["trials"]] == [trial["goals"] for trial in before]
    after = find(desk, path, "--trials", "6")[-1]["trials"]
    assert [trial["changed"] for trial in after][: len(before)] == [trial["changed"] for trial in before]


def test_another_search_in_the_same_file_has_its_own_trials(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "one.study"
    find(desk, path, "--trials", "4")
    find(desk, path, "--trials", "2", "--want", "skill")
    shown = lines(desk("lab", "show", str(path), "--json").out)[0]
    assert len(shown["trials"]) <= 2
    assert [goal["name"] for goal in shown["trials"][0]["goals"]] == ["fair", "decisions", "skill"]


def test_the_front_is_ranked_and_only_its_best_have_all_figures(tmp_path: Path, toss: str) -> None:
    game = games.load(toss)
    with Kept(tmp_path / "one.study") as kept:
        setups = [make(game, options={"advantage": n}, watch=0, follow=0) for n in range(20)]
        study = Study(kept, FIND, setups, skill=False)
        # The more of one the less of the other: nobody beats anybody. Two are as good as the next one.
        met = [(n / 20, 1 - n / 20) for n in range(18)] + [(0.1, 0.1), (0.0, 0.2)]
        trials = [finding.Trial(n, [{"met": x, "value": x} for x in both]) for n, both in enumerate(met)]
        found = finding.in_data(study, trials, "en")
    assert [trial["front"] for trial in found] == [True] * 18 + [False] * 2
    ranked = sorted((trial for trial in found if trial["front"]), key=lambda trial: int(trial["rank"]))
    assert [trial["rank"] for trial in ranked] == list(range(18))
    assert ranked[0]["number"] == 10, "the one whose worst wish is met best"
    assert [trial["arm"] is not None for trial in ranked] == [True] * finding.SHOWN + [False] * (18 - finding.SHOWN)
    assert all(trial["arm"] is None for trial in found if not trial["front"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_search_tells_of_where_it_began_and_of_the_best(desk: Desk, tmp_path: Path, lang: str) -> None:
    words = Words(lang, SEALED)
    goals = [{"name": "fair", "value": 3.94}, {"name": "minutes", "value": 12.0}]
    ranks = {1: 3, 2: 0, 4: 2, 5: 1}
    names = [option.name for option in SEALED.options if option.kind == "number"]
    changes = [dict.fromkeys(names[:n], 1) for n in range(6)]
    trials = [{"changed": changes[n], "rank": ranks.get(n), "goals": goals} for n in range(6)]
    said = found(words, SEALED, trials)
    usual = words.say("study.as_it_is")
    four = label(words, SEALED, changes[4], WHOLE_LABEL)
    assert [line.rpartition(": ")[0] for line in said] == [
        usual[:1].upper() + usual[1:],
        label(words, SEALED, changes[2], WHOLE_LABEL),
        # Nobody reads a list of twenty.
        words.say("study.and_more", first=four, n=1),
        four,
    ]
    comma = "." if lang == "en" else ","
    assert all(f"3{comma}9 {words.say('study.wishes.fair')}, 12{comma}0" in line for line in said)
    assert found(words, SEALED, []) == []
    assert find(desk, tmp_path / "one.study", "--trials", "2", "--lang", lang)[-1]["sentences"][0].startswith(
        said[0].partition(":")[0]
    )
    # Seats and minutes of the game as it was are no answer to what was searched for.
    printed = desk("lab", "show", str(tmp_path / "one.study"), "--lang", lang).out
    assert words.say("study.front") in printed
    assert words.say("study.says.choice", share=0, offered=0)[:12] not in printed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_set_ups_are_named_in_words(tmp_path: Path, lang: str) -> None:
    for game in OURS:
        words = Words(lang, game)
        for preset in game.presets:
            # A name, and not all that it means.
            assert ":" not in label(words, game, {"preset": preset})
            assert preset not in label(words, game, {"preset": preset}).split() or preset in Texts(lang, game).say(
                f"presets.{preset}"
            )
    option = next(option for option in SEALED.options if option.kind == "flag")
    setup = make(SEALED, options={option.name: not option.default}, watch=0, follow=0)
    with Kept(tmp_path / "one.study") as kept:
        said = summary(Study(kept, RUN, [setup]), lang)["arms"][0]["setup"]["said"]
    assert said.startswith(Words(lang, SEALED).raw(f"options.{option.name}")["label"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_robots_are_named_by_their_seats_and_in_sentences(desk: Desk, tmp_path: Path, lang: str) -> None:
    words = Words(lang, TURNS)
    mixed = [label(words, TURNS, {"robots": sit}) for sit in (("1", "1", "3"), ("3", "1", "1"), ("3",), ("3",) * 3)]
    assert len(set(mixed)) == 3, "who sits where tells two set-ups apart"
    assert mixed[2] == mixed[3]
    path = ("--file", str(tmp_path / "one.study"), "--lang", lang)
    done = desk("lab", TURNS.id, "--players", "3", "--robots", "1,random,3", "--matches", "20", "--follow", "0", *path)
    for kind in ("level", "random"):
        said = words.say(f"study.robot.{kind}", n="3")
        assert said[:1].upper() + said[1:] + " " in done.out
    assert words.say("strength.random") not in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_title_says_what_is_true_of_all_set_ups(desk: Desk, tmp_path: Path, lang: str) -> None:
    few = ("--matches", "4", "--watch", "0", "--follow", "0", "--lang", lang, "--file")
    words = Words(lang, TURNS)
    name = words.say("name")
    one = desk("lab", TURNS.id, "--players", "3", *few, str(tmp_path / "run.study"))
    assert one.out.splitlines()[0] == words.say("study.title", game=name, players=3, matches=4)
    each = desk("lab", "sweep", TURNS.id, "--players", "3", "--vary", "robots=1/3", *few, str(tmp_path / "a.study"))
    assert each.out.splitlines()[0] == words.say("study.title_each", game=name, players=3, matches=4)
    several = desk("lab", "sweep", TURNS.id, "--vary", "players=2,3", *few, str(tmp_path / "b.study"))
    assert several.out.splitlines()[0] == words.say("study.title_several", game=name, matches=4)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_set_ups_that_are_compared_are_named_in_words_however_long(tmp_path: Path, lang: str) -> None:
    words = Words(lang, SEALED)
    flags = [option for option in SEALED.options if option.kind == "flag"]
    option = max(flags, key=lambda one: len(words.raw(f"options.{one.name}")["label"]))
    labels = [{option.name: value} for value in (False, True)]
    setups = [make(SEALED, options=chosen, watch=0, follow=0) for chosen in labels]
    with Kept(tmp_path / "two.study") as kept:
        called = summary(Study(kept, SWEEP, setups), lang, labels)["labels"]
    assert [one for one in called if option.name in one] == []
    assert len(set(called)) == 2


@pytest.mark.parametrize(("wish", "flag"), [("leads", "--follow"), ("minutes=1-2", "--watch")])
def test_who_looks_too_little_for_a_wish_is_told(desk: Desk, tmp_path: Path, wish: str, flag: str) -> None:
    done = desk("lab", "find", TURNS.id, "--want", wish, flag, "0", "--file", str(tmp_path / "one.study"))
    assert done.code == 2
    assert f"{flag} 0" in done.err
    assert not (tmp_path / "one.study").exists()


def test_combinations_that_cannot_be_played_are_counted(desk: Desk, tmp_path: Path, toss: str) -> None:
    words = ("lab", "sweep", toss, "--vary", "players=2,4", "--vary", "robots=1/1,1", "--matches", "4", "--json")
    done = desk(*words, "--file", str(tmp_path / "one.study"))
    assert done.code == 0
    assert len(json.loads(done.out)["arms"]) == 3
    assert Texts("en").say("lab.left_out", n=1, all=4) in done.err


def test_a_study_that_may_stop_early_knows_how_long_it_takes_at_most(tmp_path: Path, toss: str) -> None:
    with Kept(tmp_path / "one.study") as kept:
        study = Study(kept, RUN, [make(games.load(toss), watch=0, follow=0)], skill=False)
        parts = [study.part for _played in until(study, Alone(), 6000, lambda _looks: False)]
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_telling_takes_little_of_the_time(tmp_path: Path, toss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two hundred set-ups each line takes long: it is said more rarely then."""
    given = Given([])
    given.values = {"live": [""], "json": [""]}
    with Kept(tmp_path / "one.study") as kept:
        study = Study(kept, RUN, [make(games.load(toss), watch=0, follow=0)], skill=False)
        teller = Teller(Screen(), Texts("en"), given, study)
        monkeypatch.setattr(teller, "write_json", lambda finished: time.sleep(0.2))
        before = time.monotonic()
        teller.progress()
        took = time.monotonic() - before
        assert teller.next - before >= (1 + PAUSES) * 0.2
        for _ in range(100):
            teller.progress()
        assert time.monotonic() - before < 2 * took
