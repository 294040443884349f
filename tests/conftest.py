"""Shared by all tests: which Tailback is under test, and the clause marker's short form."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import tailback

# The processes that tests start find the same Tailback from any folder, and the game that another package brings.
FOLDERS = [*filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)), str(Path(__file__).parent / "elsewhere")]
os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(folder) for folder in FOLDERS)

# What is started in the background ignores Ctrl-C, and so do its children; some tests are about it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    import tailback.core.contract as contract

    kind = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    return f"tailback {tailback.__version__}, {kind}, from {contract.__file__}"
