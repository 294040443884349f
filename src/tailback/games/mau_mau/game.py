"""Mau-Mau as a game: its facts, notation and positions from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import u8

from tailback.core.contract import State, View
from tailback.core.deck import Deck
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.observe import Part
from tailback.core.position import no_more, take_number, take_rounds, take_seat, take_word, wrong
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.mau_mau.lookahead import Lookahead
from tailback.games.mau_mau.material import (
    ACTIONS,
    CC,
    COLOURS,
    DRAW,
    FULL_DECK,
    HAND,
    MOST_DECISIONS,
    MOST_OFF,
    NAME,
    OFF,
    OPTIONS,
    PRESETS,
    TAKE2,
    WILD,
    WILD_LAST,
    card_name,
    card_of,
    laid_card,
    says_mau,
)
from tailback.games.mau_mau.observe import parts
from tailback.games.mau_mau.play import MauMauState
from tailback.games.mau_mau.recall import from_view
from tailback.games.mau_mau.table import TURN

OTHERS: Final = ("draw", "take", "pass", "keep", "no mau", "mau")


class MauMau(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "mau_mau"
        self.rules_version = 2
        self.fewest, self.usual, self.most = 2, 4, 6
        self.players_clause = "MA-1"
        self.age = 6
        self.options = OPTIONS
        self.presets = PRESETS
        self.short = {"games": 1}
        self.lively = {"mau_mode": "catch", "play_drawn": "yes", "games": 1}
        self.lets_go = {"take2": "take"}
        self.clauses = {"MM-": 46, "MA-": 36}
        self.actions = ACTIONS
        self.pace = 1_500_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return MauMauState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return MOST_DECISIONS * int(options["games"])  # MA-36

    def agrees(self, version: int, options: Mapping[str, Any]) -> bool:
        # Version 2 ends matches that would never end.
        return version in (1, 2)

    def check(self, players: int, options: dict[str, Any]) -> None:
        dealer = int(options["first_dealer"])
        if dealer > players:
            raise BadOption(
                "MA-2",
                "bad_first_dealer",
                {"dealer": seat_letter(dealer - 1), "players": players},
                {"first_dealer": players},
            )
        if options["draw_rule"] == "free" and options["play_drawn"] == "draw_until_playable":
            # If a fitting card in hand ended the draw, the count would show it; if not, hands would grow without end.
            raise BadOption("MA-6", "free_draw_is_one", {}, {"play_drawn": "yes"})

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        return "points", int(options["head_start"]) or OFF[players], 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        return [range(1, MOST_OFF + 1)]  # MA-35

    def row(self, players: int) -> list[Part]:
        return parts(players)

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
            return "lay CC" + colour + (" mau" if says_mau(action) else "")
        return "lay " + card_name(int(card)) + (" mau" if says_mau(action) else "")

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action >= NAME:
            return "name_colour", {"colour": COLOURS[action - NAME]}
        if action >= DRAW:
            return OTHERS[action - DRAW].replace(" ", "_"), {}
        card = laid_card(action)
        mau = "_mau" if says_mau(action) else ""
        if card == CC and action != WILD_LAST:
            return "lay_wild" + mau, {"card": "CC", "colour": COLOURS[(action - WILD) % 4]}
        return "lay" + mau, {"card": card_name(int(card))}

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, MauMauState)
        from_view(state, view)

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        assert isinstance(state, MauMauState)
        return int(Lookahead(state, seat, steps, rng).run())

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (hands), pile (top last), deck (top first; it is then the whole deck),
        turn, colour (of a colour change on top), direction (clockwise, anticlockwise), pending,
        dealer, rounds (points of games played, as `0 12 18 / 21 0 17`). Instead of a pile,
        `opening: yes` turns up the first card of the deck."""
        assert isinstance(state, MauMauState)
        players = int(state.players)
        opening = take_word(fields, "opening", ("no", "yes")) == "yes"
        pile = [card_of(name) for name in fields.pop("pile", "" if opening else "R8").split()]
        if opening == bool(pile):
            raise BadNotation("bad_field", {"field": "pile"})
        state.clear()
        state.dealer = take_seat(fields, "dealer", players)
        state.seat = take_seat(fields, "turn", players)
        state.step = 1 if take_word(fields, "direction", ("clockwise", "anticlockwise")) == "clockwise" else -1
        state.colour = read_colour(fields, pile)
        state.pending = read_pending(fields, pile)
        state.rounds = take_rounds(fields, players, int(state.rules.games) - 1)
        state.shown = state.rules.nothing
        state.returned = ()
        state.phase = TURN
        lay_out(state, fields, pile)
        no_more(fields)
        if opening:
            if state.deck.n == 0:
                raise BadNotation("bad_field", {"field": "deck"})
            state.step = 1
            state.open_pile()


def read_colour(fields: dict[str, str], pile: list[int]) -> int:
    """Only a colour change leaves a choice."""
    top = pile[-1] if pile else CC
    usual = "R" if top == CC else COLOURS[top // 13]
    letter = fields.pop("colour", usual).upper()
    if len(letter) != 1 or letter not in COLOURS or (top != CC and letter != usual):
        raise wrong("colour", letter)
    return COLOURS.index(letter)


def read_pending(fields: dict[str, str], pile: list[int]) -> int:
    """A sum waits only on a Take 2."""
    pending = take_number(fields, "pending", 0, 0, 9998)
    if pending % 2 != 0 or (pending > 0 and (not pile or pile[-1] == CC or pile[-1] % 13 != TAKE2)):
        raise wrong("pending", str(pending))
    return pending


def lay_out(state: MauMauState, fields: dict[str, str], pile: list[int]) -> None:
    """Pile and hands as given; hands that are not given are dealt, and the rest is the deck.

    A deck that is given may hold any cards, so there is room for a second box.
    """
    players = int(state.players)
    given = {seat: fields.pop(seat_letter(seat)).split() for seat in range(players) if seat_letter(seat) in fields}
    state.deck = Deck(FULL_DECK, 2 * len(FULL_DECK))
    state.pile = vec[u8]([0] * (2 * len(FULL_DECK)))
    for card in pile:
        take_from(state.deck, card)
        state.put(card)
    for seat, names in given.items():
        if not names:
            raise BadNotation("empty_hand", {"seat": seat_letter(seat)})
        for name in names:
            take_from(state.deck, card_of(name))
            state.gain(seat, card_of(name))
    for seat in range(players):
        if seat not in given:
            if state.deck.n < HAND:
                raise BadNotation("bad_field", {"field": seat_letter(seat)})
            for _k in range(HAND):
                state.gain(seat, state.deck.draw(state.rng))
    if "deck" in fields:
        stack = [card_of(name) for name in fields.pop("deck").split()]
        if len(stack) > len(FULL_DECK):
            raise BadNotation("bad_field", {"field": "deck"})
        state.deck.n = state.deck.fixed = 0
        state.deck.stack(stack)


def take_from(deck: Deck, card: int) -> None:
    if not deck.take(card):
        raise BadNotation("too_many_cards", {"card": card_name(card)})


COLOUR_WORDS: Final = ("red", "blue", "green", "yellow")

GAME = MauMau()
