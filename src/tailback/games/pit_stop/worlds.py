"""Worlds that a seat of Pit Stop cannot tell from the real one: other hands, buried cards, what others know."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from tailback.core.rng import Rng
from tailback.core.shedding import MASK
from tailback.core.unseen import Slot, deal, deal_unseen, fits, marked_place, narrow_first, places, rooms
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import CAR_TRAITS, GARAGE_CARD, SERVICE_KIND, TRAITS, TYPES, traits_of
from tailback.games.pit_stop.table import DRAWN, IN_GARAGE, OF, SEEN, SEEN_ROW, PitStopTable

# So often in a hundred worlds a player is taken to hold nothing that a sensible one would have shown.
TRUST: Final = 85
# Deals that agree with suppositions may not exist: after so many attempts they are given up.
ATTEMPTS: Final = 40
# So often a deal is thrown away because somebody who had to pass could have opened a Garage. Then any deal will do in
# which they cannot.
REFUSED: Final = 200


def deal_anew(real: PitStopTable, world: PitStopTable, viewer: i64, rng: Rng, likely: bool) -> bool:
    """Deal what this viewer (-1: a spectator) does not see: what is not known of other hands, what others buried.

    All deals that agree with what is certain are equally likely; where they are to be `likely`, most of what may be
    supposed holds too. False, with nothing dealt, if that cannot be.
    """
    pool = vec[u8]([0] * TYPES)
    for i in range(real.deck.n):
        pool[i64(real.deck.cards[i])] += 1
    slots: list[Slot] = []
    for other in range(real.players):
        if other != viewer:
            supposed = likely and rng.below(100) < TRUST
            if supposed:
                real.flip()
            slots += hidden(real, world, viewer, other, pool)
            if supposed:
                real.flip()
    for i in range(len(real.burier)):
        if real.burier[i] != viewer:
            pool[i64(real.pile[i])] += 1
    narrow_first(slots)
    bare = world.hand[:]
    garage = real.phase == IN_GARAGE and real.seat != viewer and real.garage_n < real.rules.garage_min
    if garage and not could_drive_in(real, world, pool, slots):
        # Only a view that nobody can have: no number of deals would bring a Car.
        raise ValueError("nobody opens a Garage without a Car of its colour")
    most = rooms(pool, real.rules.traits, slots)
    dealt = places(slots)
    masks = [int(slot.mask) for slot in slots]
    attempts: i64 = 0
    refused: i64 = 0
    while True:
        left = pool[:]
        if likely:
            fitting = deal(left, real.rules.traits, slots, most, attempts < ATTEMPTS // 2, rng, dealt)
            attempts += 1
            if attempts > ATTEMPTS:
                return False
            if not fitting:
                continue
        elif refused < REFUSED:
            dealt = deal_unseen(left, real.rules.traits, slots, rng)
        else:
            keep_garages_shut(real, viewer, slots, masks, bare, rng)
            if not deal(left, real.rules.traits, slots, most, False, rng, dealt):
                continue
        at: i64 = 0
        for slot in slots:
            for _k in range(slot.count):
                world.hand[slot.seat * TYPES + i64(dealt[at])] += 1
                at += 1
        # Whoever opened a Garage holds a Car for it: that much is public. CA-24
        if not garage or world.has_car(real.seat, real.colour):
            if real.no_garage == 0 or none_opens(real, world, viewer):
                break
            refused += 1
        world.hand = bare[:]
    if real.phase == DRAWN and real.seat != viewer:
        world.drawn = i64(dealt[marked_place(slots)])
    world.deck.refill(left)
    for i in range(len(real.burier)):
        if real.burier[i] != viewer:
            world.pile[i] = u8(world.deck.draw(rng))
    if len(real.known) > 0:
        for knower in range(real.players):
            for holder in range(real.players):
                if knower != viewer and knower != holder:
                    think_anew(world, knower, holder, viewer, rng)
    return True


def none_opens(real: PitStopTable, world: PitStopTable, viewer: i64) -> bool:
    """Does nobody who had to pass hold a Garage together with a Car? CA-48"""
    for seat in range(real.players):
        if seat != viewer and (real.no_garage >> seat) & 1 and world.opens_garage(seat):
            return False
    return True


def keep_garages_shut(
    real: PitStopTable, viewer: i64, slots: list[Slot], masks: list[int], bare: vec[u8], rng: Rng
) -> None:
    """Whoever had to pass gets no Garage or no Car, as chance has it: perhaps only one of the two can be dealt."""
    no_car = [rng.below(2) == 1 for _seat in range(real.players)]
    for k in range(len(slots)):
        slot = slots[k]
        slot.mask = i64(masks[k])
        if slot.seat != viewer and (real.no_garage >> slot.seat) & 1:
            if no_car[int(slot.seat)] or i64(bare[slot.seat * TYPES + GARAGE_CARD]) > 0:
                slot.mask |= i64(CAR_TRAITS)
            else:
                slot.mask |= traits_of(GARAGE_CARD)


def could_drive_in(real: PitStopTable, world: PitStopTable, pool: vec[u8], slots: list[Slot]) -> bool:
    """May whoever's turn it is hold a Car of the colour: a known one, or one in a place that nobody sees?"""
    if world.has_car(real.seat, real.colour):
        return True
    first = real.colour * 11
    for slot in slots:
        if slot.seat == real.seat:
            for card in range(first, first + SERVICE_KIND):
                if pool[card] > 0 and fits(real.rules.traits[card], slot.mask, slot.must):
                    return True
    return False


def hidden(real: PitStopTable, world: PitStopTable, viewer: i64, other: i64, pool: vec[u8]) -> list[Slot]:
    """Take the cards of a hand that the viewer does not know into the pool; the places that they leave."""
    known: list[int] = []
    count: i64 = 0
    for card in range(TYPES):
        kept: i64 = 0
        if viewer >= 0:
            kept = real.knows(viewer, other, card)
            for _k in range(kept):
                known.append(TRAITS[int(card)])
        unknown = i64(real.hand[other * TYPES + card]) - kept
        world.hand[other * TYPES + card] = u8(kept)
        pool[card] += u8(unknown)
        count += unknown
    if real.phase != DRAWN or real.seat != other:
        return unknown_places(real, other, count, known)
    return [Slot(int(other), 1, 0, 0, True), *unknown_places(real, other, count - 1, [*known, MASK])]


def unknown_places(real: PitStopTable, seat: i64, count: i64, known: list[int]) -> list[Slot]:
    """As `slots`; a supposition may say of more cards than there are that they are none of these."""
    found = real.slots(seat, count, known)
    left = count
    for slot in found:
        slot.count = min(slot.count, left)
        left -= slot.count
    return [slot for slot in found if slot.count > 0]


def think_anew(world: PitStopTable, knower: i64, holder: i64, viewer: i64, rng: Rng) -> None:
    """What one player knows of another's cards, of which this viewer knows only how it came about.

    What others know of the viewer's own cards the viewer can tell, unless they saw them in another hand.
    """
    at = (knower * world.players + holder) * SEEN_ROW
    if holder == viewer and world.can_tell(knower, holder):
        return
    for card in range(TYPES):
        while world.knows(knower, holder, card) > 0:
            world.unlearn(knower, holder, card)
    # Of the cards that were there or came since, some were laid or taken: any of them, as far as others can say.
    seen = i64(world.seen[at + SEEN])
    of = i64(world.seen[at + OF])
    for card in range(TYPES):
        for _k in range(world.hand[holder * TYPES + card]):
            if seen > 0 and rng.below(of) < seen:
                world.learn(knower, holder, card)
                seen -= 1
            of -= 1
