"""What a listener should know before a decision, said again only when it changed."""

from __future__ import annotations

from typing import Any, NamedTuple


class Fact(NamedTuple):
    """`text` is said when `what` differs from what was known, unless the story has just named the token `told`."""

    what: Any
    text: str
    told: str = ""
