"""The rules of Pit Stop: set-up, what each action does, settling a play, and the end of a round."""

from __future__ import annotations

from mypy_extensions import i16, i64, u8

from tailback.core.contract import ALL, FIRST, Decision
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.pit_stop.instinct import sensible
from tailback.games.pit_stop.legal import list_moves, must_pass, timed_out, verdict_on
from tailback.games.pit_stop.material import (
    ACCEPT,
    ALLOW,
    CAR,
    CAR_EXCHANGE,
    CAR_TRAITS,
    COLOUR,
    COLOURS,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DONE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    GARAGE,
    GARAGE_CARD,
    HAND,
    IDLE_LAPS,
    KEEP,
    NEW_CAR,
    NEW_CAR_CARD,
    NO_CARD,
    PAINT,
    PAINT_SHOP,
    PASS,
    RENEW,
    ROUND_STEPS,
    SAY,
    SERVICE_KIND,
    SILENT,
    SWAP,
    TALK_SECONDS,
    TYPES,
    action_card,
    card_name,
    is_car,
    traits_of,
)
from tailback.games.pit_stop.observe import observe
from tailback.games.pit_stop.outlook import chance
from tailback.games.pit_stop.refusals import refused
from tailback.games.pit_stop.slips import slip_of
from tailback.games.pit_stop.table import (
    DECISIONS,
    DRAWN,
    FINED,
    IN_GARAGE,
    OPEN_COLOUR,
    OPEN_GARAGE,
    OVER,
    RENEWAL,
    REPLY,
    SERVICED,
    TALK,
    TURN,
    WINDOW,
)
from tailback.games.pit_stop.views import PitStopViews
from tailback.games.pit_stop.worlds import deal_anew


class PitStopState(PitStopViews):
    """One match of Pit Stop."""

    def blank(self) -> PitStopState:
        return PitStopState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    def verdict(self, seat: i64, action: i64) -> i64:
        return verdict_on(self, seat, action)

    def moves(self, seat: i64) -> i64:
        return list_moves(self, seat)

    def forced(self, seat: i64) -> bool:
        return must_pass(self, seat)

    def lapse(self, seat: i64) -> i64:
        return timed_out(self, seat)

    def instinct(self, seat: i64, rng: Rng) -> i64:
        return sensible(self, seat, rng)

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        return slip_of(self, seat, level, rng)

    def stretch(self) -> i64:
        return len(self.rounds)

    def outlook(self, seat: i64) -> float:
        return super().outlook(seat) if self.phase == OVER else chance(self, seat)

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        return refused(self, seat, action, verdict)

    def guess(self, seat: int | None, rng: Rng) -> PitStopState:
        world = PitStopState()
        self.copy_to(world)
        world.rng = rng.branch()
        if self.phase != OVER:
            deal_anew(self, world, -1 if seat is None else seat, rng, False)
        return world

    def likely(self, seat: i64, rng: Rng) -> PitStopState:
        """As `imagine`, where most players hold nothing that they would have shown."""
        world = PitStopState()
        self.copy_to(world)
        world.rng = rng.branch()
        if not deal_anew(self, world, seat, rng, True):
            self.copy_to(world)
            world.rng = rng.branch()
            deal_anew(self, world, seat, rng, False)
        return world

    # Set-up

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.rounds = ()
        self.last_round = 0
        # The lot is drawn even where the dealer is named, so that a seed always gives the same order of cards.
        lot = self.rng.below(self.players)
        self.dealer = self.rules.first_dealer - 1 if self.rules.first_dealer > 0 else lot  # CA-2
        self.deal()

    def deal(self) -> None:
        """One round: six cards each from the dealer's left, then the first card. CG-17..CG-20"""
        self.deck.copy_from(self.rules.deck)
        self.clear()
        for _k in range(HAND):
            seat = self.dealer
            for _k in range(self.players):
                seat = seat + 1 if seat + 1 < self.players else 0
                self.gain(seat, self.deck.draw(self.rng))
        if self.events is not None:
            self.tell("dealt", {"dealer": int(self.dealer), "cards": HAND, "round": len(self.rounds) + 1})
            for seat in range(self.players):
                self.tell("hand", {"seat": int(seat)}, {"cards": self.hand_names(seat)}, (int(seat),))
        self.open_pile()

    def open_pile(self) -> None:
        """Turn up the first card: as if the dealer had played it at the left neighbour. CG-20..CG-23, CA-3..CA-8"""
        card = self.deck.draw(self.rng)
        while not self.opens(card):
            if self.events is not None:
                self.tell("returned", {"card": card_name(card)})
            self.deck.add(card)
            card = self.deck.draw(self.rng)
        self.put(card)
        if self.events is not None:
            self.tell("opened", {"card": card_name(card)})
        left = self.after(self.dealer)
        if card >= PAINT_SHOP:
            self.seat = self.dealer
            self.phase = OPEN_COLOUR if card == PAINT_SHOP else OPEN_GARAGE
            return
        self.colour = card // 11
        self.phase = TURN
        self.seat = left
        if card % 11 == SERVICE_KIND:
            self.phase = SERVICED
        elif card % 11 == FINE_KIND:
            self.phase = FINED
            self.chain = (int(self.dealer),)
        if self.events is not None and self.phase != TURN:
            self.tell_penalty()

    def opens(self, card: i64) -> bool:
        """May this card begin the pile? CG-21, CA-3, CA-4"""
        return is_car(card) if self.rules.cars_only else card < CAR_EXCHANGE

    # The clock

    def lasts(self) -> i64:
        return 60 * self.rules.minutes if self.last_round == 0 else 0

    def ring(self) -> None:
        """The time is up: this round is played to its end, and it is the last one. CA-46"""
        self.last_round = len(self.rounds) + 1
        self.tell("time_up", {"round": int(self.last_round)})

    # Decision

    def waiting(self) -> i64:
        if self.phase == OVER:
            return -1
        return self.first_watcher() if self.phase == WINDOW else self.seat

    def decision(self) -> Decision | None:
        if self.phase == OVER:
            return None
        kind = DECISIONS[int(self.phase)]
        if self.phase == TALK:
            return Decision(kind, (int(self.seat),), ALL, TALK_SECONDS)
        if self.phase != WINDOW:
            return Decision(kind, (int(self.seat),), ALL)
        if self.rules.poll:
            return Decision(kind, (int(self.first_watcher()),), ALL)
        asked: list[int] = []  # CA-27, CA-28
        for k in range(1, self.players):
            seat = (self.finisher + k) % self.players
            if (self.watch >> seat) & 1:
                asked.append(int(seat))
        return Decision(kind, tuple(asked), FIRST, self.rules.seconds, True)

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        self.steps += 1
        phase = self.phase
        if phase == TURN or phase == DRAWN:
            self.act(seat, action)
        elif phase == WINDOW:
            self.react(seat, action)
        elif phase == TALK:
            self.talk(seat, action)
        elif phase == IN_GARAGE or phase == OPEN_GARAGE:
            self.act_in_garage(seat, action)
        elif phase == SERVICED:
            self.answer_service(seat, action)
        elif phase == FINED:
            self.answer_fine(seat, action)
        elif phase == REPLY:
            self.answer_exchange(seat, action)
        else:
            self.name_colour(seat, action - COLOUR)
            self.turn_of(self.after(seat))
        if self.steps >= ROUND_STEPS and self.phase != OVER:
            self.break_off("too_long")

    def act(self, seat: i64, action: i64) -> None:
        """The turn of a player with nothing pending. CG-25, CG-26"""
        if action == DRAW:
            self.suppose(seat, self.fitting() | traits_of(PAINT_SHOP) | traits_of(GARAGE_CARD))
            self.drawn = self.draw_card(seat, "drew")
            if self.rules.play_drawn:
                self.phase = DRAWN
            else:
                self.turn_without_card(seat)
            return
        if action == PASS:
            self.has_none(seat, self.fitting() | self.always_playable())
            self.no_garage |= 1 << seat
            if not self.all_pass(seat):
                self.turn_without_card(seat)
            return
        if action == KEEP:
            if self.events is not None:
                self.tell("kept", {"seat": int(seat)})
            self.turn_without_card(seat)
            return
        self.play(seat, action)

    def all_pass(self, seat: i64) -> bool:
        """This player passes; the round is over when nobody did anything else. CA-48"""
        self.passes += 1
        if self.events is not None:
            self.tell("passed", {"seat": int(seat)})
        if self.passes < self.count_in():
            return False
        self.break_off("stuck")
        return True

    def turn_without_card(self, seat: i64) -> None:
        """Too many laps without a card on the table end the round. CA-49"""
        self.drawn = NO_CARD
        self.idle += 1
        if self.idle >= IDLE_LAPS * self.count_in():
            self.break_off("idle")
        else:
            self.turn_of(self.after(seat))

    def turn_of(self, seat: i64) -> None:
        self.phase = TURN
        self.seat = seat

    def play(self, seat: i64, action: i64) -> None:
        """Lay a card on one's own turn and note what follows when it is settled."""
        card = action_card(action)
        self.lay_down(seat, card)
        self.drawn = NO_CARD
        self.next_phase = TURN
        self.next_seat = self.after(seat)
        if card >= CAR_EXCHANGE:
            self.play_to_table(seat, action)
            return
        if self.events is not None:
            self.tell("laid", {"seat": int(seat), "card": card_name(card), "left": int(self.size[seat])})
        if card == PAINT_SHOP:  # CG-56
            self.name_colour(seat, action - PAINT)
        elif card == GARAGE_CARD:  # CG-59
            self.name_colour(seat, action - GARAGE)
            self.garage_n = 0
            self.phase = IN_GARAGE
            return
        else:
            self.colour = card // 11
            if card % 11 == SERVICE_KIND:  # CG-40, CA-13
                self.next_phase = SERVICED
            elif card % 11 == FINE_KIND:
                self.fine(seat, (action - FINE) % 8)
        self.settle(seat)

    def play_to_table(self, seat: i64, action: i64) -> None:
        """New Car without effect, or a Car Exchange with its announced use. CG-67..CG-74, CA-38"""
        if action == NEW_CAR:
            if self.events is not None:
                self.tell("new_car", {"seat": int(seat), "left": int(self.size[seat])})
        elif action == EXCHANGE:
            if self.events is not None:
                self.tell("exchange", {"seat": int(seat), "left": int(self.size[seat])})
        elif action == RENEW:
            self.next_phase = RENEWAL
            self.next_seat = seat
            if self.events is not None:
                self.tell("renew", {"seat": int(seat), "left": int(self.size[seat])})
        else:
            self.trader = seat
            self.next_phase = REPLY
            self.next_seat = action - SWAP
            if self.events is not None:
                self.tell("swap", {"seat": int(seat), "target": int(action - SWAP), "left": int(self.size[seat])})
        self.settle(seat)

    def act_in_garage(self, seat: i64, action: i64) -> None:
        """Car by Car; the last one decides what follows. CG-61, CA-8, CA-23"""
        if action == DRAW:  # CG-23: the duty moves on
            self.has_none(seat, CAR_TRAITS)
            self.draw_card(seat, "no_car")
            self.seat = self.after(seat)
            return
        if action == PASS:
            self.has_none(seat, CAR_TRAITS)
            if not self.all_pass(seat):
                self.seat = self.after(seat)
            return
        if action == DONE:
            if self.events is not None:
                self.tell("garage_done", {"seat": int(seat), "cars": int(self.garage_n)})
            self.next_phase = TURN
            self.next_seat = self.after(seat)
            self.settle(seat)
            return
        card = action - CAR
        if self.phase == OPEN_GARAGE:
            self.phase = IN_GARAGE
            self.garage_n = 0
            self.colour = card // 11
        self.lay_down(seat, card)
        self.garage_n += 1
        if self.events is not None:
            self.tell("laid", {"seat": int(seat), "card": card_name(card), "left": int(self.size[seat])})

    def answer_service(self, seat: i64, action: i64) -> None:
        """CG-40, CG-42, CA-13"""
        if action == ACCEPT:
            self.suppose(seat, 16 << SERVICE_KIND)
            if self.events is not None:
                self.tell("missed", {"seat": int(seat)})
            self.turn_of(self.after(seat))
            return
        card = (action - COUNTER_SERVICE) * 11 + SERVICE_KIND
        self.lay_down(seat, card)
        self.colour = card // 11
        if self.events is not None:
            self.tell("countered", {"seat": int(seat), "card": card_name(card), "left": int(self.size[seat])})
        self.next_phase = TURN if self.rules.cancel else SERVICED
        self.next_seat = self.after(seat)
        self.settle(seat)

    def answer_fine(self, seat: i64, action: i64) -> None:
        if action == ACCEPT:
            self.suppose(seat, 16 << FINE_KIND)
            self.pay(seat)
            return
        card = action_card(action)
        self.lay_down(seat, card)
        self.colour = card // 11
        if self.events is not None:
            self.tell("countered", {"seat": int(seat), "card": card_name(card), "left": int(self.size[seat])})
        self.fine(seat, (action - COUNTER_FINE) % 8)
        self.settle(seat)

    def fine(self, seat: i64, target: i64) -> None:
        """One more Fine in the chain, aimed at this player; those between miss their turn. CG-45, CG-46, CG-51"""
        self.chain = (*self.chain, int(seat))
        self.next_phase = FINED
        self.next_seat = target

    def pay(self, seat: i64) -> None:
        """Take two cards for each Fine, in order; each giver's hand is counted anew. CG-47..CG-55, CA-18, CA-19"""
        chain = self.chain
        self.chain = ()
        if self.events is not None:
            self.tell("accepted", {"seat": int(seat), "n": 2 * len(chain)})
        for giver in chain:
            from_hand: i64 = 0
            if giver != seat and self.size[giver] > 1:  # CG-54
                from_hand = 2 if self.size[giver] > 2 else 1
            for _k in range(from_hand):
                self.take_from(giver, seat)
            self.give(seat, 2 - from_hand, "fine_deck")
        self.next_phase = TURN
        self.next_seat = self.after(seat)  # CG-55
        self.check_finish(seat)  # still without a card after a New Car and an empty supply: CA-30

    def take_from(self, giver: i64, seat: i64) -> None:
        card = self.blind_card(giver)
        self.take_away(giver, card)
        self.gain(seat, card)
        self.moved_unseen(giver, seat, card)
        if self.events is not None:
            pair = (int(giver), int(seat))
            self.tell("fine_hand", {"seat": int(seat), "giver": int(giver)}, {"card": card_name(card)}, pair)

    def answer_exchange(self, seat: i64, action: i64) -> None:
        """CG-72, CA-37: next is the player after the one who asked."""
        self.next_phase = TURN
        self.next_seat = self.after(self.trader)
        if action == ALLOW:
            if self.size[seat] <= self.size[self.trader]:
                self.suppose(seat, traits_of(CAR_EXCHANGE))
            self.swap_hands(self.trader, seat)
            self.hand_over()
            return
        self.lay_down(seat, CAR_EXCHANGE)
        if self.events is not None:
            self.tell("no_swap", {"seat": int(seat), "trader": int(self.trader), "left": int(self.size[seat])})
        self.settle(seat)

    def swap_hands(self, a: i64, b: i64) -> None:
        for card in range(TYPES):
            kept = self.hand[a * TYPES + card]
            self.hand[a * TYPES + card] = self.hand[b * TYPES + card]
            self.hand[b * TYPES + card] = kept
        size = self.size[a]
        self.size[a] = self.size[b]
        self.size[b] = size
        self.lacks_swapped(a, b)
        self.hands_swapped(a, b)
        if self.events is not None:
            self.tell(
                "swapped",
                {"seat": int(a), "target": int(b), "cards": int(self.size[a]), "given": int(self.size[b])},
                {"hand": self.hand_names(a), "other": self.hand_names(b)},
                (int(a), int(b)),
            )

    def renew_hand(self, seat: i64) -> None:
        """The whole hand under the pile, as many new cards from the deck. CG-73, CA-39"""
        count = i64(self.size[seat])
        i = self.pile_n
        while i > 0:
            i -= 1
            self.pile[i + count] = self.pile[i]
        self.pile_n += count
        i = 0
        for card in range(TYPES):
            while self.hand[seat * TYPES + card] > 0:
                self.take_away(seat, card)
                self.pile[i] = u8(card)
                i += 1
        self.burier = (int(seat),) * int(count) + self.burier
        self.hand_gone(seat)
        self.forget_hand(seat)
        if self.events is not None:
            self.tell("buried", {"seat": int(seat), "cards": int(count)})
        self.give(seat, count, "renew_card")

    def name_colour(self, seat: i64, colour: i64) -> None:
        self.colour = colour
        if self.events is not None:
            self.tell("colour", {"seat": int(seat), "colour": COLOURS[colour]})

    # Settling a play: words, finish and window, then whoever is next

    def settle(self, seat: i64) -> None:
        self.idle = 0
        self.passes = 0
        if self.rules.talk:
            self.phase = TALK
            self.seat = seat
        else:
            self.check_finish(seat)

    def talk(self, seat: i64, action: i64) -> None:
        """Words for the play; silence may cost a card, before anything is counted. CG-33..CG-36, CA-51"""
        if action != SILENT:
            if self.events is not None:
                self.tell("said", {"seat": int(seat), "phrase": "say" + str(int(action - SAY + 1))})
        else:
            if self.events is not None:
                self.tell("silent", {"seat": int(seat)})
            if self.rules.talk_penalty:
                self.give(seat, 1, "silence_card")
        self.check_finish(seat)

    def check_finish(self, seat: i64) -> None:
        """An empty hand is finished, unless a Fine still waits for it. CG-10, CA-26, CA-30"""
        if self.size[seat] > 0 or (self.next_phase == FINED and self.next_seat == seat):
            self.hand_over()
            return
        self.active &= ~(1 << seat)
        self.place[self.placed] = u8(seat)
        self.placed += 1
        if self.events is not None:
            self.tell("finished", {"seat": int(seat), "place": int(self.placed)})
        if self.on_table(NEW_CAR_CARD) >= 2:  # CA-26
            self.close_window()
            return
        self.phase = WINDOW
        self.finisher = seat
        self.watch = self.active

    def react(self, seat: i64, action: i64) -> None:
        """The finish window: the first New Car counts. CG-64..CG-66, CA-27..CA-32"""
        if action == PASS:
            self.suppose(seat, traits_of(NEW_CAR_CARD))
            self.watch &= ~(1 << seat)
            if self.events is not None:
                self.tell("let_go", {"seat": int(seat)})
            if self.watch == 0:
                self.close_window()
            return
        back = self.finisher
        self.finisher = -1
        self.watch = 0
        self.lay_down(seat, NEW_CAR_CARD)
        self.placed -= 1  # CA-31
        self.active |= 1 << back
        if self.events is not None:
            self.tell("brought_back", {"seat": int(back), "by": int(seat), "left": int(self.size[seat])})
        self.give(back, 2, "return_card")
        self.settle(seat)

    def close_window(self) -> None:
        self.finisher = -1
        if self.count_in() < 2:  # CG-12, CA-42
            self.end_round()
        else:
            self.hand_over()

    def hand_over(self) -> None:
        """Go on with what the play led to. A Service is used up by a target who has finished. CA-30, CA-47"""
        self.phase = self.next_phase
        self.seat = self.next_seat
        if self.phase == RENEWAL:
            self.renew_hand(self.seat)
            self.turn_of(self.after(self.seat))
        elif self.phase == REPLY and self.on_table(CAR_EXCHANGE) >= 4:  # CA-37: nobody can counter
            self.swap_hands(self.trader, self.seat)
            self.turn_of(self.after(self.trader))
        elif not self.still_in(self.seat):
            self.turn_of(self.after(self.seat))
        elif self.events is not None and self.phase != TURN and self.phase != REPLY:
            self.tell_penalty()

    def tell_penalty(self) -> None:
        if self.phase == SERVICED:
            self.tell("serviced", {"seat": int(self.seat)})
        else:
            self.tell("fined", {"seat": int(self.seat), "n": 2 * len(self.chain)})

    # The end of a round

    def end_round(self) -> None:
        """One player is left. CG-11, CG-12, CG-15"""
        line = [0] * int(self.players)
        for i in range(self.placed):
            line[int(self.place[i])] = self.place_points(i)
        self.score(line)

    def break_off(self, reason: str) -> None:
        """Those still in are ranked by fewest cards; equals share the lower points. CA-48, CA-49"""
        if self.events is not None:
            self.tell(reason, {})
        line = [0] * int(self.players)
        for i in range(self.placed):
            line[int(self.place[i])] = self.place_points(i)
        for seat in range(self.players):
            if self.still_in(seat):
                index = self.placed - 1
                for other in range(self.players):
                    if self.still_in(other) and self.size[other] <= self.size[seat]:
                        index += 1
                line[int(seat)] = self.place_points(index)
        self.score(line)

    def score(self, line: list[int]) -> None:
        """Note the points; the match ends with the round that reaches its limit. CG-13, CA-44, CA-46, CA-52"""
        for seat in range(self.players):
            more = self.rules.on_top[int(seat)]
            if more == 0 and len(self.rounds) < self.rules.for_one:
                line[int(seat)] = 0
            line[int(seat)] += more
        self.rounds = (*self.rounds, tuple(line))
        if self.events is not None:
            order = [int(self.place[i]) for i in range(self.placed)]
            hands = [self.hand_names(seat) for seat in range(self.players)]
            self.tell("round_over", {"round": len(self.rounds), "order": order, "points": line, "hands": hands})
        if self.limit_reached():
            self.phase = OVER
            if self.events is not None:
                self.tell("match_over", {"scores": self.scores(), "places": self.ranking()})
            return
        self.dealer = (self.dealer + 1) % self.players  # CA-2
        self.deal()

    def limit_reached(self) -> bool:
        """CA-44, CA-46, CA-53"""
        played = len(self.rounds)
        if played >= self.rules.rounds or (self.last_round > 0 and played >= self.last_round):
            return True
        return self.rules.by_points and max(self.scores()) >= self.rules.points
