"""Data as numbers, letter by letter: for rows of games that do not say what their numbers are."""

from __future__ import annotations

import json
from typing import Any, Final

from mypy_extensions import i16, i64

from tailback.core.vecs import vec

# So many letters of a view there is room for.
VIEW: Final = 4096


def spell(data: Any, room: i64, out: vec[i16], at: i64, whose: str) -> None:
    """Write the UTF-8 bytes of its JSON, its keys in order; ValueError says whose data does not fit."""
    letters = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    if len(letters) > room:
        raise ValueError(
            f"{whose} takes {len(letters)} letters, and a row of numbers has room for {int(room)}:"
            " write `row` and `observe` for it"
        )
    for k in range(len(letters)):
        out[at + k] = i16(letters[k])
