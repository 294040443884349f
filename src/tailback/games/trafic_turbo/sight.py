"""What a seat of Trafic Turbo may know: its view, what it can work out, and worlds that look the same to it."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.material import (
    ARROWS,
    CELLS,
    FACES,
    LANES,
    NO_CARD,
    WIDTH,
    card_name,
    cell_name,
    keepable,
    node_name,
)
from tailback.games.trafic_turbo.table import (
    CHASING,
    CROSSED,
    FINES,
    HITS,
    KEEPING,
    KINDS,
    MODES,
    OVER,
    SEARCHING,
    SHEET,
    SHIFTING,
    SKIPS,
    STEPPING,
    WITH_WARNING,
    TraficTable,
)


def show(table: TraficTable) -> View:
    over = table.phase == OVER
    found: View = {
        "turn": None if over else int(table.seat),
        "phase": None if over else KINDS[table.phase],
        "round": int(table.round),
        "last_round": int(table.rules.last_round),
        "rounds": [],
        # Who has a head start stands in `house`, as in every game.
        "options": {name: value for name, value in table.options.items() if name not in ("even_chances", "head_start")},
        "board": board_data(table),
        "order": [int((table.first + k) % table.players) for k in range(table.players)],
        "cars": car_data(table),
        "vehicles": vehicle_data(table),
        "police": node_name(table.police),
        "roll": int(table.roll) if table.roll > 0 else None,
        "left": int(table.left) if table.phase == STEPPING else 0,
        "mode": MODES[table.mode] if table.phase == STEPPING else None,
        "side": "LR"[table.side - 1] if table.side > 0 else None,
        "sidesteps": int(table.sidesteps),
        "stopped": table.stopped,
        "begin": cell_name(table.begin) if table.phase == STEPPING else None,
        "ghost": None,
        "budget": int(table.budget) if table.phase == SHIFTING or table.phase == CHASING else 0,
        "moved": [f"T{v + 1}" for v in range(table.rules.vehicles) if (table.used >> v) & 1],
        "pile": int(table.deck.n),
        "discards": [card_name(i64(table.discard[i])) for i in range(table.discard_n)],
        "mirror": table.aside,
        "known": known_data(table, table.players),
        "marks": marks_data(table),
        "among": among_data(table, table.players),
    }
    if table.phase == STEPPING and table.mode == WITH_WARNING:
        found["ghost"] = {"lane": int(table.ghost // WIDTH), "col": int(table.ghost % WIDTH), "p": int(table.ghost_p)}
    if over:
        found["hands"] = [table.hand_names(other) for other in range(table.players)]
    return found


def own(table: TraficTable, seat: i64) -> View:
    found: View = {
        "hand": table.hand_names(seat),
        "known": known_data(table, seat),
        "among": among_data(table, seat),
    }
    if seat == table.seat and table.phase == KEEPING:
        found["drawn"] = card_name(table.drawn)
    if seat == table.seat and table.phase == SEARCHING:
        found["search"] = table.pile_data()
    return found


def board_data(table: TraficTable) -> dict[str, Any]:
    """The part of the circuit that matters to the rules; the picture is in its data file."""
    grey: list[list[list[int]]] = [[] for _ in range(table.rules.road.stations)]
    for cell in range(CELLS):
        if table.rules.grey[cell] > 0:
            grey[i64(table.rules.grey[cell]) - 1].append([int(cell // WIDTH), int(cell % WIDTH)])
    arrows = table.rules.road.arrow
    return {
        "circuit": table.rules.road.id,
        "lanes": LANES,
        "columns": int(table.rules.columns),
        "goal": int(table.rules.goal),
        "stations": [{"id": f"S{i + 1}", "grey": grey[i]} for i in range(len(grey))],
        "arrows": [[int(i64(arrows[i]) // WIDTH), int(i64(arrows[i]) % WIDTH)] for i in range(ARROWS)],
    }


def car_data(table: TraficTable) -> list[dict[str, Any]]:
    scores = table.scores()
    cars: list[dict[str, Any]] = []
    for seat in range(table.players):
        at = i64(table.cell[seat])
        crossed = int(table.sheet[seat * SHEET + CROSSED])
        standing = crossed == 0 and table.has_place(seat)
        cars.append(
            {
                "seat": int(seat),
                "lane": int(at // WIDTH) if standing else None,
                "col": int(at % WIDTH) if standing else None,
                "p": int(table.p[seat]),
                "to_go": max(0, int(table.rules.goal - table.p[seat])),
                "place": crossed if crossed > 0 else None,
                "holds": table.hand[seat] != NO_CARD,
                "skips": int(table.sheet[seat * SHEET + SKIPS]),
                "fines": int(table.sheet[seat * SHEET + FINES]),
                "hits": int(table.sheet[seat * SHEET + HITS]),
                "score": scores[seat],
            }
        )
    return cars


def vehicle_data(table: TraficTable) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for v in range(table.rules.vehicles):
        at = i64(table.rear[v])
        found.append(
            {
                "id": f"T{v + 1}",
                "kind": table.rules.road.kinds[v],
                "lane": int(at // WIDTH),
                "col": int(at % WIDTH),
                "len": int(table.rules.length[v]),
            }
        )
    return found


def known_data(table: TraficTable, watcher: i64) -> dict[str, str]:
    """Kept cards of others that this watcher can work out for certain; a spectator is the one after the last seat."""
    found: dict[str, str] = {}
    if table.phase == OVER:
        return found
    for holder in range(table.players):
        if holder != watcher and table.hand[holder] != NO_CARD:
            card = certain(table, watcher, holder)
            if card != NO_CARD:
                found[str(int(holder))] = card_name(card)
    return found


def marks_data(table: TraficTable) -> list[list[int]]:
    """Everybody saw who looked into the pile and when it was renewed; empty where nobody knows a card from that."""
    players = table.players
    some = False
    for i in range((players + 1) * players):
        some = some or table.marks[i] > 0
    if table.phase == OVER or not some:
        return []
    return [[int(table.mark(watcher, holder)) for holder in range(players)] for watcher in range(players + 1)]


def among_data(table: TraficTable, watcher: i64) -> dict[str, list[str]]:
    """The cards behind each mark of this watcher, in no order that tells who has which."""
    found: dict[str, list[str]] = {}
    if table.phase == OVER:
        return found
    for card in range(FACES):
        for holder in range(table.players):
            mark = table.mark(watcher, holder)
            if mark > 0 and i64(table.hand[holder]) == card:
                found.setdefault(str(int(mark)), []).append(card_name(card))
    return found


def certain(table: TraficTable, watcher: i64, holder: i64) -> i64:
    """The one card this holder can have as far as this watcher knows; NO_CARD if there are several."""
    mark = table.marks[watcher * table.players + holder]
    only: i64 = NO_CARD
    for other in range(table.players):
        card = i64(table.hand[other])
        if other == watcher or card == NO_CARD or table.marks[watcher * table.players + other] != mark:
            continue
        if only != NO_CARD and card != only:
            return NO_CARD
        only = card
    if mark > 0:
        return only
    if table.phase == KEEPING and table.seat != watcher and table.drawn != only:
        return NO_CARD
    for i in range(table.deck.n):
        card = i64(table.deck.cards[i])
        if keepable(card) and card != only:
            return NO_CARD
    return only


def guess(table: TraficTable, seat: int | None, rng: Rng) -> TraficTable:
    """Deal everything unseen anew, within what this watcher can work out. TA-34"""
    world = table.clone()
    assert isinstance(world, TraficTable)
    world.rng = rng.branch()
    if table.phase == OVER:
        return world
    world.due = 0
    watcher: i64 = table.players if seat is None else seat
    pool = world.deck
    pool.fixed = 0
    for holder in range(table.players):
        if holder != watcher and table.hand[holder] != NO_CARD and table.mark(watcher, holder) == 0:
            pool.add(i64(table.hand[holder]))
    hidden = table.phase == KEEPING and table.seat != watcher
    if hidden:
        pool.add(table.drawn)
    # Sorted, so that what is dealt hangs on chance alone and not on where the cards really were.
    sort_cards(pool.cards, pool.n)
    sort_sets(world, watcher)
    for holder in range(table.players):
        if holder == watcher or table.hand[holder] == NO_CARD:
            continue
        if table.mark(watcher, holder) == 0:
            world.hand[holder] = u8(draw_keepable(pool, rng))
        else:  # cards known as a set change places within it
            other = pick_partner(table, watcher, holder, rng)
            card = world.hand[holder]
            world.hand[holder] = world.hand[other]
            world.hand[other] = card
    if hidden:
        world.drawn = draw_keepable(pool, rng)
    return world


def sort_cards(cards: vec[u8], n: i64) -> None:
    for i in range(1, n):
        card = cards[i]
        k = i
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


def sort_sets(world: TraficTable, watcher: i64) -> None:
    """The cards of a set that this watcher knows, the lowest with the first holder."""
    for holder in range(world.players):
        mark = world.mark(watcher, holder)
        if mark == 0:
            continue
        for other in range(holder + 1, world.players):
            if world.mark(watcher, other) == mark and world.hand[other] < world.hand[holder]:
                card = world.hand[holder]
                world.hand[holder] = world.hand[other]
                world.hand[other] = card


def pick_partner(table: TraficTable, watcher: i64, holder: i64, rng: Rng) -> i64:
    """Someone from `holder` on with the same mark: one step of a shuffle."""
    mark = table.mark(watcher, holder)
    partners: i64 = 0
    for other in range(holder, table.players):
        if table.mark(watcher, other) == mark:
            partners += 1
    k = rng.below(partners)
    for other in range(holder, table.players):
        if table.mark(watcher, other) == mark:
            if k == 0:
                return other
            k -= 1
    return holder


def draw_keepable(pool: Deck, rng: Rng) -> i64:
    """A random card that can be kept; the pool holds one."""
    n: i64 = 0
    for i in range(pool.n):
        if keepable(i64(pool.cards[i])):
            n += 1
    k = rng.below(n)
    for i in range(pool.n):
        card = i64(pool.cards[i])
        if keepable(card):
            if k == 0:
                pool.take(card)
                return card
            k -= 1
    return NO_CARD
