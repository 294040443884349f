"""Pit Stop: the head start of whoever is helped."""

from __future__ import annotations

import re

import pytest

from games.pit_stop.test_rules import at, go, nobody_reacts, sizes
from tailback.games.pit_stop import GAME
from tailback.texts import LANGUAGES, Texts


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    sections = GAME.texts(lang)["rules"]
    text = next(section["clauses"]["CA-52"] for section in sections if "CA-52" in section["clauses"])
    numbers = [int(word) for word in re.findall(r"[0-9]+", text)]
    for players in range(GAME.fewest, GAME.most + 1):
        key, amount = GAME.head_start(players, GAME.settle(players))
        assert amount in numbers
        assert str(amount) in Texts(lang, GAME).say(f"options.even_chances.gives.{key}", n=amount)


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize("helped", [(), (0,), (1, 2)])
def test_points_on_top_after_every_round(helped: tuple[int, ...]) -> None:
    state = at("A: R1; B: R2; C: R3 R4", players=3, even_chances=helped)
    nobody_reacts(go(nobody_reacts(go(state, "A lay R1")), "B lay R2"))
    more = GAME.head_start(3, GAME.settle(3))[1]
    line = [points + (more if seat in helped else 0) for seat, points in enumerate((20, 10, 0))]
    assert state.view(None)["rounds"] == [line]
    assert state.scores() == line
    assert sizes(state) == [6, 6, 6], "hands are dealt as always"


@pytest.mark.clause("CA-52")
def test_they_can_end_the_match() -> None:
    state = at("A: R1; B: R2; C: R3 R4; rounds: 0 20 40", players=3, even_chances=(2,))
    nobody_reacts(go(nobody_reacts(go(state, "A lay R1")), "B lay R2"))
    assert state.decision() is None
    assert state.ranking() == [3, 2, 1]
