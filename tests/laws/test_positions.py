"""Positions from text: whatever is typed is refused with a reason, or it is a position that the rules can play."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

import pytest

from specimens import OURS, id_of
from tailback import games
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws.each import asked_seats_can_act, knowledge_is_enough, observers, pieces_are_conserved, plain_bytes
from tailback.texts import Texts

TESTS = Path(__file__).resolve().parents[1] / "games"
# On the plain sources everything takes fifty times as long, so there is less of everything.
FEW = int(os.environ.get("TAILBACK_LAW_MATCHES", "200")) <= 10
MUTANTS = 60 if FEW else 600
LONGEST = 400
# A few cards of the box may go round for ever; what breaks, breaks earlier.
MOST_STEPS = 150 if FEW else 1500
# What people mistype, and what programs get wrong about numbers.
ODD = ("²", "--5", "-1", "0", "9" * 5000, "١", "", "_", "A", "Z", "/", ",", "+", "x" * 300, "A A", "1:99", "\x00")


@cache
def examples(name: str) -> tuple[str, ...]:
    """Every text in the tests of a game that reads as a position of it."""
    game = games.load(name)
    found: dict[str, None] = {}
    for path in sorted((TESTS / name).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ": " in node.value:
                for players in {game.fewest, game.usual}:
                    try:
                        game.position(node.value, players)
                    except (BadNotation, BadOption):
                        continue
                    found[node.value] = None
    return tuple(found)


def mutant(text: str, rng: Rng) -> str:
    """The text with one to three mistakes."""
    for _ in range(1 + rng.below(3)):
        words = text.replace(";", " ; ").split(" ")
        at = rng.below(len(words))
        other = words[rng.below(len(words))]
        match rng.below(5):
            case 0:
                del words[at]
            case 1:
                words.insert(at, other)
            case 2:
                words[at] = other
            case 3:
                words[at] = ODD[rng.below(len(ODD))]
            case _:
                words.insert(at, ODD[rng.below(len(ODD))])
        text = " ".join(words)
    return text


def plays(game: Game, text: str, players: int, rng: Rng) -> bool:
    """Refused with words for it, or good for every question and to play on; True for the latter."""
    try:
        state = game.position(text, players)
    except (BadNotation, BadOption) as refused:
        told = Texts("en", game).say(f"refusals.{refused.key}", **refused.params)
        if len(told) > LONGEST:
            raise AssertionError("a refusal does not repeat whatever was typed") from None
        return False
    census, rounds = sorted(state.census()), len(state.view(None)["rounds"])
    steps = 0
    while (seat := state.waiting()) >= 0 and steps < MOST_STEPS:
        if len(state.view(None)["rounds"]) != rounds:
            # A position may be a part of the box; the next round is dealt from all of it.
            census, rounds = sorted(state.census()), len(state.view(None)["rounds"])
        if steps % 25 == 0:
            asked_seats_can_act(state)
            pieces_are_conserved(state, census)
            for observer in observers(state):
                plain_bytes(state.view(observer))
                pieces_are_conserved(knowledge_is_enough(state, observer, rng), census)
            assert len(state.scores()) == players
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        steps += 1
    assert min(state.ranking()) == 1
    return True


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_any_text_is_refused_or_played(game: Game) -> None:
    texts = examples(game.id)
    assert len(texts) >= 5
    rng = Rng(11)
    played = 0
    for k in range(MUTANTS):
        text = mutant(texts[rng.below(len(texts))], rng)
        players = game.fewest + rng.below(game.most - game.fewest + 1)
        try:
            played += plays(game, text, players, rng)
        except BaseException as broken:
            raise AssertionError(f"{k}: {players} players, {text[:300]!r}") from broken
    assert played > MUTANTS // 50, "hardly a mutant was playable: the law would say little"


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_the_examples_themselves_are_played(game: Game) -> None:
    rng = Rng(12)
    texts = examples(game.id)
    assert sum(plays(game, text, game.usual, rng) for text in texts[: 8 if FEW else 40]) > 0
