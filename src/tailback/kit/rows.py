"""What a seat knows in a game of the kit, as a row of numbers: its view and nothing else, laid out by what is declared.

Seats are told by their distance from the one that looks, and so is what each player has: things called `won:0`, `won:1`
and so on, and lists with one value for each player. An author who knows better writes `observe` and `row`.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64

from tailback.core.contract import View
from tailback.core.letters import spell
from tailback.core.observe import MOST, Part
from tailback.core.spread import BACK
from tailback.core.vecs import vec
from tailback.kit.moves import Plan
from tailback.kit.zones import GRID, PILE, Dice, Thing, Track, Zone

# How much a seat can see of a zone: how many cards there are, its own cards, or all.
SIZE: Final = 0
OWN: Final = 1
ALL: Final = 2
# What a field holds.
NONE: Final = 0
NUMBER: Final = 1
FLAG: Final = 2
CARD: Final = 3
WORD: Final = 4
LIST: Final = 5
TUPLE: Final = 6
SPELT: Final = 7
# What lies on a table beside zones for cards, whose kinds are in `zones`.
TRACK: Final = "track"
DICE: Final = "dice"
COUNTER: Final = "counter"
# Numbers for one value of a field: what it is, then the number, or how far it is below zero.
VALUE: Final = 3
# Letters for fields that hold something else.
LETTERS: Final = 256


class Spot:
    """A thing of the table, or one of each player, and where it stands in the row."""

    def __init__(self, names: list[str], thing: Thing, room: int) -> None:
        self.names = names
        self.name = names[0].partition(":")[0] if len(names) > 1 else names[0]
        self.kind = COUNTER
        self.sorted = False
        self.seen = SIZE
        # Cards in a zone, spaces of a track, dice.
        self.room = room
        self.sides = 0
        self.parts: list[Part] = []
        if isinstance(thing, Zone):
            self.kind = thing.kind
            self.sorted = thing.sorted
            self.seen = ALL if thing.kind == GRID or not thing.hidden else SIZE if thing.owner < 0 else OWN
        elif isinstance(thing, Track):
            self.kind = TRACK
            self.room = thing.spaces
        elif isinstance(thing, Dice):
            self.kind = DICE
            self.room = len(thing.values)
            self.sides = thing.sides

    def widen(self, other: Spot) -> None:
        """Room for what it is under other house rules."""
        self.seen = max(self.seen, other.seen)
        self.room = max(self.room, other.room)
        self.sides = max(self.sides, other.sides)

    def list_parts(self, players: int, kinds: int) -> list[Part]:
        name, room, n = self.name, self.room, len(self.names)
        by = "by player: " if n > 1 else ""
        if self.kind == COUNTER:
            return [Part(name, 2 * n, MOST, f"{by}the number, or how far it is below zero")]
        if self.kind == DICE:
            return [Part(name, n * room * self.sides, 1, f"{by}die by die, what was rolled")]
        if self.kind == TRACK:
            size = n * players * room
            return [
                Part(name, size, 1, "by player: the space where the piece stands"),
                Part(f"{name} at", 2 * n * players, MOST, "the number of that space, or how far it is below zero"),
            ]
        if self.kind == GRID:
            return [
                Part(name, n * room, kinds + 2, f"{by}place by place, which card; then what is unknown, then a gap"),
                Part(f"{name} up", n * room, 1, f"{by}which places are turned up"),
                Part(f"{name} seen", n * room, 1, f"{by}which places were seen once"),
            ]
        found = [Part(f"{name} size", n, room, f"{by}how many cards")]
        if self.seen != SIZE:
            whose = "your own: " if self.seen == OWN else by
            shown = 1 if self.seen == OWN else n
            found.append(Part(name, shown * kinds, room, f"{whose}how many of each card"))
            if not self.sorted:
                found.append(Part(f"{name} top", shown * kinds, 1, f"{whose}the card on top, or the last one"))
                found.append(Part(f"{name} places", shown * room, kinds, f"{whose}place by place, which card"))
        return found


class RowPlan:
    """How the rows of a game are laid out for so many players, whatever the house rules: `starts` are some of them."""

    def __init__(self, game: str, plan: Plan, players: int, starts: list[list[Thing]], views: list[View]) -> None:
        self.game = game
        self.players = players
        self.kinds = len(plan.kinds)
        self.cards: dict[str, int] = {card.name: int(card.index) + 1 for card in plan.kinds}
        self.questions = list(plan.answers)
        self.spots: list[Spot] = []
        self.words: list[str] = known_words(plan, starts)
        # The fields, and how many values of a list there is room for.
        self.fields: dict[str, int] = {}
        self.letters: int = 0
        room = max([cards_on(things) for things in starts])
        for things in starts:
            self.add_spots(things, room)
        for view in views:
            self.add_fields(view["fields"])
        self.names = {name for spot in self.spots for name in spot.names}
        self.parts = self.list_parts(int(plan.longest))
        self.at: list[int] = []
        at = 0
        for part in self.parts:
            self.at.append(at)
            at += part.size
        self.width = at

    # What there is

    def add_spots(self, things: list[Thing], room: int) -> None:
        by_name = {thing.name: thing for thing in things}
        there = {spot.name: spot for spot in self.spots}
        for thing in things:
            what, colon, seat = thing.name.partition(":")
            each = [f"{what}:{k}" for k in range(self.players)]
            names = each if colon and all(name in by_name for name in each) else [thing.name]
            if len(names) > 1 and seat != "0":
                continue
            spot = Spot(names, thing, room)
            before = there.get(spot.name)
            if before is not None:
                before.widen(spot)
            else:
                self.spots.append(spot)

    def add_fields(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            inside = listed(value)
            items = -1 if inside is None else max(len(inside), self.players)
            self.fields[name] = max(self.fields.get(name, -1), items)
            if not isinstance(value, int):
                self.letters = LETTERS

    def list_parts(self, longest: int) -> list[Part]:
        players = self.players
        found = [
            Part("seat", players, 1, "where you sit: fields may name players by their seats"),
            Part("turn", players, 1, "whose turn it is"),
            Part("together", players, 1, "who choose together"),
            Part("chosen", players, 1, "who of them have chosen"),
            Part("out", players, 1, "who does not play any more"),
            Part("answer", 1, MOST, "what you have chosen: the number of the action, from 1"),
            Part("asked", len(self.questions), 1, "the question: " + ", ".join(self.questions)),
            Part("ended", 1, 1, "the match is over"),
            Part("made", 1, min(longest, MOST), "decisions so far"),
            Part("rounds", 1, MOST, "rounds that were counted"),
            Part("direction", 2, MOST, "to which side the turn goes: on, back"),
            Part("points", 2 * players, MOST, "points so far, or how far they are below zero"),
            Part("score", 2 * players, MOST, "the score, or how far it is below zero"),
        ]
        for spot in self.spots:
            spot.parts = spot.list_parts(players, self.kinds)
            found += spot.parts
        for name, items in self.fields.items():
            size = VALUE * (1 + max(items, 0))
            found.append(Part(name, size, MOST, "the field: what it is, its value; then those of a list"))
        if self.letters:
            found.append(Part("letters", self.letters, 255, "other fields, as the letters of their JSON"))
        return found

    # A row

    def write(self, view: View, out: vec[i16], at: i64) -> None:
        seat: int = view["seat"]
        players = self.players
        where = self.at
        out[at + seat] = 1
        if view["turn"] is not None:
            out[at + where[1] + (view["turn"] - seat) % players] = 1
        for k, names in ((2, "together"), (3, "chosen")):
            for who in view[names]:
                out[at + where[k] + (who - seat) % players] = 1
        if view["answer"] is not None:
            out[at + where[5]] = self.fit(view["answer"] + 1, "answer")
        if view["asked"] in self.questions:
            out[at + where[6] + self.questions.index(view["asked"])] = 1
        if view["ended"]:
            out[at + where[7]] = 1
        # Only whoever plays on for longer than that could tell the difference.
        out[at + where[8]] = i16(min(view["made"], MOST))
        out[at + where[9]] = self.fit(len(view["rounds"]), "rounds")
        self.number(view["direction"], out, at + where[10], "direction")
        for who, one in enumerate(view["seats"]):
            place = (who - seat) % players
            if one["out"]:
                out[at + where[4] + place] = 1
            self.number(one["points"], out, at + where[11] + 2 * place, "points")
            self.number(one["score"], out, at + where[12] + 2 * place, "score")
        part = 13
        for spot in self.spots:
            self.write_spot(spot, view, seat, out, at + where[part])
            part += len(spot.parts)
        self.write_fields(view["fields"], seat, out, at + (where[part] if part < len(where) else 0))
        for name in view["zones"]:
            if name not in self.names:
                raise self.too_much(name)

    def write_spot(self, spot: Spot, view: View, seat: int, out: vec[i16], at: i64) -> None:
        n = len(spot.names)
        for k in range(n):
            name = spot.names[(seat + k) % n]
            shown = view.get("private", {}).get(name, view["zones"].get(name))
            if shown is None:
                continue  # it does not lie there under these house rules
            if spot.kind == COUNTER:
                self.number(shown, out, at + 2 * k, name)
            elif spot.kind == DICE:
                self.write_dice(spot, shown, out, at + k * spot.room * spot.sides)
            elif spot.kind == TRACK:
                self.write_track(spot, shown, seat, k, out, at)
            elif spot.kind == GRID:
                self.write_grid(spot, shown, view, name, k, out, at)
            else:
                self.write_cards(spot, shown, k, out, at)

    def write_dice(self, spot: Spot, shown: list[int], out: vec[i16], at: i64) -> None:
        for die, value in enumerate(shown):
            if die >= spot.room or not 0 <= value <= spot.sides:
                raise self.too_much(spot.name)
            if value > 0:
                out[at + die * spot.sides + value - 1] = 1

    def write_track(self, spot: Spot, shown: list[int], seat: int, k: int, out: vec[i16], at: i64) -> None:
        players = self.players
        numbers = at + spot.parts[0].size
        for who, space in enumerate(shown):
            place = k * players + (who - seat) % players
            if 0 <= space < spot.room:
                out[at + place * spot.room + space] = 1
            self.number(space, out, numbers + 2 * place, spot.name)

    def write_grid(self, spot: Spot, shown: list[str], view: View, name: str, k: int, out: vec[i16], at: i64) -> None:
        size = spot.parts[0].size
        first = at + k * spot.room
        seen = view["seen"][name]
        public = view["zones"][name]
        if len(shown) > spot.room:
            raise self.too_much(name)
        for place, card in enumerate(shown):
            known = seen[place] if card == BACK else card
            out[first + place] = i16(self.cards[known] if known in self.cards else self.kinds + (1 if known else 2))
            if public[place] not in (BACK, ""):
                out[first + size + place] = 1
            if seen[place] != BACK:
                out[first + 2 * size + place] = 1

    def write_cards(self, spot: Spot, shown: Any, k: int, out: vec[i16], at: i64) -> None:
        """How many; and where they are seen, which and in what order: of a pile from the top, else from the first."""
        if not isinstance(shown, list):
            out[at + k] = self.fit(shown, spot.name)
            return
        out[at + k] = self.fit(len(shown), spot.name)
        if spot.seen == SIZE or len(shown) > spot.room:
            raise self.too_much(spot.name)
        # Of zones that each player sees alone, only the own one gets here.
        mine = 0 if spot.seen == OWN else k
        kinds = self.kinds
        counts = at + spot.parts[0].size + mine * kinds
        for name in shown:
            out[counts + self.cards[name] - 1] += 1
        if spot.sorted or not shown:
            return
        tops = at + spot.parts[0].size + spot.parts[1].size + mine * kinds
        out[tops + self.cards[shown[-1]] - 1] = 1
        places = tops - mine * kinds + spot.parts[2].size + mine * spot.room
        for place, name in enumerate(reversed(shown) if spot.kind == PILE else shown):
            out[places + place] = i16(self.cards[name])

    # Fields

    def write_fields(self, fields: dict[str, Any], seat: int, out: vec[i16], at: i64) -> None:
        spelt: dict[str, Any] = {}
        for name in fields:
            if name not in self.fields:
                raise self.too_much(name)
        for name, room in self.fields.items():
            if name in fields and not self.write_field(fields[name], room, seat, out, at, name):
                out[at] = SPELT
                spelt[name] = fields[name]
            at += VALUE * (1 + max(room, 0))
        if spelt:
            spell(spelt, self.letters, out, at, f"{', '.join(spelt)} of {self.game}")

    def write_field(self, value: Any, room: int, seat: int, out: vec[i16], at: i64, name: str) -> bool:
        """False where it has to be spelt out."""
        inside = listed(value)
        if inside is None:
            return self.write_value(value, out, at, name)
        n = len(inside)
        if n > room or not all(self.is_value(item) for item in inside):
            return False
        out[at] = LIST if isinstance(value, list) else TUPLE
        out[at + 1] = i16(n)
        for k, item in enumerate(inside):
            place = (k - seat) % n if n == self.players else k
            self.write_value(item, out, at + VALUE * (1 + place), name)
        return True

    def is_value(self, value: Any) -> bool:
        return value is None or isinstance(value, int) or value in self.words or is_card(value)

    def write_value(self, value: Any, out: vec[i16], at: i64, name: str) -> bool:
        if not self.is_value(value):
            return False
        if isinstance(value, bool):
            out[at] = FLAG
            out[at + 1] = 1 if value else 0
        elif isinstance(value, int):
            out[at] = NUMBER
            self.number(value, out, at + 1, name)
        elif isinstance(value, str):
            out[at] = WORD
            out[at + 1] = self.fit(self.words.index(value) + 1, name)
        elif value is not None:
            out[at] = CARD
            # A gap, where there is no card, is 0.
            out[at + 1] = i16(self.cards.get(value["card"], 0))
        return True

    def number(self, value: int, out: vec[i16], at: i64, name: str) -> None:
        if value >= 0:
            out[at] = self.fit(value, name)
        else:
            out[at + 1] = self.fit(-value, name)

    def fit(self, value: int, name: str) -> i16:
        if not 0 <= value <= MOST:
            raise self.too_much(name)
        return i16(value)

    def too_much(self, name: str) -> ValueError:
        return ValueError(
            f"{name!r} of {self.game} does not fit into a row of numbers: write `row` and `observe` for it"
        )


def listed(value: Any) -> list[Any] | None:
    """What is in a list or a tuple of a field; None where it is neither."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and "tuple" in value:
        found: list[Any] = value["tuple"]
        return found
    return None


def is_card(value: Any) -> bool:
    return isinstance(value, dict) and "card" in value


def cards_on(things: list[Thing]) -> int:
    found = 0
    for thing in things:
        if isinstance(thing, Zone):
            found += len(thing.cards)
    return found


def known_words(plan: Plan, starts: list[list[Thing]]) -> list[str]:
    """Words that a field may well hold: those of moves and questions, colours, signs, names of cards and zones."""
    found = {""} | set(plan.answers) | {thing.name for things in starts for thing in things}
    for family in plan.families:
        found |= {family.name, *family.words, *family.zones}
    for card in plan.kinds:
        found |= {card.name, card.colour, card.sign, card.word}
    return sorted(found)
