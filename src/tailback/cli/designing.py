"""`tailback new-game` and `tailback compile`: for whoever makes a game of their own."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from string import Template

from tailback import brought, games, kit
from tailback.brought import compiling
from tailback.brought.examine import ID
from tailback.cli.arguments import Given
from tailback.kit.words import initials
from tailback.terminal.forms import called
from tailback.terminal.screen import Screen, Trouble
from tailback.texts import Texts


def new_game(screen: Screen, texts: Texts, given: Given) -> int:
    """Write a small game that works, to be changed into another one."""
    wanted = given.places[0].removesuffix(".py")
    folder, name = Path(wanted).parent, re.sub(r"[\s-]+", "_", Path(wanted).name.lower())
    if not ID.fullmatch(name):
        raise Trouble("design.bad_name", name=Path(wanted).name)
    if name in games.ids():
        raise Trouble("design.taken", name=name)
    file = folder / f"{name}.py"
    if file.exists() and not given.has("force"):
        raise Trouble("design.exists", file=str(file))
    pattern = Template(resources.files("tailback.kit").joinpath("new_game.txt").read_text(encoding="utf-8"))
    words = [part.capitalize() for part in name.split("_")]
    # A game called sketch would hide the Sketch that it is made with.
    table = "".join(words) + ("Table" if hasattr(kit, "".join(words)) else "")
    written = pattern.substitute(name=name, title=" ".join(words), table=table, initials=initials(name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(written, encoding="utf-8")
    except OSError as error:
        raise Trouble("design.not_written", file=str(file), reason=error.strerror or str(error)) from None
    screen.line(texts.say("design.written", file=str(file)))
    shown = f"./{file.as_posix()}" if not file.is_absolute() else str(file)
    for key, command in (
        ("design.play", ("play", shown)),
        ("design.serve", ("serve", "--game", shown, "--watch")),
        ("design.check", ("check", shown)),
    ):
        screen.line(texts.say(key, command=called(*command)))
    return 0


def compile_game(screen: Screen, texts: Texts, given: Given) -> int:
    """The same game in C, several times as fast. It is used as long as its source stays as it is."""
    place = Path(given.places[0]).expanduser().absolute()
    game = games.bring(place)
    screen.line(texts.say("design.compiling", game=Texts(texts.lang, game).say("name")))
    try:
        where = compiling.compile_game(place, brought.module_of(place))
    except compiling.NotCompiled as error:
        raise Trouble(error.text, **error.params) from None
    screen.line(texts.say("design.compiled", folder=str(where)))
    return 0
