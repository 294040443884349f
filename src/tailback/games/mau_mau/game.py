"""Mau-Mau as a game: its facts, notation and positions from text."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import u8

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.game import BadNotation, Game, seat_letter, seat_of
from tailback.core.vecs import vec
from tailback.games.mau_mau.material import (
    ACTIONS,
    CC,
    COLOURS,
    DRAW,
    FULL_DECK,
    HAND,
    LAY_MAU,
    NAME,
    OPTIONS,
    PRESETS,
    TYPES,
    WILD,
    WILD_LAST,
    WILD_MAU,
    card_name,
    card_of,
    laid_card,
)
from tailback.games.mau_mau.play import MauMauState
from tailback.games.mau_mau.table import TURN

OTHERS: Final = ("draw", "take", "pass", "keep", "no mau", "mau")


class MauMau(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "mau_mau"
        self.fewest, self.usual, self.most = 2, 4, 6  # MA-1
        self.age = 6
        self.minutes = (10, 20)
        self.options = OPTIONS
        self.presets = PRESETS
        self.clauses = ("MM", "MA")
        self.actions = ACTIONS

    def make(self, players: int, options: dict[str, Any]) -> State:
        return MauMauState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return 20_000 * int(options["games"])

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (7, 59, 105, 112, 113, 120)]
        ['lay R8', 'lay R8 mau', 'lay CC blue', 'lay CC', 'draw', 'colour blue']
        """
        if action >= NAME:
            return "colour " + COLOUR_WORDS[action - NAME]
        if action >= DRAW:
            return OTHERS[action - DRAW]
        card = laid_card(action)
        if card == CC:
            colour = "" if action == WILD_LAST else " " + COLOUR_WORDS[(action - WILD) % 4]
            return "lay CC" + colour + (" mau" if WILD_MAU <= action < WILD_LAST else "")
        return "lay " + card_name(int(card)) + (" mau" if action >= LAY_MAU else "")

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action >= NAME:
            return "name_colour", {"colour": COLOURS[action - NAME]}
        if action >= DRAW:
            return OTHERS[action - DRAW].replace(" ", "_"), {}
        card = laid_card(action)
        mau = "_mau" if LAY_MAU <= action < WILD or WILD_MAU <= action < WILD_LAST else ""
        if card == CC and action != WILD_LAST:
            return "lay_wild" + mau, {"card": "CC", "colour": COLOURS[(action - WILD) % 4]}
        return "lay" + mau, {"card": card_name(int(card))}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (hands), pile (top last), deck (top first; it is then the whole deck),
        turn, colour, direction (clockwise, anticlockwise), pending, dealer, table (games played)."""
        assert isinstance(state, MauMauState)
        players = int(state.players)
        hands = {seat_letter(seat): fields.pop(seat_letter(seat), None) for seat in range(players)}
        pile = [card_of(name) for name in fields.pop("pile", card_name(int(state.pile[0]))).split()]
        if not pile:
            raise BadNotation("bad_field", {"field": "pile"})
        deck = fields.pop("deck", None)
        top = pile[-1]
        state.colour = COLOURS.index(fields.pop("colour", "R" if top == CC else COLOURS[top // 13]).upper())
        state.step = -1 if fields.pop("direction", "clockwise") == "anticlockwise" else 1
        state.pending = int(fields.pop("pending", "0"))
        state.dealer = seat_of(fields.pop("dealer", "A"), players)
        state.seat = seat_of(fields.pop("turn", "A"), players)
        games = [tuple(int(x) for x in line.split()) for line in fields.pop("table", "").split("/") if line.strip()]
        state.table = tuple(games)
        if fields:
            raise BadNotation("unknown_field", {"field": ", ".join(fields)})
        state.deck = Deck(FULL_DECK, len(FULL_DECK) * 2)
        for card in pile:
            state.deck.take(card)
        state.pile = vec[u8](pile + [0] * (2 * len(FULL_DECK) - len(pile)))
        state.pile_n = len(pile)
        for i in range(players * TYPES):
            state.hand[i] = 0
        for seat in range(players):
            state.size[seat] = 0
            for name in (hands[seat_letter(seat)] or "").split():
                state.gain(seat, card_of(name))
                state.deck.take(card_of(name))
        for seat in range(players):
            if hands[seat_letter(seat)] is None:
                for _ in range(HAND):
                    state.gain(seat, state.deck.draw(state.rng))
        if deck is not None:
            state.deck.n = state.deck.fixed = 0
            state.deck.stack([card_of(name) for name in deck.split()])
        state.phase = TURN
        state.events = None


COLOUR_WORDS: Final = ("red", "blue", "green", "yellow")

GAME = MauMau()
