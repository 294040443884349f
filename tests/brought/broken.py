"""Games with a mistake in them: the small game of one file, changed in one place."""

from __future__ import annotations

from pathlib import Path

from tailback import games

WHOLE = Path(__file__).with_name("lucky_lane.py")


def changed(folder: Path, *changes: tuple[str, str], name: str = "lane.py") -> Path:
    """The game with each of these lines replaced, as a file in this folder."""
    text = WHOLE.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, f"{old!r} is not in the game"
        text = text.replace(old, new, 1)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def line_of(file: Path, words: str) -> int:
    """The line in which these words stand."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


# What is wrong: the change, the key of what is said, and the words that stand in the line which is named ("" for none).
MISTAKES: dict[str, tuple[tuple[str, str], str, str]] = {
    "syntax": (("    def own(self, seat):\n", "    def own(self, seat)\n"), "game_syntax", "def own(self, seat)"),
    "import": (("MOST = 3\n", "MOST = 3\nimport no_such_module\n"), "game_raises", "import no_such_module"),
    "no game": (("GAME = LuckyLane()", "game = LuckyLane()"), "game_none", ""),
    "not a game": (("GAME = LuckyLane()", "GAME = 5"), "game_none", ""),
    "endless import": (("FULL = 0\n", "FULL = 0\nwhile FULL == 0: pass\n"), "game_slow", "while FULL == 0: pass"),
    # The second ring interrupts what the first one set off: the loop is to blame all the same.
    "slow to leave": (
        ("FULL = 0\n", "FULL = 0\ntry:\n    while FULL == 0: pass\nfinally:\n    __import__('time').sleep(0.3)\n"),
        "game_slow",
        "while FULL == 0: pass",
    ),
    "bad id": (('self.id = "lucky_lane"', 'self.id = "Lucky Lane"'), "game_id", "def __init__(self):"),
    "id of ours": (('self.id = "lucky_lane"', f'self.id = "{games.ours()[0]}"'), "game_id_taken", ""),
    "a million actions": (("self.actions = MOST", "self.actions = 1_000_000"), "game_actions", "def __init__(self):"),
    "legal gives strings": (
        ("    def own(self, seat):\n", "    def legal(self, seat): return ['drive 1']\n\n    def own(self, seat):\n"),
        "game_wrong",
        "def legal(self, seat): return",
    ),
    "decision gives a tuple": (
        ('return Decision("drive", (self.seat,)) if self.left else None', 'return ("drive", self.seat)'),
        "game_wrong",
        "def decision(self):",
    ),
    "scores are one number": (
        ("return [int(not self.left and seat == self.seat) for seat in range(self.players)]", "return 5"),
        "game_raises",
        'return {"left": self.left',
    ),
    "nobody can do anything": (
        ("    def own(self, seat):\n", "    def legal(self, seat): return []\n\n    def own(self, seat):\n"),
        "game_stuck",
        "def legal(self, seat): return",
    ),
    "the end of the program": (("FULL = 0\n", "FULL = 0\nraise SystemExit(3)\n"), "game_raises", "raise SystemExit(3)"),
    "the end of the program in a rule": (
        ("        self.left -= action + 1\n", "        exit(3)\n"),
        "game_raises",
        "exit(3)",
    ),
    "a view that JSON cannot hold": (
        ("        return {}\n", "        return {'what': object()}\n"),
        "game_wrong",
        "def own(self, seat):",
    ),
    "an exception in the view": (
        ('        return {"left": self.left, "turn"', '        1 / 0\n        return {"left": self.left, "turn"'),
        "game_raises",
        "1 / 0",
    ),
    "an endless loop in a rule": (
        ("        self.left -= action + 1\n", "        while True: self.left += 0\n"),
        "game_slow",
        "while True: self.left += 0",
    ),
    "a loop that catches everything": (
        (
            "        self.left -= action + 1\n",
            "        while True:\n            try: self.left += 0\n            except Exception: pass\n",
        ),
        "game_slow",
        "",
    ),
    "too much memory": (
        ("        self.left -= action + 1\n", "        self.left = len([0] * 10**10)\n"),
        "game_memory",
        "len([0] * 10**10)",
    ),
    "more and more memory": (
        ("        self.left -= action + 1\n", "        all = [0]\n        while True: all += all\n"),
        "game_memory",
        "while True: all += all",
    ),
    "recursion without end": (
        ("        self.left -= action + 1\n", "        self.do(seat, action)\n"),
        "game_recursion",
        "self.do(seat, action)",
    ),
    "no texts": (("TEXTS = {", "WORDS = {"), "game_texts", ""),
    "a text is missing": (
        ('            "drove": "{seat:name}', '            "drives": "{seat:name}'),
        "game_texts",
        "",
    ),
    "a text wants more than there is": (("Only {left} cars", "Only {rest} cars"), "game_texts", ""),
    "something is unwritten": (
        ("    def rebuild(self, state, view):", "    def build(self, state, view):"),
        "game_unwritten",
        "def make",
    ),
    "start without a seed": (
        ("    def start(self, seed):", "    def start(self):"),
        "game_raises",
        "def start(self):",
    ),
    "a view for nobody": (("    def own(self, seat):", "    def own(self):"), "game_arguments", "def own(self):"),
    "a game that makes nothing of its options": (
        ("    def make(self, players, options):", "    def make(self, players):"),
        "game_arguments",
        "def make(self, players):",
    ),
    "chance of its own": (
        (
            "        self.left -= action + 1\n",
            "        global FULL\n        FULL += 1\n        self.left -= 1 + (FULL > 5 and self.left > 1)\n",
        ),
        "game_wrong",
        "def do(self, seat, action):",
    ),
    "start leaves the last match lying": (
        ('        self.left, self.seat = self.options["cars"], 0\n', ""),
        "game_wrong",
        "def start(self, seed):",
    ),
}
