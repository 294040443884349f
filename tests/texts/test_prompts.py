"""A question offers what the rules allow, all of it and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import Decision, State
from tailback.core.rng import Rng
from tailback.laws.walk import random_setups
from tailback.texts import LANGUAGES, MissingText, Texts
from tailback.texts.prompts import ELSE, prompt_key

MATCHES = 40
MOVES = 300


class Drinks:
    """A game as far as words go, with one question."""

    def texts(self, lang: str) -> dict[str, Any]:
        return {"ask": {"tea else": "Tea, or what?", "tea": "Tea.", "milk tea": "Milk in your tea?"}, "plain": "Well?"}


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["tea"], "Tea."),
        (["tea", "tea"], "Tea."),
        (["milk", "tea"], "Milk in your tea?"),
        (["tea", "water"], "Tea, or what?"),
        (["tea", "water", "juice"], "Tea, or what?"),
    ],
)
def test_the_text_that_offers_what_there_is(kinds: list[str], said: str) -> None:
    texts = Texts("en", Drinks())
    assert texts.say(prompt_key(texts, "ask", kinds)) == said
    assert texts.say(prompt_key(texts, "plain", kinds)) == "Well?"


def test_nothing_is_offered_that_is_not_there() -> None:
    with pytest.raises(MissingText, match="nothing for"):
        prompt_key(Texts("en", Drinks()), "ask", ["milk", "water"])


def questions(name: str) -> Iterator[tuple[State, int, Decision]]:
    """Everything that somebody is asked in many random matches with all kinds of options."""
    game = games.load(name)
    for seed, (_, players, options) in enumerate(itertools.islice(random_setups(3, [name]), MATCHES)):
        state, rng = game.new(players, seed, options), Rng(seed)
        for _ in range(MOVES):
            decision = state.decision()
            if decision is None:
                break
            for seat in decision.seats:
                yield state, seat, decision
            seat = decision.awaited[rng.below(len(decision.awaited))]
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])


@pytest.mark.parametrize("name", games.ids())
def test_prompts_tell_the_truth(name: str) -> None:
    """Each offer of a text is tied to a kind of action: those that can be chosen are said, no other is."""
    game = games.load(name)
    kinds_of = [game.describe(action)[0] for action in range(game.actions)]
    texts = Texts("en", game, [f"P{seat}" for seat in range(game.most)])
    asked: dict[str, set[frozenset[str]]] = {}
    for state, seat, decision in questions(name):
        kinds = frozenset(kinds_of[action] for action in state.legal(seat))
        if kinds in asked.setdefault(decision.kind, set()):
            continue
        asked[decision.kind].add(kinds)
        for section in ("decisions", "web.prompts"):
            key = prompt_key(texts, f"{section}.{decision.kind}", kinds)
            assert texts.say(key, **state.view(seat))
            prompt = texts.raw(f"{section}.{decision.kind}")
            if isinstance(prompt, dict):
                named = {kind for said in prompt for kind in said.split()}
                offered = set(key.rpartition(".")[2].split())
                assert offered - {ELSE} == kinds & named, f"{key} for {sorted(kinds)}"
                assert (ELSE in offered) == bool(kinds - named), f"{key} for {sorted(kinds)}"
            else:
                choice = " or " in prompt and len(asked[decision.kind]) > 1
                assert not choice, f"{key} is one text, but what can be chosen differs: {asked[decision.kind]}"
    assert asked


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games.ids())
def test_offers_are_actions_of_the_game(name: str, lang: str) -> None:
    """A misspelt kind would never be offered."""
    texts = games.load(name).texts(lang)
    for section in (texts["decisions"], texts["web"]["prompts"]):
        for prompt in section.values():
            if isinstance(prompt, dict):
                assert {kind for said in prompt for kind in said.split()} <= {ELSE, *texts["actions"]}
