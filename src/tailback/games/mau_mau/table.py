"""The table of Mau-Mau: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.shedding import SheddingTable
from tailback.core.vecs import vec
from tailback.games.mau_mau.material import ACTIONS, CC, COLOURS, FULL_DECK, NO_CARD, REVERSE, TYPES, card_name

# What the table waits for.
OVER: Final = 0
TURN: Final = 1
DRAWN: Final = 2
COLOUR: Final = 3

# A hand is one stride of counts, one per type of card, with the number of cards behind them.
SIZE: Final = TYPES
STRIDE: Final = TYPES + 1


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.games: i64 = options["games"]
        self.opening: str = options["openingCard"]
        self.strict: bool = options["drawRule"] == "strict"
        self.free_draw: bool = options["drawRule"] == "free"
        self.play_drawn: bool = options["playDrawn"] != "no"
        self.draw_on: bool = options["playDrawn"] == "drawUntilPlayable"
        self.extra_turn: bool = options["reverseTwoPlayers"] == "extraTurn"
        self.final_draw: bool = options["finalPenalty"] == "draw"
        self.auto_mau: bool = options["mauMode"] == "auto"
        self.catch_mode: bool = options["mauMode"] == "catch"
        self.first_dealer: i64 = options["firstDealer"]
        self.deck: Deck = Deck(FULL_DECK)
        self.nothing: vec[u8] = vec[u8]([])


def card_names(counts: vec[u8], start: i64) -> list[str]:
    """The hand whose stride begins here."""
    names: list[str] = []
    for card in range(TYPES):
        for _ in range(counts[start + card]):
            names.append(card_name(int(card)))
    return names


class MauMauTable(SheddingTable):
    """What lies on the table and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS, FULL_DECK)
        if players == 0:
            return
        self.lower_wins = True
        self.rules: Rules = Rules(self.options)
        self.hand: vec[u8] = vec[u8]([0] * int(players * STRIDE))
        self.phase: i64 = OVER
        self.seat: i64 = 0
        self.dealer: i64 = 0
        self.colour: i64 = 0
        self.step: i64 = 1
        self.pending: i64 = 0
        self.drawn: i64 = NO_CARD
        self.idle: i64 = 0
        # Catch mode: who forgot "mau" (-1: nobody) and who still may press, as bits.
        self.silent: i64 = -1
        self.watch: i64 = 0
        # Seen by all and gone from the table: specials turned up at the opening, hands of the game before.
        self.returned: tuple[int, ...] = ()
        self.shown: vec[u8] = self.rules.nothing

    def copy_table(self, twin: MauMauTable) -> None:
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
        twin.silent = self.silent
        twin.watch = self.watch
        twin.returned = self.returned
        twin.shown = self.shown

    # Scoring

    def hand_points(self, seat: i64) -> i64:
        """Numbers count their face, every special ten. MM-42, MM-43, MA-31"""
        points: i64 = 10 * i64(self.hand[seat * STRIDE + CC])
        for card in range(CC):
            kind = card % 13
            points += i64(self.hand[seat * STRIDE + card]) * (kind + 1 if kind < REVERSE else 10)
        return points

    # What a seat may know

    def show(self, seat: int | None) -> View:
        totals = self.scores()
        over = self.phase == OVER
        found: View = {
            "game": len(self.table) + (0 if over else 1),
            "games": int(self.rules.games),
            "dealer": int(self.dealer),
            "seat": seat,
            "turn": None if over else int(self.seat),
            "seats": [{"cards": self.size(other), "score": totals[other]} for other in range(int(self.players))],
            "top": card_name(int(self.top())),
            "colour": None if self.phase == COLOUR else COLOURS[self.colour],
            "clockwise": self.step > 0,
            "pending": int(self.pending),
            "deck": int(self.deck.n),
            "pile": [card_name(int(self.pile[i])) for i in range(self.pile_n)],
            "returned": [card_name(card) for card in self.returned],
            "silent": int(self.silent) if self.silent >= 0 else None,
            "table": [list(line) for line in self.table],
            "hands": [card_names(self.shown, at) for at in range(0, len(self.shown), STRIDE)],
        }
        if seat is not None:
            found["hand"] = self.hand_names(seat)
            if self.phase == DRAWN and seat == self.seat:
                found["drawn"] = card_name(int(self.drawn))
        return found

    def guess(self, seat: int | None, rng: Rng) -> MauMauTable:
        """Deal everything unseen anew: the other hands and the deck."""
        world = self.clone()
        assert isinstance(world, MauMauTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        pool = world.deck
        pool.fixed = 0
        for other in range(self.players):
            if seat is None or other != seat:
                for card in range(TYPES):
                    while world.hand[other * STRIDE + card] > 0:
                        world.hand[other * STRIDE + card] -= 1
                        pool.add(card)
        guess = self.phase == DRAWN and (seat is None or self.seat != seat)
        if guess:
            world.drawn = self.guess_drawn(pool, rng)
            world.hand[self.seat * STRIDE + world.drawn] += 1
        for other in range(self.players):
            if seat is None or other != seat:
                for _ in range(self.size(other) - (1 if guess and other == self.seat else 0)):
                    world.hand[other * STRIDE + pool.draw(rng)] += 1
        return world

    def guess_drawn(self, pool: Deck, rng: Rng) -> i64:
        """Whoever must draw until a card fits, and could have gone on, holds one that fits."""
        card = pool.draw(rng)
        aside: list[int] = []
        if self.rules.draw_on and not self.rules.free_draw and self.supply() > 0:
            while not self.fits(card):
                aside.append(int(card))
                card = pool.draw(rng)
        for other in aside:
            pool.add(other)
        return card

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

    def size(self, seat: i64) -> int:
        return int(self.hand[seat * STRIDE + SIZE])

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
        self.hand[seat * STRIDE + card] += 1
        self.hand[seat * STRIDE + SIZE] += 1

    def fits(self, card: i64) -> bool:
        """Does this card go on the pile, nothing pending? MA-7, MA-21"""
        if card == CC or card // 13 == self.colour:
            return True
        top = self.top()
        return top < CC and top % 13 == card % 13

    def name_colour(self, colour: i64) -> None:
        self.colour = colour
        if self.events is not None:
            self.tell("colour", {"seat": int(self.seat), "colour": COLOURS[colour]})
