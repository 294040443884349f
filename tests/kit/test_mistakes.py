"""What an author gets wrong on the first afternoon: it is named with the line, in words that say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Template

import pytest

from tailback import games
from tailback.brought.errors import GameError, blamed
from tailback.cli import main
from tailback.kit import Table
from tailback.kit.proofs import HOOKS, INNER, OPEN
from tailback.texts import LANGUAGES, Texts

ACT = "def act(self, seat: int, move: Move)"
FITS = "def fits("
NEXT = "            self.next_player()"
TOO_LOW = '"LR-2 too_low"'
DEAL = "self.deal(4)"
MOVES = '[move("play", card=HAND), move("draw", zone="stock")]'
HELD = '__import__("tailback").kit.Option("held", 9, "LR-1", low=2, high=6)'
REFUSES = '            return "LR-2 too_low"\n        return ""\n'

# The change to the game that `new-game` writes, what is said, and the words of the line that is named ("" for none).
MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "a reason that is no text": (REFUSES, "            return True\n", "refuses gives True", "def refuses"),
    "nothing is allowed": (
        REFUSES,
        '            return "LR-2 too_low"\n        return "LR-2 too_low"\n',
        "game_stuck",
        "def refuses",
    ),
    "half a point": (
        "self.deal(4)",
        "self.deal(4)\n        self.score[0] = 0.5",
        "points are whole numbers",
        "",
    ),
    "a note without parameters": (
        "    def fits(",
        '    def notes(self):\n        return ["hurry"]\n\n    def fits(',
        "notes gives 'hurry'",
        "def notes",
    ),
    "a question that nothing answers": (
        '[move("play", card=HAND), move("draw", zone="stock")]',
        '[move("play", card=HAND, when="go"), move("draw", zone="stock", when="go")]',
        "no move answers the question 'turn'",
        "def set_up",
    ),
    "two moves of one name": (
        'move("draw", zone="stock")]',
        'move("draw", zone="stock"), move("draw", when="end")]',
        "two moves are written 'draw'",
        "GAME = Sketch(",
    ),
    "texts without a language": ("texts=TEXTS", 'texts=TEXTS["en"]', "texts are by language", "GAME = Sketch("),
    "a name that is no id": ('"lane_rush",\n', '"Lane Rush",\n', "game_id", "GAME = Sketch("),
    "too many players": ("players=(2, 3, 5)", "players=(2, 3, 12)", "game_wrong", "GAME = Sketch("),
    "scores of some": (
        "    def fits(",
        "    def scores(self):\n        return [1]\n\n    def fits(",
        "game_wrong",
        "def scores",
    ),
    # Methods
    "act without the seat": (ACT, "def act(self, move)", "game_arguments", "def act"),
    "act with too much": (ACT, "def act(self, seat, move, more)", "game_arguments", "def act"),
    "act without self": (ACT, "def act(seat, move)", "game_arguments", "def act"),
    "scores of one seat": (
        FITS,
        f"def scores(self, seat):\n        return 0\n\n    {FITS}",
        "game_arguments",
        "def scores",
    ),
    "an instinct without chance": (
        FITS,
        f"def instinct(self, seat):\n        return 0\n\n    {FITS}",
        "game_arguments",
        "def instinct",
    ),
    "an instinct that forgets to return": (
        FITS,
        f"def instinct(self, seat, rng):\n        self.legal(seat)\n\n    {FITS}",
        "game_wrong",
        "def instinct",
    ),
    "set_up misspelt": ("def set_up(", "def setup(", "game_spelling", "def setup"),
    "refuses misspelt": ("def refuses(", "def refuse(", "game_spelling", "def refuse("),
    "lay_out misspelt": ("def lay_out(", "def layOut(", "game_spelling", "def layOut("),
    "a beginning of its own": (
        FITS,
        f"def __init__(self, players=0, options=None):\n        self.pot = 0\n\n    {FITS}",
        "game_spelling",
        "def __init__",
    ),
    "a method that every table has": (
        FITS,
        f"def points(self):\n        return 3\n\n    {FITS}",
        "game_name",
        "def points",
    ),
    "scores that forget to return": (
        FITS,
        f"def scores(self):\n        list(self.score)\n\n    {FITS}",
        "scores gives None",
        "def scores",
    ),
    "a note that is no list": (
        FITS,
        f"def notes(self):\n        return ('pot', {{'n': 1}})\n\n    {FITS}",
        "not a list of text keys",
        "def notes",
    ),
    "a box that forgets to return": (FITS, f"def box(self):\n        CARDS\n\n    {FITS}", "box gives None", "def box"),
    "a box of other cards": (
        FITS,
        f"def box(self):\n        return deck(numbers=range(1, 13), copies=2)\n\n    {FITS}",
        "not one of the cards of GAME",
        "def box",
    ),
    "an end without brackets": ("self.finish()", "self.finish", "game_idle", "self.finish"),
    "a move that is a text": ('if move.name == "draw":', 'if move == "draw":', "game_idle", 'if move == "draw":'),
    # What is kept in self
    "a field that cannot be kept": (DEAL, f"{DEAL}\n        self.seen = set()", "holds set", "self.seen ="),
    "a field that every table has": (DEAL, f"{DEAL}\n        self.answers = []", "game_name", "self.answers ="),
    "dice that hide how dice are made": (
        '        self.lane = self.pile("lane")',
        '        self.lane = self.pile("lane")\n        self.dice = self.dice()',
        "game_name",
        "self.dice =",
    ),
    # Rules
    "a sentence for a reason": (
        '"LR-2 too_low"',
        '"That is too low."',
        "refuses gives 'That is too low.'",
        "def refuses",
    ),
    "a rule that is not written": (TOO_LOW, '"LR-7 too_low"', "game_rule", '"LR-7 too_low"'),
    "nobody sits there": (
        NEXT,
        "            self.ask('turn', 9)",
        "no seat 9",
        "self.ask(",
    ),
    "not everybody sits there": (
        NEXT,
        "            self.ask_all('turn', [0, 9])",
        "no seat 9",
        "self.ask_all(",
    ),
    "chance of its own": (
        "self.deal(4)\n",
        "self.deal(4 + CARDS[0].number)\n        CARDS[0].number ^= 1\n",
        "the same deal for the same seed",
        "def set_up",
    ),
    "a turn of nobody": (
        NEXT,
        "            self.turn = 9",
        "game_wrong",
        "def act",
    ),
    # What is declared
    "a move in no zone": ('zone="stock")', 'zone="stokc")', "game_zone", '"stokc"'),
    "a class without Table": ("class LaneRush(Table)", "class LaneRush", "stands on Table", "GAME = Sketch("),
    "a table and not its class": ("    LaneRush,\n", "    LaneRush(),\n", "stands on Table", "GAME = Sketch("),
    "one number of players": ("players=(2, 3, 5)", "players=3", "players are the fewest", "GAME = Sketch("),
    "moves by name": (f"moves={MOVES}", 'moves=["play", "draw"]', "moves are a list", "GAME = Sketch("),
    "one move and no list": (f"moves={MOVES}", 'moves=move("play")', "moves are a list", "GAME = Sketch("),
    "cards by name": ("cards=CARDS", 'cards=["1", "2"]', "cards are a list", "GAME = Sketch("),
    "options by name": ("texts=TEXTS", 'texts=TEXTS, options={"held": 4}', "options are a list", "GAME = Sketch("),
    "one number to choose from": ('move("draw", zone="stock")', 'move("bid", number=3)', "such as range", '"bid"'),
    "one word to choose from": ('move("draw", zone="stock")', 'move("say", word="red")', "some words", '"say"'),
    "an option that begins elsewhere": ("texts=TEXTS", f"texts=TEXTS, options=[{HELD}]", "game_value", '"held"'),
    "a preset of no option": (
        "texts=TEXTS",
        'texts=TEXTS, presets={"full": {}, "short": {"hold": 2}}',
        "game_option",
        '"hold"',
    ),
    "a list of presets": ("texts=TEXTS", 'texts=TEXTS, presets=["short"]', "presets are options", "GAME = Sketch("),
    "a question in the open that is not asked": (
        "texts=TEXTS",
        'texts=TEXTS, in_the_open=["trun"]',
        "game_question",
        '"trun"',
    ),
    "a sign that is misspelt": ("copies=2)", 'copies=2) + [Card("x", sign="trukc")]', "game_sign", '"trukc"'),
    "a colour that is misspelt": ("copies=2)", 'copies=2) + [Card("x", colour="rde")]', "game_colour", '"rde"'),
    # Words
    "a part of the texts misspelt": ('"actions": {', '"action": {', "game_spelling", '"action": {'),
    "a text misspelt": ('"too_low": "The', '"to_low": "The', "game_spelling", '"to_low"'),
    "a part of the texts that is no dict": ('{"lane": "Lane"}', '{"lane"}', "game_wrong", '"zones"'),
    "a text that mentions what is not told": ("The {card} is", "The {crad} is", "game_texts", "{crad}"),
    "a text that cannot be read": ("The {card} is", "The {card is", "Malformed", "{card is"),
    "rules without a form": ('"clauses": {', '"clause": {', "rules are a list", "GAME = Sketch("),
}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """The game that `new-game` writes."""
    pattern = Template(resources.files("tailback.kit").joinpath("new_game.txt").read_text(encoding="utf-8"))
    found = tmp_path / "lane_rush.py"
    words = pattern.substitute(name="lane_rush", title="Lane Rush", table="LaneRush", initials="LR")
    found.write_text(words, encoding="utf-8")
    yield found
    games.drop(found)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line(file: Path, name: str) -> None:
    old, new, told, words = MISTAKES[name]
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        games.bring(file)
    error = caught.value
    said = {Texts(lang).say(error.text, **error.params) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert error.params["file"] == str(file), error
    assert told in str(error)
    lines = file.read_text(encoding="utf-8").splitlines()
    named = next((number for number, line in enumerate(lines, 1) if words and words in line), 0)
    assert error.params["line"] == named


def test_what_a_table_works_with_inside_is_what_it_has() -> None:
    assert [name for name in INNER if not callable(getattr(Table, name, None))] == []
    assert [name for name in (*HOOKS, *INNER) if name in OPEN] == []


def test_a_zone_that_is_not_there_is_told_with_those_that_are(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('zone="stock")', 'zone="stokc")'), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        games.bring(file)
    for lang in LANGUAGES:
        said = Texts(lang).say(caught.value.text, **caught.value.params)
        assert all(word in said for word in (str(file), "draw", "stokc", "stock", "lane", "hand"))


def test_a_zone_may_be_there_with_some_house_rules_only(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ("import HAND", "import HAND, Option"),
        ('zone="stock")', 'zone="bin")'),
        ('        self.lane = self.pile("lane")', f"{LAID}        self.lane = self.pile('lane')"),
        ("texts=TEXTS", 'texts=TEXTS, options=[Option("bins", False, "LR-1")]'),
    ):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    assert games.bring(file).id == "lane_rush"


LAID = """        if self.options["bins"]:
            self.bin = self.pile("bin")
"""


def test_a_helper_whose_name_is_like_ours_is_no_slip(file: Path) -> None:
    """It is called, so it is what its author meant."""
    text = file.read_text(encoding="utf-8")
    text = text.replace(FITS, f"def note(self):\n        return 1\n\n    {FITS}").replace(
        DEAL, "self.deal(3 + self.note())"
    )
    file.write_text(text, encoding="utf-8")
    assert games.bring(file).id == "lane_rush"


def test_cards_are_told_by_their_names(file: Path) -> None:
    """`self.say("cheers", card=move.what)` is what anybody writes first."""
    text = file.read_text(encoding="utf-8")
    telling = "            self.say('cheers', card=self.lane.top(), zone=self.lane, cards=[CARDS[0]])\n"
    text = text.replace(NEXT, telling + NEXT)
    file.write_text(text, encoding="utf-8")
    game = games.bring(file)
    state = game.position("A: 3 4; lane: 2", 2)
    state.listen()
    state.apply(0, game.parse("play 3"))
    told = next(event.data for event in state.take_events() if event.kind == "cheers")
    assert told == {"card": "3", "zone": "lane", "cards": ["1"]}


@pytest.mark.parametrize(
    ("late", "words"),
    [
        ("        if self.score[0] > 90:\n            self.odd = set()\n", "self.odd ="),
        ("        if self.score[0] > 90:\n            self.pot = 0.5\n", "self.pot ="),
    ],
)
def test_a_wrong_field_late_in_a_match_is_the_games_own(file: Path, late: str, words: str) -> None:
    """None of its lines runs any more when somebody looks at it: it was taken for a mistake of ours."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("        # What a move does, and who is next.\n", late), encoding="utf-8")
    game = games.bring(file)
    state = game.new(2, 1)
    assert isinstance(state, Table)
    state.score[0] = 99
    state.apply(0, state.legal(0)[0])
    with pytest.raises(TypeError) as caught:
        state.view(0)
    error = blamed(caught.value)
    assert error is not None
    lines = file.read_text(encoding="utf-8").splitlines()
    assert words in lines[error.params["line"] - 1]


def test_a_wrong_answer_late_in_a_match_is_the_games_own(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    notes = "def notes(self):\n        return 5 if self.score[0] > 90 else []\n\n    "
    file.write_text(text.replace(FITS, notes + FITS), encoding="utf-8")
    state = games.bring(file).new(2, 1)
    assert isinstance(state, Table)
    state.score[0] = 99
    with pytest.raises(TypeError) as caught:
        state.view(0)
    error = blamed(caught.value)
    assert error is not None
    assert "def notes" in file.read_text(encoding="utf-8").splitlines()[error.params["line"] - 1]


@pytest.mark.parametrize("name", ["sketch", "table", "class"])
def test_a_new_game_may_have_any_name(tmp_path: Path, name: str) -> None:
    """A class called Sketch hid the Sketch that the game is made with."""
    place = tmp_path / f"{name}.py"
    assert main(["new-game", str(place)]) == 0
    try:
        assert games.bring(place).id == name
    finally:
        games.drop(place)


def test_whoever_says_nothing_allows_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(REFUSES, '            return "LR-2 too_low"\n'), encoding="utf-8")
    game = games.bring(file)
    assert game.parse("draw") in game.new(2, 1).legal(0)
