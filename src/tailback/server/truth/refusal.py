"""Why a request cannot be carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tailback.brought.errors import without_folders
from tailback.core.errors import Explained

# Only for the moment: worth sending again with the same id. Where servers are renewed in turn, the next one may
# know a newer table.
PASSING = frozenset({"store_away", "store_full", "too_busy", "newer_table"})


class Refused(Explained):
    """A request that cannot be carried out. Nothing was changed.

    `key` names the text (section `refusals` of the game's or the common texts) and is stable for
    programs; `status` is what HTTP answers. `legal` are the actions that would do, `nearest` a
    set-up that works. Whoever is refused is a guest: no folder of this machine is told.
    """

    def __init__(
        self,
        key: str = "",
        status: int = 409,
        clause: str = "",
        params: Mapping[str, Any] | None = None,
        legal: list[int] | None = None,
        nearest: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(key, without_folders(params or {}), clause)
        self.status = status
        self.legal = legal
        self.nearest = nearest


class TooLate(Refused):
    """The question has been settled meanwhile. Nobody's fault."""

    def __init__(self, n: int = 0) -> None:
        super().__init__("too_late", params={"n": n})
