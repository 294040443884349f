"""Bids: a small game of the bare contract that keeps every law. What the tests of the check break is broken here."""

from tailback import Decision, Game, IllegalMove, State
from tailback.core.contract import LEGAL, NOT_ASKED, REASONS
from tailback.core.rng import Rng

NUMBERS = 9
HELD = 2


class Bids(State):
    def __init__(self, players=0, options=None):
        super().__init__(players, options, NUMBERS)
        if players:
            self.hands = [[] for _ in range(players)]
            self.left = []
            self.played = []
            self.chosen = [-1] * players
            self.points = [0] * players
            self.bonus = 0

    def blank(self):
        return Bids()

    def copy_to(self, twin):
        self.copy_base(twin)
        twin.hands = [list(hand) for hand in self.hands]
        twin.left = list(self.left)
        twin.played = list(self.played)
        twin.chosen = list(self.chosen)
        twin.points = list(self.points)
        twin.bonus = self.bonus

    def start(self, seed):
        self.rng = Rng(seed)
        self.left = list(range(NUMBERS))
        self.hands = [sorted(self.take() for _ in range(HELD)) for _ in range(self.players)]
        self.played = []
        self.chosen = [-1] * self.players
        self.points = [0] * self.players
        self.bonus = self.rng.below(3)
        self.tell("begun", {"bonus": self.bonus})

    def take(self):
        return self.left.pop(self.rng.below(len(self.left)))

    def waiting(self):
        return self.chosen.index(-1) if any(self.hands) else -1

    def decision(self):
        if not any(self.hands):
            return None
        seats = tuple(range(self.players))
        return Decision("bid", seats, awaited=tuple(seat for seat in seats if self.chosen[seat] < 0))

    def verdict(self, seat, action):
        if not any(self.hands):
            return NOT_ASKED
        return LEGAL if action in self.hands[seat] else REASONS

    def why(self, seat, action, verdict):
        return IllegalMove("BI-1", "not_held", {"number": int(action) + 1})

    def do(self, seat, action):
        first = self.chosen[seat] < 0
        self.chosen[seat] = int(action)
        if first:
            self.tell("chose", {"seat": int(seat)})
        if -1 not in self.chosen:
            self.settle()

    def settle(self):
        best = self.chosen.index(max(self.chosen))
        self.points[best] += 1 + self.bonus
        self.tell("settled", {"seat": best, "numbers": [number + 1 for number in self.chosen]})
        for hand, number in zip(self.hands, self.chosen, strict=True):
            hand.remove(number)
        self.played += self.chosen
        self.chosen = [-1] * self.players
        self.bonus = self.rng.below(3)

    def show(self):
        return {
            "bonus": self.bonus,
            "played": list(self.played),
            "chosen": [seat for seat in range(self.players) if self.chosen[seat] >= 0],
            "seats": [{"score": self.points[seat], "cards": len(self.hands[seat])} for seat in range(self.players)],
        }

    def own(self, seat):
        return {"hand": list(self.hands[seat]), "answer": self.chosen[seat]}

    def guess(self, seat, rng):
        world = self.clone()
        world.rng = rng.branch()
        others = [other for other in range(self.players) if other != seat]
        unseen = world.left + [card for other in others for card in world.hands[other]]
        for other in others:
            size = len(world.hands[other])
            world.hands[other] = sorted(unseen.pop(rng.below(len(unseen))) for _ in range(size))
            if world.chosen[other] >= 0:
                world.chosen[other] = world.hands[other][rng.below(size)]
        world.left = unseen
        return world

    def lapse(self, seat):
        return self.hands[seat][0] if self.hands[seat] else -1

    def census(self):
        return [str(card) for some in (*self.hands, self.left, self.played) for card in some]

    def scores(self):
        return list(self.points)


class BidGame(Game):
    def __init__(self):
        super().__init__()
        self.id = "bids"
        self.fewest, self.usual, self.most = 2, 2, 3
        self.actions = NUMBERS
        self.clauses = {"BI-": 1}
        self.presets = {"full": {}}

    def make(self, players, options):
        return Bids(players, options)

    def rebuild(self, state, view):
        state.bonus = view["bonus"]
        state.played = list(view["played"])
        seat = view["seat"]
        mine = view["hand"] if seat is not None else []
        pool = [card for card in range(NUMBERS) if card not in state.played and card not in mine]
        for other, one in enumerate(view["seats"]):
            state.points[other] = one["score"]
            state.hands[other] = list(mine) if other == seat else [pool.pop() for _ in range(one["cards"])]
        state.left = pool
        for other in view["chosen"]:
            state.chosen[other] = view["answer"] if other == seat else state.hands[other][0]

    def bound(self, players, options):
        return HELD * players

    def notation(self, action):
        return f"bid {action + 1}"

    def describe(self, action):
        return "bid", {"number": action + 1}


TEXTS = {
    "en": {
        "name": "Bids",
        "pitch": "The highest number wins.",
        "decisions": {"bid": "Which number?"},
        "actions": {"bid": "Bid {number}"},
        "events": {
            "begun": "A win counts {bonus} more.",
            "chose": "{seat:name} has chosen.",
            "settled": "{numbers}: {seat:name} wins.",
        },
        "refusals": {"not_held": "You have no {number}."},
        "rules": [{"title": "Bids", "clauses": {"BI-1": "Bid a number from your hand."}}],
    }
}

GAME = BidGame()
