"""A whole study as plain data: what `--json` prints, and what the report and the browser draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import tailback
from tailback.core.game import Game
from tailback.lab import words
from tailback.lab.compared import Comparison
from tailback.lab.figures import arm
from tailback.lab.studies import FIND, SWEEP, Study

FORMAT = 1


def summary(
    study: Study,
    lang: str,
    labels: list[dict[str, Any]] | None = None,
    comparisons: Sequence[Comparison] = (),
    trials: Sequence[dict[str, Any]] = (),
    finished: bool = True,
) -> dict[str, Any]:
    """Everything that is known so far. `labels` says what sets each arm apart."""
    # Of a search the pages show its trials; all of them as arms, too, would say everything twice.
    setups = study.setups[:1] if study.kind == FIND else study.setups
    game = setups[0].rules
    texts = words.Words(lang, game)
    arms = [arm(setup, study.of(i), study.duel_of(i), texts) for i, setup in enumerate(setups)]
    for setup, one in zip(setups, arms, strict=True):
        one["setup"]["said"] = words.label(texts, game, setup.changed(), words.WHOLE_LABEL)
    called = [words.label(texts, game, chosen, words.WHOLE_LABEL) for chosen in (labels or [{}] * len(setups))]
    compared = [in_data(texts, game, one, labels or [{}] * len(setups)) for one in comparisons]
    if study.kind == SWEEP:
        worth = [one for one in comparisons if one.settled and one.large]
        pairs = groupby(worth, key=lambda one: (one.a, one.b))
        said = [words.compared(texts, game, list(some), labels or []) for _, some in pairs]
    elif study.kind == FIND:
        said = words.found(texts, game, trials)
    else:
        said = words.sentences(texts, arms[0])
    if comparisons and not said:
        said = [texts.say("study.compared.nothing")]
    return {
        "format": FORMAT,
        "kind": study.kind,
        "version": tailback.__version__,
        "lang": lang,
        "title": texts.say("name"),
        "sentences": said,
        "arms": arms,
        "labels": called,
        "comparisons": compared,
        "trials": list(trials),
        "progress": {
            "done": study.done,
            "matches": study.wanted,
            "tried": study.tried,
            "trials": study.trials,
            "seconds_left": study.seconds_left(),
            "finished": finished,
        },
    }


def in_data(texts: words.Words, game: Game, one: Comparison, levels: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "figure": one.figure,
        "a": one.a,
        "b": one.b,
        "difference": one.difference._asdict(),
        "p": one.p,
        "settled": one.settled,
        "large": one.large,
        "sentence": words.compared(texts, game, [one], levels),
    }
