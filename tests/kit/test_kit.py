"""The kit: what an author declares, and that the laws hold without the author thinking of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tailback import games
from tailback.core.errors import BadNotation, IllegalMove
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.kit import ANY, HAND, OTHERS, Card, Move, Sketch, Table, Zone, deck, move, special
from tailback.kit.faults import Incomplete
from tailback.kit.moves import MOST
from tailback.kit.words import unworded
from tailback.laws.walk import Walk
from tailback.texts import LANGUAGES, Texts

SKETCHES = sorted(Path(__file__).parent.joinpath("sketches").glob("*.py"))
EXAMPLES = ("green_light", "overtake", "right_of_way")


@pytest.fixture(scope="module", params=SKETCHES, ids=lambda path: path.stem)
def sketch(request: pytest.FixtureRequest) -> Any:
    yield games.bring(request.param)
    games.drop(request.param)


# Laws


def test_sketches_keep_the_laws(sketch: Sketch) -> None:
    """Choosing together, a grid of hidden cards, counters and notes: what the examples do not have."""
    for players in range(sketch.fewest, sketch.most + 1):
        for seed in range(4):
            Walk(sketch.id, players, {}, seed).run(thorough=True)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_position_read_back_goes_on_alike(name: str) -> None:
    game = games.load(name)
    state = game.new(3, 5)
    for _ in range(6):
        seat = state.waiting()
        world = game.recall(json.loads(json.dumps(state.view(seat))))
        assert world.view(seat) == state.view(seat)
        state.apply(seat, state.legal(seat)[0])


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_mattered_in_an_example_is_named_in_its_own_words(name: str) -> None:
    """Without them the lab would show the English names of events in every language."""
    game = games.load(name)
    ids = {one["id"] for one in game.matters()}
    assert isinstance(game, Sketch)
    assert ids
    assert all(set(game.own_texts(lang).get("matters", {})) == ids for lang in LANGUAGES)


def test_a_match_can_be_started_again(sketch: Sketch) -> None:
    fresh = sketch.new(2, 9)
    used = sketch.new(2, 1)
    for _ in range(5):
        used.apply(used.waiting(), used.legal(used.waiting())[0])
    used.start(9)
    assert dump(used) == dump(fresh)


def test_a_grid_is_shuffled_before_it_lies_there() -> None:
    game = Sketch(
        "lot", Lot, players=(2, 2), cards=deck(numbers=range(1, 13)), moves=[move("flip", zone="lot", place=12)]
    )
    lots = [game.table(2, {}) for _ in range(8)]
    for seed, lot in enumerate(lots):
        lot.start(seed)
    lain = [[card.name for card in lot.things[0].cards] for lot in lots if isinstance(lot.things[0], Zone)]
    assert len({tuple(cards) for cards in lain}) == len(lots)
    assert all(sorted(cards) == sorted(lain[0]) for cards in lain)


def test_an_empty_grid_can_be_seen_and_tapped() -> None:
    moves = [move("park", zone="lot"), move("leave", zone="exit")]
    game = Sketch("empty_lot", EmptyLot, players=(2, 2), cards=deck(numbers=[1, 2]), moves=moves)
    lot = next(zone for zone in game.spread(game.new(2, 1).view(0))["zones"] if zone["id"] == "lot")
    assert lot["cards"] == [None] * 4


class EmptyLot(Table):
    def lay_out(self) -> None:
        self.exit = self.pile("exit", hidden=True)
        self.lot = self.grid("lot", columns=4)

    def act(self, seat: int, move: Move) -> None:
        self.next_player()


class Lot(Table):
    def lay_out(self) -> None:
        self.lot = self.grid("lot", columns=4)

    def act(self, seat: int, move: Move) -> None:
        self.next_player()


def test_a_match_that_goes_on_for_ever_ends_by_its_scores() -> None:
    game = Sketch("round_about", Circling, players=(2, 2), moves=[move("go")], longest=7)
    state = game.new(2, 1, listen=True)
    while state.waiting() >= 0:
        state.apply(state.waiting(), state.legal(state.waiting())[0])
    assert [event.kind for event in state.take_events()][-2:] == ["too_long", "match_over"]
    assert state.ranking() == [1, 2]


class Circling(Table):
    def set_up(self) -> None:
        self.score[0] = 3

    def act(self, seat: int, move: Move) -> None:
        self.next_player()


# Cards and moves


def test_cards_are_written_as_everybody_reads_them() -> None:
    assert [card.name for card in deck(["red", "green"], [1, 2])] == ["R1", "R2", "G1", "G2"]
    assert [card.name for card in special("light", ["blue"], copies=2)] == ["B-light", "B-light"]
    assert Texts("de", games.load("green_light")).word("G-light", "acc") == "eine grüne Ampel"
    with pytest.raises(ValueError, match="not 'pink'"):
        deck(["pink"], [1])


def test_every_move_has_its_text_and_its_touch() -> None:
    moves = [
        move("give", card=HAND, seat=OTHERS),
        move("bid", number=range(3)),
        move("wish", word=("red", "blue")),
        move("park", zone=("left", "right")),
        move("flip", zone="lot", place=2),
        move("name", card=ANY),
    ]
    game = Sketch("touches", Idle, players=(2, 2), cards=deck(numbers=[1, 2]), moves=moves)
    written = [game.notation(action) for action in range(game.actions)]
    assert written[:4] == ["give 1 @A", "give 1 @B", "give 2 @A", "give 2 @B"]
    assert written[4:] == [
        *("bid 0", "bid 1", "bid 2", "wish red", "wish blue", "park left", "park right", "flip 1", "flip 2"),
        *("name 1", "name 2"),
    ]
    assert game.touches(1) == [{"zone": "hand", "card": "1"}, {"seat": 1}]
    assert game.touches(written.index("park right")) == [{"zone": "right"}]
    assert game.touches(written.index("flip 2")) == [{"zone": "lot", "place": 1}]
    assert game.touches(written.index("bid 2")) == game.touches(written.index("name 1")) == []


class Idle(Table):
    def lay_out(self) -> None:
        self.box_ = self.pile("box", hidden=True)
        self.hands = self.hand_each()
        self.lot = self.row("lot")
        self.left, self.right = self.row("left"), self.row("right")

    def act(self, seat: int, move: Move) -> None:
        self.finish()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: move("play", card="deck"), "card is HAND or ANY"),
        (lambda: move("ask", seat="me"), "seat is OTHERS or ANY"),
        (lambda: move("bid", number=[-1]), "count from 0"),
        (lambda: Sketch("many", Idle, (2, 2), [move("bid", number=range(MOST + 1))]), f"more than {MOST}"),
        (lambda: Sketch("twins", Idle, (2, 2), [move("go")], [Card("x"), Card("x")]), "two different cards"),
    ],
)
def test_wrong_declarations_are_named(wrong: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        wrong()


# What an author may get wrong


class Careless(Idle):
    def act(self, seat: int, move: Move) -> None:
        if move.name == "lose":
            self.put(Card("ghost"), self.hands[seat], self.lot)
        elif move.name == "ask":
            self.ask("riddle", seat)
        else:
            self.odd = {1, 2}
            self.next_player()


def test_mistakes_are_said_in_words() -> None:
    moves = [move("lose"), move("ask"), move("hoard")]
    game = Sketch("careless", Careless, (2, 2), moves, deck(numbers=[1, 2]))
    with pytest.raises(Incomplete, match="there is no 'ghost' in 'hand:0'"):
        game.new(2, 1).apply(0, 0)
    with pytest.raises(Incomplete, match="no move answers the question 'riddle'"):
        game.new(2, 1).apply(0, 1)
    state = game.new(2, 1)
    state.apply(0, 2)
    with pytest.raises(TypeError, match="the field 'odd' holds set"):
        state.view(0)


def test_a_table_without_a_game_says_what_is_missing() -> None:
    class Lost(Table):
        pass

    with pytest.raises(Incomplete, match=r"GAME = Sketch\(..., Lost\)"):
        Lost(2, {})


# Refusals and words


def test_beside_a_name_stands_how_far_it_is_to_the_end_of_the_road() -> None:
    game = games.load("overtake")
    state = game.new(3, 1)
    road = next(zone for zone in game.spread(state.view(0))["zones"] if zone["kind"] == "track")
    while not any(piece["at"] > 0 for piece in road["pieces"]):
        state.apply(state.waiting(), state.legal(state.waiting())[0])
        road = next(zone for zone in game.spread(state.view(0))["zones"] if zone["kind"] == "track")
    told = [fact["n"] for own in game.spread(state.view(0))["facts"] for fact in own if fact["icon"] == "flag"]
    assert told == [road["spaces"] - 1 - piece["at"] for piece in road["pieces"]]


def test_refusals_name_their_clause_and_what_lies_there() -> None:
    game = games.load("green_light")
    state = game.position("A: R3 B5; B: G1; road: R8", 2)
    with pytest.raises(IllegalMove) as refused:
        state.apply(0, game.parse("play B5"))
    assert (refused.value.clause, refused.value.key) == ("GL-2", "no_fit")
    said = Texts("en", game).say("refusals.no_fit", **refused.value.params)
    assert said.startswith("A blue 5 does not fit on a red 8")
    with pytest.raises(IllegalMove) as held:
        state.apply(0, game.parse("play G7"))
    assert held.value.key == "not_held"


def test_a_sketch_without_a_text_speaks(sketch: Sketch) -> None:
    for lang in ("en", "de", "fi"):
        texts = Texts(lang, sketch, ["Mia", "Ben", "Ole", "Eva"])
        state = sketch.new(2, 1, listen=True)
        for _ in range(8):
            seat = state.waiting()
            if seat < 0:
                break
            key, params = sketch.describe(state.legal(seat)[0])
            assert texts.say(f"actions.{key}", **params)
            state.apply(seat, state.legal(seat)[0])
            assert all(texts.event(event.full()) for event in state.take_events())
    assert "name" in unworded(sketch, "en", {})


@pytest.mark.parametrize("name", ["__init__.py", "game.py", "rules/__init__.py", "rules/play.py"])
def test_a_folder_without_a_text_speaks(tmp_path: Path, name: str) -> None:
    source = next(path for path in SKETCHES if path.stem == "pairs").read_text(encoding="utf-8")
    folder = tmp_path / "lot_of_pairs"
    file = folder / name
    file.parent.mkdir(parents=True)
    file.write_text(source.replace('"pairs"', '"lot_of_pairs"'), encoding="utf-8")
    if name.startswith("rules"):
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        (folder / "__init__.py").write_text(f"from .{module} import GAME\n", encoding="utf-8")
    try:
        assert Texts("en", games.bring(folder)).say("refusals.lies_open") == "Lies open."
    finally:
        games.drop(folder)


def test_what_is_not_worded_is_listed() -> None:
    game = games.load("green_light")
    assert isinstance(game, Sketch)
    assert unworded(game, "en", game.own_texts("en")) == []
    assert unworded(game, "en", {"name": "x", "pitch": "y", "rules": []}) == [
        *("actions.play", "actions.draw", "events.waits", "refusals.no_fit", "refusals.one_fits")
    ]


class Shuttle(Table):
    def lay_out(self) -> None:
        self.road = self.track("road", 5, start=-1)

    def set_up(self) -> None:
        self.ask("turn", 0)

    def act(self, seat: int, move: Move) -> None:
        if self.road.at[seat] < 0:
            self.advance(self.road, seat, 1)
        else:
            self.go_to(self.road, seat, -1)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["A moves to space 1.", "A leaves the road."]),
        ("de", ["A zieht auf Feld 1.", "A verlässt die Straße."]),
        ("fi", ["A siirtyy ruutuun 1.", "A poistuu tieltä."]),
    ],
)
def test_words_count_spaces_as_the_table_does(language: str, said: list[str]) -> None:
    game = Sketch("shuttle", Shuttle, players=(2, 2), moves=[move("go")])
    state = game.new(2, 1, listen=True)
    texts = Texts(language, game, ["A", "B"])
    for line in said:
        state.take_events()
        state.apply(0, state.legal(0)[0])
        assert texts.event(state.take_events()[0].full()) == line


def test_events_that_are_told_by_name_are_rules_that_matter() -> None:
    assert games.load("overtake").matters() == [
        {"id": "turbo", "events": ["turbo"], "clauses": ["OT-3"]},
        {"id": "cone", "events": ["cone"], "clauses": ["OT-3"]},
        {"id": "overtaken", "events": ["overtaken"], "clauses": ["OT-4"]},
    ]


# Positions


def test_positions_stack_the_first_zone() -> None:
    game = games.load("green_light")
    state = game.position("A: R3; B: G1 G2; road: B8; stock: Y1".replace("Y1", "R-light"), 2)
    state.apply(0, game.parse("draw"))
    assert "R-light" in state.view(0)["private"]["hand:0"]
    with pytest.raises(BadNotation):
        game.position("A: R3 R3", 2)
    with pytest.raises(BadNotation):
        game.position("A: Q9", 2)


# Robots


@pytest.mark.parametrize("name", EXAMPLES)
def test_robots_need_no_instinct_to_play_well(name: str) -> None:
    """Level 3 beats chance where there is something to win by thinking."""
    from tailback.core.policy import play_matches

    game = games.load(name)
    assert not game.instincts
    matches = 40 if name != "green_light" else 10
    state = game.make(2, game.settle(2))
    tally = play_matches(state, [game.bot("3"), game.bot("random")], matches, seed=3, rotate=True)
    if name != "green_light":  # nearly all luck
        assert tally.shares[0] > 0.6 * matches


def test_the_same_knowledge_gives_the_same_answer() -> None:
    game = games.load("right_of_way")
    state = game.new(3, 4)
    view, decision, legal = state.view(0), state.decision(), state.legal(0)
    assert decision is not None
    for level in ("1", "3", "4"):
        bot = game.bot(level)
        assert bot(view, decision, legal, Rng(5)) == bot(json.loads(json.dumps(view)), decision, legal, Rng(5))
