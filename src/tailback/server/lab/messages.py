"""What the page of the lab and the server say to each other. Nobody but the owner's page speaks it: it is not part of
the protocol for players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

# More would be a slip of the finger: at the pace of a slow robot that is weeks.
MOST_MATCHES = 1_000_000
FEWEST_MATCHES = 10
# Studies that one page looks at side by side.
MOST_FOLLOWED = 2
Matches = Annotated[int, Meta(ge=FEWEST_MATCHES, le=MOST_MATCHES)]
Language = Annotated[str, Meta(pattern="^(en|de|fi)$")]
State = Literal["waiting", "running", "finished", "stopped", "failed"]


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """A study as it is asked for. `robots` has a level for each seat, so it says how many play."""

    game: Annotated[str, Meta(max_length=60)]
    robots: Annotated[list[str], Meta(max_length=16)]
    preset: Annotated[str, Meta(max_length=60)] = ""
    # What differs from the preset.
    options: dict[str, Any] = {}
    matches: Matches = 10_000
    # So many matches are watched closely.
    watch: Annotated[int, Meta(ge=0, le=MOST_MATCHES)] = 2000
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 1
    # The language of its sentences.
    lang: Language = "en"


class More(msgspec.Struct, forbid_unknown_fields=True):
    """Go on with a study, up to so many matches in all."""

    matches: Matches


class Kept(msgspec.Struct):
    """A study as it stands. `said`: the last lines of a process that failed."""

    id: str
    order: Order
    at: int
    state: State = "waiting"
    # How much is played, and of how much: what is compared along the way counts as well.
    done: int = 0
    of: int = 0
    seconds_left: float | None = None
    said: list[str] = []


class Studies(msgspec.Struct, tag_field="type", tag="studies"):
    """Every study, the newest first."""

    studies: list[Kept]


class Line(msgspec.Struct, tag_field="type", tag="line"):
    """The newest figures of a study that is followed, as `tailback lab --json` prints them."""

    id: str
    study: msgspec.Raw


class Beat(msgspec.Struct, tag_field="type", tag="beat"):
    """Nothing is new; the line is still there."""


class Bye(msgspec.Struct, tag_field="type", tag="bye"):
    """The line ends; `key` is the reason, in the section `refusals` of the texts."""

    key: str


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message on a line: the key of the lab, and which studies to follow."""

    token: Annotated[str, Meta(max_length=200)]
    follow: Annotated[list[str], Meta(max_length=MOST_FOLLOWED)] = []


class Follow(msgspec.Struct, tag_field="type", tag="follow", forbid_unknown_fields=True):
    """Follow these studies from now on, and no others."""

    studies: Annotated[list[str], Meta(max_length=MOST_FOLLOWED)]


class Progress(msgspec.Struct):
    """How far a study is, as its own lines say."""

    done: int
    matches: int
    seconds_left: float | None
    finished: bool


class Told(msgspec.Struct):
    """What the server itself reads of a line; the rest goes to the page as it came."""

    progress: Progress


heard = msgspec.json.Decoder(Hello | Follow)
told = msgspec.json.Decoder(Told)
encoder = msgspec.json.Encoder()
