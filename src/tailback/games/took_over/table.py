"""The table of Took Over!: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.took_over.material import CARDS, HAND, bit

# What the table waits for.
OVER: Final = 0
PLACING: Final = 1
WINDOW: Final = 2
MORE: Final = 3
OPENING: Final = 4


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, players: i64, options: dict[str, Any]) -> None:
        self.share: i64 = CARDS // players  # TO-4, TO-5, TO-Q20
        ages: tuple[int, ...] = options["ageOrder"]
        self.youngest: i64 = ages[0] if ages else 0
        self.whole_row: bool = options["interval"] == "wholeRow"
        self.voluntary_pass: bool = options["voluntaryPass"]
        self.hand_wins: bool = options["winOn"] == "hand"
        self.seconds: float = float(options["placeInterval"])


class TookOverTable(State):
    """What lies on the table, in the hands and in the stacks, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, CARDS + 1)
        if players == 0:
            return
        self.lower_wins = True
        self.rules: Rules = Rules(players, self.options)
        # Each seat has room for its whole share. Hands ascend; the top of a stack is its last card.
        self.hand: vec[u8] = vec[u8]([0] * CARDS)
        self.hand_n: vec[u8] = vec[u8]([0] * int(players))
        self.stack: vec[u8] = vec[u8]([0] * CARDS)
        self.stack_n: vec[u8] = vec[u8]([0] * int(players))
        # The row, the cards of earlier rows and those left out, as bits: a row ascends, so its cards say it all. TO-7
        self.row: i64 = 0
        self.gone: i64 = 0
        self.left_out: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        self.phase: i64 = OVER
        self.seat: i64 = 0
        # Blank passes in a row, and whether the active player has laid a card this turn. TO-Q10
        self.passes: i64 = 0
        self.laid: bool = False
        # The open interval of the take-over window.
        self.above: i64 = 0
        self.below: i64 = 0
        self.winner: i64 = -1

    def copy_table(self, twin: TookOverTable) -> None:
        self.copy_base(twin)
        twin.rules = self.rules
        twin.hand = self.hand[:]
        twin.hand_n = self.hand_n[:]
        twin.stack = self.stack[:]
        twin.stack_n = self.stack_n[:]
        twin.row = self.row
        twin.gone = self.gone
        twin.left_out = self.left_out
        twin.low = self.low
        twin.high = self.high
        twin.phase = self.phase
        twin.seat = self.seat
        twin.passes = self.passes
        twin.laid = self.laid
        twin.above = self.above
        twin.below = self.below
        twin.winner = self.winner

    def census(self) -> list[str]:
        found = cards_in(self.row) + cards_in(self.gone) + cards_in(self.left_out)
        for seat in range(self.players):
            found += self.hand_cards(seat)
            start = seat * self.rules.share
            found += [int(self.stack[start + i]) for i in range(i64(self.stack_n[seat]))]
        return [str(card) for card in found]

    # Scoring

    def scores(self) -> list[int]:
        """Cards left in hand and stack. TO-1, TO-Q21"""
        return [int(self.hand_n[seat]) + int(self.stack_n[seat]) for seat in range(self.players)]

    def ranking(self) -> list[int]:
        """The winner may still have a stack when the hand alone counts. TO-2, TO-Q13"""
        places = super().ranking()
        if self.winner >= 0:
            mine = places[self.winner]
            for seat in range(self.players):
                if seat != self.winner and places[seat] <= mine:
                    places[seat] += 1
            places[self.winner] = 1
        return places

    # What a seat may know

    def show(self, seat: int | None) -> View:
        """Hands are secret, stacks and left-out cards nobody's knowledge; rows and discards are public."""
        seats = []
        for other in range(self.players):
            hand, stack = int(self.hand_n[other]), int(self.stack_n[other])
            seats.append({"hand": hand, "stack": stack, "score": hand + stack})
        asked = self.phase == WINDOW or self.phase == MORE
        found: View = {
            "seat": seat,
            "turn": int(self.seat) if self.phase != OVER else None,
            "taker": int(self.taker()) if self.phase != OVER else None,
            "seats": seats,
            "row": cards_in(self.row),
            "gone": cards_in(self.gone),
            "leftOut": len(cards_in(self.left_out)),
            "passes": int(self.passes),
            "window": [int(self.above), int(self.below)] if asked else None,
            "winner": int(self.winner) if self.winner >= 0 else None,
        }
        if self.phase == OVER:
            found["hands"] = [self.hand_cards(other) for other in range(self.players)]
        if seat is not None:
            found["hand"] = self.hand_cards(seat)
        return found

    def guess(self, seat: int | None, rng: Rng) -> TookOverTable:
        """Deal everything unseen anew: the other hands, all stacks and the cards left out. TO-Q20"""
        world = self.clone()
        assert isinstance(world, TookOverTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        known = self.row | self.gone
        if seat is not None:
            for card in self.hand_cards(seat):
                known |= bit(card)
        pool: vec[u8] = vec[u8]([0] * CARDS)
        n: i64 = 0
        for number in range(1, CARDS + 1):
            if (known >> number) & 1 == 0:
                other = rng.below(n + 1)
                pool[n] = pool[other]
                pool[other] = u8(number)
                n += 1
        for who in range(self.players):
            start = who * self.rules.share
            for i in range(i64(self.stack_n[who])):
                n -= 1
                world.stack[start + i] = pool[n]
            if seat is None or who != seat:
                world.hand_n[who] = u8(0)
                for _ in range(i64(self.hand_n[who])):
                    n -= 1
                    world.gain(who, i64(pool[n]))
        world.left_out = 0
        for i in range(n):
            world.left_out |= bit(i64(pool[i]))
        return world

    # Cards and places

    def taker(self) -> i64:
        """Only the left neighbour of the active player may take over. TO-9, TO-Q4"""
        return (self.seat + 1) % self.players

    def hand_cards(self, seat: i64) -> list[int]:
        start = seat * self.rules.share
        return [int(self.hand[start + i]) for i in range(i64(self.hand_n[seat]))]

    def holds(self, seat: i64, card: i64) -> bool:
        start = seat * self.rules.share
        for i in range(start, start + i64(self.hand_n[seat])):
            if i64(self.hand[i]) == card:
                return True
        return False

    def gain(self, seat: i64, card: i64) -> None:
        """Put a card into a hand, in order."""
        start = seat * self.rules.share
        i = start + i64(self.hand_n[seat])
        while i > start and i64(self.hand[i - 1]) > card:
            self.hand[i] = self.hand[i - 1]
            i -= 1
        self.hand[i] = u8(card)
        self.hand_n[seat] += u8(1)

    def lose(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand that holds it."""
        i = seat * self.rules.share
        last = i + i64(self.hand_n[seat]) - 1
        while i64(self.hand[i]) != card:
            i += 1
        while i < last:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.hand_n[seat] -= u8(1)

    def draw(self, seat: i64) -> i64:
        """The top card of a stack that has one."""
        left = i64(self.stack_n[seat]) - 1
        self.stack_n[seat] = u8(left)
        return i64(self.stack[seat * self.rules.share + left])

    def refill(self, seat: i64) -> None:
        """Up to six from the own stack, as far as it goes. TO-6, TO-18, TO-Q8"""
        drawn: list[int] | None = [] if self.events is not None else None
        while i64(self.hand_n[seat]) < HAND and i64(self.stack_n[seat]) > 0:
            card = self.draw(seat)
            self.gain(seat, card)
            if drawn is not None:
                drawn.append(int(card))
        if drawn:
            self.tell("drew", {"seat": int(seat), "n": len(drawn)}, {"cards": drawn}, (int(seat),))


def cards_in(bits: i64) -> list[int]:
    return [int(card) for card in range(1, CARDS + 1) if (bits >> card) & 1]
