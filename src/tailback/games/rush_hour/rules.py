"""The options of a match of Rush Hour in the form the rules use."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.deck import Deck
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import (
    AMBULANCE,
    KINDS,
    LETTERS,
    ROOM,
    TOP,
    can_cost,
    deck_of,
    hooks,
    less_than_nothing,
    rounds_of,
    starters,
)
from tailback.games.rush_hour.mind import Mind


class Rules:
    """Shared by all clones."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.hand_size: i64 = options["hand_size"]
        self.rows: i64 = options["rows"]
        # A row this long is full; without the massive jam none ever is. RH-55, RH-Q37
        self.full: i64 = options["max_row"] if options["massive_jam"] else ROOM + 1
        self.too_low_penalty: bool = options["too_low_penalty"]
        self.open_row_frees: bool = options["open_row_frees_all"]
        self.last_round: i64 = rounds_of(options)
        self.point_limit: i64 = options["point_limit"]
        self.fewest_cards: bool = options["tie_break"] == "fewest_cards"
        cards = deck_of(options)
        self.deck: Deck = Deck(cards)
        self.total: i64 = len(cards)
        trailers = hooks(options)
        opens = starters(options)
        count = [0] * KINDS
        points = [0] + [1] * TOP + [2] * 3  # RH-23
        hook = [0] * KINDS
        start = [0] * KINDS
        for card in cards:
            count[card] += 1
        for card in trailers:
            hook[card] = 1
            points[card] = options["trailer_penalty"]  # RH-Q3
        for card in opens:
            start[card] = 1
        self.count: vec[u8] = vec[u8](count)
        self.points: vec[u8] = vec[u8](points)
        self.hook: vec[u8] = vec[u8](hook)
        self.opens: vec[u8] = vec[u8](start)
        # The numbers of the deck, as bits.
        numbers: i64 = 0
        for card in cards:
            if card <= TOP:
                numbers |= bit(i64(card))
        self.numbers: i64 = numbers
        self.mind: Mind = Mind(self.rows, self.full, self.too_low_penalty, self.points, self.hook)
        # Place of each seat in the order of age, the youngest 0. G-Q3
        ages = list(options["age_order"]) or list(range(players))
        self.age: vec[u8] = vec[u8]([ages.index(seat) for seat in range(players)])

        # With what each seat begins a round. RH-Q40
        helped: tuple[int, ...] = options["even_chances"]
        self.nothing_costs: bool = not can_cost(players, options)  # RH-Q38
        less = less_than_nothing(players, options)
        self.begins: list[int] = [-less if seat in helped else 0 for seat in range(players)]

    def name(self, card: i64) -> str:
        """`17`, `t15`, `A`, `P`, `T`."""
        if card > TOP:
            return LETTERS[int(card - AMBULANCE)]
        return ("t" if self.hook[card] else "") + str(int(card))
