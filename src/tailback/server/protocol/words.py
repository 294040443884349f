"""The small words that messages are made of: what a number or a text in them means."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="Chosen by the client, new for each request of a seat; repeated when it sends again.",
    ),
]
Seat = Annotated[int, Meta(ge=0, lt=8, description="The number of a chair.")]
Token = Annotated[str, Meta(max_length=64)]
Short = Annotated[str, Meta(max_length=200)]
Options = dict[str, Any]
V = Annotated[int, Meta(description="How many rows the table has.")]
N = Annotated[int, Meta(description="The number of the open decision; an answer names it.")]
Actions = Annotated[list[int], Meta(description="Numbers of actions; `/api/games/{game}/actions` lists them.")]
View = Annotated[dict[str, Any], Meta(description="All that the seat may know, in the engine's words.")]
Told = Annotated[
    dict[str, Any],
    Meta(
        description="An event: its `kind`, and what this seat may know of it.",
        extra_json_schema={"properties": {"kind": {"type": "string"}}, "required": ["kind"]},
    ),
]
Hint = Annotated[dict[str, Any], Meta(description="Where a choice leads, in the words of its game; see the manual.")]
TextKey = Annotated[str, Meta(description="Names the text that explains it; stable, for programs too.")]
Clause = Annotated[str, Meta(description="The rule behind it; empty when it is no rule of a game.")]
Params = Annotated[dict[str, Any], Meta(description="What the text mentions.")]
