"""What a seat of Mau-Mau knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.observe import MOST, Part, distance
from tailback.core.shedding import write_lacks
from tailback.core.vecs import vec
from tailback.games.mau_mau.table import COLOUR, DRAWN, OVER, SIZE, STRIDE, MauMauTable

TYPES: Final = 53
# Points are taken off for whoever has a head start, in each of at most 20 games.
BELOW: Final = 500
# Colours, kinds and the colour change.
TRAITS: Final = 18


def parts(players: int) -> list[Part]:
    return [
        Part("hand", TYPES, 12, "how many of each card you hold"),
        Part("drawn", TYPES, 1, "the card you have just drawn and may lay"),
        Part("top", TYPES, 1, "the card on top of the pile"),
        Part("colour", 4, 1, "the colour to match; none while it is being named"),
        Part("pile", TYPES, 12, "how many of each card lie in the pile, its top included"),
        Part("returned", TYPES, 6, "cards turned up at the opening and put back into the deck"),
        Part("turn", players, 1, "whose turn it is"),
        Part("dealer", players, 1, "who dealt"),
        Part("silent", players, 1, "who forgot to say mau and may be caught"),
        Part("watch", players, 1, "who may still catch somebody"),
        Part("drew", 1, 1, "the player whose turn it is has just drawn"),
        Part("clockwise", 1, 1, "play goes round clockwise"),
        Part("pending", 1, MOST, "cards that wait to be taken"),
        Part("idle", 1, MOST, "turns in a row in which nobody could do anything"),
        Part("deck", 1, 220, "cards in the deck"),
        Part("game", 1, 20, "games finished"),
        Part("cards", players, 220, "cards in each hand"),
        Part("score", players, MOST, f"points of each player plus {BELOW}; fewer are better"),
        Part(
            "lacks", TRAITS * players, 220, "by hand, then by colour, kind and CC: how many of its cards cannot have it"
        ),
    ]


def observe(state: MauMauTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    phase = state.phase
    hand = state.hand
    start = seat * STRIDE
    for card in range(i64(TYPES)):
        out[at + card] = i16(hand[start + card])
    at += TYPES
    if phase == DRAWN and seat == state.seat:
        out[at + state.drawn] = 1
    at += TYPES
    pile = state.pile
    pile_n = state.pile_n
    if pile_n > 0:
        out[at + i64(pile[pile_n - 1])] = 1
    at += TYPES
    if phase != COLOUR:
        out[at + state.colour] = 1
    at += 4
    for i in range(pile_n):
        out[at + i64(pile[i])] += 1
    at += TYPES
    for gone in state.returned:
        out[at + gone] += 1
    at += TYPES
    # By distance from this seat.
    if phase != OVER:
        out[at + distance(state.seat, seat, players)] = 1
    at += players
    out[at + distance(state.dealer, seat, players)] = 1
    at += players
    if state.silent >= 0:
        out[at + distance(state.silent, seat, players)] = 1
    at += players
    watch = state.watch
    if watch != 0:
        for who in range(players):
            if (watch >> who) & 1:
                out[at + distance(who, seat, players)] = 1
    at += players
    if phase == DRAWN:
        out[at] = 1
    if state.step > 0:
        out[at + 1] = 1
    out[at + 2] = i16(state.pending)
    out[at + 3] = i16(state.idle)
    out[at + 4] = i16(state.deck.n)
    out[at + 5] = i16(len(state.rounds))
    at += 6
    lacks = state.lacks
    for who in range(players):
        place = distance(who, seat, players)
        size = i64(hand[who * STRIDE + SIZE])
        out[at + place] = i16(size)
        out[at + players + place] = i16(BELOW)
        write_lacks(lacks, who, size, out, at + 2 * players + place * TRAITS, TRAITS)
    at += players
    for line in state.rounds:
        for who in range(players):
            out[at + distance(who, seat, players)] += i16(line[who])
