"""Who decides in Pit Stop, what is legal, why something is not, and what a clock plays."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.contract import ALL, FIRST, Decision
from tailback.core.errors import IllegalMove
from tailback.games.pit_stop.material import (
    ACCEPT,
    ACTIONS,
    ALLOW,
    CAR,
    CAR_EXCHANGE,
    COLOUR,
    COLOURS,
    COUNTER_EXCHANGE,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DONE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    GARAGE,
    GARAGE_CARD,
    KEEP,
    LAY,
    NEW_CAR,
    NEW_CAR_CARD,
    NO_CARD,
    PAINT,
    PAINT_SHOP,
    PASS,
    RENEW,
    RETURN,
    SAY,
    SERVICE_KIND,
    SILENT,
    SWAP,
    TALK_SECONDS,
    TYPES,
    action_card,
    card_name,
)
from tailback.games.pit_stop.table import (
    DECISIONS,
    DRAWN,
    FINED,
    IN_GARAGE,
    OPEN_COLOUR,
    OPEN_GARAGE,
    OVER,
    REPLY,
    SERVICED,
    TALK,
    TURN,
    WINDOW,
    PitStopTable,
)


class PitStopMoves(PitStopTable):
    """The choices of every seat."""

    # Decision

    def waiting(self) -> i64:
        if self.phase == OVER:
            return -1
        return self.first_watcher() if self.phase == WINDOW else self.seat

    def first_watcher(self) -> i64:
        """The next one asked about a return, clockwise from the finisher's left. CA-29"""
        seat = self.finisher
        while True:
            seat = seat + 1 if seat + 1 < self.players else 0
            if (self.watch >> seat) & 1:
                return seat

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

    # Legal actions

    def moves(self, seat: i64) -> i64:
        phase = self.phase
        if phase == TURN:
            return self.turn_moves(seat) if seat == self.seat else 0
        if phase == WINDOW:
            return self.window_moves(seat)
        if phase == OVER or seat != self.seat:
            return 0
        if phase == IN_GARAGE:
            return self.garage_moves(seat)
        if phase == SERVICED:
            return self.service_moves(seat)
        if phase == FINED:
            return self.fine_moves(seat)
        if phase == DRAWN:
            return self.drawn_moves(seat)
        if phase == OPEN_GARAGE:
            return self.open_garage_moves(seat)
        if phase == REPLY:  # CG-72, CA-37
            n: i64 = 0
            if self.hand[seat * TYPES + CAR_EXCHANGE] > 0:
                self.buf[0] = COUNTER_EXCHANGE
                n = 1
            self.buf[n] = ALLOW
            return n + 1
        if phase == TALK:  # CG-33
            for i in range(8):
                self.buf[i] = SAY + i
            self.buf[8] = SILENT
            return 9
        for colour in range(4):  # CA-7
            self.buf[colour] = COLOUR + colour
        return 4

    def turn_moves(self, seat: i64) -> i64:
        """Everything that fits, and drawing. CG-26, CG-29..CG-31, CA-9, CA-12"""
        n: i64 = 0
        base = seat * TYPES
        hand = self.hand
        first = self.colour * 11
        for card in range(first, first + FINE_KIND):
            if hand[base + card] > 0:
                self.buf[n] = LAY + card
                n += 1
        if hand[base + first + FINE_KIND] > 0:
            n = self.offer(n, seat, first + FINE_KIND)
        top = self.top()
        if top < PAINT_SHOP:
            card = top % 11
            for colour in range(4):
                if colour != self.colour and hand[base + card] > 0:
                    n = self.offer(n, seat, card)
                card += 11
        for card in range(PAINT_SHOP, TYPES):
            if hand[base + card] > 0:
                n = self.offer(n, seat, card)
        if self.deck.n + self.pile_n > 1:
            self.buf[n] = DRAW
            return n + 1
        if n == 0:  # CA-48
            self.buf[0] = PASS
            return 1
        return n

    def offer(self, n: i64, seat: i64, card: i64) -> i64:
        """Write the ways to play this card on one's own turn."""
        if card < PAINT_SHOP:
            if card % 11 == FINE_KIND:
                return self.aim(n, FINE + card // 11 * 8, seat)
            self.buf[n] = LAY + card
            return n + 1
        if card == PAINT_SHOP:  # CG-58, CA-22
            for colour in range(4):
                self.buf[n + colour] = PAINT + colour
            return n + 4
        if card == GARAGE_CARD:  # CG-61, CA-24
            for colour in range(4):
                if self.rules.garage_min == 0 or self.has_car(seat, colour):
                    self.buf[n] = GARAGE + colour
                    n += 1
            return n
        if card == NEW_CAR_CARD:  # CG-67, CA-33
            self.buf[n] = NEW_CAR
            return n + 1
        if self.size[seat] > 1:  # CA-36
            n = self.others(n, SWAP, seat)  # CG-71, CA-35
            self.buf[n] = RENEW
            n += 1
        self.buf[n] = EXCHANGE  # CG-74, CA-40
        return n + 1

    def aim(self, n: i64, first: i64, seat: i64) -> i64:
        """The players this one may fine. CG-45, CA-14, CA-15"""
        if self.rules.fine_next:
            self.buf[n] = first + self.after(seat)
            return n + 1
        return self.others(n, first, seat)

    def others(self, n: i64, first: i64, seat: i64) -> i64:
        """One action for every other player who is still in."""
        for other in range(self.players):
            if (self.active >> other) & 1 and other != seat:
                self.buf[n] = first + other
                n += 1
        return n

    def has_car(self, seat: i64, colour: i64) -> bool:
        base = seat * TYPES + colour * 11
        for i in range(base, base + SERVICE_KIND):
            if self.hand[i] > 0:
                return True
        return False

    def garage_moves(self, seat: i64) -> i64:
        n: i64 = 0
        first = self.colour * 11
        for card in range(first, first + SERVICE_KIND):
            if self.hand[seat * TYPES + card] > 0:
                self.buf[n] = CAR + card
                n += 1
        if self.garage_n >= self.rules.garage_min:
            self.buf[n] = DONE
            n += 1
        return n

    def open_garage_moves(self, seat: i64) -> i64:
        """Any Car, or a card from the deck without one, if there is one to draw. CG-23, CA-8, CA-48"""
        n: i64 = 0
        for card in range(PAINT_SHOP):
            if card % 11 < SERVICE_KIND and self.hand[seat * TYPES + card] > 0:
                self.buf[n] = CAR + card
                n += 1
        if n == 0:
            self.buf[0] = DRAW if self.supply() > 0 else PASS
            return 1
        return n

    def service_moves(self, seat: i64) -> i64:
        """CG-42, CA-11"""
        n: i64 = 0
        for colour in range(4):
            if self.hand[seat * TYPES + colour * 11 + SERVICE_KIND] > 0:
                self.buf[n] = COUNTER_SERVICE + colour
                n += 1
        self.buf[n] = ACCEPT
        return n + 1

    def fine_moves(self, seat: i64) -> i64:
        """CG-50, CA-11, CA-15"""
        n: i64 = 0
        for colour in range(4):
            if self.hand[seat * TYPES + colour * 11 + FINE_KIND] > 0:
                n = self.aim(n, COUNTER_FINE + colour * 8, seat)
        self.buf[n] = ACCEPT
        return n + 1

    def drawn_moves(self, seat: i64) -> i64:
        """Option playDrawn: asked whatever was drawn, so that the question tells nothing. CA-9"""
        n: i64 = 0
        if self.fits(self.drawn):
            n = self.offer(0, seat, self.drawn)
        self.buf[n] = KEEP
        return n + 1

    def window_moves(self, seat: i64) -> i64:
        if (self.watch >> seat) & 1 == 0 or (self.rules.poll and seat != self.first_watcher()):
            return 0
        n: i64 = 0
        if self.hand[seat * TYPES + NEW_CAR_CARD] > 0 and self.supply() > 0:  # CG-64, CA-34
            self.buf[0] = RETURN
            n = 1
        self.buf[n] = PASS
        return n + 1

    # Refusals

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if action < 0 or action >= ACTIONS:
            return IllegalMove("", "unknown_move", {"move": str(action)})
        phase = self.phase
        if phase == TALK:
            return IllegalMove("CG-33", "say_first")
        if phase == OPEN_COLOUR:
            return IllegalMove("CA-7", "name_a_colour")
        if phase == REPLY:
            if action == COUNTER_EXCHANGE:
                return self.not_in_hand(CAR_EXCHANGE, "CG-72")
            return IllegalMove("CA-37", "answer_exchange", {"seat": int(self.trader)})
        if phase == WINDOW:
            return self.why_not_in_window(seat, action)
        if phase == OPEN_GARAGE or phase == IN_GARAGE:
            return self.why_not_in_garage(seat, action)
        if phase == SERVICED:
            if COUNTER_SERVICE <= action < PAINT:
                return self.not_in_hand(action_card(action), "CG-42")
            return IllegalMove("CA-11", "only_service")
        if phase == FINED:
            if COUNTER_FINE <= action < COUNTER_SERVICE:
                return self.why_not_target(seat, action, "CG-50")
            return IllegalMove("CA-11", "only_fine", {"n": 2 * len(self.chain)})
        if phase == DRAWN and (action_card(action) == NO_CARD or action_card(action) != self.drawn):
            return IllegalMove("CA-9", "only_drawn_card")
        return self.why_not_on_turn(seat, action)

    def why_not_in_window(self, seat: i64, action: i64) -> IllegalMove:
        if action != RETURN:
            return IllegalMove("CA-27", "window_open", {"seat": int(self.finisher)})
        if self.hand[seat * TYPES + NEW_CAR_CARD] == 0:
            return self.not_in_hand(NEW_CAR_CARD, "CG-64")
        return IllegalMove("CA-34", "nothing_to_return_with")

    def why_not_in_garage(self, seat: i64, action: i64) -> IllegalMove:
        if self.phase == OPEN_GARAGE and (action == DRAW or action == DONE):
            return IllegalMove("CA-8", "car_first")
        if action == DONE:
            return IllegalMove("CA-24", "garage_needs_car")
        if not CAR <= action < FINE:
            return IllegalMove("CG-61", "garage_open")
        card = action - CAR
        if card % 11 >= SERVICE_KIND:
            return IllegalMove("CG-61", "only_cars", {"card": card_name(card)})
        if self.phase == IN_GARAGE and card // 11 != self.colour:
            return IllegalMove("CG-61", "garage_colour", {"card": card_name(card), "colour": COLOURS[self.colour]})
        return self.not_in_hand(card, "CG-61")

    def why_not_on_turn(self, seat: i64, action: i64) -> IllegalMove:
        """Nothing is pending; the card of the action may be missing, not fit or be misused."""
        if action == RETURN:
            return IllegalMove("CG-65", "return_too_late")
        if COUNTER_FINE <= action < PAINT or action == ACCEPT:
            return IllegalMove("CA-10", "nothing_pending")
        if action == COUNTER_EXCHANGE or action == ALLOW:
            return IllegalMove("CG-72", "no_exchange")
        if CAR <= action < FINE:
            return IllegalMove("CG-39", "cars_need_garage")
        card = action_card(action)
        if card == NO_CARD:
            return self.why_not_other(action)
        if self.hand[seat * TYPES + card] == 0:
            return self.not_in_hand(card, "CG-27")
        if not self.fits(card):
            return self.why_not_fitting(card)
        if action < CAR:
            return IllegalMove("CG-45", "fine_needs_player", {"colour": COLOURS[card // 11]})
        if FINE <= action < COUNTER_FINE:
            return self.why_not_target(seat, action, "CG-45")
        if card == GARAGE_CARD:
            return IllegalMove("CA-24", "no_car_of_colour", {"colour": COLOURS[action - GARAGE]})
        if self.size[seat] == 1:
            return IllegalMove("CA-36", "last_exchange")
        if action - SWAP == seat:
            return IllegalMove("CG-71", "not_with_yourself")
        return IllegalMove("CA-35", "player_is_out")

    def why_not_fitting(self, card: i64) -> IllegalMove:
        top = self.top()
        kind = card % 11
        clause = "CG-38"
        if top >= PAINT_SHOP:
            clause = "CG-58"
        elif kind == SERVICE_KIND:
            clause = "CG-41"
        elif kind == FINE_KIND:
            clause = "CG-44"
        params = {"card": card_name(card), "top": card_name(top), "colour": COLOURS[self.colour]}
        return IllegalMove(clause, "does_not_fit", params)

    def why_not_target(self, seat: i64, action: i64, clause: str) -> IllegalMove:
        card = action_card(action)
        if self.hand[seat * TYPES + card] == 0:
            return self.not_in_hand(card, clause)
        target = (action - FINE) % 8
        if target == seat:
            return IllegalMove("CA-15", "not_yourself")
        if target >= self.players or not self.still_in(target):
            return IllegalMove("CA-15", "player_is_out")
        return IllegalMove("CA-14", "next_player_only", {"seat": int(self.after(seat))})

    def why_not_other(self, action: i64) -> IllegalMove:
        if action == DRAW:
            return IllegalMove("CA-48", "nothing_to_draw")
        if action == PASS:
            return IllegalMove("CA-48", "no_pass")
        if action == KEEP:
            return IllegalMove("CA-9", "nothing_drawn")
        if action == DONE:
            return IllegalMove("CG-61", "no_garage")
        if action >= COLOUR:
            return IllegalMove("CG-58", "colour_only_with_card")
        return IllegalMove("CA-51", "nothing_to_say")

    def not_in_hand(self, card: i64, clause: str) -> IllegalMove:
        return IllegalMove(clause, "not_in_hand", {"card": card_name(card)})

    # Time-outs

    def lapse(self, seat: i64) -> i64:
        """Draw, accept, allow, pass, keep, stay silent; else the first card there is, in the commonest colour."""
        n = self.moves(seat)
        if self.phase == OPEN_COLOUR:
            return self.commonest(seat, COLOUR)
        first = self.buf[0]
        last = self.buf[n - 1]
        # The harmless answer stands last wherever there is one.
        if last >= DRAW or last == ALLOW:
            return last
        if PAINT <= first < SWAP:
            return self.commonest(seat, PAINT if first < GARAGE else GARAGE)
        return first

    def commonest(self, seat: i64, first: i64) -> i64:
        """Of four actions, one for each colour: the legal one in the colour this seat has most cards of."""
        best = first
        most: i64 = -1
        for colour in range(4):
            count = self.colour_count(seat, colour)
            if count > most and self.allows(seat, first + colour):
                best = first + colour
                most = count
        return best
