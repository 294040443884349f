"""How much is said between two decisions: whole games in the terminal, played by somebody who only hears lines.

    python -m bench terminal [--seeds 3]

The listener knows nothing but the text: it takes its moves from the choices it hears. Counted are the lines that are
not empty, the prompt included, and their words, from one own decision to the next.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from unittest import mock

from tailback import games
from tailback.cli import main as tailback

# `12 choices.`, `3 Play red 5, 4 Draw a card.`, `Go to lane 1: a full lane, 9 points; Go to lane 2.`
COUNTED = re.compile(r"([0-9]+) choices")
LABELLED = re.compile(r"([0-9]+|[A-Z]|[a-z]+) (?=[A-Z])")
OWN = re.compile(r"\b([0-9]+)\b")
# `  3  Play red 5 (lay R5)`, `3-7  Move T1 to … (move T1 …): 1:5, 1:6`, `  N  Turn over card N (flip N), N = 1-5, 7`
LISTED = re.compile(r" *([0-9]+|[A-Z])[-, 0-9]*  \S")
SHARED = re.compile(r"N = ([0-9]+)")


class Listener(io.StringIO):
    """Stands where the keyboard is: hears what was said since the last line, and answers with one of the choices."""

    def __init__(self, out: io.StringIO, seed: int) -> None:
        super().__init__()
        self.out = out
        self.luck = random.Random(seed)
        self.heard: list[list[str]] = []

    def readline(self, size: int | None = -1, /) -> str:
        said = [line for line in self.out.getvalue().splitlines() if line.strip()]
        self.out.seek(0)
        self.out.truncate()
        self.heard.append(said)
        return f"{self.choice(said)}\n"

    def choice(self, said: list[str]) -> str:
        """A move out of the lines before the prompt."""
        listed = [found[1] for line in said if (found := LISTED.match(line))]
        shared = [found[1] for line in said if (found := SHARED.search(line))]
        if listed:
            return self.luck.choice([label for label in listed if label != "N"] + shared)
        last = said[-2] if len(said) > 1 else ""
        if found := COUNTED.search(last):
            return f"#{self.luck.randint(1, int(found[1]))}"
        parts = last.rstrip(".").split("; " if ": " in last or "; " in last else ", ")
        # What a choice costs may have numbers in it, too.
        found = [LABELLED.match(part) or OWN.search(part.partition(": ")[0]) for part in parts]
        return self.luck.choice([label[1] for label in found if label])


class Heard:
    """A whole match as it was heard."""

    def __init__(self, game: str, seed: int, *flags: str) -> None:
        out = io.StringIO()
        listener = Listener(out, seed)
        with kept_elsewhere() as folder, mock.patch("sys.stdin", listener), contextlib.redirect_stdout(out):
            code = tailback(["play", game, "--plain", "--lang", "en", "--seed", str(seed), *flags])
            (kept,) = folder.glob("tailback/*.txt")
            self.record = games.read_record(kept.read_text(encoding="utf-8"))
        assert code == 0, "the match was not played to its end"
        self.parts = listener.heard
        self.end = [line for line in out.getvalue().splitlines() if line.strip()]

    @property
    def lines(self) -> list[int]:
        return [len(part) for part in self.parts]

    @property
    def words(self) -> list[int]:
        return [sum(len(line.split()) for line in part) for part in self.parts]


@contextlib.contextmanager
def kept_elsewhere() -> Iterator[Path]:
    """Saves and preferences in a folder that goes away, and no waiting for the disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, XDG_STATE_HOME=folder),
        mock.patch("os.fsync"),
    ):
        yield Path(folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench terminal")
    parser.add_argument("--seeds", type=int, default=3, help="matches of each game")
    seeds = range(1, parser.parse_args().seeds + 1)
    print("Said between two own decisions:  lines mean  most   words mean  most   decisions")
    for name in games.ours():
        for way, flags in (("normal", ()), ("brief", ("--brief",))):
            matches = [Heard(name, seed, *flags) for seed in seeds]
            lines = [n for match in matches for n in match.lines]
            words = [n for match in matches for n in match.words]
            said = f"{mean(lines):11.1f} {max(lines):5} {mean(words):12.0f} {max(words):5}"
            print(f"{name:20} {way:10} {said} {len(lines):11}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
