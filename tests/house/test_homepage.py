"""The home page as it is written: every link leads somewhere, every page says its language, nothing is from outside."""

from __future__ import annotations

import json
import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from homepage.sources import DOCS, ROOT, address, ordered, sources
from homepage.write import PLAY, write

from tailback.texts import LANGUAGES

TEXTS = ROOT / "homepage" / "texts"
# Attributes that make a browser fetch something at once.
FETCHED = {"src", "srcset", "data-moving"}


class Seen(HTMLParser):
    """What is on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.tags.append((tag, named))
        if "id" in named:
            self.ids.append(named["id"])
        for name, value in named.items():
            if name == "href" and tag == "a":
                self.links.append(value)
            elif name in FETCHED or name == "href":
                self.fetched.append(value)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [named for name, named in self.tags if name == tag and wanted.items() <= named.items()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write(folder)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Seen]:
    """Every page by its address."""
    return {
        path.relative_to(site).as_posix(): Seen(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


def target(page: str, link: str) -> str:
    """What a link means, seen from the folder of the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(link)))


def plays(page: str, link: str) -> str:
    """What stands behind the address of the table in the browser, where a link leads there."""
    name, _, asked = link.partition("?")
    return asked if target(page, name) == PLAY.rstrip("/") else ""


def test_every_text_is_a_page_in_every_language(pages: dict[str, Seen]) -> None:
    texts = {path for source in sources().values() for path in source.texts.values()}
    assert texts >= set(DOCS.rglob("*.md"))
    assert {*pages} == {address(key, lang) for key in ("index", *sources()) for lang in LANGUAGES}


def test_every_link_and_every_anchor_leads_somewhere(site: Path, pages: dict[str, Seen]) -> None:
    lost = []
    for page, seen in pages.items():
        for link in (*seen.links, *seen.fetched):
            if "://" in link:
                continue
            if plays(page, link):
                continue
            name, _, anchor = link.partition("#")
            to = target(page, name) if name else page
            if not (site / to).is_file() or (anchor and unquote(anchor) not in pages[to].ids):
                lost.append(f"{page}: {link}")
    assert lost == []


def test_every_page_plays_and_is_reached_from_the_first(pages: dict[str, Seen]) -> None:
    for lang in LANGUAGES:
        home = address("index", lang)
        reached = {target(home, link.partition("#")[0]) for link in pages[home].links if not link.startswith("#")}
        assert {address(key, lang) for key in sources()} <= reached


def test_play_leads_into_the_game_of_the_page_in_its_language(pages: dict[str, Seen]) -> None:
    for lang in LANGUAGES:
        for key in ("index", *sources()):
            page = address(key, lang)
            _, of_rules, game = key.partition("rules/")
            ways = [asked for link in pages[page].links if (asked := plays(page, link))]
            own = f"lang={lang}" + (f"#/new/{game}" if of_rules else "")
            assert own in ways, page
            others = {f"lang={lang}#/new/{game}" for game in ordered()} if key == "index" else set()
            assert {*ways} == {own, *others}, page


@pytest.mark.parametrize("web_address", ["", "https://games.example.org/cars/"])
def test_a_link_that_is_passed_on_shows_what_it_leads_to(tmp_path: Path, web_address: str) -> None:
    write(tmp_path, web_address)
    shown: dict[str, set[str]] = {}
    for lang in LANGUAGES:
        for key in ("index", *sources()):
            page = address(key, lang)
            seen = Seen((tmp_path / page).read_text(encoding="utf-8"))
            told = {named["property"]: named["content"] for named in seen.all("meta") if "property" in named}
            assert all(told[f"og:{name}"] for name in ("title", "description", "image:alt")), page
            if key not in sources() or lang in sources()[key].texts:
                shown.setdefault(told["og:title"] + told["og:description"], set()).add(key)
            picture = told["og:image"]
            if web_address:
                assert told["og:url"] == web_address + page
                found = tmp_path / picture.removeprefix(web_address)
            else:
                found = tmp_path / target(page, picture)
            assert found.read_bytes()[:2] == b"\xff\xd8", page
            assert (found.stem == key.partition("rules/")[2]) == key.startswith("rules/"), page
            assert found.stat().st_size < 150_000
    assert [keys for keys in shown.values() if len(keys) > 1] == []


def test_ids_are_said_once(pages: dict[str, Seen]) -> None:
    for page, seen in pages.items():
        assert len(seen.ids) == len({*seen.ids}), page


def test_nothing_comes_from_outside_and_links_work_below_any_address(site: Path, pages: dict[str, Seen]) -> None:
    for page, seen in pages.items():
        assert not [link for link in seen.fetched if "://" in link or link.startswith(("/", "data:"))], page
        assert not [link for link in seen.links if link.startswith("/")], page
        assert not [
            named for _, named in seen.tags if "style" in named or any(name.startswith("on") for name in named)
        ], page
    for path in (site / "look").glob("*.*s"):
        assert "://" not in path.read_text(encoding="utf-8"), path.name


def test_every_page_says_its_language_and_offers_the_others(pages: dict[str, Seen]) -> None:
    for lang in LANGUAGES:
        for key in ("index", *sources()):
            seen = pages[address(key, lang)]
            assert seen.all("html") == [{"lang": lang}]
            offered = {named["lang"]: named for named in seen.all("a") if {"lang", "hreflang"} <= named.keys()}
            assert {*offered} == {*LANGUAGES}
            for other, named in offered.items():
                assert target(address(key, lang), named["href"]) == address(key, other)
                assert ("aria-current" in named) == (other == lang)


def test_a_text_that_is_only_there_in_english_says_so(site: Path, pages: dict[str, Seen]) -> None:
    for key, source in sources().items():
        for lang in LANGUAGES:
            page = address(key, lang)
            note = json.loads((TEXTS / f"{lang}.json").read_text(encoding="utf-8"))["english_only"]
            borrowed = lang not in source.texts
            assert pages[page].all("article") == [{"lang": "en"} if borrowed else {}]
            assert (note in (site / page).read_text(encoding="utf-8")) == borrowed, page


def test_the_words_are_there_in_every_language() -> None:
    def keys(value: object) -> object:
        if isinstance(value, dict):
            return {name: keys(one) for name, one in value.items()}
        return [keys(one) for one in value] if isinstance(value, list) else type(value)

    shapes = [keys(json.loads((TEXTS / f"{lang}.json").read_text(encoding="utf-8"))) for lang in LANGUAGES]
    assert all(shape == shapes[0] for shape in shapes)


def test_the_picture_of_the_readme_is_light() -> None:
    assert (DOCS / "images" / "films" / "readme.webp").stat().st_size < 2_000_000
