"""What random races hardly ever show of a row of numbers: kept cards that can be worked out, and the ghost."""

from __future__ import annotations

import pytest

from tailback.core.observe import Look, width
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.material import MANEUVER, TURBO, WARNING, WIDTH
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import STEPPING, WITH_WARNING

PLAYERS = 3


def race() -> TraficTurboState:
    state = GAME.new(PLAYERS, 4)
    assert isinstance(state, TraficTurboState)
    while state.placed < PLAYERS:
        seat = int(state.waiting())
        state.apply(seat, state.legal(seat)[0])
    return state


def part(state: TraficTurboState, seat: int, name: str) -> list[int]:
    out = list(Look(width(GAME.row(PLAYERS)), 0).row(state, seat))
    at = 0
    for one in GAME.row(PLAYERS):
        if one.name == name:
            return out[at : at + one.size]
        at += one.size
    raise KeyError(name)


def keep(state: TraficTurboState, *cards: int) -> None:
    for seat, card in enumerate(cards):
        assert state.deck.take(card)
        state.hold(seat, card)
    for watcher in range(PLAYERS + 1):
        state.learn(watcher)


@pytest.mark.clause("TA-34")
def test_a_set_of_kept_cards_is_told_for_each_who_has_one_of_it() -> None:
    state = race()
    keep(state, TURBO, WARNING, MANEUVER)
    # Seat 0 looks: itself, then the two others, whose cards it knows as a set: Warning and Maneuver.
    both = [0, 0, 0, 0, 1, 1]
    assert part(state, 0, "among") == [0] * 6 + both + both
    assert part(state, 0, "known") == [0] * 18
    # The next one knows of seats 2 and 0; it is itself first.
    other = [1, 0, 0, 0, 0, 1]
    assert part(state, 1, "among") == [0] * 6 + other + other
    # By watcher and holder: nobody has a mark for itself, the public has one for all.
    assert part(state, 1, "marks") == [0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1]


@pytest.mark.clause("TA-34")
def test_a_card_that_is_certain_is_known_to_all_but_its_holder() -> None:
    state = race()
    keep(state, TURBO)
    assert part(state, 2, "known") == [0] * 6 + [1, 0, 0, 0, 0, 0] + [0] * 6
    assert part(state, 0, "known") == [0] * 18
    assert part(state, 0, "hand")[TURBO] == 1


@pytest.mark.clause("TA-36")
def test_the_ghost_drives_on_in_the_row() -> None:
    state = race()
    state.phase, state.mode = STEPPING, WITH_WARNING
    state.ghost, state.ghost_p = WIDTH + 7, -2
    assert part(state, 1, "ghost") == [0, 1, 0, 7, 0, 2]
    state.ghost, state.ghost_p = 2 * WIDTH + 8, 8
    assert part(state, 1, "ghost") == [0, 0, 1, 8, 8, 0]
    state.mode = 0
    assert part(state, 1, "ghost") == [0] * 6
