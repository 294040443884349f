"""Every error that a text explains is of one family: it prints, pickles and is told alike."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil

import pytest

import tailback
from tailback.core.errors import BadOption, Explained, IllegalMove, RecordError
from tailback.server.store import StoreError
from tailback.server.truth.refusal import Refused, TooLate
from tailback.terminal.screen import Trouble


def modules() -> list[str]:
    found = [module.name for module in pkgutil.walk_packages(tailback.__path__, "tailback.")]
    return [name for name in found if not name.endswith("__main__")]


def errors() -> list[type[BaseException]]:
    """Every error class that stands in the package."""
    things = [thing for name in modules() for thing in vars(importlib.import_module(name)).values()]
    found = [thing for thing in things if isinstance(thing, type) and issubclass(thing, BaseException)]
    return sorted({kind for kind in found if kind.__module__.startswith("tailback.")}, key=lambda kind: kind.__name__)


ERRORS = errors()
EXPLAINED = [kind for kind in ERRORS if issubclass(kind, Explained)]


def test_all_kinds_are_found() -> None:
    names = {kind.__name__ for kind in EXPLAINED}
    assert {"IllegalMove", "BadNotation", "BadOption", "RecordError", "Refused", "TooLate", "Broken"} <= names
    assert {"StoreError", "StoreFull", "StoreAway", "OwnerError", "CannotServe", "Trouble", "Declined"} <= names


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_whatever_has_a_text_is_explained(kind: type[BaseException]) -> None:
    named = {"key", "params"} & (set(inspect.signature(kind.__init__).parameters) | set(vars(kind)))
    assert not named or issubclass(kind, Explained), f"{kind.__name__} has a text of its own making"


@pytest.mark.parametrize("kind", EXPLAINED, ids=lambda kind: kind.__name__)
def test_errors_survive_a_pickle(kind: type[Explained]) -> None:
    error = kind()
    error.key, error.params, error.clause = "cannot_draw", {"card": "R8"}, "MM-17"
    for extra in set(vars(error)) - {"key", "params", "clause"}:
        setattr(error, extra, 7)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert vars(again) == vars(error)
    assert again.args == error.args
    assert str(again) == str(error)


def test_an_error_given_all_it_takes_survives_a_pickle() -> None:
    made: list[Explained] = [
        IllegalMove("MM-17", "cannot_draw", {"card": "R8"}),
        BadOption("", "bad_value", {"option": "laps"}, {"laps": 3}),
        RecordError("truncated", {"most": 3}, 12),
        Refused("seat_taken", 409, "", {"seat": 2}, [1, 2], {"players": 3}),
        TooLate(7),
        StoreError("in_use", where="here"),
        Trouble("save.failed", 1, ("try again",), file="x"),
    ]
    for error in made:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))


def test_a_programmer_can_read_them() -> None:
    assert str(IllegalMove("", "not_asked", {"seat": 2})) == "not_asked (seat 2)"
    assert str(IllegalMove("MM-17", "cannot_draw", {"card": "R8"})) == "MM-17: cannot_draw (card R8)"
    assert str(BadOption("PS-1", "bad_players", {"players": 9}, {"players": 8})) == (
        "PS-1: bad_players (players 9); try {'players': 8}"
    )
    assert str(RecordError("truncated", {}, 4)) == "line 4: truncated"
    assert str(StoreError("in_use", where="here")) == "in_use (where here)"
