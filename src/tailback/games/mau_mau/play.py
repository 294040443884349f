"""The rules of Mau-Mau: set-up, who decides, what is legal, what it does."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.contract import ALL, FIRST, Decision, State
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.games.mau_mau.material import (
    ACTIONS,
    CATCH,
    CC,
    COLOURS,
    DRAW,
    HAND,
    KEEP,
    LAY,
    LAY_MAU,
    NAME,
    NO_CARD,
    PASS,
    REVERSE,
    SAY_MAU,
    STOP,
    TAKE,
    TAKE2,
    TAKE4,
    WILD,
    WILD_LAST,
    WILD_MAU,
    card_name,
    laid_card,
    says_mau,
)
from tailback.games.mau_mau.table import COLOUR, DRAWN, OVER, SIZE, STRIDE, TURN, MauMauTable


class MauMauState(MauMauTable):
    """One match of Mau-Mau."""

    def blank(self) -> MauMauState:
        return MauMauState()

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, MauMauState)
        self.copy_table(twin)

    # Set-up

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.table = ()
        self.shown = self.rules.nothing
        # The lot is drawn even where the dealer is named, so that a seed always gives the same order of cards.
        lot = self.rng.below(self.players)
        self.dealer = self.rules.first_dealer - 1 if self.rules.first_dealer > 0 else lot  # MM-8, MA-2
        self.deal()

    def deal(self) -> None:
        """One game: five cards each from the dealer's left, then the first card. MM-8..MM-11"""
        self.deck.copy_from(self.rules.deck)
        for i in range(self.players * STRIDE):
            self.hand[i] = 0
        self.pile_n = 0
        self.step = 1  # MA-3
        self.pending = 0
        self.drawn = NO_CARD
        self.idle = 0
        self.silent = -1
        self.watch = 0
        for _ in range(HAND):
            for k in range(self.players):
                self.gain((self.dealer + 1 + k) % self.players, self.deck.draw(self.rng))
        if self.events is not None:
            self.tell("dealt", {"dealer": int(self.dealer), "cards": HAND, "game": len(self.table) + 1})
            for seat in range(self.players):
                self.tell("hand", {"seat": int(seat)}, {"cards": self.hand_names(seat)}, (int(seat),))
        self.open_pile()

    def open_pile(self) -> None:
        """Turn up the first card; a special goes back inside unless an option says otherwise. MM-11, MA-4"""
        card = self.deck.draw(self.rng)
        aside: list[int] = []
        while self.deck.n > 0 and self.goes_back(card):
            aside.append(int(card))
            if self.events is not None:
                self.tell("returned", {"card": card_name(card)})
            card = self.deck.draw(self.rng)
        for back in aside:
            self.deck.add(back)
        self.returned = tuple(aside)
        self.put(card)
        if card < CC:
            self.colour = card // 13
        if self.events is not None:
            self.tell("opened", {"card": card_name(card)})
        self.phase = TURN
        self.seat = self.dealer
        if self.rules.opening != "asDealer":
            self.advance(1)
        elif card == CC:
            self.phase = COLOUR
        else:
            self.effect(card)

    def goes_back(self, card: i64) -> bool:
        if self.rules.opening == "reflip":
            return card == CC or card % 13 >= REVERSE
        return self.rules.opening == "inert" and card == CC

    # Decision

    def waiting(self) -> i64:
        if self.phase == OVER:
            return -1
        if self.silent < 0:
            return self.seat
        return self.watchers()[0]

    def watchers(self) -> list[int]:
        """Catch mode: the silent player first, then the others in direction, the one on turn last. MA-25"""
        found: list[int] = []
        for k in range(self.players):
            seat = (self.silent + k * self.step + self.players * k) % self.players
            if seat != self.seat and (self.watch >> seat) & 1:
                found.append(int(seat))
        found.append(int(self.seat))
        return found

    def decision(self) -> Decision | None:
        if self.phase == OVER:
            return None
        if self.silent >= 0:
            return Decision("catch", tuple(self.watchers()), FIRST)
        kind = "turn"
        if self.phase == DRAWN:
            kind = "drawn"
        elif self.phase == COLOUR:
            kind = "name_colour"
        elif self.pending > 0:
            kind = "take2"
        return Decision(kind, (int(self.seat),), ALL)

    # Legal actions

    def moves(self, seat: i64) -> i64:
        if self.phase == OVER:
            return 0
        if seat != self.seat:
            return self.watch_moves(seat)
        n: i64 = 0
        if self.phase == TURN:
            n = self.turn_moves(seat) if self.pending == 0 else self.take2_moves(seat)
        elif self.phase == DRAWN:  # MA-6
            if self.fits(self.drawn):
                n = self.offer(0, self.drawn)
            self.buf[n] = KEEP
            n += 1
        else:
            for colour in range(4):
                self.buf[colour] = NAME + colour
            n = 4
        if self.silent >= 0:
            self.buf[n] = SAY_MAU if seat == self.silent else CATCH
            n += 1
        return n

    def watch_moves(self, seat: i64) -> i64:
        """Catch mode, somebody who is not on turn. MA-25"""
        if self.silent < 0 or (self.watch >> seat) & 1 == 0:
            return 0
        self.buf[0] = SAY_MAU if seat == self.silent else CATCH
        self.buf[1] = PASS
        return 2

    def take2_moves(self, seat: i64) -> i64:
        """Any Take 2, or take. MM-25..MM-27, MA-8, MA-9, MA-11"""
        n: i64 = 0
        for colour in range(4):
            if self.hand[seat * STRIDE + colour * 13 + TAKE2] > 0:
                n = self.offer(n, colour * 13 + TAKE2)
        self.buf[n] = TAKE
        return n + 1

    def turn_moves(self, seat: i64) -> i64:
        hand = self.hand
        base = seat * STRIDE
        free: i64 = 0
        if self.rules.free_draw and self.supply() > 0:
            self.buf[0] = DRAW  # in front: whoever always takes the last action then gets to an end
            free = 1
        n = free
        for card in range(self.colour * 13, self.colour * 13 + 13):  # MM-15, MM-18, MA-7
            if hand[base + card] > 0:
                n = self.offer(n, card)
        top = self.top()
        if top < CC:
            kind = top % 13
            for colour in range(4):
                if colour != self.colour and hand[base + colour * 13 + kind] > 0:
                    n = self.offer(n, colour * 13 + kind)
        matched = n > free
        if hand[base + CC] > 0:  # MM-33, MM-35, MA-19
            n = self.offer(n, CC)
        if free == 0 and (n == 0 or (not matched and not self.rules.strict)):
            if self.supply() > 0:  # MM-17, MA-5
                self.buf[n] = DRAW
                n += 1
            elif n == 0:  # MA-30
                self.buf[n] = PASS
                n += 1
        return n

    def offer(self, n: i64, card: i64) -> i64:
        """Write the ways to lay this card; "mau" may go with the second-to-last one. MM-37, MA-24"""
        left = i64(self.hand[self.seat * STRIDE + SIZE])
        mau = left == 2 and not self.rules.auto_mau
        if card < CC:
            self.buf[n] = LAY + card
            n += 1
            if mau:
                self.buf[n] = LAY_MAU + card
                n += 1
            return n
        if left == 1:  # MA-22
            self.buf[n] = WILD_LAST
            return n + 1
        for colour in range(4):  # MA-20
            self.buf[n] = WILD + colour
            n += 1
            if mau:
                self.buf[n] = WILD_MAU + colour
                n += 1
        return n

    def allows(self, seat: i64, action: i64) -> bool:
        """What `moves` would find, without writing it all down: `apply` asks this at every step."""
        self.must_sit(seat)
        if self.phase == OVER:
            return False
        if seat != self.seat:
            if self.silent < 0 or (self.watch >> seat) & 1 == 0:
                return False
            return action == PASS or action == (SAY_MAU if seat == self.silent else CATCH)
        if self.phase == COLOUR:
            return NAME <= action < ACTIONS
        if action <= WILD_LAST:
            return action >= 0 and self.may_lay(seat, action)
        if action == DRAW:
            return self.phase == TURN and self.pending == 0 and self.supply() > 0 and self.may_draw(seat)
        if action == TAKE:
            return self.phase == TURN and self.pending > 0
        if action == KEEP:
            return self.phase == DRAWN
        if action == PASS:
            return self.phase == TURN and self.pending == 0 and self.supply() == 0 and not self.can_lay(seat)
        if action == CATCH:
            return self.silent >= 0 and self.silent != seat
        return action == SAY_MAU and self.silent == seat

    def may_lay(self, seat: i64, action: i64) -> bool:
        card = laid_card(action)
        if self.hand[seat * STRIDE + card] == 0:
            return False
        if self.phase == DRAWN and card != self.drawn:
            return False
        if self.pending > 0:
            if card == CC or card % 13 != TAKE2:
                return False
        elif not self.fits(card):
            return False
        left = i64(self.hand[seat * STRIDE + SIZE])
        if card == CC and (left == 1) != (action == WILD_LAST):
            return False
        return not says_mau(action) or (left == 2 and not self.rules.auto_mau)

    def may_draw(self, seat: i64) -> bool:
        """MM-17, MA-5"""
        if self.rules.free_draw:
            return True
        return not (self.can_lay(seat) if self.rules.strict else self.can_match(seat))

    def can_lay(self, seat: i64) -> bool:
        return self.hand[seat * STRIDE + CC] > 0 or self.can_match(seat)

    def can_match(self, seat: i64) -> bool:
        """Does a coloured card of this hand fit?"""
        hand = self.hand
        base = seat * STRIDE
        for card in range(self.colour * 13, self.colour * 13 + 13):
            if hand[base + card] > 0:
                return True
        top = self.top()
        if top < CC:
            kind = top % 13
            for colour in range(4):
                if hand[base + colour * 13 + kind] > 0:
                    return True
        return False

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if action < 0 or action >= ACTIONS:
            return IllegalMove("", "unknown_move", {"move": str(action)})
        if seat != self.seat:
            return IllegalMove("MA-25", "only_mau_now")
        if self.phase == COLOUR:
            return IllegalMove("MA-4", "name_a_colour")
        card = laid_card(action)
        if card == NO_CARD:
            return self.why_not_other(action)
        if self.hand[seat * STRIDE + card] == 0:
            return IllegalMove("MM-15", "not_in_hand", {"card": card_name(card)})
        if self.phase == DRAWN and card != self.drawn:
            return IllegalMove("MA-6", "only_drawn_card")
        if self.pending > 0 and (card == CC or card % 13 != TAKE2):
            return IllegalMove("MA-11", "only_take2", {"n": int(self.pending)})
        if self.pending == 0 and not self.fits(card):
            top = self.top()
            clause = "MA-21" if top == CC else "MM-15" if card % 13 < REVERSE else "MM-18"
            return IllegalMove(
                clause,
                "does_not_fit",
                {"card": card_name(card), "top": card_name(top), "colour": COLOURS[self.colour]},
            )
        if card == CC and self.size(seat) == 1:
            return IllegalMove("MA-22", "no_colour_needed")
        if action == WILD_LAST:
            return IllegalMove("MM-33", "colour_needed")
        if self.rules.auto_mau:
            return IllegalMove("MA-25", "mau_is_automatic")
        return IllegalMove("MA-27", "mau_not_due")

    def why_not_other(self, action: i64) -> IllegalMove:
        if action == DRAW:
            if self.phase == DRAWN:
                return IllegalMove("MA-6", "one_card_only")
            if self.pending > 0:
                return IllegalMove("MM-25", "take_or_answer", {"n": int(self.pending)})
            if self.supply() == 0:
                return IllegalMove("MA-30", "nothing_to_draw")
            return IllegalMove("MA-5", "card_fits")
        if action == TAKE:
            return IllegalMove("MM-25", "nothing_pending")
        if action == PASS:
            return IllegalMove("MA-30", "no_pass")
        if action == KEEP:
            return IllegalMove("MA-6", "nothing_drawn")
        if action == CATCH or action == SAY_MAU:
            if self.silent < 0:
                return IllegalMove("MA-25", "nobody_silent")
            return IllegalMove("MA-25", "not_yourself" if action == CATCH else "not_your_mau")
        return IllegalMove("MA-4", "colour_only_with_card")

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        if self.silent >= 0:
            if action == CATCH or action == SAY_MAU:
                self.settle_mau(seat, action)
                return
            if seat != self.seat:
                self.watch &= ~(1 << seat)
                if self.events is not None:
                    self.tell("let_go", {"seat": int(seat)})
                return
            self.silent = -1  # the next committed action closes the window: MA-25
            self.watch = 0
        if action == DRAW:
            self.draw_turn()
        elif action == TAKE:
            self.take_pending()
        elif action == PASS:
            if self.events is not None:
                self.tell("passed", {"seat": int(seat)})
            self.turn_without_card()
        elif action == KEEP:
            self.drawn = NO_CARD
            self.phase = TURN
            if self.events is not None:
                self.tell("kept", {"seat": int(seat)})
            self.advance(1)
        elif action >= NAME:
            self.name_colour(action - NAME)
            self.phase = TURN
            self.advance(1)
        else:
            self.lay(action)

    def lay(self, action: i64) -> None:
        seat = self.seat
        card = laid_card(action)
        mau = self.rules.auto_mau or says_mau(action)
        self.hand[seat * STRIDE + card] -= 1
        self.hand[seat * STRIDE + SIZE] -= 1
        left = i64(self.hand[seat * STRIDE + SIZE])
        self.put(card)
        self.phase = TURN
        self.drawn = NO_CARD
        self.idle = 0
        if self.events is not None:
            self.tell("laid", {"seat": int(seat), "card": card_name(card), "left": int(left)})
        if card < CC:
            self.colour = card // 13
        elif action != WILD_LAST:  # MM-34
            self.name_colour((action - WILD) % 4)
        if left == 0:  # MM-14, MM-40, MA-28
            if self.events is not None:
                self.tell("mau_mau", {"seat": int(seat)})
            if self.rules.final_draw and card < CC:
                self.last_penalty(card)
            self.end_game(seat)
            return
        forgotten = False
        if left == 1:
            if mau:
                if self.events is not None:
                    self.tell("mau", {"seat": int(seat)})
            elif self.rules.catch_mode:
                forgotten = True
            else:  # MM-39, MA-25: before the effect on the next player
                if self.events is not None:
                    self.tell("mau_forgotten", {"seat": int(seat)})
                self.give(seat, 1, "mau_penalty")
        self.effect(card)
        if forgotten:
            self.silent = seat
            self.watch = (1 << self.players) - 1

    def effect(self, card: i64) -> None:
        """What the card does to the next player, once. MM-19, MA-14"""
        kind = card % 13 if card < CC else 0
        if kind == REVERSE:  # MM-21..MM-24, MA-18
            self.step = -self.step
            if self.events is not None:
                self.tell("reversed", {"clockwise": self.step > 0})
            self.advance(2 if self.rules.extra_turn and self.players == 2 else 1)  # MA-15
        elif kind == STOP:  # MM-31, MM-32, MA-16, MA-17
            if self.events is not None:
                self.tell("stopped", {"seat": int(self.after(1))})
            self.advance(2)
        elif kind == TAKE4:  # MM-28..MM-30, MA-13
            self.give(self.after(1), 4, "take4")
            self.advance(2)
        elif kind == TAKE2:
            self.pending += 2  # MM-27
            self.advance(1)
            if self.events is not None:
                self.tell("pending", {"seat": int(self.seat), "n": int(self.pending)})
        else:
            self.advance(1)

    def last_penalty(self, card: i64) -> None:
        """Option finalPenalty: the finishing card still bites. MA-23"""
        kind = card % 13
        if kind == TAKE2:
            self.give(self.after(1), self.pending + 2, "take2")
        elif kind == TAKE4:
            self.give(self.after(1), 4, "take4")

    def draw_turn(self) -> None:
        """One card, then the next player; two options let it be laid at once. MM-17, MA-6"""
        seat = self.seat
        self.idle = 0
        # Whoever draws for fun, with a card that fits in hand, has one that is playable: one card is all.
        go_on = self.rules.draw_on and not (self.rules.free_draw and self.can_match(seat))
        card = self.draw_card(seat, "drew")
        if go_on:
            while not self.fits(card) and self.supply() > 0:
                card = self.draw_card(seat, "drew")
        if self.rules.play_drawn:
            self.drawn = card
            self.phase = DRAWN
        else:
            self.advance(1)

    def take_pending(self) -> None:
        """Take the sum and lose the turn; a Take 2 just drawn is too late. MA-10"""
        given = self.give(self.seat, self.pending, "take2")
        self.pending = 0
        if given == 0:
            self.turn_without_card()
        else:
            self.idle = 0
            self.advance(1)

    def turn_without_card(self) -> None:
        """No card moved; when that goes once round, the game ends without a winner. MA-30"""
        self.idle += 1
        if self.idle >= self.players:
            if self.events is not None:
                self.tell("stuck", {})
            self.end_game(-1)
        else:
            self.advance(1)

    def settle_mau(self, seat: i64, action: i64) -> None:
        """Catch mode: the first press decides. MA-25"""
        silent = self.silent
        self.silent = -1
        self.watch = 0
        if action == SAY_MAU:
            if self.events is not None:
                self.tell("mau", {"seat": int(silent)})
            return
        if self.events is not None:
            self.tell("caught", {"seat": int(silent), "by": int(seat)})
        self.give(silent, 1, "mau_penalty")  # MA-26

    def end_game(self, winner: i64) -> None:
        """Count the hands, move the deal on. MM-12, MM-41..MM-46"""
        line: list[int] = []
        for seat in range(self.players):
            line.append(int(self.hand_points(seat)))
        self.table = (*self.table, tuple(line))
        self.shown = self.hand[:]
        self.pending = 0
        if self.events is not None:
            names = [self.hand_names(seat) for seat in range(self.players)]
            self.tell("game_over", {"winner": int(winner), "points": line, "hands": names, "game": len(self.table)})
        if len(self.table) >= self.rules.games:
            self.phase = OVER
            if self.events is not None:
                self.tell("match_over", {"scores": self.scores(), "places": self.ranking()})
            return
        self.dealer = (self.dealer + 1) % self.players
        self.deal()

    def lapse(self, seat: i64) -> i64:
        """Draw or take where that is legal, else the first lay; the commonest colour. MA-34"""
        n = self.moves(seat)
        if n == 0:
            return -1
        if self.phase == COLOUR:
            best: i64 = 0
            for colour in range(4):
                if self.colour_count(seat, colour) > self.colour_count(seat, best):
                    best = colour
            return NAME + best
        for i in range(n):
            action = self.buf[i]
            if action == DRAW or action == TAKE or action == PASS or action == KEEP:
                return action
        first = self.buf[0]
        if WILD <= first < WILD_LAST:
            for colour in range(4):
                if self.colour_count(seat, colour) > self.colour_count(seat, (first - WILD) % 4):
                    first = WILD + colour
        return first
