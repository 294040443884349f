"""What each seat of a match was told, in order, as text: its information state with perfect recall."""

from __future__ import annotations

from typing import Any

import msgspec

from tailback.core.contract import State
from tailback.core.game import Game

encode = msgspec.json.Encoder(order="deterministic").encode


class Told:
    """Lines for each seat: what it did itself, what it heard of, and what changed in what it sees.

    The same words whether a match is listened to as it goes on or played again later.
    """

    __slots__ = ("lines", "seen")

    def __init__(self, state: State) -> None:
        """From here on; a state that was just dealt brings the events of the deal."""
        players = int(state.players)
        self.lines: list[list[str]] = [[] for _seat in range(players)]
        self.seen: list[dict[str, Any]] = [{} for _seat in range(players)]
        self.note(state)

    def note(self, state: State) -> None:
        """What happened since the last time, seat by seat."""
        events = state.take_events()
        for seat, lines in enumerate(self.lines):
            before, now = self.seen[seat], seen(state, seat)
            news = {name: value for name, value in now.items() if name not in before or before[name] != value}
            # What is no longer in the view was there before: that it went is news as well.
            gone = [name for name in before if name not in now]
            heard = [event.seen_by(seat) for event in events]
            if heard or news or gone:
                lines.append(encode([heard, news, gone] if gone else [heard, news]).decode())
                self.seen[seat] = now

    def acted(self, game: Game, seat: int, action: int) -> None:
        """A seat knows what it does itself, also where nobody is told of it."""
        self.lines[seat].append(game.notation(action))

    def text(self, seat: int) -> str:
        return "\n".join(self.lines[seat])

    def copy(self) -> Told:
        twin = Told.__new__(Told)
        twin.lines = [lines[:] for lines in self.lines]
        twin.seen = self.seen[:]
        return twin

    def imagined(self, state: State, seat: int) -> Told:
        """The same for this seat, in a world that it holds possible; what others were told there nobody knows, so for
        them it begins with what they see."""
        twin = Told(state)
        twin.lines[seat] = self.lines[seat][:]
        twin.seen[seat] = self.seen[seat]
        return twin


def seen(state: State, seat: int | None) -> dict[str, Any]:
    """All that this seat (None: a spectator) sees now, with what is asked of whom."""
    view = state.view(seat)
    decision = state.decision()
    view["decision"] = None if decision is None else decision.data()
    return view
