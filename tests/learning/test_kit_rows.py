"""Rows of games of the kit: fields of every kind, what hangs on options, and what does not fit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from learning.rows import row_of
from tailback.core.game import Game
from tailback.kit import HAND, Card, Move, Option, Sketch, Table, Zone, deck, move
from tailback.kit.zones import PILE

CARDS = deck(["red", "blue"], range(1, 4), copies=2)
PLAYERS = 3


def part_of(game: Game, row: list[int], players: int, name: str) -> list[int]:
    at = 0
    for part in game.row(players):
        if part.name == name:
            return row[at : at + part.size]
        at += part.size
    raise KeyError(name)


class Garage(Table):
    """Fields of every kind, a pile that one player alone looks into, and things that only an option brings."""

    def lay_out(self) -> None:
        self.stock = self.pile("stock", hidden=True)
        self.hands = self.hand_each()
        self.secret = self.zone(Zone("secret", PILE, 1, True))
        self.ramp = self.track("ramp", int(self.options["ramp"]), start=-1)
        self.fuel = self.counter_each("fuel")
        if self.options["shed"]:
            self.shed = self.row("shed")

    def set_up(self) -> None:
        self.debt = 0
        self.ready = False
        self.wish = ""
        self.best: Card | None = None
        self.passed = [False] * PLAYERS
        self.pair = (1, 2)
        self.seen: dict[str, list[int]] = {}
        self.deal(2)
        for _ in range(3):
            self.secret.add(self.pick(self.stock))

    def act(self, seat: int, move: Move) -> None:
        self.next_player()


GARAGE = Sketch(
    "garage",
    Garage,
    players=(PLAYERS, PLAYERS),
    cards=CARDS,
    moves=[move("wait"), move("name", card=HAND)],
    options=[Option("ramp", 5, "", low=2, high=9), Option("shed", False, "")],
)


def changes(table: Garage) -> dict[str, Any]:
    """Something else for each field and each thing."""
    red, blue = table.hands[0].cards[0], CARDS[-1]
    return {
        "debt": [3, -3, 32767],
        "ready": [True, 1],
        "wish": ["red", "blue", "stock", "ünknown"],
        "best": [red, blue],
        "passed": [[True, False, False], [False, True, False], [True], [], [None, 2, -2], [[1], 2, "x"]],
        "pair": [(2, 1), (1,), [1, 2], (1, 2, 3, 4, 5)],
        "seen": [{"a": [1]}, {"a": [2]}, {}],
    }


def test_fields_of_every_kind_are_told_apart() -> None:
    table = GARAGE.new(PLAYERS, 1)
    assert isinstance(table, Garage)
    for name, values in changes(table).items():
        for seat in range(PLAYERS):
            rows: dict[str, str] = {}
            for value in [getattr(table, name), *values]:
                twin = table.clone()
                setattr(twin, name, value)
                view = json.dumps(twin.view(seat), sort_keys=True)
                assert rows.setdefault(str(row_of(GARAGE, twin, seat)), view) == view
            assert len(rows) == len(set(rows.values())) > len(values) - 1


def test_what_each_player_has_is_told_by_distance() -> None:
    table = GARAGE.new(PLAYERS, 1)
    assert isinstance(table, Garage)
    table.fuel[2].n = 7
    table.passed = [False, False, True]
    table.ramp.at = [0, 1, -1]
    row = row_of(GARAGE, table, 1)
    assert part_of(GARAGE, row, PLAYERS, "fuel") == [0, 0, 7, 0, 0, 0]
    # A list of three; then a yes or no each.
    assert part_of(GARAGE, row, PLAYERS, "passed") == [5, 3, 0, 2, 0, 0, 2, 1, 0, 2, 0, 0]
    assert part_of(GARAGE, row, PLAYERS, "ramp at") == [1, 0, 0, 1, 0, 0]


def test_a_hidden_pile_is_told_to_its_owner_alone() -> None:
    table = GARAGE.new(PLAYERS, 1)
    assert isinstance(table, Garage)
    cards = [card.index + 1 for card in reversed(table.secret.cards)]
    for seat in range(PLAYERS):
        row = row_of(GARAGE, table, seat)
        assert part_of(GARAGE, row, PLAYERS, "secret size") == [3]
        places = part_of(GARAGE, row, PLAYERS, "secret places")
        assert places[:3] == (cards if seat == 1 else [0, 0, 0])


def test_the_order_of_cards_is_told() -> None:
    table = GARAGE.new(PLAYERS, 1, {"shed": True})
    assert isinstance(table, Garage)
    first, second, third = GARAGE.plan.kinds[:3]
    rows = set()
    for cards in ([first, second, third], [second, first, third], [first, third, second]):
        table.shed.cards = cards
        row = row_of(GARAGE, table, 0)
        rows.add(tuple(row))
        # A row counts from its first card.
        assert part_of(GARAGE, row, PLAYERS, "shed places")[:4] == [*(card.index + 1 for card in cards), 0]
    assert len(rows) == 3


def test_house_rules_do_not_change_the_width() -> None:
    usual, other = GARAGE.new(PLAYERS, 1), GARAGE.new(PLAYERS, 1, {"ramp": 9, "shed": True})
    assert isinstance(other, Garage)
    other.ramp.at[0] = 8
    other.put(other.hands[0].cards[0], other.hands[0], other.shed)
    row = row_of(GARAGE, other, 0)
    assert len(row) == len(row_of(GARAGE, usual, 0))
    assert part_of(GARAGE, row, PLAYERS, "ramp")[8] == 1
    assert sum(part_of(GARAGE, row, PLAYERS, "shed top")) == 1


def test_what_does_not_fit_is_named() -> None:
    table = GARAGE.new(PLAYERS, 1)
    assert isinstance(table, Garage)
    table.debt = 32768
    with pytest.raises(ValueError, match="'debt' of garage"):
        row_of(GARAGE, table, 0)
    table.debt = 0
    table.seen = {"a": list(range(200))}
    with pytest.raises(ValueError, match="seen of garage"):
        row_of(GARAGE, table, 0)
    table.seen = {}
    table.late = 1  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="'late' of garage"):
        row_of(GARAGE, table, 0)


def test_an_author_writes_other_rows() -> None:
    class Short(Table):
        def lay_out(self) -> None:
            self.road = self.track("road", 5)

        def act(self, seat: int, move: Move) -> None:
            self.next_player()

        def observe(self, seat: int, out: Any, at: int) -> None:
            out[at] = self.road.at[seat]

    class ShortRows(Sketch):
        def row(self, players: int) -> list[Any]:
            return super().row(players)[:1]

    game = ShortRows("short_rows", Short, players=(2, 2), moves=[move("wait")])
    state = game.new(2, 1)
    assert isinstance(state, Short)
    state.road.at = [0, 4]
    assert row_of(game, state, 1) == [4, 0]
