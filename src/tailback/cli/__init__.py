"""The `tailback` command. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from tailback.cli.arguments import COMMANDS, SETTING_UP, USUAL, Given, asked_language, command_help, help_lines, parse
from tailback.core.errors import Explained
from tailback.reasons import reason
from tailback.terminal.forms import called
from tailback.terminal.screen import Screen, Trouble, choose_screen, trouble
from tailback.texts import LANGUAGES, Texts, language
from tailback.texts.names import printable

CTRL_C = 130
# A mistake of ours; 1 would mean that a record does not hold.
OUR_MISTAKE = 70
# Set to anything: a mistake of ours is shown with the lines of the program where it happened.
TRACEBACK = "TAILBACK_TRACEBACK"


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 a record or law is broken, 2 a mistake, 70 one of ours, 130 Ctrl-C."""
    open_streams()
    given = Given(sys.argv[1:] if argv is None else argv)
    asked = asked_language(given.words)
    texts = Texts(language(asked or ""))
    try:
        if asked is not None and asked.lower() not in LANGUAGES:
            raise Trouble("usage.bad_language", value=asked, allowed=", ".join(LANGUAGES))
        parse(given, settings)
        code = run(given, texts)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return CTRL_C
    except BrokenPipeError:
        # Whoever read our lines has had enough; there is nobody left to tell.
        close_output()
        return 0
    except Trouble as told:
        found = told
    except OSError as error:
        found = of_system(error)
    except Exception as error:
        wrong = mistake_in_a_game(error)
        if isinstance(error, Explained) and texts.has(error.text):
            found = trouble(error)
        elif wrong is not None:
            found = trouble(wrong)
        elif TRACEBACK in os.environ:
            raise
        else:
            found = of_ours(texts, given, error)
    complain(texts, found, given)
    return found.code


def mistake_in_a_game(error: Exception) -> Explained | None:
    """What is wrong with a game that somebody named by its path, where this comes from there."""
    from tailback.brought.errors import blamed

    return blamed(error)


def open_streams() -> None:
    """Somebody may have closed them (`>&-`): what is said there is then said to nobody."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))


def close_output() -> None:
    """What could not be written is given up; Python would try once more at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def of_system(error: OSError) -> Trouble:
    """The system refused something that nobody had thought of: the disk behind our output is full, for one."""
    if error.filename is None:
        return Trouble("trouble.refused", reason=reason(error))
    return Trouble("trouble.refused_file", file=str(error.filename), reason=reason(error))


def of_ours(texts: Texts, given: Given, error: Exception) -> Trouble:
    """A mistake of ours. For a player one line is enough; in the log of a server the place of it must not be lost."""
    hints: tuple[str, ...] = (texts.say("trouble.report"),)
    if given.command == USUAL:
        import traceback

        hints = tuple("".join(traceback.format_exception(error)).splitlines())
    return Trouble("trouble.mistake", OUR_MISTAKE, hints, error=f"{type(error).__name__}: {error}"[:200])


def settings(game_id: str) -> dict[str, str]:
    """Options of a game as flags: `--opening_card` and `--opening-card`."""
    from tailback import games
    from tailback.core.errors import BadOption

    try:
        names = [option.name for option in games.meant(game_id).options]
    except BadOption:
        return {}
    return {flag: name for name in names for flag in (name, name.replace("_", "-"))}


def complain(texts: Texts, trouble: Trouble, given: Given) -> None:
    try:
        sys.stdout.flush()
    except OSError:
        close_output()
    from tailback.terminal.wording import meant

    lines = [
        *([texts.say(trouble.key, **trouble.params)] if trouble.key else []),
        *meant(texts, trouble.params),
        *trouble.hints,
    ]
    if trouble.key.startswith("usage."):
        words = [*(given.command.split() if given.command in COMMANDS else []), "--help"]
        asked = asked_language(given.words) or ""
        words += ["--lang", asked] if asked.lower() in LANGUAGES else []
        lines.append(texts.say("trouble.see_help", command=called(*words)))
    for line in lines:
        print(printable(line), file=sys.stderr)


def run(given: Given, texts: Texts) -> int:
    screen = choose_screen(texts, given.has("plain"))
    if given.has("version"):
        return version(screen, texts)
    if not given.command:
        screen.lines(help_lines(texts))
        return 0
    if given.has("help"):
        return show_help(screen, texts, given)
    if given.command != USUAL:
        bring_games(given)
    return command(given.command)(screen, texts, given)


def bring_games(given: Given) -> None:
    """The games that the command names by their paths; a server starts even where one of them is broken."""
    if given.has("game"):
        from tailback import games

        for path in given.all("game"):
            games.bring(path)


def command(name: str) -> Callable[[Screen, Texts, Given], int]:
    from importlib import import_module

    module, _, function = COMMANDS[name].does.partition(":")
    found: Callable[[Screen, Texts, Given], int] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def version(screen: Screen, texts: Texts) -> int:
    import platform

    import tailback
    from tailback.core import contract

    how = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    python = platform.python_version()
    screen.line(texts.say(f"version.{how}", version=tailback.__version__, python=python))
    return 0


def show_help(screen: Screen, texts: Texts, given: Given) -> int:
    screen.lines(command_help(texts, given.command))
    if given.command in SETTING_UP and given.places:
        from tailback.cli.setting_up import game_help

        screen.line()
        screen.lines(game_help(texts, given.places[0]))
    return 0
