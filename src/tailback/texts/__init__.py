"""Every word a person reads, in English, German and Finnish.

`texts/<language>/app.json` holds what is common; what belongs to one game is in the `texts`
of its own folder. A text may mention parameters:

    {n}                     as it is
    {card:word}             a card, colour or other token in words
    {card:acc}              the same in another form that the language has in its `grammar`
    {seat:name}             the name of a player
    {points:each}           one number per seat, each with the name of its player
    {n:plural(card|cards)}  one form or the other; of three branches the first is for none; of a list its length counts
    {clockwise:if(to the left|to the right)}
    {share:tenth}           a number that was measured, as the language writes it: 2.5, 2,5; also `whole`, `hundredth`

Several of something are joined as the language does it: "Ann, Ben and Cem"; nobody and nothing have their words.
A branch may hold anything, other places as well. A word that begins a sentence gets its capital.

An entry of `words` is a text, or its forms: {"word": "Strafzettel", "gender": "m"}. A card with a colour (`R-T2`) is
put together: article, colour, kind. `grammar.forms` says for each form and gender the article and the ending of
a colour; where a word has the form itself, that one is taken (Finnish: {"word": "punainen", "gen": "punaisen"}).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from importlib import resources
from typing import Any, Protocol

from tailback.reasons import Reason
from tailback.texts.places import Parts, Place, mentioned, parse

LANGUAGES = ("en", "de", "fi")
COLOURS = "RBGY"
# Of numbers that were measured: so many digits after the point.
DIGITS = {"whole": 0, "tenth": 1, "hundredth": 2}
NUMBERED = re.compile(r"(\D+?)[- ]?(\d+)")
# What a sentence ends with, and what may stand before the first word of the next.
SENTENCE_END = re.compile(r"(^|[.!?…][“”\"’)]*\s)[„”“\"(]*$")


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
    """What belongs to no game: `app` for every client, `web` for the screens of the browser, `study` for the lab."""
    source = resources.files(__package__).joinpath(lang, f"{name}.json")
    found = json.loads(source.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def measured(lang: str, value: float, digits: int) -> str:
    """
    Halves are rounded away from nought, as browsers do it: a report beside a terminal says the same.

    >>> measured("en", -1234.56, 1), measured("de", 2.25, 1), measured("fi", -0.04, 1)
    ('−1\u202f234.6', '2,3', '0,0')
    """
    written = f"{Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):,}"
    if float(written.replace(",", "")) == 0:
        written = written.removeprefix("-")
    marks = {",": "\N{NARROW NO-BREAK SPACE}", "-": "\N{MINUS SIGN}", ".": "." if lang == "en" else ","}
    return "".join(marks.get(sign, sign) for sign in written)


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
        self.grammar: dict[str, Any] = self.app["grammar"]
        self.forms: dict[str, dict[str, tuple[str, str]]] = self.grammar["forms"]

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
        return self.render(key, parse(str(self.raw(key))), params, "")

    def event(self, seen: dict[str, Any]) -> str:
        """An event in words, as its `seen_by` or `full` gives it.

        `events.<kind>` is for everyone; `events.<kind>_seen`, where there is one, is for
        those who also see the secret part.
        """
        params = {name: value for name, value in seen.items() if name != "kind"}
        own = f"events.{seen['kind']}_seen"
        if self.has(own) and mentioned(str(self.raw(own))) <= params.keys():
            return self.say(own, **params)
        return self.say(f"events.{seen['kind']}", **params)

    def render(self, key: str, parts: Parts, params: dict[str, Any], before: str) -> str:
        """These parts after what stands before them in the same text."""
        said = before
        for part in parts:
            said += part if isinstance(part, str) else self.fill(key, part, params, said)
        return said[len(before) :]

    def fill(self, key: str, place: Place, params: dict[str, Any], before: str) -> str:
        if place.name not in params:
            raise MissingText(f"{key}: no parameter {place.name}")
        value = params[place.name]
        if isinstance(value, Reason):
            value = self.reason(value)
        if place.branches:
            return self.render(key, self.branch(key, place, value), params, before)
        if not place.form:
            return self.several(value, str)
        if place.form in DIGITS:
            return measured(self.lang, value, DIGITS[place.form])
        if place.form == "name":
            return self.several(value, self.name) or self.say("nobody")
        if place.form == "each":
            return ", ".join(f"{self.name(seat)} {item}" for seat, item in enumerate(value))
        if place.form not in self.forms:
            raise MissingText(f"{key}: no form {place.form}")
        words = self.several(value, lambda token: self.word(token, place.form)) or self.say("nothing")
        return words[:1].upper() + words[1:] if SENTENCE_END.search(before) else words

    def branch(self, key: str, place: Place, value: Any) -> Parts:
        """The one that holds of this value."""
        few = place.branches
        if place.form == "plural":
            n = len(value) if isinstance(value, (list, tuple)) else value
            return few[0] if n == 0 and len(few) > 2 else few[-2] if n == 1 else few[-1]
        if place.form == "if":
            return few[0] if value else few[1] if len(few) > 1 else ()
        raise MissingText(f"{key}: no branches of {place.form}")

    def several(self, value: Any, words: Callable[[Any], str]) -> str:
        """One of them in words, or a list of them as this language joins it."""
        if not isinstance(value, (list, tuple)):
            return words(value)
        *most, last = [words(item) for item in value] or [""]
        return f"{', '.join(most)} {self.grammar['and']} {last}" if most else last

    def reason(self, why: Reason) -> str:
        """Our words for what the system said; its own where we have none."""
        return self.say(f"system.{why.name}") if why.name and self.has(f"system.{why.name}") else str(why)

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("nobody")

    def word(self, token: Any, form: str = "word") -> str:
        """A token in words: itself in `words`, or a colour letter and a kind (`R-T2`), or a kind and a number."""
        text = str(token)
        colour, kind, number = None, self.entry(text), ""
        if kind is None and text[:1] in COLOURS:
            colour, text = self.entry(text[:1]), text[1:].lstrip("-")
            kind = self.entry(text)
        if kind is None and (numbered := NUMBERED.fullmatch(text)) and (kind := self.entry(numbered[1])):
            number = numbered[2]
        if kind is None:
            kind = {"word": text, "gender": self.grammar["number"] if text.isdigit() else ""}
        gender = (colour or {}).get("gender") or kind.get("gender", "")
        article, ending = self.forms[form].get(gender, ("", ""))
        shade = ""
        if colour is not None:
            shade = colour["adjective"] + ending if "adjective" in colour else colour.get(form) or colour["word"]
        return " ".join(filter(None, (article, shade, kind.get(form) or kind["word"], number)))

    def colour(self, letter: str) -> dict[str, str]:
        """The forms of a colour, by their names; no game has other colours."""
        return dict(self.app["words"][letter])

    def entry(self, token: str) -> dict[str, str] | None:
        """What `words` has of this token, the game's first."""
        found = self.game.get("words", {}).get(token) or self.app["words"].get(token)
        return {"word": found} if isinstance(found, str) else found
