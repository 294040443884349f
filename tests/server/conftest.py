"""One server for the tests of a file that ask for nothing special."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.harness import ServerProcess


@pytest.fixture(scope="module")
def running() -> Iterator[ServerProcess]:
    with ServerProcess() as started:
        yield started
