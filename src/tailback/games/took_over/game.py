"""Took Over! as a game: its facts, checks, notation and positions from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State, View
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.observe import Part
from tailback.core.position import no_more, take_number, take_rounds, take_seat, take_word, wrong
from tailback.core.rng import Rng
from tailback.games.took_over.ahead import Ahead
from tailback.games.took_over.material import (
    ACTIONS,
    CARDS,
    DECLINE,
    DONE,
    ONCE_PRESETS,
    OPTIONS,
    PASS,
    PRESETS,
    card_of,
    fewer_cards,
    games_of,
    most_fewer,
    small_hand,
)
from tailback.games.took_over.observe import parts
from tailback.games.took_over.play import TookOverState
from tailback.games.took_over.table import ALL_CARDS, MORE, OPENING, PLACING, WINDOW, cards_in

WORDS = ("place", "take", "open")
OTHERS = {PASS: "pass", DECLINE: "decline", DONE: "done"}


class TookOver(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "took_over"
        self.rules_version = 2
        self.row_version = 1
        self.fewest, self.usual, self.most = 2, 4, 5
        self.players_clause = "TO-25"
        self.age = 7
        self.options = OPTIONS
        self.presets = PRESETS
        self.once_presets = ONCE_PRESETS
        self.once_options = ("edition",)
        self.lets_go = {"take_over": "decline"}
        self.clauses = {"TO-": 25, "TO-Q": 25}
        self.actions = ACTIONS
        self.pace = 3_000_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return TookOverState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """Each card is laid once with at most one question after it, and each round of passes costs a card."""
        return CARDS * (players + 4) * games_of(players, options)

    def agrees(self, version: int, options: Mapping[str, Any]) -> bool:
        # In version 2 whoever has a stack opens the first row, too; only a head start makes stacks unlike before that.
        alike = options.get("empty_stack_opening", "hand_choice") == "hand_choice"
        told_alike = options.get("win_on", "hand_and_stack") == "hand_and_stack"
        return version == 2 or (version == 1 and (not options.get("even_chances") or (alike and told_alike)))

    def check(self, players: int, options: dict[str, Any]) -> None:
        ages: tuple[int, ...] = options["age_order"]
        if ages and sorted(ages) != list(range(players)):
            raise BadOption("TO-8", "bad_age_order", {"players": players}, {"age_order": ()})

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        return int(Ahead(state, seat, steps, rng).run())

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        amount: int = options["head_start"]
        games = games_of(players, options)
        if amount > 0:
            return ("cards", amount, 0) if games == 1 else ("over_games", amount, games)
        if options["win_on"] == "hand":
            return "hand", small_hand(options), 0
        return "cards", fewer_cards(players, options), 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        return [range(1, most_fewer(players, options) + 1)]  # TO-Q22

    def row(self, players: int) -> list[Part]:
        return parts(players)

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (0, 62, 149, 150, 151, 152)]
        ['place 1', 'take 13', 'open 50', 'pass', 'decline', 'done']
        """
        if action >= PASS:
            return OTHERS[action]
        return f"{WORDS[action // CARDS]} {action % CARDS + 1}"

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action >= PASS:
            return OTHERS[action], {}
        return WORDS[action // CARDS], {"card": action % CARDS + 1}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: row (none: the player on turn opens), A, B, ... (hands), A stack, B stack, ... (top first),
        gone (discarded rows), rounds (points of the games that are over, as `0 4 7 / 3 0 2`), turn,
        counter (blank passes so far), laid (yes: a card was laid this turn).
        A hand or stack not named gets other cards; nobody refills."""
        assert isinstance(state, TookOverState)
        players = int(state.players)
        used: set[int] = set()
        row = cards_of(fields.pop("row", ""), used)
        if row != sorted(row):
            raise BadNotation("row_not_ascending", {"row": row})
        gone = cards_of(fields.pop("gone", ""), used)
        hands: list[list[int] | None] = []
        stacks: list[list[int] | None] = []
        for seat in range(players):
            for where, name in ((hands, seat_letter(seat)), (stacks, seat_letter(seat) + " stack")):
                text = fields.pop(name, None)
                cards = cards_of(text, used) if text is not None else None
                if cards is not None and len(cards) > state.rules.share:
                    raise wrong(name, text or "")
                where.append(cards)
        state.rounds = take_rounds(fields, players, int(state.rules.games) - 1)
        seat = take_seat(fields, "turn", players)
        counter = take_number(fields, "counter", 0, 0, players - 1)
        laid = take_word(fields, "laid", ("no", "yes"))
        no_more(fields)
        rest = [int(card) for card in shuffled(state) if card not in used]
        for who in range(players):
            mine = hands[who]
            hands[who] = (
                mine if mine is not None else deal(rest, min(int(state.rules.full[who]), cards_for(state, who)))
            )
        for who in range(players):
            under = stacks[who]
            usual = cards_for(state, who) - int(state.rules.full[who])
            stacks[who] = under if under is not None else deal(rest, max(0, usual))
        for who in range(players):
            if not hands[who] and not stacks[who]:
                raise BadNotation("no_cards", {"seat": seat_letter(who)})
        state.events = None
        state.winner = -1
        state.rows_gone = 0
        state.gone = bits_of(gone)
        state.left_out = bits_of(rest)
        for who in range(players):
            state.count[who] = state.count[2 * players + who] = u8(0)
            for card in hands[who] or []:
                state.gain(who, card)
            pile = stacks[who] or []
            state.count[players + who] = u8(len(pile))
            for i, card in enumerate(reversed(pile)):
                state.stack[who * state.rules.share + i] = u8(card)
        state.seat = seat
        if not row:
            state.open_round()
            return
        state.row = bits_of(row)
        state.low, state.high = row[0], row[-1]
        state.passes = counter
        state.laid = laid == "yes"
        state.phase = PLACING

    def rebuild(self, state: State, view: View) -> None:
        """What the seat does not see lies in any order: hands, stacks and the cards left out."""
        assert isinstance(state, TookOverState)
        players = int(state.players)
        over = view["turn"] is None
        seats, row = view["seats"], view["row"]
        state.row, state.gone = bits_of(row), bits_of(view["gone"])
        known = state.row | state.gone
        hands: list[list[int] | None] = [None] * players
        if over:
            hands = list(view["hands"])
        elif view["seat"] is not None:
            hands[view["seat"]] = view["hand"]
        for hand in hands:
            known |= bits_of(hand or [])
        rest = cards_in(ALL_CARDS & ~known)
        for who in range(players):
            hand = hands[who]
            for card in deal(rest, seats[who]["hand"]) if hand is None else hand:
                state.gain(who, card)
            state.count[players + who] = u8(seats[who]["stack"])
            for i, card in enumerate(deal(rest, seats[who]["stack"])):
                state.stack[who * state.rules.share + i] = u8(card)
            for n, proof in enumerate(seats[who]["proven"]):
                state.note(who, n, proof["above"], proof["below"], proof["cards"])
            state.count[2 * players + who] = u8(len(seats[who]["proven"]))
        state.left_out = bits_of(rest)
        if row:
            state.low, state.high = row[0], row[-1]
        state.rounds = tuple([tuple([int(n) for n in line]) for line in view["rounds"]])
        state.passes, state.laid = view["passes"], view["laid"]
        if view["rows_left"] is not None:
            state.rows_gone = state.rules.row_limit - view["rows_left"]
        if over:
            state.winner = -1 if view["winner"] is None else view["winner"]
            return
        state.seat = view["turn"]
        if view["window"] is not None:
            state.above, state.below = view["window"]
            state.phase = MORE if view["took"] else WINDOW
        else:
            state.phase = PLACING if row else OPENING


def cards_of(text: str, used: set[int]) -> list[int]:
    return [card_of(name, used) for name in text.split()]


def bits_of(cards: list[int]) -> i64:
    bits: i64 = 0
    for card in cards:
        bits |= bit(card)
    return bits


def cards_for(state: TookOverState, seat: int) -> int:
    return int(state.cards_for(seat))


def shuffled(state: TookOverState) -> list[int]:
    """All cards in an order of the state's own chance."""
    cards = list(range(1, CARDS + 1))
    for i in range(CARDS - 1, 0, -1):
        other = int(state.rng.below(i + 1))
        cards[i], cards[other] = cards[other], cards[i]
    return cards


def deal(rest: list[int], count: int) -> list[int]:
    dealt = rest[:count]
    del rest[:count]
    return dealt


GAME = TookOver()
