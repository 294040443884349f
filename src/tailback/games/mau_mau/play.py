"""The rules of Mau-Mau: set-up, who decides, what is legal, what it does."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i16, i64

from tailback.core.contract import ALL, FIRST, LEGAL, NOT_ASKED, Decision
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.mau_mau.instinct import best_move
from tailback.games.mau_mau.material import (
    ACTIONS,
    CATCH,
    CC,
    DRAW,
    HAND,
    KEEP,
    LAY,
    LAY_MAU,
    MOST_DECISIONS,
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
    WILD_TRAIT,
    card_name,
    laid_card,
    says_mau,
)
from tailback.games.mau_mau.observe import observe
from tailback.games.mau_mau.refusals import (
    CARD_FITS,
    COLOUR_FIRST,
    COLOUR_NEEDED,
    COLOUR_ONLY_WITH_CARD,
    DOES_NOT_FIT,
    MAU_IS_AUTOMATIC,
    MAU_NOT_DUE,
    NO_COLOUR_NEEDED,
    NO_PASS,
    NOBODY_SILENT,
    NOT_IN_HAND,
    NOT_YOUR_MAU,
    NOT_YOURSELF,
    NOTHING_DRAWN,
    NOTHING_PENDING,
    NOTHING_TO_DRAW,
    ONE_CARD_ONLY,
    ONLY_DRAWN_CARD,
    ONLY_MAU_NOW,
    ONLY_TAKE2,
    TAKE_OR_ANSWER,
    UNKNOWN,
    refused,
)
from tailback.games.mau_mau.slips import careless_move
from tailback.games.mau_mau.table import COLOUR, DRAWN, OVER, SIZE, STRIDE, TURN, MauMauTable

# So many points apart, the chances to win are e to 1, times the root of games left and divided by that of the players.
# Fitted to 6000 matches each between two, four and six sensible players: likeliest were 24, 25 and 27.
SPREAD: Final = 25.0


class MauMauState(MauMauTable):
    """One match of Mau-Mau."""

    def blank(self) -> MauMauState:
        return MauMauState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    # Set-up

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.rounds = ()
        self.shown = self.rules.nothing
        # The lot is drawn even where the dealer is named, so that a seed always gives the same order of cards.
        lot = self.rng.below(self.players)
        self.dealer = self.rules.first_dealer - 1 if self.rules.first_dealer > 0 else lot  # MM-8, MA-2
        self.deal()

    def deal(self) -> None:
        """One game: five cards each from the dealer's left, then the first card. MM-8..MM-11"""
        self.deck.copy_from(self.rules.deck)
        self.clear()
        for _k in range(HAND):
            for k in range(self.players):
                self.gain((self.dealer + 1 + k) % self.players, self.deck.draw(self.rng))
        if self.events is not None:
            self.tell("dealt", {"dealer": int(self.dealer), "cards": HAND, "game": len(self.rounds) + 1})
            for seat in range(self.players):
                self.tell("hand", {"seat": int(seat)}, {"cards": self.hand_names(seat)}, (int(seat),))
        self.open_pile()

    def clear(self) -> None:
        """Nothing on the table or in the hands."""
        hand = self.hand
        for i in range(self.players * STRIDE):
            hand[i] = 0
        self.pile_n = 0
        self.step = 1  # MA-3
        self.pending = 0
        self.drawn = NO_CARD
        self.idle = 0
        self.made = 0
        self.silent = -1
        self.watch = 0
        self.nothing_concluded()

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
        if self.rules.opening != "as_dealer":
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

    def verdict(self, seat: i64, action: i64) -> i64:
        if self.phase == OVER:
            return NOT_ASKED
        if seat != self.seat:
            return self.watch_verdict(seat, action)
        if action < 0 or action >= ACTIONS:
            return UNKNOWN
        if self.phase == COLOUR:
            return LEGAL if action >= NAME else COLOUR_FIRST
        if action <= WILD_LAST:
            return self.lay_verdict(seat, action)
        if action == DRAW:
            return self.draw_verdict(seat)
        if action == TAKE:
            return LEGAL if self.phase == TURN and self.pending > 0 else NOTHING_PENDING
        if action == PASS:
            return LEGAL if self.phase == TURN and self.may_pass(seat) else NO_PASS
        if action == KEEP:
            return LEGAL if self.phase == DRAWN else NOTHING_DRAWN
        if action >= NAME:
            return COLOUR_ONLY_WITH_CARD
        if self.silent < 0:
            return NOBODY_SILENT
        if action == self.press(seat):
            return LEGAL
        return NOT_YOURSELF if action == CATCH else NOT_YOUR_MAU

    def watch_verdict(self, seat: i64, action: i64) -> i64:
        """Catch mode, somebody who is not on turn. MA-25"""
        if not self.watches(seat):
            return NOT_ASKED
        if action < 0 or action >= ACTIONS:
            return UNKNOWN
        return LEGAL if action == PASS or action == self.press(seat) else ONLY_MAU_NOW

    def watches(self, seat: i64) -> bool:
        return self.silent >= 0 and (self.watch >> seat) & 1 == 1

    def press(self, seat: i64) -> i64:
        """What a forgotten "mau" lets this seat say. MA-25"""
        return SAY_MAU if seat == self.silent else CATCH

    def lay_verdict(self, seat: i64, action: i64) -> i64:
        card = laid_card(action)
        if self.hand[seat * STRIDE + card] == 0:
            return NOT_IN_HAND
        if self.phase == DRAWN and card != self.drawn:  # MA-6
            return ONLY_DRAWN_CARD
        if self.pending > 0:  # MM-25, MM-26, MA-8, MA-11
            if card == CC or card % 13 != TAKE2:
                return ONLY_TAKE2
        elif not self.fits(card):
            return DOES_NOT_FIT
        left = self.hand_size(seat)
        if card == CC and left == 1:  # MA-22
            return LEGAL if action == WILD_LAST else NO_COLOUR_NEEDED
        if action == WILD_LAST:  # MA-20
            return COLOUR_NEEDED
        if not says_mau(action) or self.mau_due(left):
            return LEGAL
        return MAU_IS_AUTOMATIC if self.rules.auto_mau else MAU_NOT_DUE  # MA-27

    def mau_due(self, left: i64) -> bool:
        """It goes with the second-to-last card. MM-37, MA-24"""
        return left == 2 and not self.rules.auto_mau

    def draw_verdict(self, seat: i64) -> i64:
        if self.phase == DRAWN:
            return ONE_CARD_ONLY
        if self.pending > 0:
            return TAKE_OR_ANSWER
        if self.supply() == 0:
            return NOTHING_TO_DRAW
        return LEGAL if self.rules.free_draw or self.may_draw(seat, self.matches(seat, 0)) else CARD_FITS

    def may_draw(self, seat: i64, matching: i64) -> bool:
        """With so many coloured cards that fit: only when the hand has nothing to lay. MM-17, MA-5"""
        return matching == 0 and not (self.rules.strict and self.hand[seat * STRIDE + CC] > 0)

    def may_pass(self, seat: i64) -> bool:
        """Nothing to lay and nothing to draw. MA-30"""
        return (
            self.pending == 0
            and self.supply() == 0
            and self.hand[seat * STRIDE + CC] == 0
            and self.matches(seat, 0) == 0
        )

    def matches(self, seat: i64, n: i64) -> i64:
        """Write the coloured cards of this hand that `fits` allows into `buf` from n on; return where they end."""
        hand = self.hand
        buf = self.buf
        mine = self.colour
        base = seat * STRIDE
        for card in range(mine * 13, mine * 13 + 13):
            # Written in any case, since no processor can guess which cards there are: the next one overwrites it.
            buf[n] = card
            if hand[base + card] > 0:
                n += 1
        top = self.top()
        if top < CC:
            card = top % 13
            for colour in range(i64(4)):
                if colour != mine and hand[base + card] > 0:
                    buf[n] = card
                    n += 1
                card += 13
        return n

    def moves(self, seat: i64) -> i64:
        if self.phase == OVER:
            return 0
        if seat != self.seat:
            if not self.watches(seat):
                return 0
            self.buf[0] = self.press(seat)
            self.buf[1] = PASS
            return 2
        n: i64 = 0
        if self.phase == TURN:
            n = self.turn_moves(seat) if self.pending == 0 else self.take2_moves(seat)
        elif self.phase == DRAWN:
            if self.fits(self.drawn):
                n = self.offer(0, self.drawn)
            self.buf[n] = KEEP
            n += 1
        else:
            for colour in range(4):
                self.buf[colour] = NAME + colour
            n = 4
        if self.silent >= 0:
            self.buf[n] = self.press(seat)
            n += 1
        return n

    def take2_moves(self, seat: i64) -> i64:
        """Any Take 2, or take. MM-25..MM-27, MA-8, MA-9, MA-11"""
        n: i64 = 0
        for colour in range(4):
            if self.hand[seat * STRIDE + colour * 13 + TAKE2] > 0:
                n = self.offer(n, colour * 13 + TAKE2)
        self.buf[n] = TAKE
        return n + 1

    def turn_moves(self, seat: i64) -> i64:
        supply = self.supply()
        n: i64 = 0
        if self.rules.free_draw and supply > 0:
            self.buf[0] = DRAW  # in front: whoever always takes the last action then gets to an end
            n = 1
        first = n
        n = self.matches(seat, first)
        matching = n - first
        if self.hand[seat * STRIDE + SIZE] == 2 and self.mau_due(2):
            n = self.with_mau(first, n)
        if self.hand[seat * STRIDE + CC] > 0:
            n = self.offer(n, CC)
        if first == 0:
            if supply > 0:
                if self.may_draw(seat, matching):
                    self.buf[n] = DRAW
                    n += 1
            elif n == 0:
                self.buf[n] = PASS
                n += 1
        return n

    def with_mau(self, first: i64, n: i64) -> i64:
        """Each lay in `buf` from `first` to n, without and with "mau"."""
        end = 2 * n - first
        k = end
        while n > first:
            n -= 1
            k -= 2
            self.buf[k + 1] = self.buf[n] + LAY_MAU
            self.buf[k] = self.buf[n]
        return end

    def offer(self, n: i64, card: i64) -> i64:
        """Write the ways to lay this card, which `lay_verdict` allows."""
        left = self.hand_size(self.seat)
        mau = self.mau_due(left)
        if card < CC:
            self.buf[n] = LAY + card
            n += 1
            if mau:
                self.buf[n] = LAY_MAU + card
                n += 1
            return n
        if left == 1:
            self.buf[n] = WILD_LAST
            return n + 1
        for colour in range(4):
            self.buf[n] = WILD + colour
            n += 1
            if mau:
                self.buf[n] = WILD_MAU + colour
                n += 1
        return n

    def forced(self, seat: i64) -> bool:
        """Nobody passes who could do anything else, as long as nothing can be said. MA-30, MA-25"""
        return self.phase == TURN and self.silent < 0 and self.may_pass(seat)

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        return refused(self, action, verdict)

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        self.made += 1
        self.carry_out(seat, action)
        if self.made >= MOST_DECISIONS and self.phase != OVER:  # MA-36
            if self.events is not None:
                self.tell("too_long", {})
            self.end_game(-1)

    def carry_out(self, seat: i64, action: i64) -> None:
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
            self.has_none(seat, self.fitting() | WILD_TRAIT)
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
        self.lose(seat, card)
        left = self.hand_size(seat)
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
                self.give(seat, 1, "mau_penalty")  # MA-26
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
        """Option final_penalty: the finishing card still bites. MA-23"""
        kind = card % 13
        if kind == TAKE2:
            self.give(self.after(1), self.pending + 2, "take2")
        elif kind == TAKE4:
            self.give(self.after(1), 4, "take4")

    def draw_turn(self) -> None:
        """One card, then the next player; two options let it be laid at once. MM-17, MA-6"""
        seat = self.seat
        self.idle = 0
        self.nothing_fits(seat)
        card = self.draw_card(seat, "drew")
        if self.rules.draw_on:
            while not self.fits(card) and self.supply() > 0:
                self.nothing_fits(seat)
                card = self.draw_card(seat, "drew")
        if self.rules.play_drawn:
            self.drawn = card
            self.phase = DRAWN
        else:
            self.advance(1)

    def nothing_fits(self, seat: i64) -> None:
        """Whoever draws, though only somebody without a fitting card may, shows what the hand lacks. MA-5"""
        if self.rules.free_draw:
            return
        mask = self.fitting()
        if self.rules.strict:
            mask |= WILD_TRAIT
        self.has_none(seat, mask)

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
        """Count the hands, move the deal on. MM-12, MM-41..MM-46, MA-35"""
        line: list[int] = []
        for seat in range(self.players):
            line.append(int(self.hand_points(seat)) - self.rules.off[seat])
        self.rounds = (*self.rounds, tuple(line))
        self.shown = self.hand[:]
        self.pending = 0
        self.drawn = NO_CARD
        self.silent = -1
        self.watch = 0
        if self.events is not None:
            names = [self.hand_names(seat) for seat in range(self.players)]
            self.tell("game_over", {"winner": int(winner), "points": line, "hands": names, "game": len(self.rounds)})
        if len(self.rounds) >= self.rules.games:
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

    # For its robots

    def instinct(self, seat: i64, rng: Rng) -> i64:
        return best_move(self, seat, self.moves(seat), rng)

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        return careless_move(self, seat, self.moves(seat), level, rng)

    def stretch(self) -> i64:
        """One game; the next one is dealt anew."""
        return len(self.rounds)

    def outlook(self, seat: i64) -> float:
        totals = self.scores()
        mine = totals[seat]
        if self.phase == OVER:
            return 1.0 / totals.count(mine) if min(totals) == mine else 0.0
        width = SPREAD * sqrt(float(self.rules.games - len(self.rounds)) / float(self.players))
        rivals = 0.0
        for total in totals:
            rivals += exp((mine - total) / width)
        return 1.0 / rivals
