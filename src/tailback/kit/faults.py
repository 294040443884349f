"""What is wrong with a game of one's own, said to whoever writes it."""

from __future__ import annotations

from typing import Any


class Incomplete(TypeError):
    """A game that lacks a part it needs, or uses one wrongly.

    `method` is the one of the author's that did it, `field` what holds something that it cannot.
    """

    def __init__(self, text: str, method: Any = None, field: str = "") -> None:
        super().__init__(text)
        # Where it was written; a compiled one does not tell.
        self.code = getattr(method, "__code__", None)
        self.field = field
