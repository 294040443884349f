"""The soak finds what is broken, and being stopped makes no difference to what it comes to."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from laws import soak
from laws.soak import Soak, Tally
from specimens import FORGETFUL
from tailback import games
from tailback.laws.broken import LawBroken

SMALL = 100
TESTS = Path(__file__).parent.parent
# Plain Python on either package, so a rule of it can be broken here; with a deck, from which a card can be lost.
GUEST = next(name for name in games.ids() if name not in games.ours() and hasattr(games.load(name).new(3, 1), "deck"))


SOME = [GUEST, FORGETFUL.id]


def kept(file: Path) -> dict[str, Any]:
    """All of the file but how long it took."""
    found: dict[str, Any] = json.loads(file.read_text())
    del found["seconds"]
    return found


def test_stopped_and_continued_it_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = 30 * SMALL
    straight, broken = tmp_path / "straight.json", tmp_path / "broken.json"
    Soak(straight, 7, SOME, SMALL).run(decisions=goal)
    # Stopped after a while, stopped while a chunk is being played, and finished by two processes.
    Soak(broken, 7, SOME, SMALL).run(decisions=2 * SMALL)
    assert kept(broken) != kept(straight)
    second = Soak(broken, names=SOME, size=SMALL)
    played = soak.one

    def stop_meanwhile(*given: Any) -> None:
        second.stop()
        played(*given)

    monkeypatch.setattr(soak, "one", stop_meanwhile)
    second.run(decisions=goal)
    monkeypatch.undo()
    assert 2 * SMALL < second.decisions < goal
    Soak(broken, names=SOME, size=SMALL).run(jobs=2, decisions=goal)
    assert kept(broken) == kept(straight)
    told = kept(straight)
    assert told["failures"] == []
    assert goal <= told["total"] == sum(told["decisions"].values())
    assert {key.split()[0] for key in told["matches"]} == set(SOME)
    assert told["laws"][soak.EVERY] == told["total"]


def test_some_matches_are_walked_under_all_laws() -> None:
    tally = soak.chunk(1, soak.WHOLE // 2, [GUEST], SMALL)
    assert tally.failures == []
    assert tally.laws[soak.WALKED] > 0
    assert tally.laws[soak.WALKED] + tally.laws[soak.EVERY] == tally.decisions.total()


def test_another_seed_plays_other_matches() -> None:
    tallies = [soak.chunk(seed, 0, SOME, SMALL).data() for seed in (1, 1, 2)]
    assert tallies[0] == tallies[1] != tallies[2]


def test_a_broken_rule_is_found_and_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load(GUEST)
    kind = type(game.new(game.usual, 1))
    honest = kind.do

    def loses_a_card(state: Any, seat: int, action: int) -> None:
        honest(state, seat, action)
        if state.deck.n > 3:
            state.deck.draw(state.rng)

    assert soak.chunk(1, 0, [GUEST], 2000).failures == []
    monkeypatch.setattr(kind, "do", loses_a_card)
    run = Soak(tmp_path / "soak.json", names=[GUEST], size=2000)
    run.run(decisions=1e9)
    assert len(run.tally.failures) >= soak.MOST_FAILURES, "it ends when there is enough to look at"
    failure = kept(run.file)["failures"][-1]
    assert failure["error"].startswith("LawBroken in pieces_are_conserved")
    assert failure["setup"][0] == GUEST
    with pytest.raises(LawBroken):
        soak.one(1, failure["match"], [GUEST], Tally())
    monkeypatch.undo()
    soak.one(1, failure["match"], [GUEST], Tally())


def test_a_file_from_other_rules_is_not_continued(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    Soak(file, names=[GUEST], size=SMALL).run(decisions=1)
    with pytest.raises(SystemExit, match="other games or rules"):
        Soak(file, size=SMALL)


def test_it_is_stopped_from_outside(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    command = [sys.executable, "-m", "laws.soak", "--file", str(file)]
    with subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("from 0 decisions on")
        running.send_signal(signal.SIGTERM)
        rest = running.stdout.read()
    assert running.returncode == 0
    assert "the same command goes on from here" in rest
    assert kept(file)["failures"] == []
