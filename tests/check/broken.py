"""Games that break one law each: one of the two small games with one change."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tailback.laws.checking import SLIPS

HERE = Path(__file__).parent
KIT, BARE = HERE / "car_park.py", HERE / "bids.py"


class Mistake(NamedTuple):
    game: Path
    old: str
    new: str
    # What is said, in how few moves it can be shown, and what stands in the line that is named.
    key: str
    moves: int
    line: str


PUT = "        self.put(move.what, self.hands[seat], self.lane)\n"
ACT = "    def act(self, seat: int, move: Move) -> None:\n"

MISTAKES = {
    "nobody can do anything": Mistake(
        KIT, "move.what.number == 6 and not self.lane", "move.what.number > 3", "asked.nothing", 0, 'return "CP-2'
    ),
    "a move is not offered": Mistake(
        BARE,
        "    def why(",
        "    def moves(self, seat):\n"
        "        listed = [a for a in range(NUMBERS) if self.verdict(seat, a) == LEGAL]\n"
        "        listed = listed[:1]\n"
        "        for k, action in enumerate(listed):\n"
        "            self.buf[k] = action\n"
        "        return len(listed)\n\n"
        "    def why(",
        "listed.left_out",
        0,
        "def moves(self, seat):",
    ),
    "a refusal changes something": Mistake(
        BARE,
        '        return IllegalMove("BI-1"',
        '        self.bonus += 1\n        return IllegalMove("BI-1"',
        "refused.changed",
        0,
        "self.bonus += 1",
    ),
    "a refusal without a rule": Mistake(
        BARE, 'IllegalMove("BI-1"', 'IllegalMove(""', "refused.no_rule", 0, 'IllegalMove(""'
    ),
    "a method takes too little": Mistake(KIT, ACT, ACT.replace("seat: int, ", ""), "game_arguments", 0, "def act"),
    "a move in no zone": Mistake(KIT, "card=HAND)", 'card=HAND, zone="lain")', "game_zone", 0, '"lain"'),
    "a card is lost": Mistake(
        KIT,
        PUT,
        "        if move.what.number == 3:\n"
        "            self.hands[seat].cards.remove(move.what)\n"
        "        else:\n    " + PUT,
        "conserved.lost",
        1,
        "cards.remove(move.what)",
    ),
    "a card comes from nowhere": Mistake(
        KIT,
        PUT,
        PUT + "        if move.what.number == 5:\n            self.lane.add(move.what)\n",
        "conserved.extra",
        1,
        "self.lane.add(move.what)",
    ),
    "a card is lost in an imagined world": Mistake(
        BARE, "        world.left = unseen\n", "        world.left = unseen[1:]\n", "conserved.imagined", 0, "def guess"
    ),
    "what is allowed hangs on another hand": Mistake(
        KIT,
        '            return "CP-2 too_big"\n',
        '            return "CP-2 too_big"\n'
        "        first = self.hands[seat].cards[0]\n"
        "        for card in self.hands[1 - seat].cards:\n"
        "            if card.number == 1 and first.number < 6 and move.what is not first:\n"
        '                return "CP-2 too_big"\n',
        "known.legal",
        0,
        "if card.number == 1 and",
    ),
    "a helper looks into another hand": Mistake(
        KIT,
        "    def refuses(self, seat: int, move: Move) -> str:\n",
        "    def blocked(self, seat: int) -> bool:\n"
        "        return any(card.number == 1 for card in self.hands[1 - seat].cards)\n\n"
        "    def refuses(self, seat: int, move: Move) -> str:\n"
        "        first = self.hands[seat].cards[0]\n"
        "        if self.blocked(seat) and first.number < 6 and move.what is not first:\n"
        '            return "CP-2 too_big"\n',
        "known.legal",
        0,
        "return any(card.number == 1",
    ),
    "everybody sees all hands": Mistake(
        BARE,
        '            "bonus": self.bonus,\n',
        '            "bonus": self.bonus,\n            "hands": [list(hand) for hand in self.hands],\n',
        "known.view",
        0,
        '"hands": [list(hand)',
    ),
    "a note tells a hidden card": Mistake(
        KIT,
        ACT,
        "    def notes(self):\n"
        '        return [("count", {"n": sum(card.number for card in self.hands[0].cards)})]\n\n' + ACT,
        "known.view",
        0,
        'return [("count"',
    ),
    "an event tells a hidden card": Mistake(
        KIT,
        PUT,
        PUT + '        self.say("peeked", card=self.hands[1 - seat].cards[0].name if self.hands[1 - seat] else "")\n',
        "known.event",
        1,
        'self.say("peeked"',
    ),
    "a hand is asked for in the open": Mistake(
        KIT,
        "    longest=100,\n",
        '    longest=100,\n    in_the_open=["turn"],\n',
        "known.in_the_open",
        0,
        'in_the_open=["turn"]',
    ),
    "a question is let go with a move that is not always there": Mistake(
        KIT,
        "    longest=100,\n",
        '    longest=100,\n    lets_go={"turn": "play"},\n',
        "known.lets_go",
        0,
        'lets_go={"turn"',
    ),
    "somebody is passed by who might have done something else": Mistake(
        KIT, ACT, "    def forced(self, seat):\n        return True\n\n" + ACT, "known.forced", 0, "def forced"
    ),
    "an instinct sees a hidden card": Mistake(
        KIT,
        ACT,
        "    def instinct(self, seat, rng):\n"
        "        n = self.moves(seat)\n"
        "        if self.hands[1 - seat].cards and self.hands[1 - seat].cards[0].number > 1:\n"
        "            return self.buf[0]\n"
        "        return self.buf[n - 1]\n\n" + ACT,
        "known.instinct",
        0,
        "if self.hands[1 - seat].cards and",
    ),
    "to imagine changes the match": Mistake(
        BARE,
        "        world.left = unseen\n",
        "        world.left = unseen\n        self.bonus = 0\n",
        "looked.changed",
        0,
        "self.bonus = 0",
    ),
    "an imagined world knows the dice": Mistake(
        BARE, "        world.rng = rng.branch()\n", "", "chance.next", 0, "def guess"
    ),
    "the last to choose gets more": Mistake(
        BARE,
        "            self.settle()\n",
        "            self.points[seat] += 1\n            self.settle()\n",
        "together.order",
        0,
        "self.points[",
    ),
    "a copy shares a list": Mistake(
        BARE, "twin.points = list(self.points)", "twin.points = self.points", "copied.shared", 0, "twin.points ="
    ),
    "a copy forgets a field": Mistake(
        BARE, "        twin.bonus = self.bonus\n", "        twin.bonus = 0\n", "copied.clone", 0, "twin.bonus = 0"
    ),
    "a field is never set anew": Mistake(
        KIT,
        PUT,
        PUT + "        self.streak = getattr(self, 'streak', 0) + 1\n",
        "anew.left",
        1,
        "self.streak =",
    ),
    "chance of its own": Mistake(
        KIT,
        PUT,
        PUT + "        import random\n\n        self.score[seat] += random.randrange(1000)\n",
        "anew.differs",
        1,
        "random.randrange",
    ),
    "two moves are written alike": Mistake(
        BARE, 'f"bid {action + 1}"', 'f"bid {action // 2}"', "written.twice", 0, "def notation"
    ),
    "a record cannot be read": Mistake(
        KIT,
        PUT,
        PUT + '        self.say("parked", **{"at once": 1})\n',
        "replayed.unread",
        1,
        'self.say("parked"',
    ),
    "it lasts longer than it says": Mistake(BARE, "return HELD * players", "return 3", "ends.never", 4, "def bound"),
    "the clock plays what is not allowed": Mistake(
        BARE, "return self.hands[seat][0] if self.hands[seat] else -1", "return 0", "clock.illegal", 0, "return 0"
    ),
    "a view does not bring the match back": Mistake(
        BARE, '        state.bonus = view["bonus"]\n', "", "recalled.view", 0, "def rebuild"
    ),
    "a robot does what is not allowed": Mistake(
        KIT, ACT, "    def instinct(self, seat, rng):\n        return 0\n\n" + ACT, "robots.illegal", 0, "return 0"
    ),
    "a text wants more than there is": Mistake(
        KIT, PUT, PUT + '        self.say("peeked")\n', "words.missing", 1, 'self.say("peeked")'
    ),
    "a piece stands beside the road": Mistake(
        KIT,
        "        self.advance(self.road, seat, 1)\n",
        "        self.road.at[seat] += 7\n",
        "drawn.piece",
        3,
        "self.road.at[seat] += 7",
    ),
    "a rule fails": Mistake(
        KIT,
        PUT,
        PUT + "        if move.what.number == 4:\n            self.lane.cards[30]\n",
        "game_raises",
        1,
        "self.lane.cards[30]",
    ),
    "a loop never ends": Mistake(
        KIT,
        PUT,
        PUT + "        while len(self.lane.cards) > 2:\n            self.direction = 1\n",
        "game_slow",
        3,
        "",
    ),
    "it wants all the memory": Mistake(
        KIT,
        PUT,
        PUT + "        if move.what.number == 4:\n            self.score[seat] = len([0] * 10**11)\n",
        "game_memory",
        1,
        "10**11",
    ),
    "a list of texts in place of numbers": Mistake(
        BARE,
        "    def why(",
        "    def legal(self, seat):\n        return ['bid 1']\n\n    def why(",
        "game_wrong",
        0,
        "def legal",
    ),
}

# What is allowed hangs on another hand; and once in many deals, with a 6 in front, nothing is.
TWO_LAWS = MISTAKES["what is allowed hangs on another hand"]._replace(
    new='            return "CP-2 too_big"\n'
    "        for card in self.hands[1 - seat].cards:\n"
    "            if card.number == 1 and move.what is not self.hands[seat].cards[0]:\n"
    '                return "CP-2 too_big"\n'
)


def law_of(key: str) -> str:
    if key.startswith("game_"):
        return "form" if key in ("game_wrong", *SLIPS) else "runs"
    return key.partition(".")[0]


def changed(folder: Path, mistake: Mistake) -> Path:
    text = mistake.game.read_text(encoding="utf-8")
    assert text.count(mistake.old) >= 1, f"{mistake.old!r} is not in the game"
    file = folder / mistake.game.name
    file.write_text(text.replace(mistake.old, mistake.new, 1), encoding="utf-8")
    return file
