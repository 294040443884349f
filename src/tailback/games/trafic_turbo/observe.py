"""What a seat of Trafic Turbo knows, as a row of numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from tailback.core.observe import Part, distance
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.sight import certain
from tailback.games.trafic_turbo.table import (
    CHASING,
    KEEPING,
    OVER,
    SEARCHING,
    SHIFTING,
    STEPPING,
    WITH_WARNING,
    TraficTable,
)

# As in `material` and `table`; a `Final` of another module would be looked up each time.
SPACES: Final = 108
PLACES: Final = 112
COLUMNS: Final = 36
KINDS: Final = 19
TRAFFIC: Final = 10
LINES: Final = 4
NOTHING: Final = 255
PHASES: Final = 9
MODES: Final = 4
# What can lie face down before a player: four Turbos, Warning and Maneuver.
KEPT: Final = 6
FIRST_TURBO: Final = 5
LAST_TURBO: Final = 8
FIRST_OTHER: Final = 17
# More columns than anybody drives in three laps, or is behind the line.
FAR: Final = 255


def parts(players: int) -> list[Part]:
    return [
        Part("hand", KINDS, 1, "the card you keep"),
        Part("drawn", KINDS, 1, "the card you have just drawn, to be kept or played"),
        Part("search", KINDS, 32, "how many of each card are in the pile, while you look into it"),
        Part("discards", KINDS, 32, "how many of each card lie on the discards"),
        Part("phase", PHASES, 1, "over, or what is asked: place, use, step, draw, keep, traffic, police, mirror"),
        Part("turn", players, 1, "whose turn it is"),
        Part("first", players, 1, "who is first in each round"),
        Part("cars", SPACES * players, 1, "by player: the space where the car stands, lane by lane"),
        Part("traffic", SPACES, 1, "the spaces that vehicles cover, lane by lane"),
        Part("vehicles", 4 * TRAFFIC, COLUMNS - 1, "by vehicle: its lane of three, and the column of its rear"),
        Part("police", PLACES, 1, "the space or, after these, the station where the Police is"),
        Part("driven", players, FAR, "columns that each car has driven since the line"),
        Part("behind", players, FAR, "columns that each car is behind the line on the grid"),
        Part("place", players, players, "place of each car at the finish; 0 on the road"),
        Part("holds", players, 1, "who keeps a card"),
        Part("skips", players, FAR, "turns that each player misses"),
        Part("fines", players, FAR, "fines of each player"),
        Part("hits", players, FAR, "vehicles that each player hit"),
        Part("mode", MODES, 1, "what drives the car: die, Warning, Maneuver, Turbo"),
        Part("side", 2, 1, "to which side it has gone in this move: left, right"),
        Part("begin", 4, COLUMNS - 1, "lane of three, and column, where the move began"),
        Part("ghost", 6, FAR, "with Warning: lane of three and column of the ghost, columns driven, columns behind"),
        Part("moved", TRAFFIC, 1, "vehicles that the running Traffic card has moved"),
        Part("round", 1, 180, "the round"),
        Part("roll", 1, 6, "what was rolled"),
        Part("left", 1, FAR, "steps left"),
        Part("sidesteps", 1, FAR, "steps to the side in this move"),
        Part("stopped", 1, 1, "the car was stopped"),
        Part("budget", 1, FAR, "what is left of the number on a Traffic or Police card"),
        Part("pile", 1, 32, "cards in the pile"),
        Part("mirror", 1, 1, "a Mirror lies aside"),
        Part("known", KEPT * players, 1, "by player: the kept card that you can work out for certain"),
        Part("among", KEPT * players, players, "by player: the kept cards of all those with the same mark for you"),
        Part(
            "marks",
            (players + 1) * players,
            players,
            "by watcher, the public last, then by holder: a number that holders share whose cards the watcher knows"
            " as a set",
        ),
    ]


def observe(state: TraficTable, seat: i64, out: vec[i16], at: i64) -> None:
    players = state.players
    phase = state.phase
    mine = phase != OVER and seat == state.seat
    hand = state.hand
    if hand[seat] != NOTHING:
        out[at + i64(hand[seat])] = 1
    at += KINDS
    if mine and phase == KEEPING:
        out[at + state.drawn] = 1
    at += KINDS
    if mine and phase == SEARCHING:
        pile = state.deck.cards
        for i in range(state.deck.n):
            out[at + i64(pile[i])] += 1
    at += KINDS
    discard = state.discard
    for i in range(state.discard_n):
        out[at + i64(discard[i])] += 1
    at += KINDS
    out[at + phase] = 1
    at += PHASES
    # By distance from this seat.
    if phase != OVER:
        out[at + distance(state.seat, seat, players)] = 1
    at += players
    out[at + distance(state.first, seat, players)] = 1
    at = road(state, seat, out, at + players)
    at = race(state, seat, out, at)
    at = turn(state, out, at)
    out[at] = i16(state.deck.n)
    if state.aside:
        out[at + 1] = 1
    if phase != OVER:
        kept(state, seat, out, at + 2)


def road(state: TraficTable, seat: i64, out: vec[i16], at: i64) -> i64:
    """Where everything stands."""
    players = state.players
    for who in range(players):
        if state.has_place(who) and state.sheet[who * LINES] == 0:
            out[at + distance(who, seat, players) * SPACES + i64(state.cell[who])] = 1
    at += SPACES * players
    rear = state.rear
    length = state.rules.length
    ahead = state.rules.ahead
    for v in range(state.rules.vehicles):
        space = i64(rear[v])
        out[at + space] = 1
        if length[v] == 2:
            out[at + i64(ahead[space])] = 1
        lane = space // COLUMNS
        out[at + SPACES + 4 * v + lane] = 1
        out[at + SPACES + 4 * v + 3] = i16(space - lane * COLUMNS)
    at += SPACES + 4 * TRAFFIC
    out[at + state.police] = 1
    return at + PLACES


def race(state: TraficTable, seat: i64, out: vec[i16], at: i64) -> i64:
    """How far each has come, and what stands on its sheet."""
    players = state.players
    sheet = state.sheet
    for who in range(players):
        to = at + distance(who, seat, players)
        p = state.p[who]
        if p >= 0:
            out[to] = i16(p)
        else:
            out[to + players] = i16(-p)
        # On the sheet: place, skips, fines, hits.
        line = who * LINES
        out[to + 2 * players] = i16(sheet[line])
        if state.hand[who] != NOTHING:
            out[to + 3 * players] = 1
        out[to + 4 * players] = i16(sheet[line + 1])
        out[to + 5 * players] = i16(sheet[line + 2])
        out[to + 6 * players] = i16(sheet[line + 3])
    return at + 7 * players


def turn(state: TraficTable, out: vec[i16], at: i64) -> i64:
    """How far the turn has got."""
    phase = state.phase
    stepping = phase == STEPPING
    if stepping:
        out[at + state.mode] = 1
    at += MODES
    if state.side > 0:
        out[at + state.side - 1] = 1
    at += 2
    if stepping:
        out[at + state.begin // COLUMNS] = 1
        out[at + 3] = i16(state.begin % COLUMNS)
    at += 4
    if stepping and state.mode == WITH_WARNING:
        out[at + state.ghost // COLUMNS] = 1
        out[at + 3] = i16(state.ghost % COLUMNS)
        if state.ghost_p >= 0:
            out[at + 4] = i16(state.ghost_p)
        else:
            out[at + 5] = i16(-state.ghost_p)
    at += 6
    used = state.used
    if used != 0:
        for v in range(i64(TRAFFIC)):
            out[at + v] = i16((used >> v) & 1)
    at += TRAFFIC
    out[at] = i16(state.round)
    out[at + 1] = i16(state.roll)
    if stepping:
        out[at + 2] = i16(state.left)
    out[at + 3] = i16(state.sidesteps)
    if state.stopped:
        out[at + 4] = 1
    if phase == SHIFTING or phase == CHASING:
        out[at + 5] = i16(state.budget)
    return at + 6


def kept(state: TraficTable, seat: i64, out: vec[i16], at: i64) -> None:
    """What can be worked out of the cards that others keep, and by whom."""
    players = state.players
    hand = state.hand
    marks = state.marks
    mine = seat * players
    for holder in range(players):
        to = at + distance(holder, seat, players) * KEPT
        if holder != seat and hand[holder] != NOTHING:
            card = certain(state, seat, holder)
            if card != NOTHING:
                out[to + kept_as(card)] = 1
        mark = marks[mine + holder]
        if mark > 0:
            for other in range(players):
                if marks[mine + other] == mark:
                    out[to + KEPT * players + kept_as(i64(hand[other]))] += 1
    at += 2 * KEPT * players
    i: i64 = 0
    for watcher in range(players + 1):
        # The public comes last for everybody.
        line = at + (watcher if watcher == players else distance(watcher, seat, players)) * players
        for holder in range(players):
            out[line + distance(holder, seat, players)] = i16(marks[i])
            i += 1


def kept_as(card: i64) -> i64:
    """The place of a card among those that can be kept."""
    return card - FIRST_TURBO if card <= LAST_TURBO else card - FIRST_OTHER + 4
