"""Playing by ear: little is said, nothing twice, and everything can be asked."""

from __future__ import annotations

from statistics import mean

import pytest

from bench.terminal import Heard
from tailback import games

# Lines between two own decisions, the prompt included.
MOST_LINES = 8


@pytest.mark.parametrize("name", games.ours())
def test_a_listener_plays_a_whole_match_of_few_lines(name: str) -> None:
    match = Heard(name, 1, "--brief")
    assert match.code == 0
    assert mean(match.lines) <= MOST_LINES
    for part in match.parts:
        assert len(set(part)) == len(part), "something was said twice"
        assert not any("There is no choice" in line or "do not understand" in line for line in part)
    assert not any("Your cards:" in line for part in match.parts for line in part), "the hand is told in the story"
    told = " ".join(match.end)
    assert told.index("has won.") < told.index("over") if "over" in told else "has won." in told or "Won by" in told
