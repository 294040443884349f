"""The whole table as markup, out of a spread: players above, zones in the middle, the own hand on paper below.

It is the general table of the browser without anything that moves or is tapped: it knows no rule and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil

from tailback.core.spread import BACK, Card, Face, Fact, Spread, Words, Zone
from tailback.rl.arrange import BETWEEN, CHIP, EDGE, GAP, LABEL, LAYERS, TALL, Zones, per_line, step_of
from tailback.rl.bricks import art, circle, fitted, paint, place, rect, short, sign, text, width
from tailback.rl.cards import HIGH, WIDE, back, card, plain_face
from tailback.rl.road import chair, track

INK_SHADE = "#2B2840"
BORDER = 14
NAME, SMALL = 16, 14
FACE = 42
PILL = 54
# However many players there are, so much of a name is read; then all of them are drawn smaller.
LEAST_PILL = 150
NOTE = 28
OWNED = 44
# How high the paper with the own hand is, and how wide the place of the own face on it.
PAPER, OWN = 206, 116
MINI = 26
# So many cards of a pile are drawn; below them, one layer stands for so many more.
SEEN, PER_LAYER = 3, 6
MOST_OWNED = 6
# A hand of more cards lies in two lines.
LINE = 18


@dataclass(frozen=True)
class Box:
    """Something drawn from its upper left corner on, and how large it is."""

    markup: str
    wide: float
    high: float


class Table:
    """One picture under way. Cards are drawn once and used as often as they lie about."""

    def __init__(
        self, game: str, faces: dict[str, Face], spread: Spread, names: list[str], words: Callable[[Words], str]
    ) -> None:
        self.game, self.faces, self.spread, self.names, self.words = game, faces, spread, names, words
        self.drawn: dict[str, str] = {}
        pieces = [piece for zone in spread["zones"] for piece in zone.get("pieces", [])]
        self.racing = any(piece["seat"] is not None for piece in pieces)

    # Cards

    def card(self, token: str, x: float, y: float, wide: float, turn: float = 0) -> str:
        if token not in self.drawn:
            self.drawn[token] = self.inside(token)
        at = list(self.drawn).index(token)
        # Turned about its middle.
        turned = f' transform="rotate({short(turn)} {WIDE / 2} {HIGH / 2})"' if turn else ""
        return place(f'<use href="#card{at}"{turned}/>', x, y, wide / WIDE)

    def inside(self, token: str) -> str:
        shade = rect(-1.5, 1.5, WIDE + 3, HIGH + 3, 14, INK_SHADE, 'fill-opacity=".14"')
        if token == BACK:
            return shade + back(self.game)
        face = self.faces.get(token) or plain_face(token)
        word = self.words({"key": face["word"], "params": {}}) if "word" in face else ""
        return shade + card(face, word)

    def defs(self) -> str:
        return "".join(f'<g id="card{i}">{inside}</g>' for i, inside in enumerate(self.drawn.values()))

    def label(self, zone: Zone) -> str:
        return self.words(zone["label"]) if "label" in zone else ""

    # Players

    def face(self, seat: int, x: float, y: float, size: float) -> str:
        """The driver of a seat; where cars race, with the colour and the number of its car."""
        drivers: list[str] = art("drivers")
        drawn = place(drivers[seat % len(drivers)], x, y, size / 64)
        if self.racing and size > 36:
            r = size * 0.2
            at = (x + size * 0.86, y + size * 0.84)
            drawn += circle(*at, r + 2, paint("surface")) + circle(*at, r, chair(seat))
            on = "#FFFFFF" if chair(seat) not in LIGHT_CHAIRS else INK_SHADE
            drawn += text(str(seat + 1), at[0], at[1] + r * 0.5, r * 1.4, on, 0.5)
        return drawn

    def facts(self, seat: int) -> list[Fact]:
        """Before anybody has points, nobody needs to read that there are none."""
        every = self.spread["facts"]
        counted = any(fact["icon"] == "star" and fact["n"] for own in every for fact in own)
        own = every[seat] if seat < len(every) else []
        return [fact for i, fact in enumerate(own) if fact["icon"] != "star" or counted or i == 0]

    def numbers(self, facts: list[Fact], size: float) -> Box:
        at = 0.0
        drawn = ""
        for fact in facts:
            drawn += place(sign(fact["icon"], paint("ink2")), at + size * 0.5, -size * 0.36, size / 52)
            number = str(fact["n"])
            drawn += text(number, at + size * 1.15, 0, size, paint("ink2"))
            at += size * 1.15 + width(number, size) + size * 0.7
        return Box(drawn, max(0, at - size * 0.7), size)

    def pill(self, seat: int, room: float) -> Box:
        numbers = self.numbers(self.facts(seat), SMALL)
        name = fitted(self.names[seat], NAME, max(numbers.wide, room - FACE - 32))
        wide = FACE + 32 + max(width(name, NAME), numbers.wide)
        turn = f'stroke="{paint("accent")}" stroke-width="4"' if self.spread["turn"] == seat else ""
        drawn = rect(0, 3, wide, PILL, PILL / 2, INK_SHADE, 'fill-opacity=".07"')
        drawn += rect(0, 0, wide, PILL, PILL / 2, paint("surface"), turn)
        drawn += self.face(seat, 6, 6, FACE)
        drawn += text(name, FACE + 15, 23 if numbers.wide else 33, NAME, paint("ink"))
        return Box(drawn + place(numbers.markup, FACE + 15, 42), wide, PILL)

    def own(self, seat: int, high: float) -> str:
        """The own face and name, left of the hand."""
        size = 64.0
        x, y = (OWN - size) / 2 + 8, high - 146
        drawn = self.face(seat, x, y, size)
        if self.spread["turn"] == seat:
            ring = f'stroke="{paint("accent")}" stroke-width="4"'
            drawn = circle(x + size / 2, y + size / 2, size / 2 + 4, paint("surface"), ring) + drawn
        name = fitted(self.names[seat], NAME, OWN - 6)
        numbers = self.numbers(self.facts(seat), SMALL)
        middle = x + size / 2
        drawn += text(name, middle, y + size + 26, NAME, paint("ink"), 0.5)
        return drawn + place(numbers.markup, middle - numbers.wide / 2, y + size + 48)

    # Zones

    def named(self, zone: Zone, inner: Box, count: int | None, anchor: float = 0.5) -> Box:
        """A zone with its name above it (0.5: above its middle), and perhaps with how many lie there."""
        label = fitted(self.label(zone), SMALL, max(inner.wide, 180) - 30)
        if not label:
            return inner
        number = "" if count is None else str(count)
        extra = width(number, SMALL) + 16 if number else 0
        long = width(label, SMALL) + (extra + 6 if number else 0)
        wide = max(inner.wide, long)
        x = (wide - long) * anchor
        drawn = text(label, x, 15, SMALL, paint("ink"))
        if number:
            at = x + long - extra
            drawn += rect(at, 0, extra, 20, 10, paint("surface")) + text(number, at + 8, 15, SMALL, paint("ink"))
        return Box(drawn + place(inner.markup, (wide - inner.wide) * anchor, LABEL), wide, inner.high + LABEL)

    def pile(self, zone: Zone, size: float) -> Box:
        places = zone.get("cards", [])
        count = zone.get("count", len(places))
        shown = places[-SEEN:]
        high = size * TALL
        layers = max(0, min(3, (count - len(shown)) // PER_LAYER))
        drawn = ""
        for i in range(layers, 0, -1):
            drawn += rect(0, 3.0 * i + 1, size, high, size * 0.13, INK_SHADE, 'fill-opacity=".16"')
            drawn += rect(0, 3.0 * i, size, high, size * 0.13, paint("surface"))
        drawn += "".join(self.lying(one, 0, 0, size) for one in shown) or self.empty(0, 0, size)
        return self.named(zone, Box(drawn, size, high + LAYERS), count)

    def row(self, zone: Zone, size: float, room: float, anchor: float) -> Box:
        places = zone.get("cards", [])
        high = size * TALL
        lines = max(1, ceil(len(places) / per_line(size, room)))
        each = max(1, ceil(len(places) / lines))
        step = step_of(each, size, room)
        drawn = "" if places else self.empty(0, 0, size)
        for i, one in enumerate(places):
            x, y = step * (i % each), (i // each) * (high + BETWEEN)
            drawn += self.empty(x, y, size) if one is None else self.lying(one, x, y, size)
        inner = Box(drawn, size + step * (each - 1), lines * (high + BETWEEN) - BETWEEN)
        return self.named(zone, inner, None, anchor)

    def grid(self, zone: Zone, room: float, high: float) -> Box:
        places = zone.get("cards", [])
        columns = zone.get("columns", max(1, len(places)))
        lines = max(1, ceil(len(places) / columns))
        across = (room - BETWEEN * (columns - 1)) / columns
        down = (high - BETWEEN * (lines - 1)) / lines / TALL
        size = max(8.0, min(124.0, across, down))
        drawn = ""
        for i, one in enumerate(places):
            x, y = (i % columns) * (size + BETWEEN), (i // columns) * (size * TALL + BETWEEN)
            if one is None:
                drawn += rect(x, y, size, size * TALL, size * 0.13, paint("ink"), 'fill-opacity=".07"')
            else:
                drawn += self.lying(one, x, y, size)
        return Box(drawn, columns * (size + BETWEEN) - BETWEEN, lines * (size * TALL + BETWEEN) - BETWEEN)

    def lying(self, one: Card, x: float, y: float, size: float) -> str:
        """A card, or several on one another, so that each can be told."""
        cards = one if isinstance(one, list) else [] if one is None else [one]
        wide = size if len(cards) < 2 else size * 0.8
        off = (size - wide) / max(1, len(cards) - 1)
        return "".join(self.card(token, x + k * off, y + k * off * TALL, wide) for k, token in enumerate(cards))

    def empty(self, x: float, y: float, size: float) -> str:
        more = f'stroke="{paint("ink")}" stroke-opacity=".3" stroke-width="2.5" stroke-dasharray="7 6"'
        return rect(x + 1.5, y + 1.5, size - 3, size * TALL - 3, size * 0.13, "none", more)

    def dice(self, values: Iterable[int], size: float) -> Box:
        at = 0.0
        drawn = ""
        faces: list[str] = art("dice")
        for value in values:
            if 1 <= value <= len(faces):
                drawn += place(faces[value - 1], at + size / 2, size / 2, size / 124)
                at += size + 6
            else:
                drawn += text(str(value), at, size * 0.68, size * 0.5, paint("ink"))
                at += width(str(value), size * 0.5) + 10
        return Box(drawn, max(0, at - 6), size)

    def counter(self, zone: Zone) -> Box:
        number = str(zone.get("count", 0)) + (f" / {zone['most']}" if "most" in zone else "")
        label = fitted(self.label(zone), SMALL, 220)
        x = 16.0
        inner = ""
        if drawn := sign(zone.get("sign"), paint("ink"), paint("surface")):
            inner += place(drawn, x + 12, 22, 24 / 56)
            x += 32
        if label:
            inner += text(label, x, 27, SMALL, paint("ink"))
            x += width(label, SMALL) + 8
        inner += text(number, x, 28, 18, paint("ink"))
        wide = x + width(number, 18) + 16
        ground = rect(0, 2, wide, 44, 22, INK_SHADE, 'fill-opacity=".07"') + rect(0, 0, wide, 44, 22, paint("surface"))
        return Box(ground + inner, wide, CHIP - 6)

    def other(self, zone: Zone, card: float) -> Box:
        if zone["kind"] == "counter":
            return self.counter(zone)
        if zone["kind"] == "dice":
            return self.named(zone, self.dice(zone.get("values", []), CHIP), None)
        if zone["kind"] == "row":
            return self.row(zone, card, len(zone.get("cards", [])) * (card + 8) + EDGE, 0.5)
        return self.pile(zone, card)

    def owned(self, zone: Zone) -> Box:
        """What lies before a player, in small: a pile by its top card and how many, or the cards of a row."""
        places = [one for one in zone.get("cards", []) if one is not None]
        shown = places[-1:] if zone["kind"] == "pile" else places[-MOST_OWNED:]
        x = 40.0
        inner = self.face(zone.get("owner") or 0, 7, 7, 30)
        if drawn := sign(zone.get("sign"), paint("ink"), paint("surface")):
            inner += place(drawn, x + 10, 22, 22 / 56)
            x += 28
        label = fitted(self.label(zone), SMALL, 120)
        inner += text(label, x + 4, 27, SMALL, paint("ink"))
        x += width(label, SMALL) + (12 if label else 4)
        for one in shown:
            top = one[-1] if isinstance(one, list) else str(one)
            inner += self.card(top, x, (OWNED - MINI * TALL) / 2, MINI)
            x += MINI * 0.55 if len(shown) > 3 else MINI + 4
        x += MINI * 0.45 + 4 if len(shown) > 3 else 0
        if zone.get("values"):
            dice = self.dice(zone["values"], 30)
            inner += place(dice.markup, x, 7)
            x += dice.wide + 4
        if zone["kind"] in ("pile", "counter") or len(places) > MOST_OWNED:
            number = str(zone.get("count", len(places))) + (f" / {zone['most']}" if "most" in zone else "")
            inner += text(number, x + 2, 27, NAME, paint("ink"))
            x += width(number, NAME) + 2
        return Box(rect(0, 0, x + 14, OWNED, OWNED / 2, paint("surface"), 'fill-opacity=".82"') + inner, x + 14, OWNED)

    def note(self, said: Words, room: float) -> Box:
        line = fitted(self.words(said), SMALL, room - 30)
        wide = width(line, SMALL) + 30
        ground = rect(0, 0, wide, NOTE, NOTE / 2, paint("surface"), 'fill-opacity=".82"')
        return Box(ground + text(line, 15, 19, SMALL, paint("ink")), wide, NOTE)

    def middle(self, zones: Zones, wide: float, high: float) -> str:
        """What belongs to nobody alone."""
        laid = zones.arranged(wide, high)
        card = laid.fit.card
        # One row lies in the middle; several begin below each other, as lanes do.
        anchor = 0.5 if len(zones.rows) == 1 else 0
        rows = [self.row(zone, card, laid.row, anchor) for zone in zones.rows]
        beside = flow([self.other(zone, card) for zone in zones.flowing], laid.room, GAP + 6)
        # They stand close, but each has room to grow.
        slot = min(laid.row, max([3 * card, *(box.wide for box in rows)]))
        slots = [Box(place(box.markup, (slot - box.wide) * anchor, 0), slot, box.high) for box in rows]
        lines = [line(some, 2 * GAP) for some in groups(slots, laid.fit.beside)]
        below = stacked([*([beside] if zones.flowing else []), *lines], GAP)
        if not zones.boards:
            return within(below, wide, high)
        drawn = stacked([self.board(zone, laid.wide, laid.high / len(zones.boards)) for zone in zones.boards], 0)
        if laid.side:
            return place(drawn.markup, 0, (high - drawn.high) / 2) + place(
                within(below, laid.room, high), wide - laid.room, 0
            )
        used = drawn.high + GAP
        return place(drawn.markup, (wide - drawn.wide) / 2, 0) + place(within(below, wide, high - used), 0, used)

    def board(self, zone: Zone, wide: float, high: float) -> Box:
        if zone["kind"] == "track":
            return Box(track(zone, wide, high), wide, high)
        return Box(within(self.grid(zone, wide, high), wide, high), wide, high)

    # The own hand

    def hand(self, cards: list[str], wide: float, high: float) -> str:
        """A fan, or two lines of them."""
        if not cards:
            return ""
        lines = 1 if len(cards) <= LINE else 2
        each = ceil(len(cards) / lines)
        size = 110.0 if lines == 1 else 84.0
        step = min(size + 8, (wide - size - 16) / max(1, each - 1))
        turn = min(2.0, 18 / each) if lines == 1 else 0
        # All of them lie on a wide circle: what is turned by so much lies so much lower.
        sag = step * turn * 0.0087
        drawn = ""
        for i, token in enumerate(cards):
            row, along = divmod(i, each)
            here = min(each, len(cards) - row * each)
            d = along - (here - 1) / 2
            x = wide / 2 + d * step - size / 2
            y = high - size * TALL - 14 + (row - lines + 1) * size * 0.62 + (d * d - (each / 2) ** 2 * 0.7) * sag
            drawn += self.card(token, x, y, size, d * turn)
        return drawn

    # All of it

    def draw(self, me: int | None, wide: float, high: float) -> str:
        zones = self.spread["zones"]
        mine = next((zone for zone in zones if me is not None and zone["id"] == f"hand:{me}"), None)
        seen = [zone for zone in zones if zone["kind"] != "hand" or (zone is not mine and is_open(zone))]
        common = [zone for zone in seen if zone.get("owner") is None and zone["kind"] != "hand"]
        before = [
            zone
            for zone in seen
            if zone.get("owner") is not None and (zone.get("cards") or zone.get("values") or zone["kind"] == "counter")
        ]
        roads = any(zone["kind"] == "track" for zone in common)
        drawn = rect(0, 0, wide, high, 0, paint("grass" if roads else "cloth"))
        floor = high - BORDER
        if mine is not None:
            drawn += paper(wide, high)
            floor = high - PAPER
            cards = [one for one in mine.get("cards", []) if isinstance(one, str)]
            drawn += self.own(int(me or 0), high) + place(self.hand(cards, wide - OWN - 40, high), OWN + 22, 0)
        room = wide - 2 * BORDER
        count = len(self.names)
        first = 0 if me is None else me + (mine is not None)
        seats = [(first + k) % count for k in range(count - (mine is not None))]
        top = float(BORDER)
        if seats:
            each = [self.pill(seat, max(LEAST_PILL, room / len(seats) - 10)) for seat in seats]
            # They may become a little smaller before they need a second line.
            lines = ceil(sum(box.wide + 10 for box in each) * 0.75 / room)
            pills = stacked([line(some, 10) for some in groups(each, ceil(len(each) / lines))], 8)
            scale = min(1.0, room / pills.wide)
            drawn += place(pills.markup, (wide - pills.wide * scale) / 2, top, scale)
            top += pills.high * scale + 12
        if self.spread["notes"]:
            notes = flow([self.note(one, room) for one in self.spread["notes"]], room, 8)
            drawn += place(notes.markup, BORDER, top)
            top += notes.high + 12
        if before:
            owns = flow([self.owned(zone) for zone in before], room, 8)
            # However much lies before the players, the middle keeps half of the room.
            scale = min(1.0, (floor - top) * 0.5 / owns.high)
            floor -= owns.high * scale
            drawn += place(owns.markup, BORDER + room * (1 - scale) / 2, floor, scale)
            floor -= 10
        return drawn + place(self.middle(Zones.of(common), room, floor - top), BORDER, top)


LIGHT_CHAIRS = ("#F4B72F", "#EF8332", "#F4F2EC")


def is_open(zone: Zone) -> bool:
    return any(one is not None and one != BACK for one in zone.get("cards", []))


def paper(wide: float, high: float) -> str:
    """What the own hand lies on: a sheet with a bent upper edge."""
    top = high - PAPER + 18
    bend = f"M0 {short(top + 22)}Q{short(wide / 2)} {short(top - 22)} {short(wide)} {short(top + 22)}V{short(high)}H0Z"
    return f'<path d="{bend}" fill="{paint("paper")}"/>'


# Boxes together


def groups(boxes: list[Box], most: int) -> list[list[Box]]:
    return [boxes[at : at + most] for at in range(0, len(boxes), most)]


def line(boxes: list[Box], gap: float) -> Box:
    """Side by side, on the same ground line."""
    high = max((box.high for box in boxes), default=0)
    x = 0.0
    drawn = ""
    for box in boxes:
        drawn += place(box.markup, x, high - box.high)
        x += box.wide + gap
    return Box(drawn, max(0, x - gap), high)


def stacked(boxes: list[Box], gap: float) -> Box:
    """Below each other, each in the middle."""
    wide = max((box.wide for box in boxes), default=0)
    y = 0.0
    drawn = ""
    for box in boxes:
        drawn += place(box.markup, (wide - box.wide) / 2, y)
        y += box.high + gap
    return Box(drawn, wide, max(0, y - gap))


def flow(boxes: list[Box], room: float, gap: float) -> Box:
    """Side by side in as many lines as they need, in the middle of the room."""
    lines: list[list[Box]] = []
    used = 0.0
    for box in boxes:
        if not lines or used + box.wide > room:
            lines.append([])
            used = 0
        lines[-1].append(box)
        used += box.wide + gap
    return centred(stacked([line(one, gap) for one in lines], min(gap, 8)), room)


def centred(box: Box, wide: float) -> Box:
    return Box(place(box.markup, (wide - box.wide) / 2, 0), wide, box.high) if box.wide < wide else box


def within(box: Box, wide: float, high: float) -> str:
    """In the middle of this room, smaller where it would not fit."""
    if not box.wide or not box.high:
        return ""
    scale = min(1.0, wide / box.wide, max(0.05, high / box.high))
    return place(box.markup, (wide - box.wide * scale) / 2, max(0, (high - box.high * scale) / 2), scale)
