"""What a study finds, and that it finds the same whoever plays it and however often it is stopped."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tailback
from specimens import OURS, SEALED, TURNS
from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.simulate import play_instinct, play_random
from tailback.lab import finding, sweeps
from tailback.lab.compared import compare
from tailback.lab.crew import Alone, Crew, CrewError, Played, Processes, work_on
from tailback.lab.figures import matches_of, shares
from tailback.lab.kept import NOT_HERE, Kept, StudyError, merge
from tailback.lab.playing import Range, play, ranges
from tailback.lab.setups import Setup, make
from tailback.lab.studies import RUN, SWEEP, Study, until
from tailback.lab.summary import summary

ROOT = Path(__file__).resolve().parents[2]
IDS = [game.id for game in OURS]


def told(study: Study, matches: int, crew: Crew | None = None) -> dict[str, Any]:
    for _played in study.play(crew or Alone(), matches):
        pass
    found = summary(study, "en")
    del found["progress"]
    return found


def small(game: str, **more: Any) -> Setup:
    return make(games.load(game), watch=40, follow=2, **more)


# What it finds


def test_a_fair_game_is_called_fair(toss: str, kept: Kept) -> None:
    found = told(Study(kept, RUN, [make(games.load(toss))]), 4000)
    assert found["sentences"][0].startswith("No seat is better")
    assert found["arms"][0]["order"] == []
    assert not any("more often" in said or "less often" in said for said in found["sentences"])


def test_a_seat_is_called_better_only_after_all_were_looked_at() -> None:
    """One interval in twenty misses the true share, so with four seats one of them often does."""
    by_luck = shares(Counter({1: 118, 2: 94, 4: 94, 8: 94}), 4)
    assert by_luck[0]["low"] > 0.25
    assert not any(one["settled"] for one in by_luck)
    # The clearest one is judged most strictly, the next among those that are left (Holm).
    assert [one["settled"] for one in shares(Counter({1: 140, 2: 80, 4: 90, 8: 90}), 4)] == [True, False, False, False]
    assert [one["settled"] for one in shares(Counter({1: 150, 2: 78, 4: 86, 8: 86}), 4)] == [True, True, False, False]
    assert [one["settled"] for one in shares(Counter(), 2)] == [False, False]


def test_a_planted_advantage_is_found_and_nothing_else(toss: str, kept: Kept) -> None:
    found = told(Study(kept, RUN, [make(games.load(toss), options={"advantage": 5})]), 4000)
    arm = found["arms"][0]
    assert arm["seats"][0]["low"] <= 0.30 <= arm["seats"][0]["high"]
    assert found["sentences"][0].startswith("Seat 1 wins more often")
    # The others share what is left: each has 23.3 % and not 25.
    assert all(one["low"] <= 0.7 / 3 <= one["high"] for one in arm["seats"][1:])
    assert arm["rules"][0]["per_match"]["low"] <= 2 <= arm["rules"][0]["per_match"]["high"]
    assert "luck" in " ".join(found["sentences"]).lower()
    assert arm["decisions"]["mean"] == {"value": 4, "low": 4, "high": 4, "n": 4000}


def test_robots_that_change_seats_are_told_apart(toss: str, kept: Kept) -> None:
    """The first seat wins more often, and every robot sits there as often: the seat is told, and no robot is better."""
    setup = make(games.load(toss), robots=["3", "1", "1", "random"], options={"advantage": 20}, rotate=True)
    found = told(Study(kept, RUN, [setup]), 4000)
    arm = found["arms"][0]
    assert [(one["level"], one["seats"]) for one in arm["levels"]] == [("1", 2), ("3", 1), ("random", 1)]
    assert all(one["share"]["low"] <= 0.25 <= one["share"]["high"] for one in arm["levels"])
    assert sum(one["seats"] * one["share"]["value"] for one in arm["levels"]) == pytest.approx(1)
    said = found["sentences"]
    assert said[0].startswith("A robot of level 1 wins")
    assert said[1].startswith("A robot of level 3 wins")
    assert all("wherever it sits" in line for line in said[:3])
    assert said[3].startswith("Seat 1 wins more often")


def test_robots_that_change_seats_take_their_strength_along(kept: Kept) -> None:
    setup = make(TURNS, 3, ["1", "3", "1"], TURNS.short, rotate=True, watch=0, follow=0)
    weak, better = told(Study(kept, RUN, [setup], skill=False), 600)["arms"][0]["levels"]
    assert better["share"]["low"] > 1 / 3 > weak["share"]["high"]


def test_other_numbers_of_players_are_compared_from_even(toss: str, kept: Kept) -> None:
    game = games.load(toss)
    factors = dict([sweeps.factor(game, "players=2,4")])
    setups, levels = sweeps.arms(game, factors, {"advantage": 10}, 0, (), "", watch=0, follow=0)
    study = Study(kept, SWEEP, setups, skill=False)
    for _played in study.play(Alone(), 1000):
        pass
    found = summary(study, "en", levels, compare(study, sweeps.pairs(levels, factors)))
    seats = [one for one in found["comparisons"] if one["figure"].startswith("seats.")]
    # Seat 1 wins 60 % of two and 35 % of four, and is ten points from even both times.
    assert abs(seats[0]["difference"]["value"]) < 0.06
    assert all("counted from an even share" in one["sentence"] for one in seats)


def test_a_sweep_finds_the_planted_difference_and_no_other(toss: str, kept: Kept) -> None:
    game = games.load(toss)
    factors = dict(sweeps.factor(game, text) for text in ("advantage=0,6", "paint"))
    setups, levels = sweeps.arms(game, factors, {}, 4, (), "", watch=100, follow=0)
    assert len(setups) == 6
    study = Study(kept, SWEEP, setups)
    for _played in study.play(Alone(), 5000):
        pass
    pairs = sweeps.pairs(levels, factors)
    found = [one for one in compare(study, pairs) if one.settled]
    assert {one.figure for one in found} <= {f"seats.{seat}" for seat in range(4)}
    better = [one for one in found if one.figure == "seats.0"]
    assert {(one.a, one.b) for one in better} == {(a, b) for a, b in pairs if levels[a]["paint"] == levels[b]["paint"]}
    assert all(one.difference.low <= 0.06 <= one.difference.high for one in better)
    # Paint changes nothing, and deals are paired: not even a little.
    painted = [one for one in compare(study, pairs) if levels[one.a]["paint"] != levels[one.b]["paint"]]
    assert painted
    assert all(one.difference.value == 0 and one.p == 1 for one in painted)


def test_false_alarms_stay_as_rare_as_promised(toss: str, tmp_path: Path) -> None:
    """Forty studies of nothing, on other deals in both arms: at most a few say that they found something."""
    alarms = 0
    for seed in range(40):
        setups = [make(games.load(toss), seed=1 + 100_000 * (2 * seed + arm), watch=0, follow=0) for arm in (0, 1)]
        with Kept(tmp_path / f"{seed}.study") as kept:
            study = Study(kept, SWEEP, setups, skill=False)
            for _played in study.play(Alone(), 400):
                pass
            alarms += any(one.settled for one in compare(study, [(0, 1)]))
    assert alarms <= 5


def test_it_stops_when_the_question_is_settled(toss: str, tmp_path: Path) -> None:
    """At the same match whoever plays, and not later than it was told to."""
    for crew in (Alone(), Shuffled()):
        with Kept(tmp_path / f"{type(crew).__name__}.study") as kept:
            study = Study(kept, RUN, [make(games.load(toss), watch=0, follow=0)], skill=False)
            asked = []
            for _played in until(
                study, crew, 50_000, lambda looks, asked=asked: not asked.append(looks) and len(asked) > 1
            ):
                pass
            assert matches_of(study.of(0)) == 2000
            # 1000, 2000, 4000, ..., 32,000 and 50,000.
            assert asked == [7, 7]


# The same for everybody


class Shuffled:
    """A crew that hands its work back in any order."""

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]:
        tasks = list(work)
        random.Random(3).shuffle(tasks)
        for setup, wanted in tasks:
            yield work_on(setup, wanted)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("game", IDS)
def test_watching_changes_nothing(game: str) -> None:
    """The same matches whether they are followed, watched or only counted, and in ranges of any size."""
    for robots in (["3"], ["random"], ["1", *["3"] * (games.load(game).usual - 1)]):
        plain = make(games.load(game), robots=robots, rotate=len(robots) > 1, watch=0, follow=0)
        close = make(games.load(game), robots=robots, rotate=len(robots) > 1, watch=12, follow=2)
        counted = play(plain, 0, 12)
        parts = [play(close, 0, 2), play(close, 2, 7), play(close, 9, 3)]
        for name in counted:
            assert [value for part in parts for value in part[name]] == list(counted[name]), (robots, name)


@pytest.mark.parametrize("game", IDS)
def test_matches_are_those_of_the_core(game: str) -> None:
    setup = make(games.load(game), robots=["3"], watch=0, follow=0)
    state = setup.rules.new(setup.players, 1)
    for robots, core in ((["3"], play_instinct), (["random"], play_random)):
        found = play(make(games.load(game), robots=robots, watch=0, follow=0, seed=9), 0, 6)
        tally = core(state, 6, 9)
        assert sum(found["decisions"]) == tally.decisions
        alone = [sum(won == 1 << seat for won in found["winners"]) for seat in range(setup.players)]
        assert alone == tally.wins


def test_divided_work_comes_to_the_same(tmp_path: Path) -> None:
    setup = small(TURNS.id)
    with Kept(tmp_path / "a.study") as kept:
        wanted = told(Study(kept, RUN, [setup]), 150)
    with Kept(tmp_path / "b.study") as kept:
        assert told(Study(kept, RUN, [setup]), 150, Shuffled()) == wanted
    crew = Processes(2)
    try:
        with Kept(tmp_path / "c.study") as kept:
            assert told(Study(kept, RUN, [setup]), 150, crew) == wanted
    finally:
        crew.close()


EVERYWHERE = """
import json, sys, tempfile
from pathlib import Path
from tailback import games
from tailback.lab.crew import Alone
from tailback.lab.kept import Kept
from tailback.lab.setups import make
from tailback.lab.studies import Study
from tailback.lab.summary import summary

for name in games.ours():
    game = games.load(name)
    with tempfile.TemporaryDirectory() as folder, Kept(Path(folder) / "one.study") as kept:
        setups = [
            make(game, watch=4, follow=0),
            make(game, players=2, robots=["4", "random"], think=0.0002, watch=1, follow=0),
        ]
        study = Study(kept, "sweep", setups, skill=False)
        for _ in study.play(Alone(), 6, [0]):
            pass
        for _ in study.play(Alone(), 1, [1]):
            pass
        found = summary(study, "en")
        del found["progress"]
        print(json.dumps(found))
"""


def test_compiled_and_plain_rules_give_the_same_study(tmp_path: Path) -> None:
    (tmp_path / "both.py").write_text(EVERYWHERE)
    said = []
    for where in (Path(tailback.__file__).parent.parent, ROOT / "src"):
        environment = {**os.environ, "PYTHONPATH": str(where)}
        done = subprocess.run(
            [sys.executable, tmp_path / "both.py"], env=environment, capture_output=True, text=True, check=True
        )
        said.append(done.stdout.splitlines())
    assert len(said[0]) == len(OURS)
    assert said[0] == said[1]


def test_stopped_and_continued_comes_to_the_same(tmp_path: Path) -> None:
    setup = small(SEALED.id)
    with Kept(tmp_path / "whole.study") as kept:
        wanted = told(Study(kept, RUN, [setup]), 130)
    with Kept(tmp_path / "parts.study") as kept:
        for stop, _played in enumerate(Study(kept, RUN, [setup]).play(Shuffled(), 130)):
            if stop == 3:
                break
        before = kept.ranges(1)
    with Kept(tmp_path / "parts.study") as kept:
        study = Study(kept, RUN, [setup])
        left = [one for _, one in study.work(130, [0])]
        assert before
        # Nothing that is finished is played again.
        assert not {one.first for one in before} & {one.first for one in left if one.arm == 1}
        assert told(study, 130) == wanted


def test_a_worker_may_die(tmp_path: Path) -> None:
    """Killed in the middle: its range is played by another, once."""
    setup = small(TURNS.id)
    with Kept(tmp_path / "whole.study") as kept:
        wanted = told(Study(kept, RUN, [setup]), 150)
    crew = Processes(2)
    try:
        with Kept(tmp_path / "killed.study") as kept:
            study = Study(kept, RUN, [setup])
            seen = []
            for played in study.play(crew, 150):
                seen.append((played.done.arm, played.done.first))
                if len(seen) == 2:
                    os.kill(next(iter(crew.pool._processes)), signal.SIGKILL)
            assert len(seen) == len(set(seen))
            found = summary(study, "en")
            del found["progress"]
            assert found == wanted
    finally:
        crew.close()


def dies(setup: Setup, wanted: Range) -> Played:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_workers_that_always_die_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailback.lab.crew.work_on", dies)
    crew = Processes(1)
    try:
        with Kept(tmp_path / "dead.study") as kept, pytest.raises(CrewError, match="workers_die"):
            told(Study(kept, RUN, [small(TURNS.id)]), 10, crew)
    finally:
        crew.close()


def test_ranges_cover_everything_once() -> None:
    for setup in (small(TURNS.id), make(TURNS, robots=["4"], watch=3, follow=1)):
        found = ranges(setup, 7, 0, 5000 if not setup.slow else 9)
        at = 0
        for one in found:
            assert (one.arm, one.first) == (7, at)
            at += one.count
            # No range is half watched.
            assert not one.first < setup.follow < at
            assert setup.watched is None or not one.first < setup.watched < at
        assert at == (5000 if not setup.slow else 9)


def test_who_looks_ahead_is_measured_too(kept: Kept) -> None:
    setup = make(TURNS, robots=["4", *["1"] * (TURNS.usual - 1)], think=0.001, follow=1)
    found = told(Study(kept, RUN, [setup], skill=False), 3)
    assert found["arms"][0]["watched"] == 3
    assert [one["level"] for one in found["arms"][0]["levels"]] == ["1", "4"]


# The file


def test_files_that_are_no_studies(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="no_file"):
        Kept(tmp_path / "nothing.study", create=False)
    (tmp_path / "text.study").write_text("These are not the matches you are looking for. " * 40)
    with pytest.raises(StudyError, match="no_study"):
        Kept(tmp_path / "text.study")
    for where in (tmp_path, tmp_path / "nowhere" / "one.study"):
        with pytest.raises(StudyError, match="unreadable") as wrong:
            Kept(where)
        assert wrong.value.params["reason"].name in ("EISDIR", "ENOENT")
    base = sqlite3.connect(tmp_path / "other.study")
    base.execute("CREATE TABLE t (x)")
    base.commit()
    base.close()
    with pytest.raises(StudyError, match="no_study"):
        Kept(tmp_path / "other.study")
    with Kept(tmp_path / "new.study") as kept:
        kept.base.execute("PRAGMA user_version = 99")
    with pytest.raises(StudyError, match="other_format"):
        Kept(tmp_path / "new.study")


def test_a_damaged_file_is_called_damaged(tmp_path: Path) -> None:
    setup = small(TURNS.id)
    path = tmp_path / "one.study"
    with Kept(path) as kept:
        told(Study(kept, RUN, [setup]), 30)
    whole = path.read_bytes()
    for damage in ("arm SET setup = '{' || arm", "about SET value = '['", "piece SET data = x'00'"):
        path.write_bytes(whole)
        base = sqlite3.connect(path)
        base.execute(f"UPDATE {damage}")
        base.commit()
        base.close()
        with Kept(path, create=False) as kept, pytest.raises(StudyError, match="damaged"):
            Study(kept, kept.about("kind"), list(kept.setups().values()))
    # The first page is as it was, and all others are not.
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    for create in (True, False):
        with pytest.raises(StudyError, match="damaged"), Kept(path, create) as kept:
            kept.ranges(1)


def test_a_full_disk_is_told_and_loses_nothing(kept: Kept) -> None:
    setup = small(TURNS.id)
    study = Study(kept, RUN, [setup], skill=False)
    pages = kept.base.execute("PRAGMA page_count").fetchone()[0]
    kept.base.execute(f"PRAGMA max_page_count = {pages + 6}")
    with pytest.raises(StudyError, match="unreadable") as full:
        told(study, 5000)
    assert full.value.params["reason"].name == "ENOSPC"
    done = sum(one.count for one in kept.ranges(1))
    assert done == matches_of(study.of(0))
    kept.base.execute("PRAGMA max_page_count = 100000")
    assert told(Study(kept, RUN, [setup], skill=False), 200)["arms"][0]["matches"] == max(done, 200)


def test_whoever_plays_into_the_same_file_counts_every_match_once(kept: Kept) -> None:
    """Two at once, each to another end: their ranges overlap, and what the other has not is kept."""
    setup = make(TURNS, robots=["random"], watch=0, follow=0)
    arm = kept.arm(setup)
    whole = play(setup, 0, 60)
    for first, count, new in ((10, 20, 20), (0, 25, 10), (20, 40, 30), (5, 50, 0)):
        columns = {name: column[first : first + count] for name, column in whole.items()}
        assert kept.put(Range(arm, first, count), columns) == new
    assert [(one.first, one.count) for one in kept.ranges(arm)] == [(0, 10), (10, 20), (30, 30)]
    for name, column in whole.items():
        assert [value for _, piece in kept.column(arm, name) for value in piece] == list(column)


def test_deals_are_paired_though_some_are_missing(kept: Kept, toss: str) -> None:
    """Of a study that was stopped one arm may lack matches in the middle that the other has."""
    game = games.load(toss)
    a, b = (make(game, options={"paint": paint}, watch=0, follow=0) for paint in ("red", "blue"))
    study = Study(kept, SWEEP, [a, b], skill=False)
    for arm, setup in enumerate((a, b)):
        for first in (0, 40, 80) if arm else (0, 80):
            kept.put(Range(study.numbers[arm], first, 40), play(setup, first, 40))
    study = Study(kept, SWEEP, [a, b], skill=False)
    seats = [one for one in compare(study, [(0, 1)]) if one.figure.startswith("seats.")]
    # Paint changes nothing: deal by deal there is no difference at all.
    assert [(one.difference.value, one.difference.high, one.difference.n) for one in seats] == [(0, 0, 80)] * len(seats)


def test_one_file_remains(tmp_path: Path) -> None:
    with Kept(tmp_path / "one.study") as kept:
        told(Study(kept, RUN, [small(TURNS.id)]), 30)
    assert [path.name for path in tmp_path.iterdir()] == ["one.study"]


def test_merged_files_are_one_study(tmp_path: Path) -> None:
    setup = small(TURNS.id)
    with Kept(tmp_path / "whole.study") as kept:
        wanted = told(Study(kept, RUN, [setup]), 120)
    with Kept(tmp_path / "a.study") as a, Kept(tmp_path / "b.study") as b, Kept(tmp_path / "c.study") as c:
        told(Study(a, RUN, [setup]), 45)
        told(Study(b, RUN, [setup]), 120)
        assert merge(c, a) > 0
        merge(c, b)
        assert merge(c, b) == merge(c, a) == 0
        study = Study(c, RUN, [setup])
        assert json.dumps(told(study, 120)) == json.dumps(wanted)


def test_reading_changes_nothing(tmp_path: Path) -> None:
    setup = small(TURNS.id)
    path = tmp_path / "one.study"
    with Kept(path) as kept:
        wanted = told(Study(kept, RUN, [setup]), 30)
    before = path.read_bytes()
    with Kept(path, create=False) as kept:
        study = Study(kept, RUN, [setup])
        assert summary(study, "en")["arms"] == wanted["arms"]
        # A set-up that it does not have is no set-up with nothing in it.
        assert Study(kept, RUN, [small(TURNS.id, seed=9)]).numbers == [NOT_HERE]
        assert len(kept.setups()) == 2
        with pytest.raises(StudyError, match="unreadable"):
            kept.note("kind", "sweep")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["one.study"]


def test_somebody_may_look_while_it_is_played(tmp_path: Path) -> None:
    setup = small(TURNS.id)
    kept = Kept(tmp_path / "one.study")
    told(Study(kept, RUN, [setup]), 30)
    with Kept(tmp_path / "one.study", create=False) as looking:
        assert matches_of(Study(looking, RUN, [setup]).of(0)) == 30
        told(Study(kept, RUN, [setup]), 60)
        # Whoever is done first does not wait for the other.
        kept.close()
        assert matches_of(Study(looking, RUN, [setup]).of(0)) == 60


def test_values_are_varied_once_each(toss: str) -> None:
    game = games.load(toss)
    assert sweeps.factors(game, ["advantage=0,6,0", "advantage=3-4", "paint=red,blue"]) == {
        "advantage": [0, 6, 3, 4],
        "paint": ["red", "blue"],
    }


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_what_programs_vary_is_what_people_type(game: Game) -> None:
    varied = {option.name: option.values() for option in game.options}
    varied |= {"players": [game.fewest, game.most], "preset": list(game.presets), "robots": [("1",), ("3", "1")]}
    for name, values in varied.items():
        assert sweeps.factor(game, sweeps.typed(game, name, values)) == (name, values)


def test_what_is_not_possible_is_said() -> None:
    with pytest.raises(BadOption, match="robots_for_seats"):
        make(TURNS, robots=["3", "3"], players=3)
    with pytest.raises(BadOption, match="unknown_bot"):
        make(TURNS, robots=["9"])
    with pytest.raises(BadOption, match="bad_seed"):
        make(TURNS, seed=1 << 95)
    for text in ("players=2-", "players=x", "nonsense=1"):
        with pytest.raises(BadOption):
            sweeps.factor(TURNS, text)
    with pytest.raises(BadOption, match="too_many_arms"):
        sweeps.spans("1-5000")
    # A slip is told, whatever else could be played.
    for text, key in (
        (f"players={TURNS.usual},{TURNS.most + 1}", "bad_players"),
        ("robots=3/9", "unknown_bot"),
        (f"preset={next(iter(TURNS.presets))},nobody", "unknown_preset"),
    ):
        with pytest.raises(BadOption, match=key):
            sweeps.factor(TURNS, text)
    with pytest.raises(finding.FindError, match="bad_wish"):
        finding.wish("minutes=15-10")


# Searching


def test_the_front_holds_what_nothing_beats() -> None:
    trials = [
        finding.Trial(i, [{"met": x, "value": i}, {"met": y, "value": i}])
        for i, (x, y) in enumerate(((1.0, 0.0), (0.5, 0.5), (0.4, 0.5), (0.0, 1.0), (0.5, 0.5)))
    ]
    assert finding.front(trials) == [True, True, False, True, True]


def test_of_equal_set_ups_the_simplest_is_listed() -> None:
    same = [{"met": 0.5, "value": 3.0}]
    trials = [finding.Trial(i, same, changed) for i, changed in enumerate((4, 2, 0, 2))]
    assert finding.front(trials) == [False, False, True, False]
    # As good, but not the same: 4 minutes and 5 are both as long as wanted.
    both = [finding.Trial(i, [{"met": 1.0, "value": minutes}], i) for i, minutes in enumerate((4.0, 5.0))]
    assert finding.front(both) == [True, True]


def test_a_search_does_not_list_what_changes_nothing(toss: str, kept: Kept) -> None:
    """Paint makes no difference, so the first set-up stands for all colours."""
    game = games.load(toss)
    usual = {option.name: option.default for option in game.options}
    paint = [option for option in game.options if option.name == "paint"]
    shared = {"players": 4, "seed": 1, "watch": 0, "follow": 0}
    search = finding.Search(Study(kept, "find", []), game, [finding.Wish("fair")], paint, usual, shared)
    assert sum(trial is not None for trial in search.run(Alone(), 12, 200)) == 12
    assert len(search.trials) == 3
    (listed,) = (trial for trial in search.data("en") if trial["front"])
    assert not listed["changed"]


def test_a_search_finds_the_fair_set_up(toss: str, tmp_path: Path) -> None:
    """Of fifty-one advantages only small ones are fair; the search gets there, the same way each time."""
    game = games.load(toss)
    found = []
    for name in ("a", "b"):
        with Kept(tmp_path / f"{name}.study") as kept:
            study = Study(kept, "find", [])
            options = finding.open_to_search(game, ["advantage"], {})
            usual = game.settle(4, {"advantage": 40})
            shared = {"players": 4, "robots": (), "watch": 20, "follow": 0, "seed": 1}
            search = finding.Search(study, game, [finding.wish("fair")], options, usual, shared)
            trials = [trial for trial in search.run(Alone(), 25, 300) if trial is not None]
            assert study.setups[0].options["advantage"] == 40
            best = min(search.trials, key=lambda trial: trial.goals[0]["value"])
            found.append((study.setups[best.arm].options["advantage"], [trial.arm for trial in trials]))
            assert len(search.trials) == len(study.setups) < 25
    assert found[0][0] <= 8
    assert found[0] == found[1]
