"""Plays games and writes down what seat 0 is told and then sees, for the web table's tests of telling.

`PYTHONPATH=src python tools/told_games.py [game ...]` writes `web/src/games/<game>/fixtures/games.json`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tailback import games
from tailback.core.contract import State

FOLDER = Path(__file__).parent.parent / "web" / "src" / "games"

View = dict[str, Any]


class Excerpt(NamedTuple):
    """A piece of a match: `most` acts that follow on the first `before`."""

    players: int
    seed: int
    options: dict[str, Any]
    before: int = 0
    most: int = 100_000


def road(state: State, view: View) -> View:
    """Without `chosen`: a last card is sealed by itself, without an event."""
    return {
        "rows": view["rows"],
        "seats": [[one["cards"], one["score"], one["points"], len(one["pile"])] for one in view["seats"]],
        "hand": view["hand"],
        "open": [one["card"] for one in view["revealed"] if not one["done"]],
        "turn": view["turn"],
    }


def lot(state: State, view: View) -> View:
    return {name: view[name] for name in ("table", "opened")}


def convoy(state: State, view: View) -> View:
    return {name: view[name] for name in ("row", "seats", "hand", "gone")}


def pile(state: State, view: View) -> View:
    return {
        "hand": " ".join(view["hand"]),
        "cards": [seat["cards"] for seat in view["seats"]],
        "scores": [seat["score"] for seat in view["seats"]],
        "top": view["top"],
        "colour": view["colour"],
        "deck": view["deck"],
        "pile": len(view["pile"]),
    }


def cloth(state: State, view: View) -> View:
    return {**pile(state, view), "clockwise": view["clockwise"], "pending": view["pending"]}


def garage(state: State, view: View) -> View:
    found = {
        **pile(state, view),
        "front": [" ".join(seat["front"]) for seat in view["seats"]],
        "places": view["places"],
        "garage": view["garage"],
        "exchange": view["exchange"],
    }
    decision = state.decision()
    # Before the words or the window for New Car a penalty is laid, but not told yet.
    if decision is None or decision.kind not in ("say", "new_car"):
        penalty = view["pending"]
        found["pending"] = penalty and [penalty["kind"], penalty["target"], penalty["cards"]]
    return found


def circuit(state: State, view: View) -> View:
    fields = ("lane", "col", "p", "to_go", "place", "holds", "skips", "fines", "hits")
    return {
        "cars": [[car[name] for name in fields] for car in view["cars"]],
        "vehicles": [[one["lane"], one["col"]] for one in view["vehicles"]],
        "police": view["police"],
        "pile": view["pile"],
        "used": view["discards"][-1:],
        "hand": view["hand"],
        "phase": view["phase"],
    }


# What of each view is drawn, and excerpts that together hold nearly every kind of event, in files that stay small.
RECORDED: dict[str, tuple[Callable[[State, View], View], list[Excerpt]]] = {
    "rush_hour": (
        road,
        [
            Excerpt(4, 1, {"handSize": 6, "rounds": 2}),
            Excerpt(5, 8, {"handSize": 8}),
            Excerpt(3, 3, {"maxNumber": 30, "handSize": 6, "rows": 2, "tooLowPenalty": False}),
        ],
    ),
    "traffic_memory": (
        lot,
        [
            Excerpt(2, 3, {"highest": 12, "jokers": 0}),
            Excerpt(3, 5, {"highest": 14, "jokers": 4}),
            Excerpt(2, 8, {"highest": 12, "jokers": 2, "mayStop": False}),
        ],
    ),
    "took_over": (
        convoy,
        [
            Excerpt(2, 4, {}),
            Excerpt(3, 9, {"interval": "wholeRow"}),
            Excerpt(4, 2, {"winOn": "hand", "voluntaryPass": True}),
        ],
    ),
    "mau_mau": (
        cloth,
        [
            Excerpt(3, 11, {"mauMode": "declare", "games": 2}, 0, 50),
            Excerpt(4, 5, {"mauMode": "catch", "games": 2}, 0, 50),
            Excerpt(2, 1390, {"mauMode": "declare", "games": 2}, 151, 7),
            Excerpt(2, 1390, {"mauMode": "declare", "games": 2}, 327, 7),
            Excerpt(4, 5048, {"mauMode": "catch", "games": 2}, 33, 7),
            Excerpt(4, 9941, {"mauMode": "catch", "games": 2}, 26, 7),
            Excerpt(5, 8915, {"openingCard": "asDealer", "playDrawn": "yes", "games": 2}, 4, 7),
        ],
    ),
    "pit_stop": (
        garage,
        [
            Excerpt(3, 11, {}, 0, 50),
            Excerpt(4, 5, {"talk": "penalty", "playDrawn": "yes"}, 0, 50),
            Excerpt(2, 1390, {}, 9, 7),
            Excerpt(2, 1390, {}, 34, 7),
            Excerpt(2, 1390, {}, 48, 7),
            Excerpt(2, 1390, {}, 68, 7),
            Excerpt(2, 1390, {}, 86, 7),
            Excerpt(4, 5048, {"talk": "penalty", "playDrawn": "yes"}, 284, 7),
            Excerpt(4, 5217, {"serviceCounter": "cancel", "garageMin": 0, "limit": "rounds", "rounds": 2}, 29, 7),
            Excerpt(3, 962, {}, 63, 7),
            Excerpt(5, 8434, {"serviceCounter": "cancel", "garageMin": 0, "limit": "rounds", "rounds": 2}, 207, 7),
        ],
    ),
    "trafic_turbo": (
        circuit,
        [
            Excerpt(2, 9, {"circuit": "short-eight"}),
            Excerpt(3, 11, {"circuit": "triple-loop", "points": True}, 0, 90),
        ],
    ),
}


def record(game_id: str, excerpt: Excerpt, drawn: Callable[[State, View], View]) -> dict[str, Any]:
    luck = random.Random(excerpt.seed)
    state = games.load(game_id).new(excerpt.players, excerpt.seed, excerpt.options)
    state.listen()
    first = state.view(0)
    acts: list[dict[str, Any]] = []
    before = excerpt.before
    while (decision := state.decision()) is not None and len(acts) < excerpt.most:
        seat = luck.choice(decision.awaited)
        state.apply(seat, likely(state, seat, luck))
        events = [event.seen_by(0) for event in state.take_events()]
        if before > 0:
            before -= 1
            first = state.view(0)
        elif events:
            acts.append({"events": events, "view": drawn(state, state.view(0))})
    return {"first": first, "acts": acts}


def likely(state: State, seat: int, luck: random.Random) -> int:
    """Anything legal, but rather of the first half: a card before drawing, forward before aside, so that it goes on."""
    legal = state.legal(seat)
    return luck.choice(legal[: max(1, (len(legal) + 1) // 2)] if luck.random() < 0.75 else legal)


def write(game_id: str) -> None:
    drawn, excerpts = RECORDED[game_id]
    parts = []
    for excerpt in excerpts:
        found = record(game_id, excerpt, drawn)
        # One act a line: a change shows where it is.
        acts = ",\n".join(dump(act) for act in found["acts"])
        parts.append(f'{{"first":{dump(found["first"])},"acts":[\n{acts}\n]}}')
    file = FOLDER / game_id / "fixtures" / "games.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("[" + ",\n".join(parts) + "]\n", encoding="utf-8")


def dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDED:
        write(name)
