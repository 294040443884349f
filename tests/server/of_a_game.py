"""What the tests of single games at the server have in common; each game says what holds for it in its own folder."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from server.books import Book, refused
from server.harness import NO_CLOCK, Device, Host, ServerProcess
from tailback.core.game import Game
from tailback.server.reference import manual
from tailback.server.truth import desk


def shown_in_the_manual() -> list[dict[str, Any]]:
    """The messages that the manual of the protocol shows, in their order."""
    blocks = re.findall(r"```json\n(.*?)```", manual.markdown(), re.DOTALL)
    return [json.loads(part) for block in blocks for part in re.split(r"\n(?=\{)", block.strip())]


def impossible(
    running: ServerProcess, game: Game, players: int, options: dict[str, Any], clause: str | None = None
) -> None:
    """Such a set-up is answered with its clause (None: some clause) and one close by that works."""

    async def scene() -> None:
        async with Host(running) as host:
            asked = {"game": game.id, "players": players, "options": options}
            answer = await host.ask("POST", "/api/check", asked)
            assert answer.status_code == 422
            said = answer.json()
            assert said["clause"]
            if clause is not None:
                assert said["clause"] == clause
            nearest = said["nearest"]
            assert nearest
            asked["players"] = nearest.pop("players", players)
            works = await host.ok("POST", "/api/check", {**asked, "options": {**options, **nearest}})
            for name, value in nearest.items():
                assert works["options"][name] == value
            # The same for a table, and nothing was made.
            chairs = [{"sitter": "bot"}] * players
            made = await host.ask("POST", "/api/tables", {"game": game.id, "chairs": chairs, "options": options})
            assert (made.status_code, made.json()["clause"]) == (422, said["clause"])

    asyncio.run(scene())


async def act(line: Device, seat: int, choice: int = 0) -> None:
    """One answer, and what comes of it."""
    v = line.v or 0
    update = line.now[seat]
    got = await line.answer(seat, update["legal"][choice % len(update["legal"])], update["n"])
    assert got["type"] == "ack", got
    await line.wait(lambda: (line.v or 0) > v)


def learned(running: ServerProcess, game: Game, word: str, rather: str = "") -> None:
    """A move whose notation begins with this word teaches somebody something: it cannot be taken back.

    Until it can be made, moves that begin with `rather` are preferred. And the moves of others are never taken back.
    """

    async def scene() -> None:
        async with Host(running) as host:
            await host.open(game.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                for turn in range(400):
                    seat = tablet.now[0]["awaited"][0]
                    words = [game.notation(action) for action in tablet.now[seat]["legal"]]
                    teaching = [i for i, notation in enumerate(words) if notation.startswith(word)]
                    if teaching:
                        await act(tablet, seat, teaching[0])
                        got = await tablet.ask("undo", seat=seat)
                        assert (got["type"], got["key"], got["params"]) == ("refused", "undo_learned", {"moves": 0})
                        got = await tablet.ask("undo", seat=1 - seat)
                        assert got["key"] == "undo_learned"
                        return
                    liked = [i for i, notation in enumerate(words) if rather and notation.startswith(rather)]
                    await act(tablet, seat, liked[0] if liked else turn)
                raise AssertionError(f"never: {word}")

    asyncio.run(scene())


def learned_on_the_books(game: Game, word: str) -> None:
    """The same at the desk, without a server."""
    book = Book(game.id)
    book.deal()
    for _ in range(200):
        match = desk.playing(book.ledger)
        assert match.decision is not None
        assert match.state is not None
        seat = match.decision.awaited[0]
        words = {game.notation(action): action for action in match.state.legal(seat)}
        teaching = next((notation for notation in words if notation.startswith(word)), None)
        if teaching is not None:
            book.move(seat, words[teaching])
            assert match.undo_limit(seat) == len(match.steps)
            refused("undo_learned", desk.undo, book.ledger, 4, seat, None)
            return
        book.move()
    raise AssertionError(f"nobody could {word}")
