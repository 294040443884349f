"""`tailback check`: does a game keep the laws? What does not is told with the shortest game and the line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from tailback import games
from tailback.brought import compiling
from tailback.cli.arguments import Given
from tailback.cli.serving import number
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.folders import NoHome, data_folder
from tailback.laws.broken import LAWS, LawBroken
from tailback.laws.checking import SECONDS, Broken, Report
from tailback.laws.checking import check as look
from tailback.laws.missing import not_worded, optional, unread
from tailback.laws.spots import Case
from tailback.terminal import wording
from tailback.terminal.forms import called
from tailback.terminal.screen import Screen
from tailback.texts import Texts, catalogue

MOST_MATCHES, LONGEST = 1_000_000, 86_400
STYLES = {"holds": "", "broken": "bold red", "unseen": "dim"}
# Of a longer game only the beginning and the end are listed.
LISTED, ENDS = 16, 6
# So many texts that are missing are named.
NAMED = 12


class Words(Texts):
    """The texts of a game, and those that tell of laws."""

    def __init__(self, lang: str, game: Game) -> None:
        super().__init__(lang, game, [seat_letter(seat) for seat in range(game.most)])
        self.app = {**self.app, **catalogue(lang, "laws")}


def check(screen: Screen, texts: Texts, given: Given) -> int:
    """0 when every law holds, else 1."""
    seconds = number(given, "seconds", int(SECONDS), 1, LONGEST)
    matches = number(given, "matches", 0, 1, MOST_MATCHES) if given.has("matches") else 0
    compiling.read_plainly()
    word = given.places[0]
    game = games.bring(word, trial=False) if games.is_path(word) else games.load(word)
    words = Words(texts.lang, game)
    shows = sys.stderr.isatty() and not given.has("json") and not given.has("plain")

    def progress(so_far: Report) -> None:
        if shows:
            percent = min(99, int(100 * so_far.part))
            said = words.say("check.progress", percent=percent, matches=so_far.matches)
            print(f"\r\x1b[2K{said}", end="", file=sys.stderr, flush=True)

    report = look(game, seconds, matches, progress)
    if shows:
        print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
    kept = {one.law: keep(game, one) for one in report.broken}
    if given.has("json"):
        screen.unbroken(json.dumps(as_data(words, report, kept), ensure_ascii=False))
    else:
        tell(screen, words, report, kept)
    return 0 if report.ok else 1


def keep(game: Game, one: Broken) -> str:
    """The shortest game as a file, to be replayed; where it lies, or nothing where none can be written."""
    if not one.record:
        return ""
    try:
        folder = data_folder() / "checks"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{game.id}-{one.law}.txt"
        file.write_text(one.record, encoding="utf-8")
    except (OSError, NoHome):
        return ""
    return str(file)


# In lines


def tell(screen: Screen, words: Words, report: Report, kept: dict[str, str]) -> None:
    game = report.game
    screen.line(
        words.say(
            "check.played",
            game=name_of(words),
            matches=report.matches,
            decisions=report.decisions,
            setups=len(report.setups),
            fewest=game.fewest,
            most=game.most,
        ),
        "bold",
    )
    screen.line()
    width = max(len(words.say(f"check.states.{state}")) for state in STYLES)
    for law in LAWS:
        state = report.state(law)
        screen.line(f"  {words.say(f'check.states.{state}'):{width}}  {words.say(f'laws.{law}.name')}", STYLES[state])
    for one in report.broken:
        screen.line()
        tell_broken(screen, words, report, one, kept[one.law])
    tell_missing(screen, words, report)
    screen.line()
    screen.line(words.say("check.some_broken", n=len(report.broken)) if report.broken else words.say("check.all_hold"))


def tell_broken(screen: Screen, words: Words, report: Report, one: Broken, file: str) -> None:
    game = report.game
    screen.line(words.say("check.broken", law=words.say(f"laws.{one.law}.name")), "bold red")
    screen.line("  " + said(words, one.error))
    screen.line("  " + words.say(f"laws.{one.law}.means"))
    if one.line:
        screen.line()
        screen.line("  " + words.say("check.line", file=shown_file(one.file), line=one.line))
        screen.line(f"      {one.source}", "bold")
    if one.case is None:
        return
    screen.line()
    screen.line("  " + words.say("check.shortest", **set_up(words, game, one.case)))
    screen.lines(["    " + line for line in listed(words, game, one.case)])
    if file and report.counts["form"]:
        path = () if game.id in games.ours() or game.id in games.guests() else ("--game", games.called(game))
        screen.line()
        for key, command in (("replay", "replay"), ("go_on", "continue")):
            screen.line("  " + words.say(f"check.{key}"))
            screen.unbroken("      " + called(command, file, *path))


def said(words: Words, error: Explained) -> str:
    """What is wrong: a law that is broken, or a game that fails."""
    if isinstance(error, LawBroken):
        return words.say(error.text, **error.params)
    return words.say(error.text, **{**error.params, "file": shown_file(str(error.params.get("file", "")))})


def set_up(words: Words, game: Game, case: Case) -> dict[str, Any]:
    options = [
        f"{option.name}={option.write(case.options[option.name])}"
        for option in game.options
        if option.name in case.options and case.options[option.name] != option.default
    ]
    return {"players": case.players, "options": options, "seed": case.seed, "moves": len(case.moves)}


def listed(words: Words, game: Game, case: Case) -> list[str]:
    """The moves in words, one line each; of many the first and the last."""
    if not case.moves:
        return [words.say("check.no_move")]
    lines = []
    for n, (seat, action) in enumerate(case.moves, 1):
        notation = f"{seat_letter(seat)} {game.notation(action)}"
        move = wording.action_words(words, game, action)
        lines.append(words.say("check.move", n=n, name=words.name(seat), words=move, notation=notation))
    if len(lines) > LISTED:
        lines[ENDS:-ENDS] = [words.say("check.more_moves", n=len(lines) - 2 * ENDS)]
    return lines


def tell_missing(screen: Screen, words: Words, report: Report) -> None:
    if report.too_long:
        screen.line()
        screen.line(words.say("check.too_long", n=report.too_long, matches=report.matches))
    if report.alone:
        screen.line()
        screen.line(words.say("check.alone", seat=seat_letter(min(report.asked))))
    for option in unread(report.game):
        screen.line()
        screen.line(words.say("check.unread", option=option))
    notes = []
    for lang, keys in not_worded(report.game).items():
        more = len(keys) - NAMED
        language = words.say(f"check.languages.{lang}")
        notes.append(words.say("check.not_worded", language=language, texts=", ".join(keys[:NAMED]), more=max(0, more)))
    notes += [words.say(f"check.optional.{key}") for key in optional(report.game)]
    if notes:
        screen.line()
        screen.line(words.say("check.not_there"), "bold")
        screen.lines([f"  {note}" for note in notes])


def shown_file(file: str) -> str:
    """As one would type it from here."""
    path = Path(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return os.path.relpath(path)
    return file


def name_of(words: Words) -> str:
    return words.say("name") if isinstance(words.game.get("name"), str) else ""


# As data


def as_data(words: Words, report: Report, kept: dict[str, str]) -> dict[str, Any]:
    """All of it, for programs."""
    game = report.game
    return {
        "game": game.id,
        "ok": report.ok,
        "matches": report.matches,
        "decisions": report.decisions,
        "setups": len(report.setups),
        "seconds": round(report.seconds, 1),
        "laws": [
            {
                "law": law,
                "number": number,
                "state": report.state(law),
                "looked_at": report.counts[law],
                "text": words.say(f"laws.{law}.name"),
            }
            for law, number in LAWS.items()
        ],
        "broken": [broken_data(words, game, one, kept[one.law]) for one in report.broken],
        "too_long": report.too_long,
        "alone": report.alone,
        "unread": unread(game),
        "not_worded": not_worded(game),
        "optional": optional(game),
    }


def broken_data(words: Words, game: Game, one: Broken, file: str) -> dict[str, Any]:
    found = {
        "law": one.law,
        "key": one.error.key,
        "params": one.error.params,
        "text": said(words, one.error),
        "means": words.say(f"laws.{one.law}.means"),
        "file": one.file,
        "line": one.line,
        "source": one.source,
        "record": one.record,
        "record_file": file,
    }
    if one.case is None:
        return found
    moves = [
        {
            "seat": seat,
            "move": game.notation(action),
            "text": wording.action_words(words, game, action),
        }
        for seat, action in one.case.moves
    ]
    shortest = {"players": one.case.players, "options": one.case.options, "seed": one.case.seed, "moves": moves}
    return {**found, "shortest": shortest}
