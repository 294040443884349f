"""What a game lists in `matters.json`: real events and clauses, with words, and nothing that never happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from tailback import games
from tailback.core import record
from tailback.core.contract import Event
from tailback.core.game import Game
from tailback.core.options import NUMBER
from tailback.core.policy import anything
from tailback.core.rng import Rng
from tailback.core.shapes import Nothing
from tailback.laws.walk import possible, setups
from tailback.texts import LANGUAGES

NAMES = games.ids()
TESTS = Path(__file__).resolve().parents[1] / "games"
MATCHES = 60
# Random players may draw for ever.
STEPS = 1500
LONGEST_LABEL = 4


def public_fields(shape: type) -> set[str]:
    """What everybody learns of an event: all but the parts that only some seats see."""
    hints = get_type_hints(shape, include_extras=True)
    return {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}


def fits(entry: dict[str, Any], event: Event) -> bool:
    if event.kind not in entry["events"]:
        return False
    wanted = {name: value if isinstance(value, list) else [value] for name, value in entry.get("when", {}).items()}
    return all(event.data[name] in values for name, values in wanted.items())


def recorded(game: Game) -> Iterator[Event]:
    """The golden games: every way to end, however rare."""
    for file in sorted((TESTS / game.id / "golden").glob("*.txt")):
        for played in record.replay(games.read_record(file.read_text(encoding="utf-8"))):
            yield from played.events


def choices(game: Game, players: int) -> list[dict[str, Any]]:
    """Set-ups of every kind. A limit that is off at its lowest number is also as tight as can be."""
    numbers = [option for option in game.options if option.kind == NUMBER and not option.choices]
    tight = [{option.name: option.low + 1, **game.short} for option in numbers]
    return [game.lively, *(given for given in tight if possible(game, players, given)), *setups(game.id, players)]


def played(game: Game) -> Iterator[Event]:
    """Matches of any number of players with all kinds of options; every fifth one between robots."""
    robot = game.bot("3")
    for k in range(MATCHES):
        players = game.fewest + k % (game.most - game.fewest + 1)
        given = choices(game, players)
        state, rng = game.new(players, k, given[k % len(given)], listen=True), Rng(k)
        policy = robot if k % 5 == 4 else anything
        for _ in range(STEPS):
            decision = state.decision()
            yield from state.take_events()
            if decision is None:
                break
            seat = decision.awaited[0]
            state.apply(seat, policy(state.view(seat), decision, state.legal(seat), rng))


@pytest.mark.parametrize("name", NAMES)
def test_entries_name_what_there_is(name: str) -> None:
    game = games.load(name)
    shaped = game.part("shapes")
    shapes = shaped.EVENTS if shaped is not None else dict.fromkeys(game.texts("en")["events"], Nothing)
    clauses = game.clause_ids()
    ids = [entry["id"] for entry in game.matters()]
    assert ids
    assert len(set(ids)) == len(ids)
    for entry in game.matters():
        assert {"id", "events", "clauses"} <= set(entry) <= {"id", "events", "clauses", "when"}, entry["id"]
        for named, known in ((entry["events"], shapes), (entry["clauses"], clauses)):
            assert named, entry["id"]
            assert len(set(named)) == len(named), entry["id"]
            assert set(named) <= set(known), f"{entry['id']}: {set(named) - set(known)}"
        for kind in entry["events"]:
            assert set(entry.get("when", {})) <= public_fields(shapes[kind]), f"{entry['id']}: {kind}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_entry_has_its_label(name: str, lang: str) -> None:
    game = games.load(name)
    labels = game.texts(lang)["matters"]
    assert list(labels) == [entry["id"] for entry in game.matters()]
    assert len(set(labels.values())) == len(labels), "two of them read the same"
    assert [label for label in labels.values() if len(label.split()) > LONGEST_LABEL] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_happens(name: str) -> None:
    game = games.load(name)
    missing = {entry["id"]: entry for entry in game.matters()}
    for source in (recorded, played):
        for event in source(game):
            for key in [key for key, entry in missing.items() if fits(entry, event)]:
                del missing[key]
            if not missing:
                return
    assert list(missing) == []


def test_a_game_may_list_nothing() -> None:
    assert Game().matters() == []
