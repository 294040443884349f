"""Where a person sits at a table on a server, and what is known of it: shared by all that can be done there."""

from __future__ import annotations

from typing import Any

from tailback import games
from tailback.client.line import Line, Request
from tailback.client.place import Door, Place
from tailback.client.table import Table
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.terminal import wording
from tailback.terminal.conversation import Conversation
from tailback.terminal.preferences import Preferences
from tailback.terminal.screen import Screen, Trouble
from tailback.texts import Texts


def known_game(face: dict[str, Any], texts: Texts) -> Game:
    """The game of a table, when we know it by the same rules: actions are numbers that both must understand."""
    try:
        game = games.load(str(face["game"]))
    except BadOption:
        raise Trouble("join.other_game", game=str(face["game"])[:40]) from None
    if game.rules_version != face["rules"]:
        name = wording.game_texts(texts.lang, game.id).say("name")
        raise Trouble("join.other_rules", game=name, theirs=face["rules"], ours=game.rules_version)
    return game


class Sitting(Conversation):
    """A conversation whose match is at a table behind `door`, over `line`."""

    line: Line

    def __init__(
        self,
        screen: Screen,
        texts: Texts,
        door: Door,
        place: Place,
        preferences: Preferences,
        announced: bool,
        more: tuple[str, ...],
    ) -> None:
        self.door = door
        self.place = place
        # Was it said already how others come in?
        self.announced = announced
        self.seat = Table(place.face, place.seat)
        # Our answer is in row `v`; until it is here, the question may look open.
        self.ahead = -1
        # What we have answered and not yet heard of.
        self.asking: Request | None = None
        game = known_game(place.face, texts)
        texts = wording.game_texts(texts.lang, game.id, self.seat.names)
        super().__init__(screen, texts, game, self.seat, preferences, more)

    def seconds_left(self) -> float | None:
        return self.seat.seconds_left

    def tell(self, key: str, style: str = "", **params: object) -> None:
        self.screen.line(self.texts.say(f"join.{key}", **params), style)
