"""Writes what the server answers the same to everybody as files, for a page without a server: `lasting.py <folder>`."""

from __future__ import annotations

import sys
from pathlib import Path

from tailback import games
from tailback.server.protocol import lessons, library
from tailback.server.service import routes
from tailback.server.service.route import Answer
from tailback.texts import LANGUAGES


def answers() -> dict[str, Answer]:
    """Each by the path that is asked for, without `/api/`."""
    found = {"games": routes.same(routes.game_list)}
    for game_id in games.ids():
        found[f"games/{game_id}/actions"] = routes.same(routes.action_list, game_id)
        found[f"lessons/{game_id}"] = routes.same(lessons.lesson, game_id)
    for board in library.boards():
        found[f"boards/{board}"] = routes.same(library.board, board)
    for language in LANGUAGES:
        for name in library.catalogues():
            found[f"texts/{language}/{name}"] = routes.same(library.words, language, name)
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    for name, answer in answers().items():
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(answer.body)


if __name__ == "__main__":
    main()
