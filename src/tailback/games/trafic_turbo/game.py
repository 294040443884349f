"""Trafic Turbo as a game: its facts, notation and positions from text."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from tailback.core.contract import State
from tailback.core.game import RACE, Game
from tailback.core.notation import BadNotation, seat_letter, seat_of
from tailback.games.trafic_turbo.foresee import foresee
from tailback.games.trafic_turbo.material import (
    ACTIONS,
    ANSWERS,
    ARROWS,
    CELLS,
    EMPTY,
    LANES,
    MAX_ROUNDS,
    NO_CARD,
    OPTIONS,
    PLACE,
    POLICE_CAR,
    PRESETS,
    SEND_POLICE,
    SEND_VEHICLE,
    STEPS,
    TAKE,
    TAKE_NOTHING,
    USE,
    VEHICLE,
    WIDTH,
    card_name,
    card_of,
    cell_name,
    keepable,
    node_name,
)
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import CROSSED, FINES, HITS, SHEET, SKIPS

# Use, five steps, draw, search, keep, then seven vehicles or five Turbo steps.
MOST_PER_TURN = 16


class TraficTurbo(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "trafic_turbo"
        self.fewest, self.usual, self.most = 2, 3, 4
        self.players_clause = "TT-4"
        self.age = 6
        self.minutes = (10, 15)
        self.options = OPTIONS
        self.presets = PRESETS
        self.genre = RACE
        self.short = {"circuit": "short-eight"}
        self.clauses = {"TT-": 70, "TA-": 65}
        self.actions = ACTIONS

    def make(self, players: int, options: dict[str, Any]) -> State:
        return TraficTurboState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return players * (MAX_ROUNDS * MOST_PER_TURN + 1)  # TA-63

    def ahead(self, state: State, seat: int) -> list[dict[str, Any]]:
        assert isinstance(state, TraficTurboState)
        return foresee(state, seat)

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (0, 5, 14, 17, 26, 37 + 81, 37 + 109, 149 + 45)]
        ['F', 'use', 'place 3', 'take nothing', 'take turbo 5', 'police 2:9', 'police S2', 'traffic T1 1:9']
        """
        if action >= SEND_VEHICLE:
            vehicle, cell = divmod(action - SEND_VEHICLE, CELLS)
            return f"traffic T{vehicle + 1} {cell_name(cell)}"
        if action >= SEND_POLICE:
            return "police " + node_name(action - SEND_POLICE)
        if action >= TAKE:
            return "take " + card_name(action - TAKE)
        if action == TAKE_NOTHING:
            return "take nothing"
        if action >= PLACE:
            return f"place {action - PLACE + 1}"
        return ANSWERS[action - USE] if action >= USE else STEPS[action]

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action >= SEND_VEHICLE:
            vehicle, cell = divmod(action - SEND_VEHICLE, CELLS)
            return "send_vehicle", {"vehicle": f"T{vehicle + 1}", "space": cell_name(cell)}
        if action >= SEND_POLICE:
            return "send_police", {"to": node_name(action - SEND_POLICE)}
        if action >= TAKE:
            return "take", {"card": card_name(action - TAKE)}
        if action == TAKE_NOTHING:
            return "take_nothing", {}
        if action >= PLACE:
            return "place", {"arrow": action - PLACE + 1}
        if action >= USE:
            return ANSWERS[action - USE], {}
        return "step_" + STEPS[action], {}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (`1:6` or `1:35 p -1`; else the next free start arrow), T1, T2, ..., police (`2:11`
        or `S2`), hold A, turn, first, round, roll (this one and those that follow), skip, fines, hits, finished
        (in order), pile (all of it, top first; the rest is then discarded), top (cards laid on the pile)."""
        assert isinstance(state, TraficTurboState)
        players = int(state.players)
        state.events = None
        state.first = seat_of(fields.pop("first", "A"), players)
        state.seat = seat_of(fields.pop("turn", "A"), players)
        state.round = whole("round", fields.pop("round", "1"), 1, MAX_ROUNDS)
        for roll in reversed(listed(fields.pop("roll", ""))[:18]):
            state.due = state.due * 10 + whole("roll", roll, 1, 6)
        state.placed = players
        arrange_pieces(state, fields)
        arrange_cars(state, fields)
        for name, column in (("skip", SKIPS), ("fines", FINES), ("hits", HITS)):
            for part in listed(fields.pop(name, "")):
                letter, _, count = part.partition(" ")
                state.sheet[seat_of(letter, players) * SHEET + column] = whole(name, count or "1", 0, 99)
        arrange_cards(state, fields)
        if fields:
            raise BadNotation("unknown_field", {"field": ", ".join(fields)})
        if state.sheet[state.seat * SHEET + CROSSED] > 0 or not state.begin_turn():
            state.next_turn()


def whole(name: str, text: str, low: int, high: int) -> int:
    number = int(text) if text.strip().lstrip("-").isdigit() else low - 1
    if not low <= number <= high:
        raise BadNotation("bad_field", {"field": f"{name}: {text}"})
    return number


def listed(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def cell_of(state: TraficTurboState, text: str) -> int:
    lane, colon, col = text.strip().partition(":")
    if not (colon and lane.isdigit() and col.isdigit() and int(lane) < LANES and int(col) < state.rules.columns):
        raise BadNotation("bad_space", {"space": text.strip()})
    return int(lane) * WIDTH + int(col)


def stand(state: TraficTurboState, cell: i64, piece: i64) -> None:
    if state.grid[cell] != EMPTY:
        raise BadNotation("space_twice", {"space": cell_name(cell)})
    state.grid[cell] = u8(piece)


def arrange_pieces(state: TraficTurboState, fields: dict[str, str]) -> None:
    """Vehicles and the Police."""
    for cell in range(CELLS):
        state.grid[cell] = EMPTY
    for vehicle in range(state.rules.vehicles):
        text = fields.pop(f"T{vehicle + 1}", "")
        at: i64 = cell_of(state, text) if text else i64(state.rear[vehicle])
        state.rear[vehicle] = u8(at)
        stand(state, at, VEHICLE + vehicle)
        if state.rules.length[vehicle] == 2:
            stand(state, i64(state.rules.ahead[at]), VEHICLE + vehicle)
    place = fields.pop("police", node_name(state.police)).upper()
    stations = [node_name(CELLS + i) for i in range(state.rules.road.stations)]
    if place in stations:
        state.police = CELLS + stations.index(place)
    else:
        state.police = cell_of(state, place)
        stand(state, state.police, POLICE_CAR)


def arrange_cars(state: TraficTurboState, fields: dict[str, str]) -> None:
    players = int(state.players)
    home = fields.pop("finished", "").replace(",", " ").split()
    if home and (not state.rules.points or len(home) > players - 2):
        raise BadNotation("bad_field", {"field": "finished"})
    for letter in home:
        state.crossed += 1
        seat = seat_of(letter, players)
        state.sheet[seat * SHEET + CROSSED] = state.crossed
        state.p[seat] = state.rules.goal
    later: list[int] = []
    for seat in range(players):
        text = fields.pop(seat_letter(seat), "")
        if state.sheet[seat * SHEET + CROSSED] > 0:
            continue
        if not text:
            later.append(seat)
            continue
        where, _, progress = text.partition("p")
        cell = cell_of(state, where)
        state.cell[seat] = u8(cell)
        state.p[seat] = cell % WIDTH
        if progress.strip():
            state.p[seat] = whole(seat_letter(seat), progress.strip(), -9, int(state.rules.goal) - 1)
        if (state.p[seat] - cell % WIDTH) % state.rules.columns != 0:
            raise BadNotation("bad_progress", {"field": text})
        stand(state, cell, seat + 1)
    for seat in later:
        for arrow in range(ARROWS):
            at = i64(state.rules.road.arrow[arrow])
            if state.grid[at] == EMPTY:
                state.cell[seat] = u8(at)
                state.p[seat] = at % WIDTH - state.rules.columns
                stand(state, at, seat + 1)
                break
        else:
            raise BadNotation("bad_position", {})


def take_out(state: TraficTurboState, name: str) -> int:
    """This card out of the pile; there are only so many of each."""
    card = card_of(name)
    if not state.deck.take(card):
        raise BadNotation("card_used_up", {"card": card_name(card)})
    return card


def arrange_cards(state: TraficTurboState, fields: dict[str, str]) -> None:
    for seat in range(state.players):
        name = fields.pop(f"hold {seat_letter(int(seat))}", "")
        if name:
            card = take_out(state, name)
            if not keepable(card):
                raise BadNotation("not_keepable", {"card": name})
            state.hold(seat, card)
    top = [take_out(state, name) for name in listed(fields.pop("top", ""))]
    if "pile" in fields:
        pile = [take_out(state, name) for name in listed(fields.pop("pile"))]
        while state.deck.n > 0:
            state.throw(state.deck.draw(state.rng))
        state.deck.stack(pile)
    state.deck.stack(top)
    state.drawn = NO_CARD


GAME = TraficTurbo()
