"""How large everything on the table is, so that all of it fits: cards as large as there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from tailback.core.spread import Zone

TALL = 1.4
# A line of words over a zone, and the room between zones.
LABEL = 26
GAP = 14
BETWEEN = 6
SMALLEST, LARGEST = 34, 148
# Beside a board, cards are only as large as they must be.
BESIDE, BELOW = 100, 60
CHIP = 52
# So much of a card must be seen in a row that its corner can be read; a row that is too long goes on below.
SEEN = 0.68
MOST_BESIDE = 3
LONG = 3
# A row of cards keeps away from the border.
EDGE = 20
# So far a pile reaches below its topmost card.
LAYERS = 9


@dataclass(frozen=True)
class Fit:
    """The width of a card, and how many rows stand beside each other."""

    card: float
    beside: int


@dataclass(frozen=True)
class Arranged:
    """The sizes: of cards, of the board (nothing without one), of the room beside or below it and of each row there."""

    fit: Fit
    wide: float
    high: float
    side: bool
    room: float
    row: float


def per_line(card: float, room: float) -> int:
    return max(1, int((room - EDGE - card) / (card * SEEN)) + 1)


def lines_of(zone: Zone, card: float, room: float) -> int:
    return max(1, ceil(len(zone.get("cards", [])) / per_line(card, room)))


def row_room(room: float, beside: int) -> float:
    return (room - GAP * (beside - 1)) / beside


def step_of(cards: int, card: float, room: float) -> float:
    """From one card of a line to the next: beside each other, or over each other as far as they must."""
    return 0 if cards < 2 else min(card + 8, (room - EDGE - card) / (cards - 1))


@dataclass(frozen=True)
class Zones:
    """Boards, which are as large as they can be; rows with lines of their own, so that they may grow; all others."""

    boards: list[Zone]
    rows: list[Zone]
    flowing: list[Zone]

    @classmethod
    def of(cls, zones: list[Zone]) -> Zones:
        boards = [zone for zone in zones if zone["kind"] in ("grid", "track")]
        # Beside or below a board there is little room: a few cards stand among the others there.
        least = LONG if boards else -1
        rows = [zone for zone in zones if zone["kind"] == "row" and len(zone.get("cards", [])) > least]
        return cls(boards, rows, [zone for zone in zones if zone not in boards and zone not in rows])

    def height(self, fit: Fit, room: float) -> float:
        """What is no board, below each other."""
        card, beside = fit.card, fit.beside
        high = 0.0
        for at in range(0, len(self.rows), beside):
            tallest = max(lines_of(zone, card, row_room(room, beside)) for zone in self.rows[at : at + beside])
            high += tallest * (card * TALL + BETWEEN) - BETWEEN + LABEL + GAP
        used = line = 0.0
        for zone in self.flowing:
            wide, tall = size_of(zone, card)
            if used and used + wide > room:
                high += line + GAP
                used = line = 0
            used += wide + GAP
            line = max(line, tall)
        return max(0, high + (line + GAP if line else 0) - GAP)

    def is_readable(self, fit: Fit, room: float) -> bool:
        """Rows stand beside each other only where each has room for its cards in one line, and for a few to come."""
        longest = max([5, *(len(zone.get("cards", [])) for zone in self.rows)])
        return fit.beside == 1 or longest <= per_line(fit.card, row_room(room, fit.beside))

    def largest(self, most: float, room: float, high: float) -> Fit:
        """The largest cards with which all of it is at most so high."""
        for card in range(int(most), SMALLEST, -2):
            for beside in range(1, max(1, min(MOST_BESIDE, len(self.rows))) + 1):
                fit = Fit(card, beside)
                if self.height(fit, room) <= high and self.is_readable(fit, room):
                    return fit
        return Fit(SMALLEST, 1)

    def arranged(self, wide: float, high: float) -> Arranged:
        if not self.boards:
            fit = self.largest(LARGEST, wide, high)
            return Arranged(fit, 0, 0, False, wide, row_room(wide, fit.beside))
        if not self.rows and not self.flowing:
            return Arranged(Fit(SMALLEST, 1), wide, high, False, wide, wide)
        fit = self.largest(BELOW, wide, high * 0.34)
        # However much there is, the board keeps half of the room.
        used = min(self.height(fit, wide), high * 0.5)
        below = Arranged(fit, wide, high - used - GAP, False, wide, row_room(wide, fit.beside))
        # A long row of cards needs the whole width.
        if wide <= high * 1.15 or self.rows:
            return below
        room = max(120, min(wide * 0.17, 240))
        aside = Arranged(self.largest(BESIDE, room, high), wide - room - GAP, high, True, room, room)
        return max(aside, below, key=lambda one: sum(scale_of(zone, one.wide, one.high) for zone in self.boards))


def size_of(zone: Zone, card: float) -> tuple[float, float]:
    if zone["kind"] == "dice":
        return len(zone.get("values", [0])) * CHIP, CHIP + LABEL
    if zone["kind"] == "counter":
        return 110, CHIP
    across = max(1, len(zone.get("cards", []))) if zone["kind"] == "row" else 1
    return max(across * (card + BETWEEN), 110), card * TALL + LAYERS + LABEL


def scale_of(zone: Zone, wide: float, high: float) -> float:
    """How large a track with points of its own is in this room; everything else does not mind its form."""
    points = [point for point in zone.get("points", []) if point]
    if not points:
        return 0
    across, down = (max(xs) - min(xs) or 1.0 for xs in zip(*points, strict=True))
    if (across > down) != (wide > high):
        across, down = down, across
    return min(wide / across, high / down)
