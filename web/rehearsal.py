"""What a page without a server does with its first games, tried while it is built: see `pieces.mjs`.

What runs here comes first over the line, the rest later. So what it leaves out costs somebody a moment, and breaks
nothing.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tailback import games
from tailback.device.house import Device
from tailback.device.thinking import choose

# Decisions of each game.
LONG = 12


class Outside:
    """What a worker gives. Its storage is `shelf`, which comes from outside."""

    def __init__(self, shelf: Any) -> None:
        self.shelf = shelf

    def trouble(self, key: str) -> None:
        raise AssertionError(key)

    async def think(self, said: str) -> int:
        return choose(said)


class Page:
    def __init__(self) -> None:
        self.seat: dict[str, Any] = {}
        self.over = False
        self.news = asyncio.Event()

    def take(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self.over = (message["table"] or {}).get("phase") == "over"
            for update in message["seats"]:
                self.seat = update
        self.news.set()


async def play(device: Device, game: str) -> None:
    robots = [{"sitter": "bot", "level": level} for level in ("1", "3")]
    asked = {"game": game, "chairs": [{"sitter": "here", "name": "Ann"}, *robots], "deal": True}
    await device.ask("POST", "/api/check", "", json.dumps(asked))
    made = json.loads(
        (await device.ask("POST", "/api/tables", "", json.dumps(asked | {"settings": {"pace_ms": 0}}))).body
    )
    tokens = [held["token"] for held in made["tokens"]]
    page = Page()
    port = device.connect(page.take, lambda code, why: None)
    hello = {"type": "hello", "protocol": [1], "table": made["table"]["table"], "tokens": tokens, "since": None}
    port.said(json.dumps(hello))
    answered = -1
    for _ in range(LONG):
        async with asyncio.timeout(20):
            while not page.over and not (page.seat.get("legal") and page.seat["n"] > answered):
                page.news.clear()
                await page.news.wait()
        if page.over:
            break
        answered, legal = page.seat["n"], page.seat["legal"]
        about = {"seat": page.seat["seat"], "n": answered}
        port.said(json.dumps({"type": "hints", "id": f"h{answered}", **about}))
        action = legal[answered % len(legal)]
        port.said(json.dumps({"type": "answer", "id": f"m{answered}", **about, "action": action}))
    port.left()


async def main(shelf: Any) -> None:
    device = Device(Outside(shelf), "https://play.example.org/#")
    await device.start()
    for game in games.ours():
        await play(device, game)
