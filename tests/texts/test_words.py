"""Words as families say them: one word for one thing, and every text reads right with any card, name and number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tailback import games
from tailback.texts import DIGITS, LANGUAGES, Texts, catalogue
from tailback.texts.places import Place, parse, places
from texts.test_catalogues import NAMES, leaves, words_of

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("playing", "terminal", "hosting", "watching", "families")

# Names as people have them: any ending, any length, and one that begins with a small letter.
PLAYERS = ["Klaus", "Max", "Väinö", "x", "O'Neil", "Anna-Lena von der Straße", "Åke", "iida"]
NUMBERS = (0, 1, 2, 5)


def folder(lang: str) -> Path:
    return ROOT / "docs" if lang == "en" else ROOT / "docs" / lang


def texts_of(lang: str, name: str) -> list[tuple[str, str]]:
    """The texts of a catalogue; its grammar is none."""
    return [(path, text) for path, text in leaves(words_of(lang, name)) if not path.startswith("/grammar")]


def sources(lang: str) -> Iterator[tuple[str, str]]:
    """Everything in this language that players read, with where it stands; code in guides is not words."""
    for name in NAMES:
        # The name of a parameter is not a word, nor is what is to be typed.
        for path, text in texts_of(lang, name):
            yield f"{name}{path}", re.sub(r"(?<!\w)'[^']*'|\{\w+(:\w+)?", "", text)
    for name in GUIDES:
        text = (folder(lang) / f"{name}.md").read_text(encoding="utf-8")
        yield f"{name}.md", re.sub(r"```.*?```|`[^`]*`|^    .*$", "", text, flags=re.DOTALL | re.MULTILINE)


def banned(lang: str) -> list[str]:
    """The last column of the glossary."""
    rows = re.findall(r"^\|.*\|.*\|(.*)\|$", (folder(lang) / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [word.strip() for row in rows[2:] for word in row.split(",") if word.strip()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_that_the_glossary_bans(lang: str) -> None:
    words = banned(lang)
    assert len(words) > 10
    pattern = re.compile(
        "|".join(r"\b" + re.escape(word) + r"\b" for word in words).replace(r"\-\b", ""), re.IGNORECASE
    )
    found = [f"{where}: {hit[0]!r} in {text[:90]!r}" for where, text in sources(lang) for hit in pattern.finditer(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_straight_quotation_marks(lang: str) -> None:
    found = [f"{where}: {text[:90]}" for where, text in sources(lang) if '"' in text]
    assert not found, "\n".join(found)


# A name gets no ending: it begins a clause, follows a colon, a comma, a verb it is the subject of, or `pelaajan`.
VERBS = "on oli olet voi pelaa alkaa aloittaa voittaa jakoi jakaa jatkaa"
NOUNS = r"pelaaja\w* vuorossa vastassa huutaja antaja palauttaja ja tai nyt"
BEFORE_A_NAME = re.compile(rf"(^|[.!?:;,(”]\s?|\b({'|'.join(f'{VERBS} {NOUNS}'.split())})\s)$", re.IGNORECASE)


@pytest.mark.parametrize("name", NAMES)
def test_finnish_names_need_no_ending(name: str) -> None:
    found = []
    for path, text in texts_of("fi", name):
        parts = parse(text)
        for before, part in zip(("", *parts), parts, strict=False):
            names = isinstance(part, Place) and part.form == "name"
            if names and isinstance(before, str) and not BEFORE_A_NAME.search(before):
                found.append(f"{path}: {text}")
    assert not found, "\n".join(found)


class Sampler:
    """Values for the places of a text: one after the other, everything that may stand there."""

    def __init__(self, texts: Texts, name: str) -> None:
        self.texts = texts
        self.tokens = tokens_of(name) or ["red", "hello"]

    def values(self, forms: set[str]) -> list[Any]:
        if "each" in forms:
            return [list(range(len(PLAYERS)))]
        if "name" in forms:
            return [*range(len(PLAYERS)), [], [1], [0, 2], list(range(len(PLAYERS)))]
        if forms & set(DIGITS):
            return [0.0, 1.04, 2.5]
        if forms & set(self.texts.forms):
            return [*self.tokens, [], self.tokens[:1], self.tokens[-2:], self.tokens[:40]]
        return [True, False] if forms == {"if"} else list(NUMBERS)

    def said(self, key: str, text: str) -> Iterator[str]:
        """This text with each value of each place, the others at the first of theirs or at the same number."""
        forms: dict[str, set[str]] = {}
        for place in places(parse(text)):
            forms.setdefault(place.name, set()).add(place.form)
        values = {name: self.values(found) for name, found in forms.items()}
        first = {name: some[0] for name, some in values.items()}
        yield self.texts.render(key, parse(text), first, "")
        for name, some in values.items():
            for value in some[1:]:
                yield self.texts.render(key, parse(text), {**first, name: value}, "")
        for at in range(4):
            same = {name: some[min(at, len(some) - 1)] for name, some in values.items()}
            yield self.texts.render(key, parse(text), same, "")


def tokens_of(name: str) -> list[str]:
    """Every card, colour and other token of a game."""
    if name not in games.ids():
        return []
    game = games.load(name)
    named = [value for action in range(game.actions) for value in game.describe(action)[1].values()]
    return list(dict.fromkeys([*game.texts("en")["words"], *(value for value in named if isinstance(value, str))]))


def plurals(lang: str) -> set[str]:
    """Words that stand behind a number of several, out of every text that knows the difference."""
    found = set()
    for name in NAMES:
        for _, text in texts_of(lang, name):
            parts = parse(text)
            for number, space, place in zip(parts, parts[1:], parts[2:], strict=False):
                if isinstance(place, Place) and (number, space) == (Place(place.name, "", ()), " "):
                    one, many = (str(branch[0]).split()[0] for branch in place.branches[-2:])
                    found |= {many} - {one}
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_reads_right_whatever_is_filled_in(lang: str, name: str) -> None:
    texts = Texts(lang, games.load(name) if name in games.ids() else None, PLAYERS)
    sampler = Sampler(texts, name)
    several = plurals(lang)
    # "2 to 1 players" is no text of ours: such ranges go up.
    ones = r"(?<![\w.,:/–-])(?<!to )(?<!bis )1 (?:" + "|".join(map(re.escape, several)) + r")\b"
    # A file may be named from here: "./robot.py".
    faults = re.compile(r"[{}]|  | (?!\./\w)[.,!:](?!\.)|\(\)|" + ones)
    found = set()
    for path, text in texts_of(lang, name):
        for said in sampler.said(path, text):
            if not said or said != said.strip() or faults.search(said):
                found.add(f"{path}: {said[:110]!r}")
                break
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("name", games.ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_the_forms_that_are_asked_for(lang: str, name: str) -> None:
    """German and English need a gender of each card that stands with an article, Finnish the form itself."""
    game = games.load(name)
    texts = Texts(lang, game)
    spots = [place for _, text in texts_of(lang, name) for place in places(parse(text))]
    asked = {spot.form for spot in spots if spot.name in ("card", "cards", "top")} & set(texts.forms) - {"word"}
    cards = [str(params["card"]) for _, params in map(game.describe, range(game.actions)) if "card" in params]
    # `R-Fn` is a colour and a kind, `turbo 4` a kind and a number.
    kinds = {part for card in cards for part in (card, card[2:], card.rpartition(" ")[0])}
    lacking = []
    for token, entry in texts.game["words"].items():
        for form in asked:
            # "none" says that it stands without an article.
            known = isinstance(entry, dict) and (form in entry or entry.get("gender") in ("none", *texts.forms[form]))
            if token in kinds and not known:
                lacking.append(f"{token} {form}")
    assert not lacking


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_is_used(lang: str) -> None:
    """One that nobody needs would be dead weight in the browser."""
    spots = [place for name in NAMES for _, text in texts_of(lang, name) for place in places(parse(text))]
    assert set(catalogue(lang, "app")["grammar"]["forms"]) <= {spot.form for spot in spots}
