"""What each command does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tailback import games
from tailback.core import record as records
from tailback.core.game import BadNotation, Game, read_fields, seat_letter, seat_of
from tailback.core.options import NUMBERS, BadOption
from tailback.core.policy import LEVELS
from tailback.core.record import PERSON, Record, RecordError
from tailback.core.rng import SEED_BITS
from tailback.terminal import lobby, saves, wording
from tailback.terminal.arguments import Given, called, two_columns
from tailback.terminal.host import seat_meant
from tailback.terminal.play import Session, shown_texts
from tailback.terminal.saves import SaveFile
from tailback.terminal.screen import EndOfInput, Screen, Trouble
from tailback.texts import Texts
from tailback.texts.names import tidy_name

# The command that was typed, with so many players and these options instead.
CommandLine = Callable[[Game, Given, int, dict[str, Any]], str]


def find_game(texts: Texts, game_id: str) -> Game:
    try:
        return games.load(game_id)
    except BadOption as bad:
        raise Trouble(f"refusals.{bad.key}", **bad.params) from None


# play


def play(screen: Screen, texts: Texts, given: Given) -> int:
    if not given.places:
        try:
            lobby.fill(screen, texts, given)
        except EndOfInput:
            screen.line()
            return 0
    game = find_game(texts, given.places[0])
    record = new_record(wording.game_texts(texts.lang, game.id), game, given)
    texts = shown_texts(texts, record)
    try:
        state = record.begin()
    except BadNotation as bad:
        raise Trouble(
            "refusals.bad_position", hints=(wording.known(texts, f"refusals.{bad.key}", bad.params),)
        ) from None
    except (ValueError, LookupError, ArithmeticError, AssertionError):
        raise Trouble("refusals.bad_position") from None
    events = state.take_events()
    record.setup = [event.full() for event in events]
    if state.decision() is None:
        record.finish(state)
    session = Session(screen, texts, record, state, events)
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
    options = settle(texts, game, given, players)
    people = given.number("people", 1)
    if people > players:
        raise Trouble("usage.too_many_people", people=people, players=players)
    if len(asked) > players:
        raise Trouble("usage.too_many_names", names=len(asked), players=players)
    seed = given.number("seed", int.from_bytes(os.urandom(SEED_BITS // 8), "big"))
    if seed >= 1 << SEED_BITS:
        raise Trouble("refusals.bad_seed", seed=seed, bits=SEED_BITS)
    names = all_names(texts, asked, players)
    if given.has("youngest"):
        options = settle(texts, game, given, players, age_order(game, given.one("youngest"), names))
    levels = given.all("bot") or ["simple"]
    for level in levels:
        if level not in LEVELS:
            raise Trouble("refusals.unknown_bot", bot=level, allowed=", ".join(LEVELS))
    seats = [PERSON if seat < people else levels[min(seat - people, len(levels) - 1)] for seat in range(players)]
    return Record(game, players, options, seed, names, seats, position)


def position_fields(position: str) -> dict[str, str]:
    try:
        return read_fields(position)
    except BadNotation as bad:
        raise Trouble(f"refusals.{bad.key}", **bad.params) from None


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


def age_order(game: Game, youngest: str, names: list[str]) -> dict[str, Any]:
    """The option that says who is youngest; ages rise clockwise from there."""
    order = next((option for option in game.options if option.name == "ageOrder" and option.kind == NUMBERS), None)
    if order is None:
        raise Trouble("usage.no_age", game=game.id)
    first = seat_of_youngest(youngest, names)
    return {"ageOrder": tuple((first + k) % len(names) + order.low for k in range(len(names)))}


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
    more: dict[str, Any] | None = None,
    write: CommandLine | None = None,
) -> dict[str, Any]:
    """The complete options, or Trouble with the rule and a set-up that works, as `write` writes it."""
    chosen: dict[str, Any] = {**dict(given.settings), **(more or {})}
    try:
        return game.settle(players, chosen, given.one("preset"))
    except BadOption as bad:
        lines = [wording.known(texts, f"refusals.{bad.key}", bad.params), *wording.clause_lines(texts, bad.clause)]
        if bad.key != "bad_value":
            lines += wording.meant(texts, bad.params)
        near = nearest(game, given, players, chosen, bad)
        if near is not None:
            lines += [texts.say("play.try_this"), "  " + (write or command_line)(game, given, *near)]
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


def command_line(game: Game, given: Given, players: int, chosen: dict[str, Any]) -> str:
    """The command that was typed, changed into one that works."""
    words = ["play", game.id, "--players", str(players), *rule_words(game, given, chosen)]
    if given.has("people"):
        words += ["--people", str(min(given.number("people", 1), players))]
    for flag in ("seed", "position", "lang"):
        if given.has(flag):
            words += [f"--{flag}", given.one(flag)]
    for name in given.all("name")[:players]:
        words += ["--name", name]
    for level in given.all("bot"):
        words += ["--bot", level]
    words += ["--plain"] if given.has("plain") else []
    return called(*words)


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
    lines = [f"{texts.say('name')}: {texts.say('pitch')}", "", texts.say("help.presets")]
    rows = []
    for name in game.presets:
        rows.append((name, wording.known(texts, f"presets.{name}", {})))
    lines += [*two_columns(rows), "", texts.say("help.options")]
    for option in game.options:
        default = option.write(option.default)
        lines.append(f"  {option.name}={default}  {wording.known(texts, f'options.{option.name}.help', {})}")
        values = texts.raw(f"options.{option.name}").get("values", {}) if texts.has(f"options.{option.name}") else {}
        if option.choices and values:
            lines += two_columns([(f"  {choice}", str(values.get(str(choice), ""))) for choice in option.choices])
        else:
            lines.append(f"    {option.allowed()}")
    return lines


# continue


def go_on(screen: Screen, texts: Texts, given: Given) -> int:
    path = Path(given.places[0]) if given.places else newest(screen, texts)
    with saves.held(path):
        return go_on_with(screen, texts, path)


def go_on_with(screen: Screen, texts: Texts, path: Path) -> int:
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
    for level in record.seats:
        if level != PERSON and level not in LEVELS:
            raise Trouble("refusals.unknown_bot", bot=level, allowed=", ".join(LEVELS))
    return Session(screen, texts, record, state, events).run(SaveFile(record, path), continued=True)


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


# games, rules


def list_games(screen: Screen, texts: Texts, given: Given) -> int:
    for game_id in games.ids():
        game = games.load(game_id)
        own = wording.game_texts(texts.lang, game_id)
        screen.line(f"{game_id}: {own.say('name')}", "bold")
        screen.line("  " + own.say("pitch"))
        low, high = game.minutes
        screen.line(
            "  " + texts.say("games.facts", fewest=game.fewest, most=game.most, age=game.age, low=low, high=high)
        )
        screen.line("  " + texts.say("games.presets", presets=list(game.presets)))
    screen.line(texts.say("games.hint"))
    return 0


def show_rules(screen: Screen, texts: Texts, given: Given) -> int:
    game = find_game(texts, given.places[0])
    texts = wording.game_texts(texts.lang, game.id)
    query = " ".join(given.places[1:])
    lines = wording.rule_lines(texts, query)
    if not lines:
        raise Trouble("play.no_rule", word=query)
    if not query:
        screen.line(texts.say("name"), "bold")
    for line in lines:
        screen.line(line, "" if line.startswith("  ") else "bold")
    return 0


# replay, verify


def replay(screen: Screen, texts: Texts, given: Given) -> int:
    path = Path(given.places[0])
    record = saves.read(path)
    texts = shown_texts(texts, record)
    seat: int | None = wording.EVERYTHING
    if given.has("seat"):
        try:
            seat = seat_of(given.one("seat"), record.players)
        except BadNotation:
            raise Trouble("usage.bad_seat", seat=given.one("seat"), last=seat_letter(record.players - 1)) from None
    step = given.has("step")
    wait = step and screen.interactive
    looker = None if seat == wording.EVERYTHING else seat
    screen.line(texts.say("name"), "bold")
    for letter, name in enumerate(texts.names):
        screen.line(f"  {seat_letter(letter)}  {name}")
    state = None
    try:
        for played in records.replay(record):
            state = played.state
            show_move(screen, texts, record, played, seat)
            if step:
                screen.lines(record.game.lines(state.view(looker), texts))
            if wait and screen.ask(texts.say("replay.next")).lower() in ("q", "quit"):
                return 0
    except RecordError as bad:
        raise Trouble(f"record.{bad.key}", file=str(path), line=bad.line, **bad.params) from None
    except EndOfInput:
        return 0
    assert state is not None
    screen.line()
    if not step:
        screen.lines(record.game.lines(state.view(looker), texts))
    over = "replay.over" if record.over else "replay.unfinished"
    screen.line(texts.say(over, moves=len(record.steps)), "bold")
    return 0


def show_move(screen: Screen, texts: Texts, record: Record, played: records.Played, seat: int | None) -> None:
    """A move and what came of it. What another seat chose is told by events alone: a choice may be sealed."""
    if played.number and seat in (wording.EVERYTHING, played.seat):
        words = wording.action_words(texts, record.game, played.action)
        notation = f"{seat_letter(played.seat)} {record.game.notation(played.action)}"
        name = texts.name(played.seat)
        screen.line(texts.say("replay.move", n=played.number, name=name, words=words, notation=notation), "bold")
    for line in wording.story(texts, wording.seen(played.events, seat)):
        screen.line("  " + line)


def verify(screen: Screen, texts: Texts, given: Given) -> int:
    path = Path(given.places[0])
    asked = wanted_fingerprint(given)
    record = saves.read(path)
    differences = records.verify(record)
    if differences:
        for found in differences:
            screen.line(texts.say(f"record.{found.key}", file=str(path), line=found.line, **found.params))
        screen.line(texts.say("verify.differs", n=len(differences)))
        return 1
    key = "verify.finished" if record.over else "verify.unfinished"
    name = Texts(texts.lang, record.game).say("name")
    screen.line(texts.say(key, game=name, moves=len(record.steps)))
    return tell_deal(screen, texts, record, asked)


# So much of a fingerprint is enough to compare: nobody finds a second secret with the same beginning by chance.
SHORTEST_FINGERPRINT, FINGERPRINT = 8, 64


def wanted_fingerprint(given: Given) -> str:
    """The fingerprint to compare with, as somebody typed it."""
    if not given.has("fingerprint"):
        return ""
    typed = given.one("fingerprint")
    tidy = "".join(sign for sign in typed.lower() if sign not in " :-")
    if not SHORTEST_FINGERPRINT <= len(tidy) <= FINGERPRINT or not set(tidy) <= set("0123456789abcdef"):
        raise Trouble("usage.bad_fingerprint", value=typed)
    return tidy


def tell_deal(screen: Screen, texts: Texts, record: Record, asked: str) -> int:
    """Was it dealt as promised? That the seed comes from secret and words has been checked already."""
    if record.deal is None:
        if asked:
            screen.line(texts.say("verify.no_fingerprint"))
        return 1 if asked else 0
    fingerprint = record.deal.fingerprint
    if not fingerprint.startswith(asked):
        screen.line(texts.say("verify.other_fingerprint", asked=asked, fingerprint=fingerprint))
        return 1
    screen.line(texts.say("verify.fair"))
    screen.line(texts.say("verify.same_fingerprint" if asked else "verify.fingerprint", fingerprint=fingerprint))
    return 0
