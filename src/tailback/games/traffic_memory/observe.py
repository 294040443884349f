"""What a seat of Traffic-Memory knows, as a row of numbers: all that was ever open, which everybody could watch."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.observe import MOST, Part, distance
from tailback.core.vecs import vec
from tailback.games.traffic_memory.material import JOKER, PLACES, POLICE, cards_ahead
from tailback.games.traffic_memory.table import FIRST_CARD, HOLE, OVER, MemoryTable

# The numbers, then Ambulances and Police cars: one joker looks like another of its kind.
FACES: Final = 52
PHASES: Final = 4


def parts(players: int) -> list[Part]:
    return [
        Part("face", FACES * PLACES, 1, "by place, then by card (1 to 50, A, P): the card that lies open or was seen"),
        Part("down", PLACES, 1, "where a card lies face down"),
        Part("opened", PLACES, PLACES, "the cards opened this turn: 1 for the first, 2 for the next, and so on"),
        Part("age", PLACES, MOST, "how many cards were opened since the one here was seen; it may be forgotten"),
        Part("left", FACES, 4, "how many of each card are still on the table"),
        Part("turn", players, 1, "whose turn it is"),
        Part("asked", PHASES, 1, "for a first card, for a second one, whether to go on, or for a card in between"),
        Part("places", 1, PLACES, "cards laid out at the beginning"),
        Part("flips", 1, MOST, "cards opened since the match began"),
        Part("score", players, PLACES + cards_ahead(players, PLACES), "cards won by each player"),
    ]


def observe(state: MemoryTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    faces = state.face
    marks = state.mark
    when = state.when
    flips = state.flips
    most: i64 = MOST
    down = at + FACES * PLACES
    age = down + 2 * PLACES
    left = age + PLACES
    # A position from text may have won cards in places beyond the table: they are no longer on it.
    for place in range(state.places):
        mark = i64(marks[place])
        if mark >= HOLE:
            continue
        face = i64(faces[place]) - 1
        if face >= POLICE - 1:
            face = FACES - 1
        elif face >= JOKER - 1:
            face = FACES - 2
        out[left + face] += 1
        # No processor can guess which cards are closed (0), seen (1) or open (2), so all three write, if only zeros.
        old = flips - when[place]
        if old > most:
            old = most
        out[down + place] = i16(1 - (mark >> 1))
        out[age + place] = i16((mark & 1) * old)
        out[at + place * FACES + face] = i16((mark + 1) >> 1)
    opened = state.opened
    for k in range(state.opened_n):
        out[down + PLACES + i64(opened[k])] = i16(k + 1)
    at = left + FACES
    # By distance from this seat.
    if state.phase != OVER:
        out[at + distance(state.seat, seat, players)] = 1
        out[at + players + state.phase - FIRST_CARD] = 1
    at += players + PHASES
    out[at] = i16(state.places)
    out[at + 1] = i16(min(flips, most))
    at += 2
    won = state.won
    ahead = state.rules.ahead
    for who in range(players):
        out[at + distance(who, seat, players)] = i16(i64(won[who]) + i64(ahead[who]))
