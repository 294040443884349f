"""What the page of the lab and the server say to each other. Nobody but the owner's page speaks it: it is not part of
the protocol for players."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

# More would be a slip of the finger: at the pace of a slow robot that is weeks.
MOST_MATCHES = 1_000_000
FEWEST_MATCHES = 10
# All set-ups of a study together; the file of so many takes about 300 MB.
MOST_IN_ALL = 20_000_000
MOST_TRIALS = 1000
# More of them no page can show; the command takes more.
MOST_SETUPS = 60
# Studies that one page looks at side by side.
MOST_FOLLOWED = 2
# So many values one thing can be tried with; how many set-ups that makes is looked at besides.
MOST_VALUES = 200
Matches = Annotated[int, Meta(ge=FEWEST_MATCHES, le=MOST_MATCHES)]
Trials = Annotated[int, Meta(ge=2, le=MOST_TRIALS)]
Name = Annotated[str, Meta(max_length=60)]
Names = Annotated[list[Name], Meta(max_length=60)]
Language = Annotated[str, Meta(pattern="^(en|de|fi)$")]
State = Literal["waiting", "running", "finished", "stopped", "failed", "kept"]


class Asked(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """What every study says. `robots` has a level for each seat, so it says how many play."""

    game: Name
    robots: Annotated[list[Name], Meta(min_length=1, max_length=16)]
    preset: Name = ""
    # What differs from the preset.
    options: dict[str, Any] = {}
    # Of each set-up.
    matches: Matches = 10_000
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 1
    # The language of its sentences.
    lang: Language = "en"


class Run(Asked, forbid_unknown_fields=True, tag_field="kind", tag="run"):
    """One set-up is measured. So many of its matches are watched closely."""

    watch: Annotated[int, Meta(ge=0, le=MOST_MATCHES)] = 2000


class Sweep(Asked, forbid_unknown_fields=True, tag_field="kind", tag="sweep"):
    """Every combination of these values is played on the same deals: of options, or of `players`, `robots`, `preset`.

    With `precision`, in points, it ends as soon as every difference in wins is settled or known that well.
    """

    watch: Annotated[int, Meta(ge=0, le=MOST_MATCHES)] = 2000
    vary: dict[str, Annotated[list[Any], Meta(min_length=1, max_length=MOST_VALUES)]] = {}
    precision: Annotated[float, Meta(ge=0.05, le=50)] | None = None


class Find(Asked, forbid_unknown_fields=True, tag_field="kind", tag="find"):
    """A search for good set-ups. `wishes` are written as for the command; `vary` names options, none means all."""

    wishes: Annotated[list[Name], Meta(min_length=1, max_length=20)] = []
    vary: Names = []
    trials: Trials = 60


Order = Run | Sweep | Find


class More(msgspec.Struct, forbid_unknown_fields=True):
    """Go on with a study, up to so many matches of each set-up in all; with a search up to so many trials."""

    to: Annotated[int, Meta(ge=2, le=MOST_MATCHES)]


class What(msgspec.Struct):
    """What a study is about, in short: what it compares, or wishes for. `setups` of a search is how many it tries."""

    kind: str
    game: str
    players: list[int]
    setups: int
    matches: int
    about: list[str] = []


class Plan(msgspec.Struct):
    """What would be played, and with which options. `left_out`: combinations that cannot be played."""

    what: What
    left_out: int
    options: dict[str, Any]


class Kept(msgspec.Struct):
    """A study as it stands. Without an `order` it was made with the terminal, and its state is "kept".

    `said`: the last lines of a process that failed. `file` is where it lies, for `tailback lab show`.
    """

    id: str
    order: Order | None
    what: What
    at: int
    file: str
    state: State = "waiting"
    # How much is played, and of how much: what is compared along the way counts as well.
    done: int = 0
    of: int = 0
    seconds_left: float | None = None
    said: list[str] = []


class Skipped(msgspec.Struct):
    """A file among the studies that is none we can use; `key` says why, in the section `lab` of the texts."""

    file: str
    key: str
    params: dict[str, Any]


class Studies(msgspec.Struct, tag_field="type", tag="studies"):
    """Every study, the newest first. `search`: whether what searches need is installed here."""

    studies: list[Kept]
    skipped: list[Skipped]
    search: bool


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

    who: ClassVar = "lab"
    token: Annotated[str, Meta(max_length=200)]
    follow: Annotated[list[str], Meta(max_length=MOST_FOLLOWED)] = []


class Follow(msgspec.Struct, tag_field="type", tag="follow", forbid_unknown_fields=True):
    """Follow these studies from now on, and no others."""

    who: ClassVar = "lab"
    studies: Annotated[list[str], Meta(max_length=MOST_FOLLOWED)]


class Progress(msgspec.Struct):
    """How far a study is, as its own lines say; a search counts its trials."""

    done: int
    matches: int
    seconds_left: float | None
    finished: bool
    tried: int = 0
    trials: int = 0


class Told(msgspec.Struct):
    """What the server itself reads of a line; the rest goes to the page as it came."""

    progress: Progress


FromPage = Hello | Follow

heard = msgspec.json.Decoder(FromPage)
told = msgspec.json.Decoder(Told)
encoder = msgspec.json.Encoder()
