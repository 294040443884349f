"""Law 4, the other half: over many draws `imagine` reaches every world the seat holds possible."""

from __future__ import annotations

from collections import Counter

import pytest

from specimens import OURS
from tailback import games
from tailback.core.game import SECRET_CHOICE, SHEDDING
from tailback.core.rng import Rng
from tailback.laws.walk import DRAWS, some_way_in


@pytest.mark.parametrize("name", [game.id for game in OURS if game.genre in (SHEDDING, SECRET_CHOICE)])
@pytest.mark.parametrize("seat", [0, None])
def test_any_hidden_card_can_be_anywhere(name: str, seat: int | None) -> None:
    """Each card in another hand can as well be in any other hidden hand."""
    state = some_way_in(name, 6)
    others = [other for other in range(3) if other != seat]
    hidden = {card for other in others for card in state.view(other)["hand"]}
    reached: dict[int, Counter[str]] = {other: Counter() for other in others}
    rng = Rng(9)
    for _ in range(DRAWS):
        world = state.imagine(seat, rng)
        for other in others:
            reached[other].update(world.view(other)["hand"])
    for other in others:
        assert hidden <= set(reached[other]), f"never in hand {other}: {hidden - set(reached[other])}"
        assert set(reached[other]) - hidden, "cards of the deck never come up"


@pytest.mark.parametrize("name", games.ids())
def test_the_seat_keeps_its_own_cards(name: str) -> None:
    state = some_way_in(name, 8)
    rng = Rng(2)
    for seat in range(3):
        world = state.imagine(seat, rng)
        assert world.view(seat) == state.view(seat)
