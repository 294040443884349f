"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any

# House rules under which a view holds more than usual.
HOUSE: dict[str, Any] = {"row_limit": 4, "hand_size": 10, "interval": "whole_row"}


def essence(view: dict[str, Any]) -> None:
    """When the match is over, hands are laid open and nothing is decided any more; scores are those of the seats."""
    view.pop("hands", None)
    del view["rounds"]
