"""One server for the tests of a file that ask for nothing special."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.harness import ServerProcess
from tailback.server.door import browser


@pytest.fixture(scope="session", autouse=True)
def plain_pages() -> Iterator[None]:
    """Without a browser table, whether one was built here or not; `test_pages.py` asks for one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(browser.FOLDER, "")
        patch.setenv(browser.HERE_FOLDER, "")
        yield


@pytest.fixture(scope="module")
def running() -> Iterator[ServerProcess]:
    with ServerProcess() as started:
        yield started
