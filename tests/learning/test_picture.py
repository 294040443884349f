"""Pictures of the games: of the right form, different where the view is, and the same whatever is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
import resvg_py

from tailback import games
from tailback.core import layout
from tailback.core.contract import State, View
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.spread import Face, Sign, Spread
from tailback.rl import bricks, cards, png, road
from tailback.rl.picture import picture, svg

# Every so many decisions one position is looked at, and at most so many decisions are made.
EVERY, MOST = 25, 400
LONG = [
    "Bartholomäus-Maximilian von und zu Hohenstein-Lüdenscheid",
    "W" * 200,
    "",
    "名前",
    "<b>&\"'",
    "a\nb",
    "\u202e\x1b[",
    "Ø",
]


def packed(found: Any) -> Any:
    """One number for the three of a pixel: these are counted much faster."""
    red, green, blue = (found[..., k].astype(np.int32) for k in range(3))
    return red << 16 | green << 8 | blue


def seats_of(game: Game) -> list[int]:
    return sorted({game.fewest, game.most})


def positions(game: Game, players: int, seed: int = 5) -> Iterator[State]:
    """Some positions of a match, the first and the last among them."""
    state = game.new(players, seed=seed)
    random = Random(seed)
    yield state.clone()
    for n in range(1, MOST):
        decision = state.decision()
        if decision is None:
            break
        seat = random.choice(list(decision.seats))
        state.apply(seat, random.choice(state.legal(seat)))
        if n % EVERY == 0:
            yield state.clone()
    yield state


# Our games, and those of others: the examples are installed for the tests.
@pytest.fixture(params=games.ids())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


def test_a_picture_is_an_array_of_its_size(game: Game) -> None:
    for players in seats_of(game):
        view = game.new(players, seed=1).view(0)
        for size in ((960, 720), (320, 240), (300, 500)):
            found = picture(game, view, size)
            assert found.shape == (size[1], size[0], 3)
            assert found.dtype == np.uint8
            assert found.flags.writeable


def test_a_picture_is_not_blank(game: Game) -> None:
    for players in seats_of(game):
        *_, last = positions(game, players)
        for view in (game.new(players, seed=1).view(0), last.view(0), last.view(None)):
            found = picture(game, view)
            colours, counts = np.unique(packed(found), return_counts=True)
            assert len(colours) > 200
            assert counts.max() < found.size / 3 * 0.93
            # There is something in each third of its height.
            for part in np.array_split(found, 3):
                assert len(np.unique(packed(part))) > 5


def test_the_same_view_has_the_same_picture(game: Game) -> None:
    state = game.new(game.most, seed=1)
    assert np.array_equal(picture(game, state.view(0)), picture(game, state.clone().view(0)))


def test_what_changes_in_the_spread_changes_the_picture(game: Game) -> None:
    """Two spreads that differ never look alike; only how a pile lies below its topmost cards is not seen."""
    seen: dict[str, str] = {}
    for players in seats_of(game):
        for state in positions(game, players):
            for seat in range(players):
                view = state.view(seat)
                drawn = svg(game, view)
                shown = repr((seat, players, visible(game.spread(view))))
                assert seen.setdefault(drawn, shown) == shown
    assert len(seen) > 8


def visible(spread: Spread) -> Any:
    """The part of a spread that a picture shows: no order of cards that are covered, nothing that is tapped."""
    turn, notes, facts = spread["turn"], spread["notes"], spread["facts"]
    nobody = not any(fact["icon"] == "star" and fact["n"] for own in facts for fact in own)
    zones = []
    for zone in spread["zones"]:
        shown: dict[str, Any] = dict(zone)
        if zone["kind"] == "pile":
            shown["cards"] = zone["cards"][-1:]
        elif zone["kind"] == "hand" and "cards" in zone and set(zone["cards"]) <= {"?"}:
            # How many cards others hold stands at their names, where the game says so.
            shown.pop("cards")
        elif zone.get("owner") is not None and zone["kind"] in ("row", "hand") and len(zone["cards"]) > 6:
            shown["cards"] = [len(zone["cards"]), *zone["cards"][-6:]]
        if shown.get("owner") is not None and not shown.get("cards") and zone["kind"] != "counter":
            continue
        zones.append(shown)
    return turn, notes, [] if nobody else facts, zones


def test_cards_that_a_seat_cannot_see_do_not_change_its_picture(game: Game) -> None:
    """In any world that a seat takes for possible it sees the same picture, to the last pixel."""
    differ = 0
    for players in seats_of(game):
        for n, state in enumerate(positions(game, players)):
            for seat in (0, players - 1, None):
                world = state.imagine(seat, Rng(n + 1))
                assert svg(game, world.view(seat)) == svg(game, state.view(seat))
                others = [other for other in range(players) if other != seat]
                differ += any(svg(game, world.view(other)) != svg(game, state.view(other)) for other in others)
    assert differ or not hides_hands(game), "the worlds did not differ at all"


def secretive() -> Game:
    """One of our games in which hands are hidden."""
    return next(game for game in map(games.load, games.ours()) if hides_hands(game))


def hides_hands(game: Game) -> bool:
    zones = game.spread(game.new(game.most, seed=1).view(0))["zones"]
    return any("?" in zone["cards"] for zone in zones if zone["kind"] == "hand")


def test_hidden_cards_are_pixels_of_backs() -> None:
    game = secretive()
    state = game.new(game.most, seed=2)
    world = state.imagine(0, Rng(4))
    assert world.view(1)["hand"] != state.view(1)["hand"]
    assert np.array_equal(picture(game, world.view(0)), picture(game, state.view(0)))
    assert not np.array_equal(picture(game, world.view(1)), picture(game, state.view(1)))


def test_long_and_odd_names_do_not_break_it(game: Game) -> None:
    for players in seats_of(game):
        view = game.new(players, seed=3).view(players - 1)
        short = ["A"] * players
        assert picture(game, view, names=LONG[:players]).shape == (720, 960, 3)
        drawn = svg(game, view, names=LONG[:players])
        # Names are drawn, never written: nothing of them can be taken for markup.
        assert "<b>" not in drawn
        assert drawn != svg(game, view, names=short)
        assert svg(game, view, names=[]) == svg(game, view, names=[""] * players) == svg(game, view)


def test_a_name_stays_inside_its_room() -> None:
    for name in LONG:
        assert bricks.width(bricks.fitted(name, 16, 90), 16) <= 90
    assert bricks.fitted("Ann", 16, 90) == "Ann"
    assert bricks.fitted("W" * 40, 16, 90).endswith("…")


def test_letters_without_an_outline_lose_their_mark_or_are_a_dot() -> None:
    assert bricks.letter("ő") == bricks.letter("o")
    assert bricks.letter("ö") != bricks.letter("o")
    assert bricks.letter("名") == bricks.letter("•")


def test_a_picture_needs_no_font_and_no_file(game: Game) -> None:
    drawn = svg(game, game.new(game.fewest, seed=1).view(0))
    assert "<text" not in drawn
    assert "font" not in drawn
    assert set(re.findall(r'href="([^"]*)"', drawn)) <= {f"#card{n}" for n in range(200)}
    assert "$" not in drawn, "a colour was left open"


def test_no_picture_without_a_size() -> None:
    game = secretive()
    with pytest.raises(ValueError, match="0 x 720"):
        svg(game, game.new(2, seed=1).view(0), (0, 720))


def test_a_game_that_declares_nothing_is_drawn() -> None:
    game = secretive()
    view = game.new(game.most, seed=1).view(0)
    declared = layout.derived(view)

    class Bare:
        id = "bare"
        seats_in = staticmethod(game.seats_in)
        texts = staticmethod(game.texts)

        @staticmethod
        def faces() -> dict[str, Face]:
            return {}

        @staticmethod
        def spread(view: View) -> Spread:
            return declared

    drawn = svg(Bare(), view)  # type: ignore[arg-type]
    assert drawn.count("<use") >= sum(
        len(zone.get("cards", [])) for zone in declared["zones"] if zone["id"] == "hand:0"
    )


def test_pillow_and_numpy_read_the_same_pixels() -> None:
    """Where Pillow is missing, the picture is the same."""
    game = secretive()
    view = game.new(game.most, seed=1).view(0)
    drawn = resvg_py.svg_to_bytes(svg_string=svg(game, view, (480, 360)), skip_system_fonts=True)
    own = png.with_numpy(drawn)
    assert own.shape == (360, 480, 3)
    assert tuple(own[0, 0]) == tuple(bytes.fromhex(bricks.paint("cloth")[1:]))
    pytest.importorskip("PIL")
    assert np.array_equal(own, png.with_pillow(drawn))


@pytest.mark.parametrize("kind", range(5))
def test_every_filter_of_a_line_is_undone(kind: int) -> None:
    """Against the words of the standard, byte by byte."""
    random = Random(kind)
    stored = np.array([[[random.randrange(256) for _ in range(3)] for _ in range(9)] for _ in range(6)], np.uint8)
    filters = np.array([random.randrange(5) if line % 2 else kind for line in range(6)], np.uint8)
    found = np.zeros((6, 9, 3), int)
    for y, x, z in np.ndindex(6, 9, 3):
        a = found[y, x - 1, z] if x else 0
        b = found[y - 1, x, z] if y else 0
        c = found[y - 1, x - 1, z] if x and y else 0
        nearest = min((a, b, c), key=lambda one: abs(a + b - c - one))
        found[y, x, z] = (int(stored[y, x, z]) + (0, a, b, (a + b) // 2, nearest)[filters[y]]) % 256
    assert np.array_equal(png.unfiltered(filters, stored), found)


def test_what_is_no_png_is_refused() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        png.with_numpy(b"GIF89a")


def test_every_sign_and_colour_of_a_face_is_drawn() -> None:
    plain = cards.card({"text": "7"})
    for sign in Sign.__args__:  # type: ignore[attr-defined]
        assert bricks.sign(sign, "#123456"), sign
        assert cards.card({"sign": sign}) != cards.card({}), sign
    drawn = {cards.card({"colour": colour, "text": "7"}) for colour in bricks.art("looks") if colour != "plain"}
    assert len(drawn) == 8
    assert plain not in drawn
    assert bricks.sign("nothing", "#123456") == ""


def test_every_vehicle_stands_on_a_track_in_every_colour() -> None:
    for kind in bricks.art("above"):
        for colour in bricks.art("shades"):
            assert "$" not in cards.vehicle(kind, colour, 30, None) + cards.vehicle(kind, colour, 200, 12)
    for sign in bricks.art("vehicles"):
        assert "$" not in road.standing(
            [{"id": "x", "at": 0, "seat": None, "sign": sign}], [road.Spot(0, 0, 0, 9)], 9, True
        )
