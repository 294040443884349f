"""What happens at the table itself, as types; `ledger.py` tells it. Read only by the docs and the tests."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tailback.core.shapes import Nothing, Somebody


class Prepared(TypedDict):
    game: Annotated[str, "The id of the next game."]


class Timed(TypedDict):
    seats: Annotated[list[int], "Whose time ran out; the clock moved for them."]


class Undone(TypedDict):
    seat: int
    moves: Annotated[int, "How many were taken back."]


class Reruled(TypedDict):
    taken: Annotated[int, "How many moves are no longer allowed and were taken back."]


class Spoken(TypedDict):
    seat: int
    phrase: Annotated[str, "A phrase or an emote: a key in `words`."]


EVENTS: dict[str, type] = {
    "table_sat": Somebody,
    "table_freed": Somebody,
    "table_bot": Somebody,
    "table_stand_in": Somebody,
    "table_back": Somebody,
    "table_prepared": Prepared,
    "table_taken": Nothing,
    "table_brought": Nothing,
    "table_word": Somebody,
    "table_time": Timed,
    "table_undo_asked": Somebody,
    "table_undo_refused": Somebody,
    "table_undo_dropped": Somebody,
    "table_undone": Undone,
    "table_said": Spoken,
    "table_rules": Reruled,
}
