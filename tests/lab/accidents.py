"""Robots to which something happens, for tests of clusters. What they tell each other lies as files in one folder."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng

FOLDER = "TAILBACK_ACCIDENTS"
# Nobody waits for longer, whatever went wrong.
LONGEST = 60.0


def place(name: str) -> Path:
    return Path(os.environ[FOLDER], name)


def wait_for(name: str) -> None:
    end = time.monotonic() + LONGEST
    while not place(name).exists():
        assert time.monotonic() < end, f"{name} never came"
        time.sleep(0.01)


def dies_once(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """After the first result somebody is killed, in the middle of a match."""
    if place("handed").exists():
        try:
            place("died").touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return legal[rng.below(len(legal))]


def always_dies(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a dead robot moved")


def fails(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    raise LookupError("the robot lost its glasses")


def waits(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """Plays on all machines at once until it may go on."""
    if not place("go").exists():
        import ray

        place(f"at {ray.get_runtime_context().get_node_id()}").touch()
        wait_for("go")
    return legal[rng.below(len(legal))]
