"""The three languages say the same things, and every declared thing has its words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from specimens import TURNS
from tailback import games
from tailback.server.protocol import SettingsFace
from tailback.texts import LANGUAGES, MissingText, Texts, catalogue, language
from tailback.texts.places import Malformed, mentioned, parse

NAMES = ["app", "kit", "lab", "laws", "study", "web", *games.ids()]
# A game of one file has its words in it.
IN_FOLDERS = [name for name in games.ids() if games.load(name).file("texts/en.json") is not None]
REASONING = [name for name in games.ids() if games.load(name).part("because") is not None]
# What a bot says about a move is read aloud and shown in a bubble.
LONGEST_WHY = 14


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}/{key}")
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from leaves(item, f"{path}/{k}")
    else:
        assert isinstance(value, str), f"{path} is no text"
        yield path, value


def same_everywhere(found: dict[str, Any]) -> dict[str, Any]:
    """What the languages have in common. Which forms and which other names a word has is the affair of its language."""
    words = {token: "" for token in found.get("words", {}) if not token.isdigit()}
    own = ("grammar", "aliases")
    return {key: words if key == "words" else item for key, item in found.items() if key not in own}


def words_of(lang: str, name: str) -> dict[str, Any]:
    """A catalogue by its name: a game's, or one that all share."""
    return games.load(name).texts(lang) if name in games.ids() else catalogue(lang, name)


@pytest.mark.parametrize("name", IN_FOLDERS)
def test_a_catalogue_for_each_language_and_no_other(name: str) -> None:
    folder = resources.files(games.load(name).home).joinpath("texts")
    assert {path.name for path in folder.iterdir()} == {f"{lang}.json" for lang in LANGUAGES}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["de", "fi"])
def test_same_keys_and_parameters(lang: str, name: str) -> None:
    english = dict(leaves(same_everywhere(words_of("en", name))))
    other = dict(leaves(same_everywhere(words_of(lang, name))))
    assert list(english) == list(other)
    for path, text in english.items():
        # Which forms of a parameter a language needs is its own affair; that it mentions the same ones is not.
        assert mentioned(text) == mentioned(other[path]), path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_clean(lang: str, name: str) -> None:
    for path, text in leaves({key: item for key, item in words_of(lang, name).items() if key != "grammar"}):
        assert text == text.strip(), path
        assert text, f"{path} is empty"
        assert "  " not in text, path
        parse(text)


@pytest.mark.parametrize("name", games.ids())
@pytest.mark.parametrize("lang", ["de", "fi"])
def test_translations_are_translated(lang: str, name: str) -> None:
    """Rules and prompts that still read as in English are forgotten ones."""
    english = dict(leaves(words_of("en", name)))
    other = dict(leaves(words_of(lang, name)))
    same = [path for path, text in english.items() if other.get(path) == text and len(text.split()) > 4]
    assert same == []


@pytest.mark.parametrize("name", games.ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_declared_thing_has_words(lang: str, name: str) -> None:
    game = games.load(name)
    texts = Texts(lang, games.load(name), ["Ann", "Ben", "Cem", "Dot", "Eva", "Fin", "Gus", "Hal"])
    assert texts.say("name")
    assert texts.say("pitch")
    for option in game.options:
        assert texts.say(f"options.{option.name}.label")
        assert texts.say(f"options.{option.name}.help")
        for value in option.choices:
            if isinstance(value, str):
                assert texts.say(f"options.{option.name}.values.{value}")
    for preset in game.presets:
        assert texts.say(f"presets.{preset}")
    words = [texts.say(f"actions.{key}", **params) for key, params in map(game.describe, range(game.actions))]
    assert len(set(words)) == len(words), "two actions read the same"


@pytest.mark.parametrize("name", REASONING)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_can_say_why(lang: str, name: str) -> None:
    """One short sentence or two for each reason that a game knows; the tests of the game say when it is given."""
    texts = games.load(name).texts(lang)
    assert "why" not in texts
    assert len(texts["because"]) > 2
    for path, text in leaves(texts["because"]):
        assert len(text.split()) <= LONGEST_WHY, f"{path}: {text}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_of_a_table_has_words(lang: str) -> None:
    settings = catalogue(lang, "web")["settings"]
    assert list(settings) == list(SettingsFace.__struct_fields__)
    assert all(list(words) == ["label", "help"] for words in settings.values())


def test_places() -> None:
    texts = Texts("en", TURNS, ["Ann", "Ben", "Cem"])
    texts.game = {"x": "{seat:name}: {n} {n:plural(card|cards)}, {up:if(up|down)}. {c:word}, then {c:a}."}
    assert texts.say("x", seat=1, n=1, up=True, c="R8") == "Ben: 1 card, up. Red 8, then a red 8."
    assert texts.say("x", seat=0, n=2, up=False, c="8") == "Ann: 2 cards, down. 8, then an 8."
    some = "{seats:name} {seats:plural(sit|sits|sit)} here{n:plural(| with one card, (alone)| with {n} cards)}."
    texts.game = {"x": some}
    assert texts.say("x", seats=[0, 1, 2], n=5) == "Ann, Ben and Cem sit here with 5 cards."
    assert texts.say("x", seats=[1], n=1) == "Ben sits here with one card, (alone)."
    assert texts.say("x", seats=[], n=0) == "nobody sit here."
    texts.game = {"x": "{cards:word}. {cards}? {seat:name}! “{up:if({c:word})}”"}
    assert texts.say("x", cards=["B3", "G4"], seat=0, up=1, c="R") == "Blue 3 and green 4. B3 and G4? Ann! “Red”"
    assert texts.say("x", cards=[], seat=9, up=0, c="R") == "Nothing. ? nobody! “”"


@pytest.mark.parametrize(
    ("lang", "form", "said"),
    [
        ("en", "word", "red Stop, blue 5, Stop and 8"),
        ("en", "a", "a red Stop, a blue 5, a Stop and an 8"),
        ("de", "word", "roter Stop, blaue 5, Stop und 8"),
        ("de", "bare", "roten Stop, blaue 5, Stop und 8"),
        ("de", "nom", "ein roter Stop, eine blaue 5, ein Stop und eine 8"),
        ("de", "acc", "einen roten Stop, eine blaue 5, einen Stop und eine 8"),
        ("de", "dat", "einem roten Stop, einer blauen 5, einem Stop und einer 8"),
        ("de", "the_acc", "den roten Stop, die blaue 5, den Stop und die 8"),
        ("de", "the_dat", "dem roten Stop, der blauen 5, dem Stop und der 8"),
        ("fi", "word", "punainen Stop, sininen 5, Stop ja 8"),
        ("fi", "gen", "punaisen Stopin, sinisen vitosen, Stopin ja kasin"),
    ],
)
def test_forms_of_cards(lang: str, form: str, said: str) -> None:
    stop = {"en": {"gender": "a"}, "de": {"gender": "m"}, "fi": {"gen": "Stopin"}}[lang]
    texts = Texts(lang, TURNS)
    texts.game = {"words": {"Stop": {"word": "Stop", **stop}}, "x": f": {{cards:{form}}}"}
    assert texts.say("x", cards=["R-Stop", "B5", "Stop", "8"]) == f": {said}"


def test_mistakes_are_loud() -> None:
    texts = Texts("en", TURNS)
    with pytest.raises(MissingText):
        texts.say("no.such.key")
    texts.game = {"x": "{seat}", "y": "{n:dance}", "z": "{n:dance(a|b)}"}
    with pytest.raises(MissingText):
        texts.say("x")
    with pytest.raises(MissingText):
        texts.say("y", n=1)
    with pytest.raises(MissingText):
        texts.say("z", n=1)


@pytest.mark.parametrize("text", ["{", "a } b", "{n:plural(a|b}", "{n:plural(a|b)", "{n:if(a|{b)}", "{}", "{n:}"])
def test_a_broken_place_is_found(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


def test_language_comes_from_the_asker_then_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAILBACK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language() == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language() == "de"
    assert language("fi") == "fi"
    assert language("xx") == "de"
    monkeypatch.setenv("LC_ALL", "C")
    assert language() == "en"
    monkeypatch.setenv("TAILBACK_LANG", "fi")
    assert language() == "fi"


@pytest.mark.parametrize("name", [name for name in NAMES if name in IN_FOLDERS or name not in games.ids()])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang: str, name: str) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), f"twice: {[key for key in keys if keys.count(key) > 1]}"
        return dict(pairs)

    if name in games.ids():
        source = resources.files(games.load(name).home).joinpath("texts", f"{lang}.json")
    else:
        source = resources.files("tailback.texts").joinpath(lang, f"{name}.json")
    json.loads(source.read_text(encoding="utf-8"), object_pairs_hook=once)
