"""What a study plays: everything that is missing, and nothing twice."""

from __future__ import annotations

from pathlib import Path

from specimens import TURNS
from tailback.lab.crew import Alone
from tailback.lab.figures import matches_of, robot_share
from tailback.lab.kept import Kept
from tailback.lab.setups import make
from tailback.lab.studies import SWEEP, Study

SETUPS = [make(TURNS, 2, [level], TURNS.short, watch=0, follow=0) for level in ("1", "3")]


def test_arms_of_other_robots_share_the_matches_that_measure_skill(tmp_path: Path) -> None:
    with Kept(tmp_path / "one.study") as kept:
        study = Study(kept, SWEEP, SETUPS)
        assert sum(played.done.count for played in study.play(Alone(), 10)) == 30
        duels = [study.duel_of(arm) for arm in range(2)]
        assert duels[0] == duels[1]
        assert duels[0] is not None
        assert robot_share(duels[0][1], "3").n == 10
        before = [matches_of(study.of(arm)) for arm in range(2)]
        assert not list(study.play(Alone(), 10))
    with Kept(tmp_path / "one.study") as kept:
        assert [matches_of(Study(kept, SWEEP, SETUPS).of(arm)) for arm in range(2)] == before == [10, 10]
