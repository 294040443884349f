"""What everybody may conclude about a hand, in the form in which a row holds it."""

from __future__ import annotations

from typing import Any


def by_trait(conclusions: list[dict[str, Any]]) -> dict[str, int]:
    """Conclusions about a hand, which lie within each other, as how many of its cards cannot have each trait."""
    found: dict[str, int] = {}
    for one in conclusions:
        for trait in one["none"]:
            found[trait] = max(found.get(trait, 0), one["cards"])
    return found
