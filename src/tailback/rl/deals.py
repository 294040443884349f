"""Every deal of a small set-up, each by one seed: so that what is worked out over all of them is exact."""

from __future__ import annotations

from hashlib import blake2b
from math import log, sqrt
from typing import Any

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.snapshot import LEFT_OUT, dump, names, plain

# Not part of a deal.
APART = LEFT_OUT | {"rng"}
# More deals than this are too many to look at one by one.
MOST = 50_000
# With so many or fewer, this many tries without one that came up before happen once in e^40 times.
ALL_NEW = 2_000
# Seeds are tried until the chance that a deal is still missing is smaller than this.
DOUBT = 1e-6
# So many standard deviations the counts of the deals may lie away from equally likely.
UNEVEN = 6.0
# So many matches are played at random to see whether chance comes into them after the deal.
TRIALS = 50


class NotExact(ValueError):
    """A set-up whose chance cannot be told as one list of equally likely deals."""


def every_deal(state: State, what: str) -> list[int]:
    """One seed for each deal that can happen, or NotExact; `what` names the set-up.

    Deals come up as coupons do: with n seen in t tries, one that is as likely as they are and still missing has
    a chance of e^(-t/n).
    """
    found: dict[bytes, int] = {}
    counts: dict[bytes, int] = {}
    tries = 0
    check_chance(state, what)
    while tries < enough(len(found)):
        state.start(tries)
        key = deal_of(state)
        counts[key] = counts.get(key, 0) + 1
        found.setdefault(key, tries)
        tries += 1
        if len(found) > MOST or len(found) == tries == ALL_NEW:
            raise NotExact(f"{what} has more than {MOST} deals: give `deals` a number, or take a smaller set-up")
    check_even(list(counts.values()), what)
    return list(found.values())


def enough(deals: int) -> float:
    return (deals + 1) * (log(deals + 1) - log(DOUBT))


def deal_of(state: State) -> bytes:
    """What tells one deal from another: the whole position, without the order in a deck that is shuffled as it is drawn
    and without where its source of chance stands."""
    mark = blake2b(digest_size=16)
    if hasattr(state, "pack"):
        mark.update(repr({name: value for name, value in dump(state).items() if name != "rng"}).encode())
    else:
        for name in names(state):
            if name not in APART:
                mark.update(marked(getattr(state, name)))
    return mark.digest()


def marked(value: Any) -> Any:
    if isinstance(value, Deck):
        loose = int(value.n - value.fixed)
        return repr((sorted(value.cards[:loose]), list(value.cards[loose : value.n]))).encode()
    if isinstance(value, list) or not type(value).__name__.startswith("vec"):
        return repr(plain(value)).encode() + b";"
    # Its memory as it is: most of a position are such blocks, and tens of thousands of positions are looked at.
    return memoryview(value)


def check_chance(state: State, what: str) -> None:
    """Refuse a set-up in which chance comes in after the deal."""
    luck = Rng(0)
    for seed in range(TRIALS):
        state.start(seed)
        drawn = state.rng.n
        while (seat := state.waiting()) >= 0:
            legal = state.legal(seat)
            state.do(seat, legal[luck.below(len(legal))])
            if state.rng.n != drawn:
                raise later(what)


def later(what: str) -> NotExact:
    return NotExact(f"in {what} chance comes in after the deal, so its deals are not all: give `deals` a number")


def check_even(counts: list[int], what: str) -> None:
    """Refuse deals of which some come up more often than chance would have it."""
    if len(counts) < 2:
        return
    mean = sum(counts) / len(counts)
    squares = sum((count - mean) ** 2 for count in counts) / mean
    if squares - len(counts) > UNEVEN * sqrt(2 * len(counts)):
        raise NotExact(f"the deals of {what} are not equally likely: give `deals` a number")
