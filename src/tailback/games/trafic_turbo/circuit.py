"""Circuits and the deck: read from data files, checked once, turned into tables of neighbours and distances."""

from __future__ import annotations

import json
import math
import warnings
from importlib import resources
from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.vecs import vec
from tailback.games.trafic_turbo.material import (
    ARROWS,
    CELLS,
    DECK_SIZE,
    EMPTY,
    FACE_BY_NAME,
    LANES,
    NODES,
    STATIONS,
    VEHICLE,
    VEHICLES,
    WIDTH,
)

SIDES: Final = {"L": "left", "R": "right", "B": "back"}
FAR: Final = 8
AGAIN: Final = 12


class BadData(ValueError):
    """A circuit or deck file that breaks its own rules."""


def need(sound: bool, what: str) -> None:
    if not sound:
        raise BadData(what)


def entry(data: Any, name: str) -> Any:
    need(isinstance(data, dict) and name in data, f"missing entry: {name}")
    return data[name]


# Checks of a circuit


def segment_ends(segment: list[Any]) -> tuple[float, float, float, float]:
    """The first and last point of a piece of the centre line."""
    if segment[0] == "L":
        return segment[1], segment[2], segment[3], segment[4]
    need(segment[0] == "A", f"unknown segment: {segment[0]}")
    x, y, r = segment[1], segment[2], segment[3]
    a, b = math.radians(segment[4]), math.radians(segment[5])
    return x + r * math.cos(a), y + r * math.sin(a), x + r * math.cos(b), y + r * math.sin(b)


def check_drawing(data: dict[str, Any]) -> None:
    columns = entry(data, "columns")
    need(sum(run[2] for run in entry(data, "runs")) == columns, "the runs do not add up to the columns")
    need(len(entry(data, "cells")) == columns, "the cells do not match the columns")
    ends = [segment_ends(segment) for segment in entry(data, "centreline")]
    for i in range(len(ends)):
        after = ends[(i + 1) % len(ends)]
        gap = math.hypot(ends[i][2] - after[0], ends[i][3] - after[1])
        need(gap <= 0.1, f"segment {i + 1} of the centre line does not join the next one")


def check_space(space: Any, columns: int, what: str) -> int:
    """The cell of a [lane, column] pair that lies on the road."""
    need(isinstance(space, list) and len(space) == 2, f"{what}: not a space")
    lane, col = space
    need(0 <= lane < LANES and 0 <= col < columns, f"{what}: {lane}:{col} is not on the road")
    return int(lane * WIDTH + col)


def vehicle_cells(vehicle: dict[str, Any], columns: int) -> list[int]:
    name = f"vehicle {entry(vehicle, 'id')}"
    need(entry(vehicle, "len") in (1, 2), f"{name}: covers one or two spaces")
    rear = check_space([entry(vehicle, "lane"), entry(vehicle, "col")], columns, name)
    if vehicle["len"] == 1:
        return [rear]
    return [rear, check_space([vehicle["lane"], (vehicle["col"] + 1) % columns], columns, name)]


def check_pieces(data: dict[str, Any]) -> None:
    columns = data["columns"]
    arrows = [check_space(space, columns, "start arrow") for space in entry(data, "startArrows")]
    need(len(arrows) == ARROWS and len(set(arrows)) == ARROWS, "there must be five different start arrows")
    need(all(2 * (cell % WIDTH) >= columns for cell in arrows), "a start arrow lies too far from the line")
    taken = set(arrows)
    traffic: set[int] = set()
    need(0 < len(entry(data, "traffic")) <= VEHICLES, "a circuit has one to ten vehicles")
    for number, vehicle in enumerate(data["traffic"]):
        need(entry(vehicle, "id") == f"T{number + 1}", "vehicles are called T1, T2, ... in this order")
        for cell in vehicle_cells(vehicle, columns):
            need(cell not in taken, f"vehicle {vehicle['id']}: its space is taken")
            taken.add(cell)
            traffic.add(cell)
    grey: set[int] = set()
    need(0 < len(entry(data, "stations")) <= STATIONS, "a circuit has one to four stations")
    for number, station in enumerate(data["stations"]):
        name = f"station {entry(station, 'id')}"
        need(station["id"] == f"S{number + 1}", "stations are called S1, S2, ... in this order")
        spaces = [check_space(space, columns, name) for space in entry(station, "grey")]
        need(len(spaces) == 3 and len(set(spaces)) == 3, f"{name}: needs three grey spaces")
        need(not grey & set(spaces), f"{name}: shares a grey space with another station")
        grey |= set(spaces)
        need(len(exits(station)) > 0, f"{name}: has no exit")
        for space in exits(station):
            check_space(space, columns, name)
    home = entry(data, "policeHome")
    need(any(station["id"] == home for station in data["stations"]), f"no station {home} for the Police")
    for col in range(columns):
        open_lanes = [lane * WIDTH + col for lane in range(LANES) if lane * WIDTH + col not in traffic]
        need(len(open_lanes) > 0, f"column {col} is full of vehicles")
        if all(cell in grey for cell in open_lanes):
            warnings.warn(f"column {col}: every way through is grey", stacklevel=2)


def exits(station: dict[str, Any]) -> list[Any]:
    found = station.get("exits", station["grey"])
    assert isinstance(found, list)
    return found


def check_circuit(data: dict[str, Any]) -> None:
    """Refuse a circuit on which the rules could not be played."""
    need(entry(data, "lanes") == LANES, "a circuit has three lanes")
    need(12 <= entry(data, "columns") <= WIDTH, "a circuit has 12 to 36 columns")
    need(entry(data, "laps") >= 1, "a race has at least one lap")
    check_drawing(data)
    check_pieces(data)


# Tables


class Circuit:
    """A checked circuit in the form the rules use; shared by all matches on it."""

    def __init__(self, data: dict[str, Any]) -> None:
        check_circuit(data)
        self.id: str = data["id"]
        self.columns: i64 = data["columns"]
        ahead = [0] * CELLS
        behind = [0] * CELLS
        for lane in range(LANES):
            for col in range(data["columns"]):
                after = lane * WIDTH + (col + 1) % data["columns"]
                ahead[lane * WIDTH + col] = after
                behind[after] = lane * WIDTH + col
        self.ahead: vec[u8] = vec[u8](ahead)
        self.behind: vec[u8] = vec[u8](behind)
        # The column of a cell as a bit, and that of the columns after the line once more behind the last one.
        bits = [0] * CELLS
        for cell in range(CELLS):
            col = cell % WIDTH
            if col < data["columns"]:
                bits[cell] = 1 << col | (1 << (col + data["columns"]) if col < AGAIN else 0)
        self.bits: vec[i64] = vec[i64](bits)
        arrows = [lane * WIDTH + col for lane, col in data["startArrows"]]
        self.arrow: vec[u8] = vec[u8](arrows)
        self.vehicles: i64 = len(data["traffic"])
        self.kinds: tuple[str, ...] = tuple(vehicle["kind"] for vehicle in data["traffic"])
        self.rear: vec[u8] = vec[u8]([v["lane"] * WIDTH + v["col"] for v in data["traffic"]])
        self.length: vec[u8] = vec[u8]([v["len"] for v in data["traffic"]])
        grid = [EMPTY] * CELLS
        for number, vehicle in enumerate(data["traffic"]):
            for cell in vehicle_cells(vehicle, data["columns"]):
                grid[cell] = VEHICLE + number
        self.grid: vec[u8] = vec[u8](grid)
        self.stations: i64 = len(data["stations"])
        # Which station a grey cell belongs to, counted from 1; 0 is plain road.
        grey = [0] * CELLS
        for number, station in enumerate(data["stations"]):
            for lane, col in station["grey"]:
                grey[lane * WIDTH + col] = number + 1
        self.grey: vec[u8] = vec[u8](grey)
        self.home: i64 = CELLS + [station["id"] for station in data["stations"]].index(data["policeHome"])
        gates = [[lane * WIDTH + col for lane, col in exits(station)] for station in data["stations"]]
        self.fill_police(ahead, behind, gates)

    def fill_police(self, ahead: list[int], behind: list[int], gates: list[list[int]]) -> None:
        """Where the Police can be after so many spaces, and which station is nearest. TA-49, TA-53"""
        links: list[list[int]] = [[] for _ in range(NODES)]
        columns = int(self.columns)
        for cell in range(CELLS):
            if cell % WIDTH >= columns:
                continue
            links[cell] = [ahead[cell]]
            if cell >= WIDTH:
                links[cell].append(cell - WIDTH)
            if cell < CELLS - WIDTH:
                links[cell].append(cell + WIDTH)
            links[cell].append(behind[cell])
        road = [list(found) for found in links]
        for number, spaces in enumerate(gates):
            for other in range(len(gates)):
                if other != number:
                    links[CELLS + number].append(CELLS + other)  # TT-50
            for cell in spaces:
                links[CELLS + number].append(cell)
                links[cell].append(CELLS + number)
        near: list[int] = []
        apart: list[int] = []
        reach: list[int] = []
        for node in range(NODES):
            order, steps = spread(links, node)
            away = dict(zip(order, steps, strict=True))
            apart += [away.get(other, NODES) for other in range(NODES)]
            near += order + [0] * (NODES - len(order))
            reach += [sum(1 for d in steps if d <= far) for far in range(FAR)]
        # How far it is from node to node for the Police.
        self.far: vec[u8] = vec[u8](apart)
        # near[node]: everything in order of distance; reach[node, d]: how many of them lie within d.
        self.near: vec[u8] = vec[u8](near)
        self.reach: vec[u8] = vec[u8](reach)
        nearest = [0] * CELLS
        for cell in range(CELLS):
            if cell % WIDTH < columns:
                order, steps = spread(road, cell)
                far = {order[i]: steps[i] for i in range(len(order))}
                ranked: list[tuple[int, int, int]] = []
                for number, spaces in enumerate(gates):
                    steps_home = min(far[space] for space in spaces) + 1
                    onward = min((space % WIDTH - cell % WIDTH) % columns for space in spaces)
                    ranked.append((steps_home, onward, number))
                nearest[cell] = CELLS + min(ranked)[2]
        self.nearest: vec[u8] = vec[u8](nearest)


def spread(links: list[list[int]], start: int) -> tuple[list[int], list[int]]:
    """Every place that can be reached, nearest first, and how far each is."""
    order = [start]
    steps = [0]
    seen = {start}
    at = 0
    while at < len(order):
        for to in links[order[at]]:
            if to not in seen:
                seen.add(to)
                order.append(to)
                steps.append(steps[at] + 1)
        at += 1
    return order, steps


def read(path: str) -> dict[str, Any]:
    source = resources.files("tailback.games.trafic_turbo")
    for part in path.split("/"):
        source = source.joinpath(part)
    found = json.loads(source.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


LOADED: Final[dict[str, Circuit]] = {}


def circuit(name: str) -> Circuit:
    """A circuit by its id, read at its first use."""
    found = LOADED.get(name)
    if found is None:
        found = Circuit(read(f"circuits/{name}.json"))
        LOADED[name] = found
    return found


# The deck


def face_name(card: dict[str, Any]) -> str:
    kind = entry(card, "kind")
    if kind == "skid":
        side = entry(card, "dir")
        need(side != "F", "a forward Skid would be a gift")
        need(side in SIDES, f"unknown direction: {side}")
        return f"skid {SIDES[side]}"
    return f"{kind} {card['value']}" if "value" in card else str(kind)


def deck_faces(data: dict[str, Any]) -> list[int]:
    """Every card of a deck file, sorted; or BadData. TT-5"""
    faces: list[int] = []
    for card in entry(data, "cards"):
        name = face_name(card)
        need(name in FACE_BY_NAME, f"unknown card: {name}")
        need(FACE_BY_NAME[name] not in faces, f"listed twice: {name}")
        need(entry(card, "n") > 0, f"no copies: {name}")
        faces += [FACE_BY_NAME[name]] * card["n"]
    need(len(faces) == DECK_SIZE, f"a deck has {DECK_SIZE} cards, not {len(faces)}")
    return sorted(faces)


FULL_DECK: Final[list[int]] = deck_faces(read("deck.json"))
