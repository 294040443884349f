"""Rush Hour as a game: its facts, checks, notation and positions from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tailback.core.contract import State, View
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import SECRET_CHOICE, Game
from tailback.core.notation import seat_letter, seat_of
from tailback.core.observe import Part
from tailback.core.position import no_more, take_rounds, whole, wrong
from tailback.core.rng import Rng
from tailback.games.rush_hour.foresee import foresee
from tailback.games.rush_hour.foresight import Foresight
from tailback.games.rush_hour.material import (
    ACTIONS,
    AMBULANCE,
    EDITIONS,
    GAP,
    HAND,
    LETTERS,
    MOST_LESS,
    NEW,
    ONCE_PRESETS,
    OPTIONS,
    PLAY,
    POLICE,
    PRESETS,
    ROOM,
    ROW,
    TOP,
    TOW,
    deck_of,
    less_than_nothing,
    rounds_of,
    starters,
)
from tailback.games.rush_hour.observe import parts
from tailback.games.rush_hour.play import RushHourState
from tailback.games.rush_hour.recall import rebuild
from tailback.games.rush_hour.rules import Rules
from tailback.games.rush_hour.table import GAPS, SPOTS

USES: Final = ("row", "take", "front")


class RushHour(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "rush_hour"
        self.rules_version = 3
        self.row_version = 1
        self.fewest, self.usual, self.most = 2, 4, 5  # G-2
        self.players_clause = "RH-3"
        self.age = 8  # G-3, D-2
        self.options = OPTIONS
        self.presets = PRESETS
        self.editions = EDITIONS
        self.once_presets = ONCE_PRESETS
        self.genre = SECRET_CHOICE
        self.in_the_open = ("ambulance_row", "police_row", "place", "take_row", "front_row", "tow_row")
        self.clauses = {"G-": 8, "G-Q": 3, "RH-": 57, "RH-Q": 40}
        # Questions of the deck, ruled in G-Q1 and G-Q2.
        self.unused = ("RH-Q1", "RH-Q2")
        self.actions = ACTIONS
        self.pace = 1_000_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return RushHourState(players, options)

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, RushHourState)
        rebuild(state, view)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """Each card is chosen once and asks at most once for a row."""
        return 2 * players * int(options["hand_size"]) * rounds_of(options)

    def agrees(self, version: int, options: Mapping[str, Any]) -> bool:
        # Version 3 settles only the win by the fewest cards.
        return version == 3 or (version == 2 and options.get("tie_break", "shared") == "shared")

    def check(self, players: int, options: dict[str, Any]) -> None:
        """RH-16, RH-Q4, RH-Q6, RH-Q7, G-Q3"""
        found = fault(players, options)
        if found is None:
            return
        # Mend one thing after the other until it can be dealt.
        nearest: dict[str, Any] = {}
        again: BadOption | None = found
        while again is not None:
            nearest.update(again.nearest or {})
            fixed = {**options, **nearest}
            again = fault(int(fixed.pop("players", players)), fixed)
        found.nearest = nearest
        raise found

    def ahead(self, state: State, seat: int) -> list[dict[str, Any]]:
        assert isinstance(state, RushHourState)
        return foresee(state, seat)

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        assert isinstance(state, RushHourState)
        return int(Foresight(state, seat, steps, rng).run())

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        return "points", less_than_nothing(players, options), 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        return [range(1, MOST_LESS + 1)]  # RH-Q40

    def row(self, players: int) -> list[Part]:
        return parts(players)

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (16, 50, 54, 58, 59, 62, 63)]
        ['play 17', 'play A', 'row 2', 'take 3', 'front 1', 'gap 1#1', 'gap 1#2']
        """
        if action >= GAP:
            return f"gap {(action - GAP) // ROOM + 1}#{(action - GAP) % ROOM + 1}"
        if action >= ROW:
            return f"{USES[(action - ROW) // 3]} {(action - ROW) % 3 + 1}"
        return "play " + plain_name(action - PLAY + 1)

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action >= GAP:
            return "gap", {"row": (action - GAP) // ROOM + 1, "spot": (action - GAP) % ROOM + 1}
        if action >= ROW:
            return USES[(action - ROW) // 3], {"row": (action - ROW) % 3 + 1}
        return "play", {"card": plain_name(action - PLAY + 1)}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: rows (`12 14 / 20 / _ T+18`, front first), A, B, ... (hands; none = empty), A pile, B pile, ...,
        ages (seats, youngest first), rounds (points of earlier rounds, `3 5 / 0 4`), taken (cards taken in them,
        `3 8`; one for each point if not named), or deck (top first; the round is then dealt from it, without rows,
        hands and piles). The position opens with the choice of cards."""
        assert isinstance(state, RushHourState)
        players = int(state.players)
        ages = fields.pop("ages", None)
        if ages is not None:
            order = tuple(seat_of(letter, players) for letter in ages.split())
            if sorted(order) != list(range(players)):
                raise BadNotation("bad_ages", {"ages": ages})
            state.options = {**state.options, "age_order": order}
            state.rules = Rules(players, state.options)
        read_rounds(state, fields)
        left = [int(n) for n in state.rules.count]
        if "deck" in fields:
            deck = fields.pop("deck")
            no_more(fields)
            state.deal([pick(name, state.rules, left) for name in deck.split()])
            return
        rows = fields.pop("rows", None)
        hands = [fields.pop(seat_letter(seat), "") for seat in range(players)]
        piles = [fields.pop(seat_letter(seat) + " pile", "") for seat in range(players)]
        no_more(fields)
        if rows is None:
            raise BadNotation("bad_field", {"field": "rows"})
        lay_rows(state, rows, left)
        for i in range(players * HAND):
            state.hand[i] = 0
        state.pile_n = 0
        state.queue_n = state.at = state.done = state.log_n = 0
        for seat in range(players):
            if len(hands[seat].split()) > state.rules.hand_size:
                raise BadNotation("hand_too_big", {"seat": seat_letter(seat), "most": int(state.rules.hand_size)})
            for name in hands[seat].split():
                state.gain(seat, pick(name, state.rules, left))
            taken = [pick(name, state.rules, left) for name in piles[seat].split()]
            for entry in ([NEW + seat] if taken else []) + taken:
                state.pile[state.pile_n] = entry
                state.pile_n += 1
        state.begin_turn(True)


def plain_name(card: int) -> str:
    return str(card) if card <= TOP else LETTERS[card - AMBULANCE]


def fault(players: int, options: dict[str, Any]) -> BadOption | None:
    """The first thing that cannot be, with a way out."""
    ages = options["age_order"]
    if ages and sorted(ages) != list(range(players)):
        given = ",".join(str(seat) for seat in ages)
        return BadOption("G-Q3", "bad_age_order", {"order": given, "players": players}, {"age_order": ()})
    if options["trailer_mode"] == "special" and not options["specials"]:
        return BadOption("RH-Q4", "trailers_need_specials", {}, {"trailer_mode": "plain"})
    cards = len(deck_of(options))
    rows = int(options["rows"])
    hand = int(options["hand_size"])
    if players * hand + rows > cards:
        params = {"players": players, "hand": hand, "rows": rows, "needed": players * hand + rows, "cards": cards}
        return BadOption("RH-Q6", "not_enough_cards", params, smaller(players, rows, cards))
    if len(starters(options)) < rows:
        cars_only = options["start_cards"] == "numbered_cars_only"
        way_out = {"start_cards": "any_but_trailer"} if cars_only else {"trailer_mode": "plain"}
        return BadOption("RH-Q7", "no_start_cards", {"rows": rows}, way_out)
    return None


def smaller(players: int, rows: int, cards: int) -> dict[str, Any]:
    """The largest hand that this deck allows; for fewer players if it is none; else more cards. RH-Q6"""
    for fewer in range(players, 1, -1):
        hand = min(HAND, (cards - rows) // fewer)
        if hand >= 1:
            return {"hand_size": hand} if fewer == players else {"hand_size": hand, "players": fewer}
    return {"trailer_mode": "auto"}


def pick(name: str, rules: Rules, left: list[int]) -> int:
    """One card of the deck by its name, no longer free for another place."""
    for card in range(1, TOW + 1):
        if rules.name(card) == name:
            if left[card] == 0:
                raise BadNotation("no_such_card_left", {"card": name})
            left[card] -= 1
            return card
    raise BadNotation("unknown_card", {"card": name})


def lay_rows(state: RushHourState, text: str, left: list[int]) -> None:
    rows = [part.split() for part in text.split("/")]
    if len(rows) != state.rules.rows or not all(rows):
        raise BadNotation("rows_wanted", {"rows": int(state.rules.rows)})
    for row, spots in enumerate(rows):
        state.clear_row(row)
        if len(spots) > state.rules.full:
            raise BadNotation("row_too_long", {"row": row + 1, "most": int(state.rules.full)})
        if spots[-1] == "_":
            raise BadNotation("gap_at_end", {"row": row + 1})
        # Each gap was left by a Tow Truck that still stands somewhere behind it.
        trucks = 0
        for spot in reversed(spots):
            trucks += -1 if spot == "_" else spot.split("+").count("T")
            if trucks < 0:
                raise BadNotation("gap_needs_tow", {"row": row + 1})
        stacks: list[list[int]] = []
        for spot in spots:
            if spot == "_":
                state.add_entry(row, NEW)
                continue
            stack = [pick(name, state.rules, left) for name in spot.split("+")]
            if not can_lie(stack, state.rules):
                raise BadNotation("bad_stack", {"stack": spot})
            for k, card in enumerate(stack):
                state.add_entry(row, card if k else NEW + card)
            stacks.append(stack)
        # Without the penalty, low cards go to the front, also of lower ones. RH-Q36
        if state.rules.too_low_penalty and not rises(stacks):
            raise BadNotation("row_goes_down", {"row": row + 1})
        state.lane[GAPS + row] = spots.count("_")
        assert state.lane[SPOTS + row] == len(spots)


def can_lie(stack: list[int], rules: Rules) -> bool:
    """Tow Trucks at the bottom, then one car or equal specials of one turn, then Trailers that rise."""
    k = 0
    while k < len(stack) and stack[k] == TOW:
        k += 1
    first = stack[k] if k < len(stack) else 0
    k += 1
    while k < len(stack) and first > TOP and stack[k] == first:
        k += 1
    trailers = stack[k:]
    under = first if first <= TOP else 0
    return all(rules.hook[card] for card in trailers) and sorted([under, *trailers]) == [under, *trailers]


def rises(row: list[list[int]]) -> bool:
    """Each number is above the one before it, unless a card without a number stands in between. RH-14, RH-36, RH-41

    `row` is its stacks from the front, without gaps. A Tow Truck only carries what stood in the row.
    """
    end = 0
    for stack in row:
        numbers = [card for card in stack if card <= TOP]
        escorted = AMBULANCE in stack or POLICE in stack
        if numbers and numbers[0] < end and not escorted:
            return False
        end = stack[-1] if stack[-1] <= TOP else 0
    return True


def read_rounds(state: RushHourState, fields: dict[str, str]) -> None:
    """The rounds played; one more must be left to play. RH-Q34"""
    players = int(state.players)
    text = fields.get("rounds", "")
    state.rounds = take_rounds(fields, players, int(state.rules.last_round) - 1)
    totals = [sum(line[seat] for line in state.rounds) for seat in range(players)]
    if 0 < state.rules.point_limit <= max(totals):
        raise wrong("rounds", text)
    counts = fields.pop("taken", " ".join(str(total) for total in totals))
    words = counts.split()
    if len(words) != players:
        raise wrong("taken", counts)
    # A card costs one point or two.
    swept = tuple(whole(word, (total + 1) // 2, total) for word, total in zip(words, totals, strict=True))
    if any(count < (total + 1) // 2 for count, total in zip(swept, totals, strict=True)):
        raise wrong("taken", counts)
    state.swept = swept


GAME = RushHour()
