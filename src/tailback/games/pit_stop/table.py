"""The table of Pit Stop: fields of the state, what players know of each other's hands, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.shedding import TRAITS as TRAIT_BITS
from tailback.core.shedding import WIDTH, SheddingTable
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import (
    ACTIONS,
    CAR_EXCHANGE,
    FULL_DECK,
    GARAGE_CARD,
    NEW_CAR_CARD,
    NO_CARD,
    PAINT_SHOP,
    SERVICE_KIND,
    TRAIT_NAMES,
    TRAITS,
    TYPES,
    card_name,
    on_top,
    rounds_at_most,
    traits_of,
)

# Two counts of `known` share a byte.
ROW: Final = TYPES // 2

# What `seen` holds for each viewer and holder.
SEEN: Final = 0
OF: Final = 1
PASSED_ON: Final = 2
SEEN_ROW: Final = 3

# What the table waits for; RENEW is only ever handed over to, never waited in.
OVER: Final = 0
TURN: Final = 1
OPEN_COLOUR: Final = 2
OPEN_GARAGE: Final = 3
IN_GARAGE: Final = 4
SERVICED: Final = 5
FINED: Final = 6
REPLY: Final = 7
DRAWN: Final = 8
WINDOW: Final = 9
TALK: Final = 10
RENEWAL: Final = 11
DECISIONS: Final = (
    "",
    "turn",
    "open_colour",
    "open_garage",
    "garage",
    "service",
    "fine",
    "exchange_reply",
    "drawn",
    "new_car",
    "say",
)


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, options: dict[str, Any], players: i64) -> None:
        self.by_points: bool = options["limit"] == "points"
        self.points: i64 = options["points"]
        self.rounds: i64 = rounds_at_most(options)
        self.minutes: i64 = options["minutes"] if options["limit"] == "minutes" else 0
        self.talk: bool = options["talk"] != "off"
        self.talk_penalty: bool = options["talk"] == "penalty"
        self.cars_only: bool = options["opening"] == "cars_only"
        self.play_drawn: bool = options["play_drawn"] == "yes"
        self.cancel: bool = options["service_counter"] == "cancel"
        self.fine_next: bool = options["fine_target"] == "next"
        self.garage_min: i64 = options["garage_min"]
        self.poll: bool = options["new_car_window"] == "poll"
        self.seconds: float = float(options["window_seconds"])
        self.first_dealer: i64 = options["first_dealer"]
        helped: tuple[int, ...] = options["even_chances"]
        more, for_one = on_top(int(players), options)
        self.on_top: list[int] = [more if seat in helped else 0 for seat in range(int(players))]  # CA-52
        # So many rounds count only for those who are helped. CA-52
        self.for_one: i64 = for_one if helped else 0
        self.deck: Deck = Deck(FULL_DECK)
        self.traits: vec[i64] = vec[i64](TRAITS)


class PitStopTable(SheddingTable):
    """What lies on the table and in the hands."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS, FULL_DECK)
        if players == 0:
            return
        self.rules: Rules = Rules(self.options, players)
        self.hand: vec[u8] = vec[u8]([0] * int(players * TYPES))
        self.size: vec[u8] = vec[u8]([0] * int(players))
        # How many cards of each type a viewer is certain that a holder has. It only ever says too little: as soon as a
        # card may have left unseen, it is no longer counted. Empty until there is something to know in this round.
        self.known: vec[u8] = vec[u8]([])
        # What everybody can follow of that: the viewer has seen SEEN of the OF cards the holder had or got since. It
        # is PASSED_ON if the hand was another player's then, who alone could tell which cards these are.
        self.seen: vec[u8] = vec[u8]([])
        # What may be supposed of a hand because its owner drew, or took a penalty without answering: as `lacks`, of
        # which it holds everything besides. A supposition that a card disproves is dropped.
        self.hunch: vec[i64] = vec[i64]([0] * int(players * WIDTH))
        # Who has passed with nothing to draw, as bits: no Garage lies in such a hand together with a Car. CA-48
        self.no_garage: i64 = 0
        # Who buried the lowest cards of the pile, one seat for each, the lowest first. CA-39
        self.burier: tuple[int, ...] = ()
        # New Cars and Car Exchanges before each player: seat * 2, seat * 2 + 1. CG-63, CG-69
        self.front: vec[u8] = vec[u8]([0] * int(players * 2))
        # The finished players in their order; the others are still in, as bits too.
        self.place: vec[u8] = vec[u8]([0] * int(players))
        self.placed: i64 = 0
        self.active: i64 = 0
        self.phase: i64 = OVER
        self.seat: i64 = 0
        self.dealer: i64 = 0
        self.colour: i64 = -1
        # What follows when the running play is settled.
        self.next_phase: i64 = TURN
        self.next_seat: i64 = 0
        self.chain: tuple[int, ...] = ()
        # The round in which the time was up; 0 before. CA-46
        self.last_round: i64 = 0
        self.trader: i64 = -1
        self.finisher: i64 = -1
        self.watch: i64 = 0
        self.garage_n: i64 = 0
        self.drawn: i64 = NO_CARD
        self.idle: i64 = 0
        self.passes: i64 = 0
        self.steps: i64 = 0

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, PitStopTable)
        self.copy_shedding(twin)
        twin.rules = self.rules
        twin.hand = self.hand[:]
        twin.size = self.size[:]
        twin.known = self.known[:]
        twin.seen = self.seen[:]
        twin.hunch = self.hunch[:]
        twin.no_garage = self.no_garage
        twin.burier = self.burier
        twin.front = self.front[:]
        twin.place = self.place[:]
        twin.placed = self.placed
        twin.active = self.active
        twin.phase = self.phase
        twin.seat = self.seat
        twin.dealer = self.dealer
        twin.colour = self.colour
        twin.next_phase = self.next_phase
        twin.next_seat = self.next_seat
        twin.chain = self.chain
        twin.last_round = self.last_round
        twin.trader = self.trader
        twin.finisher = self.finisher
        twin.watch = self.watch
        twin.garage_n = self.garage_n
        twin.drawn = self.drawn
        twin.idle = self.idle
        twin.passes = self.passes
        twin.steps = self.steps

    def clear(self) -> None:
        """Nothing on the table, nobody out, nothing known."""
        for i in range(self.players * TYPES):
            self.hand[i] = 0
        for seat in range(self.players):
            self.size[seat] = 0
            self.front[2 * seat] = 0
            self.front[2 * seat + 1] = 0
        if len(self.known) > 0:
            self.known = vec[u8]([])
            self.seen = vec[u8]([])
        self.nothing_concluded()
        self.flip()
        self.nothing_concluded()
        self.flip()
        self.no_garage = 0
        self.pile_n = 0
        self.burier = ()
        self.placed = 0
        self.active = (1 << self.players) - 1
        self.colour = -1
        self.chain = ()
        self.trader = -1
        self.finisher = -1
        self.watch = 0
        self.garage_n = 0
        self.drawn = NO_CARD
        self.idle = 0
        self.passes = 0
        self.steps = 0

    def census(self) -> list[str]:
        found = [card_name(int(self.pile[i])) for i in range(self.pile_n)]
        found += [card_name(int(self.deck.cards[i])) for i in range(self.deck.n)]
        for seat in range(self.players):
            found += self.hand_names(seat)
            found += ["NC"] * int(self.front[seat * 2]) + ["CX"] * int(self.front[seat * 2 + 1])
        return found

    # Scoring

    def place_points(self, index: i64) -> int:
        """20, 10, 5, then 1 each; the last one gets nothing, however many play. CG-14, CG-15, CA-43"""
        if index >= self.players - 1:
            return 0
        if index == 0:
            return 20
        if index == 1:
            return 10
        return 5 if index == 2 else 1

    # Who has seen which cards of whom: a Fine shows its cards to giver and receiver, a swap shows both hands

    def knows(self, viewer: i64, holder: i64, card: i64) -> i64:
        """How many such cards `viewer` is certain that `holder` has."""
        if len(self.known) == 0:
            return 0
        both = i64(self.known[(viewer * self.players + holder) * ROW + (card >> 1)])
        return both >> 4 if card & 1 else both & 15

    def remember(self) -> None:
        """Make room for knowledge."""
        if len(self.known) == 0:
            self.known = vec[u8]([0] * int(self.players * self.players * ROW))
            self.seen = vec[u8]([0] * int(self.players * self.players * SEEN_ROW))

    def learn(self, viewer: i64, holder: i64, card: i64) -> None:
        i = (viewer * self.players + holder) * ROW + (card >> 1)
        self.known[i] = u8(i64(self.known[i]) + (16 if card & 1 else 1))

    def unlearn(self, viewer: i64, holder: i64, card: i64) -> None:
        """One such card is gone from that hand."""
        if self.knows(viewer, holder, card) > 0:
            i = (viewer * self.players + holder) * ROW + (card >> 1)
            self.known[i] = u8(i64(self.known[i]) - (16 if card & 1 else 1))

    def shown(self, holder: i64, card: i64) -> None:
        """A card leaves a hand before everybody's eyes."""
        known = self.known
        if len(known) > 0:
            one: i64 = 16 if card & 1 else 1
            i = holder * ROW + (card >> 1)
            for _viewer in range(self.players):
                both = i64(known[i])
                if both & (15 * one) != 0:
                    known[i] = u8(both - one)
                i += self.players * ROW

    def moved_unseen(self, giver: i64, receiver: i64, card: i64) -> None:
        """A card goes from hand to hand; the two see it, for the others it may have been any card. CA-17"""
        self.remember()
        known = self.known
        at = (giver * self.players + receiver) * SEEN_ROW
        if self.seen[at + SEEN] == 0:
            self.seen[at + OF] = self.size[receiver]
            self.seen[at + PASSED_ON] = 0
        self.seen[at + SEEN] += 1
        for viewer in range(self.players):
            if viewer == giver:
                self.learn(giver, receiver, card)
            elif viewer == receiver:
                self.unlearn(receiver, giver, card)
            else:
                base = (viewer * self.players + giver) * ROW
                for i in range(base, base + ROW):
                    both = i64(known[i])
                    if both == 0:
                        continue
                    if both & 15:
                        both -= 1
                    if both >> 4:
                        both -= 16
                    known[i] = u8(both)

    def hands_swapped(self, a: i64, b: i64) -> None:
        """Two hands have just changed places: both know each other's, the rest follow what they knew. CG-71"""
        self.remember()
        known = self.known
        for viewer in range(self.players):
            self.swap_seen(viewer, a, b)
            one = (viewer * self.players + a) * ROW
            two = (viewer * self.players + b) * ROW
            for i in range(i64(ROW)):
                if viewer == a:
                    known[two + i] = self.packed(b, i)
                elif viewer == b:
                    known[one + i] = self.packed(a, i)
                else:
                    kept = known[one + i]
                    known[one + i] = known[two + i]
                    known[two + i] = kept

    def swap_seen(self, viewer: i64, a: i64, b: i64) -> None:
        one = (viewer * self.players + a) * SEEN_ROW
        two = (viewer * self.players + b) * SEEN_ROW
        if viewer == a:
            self.seen[two + SEEN] = self.seen[two + OF] = self.size[b]
            self.seen[two + PASSED_ON] = 0
        elif viewer == b:
            self.seen[one + SEEN] = self.seen[one + OF] = self.size[a]
            self.seen[one + PASSED_ON] = 0
        else:
            for i in range(PASSED_ON):
                kept = self.seen[one + i]
                self.seen[one + i] = self.seen[two + i]
                self.seen[two + i] = kept
            self.seen[one + PASSED_ON] = self.seen[two + PASSED_ON] = 1

    def can_tell(self, viewer: i64, holder: i64) -> bool:
        """Does the owner of a hand know which of its cards another one has seen?"""
        at = (viewer * self.players + holder) * SEEN_ROW
        return self.seen[at + SEEN] > 0 and self.seen[at + PASSED_ON] == 0

    def packed(self, holder: i64, i: i64) -> u8:
        """The counts of two neighbouring types in a hand, as `known` holds them."""
        at = holder * TYPES + 2 * i
        return u8(i64(self.hand[at]) + 16 * i64(self.hand[at + 1]))

    def hand_gone(self, holder: i64) -> None:
        """A whole hand leaves face down."""
        if len(self.known) > 0:
            for viewer in range(self.players):
                base = (viewer * self.players + holder) * ROW
                for i in range(base, base + ROW):
                    self.known[i] = 0
                self.seen[(viewer * self.players + holder) * SEEN_ROW + SEEN] = 0

    # Suppositions, kept in step with the conclusions

    def flip(self) -> None:
        """Let what is supposed stand in for what is certain, or back again."""
        certain = self.lacks
        self.lacks = self.hunch
        self.hunch = certain

    def suppose(self, seat: i64, mask: i64) -> None:
        """Whoever plays sensibly would have shown a card with a trait in the mask just now."""
        self.flip()
        super().has_none(seat, mask)
        self.flip()

    def has_none(self, seat: i64, mask: i64) -> None:
        super().has_none(seat, mask)
        self.suppose(seat, mask)

    def one_more(self, seat: i64) -> None:
        self.lacks[seat * WIDTH] += 1
        self.hunch[seat * WIDTH] += 1
        self.no_garage &= ~(1 << seat)

    def one_less(self, seat: i64, traits: i64) -> None:
        super().one_less(seat, traits)
        self.flip()
        super().one_less(seat, traits)
        self.flip()
        hunch = self.hunch
        end = seat * WIDTH + 1
        for i in range(seat * WIDTH + 1, (seat + 1) * WIDTH):
            fact = hunch[i]
            if fact == 0:
                break
            hunch[i] = 0
            if fact >> TRAIT_BITS <= hunch[seat * WIDTH]:
                hunch[end] = fact
                end += 1

    def forget_hand(self, seat: i64) -> None:
        super().forget_hand(seat)
        self.flip()
        super().forget_hand(seat)
        self.flip()
        self.no_garage &= ~(1 << seat)

    def lacks_swapped(self, a: i64, b: i64) -> None:
        super().lacks_swapped(a, b)
        self.flip()
        super().lacks_swapped(a, b)
        self.flip()
        if (self.no_garage >> a) & 1 != (self.no_garage >> b) & 1:
            self.no_garage ^= (1 << a) | (1 << b)

    # Cards and places

    def card_text(self, card: i64) -> str:
        return card_name(card)

    def rebuilt(self) -> None:
        """Nobody can say any more where the buried cards are. CA-39, CA-41"""
        self.burier = ()

    def hand_names(self, seat: i64) -> list[str]:
        names: list[str] = []
        for card in range(TYPES):
            for _k in range(self.hand[seat * TYPES + card]):
                names.append(card_name(int(card)))
        return names

    def known_names(self, viewer: i64, holder: i64) -> list[str]:
        names: list[str] = []
        for card in range(TYPES):
            for _k in range(self.knows(viewer, holder, card)):
                names.append(card_name(int(card)))
        return names

    def has_car(self, seat: i64, colour: i64) -> bool:
        base = seat * TYPES + colour * 11
        for i in range(base, base + SERVICE_KIND):
            if self.hand[i] > 0:
                return True
        return False

    def opens_garage(self, seat: i64) -> bool:
        """Could this hand open a Garage: with one, and a Car of any colour to drive in? CA-24"""
        if self.hand[seat * TYPES + GARAGE_CARD] == 0:
            return False
        for colour in range(i64(4)):
            if self.has_car(seat, colour):
                return True
        return False

    def colour_count(self, seat: i64, colour: i64) -> i64:
        found: i64 = 0
        base = seat * TYPES + colour * 11
        for i in range(base, base + 11):
            found += i64(self.hand[i])
        return found

    def still_in(self, seat: i64) -> bool:
        return (self.active >> seat) & 1 == 1

    def count_in(self) -> i64:
        return self.players - self.placed

    def after(self, seat: i64) -> i64:
        """The next player clockwise who is still in. CG-24, CA-13, CA-47"""
        other = seat + 1
        while True:
            if other >= self.players:
                other = 0
            if (self.active >> other) & 1:
                return other
            other += 1

    def first_watcher(self) -> i64:
        """The next one asked about a return, clockwise from the finisher's left. CA-29"""
        seat = self.finisher
        while True:
            seat = seat + 1 if seat + 1 < self.players else 0
            if (self.watch >> seat) & 1:
                return seat

    def on_table(self, card: i64) -> i64:
        """How many New Cars or Car Exchanges lie open."""
        found: i64 = 0
        offset: i64 = 0 if card == NEW_CAR_CARD else 1
        for seat in range(self.players):
            found += i64(self.front[seat * 2 + offset])
        return found

    def fitting(self) -> i64:
        """The traits that make a coloured card go on the pile, nothing pending."""
        top = self.top()
        mask: i64 = 1 << self.colour
        if top < PAINT_SHOP:
            mask |= 16 << (top % 11)
        return mask

    def always_playable(self) -> i64:
        """The traits of grey cards that can be laid on anything; a Garage may need a Car. CA-24"""
        always = traits_of(PAINT_SHOP) | traits_of(CAR_EXCHANGE) | traits_of(NEW_CAR_CARD)
        return always | traits_of(GARAGE_CARD) if self.rules.garage_min == 0 else always

    def fits(self, card: i64) -> bool:
        """Does this card go on the pile, nothing pending? CG-29, CG-30, CA-12"""
        if card >= PAINT_SHOP or card // 11 == self.colour:
            return True
        top = self.top()
        return top < PAINT_SHOP and top % 11 == card % 11

    def hand_size(self, seat: i64) -> i64:
        return i64(self.size[seat])

    def trait_names(self, mask: i64) -> list[str]:
        return [TRAIT_NAMES[i] for i in range(len(TRAIT_NAMES)) if (mask >> i) & 1]

    def gain(self, seat: i64, card: i64) -> None:
        self.hand[seat * TYPES + card] += 1
        self.size[seat] += 1
        self.one_more(seat)
        if len(self.known) > 0:
            self.one_unseen(seat)

    def one_unseen(self, holder: i64) -> None:
        """A card more in this hand that nobody saw. If some have left before it, the likeliest number remains."""
        size = i64(self.size[holder])
        seen = self.seen
        at = holder * SEEN_ROW
        for _viewer in range(self.players):
            n = i64(seen[at + SEEN])
            if n > 0:
                of = i64(seen[at + OF])
                seen[at + SEEN] = u8((2 * n * (size - 1) + of) // (2 * of))
                seen[at + OF] = u8(size)
            at += self.players * SEEN_ROW

    def take_away(self, seat: i64, card: i64) -> None:
        self.hand[seat * TYPES + card] -= 1
        self.size[seat] -= 1

    def lay_down(self, seat: i64, card: i64) -> None:
        """A card leaves the hand openly: grey exchange and return cards to the table, others to the pile."""
        self.take_away(seat, card)
        self.one_less(seat, traits_of(card))
        self.shown(seat, card)
        if card < CAR_EXCHANGE:
            self.put(card)
        else:
            self.front[seat * 2 + (1 if card == CAR_EXCHANGE else 0)] += 1

    def blind_card(self, seat: i64) -> i64:
        """Any card of a hand, each as likely. CA-17"""
        pick = self.rng.below(i64(self.size[seat]))
        card: i64 = 0
        i = seat * TYPES
        while True:
            pick -= i64(self.hand[i])
            if pick < 0:
                return card
            card += 1
            i += 1
