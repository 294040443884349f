"""What a seat of Took Over! knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.bits import count as how_many
from tailback.core.observe import Part, distance, write_set
from tailback.core.vecs import vec
from tailback.games.took_over.material import CARDS
from tailback.games.took_over.table import MORE, OVER, WINDOW, TookOverTable

# The cards of the box; a `Final` of another module would be looked up each time.
BOX: Final = 50
# All of them as a set of bits.
ALL: Final = 0x7FFFFFFFFFFFE
PHASES: Final = 5
# Three times everybody begins.
MOST_GAMES: Final = 15


def parts(players: int) -> list[Part]:
    share = CARDS // players
    return [
        Part("hand", BOX, 1, "the cards you hold, 1 to 50"),
        Part("row", BOX, 1, "the cards of the row"),
        Part("gone", BOX, 1, "the cards of earlier rows"),
        Part("above", BOX, 1, "while the neighbour is asked: a card above this one fits"),
        Part("below", BOX, 1, "while the neighbour is asked: a card below this one fits"),
        Part("phase", PHASES, 1, "over, placing, neighbour asked, neighbour asked for more, opening"),
        Part("turn", players, 1, "whose turn it is"),
        Part("winner", players, 1, "who has won alone"),
        Part("laid", 1, 1, "the player whose turn it is has laid a card in it"),
        Part("passes", 1, players, "passes in a row"),
        Part("rows_left", 1, 9, "rows until the match ends; 0 without a limit"),
        Part("left_out", 1, BOX, "cards that are not in this match"),
        Part("cards", players, share, "cards in each hand"),
        Part("stack", players, share, "cards in each stack"),
        Part(
            "proven",
            2 * share * players,
            BOX,
            "by hand, for 1, 2 and more cards: between which two at least so many of it lie; 0 where nothing is proven",
        ),
        Part("game", 1, MOST_GAMES, "games finished"),
        Part("points", players, share * MOST_GAMES, "points of the games finished"),
    ]


def observe(state: TookOverTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    share = state.rules.share
    hand = state.hand
    count = state.count
    phase = state.phase
    for i in range(seat * share, seat * share + i64(count[seat])):
        out[at + i64(hand[i]) - 1] = 1
    row = state.row & ALL
    gone = state.gone & ALL & ~row
    missing = how_many(state.left_out & ALL & ~row & ~gone)
    write_set(row, 1, out, at + BOX - 1)
    write_set(gone, 1, out, at + 2 * BOX - 1)
    at += 3 * BOX
    if phase == WINDOW or phase == MORE:
        out[at + state.above - 1] = 1
        out[at + BOX + state.below - 1] = 1
    at += 2 * BOX
    out[at + phase] = 1
    at += PHASES
    # By distance from this seat.
    if phase != OVER:
        out[at + distance(state.seat, seat, players)] = 1
    at += players
    if state.winner >= 0:
        out[at + distance(state.winner, seat, players)] = 1
    at += players
    if state.laid:
        out[at] = 1
    out[at + 1] = i16(state.passes)
    if state.rules.row_limit > 0:
        out[at + 2] = i16(state.rules.row_limit - state.rows_gone)
    out[at + 3] = i16(missing)
    at += 4
    for who in range(players):
        place = distance(who, seat, players)
        out[at + place] = i16(count[who])
        out[at + players + place] = i16(count[players + who])
        closest(state, 3 * who * share, i64(count[2 * players + who]), out, at + 2 * players + place * 2 * share)
    if state.rules.games > 1:
        at += 2 * players + 2 * share * players
        out[at] = i16(len(state.rounds))
        for line in state.rounds:
            for who in range(players):
                out[at + 1 + distance(who, seat, players)] += i16(line[who])


def closest(state: TookOverTable, first: i64, proofs: i64, out: vec[i16], at: i64) -> None:
    """Each pair lies within the next one, which holds for more cards: so each card has a closest pair."""
    proof = state.proof
    start = at
    for k in range(first, first + 3 * proofs, 3):
        above = i16(proof[k])
        below = i16(proof[k + 1])
        end = start + 2 * i64(proof[k + 2])
        while at < end:
            out[at] = above
            out[at + 1] = below
            at += 2
