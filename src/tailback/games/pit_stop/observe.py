"""What a seat of Pit Stop knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.observe import MOST, Part, distance
from tailback.core.shedding import write_lacks
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import IDLE_LAPS, ROUND_STEPS, most_rounds
from tailback.games.pit_stop.table import (
    DRAWN,
    FINED,
    IN_GARAGE,
    OF,
    OVER,
    PASSED_ON,
    REPLY,
    SEEN,
    TALK,
    TURN,
    WINDOW,
    PitStopTable,
)

TYPES: Final = 48
# Half of them: two counts of `known` share a byte.
PAIRS: Final = 24
# Colours, kinds and grey cards.
TRAITS: Final = 19
# What can be asked, and what can follow words or a window: besides, a hand that is laid down for another one.
PHASES: Final = 10
FOLLOWS: Final = 11
# Fines in the box.
FINES: Final = 8
# What was seen of a hand: so many cards, of so many, in another hand.
SIGHT: Final = 3
BOX: Final = 110


def parts(players: int) -> list[Part]:
    others = players - 1
    return [
        Part("hand", TYPES, 8, "how many of each card you hold"),
        Part("drawn", TYPES, 1, "the card you have just drawn and may lay"),
        Part("top", TYPES, 1, "the card on top of the pile"),
        Part("pile", TYPES, 8, "how many of each card lie in the pile as far as you know, its top included"),
        Part("buried", TYPES, 8, "how many of each card you have put under the pile"),
        Part("colour", 4, 1, "the colour to match; none before it is named"),
        Part("asked", PHASES, 1, "what the table waits for, in the order of the decisions"),
        Part("then", FOLLOWS, 1, "what follows words or a finish window: one of these decisions, or a new hand"),
        Part("turn", players, 1, "whose turn it is; nobody's in a finish window"),
        Part("next", players, 1, "whom that concerns which follows words or a finish window"),
        Part("dealer", players, 1, "who dealt"),
        Part("trader", players, 1, "who has announced a swap that is not answered"),
        Part("finisher", players, 1, "whose finish others may undo"),
        Part("watch", players, 1, "who may still undo it"),
        Part("chain", players * FINES, 1, "by Fine that is not paid, the first first: who laid it"),
        Part("place", players, players, "1 for who finished first, 2 for the next; 0 for who is still in"),
        Part("new_cars", players, 2, "New Cars before each player"),
        Part("exchanges", players, 4, "Car Exchanges before each player"),
        Part("burials", players, BOX, "how many cards each player has put under the pile"),
        Part("cards", players, BOX, "cards in each hand"),
        Part("score", players, MOST, "points of each player"),
        Part("garage", 1, BOX, "Cars laid in this Garage"),
        Part("passes", 1, players, "players in a row who passed"),
        Part("idle", 1, IDLE_LAPS * players, "turns in a row without a card laid"),
        Part("steps", 1, ROUND_STEPS, "decisions in this round"),
        Part("deck", 1, BOX, "cards in the deck"),
        Part("round", 1, most_rounds(200), "rounds finished"),
        Part(
            "lacks",
            TRAITS * players,
            BOX,
            "by hand, then by colour, kind and grey card: how many of its cards cannot have it",
        ),
        Part("hunches", TRAITS * players, BOX, "as `lacks`, if everybody lays or answers what they can"),
        Part("known", TYPES * others, 8, "by other player: how many of each card you are certain of in that hand"),
        Part("told", TYPES * others, 8, "by other player: how many of your cards that one is certain of, as you saw"),
        Part(
            "seen",
            SIGHT * players * players,
            BOX,
            "by who looked, then by whose hand it is now: how many cards were seen, of how many, and if elsewhere",
        ),
    ]


def observe(state: PitStopTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    write_cards(state, seat, out, at)
    at += 5 * TYPES
    write_course(state, seat, out, at)
    at += 4 + PHASES + FOLLOWS + (6 + FINES) * players
    write_players(state, seat, out, at)
    at += 6 * players
    if state.phase == IN_GARAGE:
        out[at] = i16(state.garage_n)
    out[at + 1] = i16(state.passes)
    out[at + 2] = i16(state.idle)
    out[at + 3] = i16(state.steps)
    out[at + 4] = i16(state.deck.n)
    out[at + 5] = i16(len(state.rounds))
    at += 6
    lacks = state.lacks
    hunch = state.hunch
    for who in range(players):
        size = state.hand_size(who)
        to = at + distance(who, seat, players) * TRAITS
        write_lacks(lacks, who, size, out, to, TRAITS)
        write_lacks(hunch, who, size, out, to + TRAITS * players, TRAITS)
    at += TRAITS * players
    if len(state.known) > 0:
        write_knowledge(state, seat, out, at + TRAITS * players)


def write_cards(state: PitStopTable, seat: i64, out: vec[i16], at: i64) -> None:
    hand = state.hand
    start = seat * TYPES
    for card in range(i64(TYPES)):
        out[at + card] = i16(hand[start + card])
    at += TYPES
    if state.phase == DRAWN and seat == state.seat:
        out[at + state.drawn] = 1
    at += TYPES
    pile = state.pile
    pile_n = state.pile_n
    if pile_n > 0:
        out[at + i64(pile[pile_n - 1])] = 1
    at += TYPES
    # The lowest cards are the buried ones, which are shown when the match is over.
    below: i64 = 0
    for who in state.burier:
        card = i64(pile[below])
        below += 1
        if who == seat:
            out[at + TYPES + card] += 1
        if who == seat or state.phase == OVER:
            out[at + card] += 1
    for i in range(below, pile_n):
        out[at + i64(pile[i])] += 1


def write_course(state: PitStopTable, seat: i64, out: vec[i16], at: i64) -> None:
    """What is asked and what follows, by distance from this seat."""
    players = state.players
    phase = state.phase
    if state.colour >= 0:
        out[at + state.colour] = 1
    at += 4
    waits = phase == TALK or phase == WINDOW
    if phase != OVER:
        out[at + phase - TURN] = 1
    at += PHASES
    if waits:
        out[at + state.next_phase - TURN] = 1
    at += FOLLOWS
    if phase != OVER and phase != WINDOW:
        out[at + distance(state.seat, seat, players)] = 1
    at += players
    if waits:
        out[at + distance(state.next_seat, seat, players)] = 1
    at += players
    out[at + distance(state.dealer, seat, players)] = 1
    at += players
    if phase == REPLY or (phase == TALK and state.next_phase == REPLY):
        out[at + distance(state.trader, seat, players)] = 1
    at += players
    if phase == WINDOW:
        out[at + distance(state.finisher, seat, players)] = 1
    at += players
    watch = state.watch
    if watch != 0:
        for who in range(players):
            if (watch >> who) & 1:
                out[at + distance(who, seat, players)] = 1
    at += players
    if phase == FINED or (waits and state.next_phase == FINED):
        end = at + FINES * players
        for giver in state.chain:
            # A position from text may have more Fines than the box.
            if at < end:
                out[at + distance(giver, seat, players)] = 1
            at += players


def write_players(state: PitStopTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    for i in range(state.placed):
        out[at + distance(i64(state.place[i]), seat, players)] = i16(i + 1)
    at += players
    front = state.front
    size = state.size
    for who in range(players):
        place = at + distance(who, seat, players)
        out[place] = i16(front[2 * who])
        out[place + players] = i16(front[2 * who + 1])
        out[place + 3 * players] = i16(size[who])
    for burier in state.burier:
        out[at + 2 * players + distance(burier, seat, players)] += 1
    at += 4 * players
    for line in state.rounds:
        for who in range(players):
            out[at + distance(who, seat, players)] += i16(line[who])


def write_knowledge(state: PitStopTable, seat: i64, out: vec[i16], at: i64) -> None:
    """What this seat has seen of other hands, what others have seen of its own, and who has seen how much of whom."""
    players = state.players
    for apart in range(i64(1), players):
        other = seat + apart
        if other >= players:
            other -= players
        write_known(state, seat, other, out, at)
        if state.can_tell(other, seat):
            write_known(state, other, seat, out, at + TYPES * (players - 1))
        at += TYPES
    at += TYPES * (players - 1)
    seen = state.seen
    i: i64 = -SIGHT
    for viewer in range(players):
        for holder in range(players):
            i += SIGHT
            if seen[i + SEEN] > 0:
                place = distance(viewer, seat, players) * players + distance(holder, seat, players)
                out[at + place * SIGHT] = i16(seen[i + SEEN])
                out[at + place * SIGHT + 1] = i16(seen[i + OF])
                out[at + place * SIGHT + 2] = i16(seen[i + PASSED_ON])


def write_known(state: PitStopTable, viewer: i64, holder: i64, out: vec[i16], at: i64) -> None:
    known = state.known
    first = (viewer * state.players + holder) * PAIRS
    for i in range(first, first + PAIRS):
        both = i64(known[i])
        if both != 0:
            to = at + 2 * (i - first)
            out[to] = i16(both & 15)
            out[to + 1] = i16(both >> 4)
