"""Trafic Turbo: imagined worlds are as likely as the deals that a seat cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from games.trafic_turbo.test_rules import holds, play, race
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.material import card_name, card_of, keepable
from tailback.games.trafic_turbo.play import TraficTurboState

DRAWS = 3000


def dealt(unseen: list[str], hidden: int) -> Counter[tuple[str, ...]]:
    """Every deal of the unseen cards in which each of so many hidden ones can be kept, counted."""
    found: Counter[tuple[str, ...]] = Counter()
    for deal in permutations(unseen, hidden):
        if all(keepable(card_of(card)) for card in deal):
            found[deal] += 1
    return found


def imagined(
    state: TraficTurboState, seat: int | None, see: Callable[[TraficTurboState], tuple[str, ...]]
) -> Counter[tuple[str, ...]]:
    rng = Rng(5)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(DRAWS):
        world = state.imagine(seat, rng)
        assert isinstance(world, TraficTurboState)
        found[see(world)] += 1
    return found


def agree(found: Counter[tuple[str, ...]], exact: Counter[tuple[str, ...]]) -> None:
    """Each share within four standard deviations, and nothing that cannot be."""
    assert set(found) == set(exact)
    for deal, ways in exact.items():
        share = ways / exact.total()
        assert abs(found[deal] - DRAWS * share) < 4 * (DRAWS * share * (1 - share)) ** 0.5


def hand(state: TraficTurboState, car: str) -> str:
    card = holds(state, car)
    assert card is not None
    return card


@pytest.mark.clause("TA-34")
def test_kept_cards_are_dealt_among_those_that_can_be_kept() -> None:
    """Two Warnings, a Turbo and a Skid are unseen: a Skid is in nobody's hand, a Warning twice as likely."""
    state = race("A: 1:5; B: 2:5; C: 0:5; hold B: turbo 3; hold C: warning; pile: warning, skid back")
    unseen = ["turbo 3", "warning", "warning", "skid back"]
    agree(imagined(state, 0, lambda world: (hand(world, "B"), hand(world, "C"))), dealt(unseen, 2))


@pytest.mark.clause("TA-34")
def test_a_card_just_drawn_is_one_that_can_be_kept() -> None:
    """Whoever watches knows as much of the drawn card as of the kept one; the drawer knows the drawn one."""
    state = race("A: 1:5; B: 2:30; hold B: maneuver; roll: 1; pile: turbo 3, turbo 3, mirror")
    play(state, "F")
    unseen = ["maneuver", "turbo 3", "turbo 3", "mirror"]
    agree(imagined(state, None, lambda world: (card_name(world.drawn), hand(world, "B"))), dealt(unseen, 2))
    rest = ["maneuver", "turbo 3", "mirror"]
    agree(imagined(state, 0, lambda world: (hand(world, "B"),)), dealt(rest, 1))
    assert set(imagined(state, 0, lambda world: (card_name(world.drawn),))) == {("turbo 3",)}


@pytest.mark.clause("TA-34", "TA-35")
def test_cards_known_as_a_pair_change_places() -> None:
    """After a new pile everybody knows which cards are kept, but not by whom."""
    state = race("A: 1:5; B: 2:5; C: 0:5; hold B: turbo 3; hold C: warning; pile: skid back")
    play(state, "F")
    state.deck.n = 0
    state.renew()
    exact = Counter({("turbo 3", "warning"): 1, ("warning", "turbo 3"): 1})
    agree(imagined(state, 0, lambda world: (hand(world, "B"), hand(world, "C"))), exact)
