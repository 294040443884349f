"""Shared by all tests: which Tailback is under test, and `--clause` for the tests of some rules only."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# Whoever names no package to test (in PYTHONPATH, or installed) tests the sources; so do programs that a test starts.
if importlib.util.find_spec("tailback") is None:
    sources = str(Path(__file__).resolve().parent.parent / "src")
    sys.path.insert(0, sources)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [sources, os.environ.get("PYTHONPATH", "")]))

import tailback

# Hypothesis tries the same examples each time: a test that fails now and then says nothing about the last change.
settings.register_profile("tailback", derandomize=True, deadline=None, database=None)
settings.load_profile("tailback")

# The processes that tests start find the same Tailback from any folder, and the games that other packages bring.
HERE = Path(__file__).parent
FOLDERS = [
    *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)),
    str(HERE / "elsewhere"),
    str(HERE.parent / "examples"),
]
os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(folder) for folder in FOLDERS)

# What is started in the background ignores Ctrl-C, and so do its children; some tests are about it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    import tailback.core.contract as contract

    kind = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    return f"tailback {tailback.__version__}, {kind}, from {contract.__file__}"


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "only the tests that show this clause or ruling (such as MM-17); may be given several times"
    parser.addoption("--clause", action="append", default=[], metavar="ID", help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--clause"))
    if not wanted:
        return
    shown = {item: wanted & {clause for mark in item.iter_markers("clause") for clause in mark.args} for item in items}
    missing = wanted - set().union(*shown.values())
    if missing:
        raise pytest.UsageError(f"no test here shows {', '.join(sorted(missing))}")
    config.hook.pytest_deselected(items=[item for item in items if not shown[item]])
    items[:] = [item for item in items if shown[item]]
