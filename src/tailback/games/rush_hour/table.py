"""The table of Rush Hour: fields of the state, what a seat may know of them, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import (
    ACTIONS,
    GAP,
    HAND,
    KINDS,
    LOG,
    MOST_CARDS,
    NEW,
    ROOM,
    ROW,
    TOP,
    USUAL,
)
from tailback.games.rush_hour.rules import Rules

# What the table waits for.
OVER: Final = 0
SELECT: Final = 1
NAME_FRONT: Final = 2
NAME_END: Final = 3
PLACE: Final = 4
TOO_LOW: Final = 5
TO_FRONT: Final = 6
LOAD: Final = 7
DECISIONS: Final = ("", "choose_card", "ambulance_row", "police_row", "place", "take_row", "front_row", "tow_row")

# Parts of `lane`: entries, spots (gaps included) and gaps of each row.
SPOTS: Final = 3
GAPS: Final = 6


class RushHourTable(State):
    """What lies on the road and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS)
        if players == 0:
            return
        self.lower_wins = True  # RH-24
        self.rules: Rules = Rules(int(players), self.options)
        self.road: vec[u8] = vec[u8]([0] * (3 * ROOM))
        self.lane: vec[u8] = vec[u8]([0] * 9)
        # Sorted, zeros behind.
        self.hand: vec[u8] = vec[u8]([0] * int(players * HAND))
        # The card each seat has picked for this turn, 0 for none.
        self.chosen: vec[u8] = vec[u8]([0] * int(players))
        # The turn as shown: seats in the order of carrying out, then their cards, then the rows they named.
        self.queue: vec[u8] = vec[u8]([0] * int(players * 3))
        self.queue_n: i64 = 0
        self.at: i64 = 0
        # Cards of the queue before this one lie on the road.
        self.done: i64 = 0
        # Taken cards in the order of taking: NEW + seat, then what that seat took.
        self.pile: vec[u8] = vec[u8]([0] * (2 * MOST_CARDS))
        self.pile_n: i64 = 0
        # The turns of this round: each lane as it lay when the cards were picked, its length first, then the card of
        # each seat. An imagined world that is only played on keeps no log.
        self.log: vec[u8] = vec[u8]([0] * LOG)
        self.log_n: i64 = 0
        self.logs: bool = True
        self.phase: i64 = OVER
        # Seats that pick a card in this turn, as bits.
        self.asked: i64 = 0
        # Points of the rounds played, and how many cards each seat took in them.
        self.rounds: tuple[tuple[int, ...], ...] = ()
        self.swept: tuple[int, ...] = (0,) * int(players)

    def usual(self) -> dict[str, Any]:
        return USUAL

    # Scoring

    def round_points(self) -> list[int]:
        """What each seat has taken in this round. RH-22, RH-23, RH-Q40"""
        points = list(self.rules.begins)
        seat = 0
        for i in range(self.pile_n):
            entry = i64(self.pile[i])
            if entry >= NEW:
                seat = int(entry - NEW)
            else:
                points[seat] += int(self.rules.points[entry])
        return points

    def scores(self) -> list[int]:
        totals = [0] * int(self.players) if self.phase == OVER else self.round_points()
        for line in self.rounds:
            for seat in range(len(line)):
                totals[seat] += line[seat]
        return totals

    def taken(self) -> list[int]:
        """How many cards each seat has taken in the match."""
        counts = list(self.swept)
        if self.phase == OVER:
            return counts
        seat = 0
        for i in range(self.pile_n):
            if i64(self.pile[i]) >= NEW:
                seat = int(self.pile[i]) - NEW
            else:
                counts[seat] += 1
        return counts

    def ranking(self) -> list[int]:
        """Fewest points; equal points are shared, or for the win settled by the fewest cards. RH-24, RH-Q35"""
        if not self.rules.fewest_cards:
            return super().ranking()
        places = super().ranking()
        taken = self.taken()
        best = [taken[seat] for seat in range(len(places)) if places[seat] == 1]
        return [1 + sum(1 for n in best if n < taken[i]) if place == 1 else place for i, place in enumerate(places)]

    # What a seat may know. RH-9, RH-Q39

    def show(self) -> View:
        points = self.round_points()
        scores = self.scores()
        taken = self.taken()
        seats = []
        for other in range(self.players):
            seats.append(
                {
                    "cards": int(self.hand_count(other)),
                    "chosen": self.phase == SELECT and self.chosen[other] != 0,
                    "score": scores[other],
                    "points": points[other],
                    "pile": self.pile_names(other),
                    "taken": taken[other],
                }
            )
        rules = self.rules
        found: View = {
            "round": len(self.rounds) + (0 if self.phase == OVER else 1),
            "last_round": int(rules.last_round),
            "over": self.phase == OVER,
            "point_limit": int(rules.point_limit) or None,
            "rows": [self.row_names(row) for row in range(rules.rows)],
            "max_row": int(rules.full) if rules.full <= ROOM else None,
            "too_low_penalty": rules.too_low_penalty,
            "seats": seats,
            "ages": [other for age in range(self.players) for other in range(self.players) if rules.age[other] == age],
            "unused": int(self.unused()),
            "revealed": [],
            "turn": None,
            "rounds": [list(line) for line in self.rounds],
            "past": self.past(),
        }
        if self.phase > SELECT:
            found["turn"] = int(self.queue[self.at])
        for k in range(self.queue_n):  # stays on show until the next turn is revealed
            found["revealed"].append(
                {
                    "seat": int(self.queue[k]),
                    "card": rules.name(self.card_at(k)),
                    "done": bool(k < self.done),
                    "row": int(self.queue[2 * self.players + k]) + 1 if self.done <= k < self.at else None,
                }
            )
        return found

    def past(self) -> list[dict[str, Any]]:
        """The turns of this round as plain data."""
        turns: list[dict[str, Any]] = []
        at: i64 = 0
        while at < self.log_n:
            rows: list[str] = []
            for _k in range(self.rules.rows):
                n = i64(self.log[at])
                rows.append(" ".join(self.spot_names(self.log, at + 1, n)))
                at += n + 1
            cards: list[str | None] = []
            for seat in range(self.players):
                card = i64(self.log[at + seat])
                cards.append(self.rules.name(card) if card != 0 else None)
            at += self.players
            turns.append({"rows": " / ".join(rows), "cards": cards})
        return turns

    def own(self, seat: i64) -> View:
        mine = i64(self.chosen[seat])
        return {
            "hand": self.hand_names(seat),
            "chosen": self.rules.name(mine) if self.phase == SELECT and mine != 0 else None,
        }

    def guess(self, seat: int | None, rng: Rng) -> RushHourTable:
        """Deal everything unseen anew: the other hands and what was put away; then their sealed picks."""
        world = self.clone()
        assert isinstance(world, RushHourTable)
        world.rng = rng.branch()
        # By kind, so that nothing hangs on where they really lie.
        left = self.away()
        for other in range(self.players):
            if seat is None or other != seat:
                for i in range(self.hand_count(other)):
                    left[i64(self.hand[other * HAND + i])] += 1
        unseen: list[int] = []
        for card in range(KINDS):
            for _k in range(i64(left[card])):
                unseen.append(int(card))
        pool = Deck(unseen)
        for other in range(self.players):
            if seat is not None and other == seat:
                continue
            n = self.hand_count(other)
            for i in range(n):
                world.hand[other * HAND + i] = 0
            for _k in range(n):
                world.gain(other, pool.draw(rng))
            if self.phase == SELECT and self.chosen[other] != 0:
                world.chosen[other] = world.hand[other * HAND + rng.below(n)]
        return world

    def away(self) -> vec[u8]:
        """How many of each kind were put away unseen at the deal. RH-8"""
        left = self.rules.count[:]
        for row in range(self.rules.rows):
            for i in range(i64(self.lane[row])):
                card = i64(self.road[row * ROOM + i]) & (NEW - 1)
                if card != 0:
                    left[card] -= 1
        for i in range(self.pile_n):
            if i64(self.pile[i]) < NEW:
                left[i64(self.pile[i])] -= 1
        for i in range(self.players * HAND):
            if self.hand[i] != 0:
                left[i64(self.hand[i])] -= 1
        for k in range(self.done, self.queue_n):
            left[self.card_at(k)] -= 1
        return left

    def census(self) -> list[str]:
        found: list[str] = []
        for row in range(self.rules.rows):
            found += self.card_names(row, i64(self.lane[row]))
        for seat in range(self.players):
            found += self.hand_names(seat) + self.pile_names(seat)
        for k in range(self.done, self.queue_n):
            found.append(self.rules.name(self.card_at(k)))
        left = self.away()
        for card in range(KINDS):
            for _k in range(i64(left[card])):
                found.append(self.rules.name(card))
        return found

    def unused(self) -> i64:
        left = self.away()
        found: i64 = 0
        for card in range(KINDS):
            found += i64(left[card])
        return found

    # Names

    def hand_names(self, seat: i64) -> list[str]:
        names: list[str] = []
        for i in range(self.hand_count(seat)):
            names.append(self.rules.name(i64(self.hand[seat * HAND + i])))
        return names

    def row_names(self, row: i64) -> list[str]:
        return self.spot_names(self.road, row * ROOM, i64(self.lane[row]))

    def spot_names(self, entries: vec[u8], start: i64, n: i64) -> list[str]:
        """The spots of a lane that lies flat there, stacks joined from bottom to top: `12 _ T+18`."""
        names: list[str] = []
        for i in range(start, start + n):
            entry = i64(entries[i])
            if entry == NEW:
                names.append("_")
            elif entry > NEW:
                names.append(self.rules.name(entry - NEW))
            else:
                names[-1] += "+" + self.rules.name(entry)
        return names

    def card_names(self, row: i64, until: i64) -> list[str]:
        """The cards among the first entries of a row, without its gaps."""
        names: list[str] = []
        for i in range(until):
            card = i64(self.road[row * ROOM + i]) & (NEW - 1)
            if card != 0:
                names.append(self.rules.name(card))
        return names

    def pile_names(self, seat: i64) -> list[str]:
        names: list[str] = []
        mine = False
        for i in range(self.pile_n):
            entry = i64(self.pile[i])
            if entry >= NEW:
                mine = entry - NEW == seat
            elif mine:
                names.append(self.rules.name(entry))
        return names

    # Reading the road

    def card_at(self, k: i64) -> i64:
        """The k-th card of the turn."""
        return i64(self.queue[self.players + k])

    def hand_count(self, seat: i64) -> i64:
        hand = self.hand
        first = seat * HAND
        n: i64 = 0
        while n < HAND and hand[first + n] != 0:
            n += 1
        return n

    def end(self, row: i64) -> i64:
        """The number of the top card of the last spot; 0 means open. RH-Q9, RH-Q22, RH-Q31"""
        card = i64(self.road[row * ROOM + i64(self.lane[row]) - 1]) & (NEW - 1)
        return card if card <= TOP else 0

    def first_number(self, row: i64, start: i64) -> i64:
        """The first number from this entry on. Numbers in a stack rise, so it is its lowest."""
        for i in range(start, i64(self.lane[row])):
            card = i64(self.road[row * ROOM + i]) & (NEW - 1)
            if 0 < card <= TOP:
                return card
        return 0

    def above_gap(self, row: i64, gap: i64) -> i64:
        """The lowest number of the stack behind a gap; 0 if it has none. RH-Q28"""
        base = row * ROOM
        i = gap + 1
        while i64(self.road[base + i]) == NEW:
            i += 1
        while True:
            card = i64(self.road[base + i]) & (NEW - 1)
            if card <= TOP:
                return card
            i += 1
            if i >= i64(self.lane[row]) or i64(self.road[base + i]) >= NEW:
                return 0

    def below_gap(self, row: i64, gap: i64) -> i64:
        """The number on top of the stack before a gap; 0 if there is none. RH-Q28"""
        i = gap - 1
        while i >= 0:
            card = i64(self.road[row * ROOM + i]) & (NEW - 1)
            if card != 0:
                return card if card <= TOP else 0
            i -= 1
        return 0

    def entry_of(self, row: i64, spot: i64) -> i64:
        """Where a spot (from 0) begins in the flat row; -1 if the row is shorter."""
        seen: i64 = -1
        for i in range(i64(self.lane[row])):
            if i64(self.road[row * ROOM + i]) >= NEW:
                seen += 1
                if seen == spot:
                    return i
        return -1

    def row_of(self, action: i64) -> i64:
        """The row that an action names."""
        return (action - GAP) // ROOM if action >= GAP else (action - ROW) % 3

    def is_full(self, row: i64) -> bool:
        return i64(self.lane[SPOTS + row]) >= self.rules.full

    def row_points(self, row: i64) -> i64:
        points: i64 = 0
        for i in range(i64(self.lane[row])):
            points += i64(self.rules.points[i64(self.road[row * ROOM + i]) & (NEW - 1)])
        return points

    # Moving cards

    def gain(self, seat: i64, card: i64) -> None:
        """Put a card into a hand, in order."""
        base = seat * HAND
        i = base + self.hand_count(seat)
        while i > base and i64(self.hand[i - 1]) > card:
            self.hand[i] = self.hand[i - 1]
            i -= 1
        self.hand[i] = u8(card)

    def lose(self, seat: i64, card: i64) -> None:
        last = seat * HAND + HAND - 1
        i = seat * HAND
        while i64(self.hand[i]) != card:
            i += 1
        while i < last and self.hand[i] != 0:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.hand[i] = 0

    def add_entry(self, row: i64, entry: i64) -> None:
        """A card at the end of a row: on top of the last stack, or a new spot if marked."""
        self.road[row * ROOM + i64(self.lane[row])] = u8(entry)
        self.lane[row] += 1
        if entry >= NEW:
            self.lane[SPOTS + row] += 1

    def insert_entry(self, row: i64, place: i64, entry: i64) -> None:
        base = row * ROOM
        i = base + i64(self.lane[row])
        while i > base + place:
            self.road[i] = self.road[i - 1]
            i -= 1
        self.road[i] = u8(entry)
        self.lane[row] += 1
        if entry >= NEW:
            self.lane[SPOTS + row] += 1

    def note_turn(self) -> None:
        """Write down the lanes and the cards that were picked."""
        if not self.logs:
            return
        log = self.log
        at = self.log_n
        for row in range(self.rules.rows):
            n = i64(self.lane[row])
            log[at] = u8(n)
            for i in range(n):
                log[at + 1 + i] = self.road[row * ROOM + i]
            at += n + 1
        for seat in range(self.players):
            log[at + seat] = self.chosen[seat]
        self.log_n = at + self.players

    def clear_row(self, row: i64) -> None:
        self.lane[row] = 0
        self.lane[SPOTS + row] = 0
        self.lane[GAPS + row] = 0

    def take(self, seat: i64, row: i64, until: i64, reason: str) -> None:
        """Put the first entries of a row on the pile of a seat; a gap is worth nothing. RH-22, RH-Q30"""
        if self.events is not None:
            cards = self.card_names(row, until)
            points = 0
            for i in range(until):
                points += int(self.rules.points[i64(self.road[row * ROOM + i]) & (NEW - 1)])
            self.tell(reason, {"seat": int(seat), "row": int(row) + 1, "cards": cards, "points": points})
        marked = False
        for i in range(until):
            card = i64(self.road[row * ROOM + i]) & (NEW - 1)
            if card != 0:
                if not marked:
                    self.pile[self.pile_n] = u8(NEW + seat)
                    self.pile_n += 1
                    marked = True
                self.pile[self.pile_n] = u8(card)
                self.pile_n += 1
