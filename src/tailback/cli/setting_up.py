"""The game that a command line describes: its options and players, or why not and what would do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from tailback import games
from tailback.cli.arguments import Given
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.options import SEATS
from tailback.robots.levels import LONGEST, OFFERED
from tailback.terminal import levels, wording
from tailback.terminal.forms import two_columns
from tailback.terminal.host import seat_meant
from tailback.terminal.screen import Trouble, trouble
from tailback.texts import Texts

# The command that was typed, with so many players and these options instead.
CommandLine = Callable[[Game, Given, int, dict[str, Any]], str]


def find_game(texts: Texts, game_id: str) -> Game:
    try:
        return games.meant(game_id)
    except BadOption as bad:
        raise trouble(bad) from None


def think_of(given: Given) -> float | None:
    """How many seconds the best robots may look ahead; None: as usual."""
    if not given.has("think"):
        return None
    try:
        seconds = float(given.one("think").replace(",", "."))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST:
        raise Trouble("refusals.bad_think", seconds=given.one("think"), most=round(LONGEST))
    return seconds


def age_order(game: Game, youngest: str, names: list[str]) -> dict[str, Any]:
    """The option that says who is youngest; ages rise clockwise from there."""
    order = game.option_of(SEATS)
    if order is None:
        raise Trouble("usage.no_age", game=game.id)
    first = seat_of_youngest(youngest, names)
    return {order.name: tuple((first + k) % len(names) for k in range(len(names)))}


def seat_of_youngest(youngest: str, names: list[str]) -> int:
    """By name, by the letter of the seat, or by its number from 1."""
    try:
        return seat_meant(youngest, names)
    except BadNotation:
        raise Trouble("usage.who_is_youngest", name=youngest, allowed=", ".join(names)) from None


def settle(
    texts: Texts,
    game: Game,
    given: Given,
    players: int,
    write: CommandLine,
    more: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The complete options, or Trouble with the rule and a set-up that works, as `write` writes it."""
    chosen: dict[str, Any] = {**dict(given.settings), **(more or {})}
    try:
        return game.settle(players, chosen, given.one("preset"))
    except BadOption as bad:
        lines = [wording.known(texts, bad.text, bad.params), *wording.clause_lines(texts, bad.clause)]
        if bad.key != "bad_value":
            lines += wording.meant(texts, bad.params)
        near = nearest(game, given, players, chosen, bad)
        if near is not None:
            lines += [texts.say("play.try_this"), "  " + write(game, given, *near)]
        raise Trouble("", hints=tuple(lines)) from None


# So many mistakes in one command are put right one after the other.
MOST_MISTAKES = 20


def nearest(
    game: Game, given: Given, players: int, chosen: dict[str, Any], bad: BadOption
) -> tuple[int, dict[str, Any]] | None:
    """Players and options near those asked for that do work, with room for everybody; None if we know none."""
    chosen = dict(chosen)
    for _ in range(MOST_MISTAKES):
        option = str(bad.params.get("option", ""))
        if bad.nearest:
            players = int(bad.nearest.get("players", players))
            chosen.update((name, value) for name, value in bad.nearest.items() if name != "players")
        elif option in chosen:
            del chosen[option]
        else:
            return None
        players = min(max(players, given.number("people", 1), len(given.all("name"))), game.most)
        try:
            game.settle(players, chosen, given.one("preset"))
        except BadOption as another:
            bad = another
        else:
            return players, chosen
    return None


def rule_words(game: Game, given: Given, chosen: dict[str, Any]) -> list[str]:
    """Preset and house rules, as they are typed."""
    known = {option.name: option for option in game.options}
    words = ["--preset", given.one("preset")] if given.has("preset") else []
    for name, value in chosen.items():
        written = value if isinstance(value, str) else known[name].write(value)
        words += ["--option", f"{name}={written}"]
    return words


def game_help(texts: Texts, game_id: str) -> list[str]:
    """The presets and options of a game."""
    game = find_game(texts, game_id)
    texts = wording.game_texts(texts.lang, game.id)
    lines = [f"{texts.say('name')}: {texts.say('pitch')}"]
    if game.presets:
        rows = [(name, wording.known(texts, f"presets.{name}", {})) for name in game.presets]
        lines += ["", texts.say("help.presets"), *two_columns(rows)]
    lines += ["", texts.say("help.options")] if game.options else []
    for option in game.options:
        default = option.write(option.default)
        lines.append(f"  {option.name}={default}  {wording.known(texts, f'options.{option.name}.help', {})}")
        values = texts.raw(f"options.{option.name}").get("values", {}) if texts.has(f"options.{option.name}") else {}
        if option.choices and values:
            lines += two_columns([(f"  {choice}", str(values.get(str(choice), ""))) for choice in option.choices])
        else:
            lines.append(f"    {option.allowed()}")
    rows = [(f"{level} {levels.name(texts, level)}", levels.introduced(texts, game.id, level)) for level in OFFERED]
    return [*lines, "", texts.say("help.robots"), *two_columns(rows)]


def bot_named(texts: Texts, game: Game, word: str) -> str:
    """A level by its number or name, or a policy of one's own, which is looked for in this folder, too."""
    if "." not in word:
        level = levels.meant(texts, word)
        if not level:
            raise Trouble("refusals.unknown_bot", bot=word, allowed=levels.listed(texts))
        return level
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        game.bot(word)
    except BadOption as bad:
        raise trouble(bad) from None
    return word
