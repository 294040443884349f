"""Trafic Turbo as a game: its facts, notation and positions from text."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.errors import BadNotation
from tailback.core.game import RACE, Game
from tailback.core.notation import seat_letter, seat_of
from tailback.core.observe import Part
from tailback.core.position import no_more, take_number, take_seat, whole, wrong
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.circuit import circuit
from tailback.games.trafic_turbo.foresee import foresee
from tailback.games.trafic_turbo.material import (
    ACTIONS,
    ANSWERS,
    ARROWS,
    CELLS,
    CIRCUITS,
    EMPTY,
    LANES,
    NO_CARD,
    OPTIONS,
    PLACE,
    POLICE_CAR,
    PRESETS,
    ROUNDS_PER_LAP,
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
    columns_ahead,
    keepable,
    node_name,
)
from tailback.games.trafic_turbo.observe import parts
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.ponder import ponder
from tailback.games.trafic_turbo.recall import rebuild
from tailback.games.trafic_turbo.table import CROSSED, FINES, HITS, SHEET, SKIPS

# Use, five steps, draw, search, keep, then seven vehicles or five Turbo steps.
MOST_PER_TURN = 16
# Of what a position may say: rolls fixed beforehand, and columns behind the line.
MOST_ROLLS = 18
FARTHEST_BACK = -9


class TraficTurbo(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "trafic_turbo"
        self.rules_version = 3
        self.fewest, self.usual, self.most = 2, 3, 4
        self.players_clause = "TT-4"
        self.age = 6
        self.options = OPTIONS
        self.presets = PRESETS
        self.genre = RACE
        self.short = {"circuit": "short-eight"}
        self.clauses = {"TT-": 70, "TA-": 67}
        self.actions = ACTIONS
        self.pace = 1_000_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return TraficTurboState(players, options)

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, TraficTurboState)
        rebuild(state, view)

    def seats_in(self, view: View) -> int:
        return len(view["cars"])

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        return int(ponder(state, seat, steps, rng))

    def bound(self, players: int, options: dict[str, Any]) -> int:
        rounds: int = ROUNDS_PER_LAP * options["laps"]
        return players * (rounds * MOST_PER_TURN + 1)  # TA-63

    def boards(self) -> dict[str, dict[str, Any]]:
        return {name: self.data(f"circuits/{name}.json") for name in CIRCUITS}

    def ahead(self, state: State, seat: int) -> list[dict[str, Any]]:
        assert isinstance(state, TraficTurboState)
        return foresee(state, seat)

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        return "columns", int(options["head_start"]) or columns_ahead(players, columns_of(options)), 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        return [range(1, columns_of(options))]  # TA-67

    def row(self, players: int) -> list[Part]:
        return parts(players)

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
        state.first = take_seat(fields, "first", players)
        state.seat = take_seat(fields, "turn", players)
        state.round = take_number(fields, "round", 1, 1, int(state.rules.last_round))
        state.gentle = False
        state.due = take_rolls(fields)
        state.placed = players
        arrange_pieces(state, fields)
        arrange_cars(state, fields)
        arrange_sheet(state, fields)
        arrange_cards(state, fields)
        no_more(fields)
        if state.sheet[state.seat * SHEET + CROSSED] > 0 or not state.begin_turn():
            state.next_turn()


def columns_of(options: dict[str, Any]) -> int:
    """How long the whole race is."""
    return int(circuit(options["circuit"]).columns) * int(options["laps"])


def listed(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def take_rolls(fields: dict[str, str]) -> int:
    """The next rolls as digits, the first one last; only so many digits fit."""
    text = fields.pop("roll", "")
    due = 0
    for roll in reversed(listed(text)):
        pips = whole(roll, 1, 6)
        due = due * 10 + pips
        if pips == 0 or due >= 10**MOST_ROLLS:
            raise wrong("roll", text)
    return due


def cell_of(state: TraficTurboState, text: str) -> int:
    lane, _, col = text.strip().partition(":")
    at = whole(lane, 0, LANES - 1), whole(col, 0, int(state.rules.columns) - 1)
    if min(at) < 0:
        raise BadNotation("bad_space", {"space": text.strip()[:40]})
    return at[0] * WIDTH + at[1]


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
    arrange_finished(state, fields)
    later: list[int] = []
    for seat in range(players):
        text = fields.pop(seat_letter(seat), "")
        if state.sheet[seat * SHEET + CROSSED] > 0:
            if text:
                raise wrong(seat_letter(seat), text)
        elif text:
            arrange_car(state, seat, text)
        else:
            later.append(seat)
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


def arrange_finished(state: TraficTurboState, fields: dict[str, str]) -> None:
    """Who is home already, in this order: for points only, and two cars at least are still on the road. TA-59"""
    text = fields.pop("finished", "")
    home = [seat_of(letter, int(state.players)) for letter in text.replace(",", " ").split()]
    if home and (not state.rules.points or len(home) > state.players - 2 or len(set(home)) < len(home)):
        raise wrong("finished", text)
    for seat in home:
        state.crossed += 1
        state.sheet[seat * SHEET + CROSSED] = state.crossed
        state.p[seat] = state.rules.goal


def arrange_car(state: TraficTurboState, seat: int, text: str) -> None:
    where, driven, progress = text.partition("p")
    cell = cell_of(state, where)
    state.cell[seat] = u8(cell)
    state.p[seat] = cell % WIDTH
    if driven:
        columns = whole(progress.strip(), FARTHEST_BACK, int(state.rules.goal) - 1)
        if columns < FARTHEST_BACK:
            raise wrong(seat_letter(seat), text)
        state.p[seat] = columns
    if (state.p[seat] - cell % WIDTH) % state.rules.columns != 0:
        raise BadNotation("bad_progress", {"field": text[:40]})
    stand(state, cell, seat + 1)


def arrange_sheet(state: TraficTurboState, fields: dict[str, str]) -> None:
    """Turns to miss, fines and crashes: `skip: A, C 2`."""
    for name, column in (("skip", SKIPS), ("fines", FINES), ("hits", HITS)):
        text = fields.pop(name, "")
        most = 1 if name == "skip" and not state.rules.stack_skips else 99  # TA-45
        named: set[int] = set()
        for part in listed(text):
            letter, _, count = part.partition(" ")
            seat = seat_of(letter, int(state.players))
            number = whole(count or "1", 0, most)
            if number < 0 or seat in named:
                raise wrong(name, text)
            named.add(seat)
            state.sheet[seat * SHEET + column] = number


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
            if state.sheet[seat * SHEET + CROSSED] > 0:  # TA-59
                raise wrong(f"hold {seat_letter(int(seat))}", name)
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
