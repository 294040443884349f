"""What a process beside the server is asked by it (`child.py`): one question per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def questions(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Every question that came whole: a server that is killed while it asks leaves half of one behind."""
    return (line for line in lines if line.endswith(b"\n"))
