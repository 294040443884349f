"""First lessons: legal from the first move to the last, told in every language, and to be had by any client."""

from __future__ import annotations

import asyncio
import re

import pytest

from server.harness import Host, ServerProcess
from tailback import games
from tailback.core.lesson import DONE, LEARNER
from tailback.core.rng import Rng
from tailback.server.protocol import general
from tailback.server.protocol import lessons as told
from tailback.texts import LANGUAGES

NAMES = [name for name in games.ids() if games.load(name).file("lesson.json") is not None]


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_played(name: str) -> None:
    """The rules refuse nothing; the learner has a few choices of the own, each with a tip."""
    lesson = games.load(name).lesson()
    steps = list(lesson.steps())
    mine = [step for step in steps if step.seat == LEARNER]
    assert 5 <= len(mine) <= 8
    assert all(step.tip for step in mine)
    assert len(steps) <= 24, "two minutes, no more"
    first = lesson.start().decision()
    assert first is not None
    assert LEARNER in first.awaited, "the learner begins"
    assert any(len(step.before.legal(LEARNER)) > 1 for step in mine)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_ends_well(name: str) -> None:
    """The learner has won, or is on turn, or has just had one and is not behind."""
    end = list(games.load(name).lesson().steps())[-1].after
    decision = end.decision()
    if decision is None:
        assert end.ranking()[LEARNER] == 1
    else:
        assert end.ranking()[LEARNER] == 1 or LEARNER in decision.seats


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_tips_are_short_and_all_there(name: str, lang: str) -> None:
    tips = games.load(name).texts(lang)["lesson"]
    used = [step.tip for step in games.load(name).lesson().steps() if step.tip]
    assert list(tips) == list(dict.fromkeys([*used, DONE]))
    for key, text in tips.items():
        sentences = [part for part in re.split(r"(?<=[.!?])\s", text) if part]
        assert len(sentences) <= 2, f"{key}: {text}"
        assert len(text) <= 110, f"{key}: {len(text)} letters"
        assert "{" not in text


@pytest.mark.parametrize("name", NAMES)
def test_the_learner_is_told_what_a_seat_is_told(name: str) -> None:
    """Step by step the same as at a table: what is seen, what is asked, what is allowed; and nothing hidden."""
    shown = told.lesson(name)
    rng = Rng(3)
    before = shown.start
    for step, played in zip(shown.steps, games.load(name).lesson().steps(), strict=True):
        if step.seat == shown.seat:
            assert step.action in before.legal
            assert step.seat in before.awaited
            assert step.hints == games.load(name).foresee(played.before, step.seat)
        assert played.after.view(0) == played.after.imagine(0, rng).view(0)
        assert step.update.view == general.with_spread(games.load(name), played.after.view(0))
        assert step.update.legal == played.after.legal(0)
        assert step.update.events == [event.seen_by(0) for event in played.events]
        assert step.update.v == before.v + 1
        assert step.update.n in (before.n, before.n + 1)
        before = step.update


@pytest.mark.parametrize("name", NAMES)
def test_the_server_hands_it_out(running: ServerProcess, name: str) -> None:
    async def ask() -> None:
        async with Host(running) as host:
            answer = await host.ask("GET", f"/api/lessons/{name}")
            assert answer.status_code == 200
            body = answer.json()
            assert (body["game"], body["seat"], body["done"]) == (name, 0, "done")
            assert body["start"]["decision"]["ms"] is None
            assert len(body["steps"]) == len(games.load(name).lesson().moves)
            assert len(answer.content) < 150_000

    asyncio.run(ask())


def test_there_is_no_lesson_of_another_game(running: ServerProcess) -> None:
    async def ask() -> None:
        async with Host(running) as host:
            answer = await host.ask("GET", "/api/lessons/chess")
            assert (answer.status_code, answer.json()["key"]) == (404, "unknown_game")

    asyncio.run(ask())


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_written_as_the_game_writes_them(name: str) -> None:
    game = games.load(name)
    moves = game.lesson().moves
    assert all(set(move) == {"seat", "move", "tip"} for move in moves)
    assert all(game.notation(game.parse(move["move"])) == move["move"] for move in moves)
