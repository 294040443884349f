"""A race of Trafic Turbo from a view alone: what is hidden from the seat lies anywhere, for `imagine` to deal anew."""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.games.trafic_turbo.material import (
    CELLS,
    EMPTY,
    MIRROR,
    NO_CARD,
    POLICE_CAR,
    STEPS,
    VEHICLE,
    WIDTH,
    card_of,
    keepable,
)
from tailback.games.trafic_turbo.table import (
    CROSSED,
    DIE,
    FINES,
    HITS,
    KEEPING,
    KINDS,
    MODES,
    OVER,
    PLACING,
    SHEET,
    SKIPS,
    STEPPING,
    TraficTable,
)


def rebuild(table: TraficTable, view: View) -> None:
    """Everything in the view goes to its place; what is left of the deck fills the hidden hands and the pile."""
    table.phase = OVER if view["phase"] is None else KINDS.index(view["phase"])
    table.first = view["order"][0]
    table.seat = table.first if view["turn"] is None else view["turn"]
    table.round = view["round"]
    rebuild_road(table, view)
    rebuild_turn(table, view)
    rebuild_cards(table, view)
    # The race ends with a car at the line, or with all of them where points are counted; else the rounds ran out.
    table.capped = table.phase == OVER and table.crossed < (table.players if table.rules.points else 1)
    table.gentle = table.rules.gentle_start and table.phase == PLACING


def cell_at(name: str) -> int:
    lane, _, col = name.partition(":")
    return int(lane) * WIDTH + int(col)


def rebuild_road(table: TraficTable, view: View) -> None:
    for cell in range(CELLS):
        table.grid[cell] = EMPTY
    for number, one in enumerate(view["vehicles"]):
        rear: i64 = one["lane"] * WIDTH + one["col"]
        table.rear[number] = u8(rear)
        table.grid[rear] = u8(VEHICLE + number)
        if one["len"] == 2:
            table.grid[i64(table.rules.ahead[rear])] = u8(VEHICLE + number)
    place: str = view["police"]
    if ":" in place:
        table.police = cell_at(place)
        table.grid[table.police] = POLICE_CAR
    else:
        table.police = CELLS + int(place[1:]) - 1
    table.placed = 0
    table.crossed = 0
    for car in view["cars"]:
        seat: i64 = car["seat"]
        table.p[seat] = car["p"]
        table.sheet[seat * SHEET + SKIPS] = car["skips"]
        table.sheet[seat * SHEET + FINES] = car["fines"]
        table.sheet[seat * SHEET + HITS] = car["hits"]
        if car["place"] is not None:
            table.sheet[seat * SHEET + CROSSED] = car["place"]
            table.crossed += 1
            table.placed += 1
        elif car["lane"] is not None:
            at: i64 = car["lane"] * WIDTH + car["col"]
            table.cell[seat] = u8(at)
            table.grid[at] = u8(seat + 1)
            table.placed += 1


def rebuild_turn(table: TraficTable, view: View) -> None:
    """Before the steps of a move its start is where the car stands, and its length the roll."""
    stepping = table.phase == STEPPING
    table.roll = 0 if view["roll"] is None else view["roll"]
    table.left = view["left"] if stepping else table.roll
    table.mode = MODES.index(view["mode"]) if stepping else DIE
    table.side = 0 if view["side"] is None else STEPS.index(view["side"])
    table.sidesteps = view["sidesteps"]
    table.stopped = view["stopped"]
    table.begin = cell_at(view["begin"]) if stepping else i64(table.cell[table.seat])
    ghost = view["ghost"]
    if ghost is not None:
        table.ghost = ghost["lane"] * WIDTH + ghost["col"]
        table.ghost_p = ghost["p"]
    table.budget = view["budget"]
    table.used = 0
    for name in view["moved"]:
        table.used |= 1 << (int(name[1:]) - 1)


def rebuild_cards(table: TraficTable, view: View) -> None:
    """Known cards first, then known sets, then anything that can be kept."""
    players = int(table.players)
    watcher = players if view["seat"] is None else int(view["seat"])
    table.aside = view["mirror"]
    if table.aside:
        table.deck.take(MIRROR)
    for name in view["discards"]:
        table.deck.take(card_of(name))
        table.throw(card_of(name))
    for row, marks in enumerate(view["marks"]):
        for holder, mark in enumerate(marks):
            table.marks[row * players + holder] = u8(mark)
    among = {int(mark): [card_of(name) for name in names] for mark, names in view["among"].items()}
    for cards in among.values():
        for card in cards:
            table.deck.take(card)
    hands: list[int] = [NO_CARD] * players
    if "hands" in view:
        for holder in range(players):
            for name in view["hands"][holder]:
                hands[holder] = card_of(name)
    elif "hand" in view:
        for name in view["hand"]:
            hands[watcher] = card_of(name)
    for card in hands:
        table.deck.take(card)
    if "drawn" in view:
        table.drawn = card_of(view["drawn"])
        table.deck.take(table.drawn)
    for holder in range(players):
        if view["cars"][holder]["holds"] and hands[holder] == NO_CARD:
            mark = int(table.marks[watcher * players + holder])
            hands[holder] = among[mark].pop() if mark > 0 else any_keepable(table)
        table.hand[holder] = u8(hands[holder])
    if table.phase == KEEPING and table.drawn == NO_CARD:
        table.drawn = any_keepable(table)


def any_keepable(table: TraficTable) -> int:
    """Some card of the pile that can be kept, taken out of it."""
    for i in range(table.deck.n):
        card = i64(table.deck.cards[i])
        if keepable(card):
            table.deck.take(card)
            return int(card)
    return NO_CARD
