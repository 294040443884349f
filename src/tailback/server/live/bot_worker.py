"""A process that thinks for bots: reads one question per line, writes one answer per line.

It is given what the seat may see and nothing else, and ends when its input does.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import msgspec

from tailback import games
from tailback.core.contract import Decision
from tailback.core.rng import Rng
from tailback.robots import player

# The word with which a worker is started that shall leave the cores to others.
GENTLY = "gently"
NICE = 10


class Thought(msgspec.Struct):
    """One question to a bot. `think`: how long the best level may look ahead, in seconds."""

    game: str
    level: str
    view: dict[str, Any]
    decision: dict[str, Any]
    legal: list[int]
    chance: int
    think: float = 0.0


def choose(thought: Thought) -> int:
    asked = thought.decision
    decision = Decision(
        asked["kind"], tuple(asked["seats"]), asked["gate"], asked["seconds"], asked["hold"], tuple(asked["awaited"])
    )
    policy = player(games.load(thought.game), thought.level, thought.think)
    return int(policy(thought.view, decision, thought.legal, Rng(thought.chance)))


def main() -> None:
    if GENTLY in sys.argv[1:] and hasattr(os, "nice"):
        os.nice(NICE)
    decoder = msgspec.json.Decoder(Thought)
    # A server that was killed while we thought does not want to know any more; Windows has another error for it.
    with contextlib.suppress(OSError):
        for line in sys.stdin.buffer:
            os.write(1, b"%d\n" % choose(decoder.decode(line)))


if __name__ == "__main__":
    main()
