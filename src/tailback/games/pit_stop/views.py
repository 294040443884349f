"""What a seat of Pit Stop may know, as plain data."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.contract import View
from tailback.games.pit_stop.material import COLOURS, USUAL, card_name
from tailback.games.pit_stop.table import (
    DECISIONS,
    DRAWN,
    FINED,
    IN_GARAGE,
    OVER,
    REPLY,
    SEEN,
    SEEN_ROW,
    SERVICED,
    TALK,
    WINDOW,
    PitStopTable,
)

# What may follow words or a window: a decision, or a hand that is laid down for another one.
FOLLOWS: Final = (*DECISIONS, "renewal")


class PitStopViews(PitStopTable):
    """What lies on the table and in the hands, and who may see it."""

    def usual(self) -> dict[str, Any]:
        return USUAL

    def show(self) -> View:
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
                    "lacks": self.lacks_view(other),
                    "hunches": self.hunches_view(other),
                }
            )
        for other in range(self.players):
            if (self.no_garage >> other) & 1:
                seats[other]["no_garage"] = True
        found: View = {
            "round": len(self.rounds) + (0 if over else 1),
            "last_round": self.last_known(),
            "points": int(self.rules.points) if self.rules.by_points else None,
            "minutes": int(self.rules.minutes) if self.rules.minutes > 0 else None,
            "dealer": int(self.dealer),
            "turn": None if over or self.phase == WINDOW else int(self.seat),
            "seats": seats,
            "places": order,
            "top": card_name(int(self.top())),
            "colour": COLOURS[self.colour] if self.colour >= 0 else None,
            "deck": int(self.deck.n),
            "pile": self.pile_names(-1),
            "pending": self.pending_view(),
            "exchange": self.exchange_view(),
            "garage": int(self.garage_n) if self.phase == IN_GARAGE else None,
            "finisher": int(self.finisher) if self.phase == WINDOW else None,
            "asked": None if over else DECISIONS[int(self.phase)],
            "watch": [seat for seat in range(int(self.players)) if (self.watch >> seat) & 1],
            "then": self.then_view(),
            "passes": int(self.passes),
            "idle": int(self.idle),
            "steps": int(self.steps),
            "buriers": list(self.burier),
            "seen": self.seen_view(),
            "rounds": [list(line) for line in self.rounds],
        }
        if over:
            found["hands"] = [self.hand_names(other) for other in range(self.players)]
        return found

    def last_known(self) -> int | None:
        """The last round, as soon as anybody can know it. CA-46"""
        if self.rules.minutes > 0:
            return int(self.last_round) if self.last_round > 0 else None
        return None if self.rules.by_points else int(self.rules.rounds)

    def own(self, seat: i64) -> View:
        found: View = {
            "hand": self.hand_names(seat),
            "known": [self.known_names(seat, other) for other in range(self.players)],
            "buried": [card_name(int(self.pile[i])) for i in range(len(self.burier)) if self.burier[i] == seat],
        }
        if found["buried"]:
            found["pile"] = self.pile_names(seat)
        if len(self.known) > 0:
            found["told"] = [self.told_names(other, seat) for other in range(self.players)]
        if self.phase == DRAWN and seat == self.seat:
            found["drawn"] = card_name(int(self.drawn))
        return found

    def hunches_view(self, seat: i64) -> list[dict[str, Any]]:
        """As the conclusions; the two are the same until somebody draws who might have played."""
        self.flip()
        found = self.lacks_view(seat)
        self.flip()
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

    def then_view(self) -> dict[str, Any] | None:
        """What follows when the words or the window are over."""
        if self.phase != TALK and self.phase != WINDOW:
            return None
        return {"kind": FOLLOWS[int(self.next_phase)], "seat": int(self.next_seat)}

    def seen_view(self) -> list[list[int]]:
        """Who has seen how many cards of whom, as far as everybody could follow it."""
        found: list[list[int]] = []
        if len(self.seen) > 0:
            for viewer in range(self.players):
                for holder in range(self.players):
                    at = (viewer * self.players + holder) * SEEN_ROW
                    if self.seen[at + SEEN] > 0:
                        row = [int(self.seen[at + i]) for i in range(SEEN_ROW)]
                        found.append([int(viewer), int(holder), *row])
        return found

    def told_names(self, viewer: i64, holder: i64) -> list[str]:
        """What another is certain to know of a hand, so far as its owner saw that too."""
        return self.known_names(viewer, holder) if self.can_tell(viewer, holder) else []

    def pile_names(self, seat: i64) -> list[str]:
        """Buried cards are known to whoever buried them, and to nobody else (-1). CA-39"""
        found: list[str] = []
        for i in range(self.pile_n):
            hidden = i < len(self.burier) and self.phase != OVER and self.burier[int(i)] != seat
            found.append("?" if hidden else card_name(int(self.pile[i])))
        return found
