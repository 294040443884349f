"""`tailback open`: a new table on a running server, and straight to a seat at it."""

from __future__ import annotations

import io
import os
from typing import Any, TextIO, cast

from tailback import games
from tailback.cli import lobby
from tailback.cli.arguments import Given
from tailback.cli.joining import keep, seated
from tailback.cli.setting_up import age_order, find_game, rule_words, seat_of_youngest, settle
from tailback.client import place as places
from tailback.client.address import HOME, BadAddress, server_address
from tailback.client.keys import Keys
from tailback.client.web import Declined, Garbled, NoAnswer, understood
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import SEATS
from tailback.robots.levels import LEVELS, USUAL
from tailback.terminal import levels, wording
from tailback.terminal.forms import called
from tailback.terminal.host import BOT, ME, OPEN, SeatKind
from tailback.terminal.qr import can_draw, show_code
from tailback.terminal.screen import EndOfInput, Screen, Trouble, trouble
from tailback.terminal.sitting import known_game
from tailback.texts import Texts
from tailback.texts.names import tidy_name

# What the server allows.
AWAY_SECONDS, PACE_MS = (5, 3600), (0, 10_000)
# Which levels may be asked for a hint; and how it is typed that none may.
HINTS = tuple(level for level, found in LEVELS.items() if found.number >= LEVELS[USUAL].number)
NO_HINTS = "off"


def open_table(screen: Screen, texts: Texts, given: Given) -> int:
    server = server_of(given)
    try:
        hosted = places.games_of(server)
        if not given.places:
            ask(screen, texts, given)
        game = find_game(texts, given.places[0])
        if game.id not in hosted:
            raise Trouble("refusals.unknown_game", game=game.id, allowed=", ".join(hosted))
        known_game({"game": game.id, "rules": hosted[game.id]}, texts)
        texts = wording.game_texts(texts.lang, game.id)
        door, place = places.open_table(server, table_for(screen, texts, game, given), Keys())
        with understood():
            texts.names = [str(chair["name"]) for chair in door.face["chairs"]]
            announce(screen, texts, door, not given.has("plain"))
            keep(screen, texts, door, place)
            return seated(screen, texts, door, place, given, announced=True)
    except Declined as no:
        lines = [wording.known(texts, no.text, no.params), *wording.clause_lines(texts, no.clause)]
        raise Trouble("", hints=tuple(lines)) from None
    except NoAnswer as nobody:
        raise no_server(texts, nobody, server, given) from None
    except Garbled as babble:
        raise Trouble("join.garbled", server=server, reason=babble.reason) from babble
    except EndOfInput:
        screen.line()
        return 0


def server_of(given: Given) -> str:
    try:
        return server_address(given.one("server")) if given.has("server") else HOME
    except BadAddress as bad:
        raise trouble(bad) from None


def no_server(texts: Texts, nobody: NoAnswer, server: str, given: Given) -> Trouble:
    hints = [texts.say("open.serve_hint", command=called("serve"))]
    if not given.has("server"):
        hints.append(texts.say("open.server_hint"))
    key = "join.foreign" if nobody.foreign else "join.no_answer"
    return Trouble(key, hints=tuple(hints), server=server, reason=nobody.reason or "-")


def announce(screen: Screen, texts: Texts, door: places.Door, draw: bool) -> None:
    """How the others come in: code, link, and a picture of it for cameras."""
    screen.line(texts.say("open.opened"), "bold")
    if door.face.get("code"):
        screen.unbroken("  " + texts.say("open.code", code=str(door.face["code"])))
    screen.unbroken("  " + texts.say("open.link", link=door.invitation))
    if draw and can_draw(screen):
        show_code(screen, door.invitation)
    screen.out.flush()


# What nobody has said yet


class Unhurried(io.TextIOBase):
    """A pipe read line by line and no further: what follows the answers is for the game."""

    def __init__(self, source: TextIO) -> None:
        self.source = source

    def readline(self, limit: int | None = -1, /) -> str:  # type: ignore[override]
        line = bytearray()
        while not line.endswith(b"\n") and (sign := os.read(self.source.fileno(), 1)):
            line += sign
        return line.decode("utf-8", "replace")

    def isatty(self) -> bool:
        return self.source.isatty()

    def fileno(self) -> int:
        return self.source.fileno()


def ask(screen: Screen, texts: Texts, given: Given) -> None:
    source = screen.source
    if not screen.interactive:
        screen.source = cast(TextIO, Unhurried(source))
    try:
        lobby.fill_table(screen, texts, given)
    finally:
        screen.source = source


# The table that the flags describe


def table_for(screen: Screen, texts: Texts, game: Game, given: Given) -> dict[str, Any]:
    """What to ask the server for, or Trouble before anything is opened."""
    kinds = seats_of(texts, game, given)
    players = len(kinds) if given.has("seats") else given.number("players", len(kinds))
    settled = settle(texts, game, given, players, command_line)
    check_seats(game, given, kinds)
    body: dict[str, Any] = {
        "game": game.id,
        "preset": given.one("preset"),
        "options": {name: settled[name] for name, _ in given.settings},
        "settings": settings_of(texts, given),
        "deal": given.has("deal"),
    }
    names = names_for(screen, texts, given, kinds)
    if given.has("youngest"):
        shown = [name or seat_letter(seat) for seat, name in enumerate(names)]
        settle(texts, game, given, players, command_line, age_order(game, given.one("youngest"), shown))
        body["youngest"] = seat_of_youngest(given.one("youngest"), shown)
    body["chairs"] = [kind.chair(name) for kind, name in zip(kinds, names, strict=True)]
    return body


def seats_of(texts: Texts, game: Game, given: Given) -> list[SeatKind]:
    """Me and free seats, unless told otherwise."""
    if given.has("seats") and given.has("players"):
        raise Trouble("open.players_or_seats")
    if given.has("seats"):
        kinds = [SeatKind(word, texts) for word in given.one("seats").replace(",", " ").split()]
        if not kinds:
            raise Trouble("usage.needs_value", flag="--seats")
        # From here on levels have their numbers, whatever they were called.
        given.values["seats"] = [" ".join(written(kind) for kind in kinds)]
        return kinds
    usual = max(game.usual, min(len(given.all("name")), game.most))
    # So many that no game allows are refused by the game; nobody needs a list of them for that.
    others = min(given.number("players", usual), game.most) - 1
    return [SeatKind(ME, texts), *(SeatKind(OPEN, texts) for _ in range(others))]


def check_seats(game: Game, given: Given, kinds: list[SeatKind]) -> None:
    """One terminal plays one seat; and who wants to deal at once cannot wait for anybody."""
    mine = [seat for seat, kind in enumerate(kinds) if kind.kind == ME]
    chosen = dict(given.settings)
    if len(mine) > 1:
        words = [
            ME if seat == mine[0] else OPEN if kind.kind == ME else written(kind) for seat, kind in enumerate(kinds)
        ]
        raise Trouble("open.one_seat", command=command_for(game, given, words, chosen))
    if given.has("deal") and any(kind.kind == OPEN for kind in kinds):
        words = [BOT if kind.kind == OPEN else written(kind) for kind in kinds]
        raise Trouble("open.deal_waits", command=command_for(game, given, words, chosen))


def settings_of(texts: Texts, given: Given) -> dict[str, Any]:
    """How the table is run; what is not said is as usual."""
    found: dict[str, Any] = {}
    for flag, name, (low, high) in (("away", "away_seconds", AWAY_SECONDS), ("pace", "pace_ms", PACE_MS)):
        if given.has(flag):
            found[name] = given.number(flag, low)
            if not low <= found[name] <= high:
                raise Trouble("usage.out_of_range", flag=f"--{flag}", value=given.one(flag), low=low, high=high)
    if given.has("stand-in"):
        level = found["stand_in"] = levels.meant(texts, given.one("stand-in"))
        if not level:
            raise Trouble("refusals.unknown_bot", bot=given.one("stand-in"), allowed=levels.listed(texts))
    if given.has("hints"):
        typed = given.one("hints")
        level = "" if typed == NO_HINTS else levels.meant(texts, typed)
        if typed != NO_HINTS and level not in HINTS:
            allowed = ", ".join((*HINTS, NO_HINTS))
            raise Trouble("usage.not_one_of", flag="--hints", value=typed, allowed=allowed)
        found["hints"] = level
    found.update(
        {name: False for flag, name in (("no-clock", "clock"), ("no-watchers", "watchers")) if given.has(flag)}
    )
    return found


def names_for(screen: Screen, texts: Texts, given: Given, kinds: list[SeatKind]) -> list[str]:
    """The first name is yours, the others follow seat by seat. A free seat without one waits for whoever comes.

    Bots are called bots: whoever comes shall find their own name free.
    """
    mine = [seat for seat, kind in enumerate(kinds) if kind.kind == ME]
    order = [*mine, *(seat for seat in range(len(kinds)) if seat not in mine)]
    asked = [tidy_name(name) for name in given.all("name")]
    if len(asked) > len(kinds):
        raise Trouble("usage.too_many_names", names=len(asked), players=len(kinds))
    if not all(asked):
        raise Trouble("usage.empty_name")
    if not asked and mine:
        asked = lobby.who(screen, texts, 1) if screen.interactive else [str(texts.raw("names")[0])]
    taken: list[str] = []
    for name in asked:
        if name.casefold() in taken:
            raise Trouble("usage.same_name", name=name)
        taken.append(name.casefold())
    called_bots = (texts.say("open.bot_name", n=n) for n in range(1, 100))
    spare = (name for name in called_bots if name.casefold() not in taken)
    names = [""] * len(kinds)
    for place, seat in enumerate(order):
        names[seat] = asked[place] if place < len(asked) else next(spare) if kinds[seat].kind == BOT else ""
    return names


# A command that works


def written(kind: SeatKind) -> str:
    return f"{kind.kind}:{kind.level}" if kind.level else kind.kind


def command_line(game: Game, given: Given, players: int, chosen: dict[str, Any]) -> str:
    """The command that was typed, with so many players: free seats come and go first, you stay."""
    words = [written(kind) for kind in seats_of(Texts("en"), game, given)]
    while len(words) > players:
        least = next((kind for kind in (OPEN, BOT) if any(word.startswith(kind) for word in words)), ME)
        words.pop(max(seat for seat, word in enumerate(words) if word.startswith(least)))
    words += [BOT if given.has("deal") else OPEN] * (players - len(words))
    return command_for(game, given, words, chosen)


def command_for(game: Game, given: Given, seats: list[str], chosen: dict[str, Any]) -> str:
    words = ["open", games.called(game)]
    usual = seats == [ME] + [OPEN] * (len(seats) - 1) and not given.has("seats")
    words += ["--players", str(len(seats))] if usual else ["--seats", " ".join(seats)]
    words += rule_words(game, given, chosen)
    for name in given.all("name")[: len(seats)]:
        words += ["--name", name]
    flags = ("server", "away", "stand-in", "hints", "pace", "lang")
    ages = game.option_of(SEATS)
    for flag in (*flags, *(("youngest",) if ages is None or ages.name not in chosen else ())):
        words += [f"--{flag}", given.one(flag)] if given.has(flag) else []
    words += [f"--{flag}" for flag in ("no-clock", "no-watchers", "deal", "plain", "brief") if given.has(flag)]
    return called(*words)
