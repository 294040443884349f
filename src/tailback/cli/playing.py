"""`tailback play` and `tailback continue`: a match at this keyboard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tailback import games
from tailback.cli import lobby
from tailback.cli.arguments import Given
from tailback.cli.evening_out import evened
from tailback.cli.setting_up import age_order, bot_named, find_game, rule_words, settle, think_of
from tailback.core import record as records
from tailback.core.errors import BadNotation
from tailback.core.game import Game
from tailback.core.position import read_fields
from tailback.core.record import PERSON, Record
from tailback.core.rng import LONGEST_SEED_BITS, SEED_BITS
from tailback.robots.levels import USUAL
from tailback.terminal import saves, wording
from tailback.terminal.forms import called
from tailback.terminal.play import Session, shown_texts
from tailback.terminal.preferences import Preferences
from tailback.terminal.saves import SaveFile
from tailback.terminal.screen import EndOfInput, Screen, Trouble, trouble
from tailback.texts import Texts
from tailback.texts.names import tidy_name

# play


def play(screen: Screen, texts: Texts, given: Given) -> int:
    if not given.places:
        try:
            lobby.fill(screen, texts, given)
        except EndOfInput:
            screen.line()
            return 0
    game = find_game(texts, given.places[0])
    think = think_of(given)
    spoken = wording.game_texts(texts.lang, game.id)
    record = new_record(spoken, game, given)
    for line in evened(
        spoken, record, dict(given.settings), lambda left: command_line(game, given, record.players, left)
    ):
        screen.line(line)
    texts = shown_texts(texts, record)
    try:
        state = record.begin()
    except BadNotation as bad:
        raise Trouble("refusals.bad_position", hints=(wording.known(texts, bad.text, bad.params),)) from None
    except (ValueError, LookupError, ArithmeticError, AssertionError):
        raise Trouble("refusals.bad_position") from None
    events = state.take_events()
    record.setup = [event.full() for event in events]
    if state.decision() is None:
        record.finish(state)
    session = Session(screen, texts, record, state, events, Preferences(given.has("brief")), think)
    file = SaveFile(record)
    with saves.held(file.path):
        file.save()
        return session.run(file, continued=False)


def new_record(texts: Texts, game: Game, given: Given) -> Record:
    """The match that the flags describe, or Trouble."""
    asked = given.all("name")
    position = given.one("position")
    fields = position_fields(position)
    usual = int(fields["players"]) if fields.get("players", "").isdigit() else game.usual
    usual = max(usual, len(asked), min(given.number("people", 1), game.most))
    players = given.number("players", usual)
    options = settle(texts, game, given, players, command_line)
    people = given.number("people", 1)
    if people > players:
        raise Trouble("usage.too_many_people", people=people, players=players)
    if len(asked) > players:
        raise Trouble("usage.too_many_names", names=len(asked), players=players)
    seed = given.number("seed", int.from_bytes(os.urandom(SEED_BITS // 8), "big"))
    if seed >= 1 << LONGEST_SEED_BITS:
        raise Trouble("refusals.bad_seed", seed=seed, bits=LONGEST_SEED_BITS)
    names = all_names(texts, asked, players)
    if given.has("youngest"):
        options = settle(texts, game, given, players, command_line, age_order(game, given.one("youngest"), names))
    levels = [bot_named(texts, game, word) for word in given.all("bot") or [USUAL]]
    seats = [PERSON if seat < people else levels[min(seat - people, len(levels) - 1)] for seat in range(players)]
    return Record(game, players, options, seed, names, seats, position)


def position_fields(position: str) -> dict[str, str]:
    try:
        return read_fields(position)
    except BadNotation as bad:
        raise trouble(bad) from None


def all_names(texts: Texts, asked: list[str], players: int) -> list[str]:
    """The names that were given, then names from the list that nobody has."""
    names: list[str] = []
    for name in asked:
        tidy = tidy_name(name)
        if not tidy:
            raise Trouble("usage.empty_name")
        if tidy.casefold() in [other.casefold() for other in names]:
            raise Trouble("usage.same_name", name=tidy)
        names.append(tidy)
    taken = [name.casefold() for name in names]
    spare = [str(name) for name in texts.raw("names") if str(name).casefold() not in taken]
    return names + spare[: players - len(names)]


def command_line(game: Game, given: Given, players: int, chosen: dict[str, Any]) -> str:
    """The command that was typed, changed into one that works."""
    words = ["play", games.called(game), "--players", str(players), *rule_words(game, given, chosen)]
    if given.has("people"):
        words += ["--people", str(min(given.number("people", 1), players))]
    for flag in ("seed", "position", "think", "lang"):
        if given.has(flag):
            words += [f"--{flag}", given.one(flag)]
    for name in given.all("name")[:players]:
        words += ["--name", name]
    for level in given.all("bot"):
        words += ["--bot", level]
    words += [f"--{flag}" for flag in ("plain", "brief") if given.has(flag)]
    return called(*words)


# continue


def go_on(screen: Screen, texts: Texts, given: Given) -> int:
    path = Path(given.places[0]) if given.places else newest(screen, texts)
    with saves.held(path):
        return go_on_with(screen, texts, path, given)


def go_on_with(screen: Screen, texts: Texts, path: Path, given: Given) -> int:
    record = saves.read(path)
    if record.over:
        raise Trouble("save.is_over", file=str(path), command=called("replay", str(path)))
    texts = shown_texts(texts, record)
    differences = records.verify(record)
    if differences:
        first = differences[0]
        why = texts.say(f"record.{first.key}", file=str(path), line=first.line, **first.params)
        raise Trouble("save.does_not_hold", hints=(why,), file=str(path))
    events = []
    state = None
    for played in records.replay(record):
        events += played.events
        state = played.state
    assert state is not None
    bots = [level for level in record.seats if level != PERSON]
    # A file may come from anybody: code that it names runs only if the person here names it, too.
    for level in bots:
        if "." in level and level not in given.all("bot"):
            raise Trouble("save.own_bot", bot=level, command=called("continue", str(path), "--bot", level))
    for level in bots:
        bot_named(texts, record.game, level)
    session = Session(screen, texts, record, state, events, Preferences(given.has("brief")), think_of(given))
    return session.run(SaveFile(record, path), continued=True)


def newest(screen: Screen, texts: Texts) -> Path:
    """The latest match that can go on; files we cannot use are named and left alone."""
    for path in saves.unfinished():
        try:
            with saves.held(path):
                record = saves.read(path)
        except Trouble as trouble:
            screen.line(texts.say("save.skipped", reason=texts.say(trouble.key, **trouble.params)))
            continue
        if not record.over:
            return path
    raise Trouble("save.nothing", file=str(saves.folder()))
