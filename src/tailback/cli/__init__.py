"""The `tailback` command. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from tailback.cli.arguments import COMMANDS, SETTING_UP, Given, asked_language, command_help, help_lines, parse
from tailback.terminal.screen import Screen, Trouble, choose_screen
from tailback.texts import LANGUAGES, Texts, language
from tailback.texts.names import printable

CTRL_C = 130


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 a record does not hold, 2 a mistake, 130 Ctrl-C."""
    words = sys.argv[1:] if argv is None else argv
    asked = asked_language(words)
    texts = Texts(language(asked or ""))
    try:
        if asked is not None and asked.lower() not in LANGUAGES:
            raise Trouble("usage.bad_language", value=asked, allowed=", ".join(LANGUAGES))
        code = run(parse(words, settings), texts)
        sys.stdout.flush()
        return code
    except Trouble as trouble:
        complain(texts, trouble)
        return trouble.code
    except KeyboardInterrupt:
        return CTRL_C
    except BrokenPipeError:
        # Whoever read our lines has had enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def settings(game_id: str) -> dict[str, str]:
    """Options of a game as flags: `--opening_card` and `--opening-card`."""
    from tailback import games
    from tailback.core.errors import BadOption

    try:
        names = [option.name for option in games.load(game_id).options]
    except BadOption:
        return {}
    return {flag: name for name in names for flag in (name, name.replace("_", "-"))}


def complain(texts: Texts, trouble: Trouble) -> None:
    sys.stdout.flush()
    from tailback.terminal.wording import meant

    lines = [
        *([texts.say(trouble.key, **trouble.params)] if trouble.key else []),
        *meant(texts, trouble.params),
        *trouble.hints,
    ]
    if trouble.key.startswith("usage."):
        lines.append(texts.say("usage.see_help"))
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
    return command(given.command)(screen, texts, given)


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
