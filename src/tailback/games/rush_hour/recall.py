"""A match of Rush Hour from what one seat sees of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import u8

from tailback.core.contract import View
from tailback.games.rush_hour.material import AMBULANCE, HAND, KINDS, LETTERS, NEW, POLICE, TOP, TOW
from tailback.games.rush_hour.play import RushHourState
from tailback.games.rush_hour.table import (
    GAPS,
    LOAD,
    NAME_END,
    NAME_FRONT,
    OVER,
    PLACE,
    SELECT,
    TO_FRONT,
    TOO_LOW,
)

SPECIALS: Final = {AMBULANCE: NAME_FRONT, POLICE: NAME_END, TOW: LOAD}


def rebuild(state: RushHourState, view: View) -> None:
    """Everything that lies open, and any of the other cards where the seat sees only how many there are."""
    players = int(state.players)
    state.rounds = tuple(tuple(line) for line in view["rounds"])
    state.swept = tuple(one["taken"] - (0 if view["over"] else len(one["pile"])) for one in view["seats"])
    for row, spots in enumerate(view["rows"]):
        state.clear_row(row)
        for spot in spots:
            for k, name in parts(spot):
                state.add_entry(row, card_of(name) + (NEW if k == 0 else 0))
        state.lane[GAPS + row] = u8(spots.count("_"))
    for seat, one in enumerate(view["seats"]):
        if one["pile"]:
            put_away(state, NEW + seat)
        for name in one["pile"]:
            put_away(state, card_of(name))
    shown = view["revealed"]
    state.queue_n = len(shown)
    state.done = sum(1 for one in shown if one["done"])
    state.at = sum(1 for one in shown if one["done"] or one["row"] is not None)
    for k, one in enumerate(shown):
        state.queue[k] = u8(one["seat"])
        state.queue[players + k] = u8(card_of(one["card"]))
        state.queue[2 * players + k] = u8((one["row"] or 1) - 1)
    fill_hands(state, view)
    write_log(state, view)
    ask(state, view)


def write_log(state: RushHourState, view: View) -> None:
    entries: list[int] = []
    for turn in view["past"]:
        for row in turn["rows"].split(" / "):
            flat = [card_of(name) + (NEW if k == 0 else 0) for spot in row.split() for k, name in parts(spot)]
            entries += [len(flat), *flat]
        entries += [card_of(name) if name is not None else 0 for name in turn["cards"]]
    for i in range(len(entries)):
        state.log[i] = u8(entries[i])
    state.log_n = len(entries)


def parts(spot: str) -> list[tuple[int, str]]:
    """The cards of a stack from the bottom, numbered."""
    return list(enumerate(spot.split("+")))


def card_of(name: str) -> int:
    """0 for a gap."""
    if name == "_":
        return 0
    return AMBULANCE + LETTERS.index(name) if name in LETTERS else int(name.lstrip("t"))


def put_away(state: RushHourState, entry: int) -> None:
    state.pile[state.pile_n] = u8(entry)
    state.pile_n += 1


def fill_hands(state: RushHourState, view: View) -> None:
    """The own cards first: what is left then lies in the other hands or was put away."""
    if view["seat"] is not None:
        for name in view["hand"]:
            state.gain(view["seat"], card_of(name))
    left = state.away()
    unseen = [card for card in range(KINDS) for _ in range(int(left[card]))]
    for seat, one in enumerate(view["seats"]):
        while state.hand_count(seat) < one["cards"]:
            state.gain(seat, unseen.pop())


def ask(state: RushHourState, view: View) -> None:
    """What the table waits for, as the road and the cards on show have it."""
    if view["over"]:
        state.phase = OVER
        return
    if view["turn"] is not None:
        state.phase = carrying_out(state)
        return
    state.phase = SELECT
    # Who has a single card left is only asked where nothing was shown yet.
    fewest = 2 if view["revealed"] else 1
    for seat, one in enumerate(view["seats"]):
        if one["cards"] >= fewest:
            state.asked |= 1 << seat
        if one["chosen"]:
            state.chosen[seat] = state.hand[seat * HAND]
    if view["seat"] is not None and view["chosen"] is not None:
        state.chosen[view["seat"]] = u8(card_of(view["chosen"]))


def carrying_out(state: RushHourState) -> int:
    """The choice that the next card of the turn asks for."""
    card = int(state.card_at(state.at))
    if card > TOP:
        return SPECIALS[card]
    if state.placements(card) > 0:
        return PLACE
    return TOO_LOW if state.rules.too_low_penalty else TO_FRONT
