"""The table of Pit Stop: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import (
    CAR_EXCHANGE,
    COLOURS,
    FULL_DECK,
    NEW_CAR_CARD,
    NO_CARD,
    PAINT_SHOP,
    SERVICE_KIND,
    TYPES,
    card_name,
    most_rounds,
)
from tailback.games.pit_stop.memory import PitStopMemory

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

    def __init__(self, options: dict[str, Any]) -> None:
        self.by_points: bool = options["limit"] == "points"
        self.points: i64 = options["points"]
        self.rounds: i64 = options["rounds"] if options["limit"] == "rounds" else most_rounds(options["points"])
        self.talk: bool = options["talk"] != "off"
        self.talk_penalty: bool = options["talk"] == "penalty"
        self.cars_only: bool = options["opening"] == "carsOnly"
        self.play_drawn: bool = options["playDrawn"] == "yes"
        self.cancel: bool = options["serviceCounter"] == "cancel"
        self.fine_next: bool = options["fineTarget"] == "next"
        self.garage_min: i64 = options["garageMin"]
        self.poll: bool = options["newCarWindow"] == "poll"
        self.seconds: float = float(options["windowSeconds"])
        self.first_dealer: i64 = options["firstDealer"]
        self.deck: Deck = Deck(FULL_DECK)


class PitStopTable(PitStopMemory):
    """What lies on the table and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options)
        if players == 0:
            return
        self.rules: Rules = Rules(self.options)
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
        self.trader: i64 = -1
        self.finisher: i64 = -1
        self.watch: i64 = 0
        self.garage_n: i64 = 0
        self.drawn: i64 = NO_CARD
        self.idle: i64 = 0
        self.passes: i64 = 0
        self.steps: i64 = 0

    def copy_table(self, twin: PitStopTable) -> None:
        self.copy_shedding(twin)
        twin.rules = self.rules
        twin.hand = self.hand[:]
        twin.size = self.size[:]
        twin.known = self.known[:]
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
        twin.trader = self.trader
        twin.finisher = self.finisher
        twin.watch = self.watch
        twin.garage_n = self.garage_n
        twin.drawn = self.drawn
        twin.idle = self.idle
        twin.passes = self.passes
        twin.steps = self.steps

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

    # What a seat may know

    def show(self, seat: int | None) -> View:
        over = self.phase == OVER
        totals = self.scores()
        order = [int(self.place[i]) for i in range(self.placed)]
        seats = []
        for other in range(self.players):
            seats.append(
                {
                    "cards": int(self.size[other]),  # CA-50
                    "score": totals[other],
                    "place": order.index(int(other)) + 1 if int(other) in order else None,
                    "front": ["NC"] * int(self.front[other * 2]) + ["CX"] * int(self.front[other * 2 + 1]),
                }
            )
        found: View = {
            "round": len(self.table) + (0 if over else 1),
            "rounds": None if self.rules.by_points else int(self.rules.rounds),
            "points": int(self.rules.points) if self.rules.by_points else None,
            "dealer": int(self.dealer),
            "seat": seat,
            "turn": None if over or self.phase == WINDOW else int(self.seat),
            "seats": seats,
            "places": order,
            "top": card_name(int(self.top())),
            "colour": COLOURS[self.colour] if self.colour >= 0 else None,
            "deck": int(self.deck.n),
            "pile": [self.pile_name(i, seat) for i in range(self.pile_n)],
            "pending": self.pending_view(),
            "exchange": self.exchange_view(),
            "garage": int(self.garage_n) if self.phase == IN_GARAGE else None,
            "finisher": int(self.finisher) if self.phase == WINDOW else None,
            "passes": int(self.passes),
            "idle": int(self.idle),
            "table": [list(line) for line in self.table],
        }
        if over:
            found["hands"] = [self.hand_names(other) for other in range(self.players)]
        if seat is not None:
            found["hand"] = self.hand_names(seat)
            found["known"] = [self.known_names(seat, other) for other in range(self.players)]
            found["buried"] = [card_name(int(self.pile[i])) for i in range(len(self.burier)) if self.burier[i] == seat]
            if self.phase == DRAWN and seat == self.seat:
                found["drawn"] = card_name(int(self.drawn))
        return found

    def pending_view(self) -> dict[str, Any] | None:
        """An open penalty, also while the words or a window before it are still to come."""
        phase = self.phase
        target = self.seat
        if phase == TALK or phase == WINDOW:
            phase = self.next_phase
            target = self.next_seat
        if phase == SERVICED:
            return {"kind": "service", "target": int(target), "chain": [], "cards": 0}
        if phase == FINED:
            return {"kind": "fine", "target": int(target), "chain": list(self.chain), "cards": 2 * len(self.chain)}
        return None

    def exchange_view(self) -> dict[str, Any] | None:
        """A swap that is announced and not yet answered."""
        if self.phase == REPLY:
            return {"seat": int(self.trader), "target": int(self.seat)}
        if self.phase == TALK and self.next_phase == REPLY:
            return {"seat": int(self.trader), "target": int(self.next_seat)}
        return None

    def pile_name(self, i: i64, seat: int | None) -> str:
        """Buried cards are known to whoever buried them. CA-39"""
        if i < len(self.burier) and self.phase != OVER and (seat is None or self.burier[int(i)] != seat):
            return "?"
        return card_name(int(self.pile[i]))

    def guess(self, seat: int | None, rng: Rng) -> PitStopTable:
        """Deal everything unseen anew: what is not known of the other hands, what others buried, the deck."""
        world = self.clone()
        assert isinstance(world, PitStopTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        viewer: i64 = -1 if seat is None else seat
        pool = world.deck
        pool.fixed = 0
        for other in range(self.players):
            if other == viewer:
                continue
            for card in range(TYPES):
                kept: i64 = self.knows(viewer, other, card) if viewer >= 0 else 0
                while i64(world.hand[other * TYPES + card]) > kept:
                    world.take_away(other, card)
                    pool.add(card)
        for i in range(len(self.burier)):
            if self.burier[i] != viewer:
                pool.add(i64(self.pile[i]))
        if self.phase == IN_GARAGE and self.seat != viewer and self.garage_n < self.rules.garage_min:
            # Whoever opened a Garage holds a Car for it: that much is public.
            if world.cars_of(self.seat, self.colour) == 0:
                world.gain(self.seat, world.draw_car(self.colour, rng))
        for other in range(self.players):
            while world.size[other] < self.size[other]:
                card = pool.draw(rng)
                world.gain(other, card)
                if self.phase == DRAWN and other == self.seat:
                    world.drawn = card
        for i in range(len(self.burier)):
            if self.burier[i] != viewer:
                world.pile[i] = u8(pool.draw(rng))
        world.guess_knowledge(self, viewer, rng)
        return world

    def draw_car(self, colour: i64, rng: Rng) -> i64:
        """A random Car of this colour out of the deck."""
        count: i64 = 0
        for k in range(SERVICE_KIND):
            count += self.deck.count(colour * 11 + k)
        pick = rng.below(count)
        for k in range(SERVICE_KIND):
            pick -= self.deck.count(colour * 11 + k)
            if pick < 0:
                self.deck.take(colour * 11 + k)
                return colour * 11 + k
        raise AssertionError("no such Car")

    def guess_knowledge(self, real: PitStopTable, viewer: i64, rng: Rng) -> None:
        """The others know as many cards of each other as they really do, but cards of this world."""
        if len(self.known) == 0:
            return
        for other in range(self.players):
            for holder in range(self.players):
                if other == viewer or holder == viewer or other == holder:
                    continue
                left: i64 = 0
                for card in range(TYPES):
                    left += real.knows(other, holder, card)
                    while self.knows(other, holder, card) > 0:
                        self.unlearn(other, holder, card)
                unseen = i64(self.size[holder])
                for card in range(TYPES):
                    for _ in range(self.hand[holder * TYPES + card]):
                        if rng.below(unseen) < left:
                            self.learn(other, holder, card)
                            left -= 1
                        unseen -= 1

    def census(self) -> list[str]:
        found = [card_name(int(self.pile[i])) for i in range(self.pile_n)]
        found += [card_name(int(self.deck.cards[i])) for i in range(self.deck.n)]
        for seat in range(self.players):
            found += self.hand_names(seat)
            found += ["NC"] * int(self.front[seat * 2]) + ["CX"] * int(self.front[seat * 2 + 1])
        return found

    # Cards and places

    def card_text(self, card: i64) -> str:
        return card_name(card)

    def rebuilt(self) -> None:
        """Nobody can say any more where the buried cards are. CA-39, CA-41"""
        self.burier = ()

    def hand_names(self, seat: i64) -> list[str]:
        names: list[str] = []
        for card in range(TYPES):
            for _ in range(self.hand[seat * TYPES + card]):
                names.append(card_name(int(card)))
        return names

    def known_names(self, viewer: i64, holder: i64) -> list[str]:
        names: list[str] = []
        for card in range(TYPES):
            for _ in range(self.knows(viewer, holder, card)):
                names.append(card_name(int(card)))
        return names

    def cars_of(self, seat: i64, colour: i64) -> i64:
        found: i64 = 0
        base = seat * TYPES + colour * 11
        for i in range(base, base + SERVICE_KIND):
            found += i64(self.hand[i])
        return found

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

    def on_table(self, card: i64) -> i64:
        """How many New Cars or Car Exchanges lie open."""
        found: i64 = 0
        offset: i64 = 0 if card == NEW_CAR_CARD else 1
        for seat in range(self.players):
            found += i64(self.front[seat * 2 + offset])
        return found

    def fits(self, card: i64) -> bool:
        """Does this card go on the pile, nothing pending? CG-29, CG-30, CA-12"""
        if card >= PAINT_SHOP or card // 11 == self.colour:
            return True
        top = self.top()
        return top < PAINT_SHOP and top % 11 == card % 11

    def gain(self, seat: i64, card: i64) -> None:
        self.hand[seat * TYPES + card] += 1
        self.size[seat] += 1

    def take_away(self, seat: i64, card: i64) -> None:
        self.hand[seat * TYPES + card] -= 1
        self.size[seat] -= 1

    def lay_down(self, seat: i64, card: i64) -> None:
        """A card leaves the hand openly: grey exchange and return cards to the table, others to the pile."""
        self.take_away(seat, card)
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
