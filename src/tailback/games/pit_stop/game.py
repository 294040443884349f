"""Pit Stop as a game: its facts, notation and positions from text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.deck import Deck
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter, seat_of
from tailback.core.observe import Part
from tailback.core.position import no_more, take_rounds, take_seat, take_word, wrong
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import (
    ACCEPT,
    ACTIONS,
    ALLOW,
    CAR,
    CAR_EXCHANGE,
    COLOUR,
    COLOUR_WORDS,
    COLOURS,
    COUNTER_EXCHANGE,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DONE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    FULL_DECK,
    GARAGE,
    HAND,
    KEEP,
    NEW_CAR,
    NEW_CAR_CARD,
    OPTIONS,
    PAINT,
    PAINT_SHOP,
    PASS,
    PRESETS,
    RENEW,
    RETURN,
    ROUND_STEPS,
    SAY,
    SERVICE_KIND,
    SILENT,
    SWAP,
    action_card,
    card_name,
    card_of,
    ladders,
    on_top,
    rounds_at_most,
)
from tailback.games.pit_stop.observe import parts
from tailback.games.pit_stop.play import PitStopState
from tailback.games.pit_stop.ponder import PitStopSearch
from tailback.games.pit_stop.recall import rebuild_table
from tailback.games.pit_stop.table import FINED, SERVICED, TURN

PLAIN: Final[dict[int, str]] = {
    RENEW: "renew",
    EXCHANGE: "exchange",
    COUNTER_EXCHANGE: "counter CX",
    ALLOW: "allow",
    NEW_CAR: "new car",
    RETURN: "return",
    DRAW: "draw",
    ACCEPT: "accept",
    PASS: "pass",
    KEEP: "keep",
    DONE: "done",
    SILENT: "silent",
}


class PitStop(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "pit_stop"
        self.rules_version = 2
        self.fewest, self.usual, self.most = 2, 4, 8
        self.players_clause = "CA-1"
        self.age = 8
        self.options = OPTIONS
        self.presets = PRESETS
        self.short = {"limit": "rounds", "rounds": 1}
        self.lively = {"talk": "penalty", "play_drawn": "yes", "limit": "rounds", "rounds": 1}
        self.lets_go = {"service": "accept", "fine": "accept", "exchange_reply": "allow", "new_car": "pass"}
        self.phrases = {f"say{k}": f"say {k}" for k in range(1, 9)}
        self.clauses = {"CG-": 74, "CA-": 53}
        self.actions = ACTIONS
        self.pace = 900_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return PitStopState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return ROUND_STEPS * rounds_at_most(options)

    def check(self, players: int, options: dict[str, Any]) -> None:
        dealer = int(options["first_dealer"])
        if dealer > players:
            raise BadOption(
                "CA-2",
                "bad_first_dealer",
                {"dealer": seat_letter(dealer - 1), "players": players},
                {"first_dealer": players},
            )

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        more, for_one = on_top(players, options)
        return ("first_rounds" if for_one else "points"), more, for_one

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        return ladders(players, options)

    def row(self, players: int) -> list[Part]:
        return parts(players)

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (4, 48, 90, 130, 153)]
        ['lay R5', 'car R5', 'fine R @C', 'counter B-Fn @C', 'counter B-Sv']
        >>> [GAME.notation(a) for a in (158, 162, 166, 187, 194)]
        ['paint green', 'garage green', 'swap @C', 'say 4', 'colour green']
        """
        if action in PLAIN:
            return PLAIN[action]
        card = card_name(int(action_card(action))) if action < PAINT else ""
        if action < CAR:
            return f"lay {card}"
        if action < FINE:
            return f"car {card}"
        if action < COUNTER_FINE:
            return f"fine {card[0]} @{seat_letter((action - FINE) % 8)}"
        if action < COUNTER_SERVICE:
            return f"counter {card} @{seat_letter((action - FINE) % 8)}"
        if action < PAINT:
            return f"counter {card}"
        if action < GARAGE:
            return f"paint {COLOUR_WORDS[action - PAINT]}"
        if action < SWAP:
            return f"garage {COLOUR_WORDS[action - GARAGE]}"
        if action < RENEW:
            return f"swap @{seat_letter(action - SWAP)}"
        if action < COLOUR:
            return f"say {action - SAY + 1}"
        return f"colour {COLOUR_WORDS[action - COLOUR]}"

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action in PLAIN:
            return PLAIN[action].replace(" ", "_").lower(), {}
        card = card_name(int(action_card(action))) if action < PAINT else ""
        if action < CAR:
            return "lay", {"card": card}
        if action < FINE:
            return "car", {"card": card}
        if action < COUNTER_FINE:
            return "fine", {"card": card, "seat": (action - FINE) % 8}
        if action < COUNTER_SERVICE:
            return "counter_fine", {"card": card, "seat": (action - FINE) % 8}
        if action < PAINT:
            return "counter", {"card": card}
        if action < GARAGE:
            return "paint", {"colour": COLOURS[action - PAINT]}
        if action < SWAP:
            return "garage", {"colour": COLOURS[action - GARAGE]}
        if action < RENEW:
            return "swap", {"seat": action - SWAP}
        if action < COLOUR:
            return "say", {"phrase": f"say{action - SAY + 1}"}
        return "colour", {"colour": COLOURS[action - COLOUR]}

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        return int(PitStopSearch(state, seat, steps, rng).run())

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, PitStopState)
        rebuild_table(state, view)
        # Only a position from text has a smaller deck than the box allows: any of its cards are missing.
        missing = state.deck.n - int(view["deck"])
        if missing > 0:
            rng = Rng(0)
            world = state.guess(view["seat"], rng)
            for _k in range(missing):
                world.deck.draw(rng)
            world.copy_to(state)

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (hands), pile (top last), deck (top first; it is then the whole deck), turn,
        colour (of a grey top card), dealer, pending (`service B`, or `fine B A C`: the target, then who
        laid the Fines), places (the finished players in order), front (`NC CX@C`: open grey cards, before
        the first player where none is named), rounds (points of the rounds played, as `20 10 0 / 0 20 10`).
        Instead of a pile, `opening: yes` turns up the first card of the deck."""
        assert isinstance(state, PitStopState)
        players = int(state.players)
        opening = take_word(fields, "opening", ("no", "yes"))
        if opening == "yes" and "pile" in fields:
            raise wrong("opening", opening)
        pile = [] if opening == "yes" else [card_of(name) for name in fields.pop("pile", "R5").split()]
        if opening == "no" and (not pile or max(pile) >= CAR_EXCHANGE):
            raise BadNotation("bad_field", {"field": "pile"})
        state.clear()
        state.dealer = take_seat(fields, "dealer", players)
        state.seat = take_seat(fields, "turn", players)
        state.phase = TURN
        state.colour = read_colour(fields, pile)
        read_places(state, fields)
        state.rounds = take_rounds(fields, players, int(state.rules.rounds) - 1)
        if state.limit_reached():
            raise BadNotation("bad_field", {"field": "rounds"})
        read_pending(state, fields, pile)
        lay_out(state, fields, pile)
        no_more(fields)
        if not state.still_in(state.seat):
            raise BadNotation("bad_field", {"field": f"turn: {seat_letter(int(state.seat))}"})
        if opening == "yes":
            stack = [i64(state.deck.cards[i]) for i in range(state.deck.n)]
            if state.placed > 0 or not any(state.opens(card) for card in stack):
                raise BadNotation("bad_field", {"field": "opening: yes"})
            state.open_pile()


def read_colour(fields: dict[str, str], pile: list[int]) -> i64:
    """Only a grey card leaves a choice."""
    if not pile:
        return -1
    usual = "R" if pile[-1] >= PAINT_SHOP else COLOURS[pile[-1] // 11]
    letter = fields.pop("colour", usual).upper()
    if len(letter) != 1 or letter not in COLOURS or (pile[-1] < PAINT_SHOP and letter != usual):
        raise BadNotation("bad_field", {"field": f"colour: {letter}"})
    return COLOURS.index(letter)


def read_places(state: PitStopState, fields: dict[str, str]) -> None:
    text = fields.pop("places", "")
    for letter in text.split():
        seat = seat_of(letter, int(state.players))
        if not state.still_in(seat) or state.count_in() <= 2:
            raise BadNotation("bad_field", {"field": f"places: {text}"})
        state.active &= ~(1 << seat)
        state.place[state.placed] = u8(seat)
        state.placed += 1


def read_pending(state: PitStopState, fields: dict[str, str], pile: list[int]) -> None:
    text = fields.pop("pending", "")
    if not text:
        return
    words = text.split()
    kind = pile[-1] % 11 if pile and pile[-1] < PAINT_SHOP else 0
    seats = [seat_of(letter, int(state.players)) for letter in words[1:]]
    service = words[0] == "service" and len(seats) == 1 and kind == SERVICE_KIND
    aimed = all(one != other for one, other in pairwise([*seats[1:], *seats[:1]]))  # CA-15: never at oneself
    fine = words[0] == "fine" and len(seats) > 1 and aimed and kind == FINE_KIND
    if not service and not fine:
        raise BadNotation("bad_field", {"field": f"pending: {text}"})
    state.seat = seats[0]
    state.phase = SERVICED if service else FINED
    state.chain = tuple(seats[1:])


def lay_out(state: PitStopState, fields: dict[str, str], pile: list[int]) -> None:
    """Pile, open cards and hands as given; hands that are not given are dealt, and the rest is the deck."""
    players = int(state.players)
    given = {seat: fields.pop(seat_letter(seat)).split() for seat in range(players) if seat_letter(seat) in fields}
    state.deck = Deck(FULL_DECK, 2 * len(FULL_DECK))
    state.pile = vec[u8]([0] * (2 * len(FULL_DECK)))
    for card in pile:
        take_from(state.deck, card)
        state.put(card)
    for word in fields.pop("front", "").split():
        name, _, letter = word.partition("@")
        card = card_of(name)
        if card < CAR_EXCHANGE:
            raise BadNotation("bad_field", {"field": f"front: {word}"})
        take_from(state.deck, card)
        state.front[seat_of(letter or "A", players) * 2 + (0 if card == NEW_CAR_CARD else 1)] += 1
    for seat, names in given.items():
        if bool(names) != state.still_in(seat):
            raise BadNotation(
                "empty_hand" if not names else "bad_field", {"seat": seat_letter(seat), "field": "places"}
            )
        for name in names:
            take_from(state.deck, card_of(name))
            state.gain(seat, card_of(name))
    for seat in range(players):
        if seat not in given and state.still_in(seat):
            if state.deck.n < HAND:
                raise BadNotation("bad_field", {"field": seat_letter(seat)})
            for _k in range(HAND):
                state.gain(seat, state.deck.draw(state.rng))
    if "deck" in fields:
        stack = [card_of(name) for name in fields.pop("deck").split()]
        if len(stack) > len(FULL_DECK):
            raise BadNotation("bad_field", {"field": "deck"})
        state.deck.n = state.deck.fixed = 0
        state.deck.stack(stack)


def take_from(deck: Deck, card: int) -> None:
    if not deck.take(card):
        raise BadNotation("too_many_cards", {"card": card_name(card)})


GAME = PitStop()
