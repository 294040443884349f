"""What can be read without playing: the games, their rules, and matches that were played."""

from __future__ import annotations

from pathlib import Path

from tailback import games
from tailback.cli.arguments import Given
from tailback.cli.setting_up import find_game
from tailback.core import record as records
from tailback.core.errors import BadNotation, RecordError
from tailback.core.notation import seat_letter, seat_of
from tailback.core.record import Record
from tailback.robots import times
from tailback.terminal import saves, wording
from tailback.terminal.play import shown_texts
from tailback.terminal.screen import EndOfInput, Screen, Trouble, trouble
from tailback.texts import Texts

# games, rules


def list_games(screen: Screen, texts: Texts, given: Given) -> int:
    for game in games.every():
        own = wording.game_texts(texts.lang, game.id)
        screen.line(f"{game.id}: {own.say('name')}", "bold")
        screen.line("  " + own.say("pitch"))
        screen.line("  " + texts.say("games.facts", **times.facts(game)))
        screen.line("  " + texts.say("games.presets", presets=list(game.presets)))
    screen.line(texts.say("games.hint"))
    return 0


def show_rules(screen: Screen, texts: Texts, given: Given) -> int:
    game = find_game(texts, given.places[0])
    texts = wording.game_texts(texts.lang, game.id)
    query = " ".join(given.places[1:])
    lines = wording.rule_lines(texts, query)
    if not lines and not query:
        raise Trouble("play.no_rules", game=texts.say("name"))
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
        raise trouble(bad, file=str(path), line=bad.line) from None
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
    if played.seat >= 0 and seat in (wording.EVERYTHING, played.seat):
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
    if record.deal.moved:
        screen.line(texts.say("verify.moved"))
    screen.line(texts.say("verify.same_fingerprint" if asked else "verify.fingerprint", fingerprint=fingerprint))
    return 0
