"""What the relay and the pages that use it say to each other. What two pages say to each other through it stands in
`data`, and is theirs alone: it is not part of the protocol for players."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

# Letters of one piece: 16 kB, what locks it, and how base64 writes both.
LONGEST = 24_000
# 128 bits as base64url: what nobody guesses.
Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
# The id of a room, or its code as somebody typed it.
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]
Data = Annotated[str, Meta(max_length=LONGEST)]


class Hold(msgspec.Struct, tag_field="type", tag="hold", forbid_unknown_fields=True):
    """The first message of a page with a table: open the room of this key, or come back to it."""

    who: ClassVar = "anyone"
    key: Key


class Come(msgspec.Struct, tag_field="type", tag="come", forbid_unknown_fields=True):
    """The first message of a guest: into this room."""

    who: ClassVar = "anyone"
    room: Name


class Pass(msgspec.Struct, tag_field="type", tag="pass", forbid_unknown_fields=True):
    """Pass this on: to a guest by its number, or from a guest (0) to the page with the table."""

    who: ClassVar = "anyone"
    data: Data
    guest: Number = 0


class Part(msgspec.Struct, tag_field="type", tag="part", forbid_unknown_fields=True):
    """The page with the table sends a guest away; without a number all of them, and the room is closed for good."""

    who: ClassVar = "anyone"
    guest: Number = 0


class Beat(msgspec.Struct, tag_field="type", tag="beat", forbid_unknown_fields=True):
    """The line is still there. It is answered with the same."""

    who: ClassVar = "anyone"


class Held(msgspec.Struct, tag_field="type", tag="held"):
    """The room is open. `room` is the same for the same key, for ever; `code` as long as the room is."""

    room: str
    code: str


class Came(msgspec.Struct, tag_field="type", tag="came"):
    """To the page with the table: a guest is there. To a guest: you are there, and this is the room."""

    guest: int
    room: str


class Passed(msgspec.Struct, tag_field="type", tag="passed"):
    """What a guest says, or (0) the page with the table."""

    data: str
    guest: int


class Parted(msgspec.Struct, tag_field="type", tag="parted"):
    """A guest is gone."""

    guest: int


class Bye(msgspec.Struct, tag_field="type", tag="bye"):
    """The line ends; `key` is the reason, in the section `refusals` of the texts. `again`: it is worth another try."""

    key: str
    again: bool


FromPage = Hold | Come | Pass | Part | Beat
FromRelay = Held | Came | Passed | Parted | Beat | Bye

heard = msgspec.json.Decoder(FromPage)
encoder = msgspec.json.Encoder()
