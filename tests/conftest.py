"""Shared by all tests: which Tailback is under test, and the clause marker's short form."""

from __future__ import annotations

import pytest

import tailback


def pytest_report_header(config: pytest.Config) -> str:
    import tailback.core.contract as contract

    kind = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    return f"tailback {tailback.__version__}, {kind}, from {contract.__file__}"
