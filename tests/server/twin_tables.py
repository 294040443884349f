"""Two tables that somebody cannot tell apart, each of its own rows: what a route answers about one it answers about the
other. `twins.py` does the same for lines, where a world need not have a deal that leads to it."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from server.asking import Request, every_message, named, requests, tag
from server.inside import LAB_KEY, Inside, inside, message_of
from server.permissions import changed, facts_of
from server.scenes import CALM, Scene
from server.twins import HOST, same_story, token
from tailback import games
from tailback.core import fair
from tailback.core.contract import State
from tailback.core.options import NUMBER
from tailback.laws.each import known
from tailback.server.service.route import Route
from tailback.server.service.who import WHO, Person
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r

# Deals that are looked through for two that look the same to somebody.
DEALS = 3000
TWINS = ("real", "other")


def permuted(scene: Scene, seed: int = 1) -> Scene:
    """The same lobby with another secret and other words: nobody at the table could know."""
    assert scene.phase == "lobby"
    chance = random.Random(seed)
    over = len(scene.games) - 1
    rows, number = [], -1
    for raw in scene.rows:
        row = r.decode(raw)
        if isinstance(row, r.Prepared):
            number += 1
            row.secret = chance.randbytes(fair.SECRET_BYTES).hex() if number == over else row.secret
        if isinstance(row, r.Worded) and number == over:
            row.word = "".join(chance.sample(row.word, len(row.word)))
        rows.append(r.encode(row))
    return Scene(scene.name, scene.game.id, rows, scene.known)


@cache
def deals(game_id: str, viewer: int | None) -> tuple[Scene, Scene] | None:
    """Two deals that leave the viewer with the same knowledge, found by trying; None where that takes too long."""
    game = games.load(game_id)
    players = max(3, game.fewest)
    # The fewer cards somebody holds, the sooner two hands are the same.
    few = {option.name: option.low for option in game.options if option.kind == NUMBER and "hand" in option.name}
    options = game.settle(players, {**game.short, **(few if viewer is not None else {})}, "")
    chance = random.Random(f"{game_id}{viewer}")
    found: dict[str, str] = {}
    for _ in range(DEALS):
        secret = chance.randbytes(fair.SECRET_BYTES).hex()
        state = game.new(players, fair.seed(secret, [""] * players), options, listen=True)
        seen = repr((known(state, viewer), [event.seen_by(viewer) for event in state.take_events()]))
        if seen in found:
            return dealt(game_id, found[seen], options), dealt(game_id, secret, options)
        found[seen] = secret
    return None


def dealt(game_id: str, secret: str, options: dict[str, Any]) -> Scene:
    players = max(3, games.load(game_id).fewest)
    chairs = [
        r.Chair(f"P{seat}", seats.COLOURS[seat], "person", token=seats.hashed(token(seat))) for seat in range(players)
    ]
    prepared = desk.prepare(1, game_id, players, "", options, None)
    prepared.secret = secret
    first: list[r.AnyRow] = [r.Opened(at=1, host=seats.hashed(HOST), settings=CALM, chairs=chairs), prepared]
    plain = [HOST, *map(token, range(players))]
    scene = Scene("playing, dealt", game_id, map(r.encode, first), {seats.hashed(one): one for one in plain})
    return on(scene, desk.deal(scene.ledger, 1))


def on(scene: Scene, row: r.AnyRow) -> Scene:
    return Scene(scene.name, scene.game.id, [*scene.rows, r.encode(row)], scene.known)


def state_of(scene: Scene) -> State:
    match = scene.ledger.match
    assert match is not None
    assert match.state is not None
    return match.state


def course(pair: tuple[Scene, Scene], viewer: int | None, steps: int) -> Iterator[tuple[Scene, Scene]]:
    """The pair after each answer, for as long as answers are found that look the same to the viewer."""
    for step in range(steps):
        yield pair
        real, other = map(state_of, pair)
        asked = real.decision()
        if asked is None or pair[1].phase != "playing":
            return
        seat = asked.awaited[step % len(asked.awaited)]
        answers = (
            (mine, theirs)
            for mine in random.Random(step).sample(real.legal(seat), len(real.legal(seat)))
            for theirs in dict.fromkeys([mine, *other.legal(seat)])
            if theirs in other.legal(seat)
        )
        chosen = next(
            (two for two in answers if same_story(viewer, real, [(seat, two[0])], other, [(seat, two[1])])), None
        )
        if chosen is None:
            return
        pair = tuple(  # type: ignore[assignment]
            on(scene, r.Moved(at=1, seat=seat, n=scene.facts()["n"], action=action))
            for scene, action in zip(pair, chosen, strict=True)
        )
        if any(scene.phase != "playing" for scene in pair):
            return


class Twins:
    """Two applications. Chance is the same in both for each request, so new tokens and ids are, too."""

    def __init__(self, places: list[Inside]) -> None:
        self.places = places
        self.asked = 0
        self.compared = 0

    @contextlib.contextmanager
    def chance(self) -> Iterator[None]:
        same = random.Random(self.asked)
        with (
            patch.object(secrets, "token_urlsafe", lambda size=16: f"{same.getrandbits(132):033x}"[:22]),
            patch.object(secrets, "token_hex", lambda size=16: same.randbytes(size).hex()),
            patch.object(secrets, "choice", same.choice),
        ):
            yield

    async def put(self, pair: tuple[Scene, Scene]) -> str:
        self.asked += 1
        table = f"table{self.asked:017d}"
        for place, scene in zip(self.places, pair, strict=True):
            await place.put(scene, table)
            with self.chance():
                await place.house.table(table)
        return table

    async def compare(self, pair: tuple[Scene, Scene], routes: Iterable[Route], people: Iterable[Person]) -> None:
        """Each of these routes in all ways as each of these people, at both."""
        table = await self.put(pair)
        for person in people:
            tokens = pair[0].tokens(person, LAB_KEY)
            if tokens is None:
                continue
            both = [await facts_of(place, scene, table, tokens) for place, scene in zip(self.places, pair, strict=True)]
            for route in routes:
                if not WHO[route.who].token and person not in ("all", "watcher", "seat"):
                    continue
                for asked in zip(*(requests(route, facts) for facts in both), strict=True):
                    await self.ask(pair, asked, tokens, f"{named(route)} as {person} in {pair[0].name!r}")
                    if await changed(self.places[0], table, pair[0]):
                        table = await self.put(pair)
                        both = [{**facts, "table": table, "share": table} for facts in both]
                        for facts, place in zip(both, self.places, strict=True):
                            facts["code"] = await place.code(table)
                        break

    async def ask(self, pair: tuple[Scene, Scene], asked: tuple[Request, ...], tokens: list[str], what: str) -> None:
        said = []
        self.asked += 1
        for place, one in zip(self.places, asked, strict=True):
            with self.chance(), patch("time.time", lambda: 1.8e9):
                said.append(await place.make(one, tokens))
        self.same(pair, [one.everything for one in said], what)
        assert said[0].status == said[1].status, what

    def same(self, pair: tuple[Scene, Scene], said: list[bytes], what: str) -> None:
        """The fingerprint of a secret is shown to everybody, and tells nobody anything."""
        mine, other = (
            one.replace(fair.fingerprint(scene.games[-1].secret).encode(), b"FINGERPRINT")
            for one, scene in zip(said, pair, strict=True)
        )
        at = next((k for k, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), min(len(mine), len(other)))
        near = slice(max(0, at - 80), at + 80)
        assert mine == other, f"{what} tells the twins apart: {mine[near]!r} or {other[near]!r}"
        self.compared += 1

    async def say(self, pair: tuple[Scene, Scene], people: Iterable[Person]) -> None:
        """Every message on a line as each of these people, at both."""
        for person in people:
            tokens = pair[0].tokens(person, LAB_KEY)
            for kind in every_message() if tokens is not None else ():
                table = await self.put(pair)
                heard = []
                for place, scene in zip(self.places, pair, strict=True):
                    with self.chance(), patch("time.time", lambda: 1.8e9):
                        facts = await facts_of(place, scene, table, tokens or [])
                        async with place.line() as talk:
                            if await talk.hello(table, tokens or []):
                                await talk.ask(message_of(kind, facts))
                            heard.append(talk.heard)
                self.same(pair, heard, f"{tag(kind)} as {person} in {pair[0].name!r}")


@contextlib.asynccontextmanager
async def twin_places(folder: Path) -> AsyncIterator[Twins]:
    async with contextlib.AsyncExitStack() as stack:
        places = []
        for name in TWINS:
            (folder / name).mkdir()
            places.append(await stack.enter_async_context(inside(folder / name)))
        for place in places:
            place.study = "0123456789abcdef"
            await place.put_elsewhere()
        yield Twins(places)
