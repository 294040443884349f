"""A match of Mau-Mau out of what one seat sees of it."""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.core.deck import Deck
from tailback.core.shedding import TRAITS, WIDTH
from tailback.core.vecs import vec
from tailback.games.mau_mau.material import COLOURS, FULL_DECK, NO_CARD, TRAIT_NAMES, TYPES, card_of
from tailback.games.mau_mau.play import MauMauState
from tailback.games.mau_mau.table import COLOUR, DRAWN, OVER, STRIDE, TURN


def from_view(state: MauMauState, view: View) -> None:
    """Make a state, not yet started, look like this view; what it hides lies anywhere."""
    state.clear()
    state.dealer = view["dealer"]
    state.seat = 0 if view["turn"] is None else view["turn"]
    state.colour = 0 if view["colour"] is None else COLOURS.index(view["colour"])
    state.step = 1 if view["clockwise"] else -1
    state.pending = view["pending"]
    state.idle = view["idle"]
    state.made = view["made"]
    state.silent = -1 if view["silent"] is None else view["silent"]
    for seat in view["watch"]:
        state.watch |= i64(1) << i64(seat)
    state.returned = tuple([card_of(name) for name in view["returned"]])
    state.rounds = tuple([tuple([int(n) for n in line]) for line in view["rounds"]])
    state.phase = phase(view)
    state.shown = hands_shown(view["hands"])
    for name in view["pile"]:
        state.put(card_of(name))
    hide(state, view)
    for seat in range(len(view["seats"])):
        conclude(state, seat, view["seats"][seat])


def phase(view: View) -> i64:
    if view["turn"] is None:
        return OVER
    if view["colour"] is None:
        return COLOUR
    return DRAWN if view["drew"] else TURN


def hands_shown(hands: list[list[str]]) -> vec[u8]:
    """Hands that everybody has seen, as the state keeps them."""
    shown = vec[u8]([0] * (len(hands) * STRIDE))
    for seat in range(len(hands)):
        for name in hands[seat]:
            shown[seat * STRIDE + card_of(name)] += 1
            shown[seat * STRIDE + TYPES] += 1
    return shown


def hide(state: MauMauState, view: View) -> None:
    """The hands that are seen as they are; everything else of the box into the other hands and the deck."""
    own: int | None = view["seat"]
    known: list[list[str] | None] = [None] * len(view["seats"])
    if state.phase == OVER:
        for seat in range(len(known)):
            known[seat] = view["hands"][seat]
    elif own is not None:
        known[own] = view["hand"]
    counts = [0] * TYPES
    for card in FULL_DECK:
        counts[card] += 1
    for i in range(state.pile_n):
        counts[i64(state.pile[i])] -= 1
    for seat in range(len(known)):
        for name in known[seat] or ():
            counts[card_of(name)] -= 1
            state.gain(seat, card_of(name))
    rest: list[int] = []
    for card in range(TYPES):
        rest += [card] * counts[card]
    for seat in range(len(known)):
        if known[seat] is None:
            for _k in range(int(view["seats"][seat]["cards"])):
                state.gain(seat, rest.pop())
    state.deck = Deck(rest, len(FULL_DECK))
    state.drawn = NO_CARD
    if state.phase == DRAWN:
        # Anything will do for whoever does not see it: `imagine` deals it anew.
        state.drawn = card_of(view["drawn"]) if own == view["turn"] else 0


def conclude(state: MauMauState, seat: int, shown: dict[str, object]) -> None:
    """What everybody may conclude about a hand, as the state keeps it."""
    lacks = shown["lacks"]
    assert isinstance(lacks, list)
    at = seat * WIDTH
    for fact in lacks:
        mask: i64 = 0
        for name in fact["none"]:
            mask |= i64(1) << i64(TRAIT_NAMES.index(name))
        at += 1
        state.lacks[at] = i64(fact["cards"]) << TRAITS | mask
