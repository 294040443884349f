"""How a study is shown in a terminal: while it plays, and what came of it."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tailback import games
from tailback.cli.arguments import Given
from tailback.folders import typed_path
from tailback.lab.compared import Comparison
from tailback.lab.crew import Crew
from tailback.lab.figures import win_share
from tailback.lab.kept import StudyError, is_study
from tailback.lab.report import check_template, page
from tailback.lab.results import Matches
from tailback.lab.studies import FIND, RUN, SWEEP, Study
from tailback.lab.summary import summary
from tailback.lab.words import Words, goals, share
from tailback.terminal.screen import Screen
from tailback.texts import Texts

CTRL_C = 130
# While it plays, figures are shown again after so many seconds, or after each tenth where lines cannot be drawn anew.
EVERY = 0.5
# Whatever it takes to reckon and write the figures of many set-ups: playing gets nine times as long.
PAUSES = 9
TENTH = 10
BAR = 24


class Teller:
    """Shows one study, as asked for: in lines, as JSON, as a page."""

    def __init__(
        self,
        screen: Screen,
        texts: Texts,
        given: Given,
        study: Study,
        levels: list[dict[str, Any]] | None = None,
        compared: Callable[[], list[Comparison]] | None = None,
        trials: Callable[[str], list[dict[str, Any]]] | None = None,
    ) -> None:
        self.screen, self.texts, self.given, self.study = screen, texts, given, study
        self.levels = levels
        self.compared = compared
        self.trials = trials
        self.begun = False
        self.next = 0.0
        self.tenth = 0

    def tell(self, steps: Iterable[Any], crew: Crew) -> int:
        """Play to the end, or until somebody stops it; what is finished is kept either way."""
        if self.given.has("nice") and hasattr(os, "nice"):
            os.nice(19)
        signal.signal(signal.SIGTERM, stop)
        try:
            for _step in steps:
                self.begun = True
                self.progress()
        except KeyboardInterrupt:
            self.clear()
            if self.given.has("live") and self.begun:
                self.write_json(finished=False)
            print(self.texts.say("lab.stopped", matches=self.study.done), file=sys.stderr)
            return CTRL_C
        finally:
            # Whatever went wrong is told on a line of its own.
            self.clear()
            crew.close()
        return self.finish()

    def data(self, finished: bool = True) -> dict[str, Any]:
        comparisons = self.compared() if self.compared is not None and finished else []
        trials = self.trials(self.texts.lang) if self.trials is not None else []
        return summary(self.study, self.texts.lang, self.levels, comparisons, trials, finished)

    def write_json(self, finished: bool = True) -> None:
        self.screen.unbroken(json.dumps(self.data(finished)))
        self.screen.out.flush()

    # While it plays.

    def progress(self) -> None:
        before = time.monotonic()
        if before < self.next:
            return
        if self.given.has("live"):
            self.write_json(finished=False)
        elif not self.given.has("json"):
            self.say_progress()
        now = time.monotonic()
        self.next = now + max(EVERY, PAUSES * (now - before))

    def say_progress(self) -> None:
        """On a terminal one line that changes; elsewhere a line for each tenth."""
        study = self.study
        part, left = study.part, study.seconds_left()
        said = self.texts.say(
            "lab.progress_start" if left is None else "lab.progress",
            percent=int(100 * part),
            matches=study.done,
            left=round(left or 0),
        )
        if self.one_line:
            bar = "█" * int(BAR * part) + "░" * (BAR - int(BAR * part))
            print(f"\r\x1b[2K{bar} {said} {self.bands()}", end="", file=sys.stderr, flush=True)
        elif int(part * TENTH) > self.tenth:
            self.tenth = int(part * TENTH)
            print(said, file=sys.stderr, flush=True)

    @property
    def one_line(self) -> bool:
        return sys.stderr.isatty() and not self.given.has("plain") and not self.given.has("json")

    def bands(self) -> str:
        """The shares of the seats of a single set-up as far as they are known: they close in while one watches."""
        if len(self.study.setups) > 1:
            return ""
        winners = self.study.of(0).get("winners", Counter[int]())
        wide = [win_share(winners, seat) for seat in range(self.study.setups[0].players)]
        return "  ".join(f"{100 * one.value:.1f}±{50 * (one.high - one.low):.1f}" for one in wide)

    def clear(self) -> None:
        if self.one_line and self.begun:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)

    # What came of it.

    def finish(self) -> int:
        found = self.data()
        if self.given.has("json"):
            self.screen.unbroken(json.dumps(found))
        else:
            self.screen.lines(lines(self.texts.lang, found))
            self.screen.line()
            self.screen.line(self.texts.say("lab.kept", file=str(self.study.kept.path)))
        # After the figures: these are there whatever becomes of a file.
        if self.given.has("report"):
            typed_path(self.given.one("report")).write_text(page(found, self.texts.lang), encoding="utf-8")
        if self.given.has("csv"):
            with open(typed_path(self.given.one("csv")), "w", encoding="utf-8", newline="") as out:
                Matches(self.study.kept).write_csv(out)
        return 0


def check_outputs(given: Given, study: Path) -> None:
    """Can the files that are asked for be written? Better now than after a night of matches; and never over a study."""
    paths = [typed_path(given.one(name)) for name in ("report", "csv") if given.has(name)]
    for path in paths:
        if [*paths, study].count(path) > 1:
            raise StudyError("same_file", file=str(path))
        if is_study(path):
            raise StudyError("over_study", file=str(path))
        there = path.exists()
        open(path, "ab").close()
        if not there:
            path.unlink()
    if given.has("report"):
        check_template()


def stop(*_: object) -> None:
    raise KeyboardInterrupt


def lines(lang: str, found: dict[str, Any]) -> list[str]:
    """A study as lines of text: sentences first, then the numbers behind them."""
    arm = found["arms"][0]
    words = Words(lang, games.load(arm["setup"]["game"]))
    players = {one["setup"]["players"] for one in found["arms"]}
    title = "title" if found["kind"] == RUN else "title_each" if len(players) == 1 else "title_several"
    matches = min(one["matches"] for one in found["arms"])
    said = [words.say(f"study.{title}", game=found["title"], players=arm["setup"]["players"], matches=matches), ""]
    if found["kind"] == FIND:
        return [*said, words.say("study.front"), *best(words, found["trials"])]
    said += found["sentences"]
    if found["kind"] == SWEEP:
        for label, one in zip(found["labels"], found["arms"], strict=True):
            said += ["", label, *("  " + line for line in seats(words, one))]
        return said
    return [*said, "", *seats(words, arm), "", *rules(words, arm)]


def best(words: Words, trials: list[dict[str, Any]]) -> list[str]:
    """The set-ups of the front, the best first, each with what it comes to and what it changes."""
    front = sorted((trial for trial in trials if trial["front"]), key=lambda trial: int(trial["rank"]))
    return [f"  {goals(words, trial)}: {trial['label'] or words.say('study.as_it_is')}" for trial in front]


def seats(words: Words, arm: dict[str, Any]) -> list[str]:
    scores = arm["scores_by_seat"]
    return [
        words.say("study.seat_line", n=i + 1, **share(seat), score=scores[i]["value"])
        for i, seat in enumerate(arm["seats"])
    ]


def rules(words: Words, arm: dict[str, Any]) -> list[str]:
    return [
        words.say(
            "study.rule_line",
            rule=rule["label"],
            clauses=", ".join(rule["clauses"]),
            often=rule["per_match"]["value"],
            share=100 * rule["matches"]["value"],
        )
        for rule in arm["rules"]
    ]
