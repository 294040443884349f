"""What a game is, apart from a match of it: its facts, options, presets and notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tailback.core.contract import State
from tailback.core.errors import BadNotation as BadNotation
from tailback.core.options import BadOption, Option, resolve
from tailback.core.rng import SEED_BITS


class Game:
    """The description of one game; `GAME` in each module of `tailback.games` is an instance."""

    def __init__(self) -> None:
        self.id: str = ""
        self.rules_version: int = 1
        self.fewest: int = 2
        self.most: int = 2
        self.players_clause: str = ""
        self.usual: int = 2
        self.age: int = 5
        self.minutes: tuple[int, int] = (10, 15)
        # Remembering is the game: while it runs, nobody is shown what happened earlier.
        self.forgetful: bool = False
        self.options: tuple[Option, ...] = ()
        self.presets: dict[str, dict[str, Any]] = {}
        self.editions: dict[str, dict[str, Any]] = {}
        self.clauses: tuple[str, ...] = ()
        self.actions: int = 0
        self._by_text: dict[str, int] = {}

    # What a game must say.

    def make(self, players: int, options: dict[str, Any]) -> State:
        """A state not yet started. Options are complete and checked."""
        raise NotImplementedError

    def notation(self, action: int) -> str:
        """The short text of an action; the same for everybody in every language."""
        raise NotImplementedError

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        """Text key (section `actions`) and parameters that put an action into words."""
        raise NotImplementedError

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Change a started state into the position that these fields describe."""
        raise NotImplementedError

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """No match under random play takes more decisions than this."""
        raise NotImplementedError

    def check(self, players: int, options: dict[str, Any]) -> None:
        """Refuse combinations that cannot be dealt (BadOption with the nearest that can)."""

    def foresee(self, state: State, seat: int) -> list[dict[str, Any]]:
        """What would happen if: where the choices of this seat lead, as plain data for a client that knows no rule.

        Only from what the seat may know. Empty where `legal` says it all.
        """
        return []

    # What all games share.

    def settle(self, players: int, given: Mapping[str, Any] | None = None, preset: str = "") -> dict[str, Any]:
        """The complete options of a match, or BadOption."""
        if not self.fewest <= players <= self.most:
            near = min(max(players, self.fewest), self.most)
            raise BadOption(
                self.players_clause,
                "bad_players",
                {"players": players, "fewest": self.fewest, "most": self.most},
                {"players": near},
            )
        chosen: Mapping[str, Any] = given if given is not None else {}
        bundles: list[Mapping[str, Any]] = []
        if preset and preset not in self.presets:
            raise BadOption("", "unknown_preset", {"preset": preset, "allowed": ", ".join(self.presets)})
        bundle: Mapping[str, Any] = self.presets[preset] if preset else {}
        edition = chosen.get("edition", bundle.get("edition", ""))
        if isinstance(edition, str) and edition in self.editions:
            bundles.append(self.editions[edition])
        bundles.append(bundle)
        options = resolve(self.options, chosen, bundles)
        self.check(players, options)
        return options

    def new(self, players: int, seed: int, options: Mapping[str, Any] | None = None, preset: str = "") -> State:
        """A match, dealt and ready."""
        if not 0 <= seed < 1 << SEED_BITS:
            raise BadOption("", "bad_seed", {"seed": seed, "bits": SEED_BITS})
        state = self.make(players, self.settle(players, options, preset))
        state.start(seed)
        return state

    def position(
        self, text: str, players: int = 0, seed: int = 1, options: Mapping[str, Any] | None = None, preset: str = ""
    ) -> State:
        """A match in the middle, set up from text such as `A: R3 B5; pile: R8; deck: Y1 Y2`."""
        fields = read_fields(text)
        seats = players
        if seats == 0:
            number = fields.get("players", str(self.usual))
            if not number.isdecimal() or len(number) > 2:
                raise BadNotation("bad_field", {"field": f"players: {number}"})
            seats = int(number)
        fields.pop("players", None)
        state = self.new(seats, seed, options, preset)
        self.arrange(state, fields)
        return state

    def parse(self, text: str) -> int:
        """The action of a notation, or BadNotation."""
        if not self._by_text:
            for action in range(self.actions):
                self._by_text[tidy(self.notation(action))] = action
        found = self._by_text.get(tidy(text), -1)
        if found < 0:
            raise BadNotation("unknown_move", {"move": text.strip()})
        return found


def tidy(text: str) -> str:
    """Case and blanks do not matter in notation."""
    return " ".join(text.lower().split())


def read_fields(text: str) -> dict[str, str]:
    """`key: value` parts, one per line or between semicolons; what follows a part that starts with `#` is a comment."""
    fields: dict[str, str] = {}
    for line in text.splitlines():
        for piece in line.split(";"):
            part = piece.strip()
            if part.startswith("#"):
                break
            if not part:
                continue
            name, colon, value = part.partition(":")
            if not colon:
                raise BadNotation("bad_field", {"field": part})
            if name.strip() in fields:
                raise BadNotation("field_twice", {"field": name.strip()})
            fields[name.strip()] = value.strip()
    return fields


def seat_letter(seat: int) -> str:
    """Seats are A, B, C ... in positions and notation."""
    return "ABCDEFGHIJ"[seat]


def seat_of(letter: str, players: int) -> int:
    seat = "ABCDEFGHIJ".find(letter.strip().upper()) if len(letter.strip()) == 1 else -1
    if not 0 <= seat < players:
        raise BadNotation("no_such_seat", {"seat": letter})
    return seat
