"""Tracks: where their spaces lie (at points of the game, on a winding road, or round), and how they look."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, hypot, radians, sin

from tailback.core.spread import Piece, Zone
from tailback.rl.bricks import art, circle, paint, place, rect, short, sign, text
from tailback.rl.cards import vehicle

Point = tuple[float, float]
# Room for a piece that stands on an outer space.
MARGIN = 0.62
LARGEST = 96.0
# A neighbour that is so much further away than others is none: a lane ends there, or the road begins anew.
FAR = 5


@dataclass(frozen=True)
class Spot:
    """A space: where it lies, where the next one is, and how far."""

    x: float
    y: float
    heading: float
    long: float


def laid_out(zone: Zone, wide: float, high: float) -> tuple[list[Spot | None], float]:
    """Every space, and how far one is from its nearest neighbour."""
    count = zone.get("spaces", 0)
    if not count:
        return [], 0
    if "points" in zone:
        return scaled([(one[0], one[1]) if one else None for one in zone["points"]], wide, high)
    return ring(count, wide, high) if zone.get("loop") else winding(count, wide, high)


def scaled(points: list[Point | None], wide: float, high: float) -> tuple[list[Spot | None], float]:
    """The same shape as large as it fits, turned where that is larger."""
    _, _, w, h = box(points)
    if (w > h) != (wide > high):
        points = [one and (one[1], -one[0]) for one in points]
    left, top, w, h = box(points)
    near = nearest([one for one in points if one])
    scale = min(wide / (w + 2 * MARGIN * near), high / (h + 2 * MARGIN * near))
    x0, y0 = (wide - w * scale) / 2, (high - h * scale) / 2
    put = [one and (x0 + (one[0] - left) * scale, y0 + (one[1] - top) * scale) for one in points]
    return headed(put, False, near * scale), near * scale


def box(points: list[Point | None]) -> tuple[float, float, float, float]:
    xs = [one[0] for one in points if one] or [0.0]
    ys = [one[1] for one in points if one] or [0.0]
    return min(xs), min(ys), max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys))


def nearest(points: list[Point]) -> float:
    """How far most spaces are from their nearest neighbour: a few that nearly touch do not count."""
    found = sorted(
        min((hypot(x - u, y - v) for k, (u, v) in enumerate(points) if k != i), default=1.0)
        for i, (x, y) in enumerate(points)
    )
    return found[len(found) // 4] or 1.0 if found else 1.0


def winding(count: int, wide: float, high: float) -> tuple[list[Spot | None], float]:
    """To and fro, line by line, as few lines as let the spaces be largest."""
    cell, columns = max((min(wide / n, high / ceil(count / n) / 1.1), -n) for n in range(1, count + 1))
    columns, cell = -columns, min(cell, LARGEST)
    rows = ceil(count / columns)
    x0, y0 = (wide - cell * columns) / 2, (high - cell * 1.1 * rows) / 2
    points: list[Point | None] = []
    for i in range(count):
        row, along = divmod(i, columns)
        along = columns - 1 - along if row % 2 else along
        points.append((x0 + (along + 0.5) * cell, y0 + (row + 0.5) * cell * 1.1))
    return headed(points, False, cell), cell


def ring(count: int, wide: float, high: float) -> tuple[list[Spot | None], float]:
    """Evenly along a rectangle with the form of the room."""
    apart = min(LARGEST, 2 * (wide + high) / count)
    # The road is as broad as a space, so the ring is that much smaller than the room.
    for _ in range(8):
        apart = min(LARGEST, 2 * (wide + high - 2.4 * apart) / count)
    w, h = wide - 1.2 * apart, high - 1.2 * apart
    around = 2 * (w + h)
    points: list[Point | None] = []
    for i in range(count):
        s = i * around / count
        if s < w:
            x, y = s, 0.0
        elif s < w + h:
            x, y = w, s - w
        elif s < 2 * w + h:
            x, y = 2 * w + h - s, h
        else:
            x, y = 0.0, around - s
        points.append((x + (wide - w) / 2, y + (high - h) / 2))
    return headed(points, True, apart), min(apart, around / count)


def headed(points: list[Point | None], loop: bool, apart: float) -> list[Spot | None]:
    def way(one: Point | None, other: Point | None) -> Point | None:
        if one is None or other is None:
            return None
        found = (other[0] - one[0], other[1] - one[1])
        return found if hypot(*found) < apart * FAR else None

    spots: list[Spot | None] = []
    for i, point in enumerate(points):
        if point is None:
            spots.append(None)
            continue
        following = points[i + 1] if i + 1 < len(points) else points[0] if loop else None
        after, prior = way(point, following), way(points[i - 1] if i else None, point)
        # Between the two, so that the road bends evenly.
        ahead = (after[0] + prior[0], after[1] + prior[1]) if after and prior else after or prior or (apart, 0.0)
        spots.append(Spot(*point, degrees(atan2(ahead[1], ahead[0])), hypot(*(after or prior or (apart, 0.0)))))
    return spots


def track(zone: Zone, wide: float, high: float) -> str:
    spots, apart = laid_out(zone, wide, high)
    free = "points" in zone
    radius = max(4.0, min(34.0, apart * (0.47 if free else 0.4)))
    drawn = fields(spots, radius) if free else lane(spots, radius, bool(zone.get("loop")))
    marks = zone.get("marks", {})
    for i, spot in enumerate(spots):
        if spot is None:
            continue
        if free:
            box = rect(-spot.long * 0.46, -radius * 0.9, spot.long * 0.92, radius * 1.8, radius * 0.45, paint("bay"))
            drawn += place(box, spot.x, spot.y, 1, spot.heading)
        else:
            drawn += circle(spot.x, spot.y, radius * 0.92, paint("bay"))
        mark = sign(marks.get(str(i)), "#F2F1F8", paint("bay"))
        if mark:
            drawn += place(mark, spot.x, spot.y, radius * 0.62 / 25)
        elif not free:
            size = max(8.0, radius * 0.72)
            drawn += (
                f'<g fill-opacity=".85">{text(str(i + 1), spot.x, spot.y + radius * 0.26, size, "#FFFFFF", 0.5)}</g>'
            )
    return drawn + standing(zone.get("pieces", []), spots, radius, free)


def lane(spots: list[Spot | None], radius: float, loop: bool) -> str:
    """One road through all spaces, in their order."""
    d = "".join(f"{'L' if i else 'M'}{short(one.x)} {short(one.y)}" for i, one in enumerate(spots) if one)
    d += "Z" if loop else ""
    layers = (
        (paint("kerb"), radius * 2.5, ""),
        (paint("road"), radius * 2.25, ""),
        ("#FFFFFF", 2.5, 'stroke-opacity=".35" stroke-dasharray="9 9"'),
    )
    return "".join(
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{short(broad)}" stroke-linejoin="round" '
        f'stroke-linecap="round" {more}/>'
        for colour, broad, more in layers
    )


def fields(spots: list[Spot | None], radius: float) -> str:
    """Spaces that lie where their game wants them have no order: each brings its piece of road."""
    drawn = ""
    for colour, more in ((paint("kerb"), radius), (paint("road"), radius * 0.5)):
        for one in spots:
            if one:
                long, broad = one.long + more, radius * 2 + more
                box = rect(-long / 2, -broad / 2, long, broad, radius * 0.5, colour)
                drawn += place(box, one.x, one.y, 1, one.heading)
    return drawn


def standing(pieces: list[Piece], spots: list[Spot | None], radius: float, free: bool) -> str:
    drawn = ""
    for piece in pieces:
        spot = spots[piece["at"]] if 0 <= piece["at"] < len(spots) else None
        if spot is None:
            continue
        here = [one for one in pieces if one["at"] == piece["at"]]
        # Several on one space stand beside each other.
        beside = (here.index(piece) - (len(here) - 1) / 2) * radius * 1.3 / max(1, len(here) - 1)
        turn = radians(spot.heading)
        kind = kind_of(piece)
        long = min(spot.long, radius * 4.4) if free else radius * 2.1
        broad = radius * (1.7 if free else 2)
        scale = min(long / art("above")[kind]["length"], broad / art("wide")) * (1 if len(here) == 1 else 0.8)
        number = None if piece["seat"] is None else piece["seat"] + 1
        car = vehicle(kind, body_of(piece), spot.heading, number)
        drawn += place(car, spot.x - sin(turn) * beside, spot.y + cos(turn) * beside, scale)
    return drawn


def kind_of(piece: Piece) -> str:
    """Its own kind, a racer for a player, and a plain car for nobody."""
    kind: str | None = art("vehicles").get(piece.get("sign"))
    return kind or ("hatch" if piece["seat"] is None else "racer")


def body_of(piece: Piece) -> str:
    if piece["seat"] is not None:
        return chair(piece["seat"])
    pale: list[str] = art("traffic")
    special: str | None = art("special").get(piece.get("sign"))
    return special or pale[sum(map(ord, piece["id"])) % len(pale)]


def chair(seat: int) -> str:
    """The colour of a seat's car."""
    colours: list[str] = art("chairs")
    return colours[seat % len(colours)]
