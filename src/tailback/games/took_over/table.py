"""The table of Took Over!: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State, View
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.took_over.material import (
    CARDS,
    LATER,
    LEAST,
    USUAL,
    dealt_to_each,
    fewer_cards,
    games_of,
    small_hand,
)

# Cards 1 to 50 as bits.
ALL_CARDS: Final = 0x7FFFFFFFFFFFE
# How often a deal of proven cards is tried, and how often each card of one that fits is shuffled where that failed.
TRIES: Final = 64
SHUFFLES: Final = 40

# What the table waits for.
OVER: Final = 0
PLACING: Final = 1
WINDOW: Final = 2
MORE: Final = 3
OPENING: Final = 4


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, players: i64, options: dict[str, Any]) -> None:
        # Room for the cards of a seat, and how many are dealt to it. TO-4, TO-5, TO-Q20, TO-Q25
        self.share: i64 = CARDS // players
        self.dealt: i64 = dealt_to_each(int(players), options)
        self.games: i64 = games_of(int(players), options)
        ages: tuple[int, ...] = options["age_order"]
        self.youngest: i64 = ages[0] if ages else 0
        self.hand_size: i64 = options["hand_size"]
        helped: tuple[int, ...] = options["even_chances"]
        amount: int = options["head_start"]
        by_hand = options["win_on"] == "hand" and amount == 0
        full = small_hand(options) if by_hand else int(self.hand_size)
        fewer, first = 0 if by_hand else fewer_cards(int(players), options), 0
        if amount > 0:
            # Shared out over the games; the first ones have one more where they do not come out even. TO-Q22
            fewer, first = divmod(amount, int(self.games))
        seats = range(int(players))
        # The cards of each seat, and up to how many it fills its hand. TO-Q22
        self.cards: vec[u8] = vec[u8]([int(self.dealt) - (fewer if seat in helped else 0) for seat in seats])
        self.first_games: vec[u8] = vec[u8]([first if seat in helped else 0 for seat in seats])
        # By the distance from whoever begins: so many fewer. TO-Q24
        later = list(LATER[players]) if options["fewer_later"] else [0] * int(players)
        self.later: vec[u8] = vec[u8](later)
        self.full: vec[u8] = vec[u8]([full if seat in helped else int(self.hand_size) for seat in seats])
        self.next_with_stack: bool = options["empty_stack_opening"] == "next_with_stack"
        self.whole_row: bool = options["interval"] == "whole_row"
        self.voluntary_pass: bool = options["voluntary_pass"]
        self.hand_wins: bool = options["win_on"] == "hand"
        self.row_limit: i64 = options["row_limit"]
        self.seconds: float = float(options["place_interval"])


def shuffled_fit(slots: list[tuple[int, int, int, int]], unseen: i64, rng: Rng) -> list[int]:
    """A card for each slot, strictly between its two: first any that fit, then many moves and swaps at random.

    From each deal every other one can be reached and the way back is as likely, so in the long run all are.
    """
    dealt = [0] * len(slots)
    owner: dict[int, int] = {}
    # The slot that ends first takes the lowest card it can: if there is a way at all, this is one.
    for k in sorted(range(len(slots)), key=lambda slot: slots[slot][2]):
        for card in range(slots[k][1] + 1, slots[k][2]):
            if (unseen >> card) & 1 and card not in owner:
                dealt[k] = card
                owner[card] = k
                break
    for _k in range(SHUFFLES * len(slots)):
        k = int(rng.below(len(slots)))
        mine = dealt[k]
        card = int(card_between(unseen, slots[k][1], slots[k][2], rng.below(slots[k][0])))
        other = owner.get(card, -1)
        if other >= 0 and not slots[other][1] < mine < slots[other][2]:
            continue
        del owner[mine]
        if other >= 0:
            dealt[other] = mine
            owner[mine] = other
        dealt[k] = card
        owner[card] = k
    return dealt


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
        self.stack: vec[u8] = vec[u8]([0] * CARDS)
        # What passes prove of a hand, for each seat the closest first: the two cards between which some of its cards
        # lie, and how many at least. Each pair lies within the next, which holds for more cards.
        self.proof: vec[u8] = vec[u8]([0] * (3 * CARDS))
        # By seat: cards in the hand, then in the stack, then how many proofs there are.
        self.count: vec[u8] = vec[u8]([0] * int(3 * players))
        # The row, the cards of earlier rows and those left out, as bits: a row ascends, so its cards say it all. TO-7
        self.row: i64 = 0
        self.gone: i64 = 0
        self.rows_gone: i64 = 0
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
        # The points of the games that are over, one line each. TO-Q23
        self.rounds: tuple[tuple[int, ...], ...] = ()

    def beginner(self) -> i64:
        """The youngest begins the first game, then it goes round. TO-8, TO-Q23"""
        return (self.rules.youngest + len(self.rounds)) % self.players

    def cards_for(self, seat: i64) -> i64:
        """How many cards this seat begins a game with. TO-4, TO-Q22, TO-Q24"""
        place = (seat - self.beginner() + self.players) % self.players
        cards = i64(self.rules.cards[seat]) - i64(self.rules.later[place])
        if len(self.rounds) < i64(self.rules.first_games[seat]):
            cards -= 1
        return max(LEAST, cards)

    def census(self) -> list[str]:
        found = cards_in(self.row) + cards_in(self.gone) + cards_in(self.left_out)
        for seat in range(self.players):
            found += self.hand_cards(seat)
            start = seat * self.rules.share
            found += [int(self.stack[start + i]) for i in range(self.stack_n(seat))]
        return [str(card) for card in found]

    # Scoring

    def left(self) -> list[int]:
        """Cards left in hand and stack. TO-1, TO-Q21"""
        return [int(self.hand_n(seat)) + int(self.stack_n(seat)) for seat in range(self.players)]

    def totals(self) -> list[int]:
        """The points of all games that are over. TO-Q23"""
        return [sum(line[seat] for line in self.rounds) for seat in range(int(self.players))]

    def scores(self) -> list[int]:
        """What the games brought, and of the one that is played the cards that are left. TO-1, TO-Q21, TO-Q23"""
        totals = self.totals()
        return totals if self.phase == OVER else [n + more for n, more in zip(totals, self.left(), strict=True)]

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

    def show(self) -> View:
        """Hands are secret, stacks and left-out cards nobody's knowledge; rows and discards are public."""
        seats = []
        totals = self.totals()
        for other in range(self.players):
            hand, stack = int(self.hand_n(other)), int(self.stack_n(other))
            one = {"hand": hand, "stack": stack, "score": hand + stack, "points": totals[other]}
            seats.append({**one, "proven": self.proofs(other)})
        asked = self.phase == WINDOW or self.phase == MORE
        found: View = {
            "turn": int(self.seat) if self.phase != OVER else None,
            "taker": int(self.taker()) if self.phase != OVER else None,
            "seats": seats,
            "row": cards_in(self.row),
            "gone": cards_in(self.gone),
            "left_out": len(cards_in(self.left_out)),
            "passes": int(self.passes),
            "laid": self.laid,
            "took": self.phase == MORE,
            "rows_left": int(self.rules.row_limit - self.rows_gone) if self.rules.row_limit > 0 else None,
            "window": [int(self.above), int(self.below)] if asked else None,
            "winner": int(self.winner) if self.winner >= 0 else None,
            "game": len(self.rounds) + (0 if self.phase == OVER else 1),
            "games": int(self.rules.games),
            "rounds": [list(line) for line in self.rounds],
        }
        if self.phase == OVER:
            found["hands"] = [self.hand_cards(other) for other in range(self.players)]
        return found

    def usual(self) -> dict[str, Any]:
        return USUAL

    def own(self, seat: i64) -> View:
        return {"hand": self.hand_cards(seat)}

    def guess(self, seat: int | None, rng: Rng) -> TookOverTable:
        """Deal everything unseen anew: the other hands, all stacks and the cards left out. TO-Q20"""
        world = self.clone()
        assert isinstance(world, TookOverTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        known = self.row | self.gone
        for who in range(self.players):
            if seat is not None and who == seat:
                for card in self.hand_cards(who):
                    known |= bit(card)
            else:
                world.count[who] = u8(0)
        unseen = self.deal_proven(world, ALL_CARDS & ~known, seat, rng)
        pool: vec[u8] = vec[u8]([0] * CARDS)
        n: i64 = 0
        for number in range(1, CARDS + 1):
            if (unseen >> number) & 1:
                other = rng.below(n + 1)
                pool[n] = pool[other]
                pool[other] = u8(number)
                n += 1
        for who in range(self.players):
            start = who * self.rules.share
            for i in range(self.stack_n(who)):
                n -= 1
                world.stack[start + i] = pool[n]
            while world.hand_n(who) < self.hand_n(who):
                n -= 1
                world.gain(who, i64(pool[n]))
        world.left_out = 0
        for i in range(n):
            world.left_out |= bit(i64(pool[i]))
        return world

    def deal_proven(self, world: TookOverTable, unseen: i64, seat: int | None, rng: Rng) -> i64:
        """Cards for the hands that had to pass, each way to deal them as likely; gives what is still unseen. TO-21

        The closest pairs come first. A pair that lies within another one takes a card from it for sure; pairs
        that only overlap may take one or not, so the draw is from as many as there can be, and a draw beyond
        what there is begins anew. Where many large hands overlap, that would hardly ever end: then some deal
        that fits is shuffled, which comes close.
        """
        slots: list[tuple[int, int, int, int]] = []
        for who in range(self.players):
            if seat is not None and who == seat:
                continue
            before = 0
            for one in self.proofs(who):
                room = int(count_between(unseen, one["above"], one["below"]))
                slots += [(room, one["above"], one["below"], int(who))] * (one["cards"] - before)
                before = one["cards"]
        slots.sort()
        most: list[int] = []
        for k, slot in enumerate(slots):
            inside = [other for other in slots[:k] if other[1] >= slot[1] and other[2] <= slot[2]]
            most.append(slot[0] - len(inside))
        dealt: list[int] = []
        left = unseen
        for _k in range(TRIES):
            dealt = []
            left = unseen
            for slot, choices in zip(slots, most, strict=True):
                card = card_between(left, slot[1], slot[2], rng.below(choices))
                if card == 0:
                    break
                dealt.append(int(card))
                left &= ~bit(card)
            if len(dealt) == len(slots):
                break
        else:
            dealt = shuffled_fit(slots, unseen, rng)
            left = unseen
            for number in dealt:
                left &= ~bit(number)
        for slot, number in zip(slots, dealt, strict=True):
            world.gain(slot[3], number)
        return left

    def proofs(self, seat: i64) -> list[dict[str, int]]:
        """What everybody can tell of a hand: at least so many cards lie between these two."""
        found: list[dict[str, int]] = []
        for i in range(self.proofs_n(seat)):
            k = 3 * (seat * self.rules.share + i)
            above, below, cards = int(self.proof[k]), int(self.proof[k + 1]), int(self.proof[k + 2])
            found.append({"cards": cards, "above": above, "below": below})
        return found

    # What a pass proves. TO-21, TO-Q9

    def prove(self, seat: i64) -> None:
        """No card of this hand fits the row: all lie between its ends."""
        held = self.hand_n(seat)
        first = 3 * seat * self.rules.share
        end = first + 3 * self.proofs_n(seat)
        proof = self.proof
        low, high = self.low, self.high
        if end > first and i64(proof[end - 1]) == held and i64(proof[end - 3]) >= low and i64(proof[end - 2]) <= high:
            return  # all of them lie closer together anyway
        n: i64 = 0
        for k in range(first, end, 3):
            above, below = i64(proof[k]), i64(proof[k + 1])
            n = self.note(seat, n, above if above > low else low, below if below < high else high, i64(proof[k + 2]))
        self.count[2 * self.players + seat] = u8(self.note(seat, n, low, high, held))

    def disprove(self, seat: i64, card: i64) -> None:
        """This card has left the hand: it may have been one of those that are proven, so one fewer is certain."""
        first = 3 * seat * self.rules.share
        proof = self.proof
        n: i64 = 0
        for k in range(first, first + 3 * self.proofs_n(seat), 3):
            above, below, cards = i64(proof[k]), i64(proof[k + 1]), i64(proof[k + 2])
            n = self.note(seat, n, above, below, cards - 1 if above < card < below else cards)
        self.count[2 * self.players + seat] = u8(n)

    def note(self, seat: i64, n: i64, above: i64, below: i64, cards: i64) -> i64:
        """Add a proof behind the first `n` of a seat, if it says more than they do; returns how many there are then."""
        proof = self.proof
        k = 3 * (seat * self.rules.share + n)
        if cards == 0 or (n > 0 and i64(proof[k - 1]) >= cards):
            return n
        if n > 0 and i64(proof[k - 3]) == above and i64(proof[k - 2]) == below:
            k -= 3
            n -= 1
        proof[k] = u8(above)
        proof[k + 1] = u8(below)
        proof[k + 2] = u8(cards)
        return n + 1

    # Cards and places

    def hand_n(self, seat: i64) -> i64:
        return i64(self.count[seat])

    def stack_n(self, seat: i64) -> i64:
        return i64(self.count[self.players + seat])

    def proofs_n(self, seat: i64) -> i64:
        return i64(self.count[2 * self.players + seat])

    def taker(self) -> i64:
        """Only the left neighbour of the active player may take over. TO-9, TO-Q4"""
        return (self.seat + 1) % self.players

    def hand_cards(self, seat: i64) -> list[int]:
        start = seat * self.rules.share
        return [int(self.hand[start + i]) for i in range(self.hand_n(seat))]

    def holds(self, seat: i64, card: i64) -> bool:
        start = seat * self.rules.share
        for i in range(start, start + self.hand_n(seat)):
            if i64(self.hand[i]) == card:
                return True
        return False

    def gain(self, seat: i64, card: i64) -> None:
        """Put a card into a hand, in order."""
        start = seat * self.rules.share
        i = start + self.hand_n(seat)
        while i > start and i64(self.hand[i - 1]) > card:
            self.hand[i] = self.hand[i - 1]
            i -= 1
        self.hand[i] = u8(card)
        self.count[seat] += u8(1)

    def lose(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand that holds it."""
        i = seat * self.rules.share
        last = i + self.hand_n(seat) - 1
        while i64(self.hand[i]) != card:
            i += 1
        while i < last:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.count[seat] -= u8(1)
        if self.proofs_n(seat) > 0:
            self.disprove(seat, card)

    def draw(self, seat: i64) -> i64:
        """The top card of a stack that has one."""
        left = self.stack_n(seat) - 1
        self.count[self.players + seat] = u8(left)
        return i64(self.stack[seat * self.rules.share + left])

    def refill(self, seat: i64) -> None:
        """Up to six from the own stack, as far as it goes. TO-6, TO-18, TO-Q8, TO-Q22"""
        full = i64(self.rules.full[seat])
        drawn: list[int] | None = [] if self.events is not None else None
        while self.hand_n(seat) < full and self.stack_n(seat) > 0:
            card = self.draw(seat)
            self.gain(seat, card)
            if drawn is not None:
                drawn.append(int(card))
        if drawn:
            self.tell("drew", {"seat": int(seat), "n": len(drawn)}, {"cards": drawn}, (int(seat),))


def count_between(bits: i64, above: i64, below: i64) -> i64:
    """How many of these cards are higher than the one and lower than the other."""
    found: i64 = 0
    for card in range(above + 1, below):
        found += (bits >> card) & 1
    return found


def card_between(bits: i64, above: i64, below: i64, at: i64) -> i64:
    """The card at this place, from 0, among those that lie between; 0 if there are not so many.

    >>> [card_between(0b1110100, 3, 6, at) for at in (0, 1, 2)]
    [4, 5, 0]
    """
    for card in range(above + 1, below):
        if (bits >> card) & 1:
            if at == 0:
                return card
            at -= 1
    return 0


def cards_in(bits: i64) -> list[int]:
    return [int(card) for card in range(1, CARDS + 1) if (bits >> card) & 1]
