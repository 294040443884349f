"""What players can do, declared as families of moves: `move("play", card=HAND)` is one move for every kind of card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from mypy_extensions import i64

from tailback.kit.cards import Card

# Which cards a move may name: those in the own hand, or all there are. Which players: everybody else, or anybody.
HAND: Final = "hand"
ANY: Final = "any"
OTHERS: Final = "others"
# More moves than this nobody can list, draw or learn.
MOST: Final = 20_000


class Move:
    """One move, with what it names; -1, None and "" where it names nothing."""

    def __init__(self, name: str = "", action: int = -1) -> None:
        self.name = name
        self.action = action
        self.card: Card | None = None
        self.number = -1
        self.seat = -1
        self.place = -1
        self.zone = ""
        self.word = ""
        # Who made it, where all choose together.
        self.by = -1

    def __repr__(self) -> str:
        return f"Move({self.name!r}, {self.action})"

    @property
    def what(self) -> Card:
        """The card of a move that has one."""
        assert self.card is not None, f"the move {self.name!r} names no card"
        return self.card

    def made_by(self, seat: int) -> Move:
        """The same move, made by this player: where all choose together."""
        twin = Move(self.name, self.action)
        twin.card, twin.number, twin.seat = self.card, self.number, self.seat
        twin.place, twin.zone, twin.word = self.place, self.zone, self.word
        twin.by = seat
        return twin

    def params(self) -> dict[str, Any]:
        """What it names, for texts."""
        found: dict[str, Any] = {}
        if self.card is not None:
            found["card"] = self.card.name
        if self.number >= 0:
            found["number"] = self.number
        if self.seat >= 0:
            found["seat"] = self.seat
        if self.place >= 0:
            found["place"] = self.place + 1
        if self.zone:
            found["zone"] = self.zone
        if self.word:
            found["word"] = self.word
        return found


class Family:
    """All moves of one name. `when` is the kind of question that they answer."""

    def __init__(
        self,
        name: str,
        card: str,
        numbers: Sequence[int],
        seat: str,
        places: int,
        zones: Sequence[str],
        words: Sequence[str],
        when: str,
    ) -> None:
        self.name = name
        self.card = card
        self.numbers = list(numbers)
        self.seat = seat
        self.places = places
        self.zones = list(zones)
        self.words = list(words)
        self.when = when
        self.held = card == HAND
        self.others = seat == OTHERS
        self.moves: list[Move] = []
        # The moves with each kind of card, by its number, where they name one of the own hand.
        self.by_card: list[list[Move]] = []

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.moves)} moves, when asked to {self.when!r}>"

    def spell_out(self, first: int, cards: list[Card], players: int) -> None:
        """Make every move of the family, numbered from `first`."""
        found: list[Move] = []
        for card in cards if self.card else [None]:
            for number in self.numbers or [-1]:
                for seat in range(players) if self.seat else [-1]:
                    for place in range(self.places) if self.places else [-1]:
                        for zone in self.zones or [""]:
                            for word in self.words or [""]:
                                move = Move(self.name, first + len(found))
                                move.card, move.number, move.seat = card, number, seat
                                move.place, move.word = place, word
                                move.zone = zone
                                found.append(move)
                                if len(found) > MOST:
                                    raise ValueError(f"the moves called {self.name!r} are more than {MOST}")
        self.moves = found
        if self.held:
            self.by_card = [[move for move in found if move.card is card] for card in cards]


def move(
    name: str,
    card: str = "",
    number: Iterable[int] = (),
    seat: str = "",
    place: int = 0,
    zone: str | Sequence[str] = (),
    word: Sequence[str] = (),
    when: str = "turn",
) -> Family:
    """A family of moves.

    `card=HAND` names a card of the own hand, `card=ANY` any kind of card; `number` one of these numbers; `seat=OTHERS`
    another player, `seat=ANY` anybody; `word` one of these words. `zone` names where it is done: one zone, or one of
    several to choose from; with `place` so many places of it, counted from 0. `when` is the question that it answers.
    """
    if not isinstance(name, str) or not name:
        raise ValueError(f"a move has a name such as 'play', not {name!r}")
    if card not in ("", HAND, ANY):
        raise ValueError(f"move {name!r}: card is HAND or ANY, not {card!r}")
    if seat not in ("", OTHERS, ANY):
        raise ValueError(f"move {name!r}: seat is OTHERS or ANY, not {seat!r}")
    if not isinstance(number, Iterable):
        raise ValueError(f"move {name!r}: number is some numbers to choose from, such as range(1, 7), not {number!r}")
    numbers = list(number)
    if any(not isinstance(n, int) or n < 0 for n in numbers):
        raise ValueError(f"move {name!r}: numbers are whole and count from 0")
    if not isinstance(place, int) or place < 0:
        raise ValueError(f"move {name!r}: place is how many places there are, not {place!r}")
    if isinstance(word, str):
        raise ValueError(f"move {name!r}: word is some words to choose from, such as ['red', 'blue'], not {word!r}")
    where = [zone] if isinstance(zone, str) else list(zone)
    return Family(name, card, numbers, seat, place, where, list(word), when)


class Plan:
    """What all matches of a game share: its kinds of cards, its moves, and how long a match may get."""

    def __init__(self, box: list[Card], families: list[Family], players: int, longest: int) -> None:
        self.box = box
        self.kinds: list[Card] = []
        self.by_name: dict[str, Card] = {}
        for card in box:
            if card.name not in self.by_name:
                if card.index >= 0:
                    raise ValueError(f"the card {card.name} belongs to another game already: make a new one")
                card.index = len(self.kinds)
                self.by_name[card.name] = card
                self.kinds.append(card)
            elif self.by_name[card.name] is not card:
                raise ValueError(f"there are two different cards called {card.name!r}")
        self.families = families
        self.moves: list[Move] = []
        self.family_of: list[Family] = []
        for family in families:
            family.spell_out(len(self.moves), self.kinds, players)
            if len(self.moves) + len(family.moves) > MOST:
                raise ValueError(f"there are more than {MOST} moves")
            self.moves += family.moves
            self.family_of += [family] * len(family.moves)
        self.longest: i64 = longest
        self.lower_wins = False
        # Stands in refusals that name no rule of their own.
        self.first_clause = ""
        # The fields that compiled tables of this game have of their own.
        self.fields: tuple[str, ...] = ()
        # How rows of numbers are laid out for so many players; the game knows it when somebody asks.
        self.row_plan: Callable[[int], Any] | None = None
        # The names of moves that are allowed only where nothing else is.
        self.when_stuck: tuple[str, ...] = ()
        # Which moves each question can be answered with.
        self.answers: dict[str, list[Family]] = {}
        for family in families:
            self.answers.setdefault(family.when, []).append(family)
