"""What a seat of Rush Hour knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.observe import Part, distance
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import EACH, HAND, MOST_CARDS, MOST_ROUNDS, NEW, ROOM, TOP
from tailback.games.rush_hour.table import OVER, SELECT, SPOTS, RushHourTable

# Numbers, then Ambulance, Police and Tow Truck. A special of which there are several has a place for each.
CARDS: Final = 53
SINGLE: Final = 62
ROWS: Final = 3
# An entry of a row or of the log is a card, and NEW besides where a spot begins: so many bits for the card.
CARD_BITS: Final = 6
# In a row of the road, gaps have places of their own behind the specials.
IN_ROW: Final = 66
PHASES: Final = 7
# Whoever is helped begins each of twenty rounds with at most so many points less than nothing. As in `material`.
BELOW: Final = 480


def parts(players: int) -> list[Part]:
    return [
        Part("hand", CARDS, EACH, "how many of each card you hold: 1 to 50, A, P, T"),
        Part("chosen", CARDS, 1, "the card you have chosen for this turn"),
        Part(
            "road",
            IN_ROW * ROWS,
            ROOM,
            "by row, then by card (1 to 50; four each of A, P, T and gaps, from the front): its spot from the front, "
            "1 for the first. Those of one spot are a stack: T at the bottom, then A or P, then numbers as they rise",
        ),
        Part("end", CARDS * ROWS, 1, "by row: the top card of its last spot"),
        Part("spots", ROWS, ROOM, "how long each row is, gaps included"),
        Part("worth", ROWS, 2 * MOST_CARDS, "points of each row"),
        Part("gone", CARDS, EACH, "how many of each card were taken this round, by anybody"),
        Part("shown", CARDS * players, 1, "by player: the card shown last"),
        Part("order", players, players, "when each player's shown card is carried out: 1 for the first"),
        Part("done", players, 1, "whose shown card has been carried out"),
        Part("named", ROWS * players, 1, "by player: the row named for a special that has not driven yet"),
        Part(
            "played",
            SINGLE * players,
            HAND,
            "by player, then by card (1 to 50; four each of A, P, T): in which turn of this round it was shown, from 1",
        ),
        Part(
            "past",
            3 * ROWS * HAND,
            2 * MOST_CARDS,
            "by turn of this round, then by row, as it was when the cards were chosen: the top card of its last spot "
            "(1 to 53), how long it was, its points",
        ),
        Part("asked", PHASES, 1, "for a card, a row for A, one for P, a place, a row to take, one to head, one for T"),
        Part("turn", players, 1, "whose card is being carried out"),
        Part("picked", players, 1, "who has chosen a card for this turn"),
        Part("cards", players, HAND, "cards in each hand"),
        Part("taken", players, MOST_CARDS * MOST_ROUNDS, "cards that each player has taken in the match"),
        Part(
            "score",
            players,
            2 * MOST_CARDS * MOST_ROUNDS + BELOW,
            f"points of each player and {BELOW}, because whoever is helped may be below nothing; fewer are better",
        ),
        Part("round", 1, MOST_ROUNDS, "rounds finished"),
    ]


def observe(state: RushHourTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    hand = state.hand
    for i in range(seat * HAND, seat * HAND + HAND):
        card = i64(hand[i])
        if card == 0:
            break
        out[at + card - 1] += 1
    at += CARDS
    if state.phase == SELECT and state.chosen[seat] != 0:
        out[at + i64(state.chosen[seat]) - 1] = 1
    at += CARDS
    for row in range(state.rules.rows):
        write_row(state, row, out, at)
    at += (IN_ROW + CARDS + 2) * ROWS
    write_shown(state, seat, out, at + CARDS)
    past = at + CARDS + (CARDS + ROWS + 2) * players
    write_past(state, seat, out, past)
    asked = past + SINGLE * players + 3 * ROWS * HAND
    write_players(state, seat, out, asked, at)


def write_row(state: RushHourTable, row: i64, out: vec[i16], at: i64) -> None:
    """The cards of a row by their spots, then its end, how long it is and what it is worth."""
    road = state.road
    points = state.rules.points
    first = row * ROOM
    n = i64(state.lane[row])
    base = at + row * IN_ROW
    spot: i64 = 0
    worth: i64 = 0
    for i in range(first, first + n):
        entry = i64(road[i])
        spot += entry >> CARD_BITS
        entry &= NEW - 1
        worth += i64(points[entry])
        if entry == 0:
            put(out, base + SINGLE, spot)
        elif entry <= TOP:
            out[base + entry - 1] = i16(spot)
        else:
            put(out, base + TOP + (entry - TOP - 1) * EACH, spot)
    at += IN_ROW * ROWS
    out[at + row * CARDS + (i64(road[first + n - 1]) & (NEW - 1)) - 1] = 1
    at += CARDS * ROWS
    out[at + row] = i16(state.lane[SPOTS + row])
    out[at + ROWS + row] = i16(worth)


def put(out: vec[i16], at: i64, number: i64) -> None:
    """Into the first of these four places that is free."""
    for i in range(at, at + EACH):
        if out[i] == 0:
            out[i] = i16(number)
            return


def write_shown(state: RushHourTable, seat: i64, out: vec[i16], at: i64) -> None:
    """The cards of the turn, also while the next ones are being chosen."""
    players = state.players
    queue = state.queue
    done = state.done
    named = state.at
    order = at + CARDS * players
    for k in range(state.queue_n):
        place = distance(i64(queue[k]), seat, players)
        out[at + place * CARDS + i64(queue[players + k]) - 1] = 1
        out[order + place] = i16(k + 1)
        if k < done:
            out[order + players + place] = 1
        elif k < named:
            out[order + 2 * players + place * ROWS + i64(queue[2 * players + k])] = 1


def write_past(state: RushHourTable, seat: i64, out: vec[i16], at: i64) -> None:
    """Who showed what in the turns of this round, and what the rows looked like then."""
    players = state.players
    log = state.log
    points = state.rules.points
    rows = state.rules.rows
    lanes = at + SINGLE * players
    turn: i64 = 0
    i: i64 = 0
    log_n = state.log_n
    while i < log_n:
        turn += 1
        for _row in range(rows):
            end = i + i64(log[i])
            out[lanes] = i16(i64(log[end]) & (NEW - 1))
            spots: i64 = 0
            worth: i64 = 0
            while i < end:
                i += 1
                entry = i64(log[i])
                # No processor can guess where a spot begins, so nothing is asked.
                spots += entry >> CARD_BITS
                worth += i64(points[entry & (NEW - 1)])
            out[lanes + 1] = i16(spots)
            out[lanes + 2] = i16(worth)
            lanes += 3
            i += 1
        lanes += 3 * (ROWS - rows)
        for who in range(players):
            card = i64(log[i + who])
            if card == 0:
                continue
            base = at + distance(who, seat, players) * SINGLE
            if card <= TOP:
                out[base + card - 1] = i16(turn)
            else:
                put(out, base + TOP + (card - TOP - 1) * EACH, turn)
        i += players


def write_players(state: RushHourTable, seat: i64, out: vec[i16], at: i64, gone: i64) -> None:
    """What is asked of whom, and what everybody has; which cards were taken goes to `gone`."""
    players = state.players
    phase = state.phase
    if phase != OVER:
        out[at + phase - SELECT] = 1
    at += PHASES
    if phase > SELECT:
        out[at + distance(i64(state.queue[state.at]), seat, players)] = 1
    at += players
    taken = at + 2 * players
    score = taken + players
    rounds = state.rounds
    begins = state.rules.begins
    swept = state.swept
    for who in range(players):
        place = distance(who, seat, players)
        if phase == SELECT and state.chosen[who] != 0:
            out[at + place] = 1
        out[at + players + place] = i16(state.hand_count(who))
        out[taken + place] = i16(swept[who])
        total: i64 = BELOW
        if phase != OVER:
            total += begins[who]
        for line in rounds:
            total += line[who]
        out[score + place] = i16(total)
    out[score + players] = i16(len(rounds))
    pile = state.pile
    pile_n = state.pile_n
    points = state.rules.points
    i: i64 = 0
    while i < pile_n:
        # Who took, then what.
        owner = distance(i64(pile[i]) - NEW, seat, players)
        i += 1
        cards: i64 = 0
        worth: i64 = 0
        while i < pile_n:
            entry = i64(pile[i])
            if entry >= NEW:
                break
            out[gone + entry - 1] += 1
            cards += 1
            worth += i64(points[entry])
            i += 1
        # What was taken in the last round is counted already when the match is over.
        if phase != OVER:
            out[taken + owner] += i16(cards)
            out[score + owner] += i16(worth)
