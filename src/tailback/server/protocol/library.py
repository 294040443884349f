"""What a client shows and must not make up: the words of every language, and the boards to be drawn."""

from __future__ import annotations

from functools import cache
from typing import Any

from tailback import games
from tailback.server import protocol as p
from tailback.server.truth.refusal import Refused
from tailback.texts import LANGUAGES, catalogue

# What belongs to no game: what all clients say, the charts of the lab, and the screens of the browser.
COMMON = ("app", "lab", "web")
# Name and pitch of every game: enough for a first screen.
ALL_GAMES = "games"
SHARED = (*COMMON, ALL_GAMES)


def catalogues() -> tuple[str, ...]:
    """The names of the catalogues that there are in every language."""
    return (*SHARED, *games.ids())


def words(lang: str, name: str) -> dict[str, Any]:
    if lang not in LANGUAGES or name not in catalogues():
        raise Refused("no_such_page", 404)
    return (
        all_games(lang)
        if name == ALL_GAMES
        else catalogue(lang, name)
        if name in COMMON
        else games.load(name).texts(lang)
    )


def all_games(lang: str) -> dict[str, Any]:
    found = {game.id: game.texts(lang) for game in games.every()}
    return {game_id: {key: texts[key] for key in ("name", "pitch")} for game_id, texts in found.items()}


@cache
def boards() -> dict[str, p.Board]:
    """Every board of every game, by its id."""
    found = [drawn(data) for game in games.every() for data in game.boards().values()]
    return {board.id: board for board in sorted(found, key=lambda board: board.id)}


games.when_changed(boards.cache_clear)


def drawn(data: dict[str, Any]) -> p.Board:
    return p.Board(
        id=data["id"],
        name=data["name"],
        lanes=data["lanes"],
        columns=data["columns"],
        view_box=data["viewBox"],
        lane_width=data["laneWidth"],
        centreline=data["centreline"],
        cells=data["cells"],
        arrows=data["startArrows"],
        stations=[p.Station(s["id"], s["side"], s["x"], s["y"], s["angle"], s["grey"]) for s in data["stations"]],
        bridges=[p.Bridge(b["x"], b["y"], b["over"], b["under"]) for b in data["bridges"]],
    )


def board(name: str) -> p.Board:
    found = boards().get(name)
    if found is None:
        raise Refused("no_such_page", 404)
    return found
