"""Every game can be laid out as zones that somebody draws who knows no rule: from the view alone, nothing is lost."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.spread import BACK, Card, CardMove, Colour, Face, Sign, Spread, Touch, Zone
from tailback.laws.each import Seat, observers, plain_bytes
from tailback.laws.walk import some_states
from tailback.texts import LANGUAGES, Texts

NAMES = games.ids()


def laid(game: Game, state: State, seat: Seat) -> Spread:
    """The spread of a view that went over the line, as a client's would: nothing else can be in it."""
    found = game.spread(json.loads(json.dumps(state.view(seat))))
    msgspec.convert(json.loads(json.dumps(found)), Spread, strict=True)
    return found


def tokens(cards: list[Card]) -> list[str]:
    """Every card there, also those that lie on one another."""
    return [card for one in cards if one is not None for card in (one if isinstance(one, list) else [one])]


def by_id(spread: Spread) -> dict[str, Zone]:
    found = {zone["id"]: zone for zone in spread["zones"]}
    assert len(found) == len(spread["zones"]), "two zones have one id"
    return found


def is_there(touch: Touch, zones: dict[str, Zone], seat: int, players: int) -> bool:
    if "seat" in touch:
        return touch["seat"] < players
    name = touch.get("zone", "hand")
    zone = zones.get(name, zones.get(f"{name}:{seat}"))
    if zone is None:
        return False
    if "card" in touch:
        pieces = [piece["id"] for piece in zone.get("pieces", ())]
        return touch["card"] in [*tokens(zone.get("cards", [])), *pieces]
    if "place" in touch:
        points = zone.get("points")
        if points is not None:
            return points[touch["place"]] is not None
        return touch["place"] < (zone.get("spaces") or len(zone.get("cards", ())))
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_spread_is_whole(name: str) -> None:
    """Ids are unique, pieces stand on spaces, cards have faces, counts are not less than what is shown."""
    game = games.load(name)
    faces = game.faces()
    for seed in range(2):
        for state in some_states(game, game.usual, {}, seed):
            for seat in observers(state):
                spread = laid(game, state, seat)
                assert len(spread["facts"]) == state.players
                for zone in by_id(spread).values():
                    shown = tokens(zone.get("cards", []))
                    assert zone.get("count", len(shown)) >= len(shown)
                    assert zone["kind"] != "grid" or zone["columns"] > 0
                    if name in games.ours():
                        assert set(shown) <= {BACK, *faces}, zone["id"]
                    for piece in zone.get("pieces", ()):
                        assert piece["at"] < zone["spaces"]
                        assert "points" not in zone or zone["points"][piece["at"]] is not None


@pytest.mark.parametrize("name", NAMES)
def test_what_is_tapped_is_there(name: str) -> None:
    """Whatever a seat may do is a button, or everything to be tapped for it lies on its table."""
    game = games.load(name)
    for seed in range(3):
        for state in some_states(game, game.usual, {}, seed):
            for seat in range(state.players):
                legal = state.legal(seat)
                if not legal:
                    continue
                spread = laid(game, state, seat)
                zones, here = by_id(spread), spread.get("touches", {})
                for action in legal:
                    for touch in here.get(str(action), game.touches(action)):
                        assert is_there(touch, zones, seat, state.players), (game.notation(action), touch)


@pytest.mark.parametrize("name", NAMES)
def test_no_more_is_shown_than_is_known(name: str) -> None:
    """The same in every world that a seat cannot tell apart; hands have as many cards as the view says."""
    game = games.load(name)
    rng = Rng(9)
    for state in some_states(game, game.usual, {}, 4):
        for seat in observers(state):
            spread = laid(game, state, seat)
            assert plain_bytes(laid(game, state.imagine(seat, rng), seat)) == plain_bytes(spread)
            view = state.view(seat)
            own = by_id(spread).get(f"hand:{seat}", {}).get("cards", [])
            # Games of the kit say it elsewhere.
            assert "hand" not in view or own == [str(card) for card in view["hand"]]
            for other, one in enumerate(view.get("seats", ())):
                hand = by_id(spread).get(f"hand:{other}")
                # In Traffic-Memory cards are those that were won.
                if hand is not None and isinstance(one.get("hand", one.get("cards")), int):
                    assert len(hand.get("cards", [])) == one.get("hand", one.get("cards"))


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_between_zones_and_tell_no_secret(name: str) -> None:
    """What flies is part of what a seat is told, and goes from a zone to a zone."""
    game = games.load(name)
    for seed in range(3):
        state = game.new(game.usual, seed, game.short, listen=True)
        rng = Rng(seed)
        seen: set[str] = set()
        for _ in range(150):
            for event in state.take_events():
                for seat in observers(state):
                    told = event.seen_by(seat)
                    moves = game.moves(json.loads(json.dumps(told)))
                    for move in moves:
                        msgspec.convert(move, CardMove, strict=True)
                        seen |= {move["start"], move["end"]}
                        # A face that flies stands in the words of the event, too.
                        assert move["card"] == BACK or is_told(move["card"], told), (move, told)
            if state.waiting() < 0:
                break
            legal = state.legal(state.waiting())
            state.apply(state.waiting(), legal[rng.below(len(legal))])
        # Of a zone that is empty there may be none just now: its name is one of a kind.
        there = {zone["id"].partition(":")[0] for zone in laid(game, state, 0)["zones"]}
        gone = {name.partition(":")[0] for name in seen} - there
        assert gone <= {"front", "gone"}, gone


def is_told(card: str, told: dict[str, Any]) -> bool:
    """Pieces, called vehicles and cards that only one kind of event plays are named by that kind."""
    values = [value for named in told.values() for value in (named if isinstance(named, list) else [named])]
    return card in [str(value) for value in values] or card in ("A", "P", "NC", "CX", "police") or ":" in card


@pytest.mark.parametrize("name", games.ours())
def test_faces_and_labels_have_words(name: str) -> None:
    """Faces are of known colours and signs, and every word on a card, label and note is there in each language."""
    game = games.load(name)
    for face in game.faces().values():
        msgspec.convert(face, Face, strict=True)
        assert face.get("colour", "red") in get_args(Colour)
        assert face.get("sign", "car") in get_args(Sign)
        assert face.get("text") or face.get("sign") or face.get("word")
    for lang in LANGUAGES:
        texts = Texts(lang, game, ["Ann", "Ben", "Cem", "Dot", "Eva", "Fin", "Gus", "Hal"])
        said = {face["word"] for face in game.faces().values() if "word" in face}
        assert all(texts.has(word) for word in said)
        for state in some_states(game, game.usual, {}, 1):
            spread = laid(game, state, 0)
            for zone in spread["zones"]:
                if "label" in zone:
                    assert texts.has(zone["label"]["key"]), zone["id"]
            for note in spread["notes"]:
                assert texts.say(note["key"], **note["params"])


def test_a_game_that_declares_nothing_is_laid_out_all_the_same() -> None:
    """Names and values of a view are enough for zones, piles, hands and facts."""
    game = games.load("green_wave")
    state = game.new(3, 1)
    spread = laid(game, state, 1)
    zones = by_id(spread)
    assert [(zone["id"], zone["kind"]) for zone in spread["zones"]] == [
        ("goal", "counter"),
        ("lane", "row"),
        ("gone", "pile"),
        ("deck", "pile"),
        ("hand:0", "hand"),
        ("hand:1", "hand"),
        ("hand:2", "hand"),
    ]
    assert zones["deck"]["count"] == 15
    assert zones["deck"]["cards"] == [BACK]
    assert zones["hand:0"]["cards"] == [BACK] * 3
    assert zones["hand:1"]["cards"] == state.view(1)["hand"]
    assert spread["facts"][1] == [{"icon": "cards", "n": 3}, {"icon": "star", "n": 0}]
    assert zones["lane"]["label"] == {"key": "zones.lane", "params": {"name": "Lane"}}
    assert game.touches(0) == [{"card": "1"}]
    assert game.faces() == {}
