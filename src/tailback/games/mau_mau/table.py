"""The table of Mau-Mau: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.shedding import MASK, SheddingTable
from tailback.core.unseen import Slot, deal_unseen, marked_place, narrow_first
from tailback.core.vecs import vec
from tailback.games.mau_mau.material import (
    ACTIONS,
    CC,
    COLOURS,
    FULL_DECK,
    NO_CARD,
    OFF,
    REVERSE,
    TRAIT_NAMES,
    TRAITS,
    TYPES,
    USUAL,
    WILD_TRAIT,
    card_name,
    traits_of,
)
from tailback.games.mau_mau.weights import weights

# What the table waits for.
OVER: Final = 0
TURN: Final = 1
DRAWN: Final = 2
COLOUR: Final = 3

# A hand is one stride of counts, one per type of card, with the number of cards behind them.
SIZE: Final = 53  # TYPES, written out: the compiler folds no imported constant
STRIDE: Final = 54


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, options: dict[str, Any], players: i64) -> None:
        self.games: i64 = options["games"]
        self.opening: str = options["opening_card"]
        self.strict: bool = options["draw_rule"] == "strict"
        self.free_draw: bool = options["draw_rule"] == "free"
        self.play_drawn: bool = options["play_drawn"] != "no"
        self.draw_on: bool = options["play_drawn"] == "draw_until_playable"
        self.extra_turn: bool = options["reverse_two_players"] == "extra_turn"
        self.final_draw: bool = options["final_penalty"] == "draw"
        self.auto_mau: bool = options["mau_mode"] == "auto"
        self.catch_mode: bool = options["mau_mode"] == "catch"
        self.first_dealer: i64 = options["first_dealer"]
        helped: tuple[int, ...] = options["even_chances"]
        off = int(options["head_start"]) or OFF[players]
        self.off: list[int] = [off if seat in helped else 0 for seat in range(int(players))]  # MA-35
        self.deck: Deck = Deck(FULL_DECK)
        self.nothing: vec[u8] = vec[u8]([])
        self.traits: vec[i64] = vec[i64](TRAITS)
        self.weights: vec[i64] = weights(players)


def card_names(counts: vec[u8], start: i64) -> list[str]:
    """The hand whose stride begins here."""
    names: list[str] = []
    for card in range(TYPES):
        for _k in range(counts[start + card]):
            names.append(card_name(int(card)))
    return names


class MauMauTable(SheddingTable):
    """What lies on the table and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS, FULL_DECK)
        if players == 0:
            return
        self.lower_wins = True
        self.rules: Rules = Rules(self.options, players)
        self.hand: vec[u8] = vec[u8]([0] * int(players * STRIDE))
        self.phase: i64 = OVER
        self.seat: i64 = 0
        self.dealer: i64 = 0
        self.colour: i64 = 0
        self.step: i64 = 1
        self.pending: i64 = 0
        self.drawn: i64 = NO_CARD
        self.idle: i64 = 0
        # Decisions made in this game.
        self.made: i64 = 0
        # Catch mode: who forgot "mau" (-1: nobody) and who still may press, as bits.
        self.silent: i64 = -1
        self.watch: i64 = 0
        # Seen by all and gone from the table: specials turned up at the opening, hands of the game before.
        self.returned: tuple[int, ...] = ()
        self.shown: vec[u8] = self.rules.nothing

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, MauMauTable)
        self.copy_shedding(twin)
        twin.rules = self.rules
        twin.hand = self.hand[:]
        twin.phase = self.phase
        twin.seat = self.seat
        twin.dealer = self.dealer
        twin.colour = self.colour
        twin.step = self.step
        twin.pending = self.pending
        twin.drawn = self.drawn
        twin.idle = self.idle
        twin.made = self.made
        twin.silent = self.silent
        twin.watch = self.watch
        twin.returned = self.returned
        twin.shown = self.shown

    # Scoring

    def hand_points(self, seat: i64) -> i64:
        """Numbers count their face, every special ten. MM-42, MM-43, MA-31"""
        hand = self.hand
        first = seat * STRIDE
        points: i64 = 10 * i64(hand[first + CC])
        for card in range(i64(CC)):
            count = i64(hand[first + card])
            if count > 0:
                kind = card % 13
                worth: i64 = kind + 1 if kind < REVERSE else 10
                points += count * worth
        return points

    # What a seat may know

    def show(self) -> View:
        totals = self.scores()
        over = self.phase == OVER
        return {
            "game": len(self.rounds) + (0 if over else 1),
            "games": int(self.rules.games),
            "dealer": int(self.dealer),
            "turn": None if over else int(self.seat),
            "seats": [
                {"cards": int(self.hand_size(other)), "score": totals[other], "lacks": self.lacks_view(other)}
                for other in range(int(self.players))
            ],
            "top": card_name(int(self.top())),
            "colour": None if self.phase == COLOUR else COLOURS[self.colour],
            "clockwise": self.step > 0,
            "pending": int(self.pending),
            "deck": int(self.deck.n),
            "pile": [card_name(int(self.pile[i])) for i in range(self.pile_n)],
            "returned": [card_name(card) for card in self.returned],
            "drew": self.phase == DRAWN,
            "idle": int(self.idle),
            "made": int(self.made),
            "silent": int(self.silent) if self.silent >= 0 else None,
            "watch": [seat for seat in range(int(self.players)) if (self.watch >> seat) & 1],
            "rounds": [list(line) for line in self.rounds],
            "hands": [card_names(self.shown, at) for at in range(0, len(self.shown), STRIDE)],
        }

    def own(self, seat: i64) -> View:
        found: View = {"hand": self.hand_names(seat)}
        if self.phase == DRAWN and seat == self.seat:
            found["drawn"] = card_name(int(self.drawn))
        return found

    def usual(self) -> dict[str, Any]:
        return USUAL

    def guess(self, seat: int | None, rng: Rng) -> MauMauTable:
        """Deal everything unseen anew, the other hands and the deck, as their owners' play allows."""
        world = self.clone()
        assert isinstance(world, MauMauTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        pool = vec[u8]([0] * TYPES)
        for i in range(self.deck.n):
            pool[i64(self.deck.cards[i])] += 1
        slots: list[Slot] = []
        hand = world.hand
        for other in range(self.players):
            if seat is None or other != seat:
                slots += self.hidden(other)
                start = other * STRIDE
                for card in range(TYPES):
                    pool[card] += hand[start + card]
                    hand[start + card] = 0
        narrow_first(slots)
        dealt = deal_unseen(pool, self.rules.traits, slots, rng)
        at: i64 = 0
        for slot in slots:
            start = slot.seat * STRIDE
            for _k in range(slot.count):
                hand[start + i64(dealt[at])] += 1
                at += 1
        if self.phase == DRAWN and (seat is None or seat != self.seat):
            world.drawn = i64(dealt[marked_place(slots)])
        world.deck.refill(pool)
        return world

    def hidden(self, seat: i64) -> list[Slot]:
        """The places of a hand that others do not see; a card just drawn has one of its own."""
        if self.phase != DRAWN or seat != self.seat:
            return self.slots(seat, self.hand_size(seat), [])
        # Whoever must draw until a card fits, and could have gone on, has drawn one that fits.
        must = self.fitting() | WILD_TRAIT if self.rules.draw_on and self.supply() > 0 else 0
        return [Slot(int(seat), 1, 0, int(must), True), *self.slots(seat, self.hand_size(seat) - 1, [MASK])]

    def census(self) -> list[str]:
        found = [card_name(int(self.pile[i])) for i in range(self.pile_n)]
        found += [card_name(int(self.deck.cards[i])) for i in range(self.deck.n)]
        for seat in range(self.players):
            found += self.hand_names(seat)
        return found

    # Cards and places

    def card_text(self, card: i64) -> str:
        return card_name(card)

    def hand_names(self, seat: i64) -> list[str]:
        return card_names(self.hand, seat * STRIDE)

    def hand_size(self, seat: i64) -> i64:
        return i64(self.hand[seat * STRIDE + SIZE])

    def trait_names(self, mask: i64) -> list[str]:
        return [TRAIT_NAMES[i] for i in range(len(TRAIT_NAMES)) if (mask >> i) & 1]

    def colour_count(self, seat: i64, colour: i64) -> i64:
        found: i64 = 0
        for card in range(colour * 13, colour * 13 + 13):
            found += i64(self.hand[seat * STRIDE + card])
        return found

    def after(self, k: i64) -> i64:
        return (self.seat + k * self.step + self.players * 2) % self.players

    def advance(self, k: i64) -> None:
        self.seat = self.after(k)

    def gain(self, seat: i64, card: i64) -> None:
        hand = self.hand
        hand[seat * STRIDE + card] += 1
        hand[seat * STRIDE + SIZE] += 1
        self.one_more(seat)

    def lose(self, seat: i64, card: i64) -> None:
        hand = self.hand
        hand[seat * STRIDE + card] -= 1
        hand[seat * STRIDE + SIZE] -= 1
        self.one_less(seat, traits_of(card))

    def fitting(self) -> i64:
        """The traits that make a coloured card go on the pile, nothing pending. MM-15, MM-18, MA-7, MA-21"""
        top = self.top()
        mask: i64 = 1 << self.colour
        if top < CC:
            mask |= 16 << (top % 13)
        return mask

    def fits(self, card: i64) -> bool:
        """Does this card go on the pile, nothing pending? A colour change always does. MM-33, MM-35, MA-19"""
        return card == CC or traits_of(card) & self.fitting() != 0

    def name_colour(self, colour: i64) -> None:
        self.colour = colour
        if self.events is not None:
            self.tell("colour", {"seat": int(self.seat), "colour": COLOURS[colour]})
