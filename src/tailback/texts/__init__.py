"""Every word a person reads, in English, German and Finnish.

`texts/<language>/app.json` holds what is common; what belongs to one game is in the `texts`
of its own folder. A text may mention parameters:

    {n}                     as it is; a list is joined with commas
    {card:word}             a card, colour or other token in words
    {cards:words}           several of them
    {seat:name}             the name of a player; {seats:names} several
    {points:each}           one number per seat, each with the name of its player
    {n:plural(card,cards)}  one form or the other
    {clockwise:if(to the left,to the right)}
"""

from __future__ import annotations

import json
import os
import re
from importlib import resources
from typing import Any, Protocol

LANGUAGES = ("en", "de", "fi")
PLACE = re.compile(r"\{(\w+)(?::(\w+)(?:\(([^()]*)\))?)?\}")


class MissingText(KeyError):
    """A key that has no text: a mistake in the catalogue or in the code."""


def language(asked: str = "") -> str:
    """The language asked for; else that of the surroundings, where the first setting decides; else English."""
    if asked.lower() in LANGUAGES:
        return asked.lower()
    for name in ("TAILBACK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        found = os.environ.get(name, "")
        if found:
            return found[:2].lower() if found[:2].lower() in LANGUAGES else "en"
    return "en"


def catalogue(lang: str, name: str) -> dict[str, Any]:
    """What belongs to no game: `app` for every client, `web` for the screens of the browser."""
    source = resources.files(__package__).joinpath(lang, f"{name}.json")
    found = json.loads(source.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


class Worded(Protocol):
    """A game, as far as words go."""

    def texts(self, lang: str) -> dict[str, Any]: ...


class Texts:
    """The texts of one language, with those of one game on top and the names of its players."""

    def __init__(self, lang: str, game: Worded | None = None, names: list[str] | None = None) -> None:
        self.lang = lang
        self.app = catalogue(lang, "app")
        self.game = game.texts(lang) if game is not None else {}
        self.names = names if names is not None else []

    def raw(self, key: str) -> Any:
        """The entry at `section.name`, of the game first, then the common one."""
        for source in (self.game, self.app):
            found: Any = source
            for part in key.split("."):
                found = found.get(part) if isinstance(found, dict) else None
            if found is not None:
                return found
        raise MissingText(key)

    def has(self, key: str) -> bool:
        try:
            self.raw(key)
        except MissingText:
            return False
        return True

    def say(self, key: str, **params: Any) -> str:
        """The text at this key with its parameters filled in."""
        return PLACE.sub(lambda found: self.fill(key, found, params), str(self.raw(key)))

    def event(self, seen: dict[str, Any]) -> str:
        """An event in words, as its `seen_by` or `full` gives it.

        `events.<kind>` is for everyone; `events.<kind>_seen`, where there is one, is for
        those who also see the secret part.
        """
        params = {name: value for name, value in seen.items() if name != "kind"}
        own = f"events.{seen['kind']}_seen"
        if self.has(own) and all(place[0] in params for place in PLACE.findall(str(self.raw(own)))):
            return self.say(own, **params)
        return self.say(f"events.{seen['kind']}", **params)

    def fill(self, key: str, found: re.Match[str], params: dict[str, Any]) -> str:
        name, form, choices = found.groups()
        if name not in params:
            raise MissingText(f"{key}: no parameter {name}")
        value = params[name]
        if form is None:
            return ", ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else str(value)
        if form == "word":
            return self.word(value)
        if form == "words":
            return ", ".join(self.word(item) for item in value) or self.say("nothing")
        if form == "name":
            return self.name(value)
        if form == "names":
            return ", ".join(self.name(item) for item in value)
        if form == "each":
            return ", ".join(f"{self.name(seat)} {item}" for seat, item in enumerate(value))
        options = (choices or "").split(",")
        if form == "plural":
            return options[0 if value == 1 else 1]
        if form == "if":
            return options[0 if value else 1] if len(options) > 1 or value else ""
        raise MissingText(f"{key}: no form {form}")

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("nobody")

    def word(self, token: Any) -> str:
        """A token in words: itself in `words`, or a colour letter and a kind (`R-T2`)."""
        words = {**self.app.get("words", {}), **self.game.get("words", {})}
        text = str(token)
        if text in words:
            return str(words[text])
        if len(text) > 1 and text[0] in words and text[0] in "RBGY":
            kind = text[1:].lstrip("-")
            return f"{words[text[0]]} {words.get(kind, kind)}"
        return text
