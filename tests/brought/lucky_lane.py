"""Lucky Lane: whoever plays the last car wins. A whole game in one file, as somebody might sketch it."""

from tailback import Decision, Game, IllegalMove, State
from tailback.core.contract import LEGAL, NOT_ASKED, REASONS
from tailback.core.options import Option

MOST = 3
FULL = 0


class Lane(State):
    def __init__(self, players=0, options=None):
        super().__init__(players, options, MOST)
        if players:
            self.left = self.options["cars"]
            self.seat = 0

    def blank(self):
        return Lane()

    def copy_to(self, twin):
        self.copy_base(twin)
        twin.left, twin.seat = self.left, self.seat

    def start(self, seed):
        self.left, self.seat = self.options["cars"], 0
        self.tell("begun", {"cars": self.left})

    def waiting(self):
        return self.seat if self.left else -1

    def decision(self):
        return Decision("drive", (self.seat,)) if self.left else None

    def verdict(self, seat, action):
        if seat != self.waiting():
            return NOT_ASKED
        return LEGAL if action < min(MOST, self.left) else REASONS + FULL

    def why(self, seat, action, verdict):
        return IllegalMove("", "too_few", {"left": self.left})

    def do(self, seat, action):
        self.left -= action + 1
        self.tell("drove", {"seat": int(seat), "cars": int(action) + 1, "left": self.left})
        if self.left:
            self.seat = (self.seat + 1) % self.players

    def show(self):
        return {"left": self.left, "turn": self.seat, "seats": [{"score": score} for score in self.scores()]}

    def own(self, seat):
        return {}

    def guess(self, seat, rng):
        return self.clone()

    def lapse(self, seat):
        return 0

    def census(self):
        return ["car"] * self.options["cars"]

    def scores(self):
        return [int(not self.left and seat == self.seat) for seat in range(self.players)]


class LuckyLane(Game):
    def __init__(self):
        super().__init__()
        self.id = "lucky_lane"
        self.fewest, self.usual, self.most = 2, 2, 4
        self.options = (Option("cars", 12, "", low=4, high=40),)
        self.actions = MOST

    def make(self, players, options):
        return Lane(players, options)

    def rebuild(self, state, view):
        state.left, state.seat = view["left"], view["turn"]

    def bound(self, players, options):
        return options["cars"]

    def notation(self, action):
        return f"drive {action + 1}"

    def describe(self, action):
        return "drive", {"cars": action + 1}


TEXTS = {
    "en": {
        "name": "Lucky Lane",
        "pitch": "Whoever drives the last car away wins.",
        "options": {"cars": {"label": "Cars", "help": "How many cars there are.", "values": {}}},
        "decisions": {"drive": "How many cars do you drive away?"},
        "actions": {"drive": "Drive {cars} away"},
        "events": {
            "begun": "There are {cars} cars in the lane.",
            "drove": "{seat:name} drives {cars} away. {left} are left.",
        },
        "refusals": {"too_few": "Only {left} cars are left."},
    },
    "de": {"name": "Glücksspur"},
}

GAME = LuckyLane()
