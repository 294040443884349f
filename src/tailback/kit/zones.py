"""What lies on a table: piles, rows, hands and grids of cards, tracks with pieces, dice and counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import i64

from tailback.kit.cards import GAP, Card

PILE: Final = "pile"
ROW: Final = "row"
HAND_ZONE: Final = "hand"
GRID: Final = "grid"


class Thing:
    """Anything that lies there. `number` is its place among the things of a table; nobody else changes it."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.number: i64 = -1

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.plain()}>"

    def copy(self) -> Thing:
        raise NotImplementedError

    def plain(self) -> Any:
        """Its contents, as plain data that hides nothing."""
        raise NotImplementedError

    def fill(self, data: Any, cards: dict[str, Card]) -> None:
        """Take over what `plain` gave."""
        raise NotImplementedError


class Zone(Thing):
    """A place for cards. In an open one everybody sees them, in a hidden one its owner alone, or nobody.

    A hidden pile is always shuffled: its cards come out in any order. A hand is kept in order. In a hidden grid
    `up` says which places are turned up, and `seen` which ever were: whoever was there knows what lies there. A card
    that was taken away leaves a gap.
    """

    def __init__(
        self, name: str = "", kind: str = PILE, owner: int = -1, hidden: bool = False, columns: int = 0
    ) -> None:
        super().__init__(name)
        self.kind = kind
        self.owner: i64 = owner
        self.hidden = hidden
        self.columns = columns
        self.sorted = kind == HAND_ZONE
        self.cards: list[Card] = []
        self.up: list[bool] = []
        self.seen: list[bool] = []
        # So many cards on top of a hidden pile lie in a known order: only where a position says so.
        self.stacked: i64 = 0

    def __len__(self) -> int:
        return len(self.cards)

    def __bool__(self) -> bool:
        return len(self.cards) > 0

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __getitem__(self, place: int) -> Card:
        return self.cards[place]

    def top(self) -> Card:
        """The card on top, or the last one of a row; what an empty zone has there fits nothing."""
        return self.cards[-1] if self.cards else GAP

    def count(self, card: Card) -> int:
        return self.cards.count(card)

    def add(self, card: Card) -> None:
        """A card comes in, face down in a hidden grid. Rules use `put`, which is also told."""
        if self.sorted:
            place = len(self.cards)
            while place > 0 and self.cards[place - 1].index > card.index:
                place -= 1
            self.cards.insert(place, card)
            return
        self.cards.append(card)
        if self.kind == GRID:
            self.up.append(False)
            self.seen.append(False)

    def leave(self, card: Card) -> None:
        """A card goes out; in a grid it leaves a gap."""
        if self.kind == GRID:
            self.leave_at(self.cards.index(card))
        else:
            self.cards.remove(card)

    def leave_at(self, place: int) -> None:
        self.cards[place] = GAP
        self.up[place] = False
        self.seen[place] = False

    def closed(self, place: int) -> bool:
        """Is this place of a hidden zone face down?"""
        return self.hidden and not (self.kind == GRID and (self.up[place] or self.cards[place] is GAP))

    def unknown(self, place: int) -> bool:
        """Can nobody know what lies at this place of a hidden zone?"""
        return self.closed(place) and not (self.kind == GRID and self.seen[place])

    def copy(self) -> Thing:
        twin = Zone()
        twin.name = self.name
        twin.number = self.number
        twin.kind = self.kind
        twin.owner = self.owner
        twin.hidden = self.hidden
        twin.columns = self.columns
        twin.sorted = self.sorted
        twin.cards = self.cards[:]
        twin.up = self.up[:]
        twin.seen = self.seen[:]
        twin.stacked = self.stacked
        return twin

    def plain(self) -> Any:
        return [[card.name for card in self.cards], list(self.up), list(self.seen), int(self.stacked)]

    def fill(self, data: Any, cards: dict[str, Card]) -> None:
        names, up, seen, stacked = data
        self.cards = [cards[name] if name else GAP for name in names]
        self.up = list(up)
        self.seen = list(seen)
        self.stacked = stacked


class Track(Thing):
    """A road of spaces, 0 to `spaces` - 1, with a piece of each player on it; with `loop` it goes round.

    A piece that has not started yet stands at -1.
    """

    def __init__(self, name: str = "", spaces: int = 0, players: int = 0, loop: bool = False, start: int = 0) -> None:
        super().__init__(name)
        self.spaces = spaces
        self.loop = loop
        self.at: list[int] = [start] * players
        # Signs on spaces, for everybody to see.
        self.marks: dict[int, str] = {}

    def beyond(self, seat: int, steps: int) -> int:
        """Where so many steps lead: round the loop, or at most to its ends."""
        there = self.at[seat] + steps
        return there % self.spaces if self.loop else min(max(there, 0), self.spaces - 1)

    def on(self, space: int) -> list[int]:
        """The seats whose pieces stand there."""
        return [seat for seat in range(len(self.at)) if self.at[seat] == space]

    def copy(self) -> Thing:
        twin = Track()
        twin.name = self.name
        twin.number = self.number
        twin.spaces = self.spaces
        twin.loop = self.loop
        twin.at = self.at[:]
        twin.marks = self.marks
        return twin

    def plain(self) -> Any:
        return list(self.at)

    def fill(self, data: Any, cards: dict[str, Card]) -> None:
        self.at = list(data)


class Dice(Thing):
    """Dice with so many sides; a value of 0 was not rolled yet."""

    def __init__(self, name: str = "", dice: int = 1, sides: int = 6) -> None:
        super().__init__(name)
        self.sides = sides
        self.values: list[int] = [0] * dice

    @property
    def total(self) -> int:
        return sum(self.values)

    def copy(self) -> Thing:
        twin = Dice()
        twin.name = self.name
        twin.number = self.number
        twin.sides = self.sides
        twin.values = self.values[:]
        return twin

    def plain(self) -> Any:
        return list(self.values)

    def fill(self, data: Any, cards: dict[str, Card]) -> None:
        self.values = list(data)


class Counter(Thing):
    """A number that everybody sees, such as a pot or the round; perhaps of one player."""

    def __init__(self, name: str = "", owner: int = -1, sign: str = "", n: int = 0) -> None:
        super().__init__(name)
        self.owner: i64 = owner
        self.sign = sign
        self.n = n

    def copy(self) -> Thing:
        twin = Counter()
        twin.name = self.name
        twin.number = self.number
        twin.owner = self.owner
        twin.sign = self.sign
        twin.n = self.n
        return twin

    def plain(self) -> Any:
        return self.n

    def fill(self, data: Any, cards: dict[str, Card]) -> None:
        self.n = data
