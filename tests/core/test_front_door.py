"""What a program finds at the front door, and how matches between policies are played."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tailback
from tailback import Decision, IllegalMove, Rng, View, anything, games, play_match, play_matches, play_random
from tailback.core.errors import BadOption

NAMES = games.ids()


def careless(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    return -1


def public(name: str) -> Iterator[tuple[str, Any]]:
    """The thing of this name, and its public methods."""
    thing = getattr(tailback, name)
    yield name, thing
    if inspect.isclass(thing):
        for inner, member in vars(thing).items():
            if not inner.startswith("_") and callable(member):
                yield f"{name}.{inner}", member


@pytest.mark.parametrize("name", [name for name in tailback.__all__ if name not in ("ALL", "FIRST", "Policy", "View")])
def test_every_public_name_says_what_it_is(name: str) -> None:
    """Compiled, too: mypyc itself would leave `help` empty."""
    for path, thing in public(name):
        assert (inspect.getdoc(thing) or "").strip(), f"help({path}) is empty"


def test_every_name_is_there() -> None:
    assert set(tailback.__all__) == set(tailback.ROOMS)
    assert set(tailback.__all__) <= set(dir(tailback))
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = tailback.no_such_thing


def test_types_are_told() -> None:
    doc = inspect.getdoc(tailback.State.legal) or ""
    told = f"{inspect.signature(tailback.State.legal)} {doc}"
    assert "list[int]" in told


@pytest.mark.parametrize("name", NAMES)
def test_a_match_between_policies(name: str) -> None:
    game = games.load(name)
    ends = []
    for _ in range(2):
        state = game.new(game.usual, 4, game.short)
        decisions = play_match(state, [game.bot(), *[anything] * (game.usual - 1)], seed=9)
        assert state.decision() is None
        ends.append((decisions, state.scores()))
    assert ends[0] == ends[1]


def test_a_policy_that_breaks_the_rules_is_named() -> None:
    game = games.load(NAMES[0])
    state = game.new(2, 1)
    with pytest.raises(IllegalMove):
        play_match(state, [careless, careless])
    with pytest.raises(ValueError, match="1 policies for 2 seats"):
        play_match(state, [anything])


def test_tallies_count_by_policy_when_the_seats_change() -> None:
    game = games.load("green_wave")
    state = game.new(2, 1)
    policies = [game.bot(), anything]
    fixed = play_matches(state, policies, 20, seed=3)
    turned = play_matches(state, policies, 20, seed=3, rotate=True)
    one = [play_matches(state, policies if k % 2 == 0 else policies[::-1], 1, seed=3 + k) for k in range(20)]
    by_policy = [sum(t.wins[i if k % 2 == 0 else 1 - i] for k, t in enumerate(one)) for i in range(2)]
    assert turned.wins == by_policy
    assert fixed.matches == turned.matches == 20


@pytest.mark.parametrize("name", NAMES)
def test_a_shared_win_counts_once(name: str) -> None:
    game = games.load(name)
    tally = play_random(game.new(2, 1, game.short), 30, seed=1)
    alone, shared = sum(tally.wins), sum(tally.ties) // 2
    assert alone + shared == tally.matches
    assert sum(tally.shares) == pytest.approx(tally.matches)
    assert [wins + ties / 2 for wins, ties in zip(tally.wins, tally.ties, strict=True)] == tally.shares


def test_a_policy_of_ones_own_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text("def last(view, decision, legal, rng):\n    return legal[-1]\nnumber = 5\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = games.load("green_wave")
    assert game.bot("my_bots.last")({}, Decision(), [4, 7], Rng(1)) == 7
    for wrong in ("my_bots.none", "my_bots.number", "no_such_module.at_all", ".", "a."):
        with pytest.raises(BadOption) as caught:
            game.bot(wrong)
        assert caught.value.key == "no_such_policy"
    sys.modules.pop("my_bots")


def test_a_policy_of_ones_own_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "robot.py"
    file.write_text(
        "def policy(view, decision, legal, rng):\n    return legal[-1]\n\ndef first(*asked):\n    return asked[2][0]\n"
    )
    game = games.load("green_wave")
    assert game.bot(str(file))({}, Decision(), [4, 7], Rng(1)) == 7
    assert game.bot(f"{file}:first")({}, Decision(), [4, 7], Rng(1)) == 4
    broken = tmp_path / "broken.py"
    broken.write_text("def policy(\n")
    for wrong in (f"{file}:none", str(tmp_path / "nobody.py"), str(broken)):
        with pytest.raises(BadOption) as caught:
            game.bot(wrong)
        assert caught.value.key == "no_such_policy"
