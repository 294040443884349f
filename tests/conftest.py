"""Shared by all tests: which Tailback is under test, and the clause marker's short form."""

from __future__ import annotations

import signal

import pytest

import tailback

# What is started in the background ignores Ctrl-C, and so do its children; some tests are about it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    import tailback.core.contract as contract

    kind = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    return f"tailback {tailback.__version__}, {kind}, from {contract.__file__}"
