"""The rules of Took Over!: set-up, who decides, what is legal, what it does."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, Final

from mypy_extensions import i16, i64, u8

from tailback.core.bits import bit
from tailback.core.contract import ALL, FIRST, LEGAL, NOT_ASKED, REASONS, Decision, State
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.took_over.instinct import careless, sensible
from tailback.games.took_over.material import ACTIONS, CARDS, DECLINE, DONE, OPEN, PASS, PLACE, TAKE
from tailback.games.took_over.observe import observe
from tailback.games.took_over.table import MORE, OPENING, OVER, PLACING, WINDOW, TookOverTable, cards_in

# Verdicts.
UNKNOWN: Final = REASONS
NOT_NOW: Final = 3
CARD_FITS: Final = 4
NOT_IN_HAND: Final = 5
NOT_OUTSIDE: Final = 6
NOT_BETWEEN: Final = 7
# So many points apart two players are after one game, about.
SPREAD: Final = 4.0


def is_outside(card: i64, low: i64, high: i64) -> bool:
    """Does the card fit at an end of the row? TO-11, TO-14"""
    return card < low or card > high


def is_between(card: i64, above: i64, below: i64) -> bool:
    """Does the card fit into the gap? TO-16, TO-Q5, TO-Q19"""
    return above < card < below


class TookOverState(TookOverTable):
    """One match of Took Over!"""

    def blank(self) -> TookOverState:
        return TookOverState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, TookOverState)
        self.copy_base(twin)
        twin.rules = self.rules
        twin.hand = self.hand[:]
        twin.stack = self.stack[:]
        twin.proof = self.proof[:]
        twin.count = self.count[:]
        twin.row = self.row
        twin.gone = self.gone
        twin.rows_gone = self.rows_gone
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
        twin.rounds = self.rounds

    # Set-up

    def start(self, seed: int) -> None:
        """Equal stacks, six in hand, the last cards left out unseen; the youngest opens. TO-3..TO-6, TO-8, TO-Q22"""
        self.rng = Rng(seed)
        self.rounds = ()
        self.winner = -1
        self.deal()

    def deal(self) -> None:
        """One game of the match. TO-Q23..TO-Q25"""
        for i in range(CARDS):
            other = self.rng.below(i + 1)
            self.stack[i] = self.stack[other]
            self.stack[other] = u8(i + 1)
        self.gone = 0
        self.rows_gone = 0
        self.left_out = 0
        for i in range(self.players * self.rules.share, CARDS):  # TO-5, TO-Q20
            self.left_out |= bit(i64(self.stack[i]))
        self.laid = False
        dealt = [self.cards_for(seat) for seat in range(self.players)]
        for seat in range(self.players):
            cards = dealt[seat]
            for i in range(seat * self.rules.share + cards, (seat + 1) * self.rules.share):  # TO-Q22
                self.left_out |= bit(i64(self.stack[i]))
            self.count[seat] = u8(0)
            self.count[self.players + seat] = u8(cards)
            self.count[2 * self.players + seat] = u8(0)
        if self.events is not None:
            told: dict[str, Any] = {"cards": int(self.rules.dealt), "left": len(cards_in(self.left_out))}
            if self.rules.games > 1:
                told["game"] = len(self.rounds) + 1
            if min(dealt) < self.rules.dealt:
                told["stacks"] = [int(n) for n in dealt]
            self.tell("dealt", told)
        for seat in range(self.players):
            self.refill(seat)
        self.seat = self.beginner()
        self.seat = self.opener()
        self.open_round()

    def open_round(self) -> None:
        """The top stack card begins the row; with an empty stack, a hand card of choice. TO-10, TO-24, TO-Q15"""
        self.row = 0
        self.passes = 0
        if i64(self.count[self.players + self.seat]) == 0:
            self.phase = OPENING
        else:
            self.begin_row(self.draw(self.seat))

    def opener(self) -> i64:
        """Who opens a row: the player on turn, or the next one who has a stack. TO-24, TO-Q11, TO-Q15"""
        if self.rules.next_with_stack:
            for step in range(self.players):
                seat = (self.seat + step) % self.players
                if i64(self.count[self.players + seat]) > 0:
                    return seat
        return self.seat

    def begin_row(self, card: i64) -> None:
        """One card bounds nothing, so nobody can take over yet. TO-Q2"""
        self.row = bit(card)
        self.low = self.high = card
        self.laid = True
        if self.events is not None:
            self.tell("opened", {"seat": int(self.seat), "card": int(card)})
        if not self.wins(self.seat):
            self.phase = PLACING

    # Decision

    def waiting(self) -> i64:
        if self.phase == OVER:
            return -1
        if self.phase == WINDOW or self.phase == MORE:
            return self.taker()
        return self.seat

    def decision(self) -> Decision | None:
        """The taker is asked after every card, so that the question tells nothing. TO-13, TO-Q17"""
        if self.phase == OVER:
            return None
        if self.phase == WINDOW:
            return Decision("take_over", (int(self.taker()),), FIRST, self.rules.seconds, True)
        if self.phase == MORE:
            return Decision("take_more", (int(self.taker()),), ALL)
        return Decision("open" if self.phase == OPENING else "place", (int(self.seat),), ALL)

    # Legal actions

    def verdict(self, seat: i64, action: i64) -> i64:
        if seat != self.waiting():
            return NOT_ASKED
        if action < 0 or action >= ACTIONS:
            return UNKNOWN
        if action >= PASS:
            return self.word_verdict(seat, action)
        if action // CARDS != self.card_action():
            return NOT_NOW
        card = action % CARDS + 1
        if not self.holds(seat, card):
            return NOT_IN_HAND
        if self.phase == PLACING:
            return LEGAL if is_outside(card, self.low, self.high) else NOT_OUTSIDE
        fits = self.phase == OPENING or is_between(card, self.above, self.below)
        return LEGAL if fits else NOT_BETWEEN  # TO-Q18

    def word_verdict(self, seat: i64, action: i64) -> i64:
        """Passing, declining, being done."""
        if action == PASS and self.phase == PLACING:
            return LEGAL if self.may_pass(self.can_place(seat)) else CARD_FITS
        said: i64 = DECLINE if self.phase == WINDOW else DONE
        asked = self.phase == WINDOW or self.phase == MORE
        return LEGAL if asked and action == said else NOT_NOW

    def can_place(self, seat: i64) -> bool:
        """A hand ascends: if neither its lowest nor its highest card fits, none does."""
        first = seat * self.rules.share
        last = first + i64(self.count[seat]) - 1
        if last < first:
            return False
        low, high = self.low, self.high
        return is_outside(i64(self.hand[first]), low, high) or is_outside(i64(self.hand[last]), low, high)

    def may_pass(self, can_place: bool) -> bool:
        """Only without a card that fits, unless the table is lenient. TO-21, TO-Q9"""
        return not can_place or self.rules.voluntary_pass

    def moves(self, seat: i64) -> i64:
        if seat != self.waiting():
            return 0
        n: i64 = 0
        start = seat * self.rules.share
        end = start + i64(self.count[seat])
        hand = self.hand
        buf = self.buf
        if self.phase == PLACING:
            low, high = self.low, self.high
            for i in range(start, end):
                card = i64(hand[i])
                if is_outside(card, low, high):
                    buf[n] = PLACE + card - 1
                    n += 1
            if self.may_pass(n > 0):
                buf[n] = PASS
                n += 1
        elif self.phase == OPENING:
            for i in range(start, end):
                buf[n] = OPEN + i64(hand[i]) - 1
                n += 1
        else:
            above, below = self.above, self.below
            for i in range(start, end):
                card = i64(hand[i])
                if is_between(card, above, below):
                    buf[n] = TAKE + card - 1
                    n += 1
            buf[n] = DECLINE if self.phase == WINDOW else DONE  # TO-Q6
            n += 1
        return n

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if verdict == UNKNOWN:
            return IllegalMove("", "unknown_move", {"move": str(int(action))})
        if verdict == CARD_FITS:
            return IllegalMove("TO-Q9", "card_fits")
        if verdict == NOT_NOW:
            return self.why_not_now()
        card = int(action) % CARDS + 1
        if verdict == NOT_IN_HAND:
            return IllegalMove("TO-11", "not_in_hand", {"card": card})
        if verdict == NOT_OUTSIDE:
            return IllegalMove("TO-14", "not_outside", {"card": card, "low": int(self.low), "high": int(self.high)})
        return IllegalMove("TO-16", "not_between", {"card": card, "above": int(self.above), "below": int(self.below)})

    def card_action(self) -> i64:
        """Which kind of card action the phase asks for."""
        if self.phase == PLACING:
            return PLACE // CARDS
        return OPEN // CARDS if self.phase == OPENING else TAKE // CARDS

    def why_not_now(self) -> IllegalMove:
        if self.phase == PLACING:
            return IllegalMove("TO-11", "place_now")
        if self.phase == OPENING:
            return IllegalMove("TO-Q15", "open_now")
        if self.phase == WINDOW:
            return IllegalMove("TO-17", "take_or_decline")
        return IllegalMove("TO-Q5", "more_or_done")

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        if action < TAKE:
            self.place(action - PLACE + 1)
        elif action < OPEN:
            self.squeeze_in(seat, action - TAKE + 1)
        elif action < PASS:
            self.lose(seat, action - OPEN + 1)
            self.begin_row(action - OPEN + 1)
        elif action == PASS:
            self.say_pass()
        elif action == DECLINE:
            self.let_go()
        else:
            self.take_turn()

    def place(self, card: i64) -> None:
        """A hand card at its end of the row; then the taker has a chance. TO-11..TO-14"""
        self.lose(self.seat, card)
        # The interval lies between the new card and the former end (TO-Q1, TO-Q3, TO-20), or spans the row.
        if card < self.low:
            self.above = card
            self.below = self.high if self.rules.whole_row else self.low
            self.low = card
        else:
            self.above = self.low if self.rules.whole_row else self.high
            self.below = card
            self.high = card
        self.row |= bit(card)
        self.laid = True
        self.passes = 0
        if self.events is not None:
            left = int(self.count[self.seat])
            self.tell("placed", {"seat": int(self.seat), "card": int(card), "left": left})
        if not self.wins(self.seat):
            self.phase = WINDOW

    def squeeze_in(self, taker: i64, card: i64) -> None:
        """A card of a take-over; more of the same interval may follow. TO-16, TO-17, TO-Q5"""
        self.lose(taker, card)
        self.row |= bit(card)
        if self.events is not None:
            kind = "took_over" if self.phase == WINDOW else "took_more"
            self.tell(kind, {"seat": int(taker), "card": int(card), "active": int(self.seat)})
        if not self.wins(taker):
            self.phase = MORE

    def take_turn(self) -> None:
        """All refill and the taker goes on with the same row; the new cards open no window. TO-18, TO-19, TO-Q7"""
        self.seat = self.taker()
        self.passes = 0
        self.laid = True
        for seat in range(self.players):
            self.refill(seat)
        if self.events is not None:
            self.tell("turn_taken", {"seat": int(self.seat)})
        self.phase = PLACING

    def let_go(self) -> None:
        """No take-over: the active player goes on, or is done with an empty hand. TO-12, TO-22, TO-Q12"""
        if self.events is not None:
            self.tell("let_go", {"seat": int(self.taker())})
        self.phase = PLACING
        if i64(self.count[self.seat]) == 0:
            if self.events is not None:
                self.tell("hand_empty", {"seat": int(self.seat)})
            self.end_turn()

    def end_turn(self) -> None:
        self.refill(self.seat)
        self.seat = self.taker()
        self.laid = False

    def say_pass(self) -> None:
        """Only a turn without any card counts; when all had one in turn, the row goes. TO-21, TO-23, TO-Q10, TO-Q11"""
        if not self.laid:
            self.passes += 1
        if not self.rules.voluntary_pass:
            self.prove(self.seat)
        if self.events is not None:
            self.tell("passed", {"seat": int(self.seat), "passes": int(self.passes)})
        self.end_turn()
        if self.passes == self.players:
            self.put_away()

    def put_away(self) -> None:
        """The row goes; a new one begins, unless it was the last. TO-23, TO-24, TO-Q21"""
        cards = cards_in(self.row) if self.events is not None else []
        self.gone |= self.row
        self.row = 0
        self.rows_gone += 1
        if self.rows_gone == self.rules.row_limit:
            if self.events is not None:
                self.tell("last_row", {"cards": cards})
            left = self.left()
            fewest = min(left)
            self.finish(left.index(fewest) if left.count(fewest) == 1 else -1)
            return
        self.seat = self.opener()
        if self.events is not None:
            self.tell("row_gone", {"cards": cards, "seat": int(self.seat)})
        self.open_round()

    def wins(self, seat: i64) -> bool:
        """Checked the moment a card leaves a player, before any window. TO-2, TO-Q13, TO-Q14"""
        if i64(self.count[seat]) > 0 or (i64(self.count[self.players + seat]) > 0 and not self.rules.hand_wins):
            return False
        self.finish(seat)
        return True

    def finish(self, winner: i64) -> None:
        """A game is over; -1: several share the win. The next one is dealt, if there is one. TO-Q23"""
        line = self.left()
        if self.rules.games > 1:
            fewest = min(line)
            for seat in range(len(line)):
                if seat == winner or (winner < 0 and line[seat] == fewest):
                    line[seat] = 0
        self.rounds = (*self.rounds, tuple(line))
        if self.rules.games > 1:
            self.count_game(winner, line)
            if len(self.rounds) < self.rules.games:
                self.deal()
                return
            totals = self.totals()
            fewest = min(totals)
            winner = totals.index(fewest) if totals.count(fewest) == 1 else -1
        self.winner = winner
        self.phase = OVER
        if self.events is not None:
            places = self.ranking()
            told = {
                "winner": int(winner) if winner >= 0 else None,
                "winners": [seat for seat, place in enumerate(places) if place == 1],
                "scores": self.scores(),
                "places": places,
            }
            self.tell("match_over", told)

    def count_game(self, winner: i64, line: list[int]) -> None:
        if self.events is not None:
            fewest = min(line)
            winners = [int(winner)] if winner >= 0 else [seat for seat, n in enumerate(line) if n == fewest]
            told = {"winners": winners, "points": line, "totals": self.totals(), "game": len(self.rounds)}
            self.tell("game_over", told)

    def forced(self, seat: i64) -> bool:
        """Whoever may pass only without a card that fits tells so by passing. TO-21, TO-Q9"""
        strict = self.phase == PLACING and not self.rules.voluntary_pass
        return strict and not self.can_place(seat)

    def lapse(self, seat: i64) -> i64:
        """Decline, be done, or the lowest card that may be laid."""
        if seat != self.waiting():
            return -1
        if self.phase == WINDOW:
            return DECLINE
        if self.phase == MORE:
            return DONE
        self.moves(seat)
        return self.buf[0]

    # What robots ask

    def instinct(self, seat: i64, rng: Rng) -> i64:
        return sensible(self, seat)

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        return careless(self, seat, level, rng)

    def stretch(self) -> i64:
        """One game; the next one is dealt anew."""
        return len(self.rounds)

    def outlook(self, seat: i64) -> float:
        """Most often one has won alone; between games by how far each is behind."""
        if self.winner >= 0:
            return 1.0 if self.winner == seat else 0.0
        if self.phase == OVER:
            return super().outlook(seat)
        totals = self.totals()
        width = SPREAD * sqrt(float(self.rules.games - len(self.rounds)))
        rivals = 0.0
        for total in totals:
            rivals += exp((totals[seat] - total) / width)
        return 1.0 / rivals
