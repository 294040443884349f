"""The no-leak law on the wire: what a device may not know changes neither a byte it gets nor a moment.

Every test plays one table twice (`twins.py`): as it is, and with everything permuted that the
device may not know. As long as the course is the same to its eyes, all it receives is the same.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.twins import HOST, Twins, players, run, same_story, token, twins
from specimens import WINDOWS
from tailback import games
from tailback.robots.levels import LEVELS, USUAL
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.clock import is_pass
from tailback.server.live.drivers import IN_TIME
from tailback.server.truth import desk

STEPS = 60
# Games with windows that stay open for their full time.
HELD = [game.id for game in WINDOWS]


@pytest.mark.parametrize("game", games.ids())
@pytest.mark.parametrize("viewer", [0, 2, None], ids=["first", "last", "watcher"])
def test_a_device_gets_the_same_bytes_in_every_world_it_cannot_tell_apart(
    tmp_path: Path, game: str, viewer: int | None
) -> None:
    compared, tried = run(lambda: walk(tmp_path, game, viewer))
    assert compared > STEPS // 2, "hardly anything was compared"
    assert viewer is None or tried > 0


async def walk(folder: Path, game: str, viewer: int | None) -> tuple[int, int]:
    """Persons everywhere; each step is one answer, or the clock's. How much was compared, and refused?"""
    compared = tried = 0
    async with twins(folder, game, "person " * players(game), viewer, seed=7) as pair:
        await sit_down(pair)
        for step in range(STEPS):
            if pair.real.decision is None:
                break
            await pair.pass_time(0.037)
            if step == STEPS // 2:
                await come_and_go(pair)
            if viewer is not None:
                tried += try_what_is_refused(pair, viewer, step)
            for phones in pair.phones:
                # Rows before the deal are read anew from the store, which knows of no imagined world.
                pair.send(phones, "resync", since=max(2, pair.real.table.ledger.v - step % 9))
                if viewer is not None:
                    pair.send(phones, "hints", seat=viewer, n=pair.real.table.ledger.match.n)
            await pair.quiet()
            compared += pair.compare()
            compared += await answer(pair, step)
    return compared, tried


async def sit_down(pair: Twins) -> None:
    """One device for each seat; the viewer's are compared: its own, or a watcher's and the host's without a seat."""
    people = [seat for seat, chair in enumerate(pair.real.table.ledger.chairs) if chair.sitter == "person"]
    for seat in people:
        if seat != pair.viewer:
            pair.drivers[seat] = await pair.phone(token(seat))
    if pair.viewer is None:
        pair.phones = [await pair.phone(), await pair.phone(HOST)]
    else:
        pair.phones = [await pair.phone(token(pair.viewer), since=0)]
        pair.drivers[pair.viewer] = pair.phones[0]
    assert pair.compare() > 0


async def come_and_go(pair: Twins) -> None:
    """Somebody else drops out and comes back: everyone sees it, nobody sees more."""
    seat = next(seat for seat in pair.drivers if seat != pair.viewer)
    for phone in pair.drivers[seat]:
        await phone.leave()
    await pair.quiet()
    pair.drivers[seat] = await pair.phone(token(seat))
    pair.send(pair.drivers[seat], "say", seat=seat, phrase="hello")
    await pair.quiet()


def try_what_is_refused(pair: Twins, viewer: int, step: int) -> int:
    """Everything the viewer may not do just now: a refusal tells why, never what others hold."""
    game = pair.real.table.ledger.match.game  # type: ignore[union-attr]
    n = pair.real.table.ledger.match.n  # type: ignore[union-attr]
    legal = set(pair.real.state.legal(viewer))
    illegal = [action for action in range(game.actions) if action not in legal]
    some = illegal[step % 7 :: max(1, len(illegal) // 6)]
    for action in some:
        pair.send(pair.phones[0], "answer", seat=viewer, n=n, action=action)
    for action in (-1, game.actions, 1 << 80, "no such move"):
        pair.send(pair.phones[0], "answer", seat=viewer, n=n, action=action)
    for other in (n - 1, n + 1):
        pair.send(pair.phones[0], "answer", seat=viewer, n=other, action=illegal[0] if illegal else 0)
    pair.send(pair.phones[0], "answer", seat=(viewer + 1) % 3, n=n, action=0)
    pair.send(pair.phones[0], "undo_answer", seat=viewer, yes=True)
    return len(some)


async def answer(pair: Twins, step: int) -> int:
    """The next answer at both tables. How many messages were compared? None where the worlds part."""
    asked = pair.real.decision
    assert asked is not None
    if pair.real.table.window is not None and step % 2:
        return await let_time_run_out(pair)
    seat = asked.awaited[step % len(asked.awaited)]
    legal = pair.real.state.legal(seat)
    action = legal[pair.rng.below(len(legal))]
    n = pair.real.table.ledger.match.n  # type: ignore[union-attr]
    other = pair.counterpart(seat, action)
    mine = pair.drivers[seat]
    pair.ids += 1
    for phone, chosen in zip(mine, (action, action if other is None else other), strict=True):
        chosen = chosen if chosen in phone.side.state.legal(seat) else phone.side.state.legal(seat)[0]
        phone.send({"type": "answer", "id": f"m{pair.ids}", "seat": seat, "n": n, "action": chosen})
    await pair.quiet()
    if is_pass(asked, action, int(pair.real.state.fallback(seat))) and pair.real.table.window is not None:
        # Noted and told to nobody else: time goes on at both tables.
        assert other is not None
        return pair.compare() + await let_time_run_out(pair)
    if other is None:
        await start_again(pair)
        return 0
    return pair.compare()


async def let_time_run_out(pair: Twins) -> int:
    """A window is open for as long as it is, whoever could have done what."""
    window = pair.real.table.window
    assert window is not None
    assert pair.other.table.window is not None
    assert pair.other.table.window.deadline == window.deadline
    for seat in pair.real.decision.awaited if pair.real.decision else ():
        if seat != pair.viewer and pair.real.decision is not None and pair.real.decision.hold:
            for phone in pair.drivers[seat]:
                fallback = int(phone.side.state.fallback(seat))
                phone.send(
                    {"type": "answer", "id": f"p{seat}.{window.n}", "seat": seat, "n": window.n, "action": fallback}
                )
    left = window.deadline - asyncio.get_running_loop().time()
    await pair.pass_time(left - 0.001)
    compared = pair.compare()
    assert pair.real.table.window is window, "passes shortened the window"
    outs = [desk.time_out(side.table.ledger, 1, window.n) for side in pair.sides]
    assert outs[0] is not None
    assert outs[1] is not None
    same = same_story(pair.viewer, pair.real.state, outs[0].moves, pair.other.state, outs[1].moves)
    await pair.pass_time(0.002)
    assert pair.real.table.window is not window
    if not same:
        await start_again(pair)
        return compared
    return compared + pair.compare()


async def start_again(pair: Twins) -> None:
    """The viewer has learned what tells the worlds apart: on with a new one, at the same moment."""
    await pair.quiet()
    pair.drop()
    if pair.real.decision is not None:
        await pair.imagine_anew()
        await pair.quiet()


@pytest.mark.parametrize("game", games.ids())
def test_advice_is_asked_for_with_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """So neither the advice nor how long it takes can hang on anything else than what the seat knows."""
    handed: list[bytes] = []

    async def choose(pool: BotPool, *given: Any, whose: tuple[str, ...] = ()) -> int:
        handed.append(msgspec.json.encode(given))
        return int(given[5][0])

    monkeypatch.setattr(BotPool, "choose", choose)

    async def ask() -> None:
        async with twins(tmp_path, game, "person " * players(game), 0, seed=3, hints="5", clock=False) as pair:
            await sit_down(pair)
            for step in range(STEPS):
                if pair.real.decision is None or len(handed) >= 12:
                    break
                if 0 in pair.real.decision.awaited:
                    for side in pair.sides:
                        side.table.curious.clear()
                    pair.send(pair.phones[0], "advice", seat=0, n=pair.real.table.ledger.match.n)
                    await pair.quiet()
                    assert pair.compare() > 0
                await answer(pair, step)

    run(ask)
    assert len(handed) >= 4 or games.load(game).forgetful
    assert handed[::2] == handed[1::2]


@pytest.mark.parametrize("game", games.ids())
def test_a_bot_takes_as_long_whatever_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    chance = random.Random(11)
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(random, "uniform", chance.uniform)
    windows = answers = 0
    for seed in range(6):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = run(lambda folder=folder, seed=seed: with_bots(folder, game, seed))
        windows, answers = windows + found[0], answers + found[1]
        if answers >= 8 and (windows or game not in HELD):
            break
    assert answers >= 8
    assert windows > 0 or game not in HELD


async def with_bots(folder: Path, game: str, seed: int) -> tuple[int, int]:
    """A watcher sees bots play: their answers come at the same moment in both worlds, windows close in both."""
    windows = answers = 0
    pace = 0.2
    chairs = "person " + "bot " * (players(game) - 1)
    async with twins(folder, game, chairs, None, seed=seed, workers=2, pace_ms=round(pace * 1000)) as pair:
        await sit_down(pair)
        while answers < 12 and pair.real.decision is not None and pair.real.table.ledger.v < 80:
            asked, n = pair.real.decision, pair.real.table.ledger.match.n  # type: ignore[union-attr]
            await think_anew(pair)
            if 0 in asked.awaited and not asked.hold:
                await answer(pair, 0)
                await start_again(pair)
            elif asked.seconds is None:
                answers += await bot_answers(pair, pace)
            else:
                windows += await window_closes(pair, n, pace)
            if pair.real.decision is not None:
                await start_again(pair)
    return windows, answers


async def think_anew(pair: Twins) -> None:
    """The bots of both tables are asked at this moment; nobody goes on with a thought about another world."""
    for side in pair.sides:
        for task in list(side.house.chores.tasks):
            task.cancel()
        await asyncio.gather(*side.house.chores.tasks, return_exceptions=True)
        side.table.drivers.thinking.clear()
        side.table.drivers.drive()
    await pair.quiet()
    pair.drop()


async def bot_answers(pair: Twins, pace: float) -> int:
    before = [side.table.ledger.v for side in pair.sides]
    shown = [side.table.told_at for side in pair.sides]
    assert shown[0] == shown[1], "what happened takes longer to show for its cards"
    await pair.pass_time(max(0.0, shown[0] - asyncio.get_running_loop().time()) + pace - 0.001)
    assert [side.table.ledger.v for side in pair.sides] == before, "a bot answered before its time"
    await pair.pass_time(0.002)
    now = [side.table.ledger.v for side in pair.sides]
    assert now[0] == now[1] > before[0], "a bot took longer for its cards"
    return 1


async def window_closes(pair: Twins, n: int, pace: float) -> int:
    """1 when nobody reacted in either world: then nothing was heard before the end, and the same at the end.

    Where a person is asked it ends with its time; where only bots are, once all could have reacted.
    """
    window, other = pair.real.table.window, pair.other.table.window
    assert window is not None
    assert other is not None
    assert (window.n, window.deadline) == (other.n, other.deadline)
    left = window.deadline - asyncio.get_running_loop().time()
    asked = pair.real.decision
    assert asked is not None
    assert asked.seconds is not None
    if 0 not in asked.awaited:
        longest = max(pace, LEVELS[USUAL].react[1]) if len(asked.seats) > 1 else pace
        shown = pair.real.table.told_at - asyncio.get_running_loop().time()
        left = max(0.0, shown) + min(longest, asked.seconds * IN_TIME)
    await pair.pass_time(left - 0.001)
    numbers = [side.table.ledger.match.n for side in pair.sides]  # type: ignore[union-attr]
    if numbers != [n, n]:
        # Somebody reacted, for all to see. The other table still waits, or not.
        return 0
    assert pair.compare() == 0, "somebody heard of a pass"
    await pair.pass_time(0.002)
    assert all(side.table.ledger.match.n > n for side in pair.sides)  # type: ignore[union-attr]
    return 1
