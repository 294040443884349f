"""Whoever comes second does so against other sessions, too."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from server.harness import session_weight
from tailback.server.live import priority

PATIENCE = 50
SLEEP = [sys.executable, "-c", "import sys; sys.stdin.read()"]


@pytest.fixture
def apart() -> Iterator[int]:
    """A process with a session of its own."""
    with subprocess.Popen(SLEEP, stdin=subprocess.PIPE, start_new_session=True) as process:
        yield process.pid


def test_a_session_comes_after_others(apart: int) -> None:
    if session_weight(apart) is None:
        pytest.skip("this kernel does not weigh sessions")
    before = session_weight(os.getpid())
    # One session in a tenth of a second, whoever asks: there may be a queue of other programs.
    assert any(priority.lower_session(apart, 19) for _ in range(PATIENCE))
    assert session_weight(apart) == 19
    assert session_weight(os.getpid()) == before


def test_when_the_kernel_is_busy_it_is_asked_again(apart: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if session_weight(apart) is None:
        pytest.skip("this kernel does not weigh sessions")
    really, asked = os.write, []

    def busy(file: int, data: bytes) -> int:
        asked.append(data)
        if len(asked) < 3:
            raise BlockingIOError(errno.EAGAIN, "not yet")
        return really(file, data)

    monkeypatch.setattr(os, "write", busy)
    assert any(priority.lower_session(apart, 7) for _ in range(PATIENCE))
    monkeypatch.undo()
    assert len(asked) >= 3
    assert session_weight(apart) == 7


def test_a_process_that_is_gone_is_no_trouble() -> None:
    with subprocess.Popen([sys.executable, "-c", ""], start_new_session=True) as process:
        pass
    assert not priority.lower_session(process.pid, 19)
