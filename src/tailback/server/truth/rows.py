"""The rows of a table: everything that ever happened at it, one after the other.

A table is these rows and nothing else; `ledger.py` adds them up. They are stored as JSON and
stay readable for ever: a kind may gain fields with defaults, it never changes its meaning.
`at` is milliseconds since 1970, `key` tells a repeated request from a new one.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tailback.robots.levels import today

# Who sits in a chair: somebody with a token, nobody yet, or a bot.
Sitter = Literal["person", "open", "bot"]


class Chair(msgspec.Struct, omit_defaults=True):
    """One seat of the table. `token` and `claim` are hashes; `stand_in`: a bot plays until the person is back."""

    name: str
    colour: str
    sitter: Sitter = "open"
    level: str = ""
    token: str = ""
    claim: str = ""
    stand_in: bool = False

    def __post_init__(self) -> None:
        # Older rows know levels by other names.
        self.level = today(self.level)

    @property
    def unnamed(self) -> bool:
        """A free chair that only has a number."""
        return self.sitter == "open" and self.name.isdecimal()

    @property
    def gives_way(self) -> bool:
        """A bot whose name is nobody's: it keeps no chair for a person."""
        return self.sitter == "bot" and not self.claim


# What settings may be. Told to clients, and `desk.check_settings` holds them to it; old rows stay readable.
BOUNDS = {"away_seconds": (5, 3600), "allowance_ms": (0, 300), "pace_ms": (0, 10_000)}


def within(name: str, what: str) -> Meta:
    low, high = BOUNDS[name]
    return Meta(description=what, extra_json_schema={"minimum": low, "maximum": high})


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run: what the rules of the games do not say. What is left out is as usual."""

    away_seconds: Annotated[int, within("away_seconds", "Seconds until a bot plays for somebody who is away.")] = 60
    stand_in: Annotated[str, Meta(description="How well that bot plays.")] = "3"
    clock: Annotated[bool, Meta(description="Without it every question waits until all asked have answered.")] = True
    allowance_ms: Annotated[
        int, within("allowance_ms", "The most that a slow line adds to a window, in milliseconds.")
    ] = 300
    pace_ms: Annotated[int, within("pace_ms", "How long a bot seems to think, in milliseconds.")] = 700
    watchers: Annotated[bool, Meta(description="May people watch without a seat?")] = True
    hints: Annotated[
        str,
        Meta(
            description="The best level that people may ask what it would do; empty: nobody may. Never in a game that "
            "must be remembered."
        ),
    ] = "3"

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "stand_in", today(self.stand_in))


class Row(msgspec.Struct, tag_field="kind", omit_defaults=True):
    at: int
    key: str = ""


class Opened(Row, tag="opened"):
    """The table is set up. `host` is the hash of the host's token."""

    host: str = ""
    settings: Settings = Settings()
    chairs: list[Chair] = []


class Prepared(Row, tag="prepared"):
    """The next game is chosen and its secret drawn; words may be added until the deal."""

    game: str = ""
    rules: int = 1
    preset: str = ""
    options: dict[str, Any] = {}
    secret: str = ""
    youngest: int | None = None


class Dealt(Row, tag="dealt"):
    """The game begins, with the options as the engine settled them."""

    options: dict[str, Any] = {}


class Moved(Row, tag="moved"):
    """An answer to decision `n`. `bot`: not given by a person."""

    seat: int = 0
    n: int = 0
    action: int = 0
    bot: bool = False


class TimedOut(Row, tag="timed_out"):
    """Time ran out for decision `n`; these answers were given instead. `early`: all asked let it pass before."""

    n: int = 0
    moves: list[tuple[int, int]] = []
    early: bool = False


class TimeUp(Row, tag="time_up"):
    """The time of the match is up, by the clock that has run since it was dealt."""


class Undo(Row, tag="undo"):
    """A player asks to take back everything after so many moves of this game."""

    seat: int = 0
    moves: int = 0


class UndoAnswer(Row, tag="undo_answer"):
    seat: int = 0
    yes: bool = False


class UndoDropped(Row, tag="undo_dropped"):
    """Whoever asked to take something back asks no more."""

    seat: int = 0


class Mended(Row, tag="mended"):
    """The rules of the game were changed under it: only its first `moves` moves hold. `taken` more were made before.

    `n` is the number of the decision that was open: the next one is higher.
    """

    moves: int = 0
    taken: int = 0
    n: int = 0


class Said(Row, tag="said"):
    seat: int = 0
    phrase: str = ""


class Worded(Row, tag="worded"):
    """A player's own word for the fair deal."""

    seat: int = 0
    word: str = ""


class Seated(Row, tag="seated"):
    """A person takes a chair: a new token, the old one is void."""

    seat: int = 0
    token: str = ""
    name: str = ""
    colour: str = ""


class Freed(Row, tag="freed"):
    seat: int = 0


class Botted(Row, tag="botted"):
    """A bot takes a chair. `name` where the chair had none."""

    seat: int = 0
    level: str = ""
    name: str = ""


class Offered(Row, tag="offered"):
    """Whoever brings this claim gets the chair; `claim` is a hash."""

    seat: int = 0
    claim: str = ""


class StoodIn(Row, tag="stood_in"):
    """The person is away and a bot plays on."""

    seat: int = 0


class Back(Row, tag="back"):
    seat: int = 0


class Named(Row, tag="named"):
    seat: int = 0
    name: str = ""
    colour: str = ""


class Arranged(Row, tag="arranged"):
    """The chairs of a table before the deal: more, fewer, or in another order. Words must be added anew.

    `order`: the old numbers of the chairs that stay; `options` name the players by their new ones.
    """

    chairs: list[Chair] = []
    youngest: int | None = None
    order: list[int] = []
    options: dict[str, Any] = {}


class Settled(Row, tag="settled"):
    """The table is run another way from now on."""

    settings: Settings = Settings()


class Shared(Row, tag="shared"):
    """A finished game may be watched by whoever has the link: `share` is the id of a copy of it."""

    game: int = 0
    share: str = ""


class Taken(Row, tag="taken"):
    """Whoever holds the seats of all people was given all rows so far, to go on elsewhere: they know what is hidden."""


class Brought(Row, tag="brought"):
    """The table has come from elsewhere: what happened before could be seen, and chosen, by whoever brought it.

    All its seats are theirs: `host` and `tokens` (by chair, empty where no person sits) are hashes. `secret` is a new
    one for a game that was prepared and not dealt.
    """

    secret: str = ""
    host: str = ""
    tokens: list[str] = []


class Imported(Row, tag="imported"):
    """A finished game that came as a file."""

    record: str = ""


AnyRow = (
    Opened
    | Prepared
    | Dealt
    | Moved
    | TimedOut
    | TimeUp
    | Undo
    | UndoAnswer
    | UndoDropped
    | Mended
    | Said
    | Worded
    | Seated
    | Freed
    | Botted
    | Offered
    | StoodIn
    | Back
    | Named
    | Arranged
    | Settled
    | Shared
    | Taken
    | Brought
    | Imported
)

encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(AnyRow)


def decode(data: bytes) -> AnyRow:
    row: AnyRow = _decoder.decode(data)
    return row
