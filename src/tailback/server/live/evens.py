"""How large head starts must be, as far as it was worked out: once for each set-up, whoever asked first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

from tailback import games
from tailback.core.options import HELPED
from tailback.robots import levelling
from tailback.robots.levelling import Levelled
from tailback.server.live.jobs import AnyJob, EvenOut
from tailback.server.truth.desk import Uneven
from tailback.server.truth.refusal import Refused

# So many set-ups are kept, the latest.
KEPT = 2000


class Evens:
    """What is known, and what is being worked out."""

    def __init__(self) -> None:
        self.known: OrderedDict[bytes, Levelled] = OrderedDict()
        self.running: dict[bytes, asyncio.Event] = {}
        games.when_changed(self.known.clear)

    async def find(self, setup: Uneven, do: Callable[[AnyJob], Awaitable[bytes]]) -> Levelled:
        """What there is for this set-up. `do` is whoever works it out, and pays."""
        key = name_of(setup)
        while key not in self.known:
            other = self.running.get(key)
            if other is not None:
                # If they are refused, it is for us to ask.
                await other.wait()
                continue
            self.running[key] = asyncio.Event()
            try:
                job = EvenOut(setup.game.id, setup.players, setup.options, list(setup.helped), setup.levels)
                found = msgspec.json.decode(await do(job), type=Levelled)
            finally:
                self.running.pop(key).set()
            if found.why == levelling.TOO_SLOW:
                # Another time there may be more room.
                return found
            self.known[key] = found
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
        self.known.move_to_end(key)
        return self.known[key]

    def amount(self, setup: Uneven) -> int:
        """How large it is, where that is known already: the desk waits for nobody."""
        found = self.known.get(name_of(setup))
        if found is None:
            raise Refused("too_busy", 503)
        return settled(setup, found).amount


def settled(setup: Uneven, found: Levelled) -> Levelled:
    """The same, or why nobody can be helped here, and the set-up in which nobody is."""
    if not found.why:
        return found
    option = setup.game.option_of(HELPED)
    assert option is not None
    hundred = {"share": found.share, "even": found.even, "without": found.without}
    params = {name: round(100 * part) for name, part in hundred.items()}
    raise Refused(found.why, 422, option.clause, params, nearest={option.name: []})


def name_of(setup: Uneven) -> bytes:
    """Set-ups that only differ in who sits where have one name: all of them sit everywhere while it is worked out."""
    minds = levelling.minds(setup.players, setup.helped, setup.levels)
    seats = [(mind, seat in setup.helped) for seat, mind in enumerate(minds)]
    first = min(seats[turn:] + seats[:turn] for turn in range(setup.players))
    options = levelling.usual_seats(setup.game, setup.options)
    return msgspec.json.encode((setup.game.id, sorted(options.items()), first))
