"""The whole of Green Wave: cards, rules, notation and positions."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from tailback.core.contract import LEGAL, NOT_ASKED, REASONS, Decision, State, View
from tailback.core.deck import Deck
from tailback.core.errors import BadNotation, IllegalMove
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import Option
from tailback.core.position import no_more, take_number, take_seat, whole
from tailback.core.rng import Rng

HIGHEST = 6
EACH = 4
HAND = 3
BOX = [card for card in range(1, HIGHEST + 1) for _ in range(EACH)]

# Actions: a car into the lane, or the first one of a new lane.
LAY = 0
TURN_OFF = HIGHEST
ACTIONS = 2 * HIGHEST

NOT_HELD = REASONS
TOO_MANY = REASONS + 1
UNKNOWN = REASONS + 2


class GreenWaveState(State):
    """One match."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS)
        if players == 0:
            return
        self.goal: int = self.options["goal"]
        self.deck = Deck(BOX)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.lane: tuple[int, ...] = ()
        self.gone: tuple[int, ...] = ()
        self.waves: list[int] = [0] * int(players)
        self.seat = 0

    def blank(self) -> GreenWaveState:
        return GreenWaveState()

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, GreenWaveState)
        self.copy_base(twin)
        twin.goal, twin.lane, twin.gone, twin.seat = self.goal, self.lane, self.gone, self.seat
        twin.deck = self.deck.clone()
        twin.hands = [list(hand) for hand in self.hands]
        twin.waves = list(self.waves)

    def start(self, seed: int) -> None:
        """Three cards each; seat A begins. GW-1"""
        self.rng = Rng(seed)
        self.deck = Deck(BOX)
        self.lane, self.gone, self.seat = (), (), 0
        self.waves = [0] * int(self.players)
        self.hands = [sorted(int(self.deck.draw(self.rng)) for _ in range(HAND)) for _ in range(self.players)]
        self.tell("dealt", {"cards": HAND})
        for seat, hand in enumerate(self.hands):
            self.tell("hand", {"seat": seat}, {"cards": [str(card) for card in hand]}, (seat,))

    def waiting(self) -> i64:
        return self.seat if self.hands[self.seat] else -1

    def decision(self) -> Decision | None:
        return Decision("drive", (self.seat,)) if self.waiting() >= 0 else None

    def verdict(self, seat: i64, action: i64) -> i64:
        """GW-2, GW-3"""
        if seat != self.waiting():
            return NOT_ASKED
        if not 0 <= action < ACTIONS:
            return UNKNOWN
        card = action % HIGHEST + 1
        if card not in self.hands[seat]:
            return NOT_HELD
        if action < TURN_OFF and sum(self.lane) + card > self.goal:
            return TOO_MANY
        # An empty lane has nothing to turn off from.
        return TOO_MANY if action >= TURN_OFF and not self.lane else LEGAL

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if verdict == UNKNOWN:
            return IllegalMove("GW-2", "unknown_move", {"move": str(action)})
        card = str(action % HIGHEST + 1)
        if verdict == NOT_HELD:
            return IllegalMove("GW-2", "not_held", {"card": card})
        return IllegalMove("GW-3", "too_many", {"card": card, "goal": self.goal})

    def do(self, seat: i64, action: i64) -> None:
        card = int(action) % HIGHEST + 1
        self.hands[seat].remove(card)
        if action >= TURN_OFF:  # GW-3
            self.gone += self.lane
            self.lane = ()
        self.lane += (card,)
        kind = "turned_off" if action >= TURN_OFF else "laid"
        self.tell(kind, {"seat": int(seat), "card": str(card), "sum": sum(self.lane)})
        if sum(self.lane) == self.goal:  # GW-4
            self.waves[seat] += 1
            self.gone += self.lane
            self.lane = ()
            self.tell("wave", {"seat": int(seat), "waves": self.waves[seat]})
        if self.deck.n > 0:  # GW-5
            drawn = int(self.deck.draw(self.rng))
            self.hands[seat] = sorted([*self.hands[seat], drawn])
            self.tell("drew", {"seat": int(seat)}, {"card": str(drawn)}, (int(seat),))
        self.seat = (self.seat + 1) % int(self.players)
        if self.waiting() < 0:  # GW-6
            self.tell("match_over", {"scores": self.scores(), "places": self.ranking()})

    def show(self) -> View:
        return {
            "turn": None if self.waiting() < 0 else self.seat,
            "goal": self.goal,
            "lane": [str(card) for card in self.lane],
            "gone": [str(card) for card in self.gone],
            "deck": int(self.deck.n),
            "seats": [{"cards": len(self.hands[k]), "score": self.waves[k]} for k in range(self.players)],
            "rounds": [],
        }

    def own(self, seat: i64) -> View:
        return {"hand": [str(card) for card in self.hands[seat]]}

    def guess(self, seat: int | None, rng: Rng) -> GreenWaveState:
        world = self.clone()
        assert isinstance(world, GreenWaveState)
        world.rng = rng.branch()
        world.deck.fixed = 0
        others = [k for k in range(int(self.players)) if k != seat]
        for k in others:
            for card in world.hands[k]:
                world.deck.add(card)
        for k in others:
            world.hands[k] = sorted(int(world.deck.draw(rng)) for _ in self.hands[k])
        return world

    def instinct(self, seat: i64, rng: Rng) -> i64:
        """Completes a wave, and otherwise leaves a lane that nobody can complete with one car."""

        def left(action: int) -> int:
            return self.goal - (action % HIGHEST + 1) - (0 if action >= TURN_OFF else sum(self.lane))

        return min(self.legal(seat), key=lambda action: (left(action) != 0, left(action) <= HIGHEST, -left(action)))

    def lapse(self, seat: i64) -> i64:
        return self.buf[0] if self.moves(seat) else -1

    def census(self) -> list[str]:
        cards = [*self.lane, *self.gone, *(int(self.deck.cards[k]) for k in range(self.deck.n))]
        return [str(card) for card in [*cards, *(card for hand in self.hands for card in hand)]]

    def scores(self) -> list[int]:
        return list(self.waves)


class GreenWave(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "green_wave"
        self.fewest, self.usual, self.most = 2, 3, 5
        self.players_clause = "GW-1"
        self.age = 6
        self.minutes = (3, 5)
        self.options = (Option("goal", 10, "GW-4", low=7, high=15),)
        self.presets = {"first-time": {"goal": 8}, "full": {}}
        self.clauses = {"GW-": 6}
        self.actions = ACTIONS

    def make(self, players: int, options: dict[str, Any]) -> State:
        return GreenWaveState(players, options)

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, GreenWaveState)
        state.deck = Deck(BOX)
        state.seat = view["turn"] or 0
        state.lane, state.gone = (tuple(int(card) for card in view[name]) for name in ("lane", "gone"))
        state.waves = [one["score"] for one in view["seats"]]
        for card in (*state.lane, *state.gone, *map(int, view.get("hand", ()))):
            state.deck.take(card)
        for seat, one in enumerate(view["seats"]):
            if seat == view["seat"]:
                state.hands[seat] = [int(card) for card in view["hand"]]
            else:
                state.hands[seat] = [int(state.deck.draw(state.rng)) for _ in range(one["cards"])]

    def bound(self, players: int, options: dict[str, Any]) -> int:
        return len(BOX)

    def notation(self, action: int) -> str:
        return f"{'lay' if action < TURN_OFF else 'turn'} {action % HIGHEST + 1}"

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        return "lay" if action < TURN_OFF else "turn", {"card": str(action % HIGHEST + 1)}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: A, B, ... (hands), lane, turn, waves A, waves B, ...; the other cards are the deck."""
        assert isinstance(state, GreenWaveState)
        players = int(state.players)
        state.deck = Deck(BOX)
        state.gone = ()
        state.seat = take_seat(fields, "turn", players)
        state.lane = tuple(take_cards(state, fields, "lane"))
        if sum(state.lane) >= state.goal:
            raise BadNotation("bad_field", {"field": "lane"})
        given = {seat: take_cards(state, fields, seat_letter(seat)) for seat in range(players)}
        for seat in range(players):
            hand = given[seat] or [int(state.deck.draw(state.rng)) for _ in range(min(HAND, int(state.deck.n)))]
            state.hands[seat] = sorted(hand)
            state.waves[seat] = take_number(fields, f"waves {seat_letter(seat)}", 0, 0, len(BOX))
        no_more(fields)


def take_cards(state: GreenWaveState, fields: dict[str, str], name: str) -> list[int]:
    cards = [whole(word, 1, HIGHEST) for word in fields.pop(name, "").split()]
    for card in cards:
        if not state.deck.take(card):
            raise BadNotation("bad_field", {"field": name})
    return cards


GAME = GreenWave()
