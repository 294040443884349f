"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any

# House rules under which a view holds more than usual.
HOUSE: dict[str, Any] = {"points": True, "laps": 2, "stack_skips": True}


def essence(view: dict[str, Any]) -> None:
    """Discards are only ever shuffled; when the race is over, kept cards are laid open and nothing is decided."""
    view["discards"] = sorted(view["discards"])
    view.pop("hands", None)
