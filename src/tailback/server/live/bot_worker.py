"""A process that thinks for bots: reads one question per line, writes one answer per line.

It is given what the seat may see and nothing else, and ends when its input does.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import Any

import msgspec

from tailback import games
from tailback.brought.errors import GameError, explained
from tailback.brought.examine import wrong
from tailback.brought.limits import limited
from tailback.core.contract import Decision
from tailback.core.rng import Rng
from tailback.robots import player
from tailback.server.live.priority import lower_session
from tailback.server.live.questions import questions

# The word with which a worker is started that shall leave the cores to others.
GENTLY = "gently"
NICE = 10
# A robot of a game from elsewhere may take so long, in seconds, and so many times as long as it was told to look ahead.
SECONDS = 4.0
SLOWER = 3.0


class Thought(msgspec.Struct):
    """One question to a bot. `think`: how long the best level may look ahead, in seconds. `home`: the module of the
    game, so that no other game from elsewhere is read for it."""

    game: str
    level: str
    view: dict[str, Any]
    decision: dict[str, Any]
    legal: list[int]
    chance: int
    think: float = 0.0
    home: str = ""


def answer(thought: Thought) -> bytes:
    """The action as a number, and for how many microseconds it was thought about; or, as JSON, what is wrong with a
    game from elsewhere."""
    begun = time.process_time()
    try:
        game = games.load(thought.game, thought.home)
        if games.is_ours(game):
            return b"%d %d" % (choose(thought), (time.process_time() - begun) * 1e6)
        with limited(game.home, SECONDS + SLOWER * thought.think):
            action = choose(thought)
            if action not in thought.legal:
                raise wrong(game.recall(thought.view), "instinct", "one of legal(seat)", action)
            return b"%d %d" % (action, (time.process_time() - begun) * 1e6)
    except GameError as broken:
        return msgspec.json.encode(broken.data())
    except Exception as error:
        if games.is_ours(game):
            raise
        return msgspec.json.encode(explained(error, game.home).data())


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
        lower_session(os.getpid(), NICE)
    decoder = msgspec.json.Decoder(Thought)
    # What a game prints is nobody's business, however much it is: only answers go out.
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    # A server that was killed while we thought does not want to know any more; Windows has another error for it.
    with contextlib.suppress(OSError):
        for line in questions(sys.stdin.buffer):
            os.write(out, answer(decoder.decode(line)) + b"\n")


if __name__ == "__main__":
    main()
