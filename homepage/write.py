"""Writes every page, in every language, and copies what they show."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from homepage.prose import Prose, Reader
from homepage.sources import BESIDE_DOCS, DOCS, ROOT, address, groups, key_of, ordered, sources, way
from tailback import games
from tailback.robots import times
from tailback.texts import LANGUAGES, Texts

HERE = Path(__file__).resolve().parent
DOOR = ROOT / "src" / "tailback" / "server" / "door" / "static"
CLIENT = ROOT / "web" / "src" / "app.css"
NAMES = {"en": "English", "de": "Deutsch", "fi": "Suomi"}
FILMS = DOCS / "images" / "films"
# Where the table is that plays in the browser alone.
PLAY = "play/"
HOME = "index"
RULES = "rules/"
# What a link shows where it is passed on: one of each game, and the one of the table in the browser.
LINKS = DOCS / "images" / "links"
LINK = ROOT / "web" / "public" / "icons" / "link.jpg"


@cache
def words(lang: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads((HERE / "texts" / f"{lang}.json").read_text(encoding="utf-8"))
    return texts


def tokens() -> str:
    """The colours and measures of the table in the browser: by day, by night, and on large screens."""
    css = CLIENT.read_text(encoding="utf-8")
    day, night = (
        re.search(rf"^:root{which} \{{\n(.*?)^\}}", css, re.M | re.S) for which in ("", r'\[data-theme="dark"\]')
    )
    wide = re.search(r"^@media \(min-width: 720px\) \{\n.*?^\}", css, re.M | re.S)
    if not (day and night and wide):
        raise ValueError(f"{CLIENT} has no palette")
    return f":root {{\n{day[1]}}}\n@media (prefers-color-scheme: dark) {{ :root {{\n{night[1]}}} }}\n{wide[0]}\n"


def play(here: str, lang: str, game: str = "") -> str:
    """The table in the language of the page: its door, or a game."""
    return f"{way(PLAY, here)}?lang={lang}" + (f"#/new/{game}" if game else "")


class Site:
    """`web_address` is where the folder will be found, as far as that is known."""

    def __init__(self, folder: Path, web_address: str = "") -> None:
        self.folder = folder
        self.address = web_address.rstrip("/")
        self.sources = sources()
        self.groups = groups(self.sources)
        self.copied: set[Path] = set()
        self.jinja = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.wordmark = Markup((DOOR / "wordmark.svg").read_text(encoding="utf-8"))
        # Pages are linked by their titles, so every text is read before the first page is written.
        self.proses = {(key, lang): self.prose(key, lang) for key in self.sources for lang in LANGUAGES}

    def prose(self, key: str, lang: str) -> Prose:
        _, path = self.sources[key].text(lang)
        reader = Reader(words(lang)["scroll"])
        return reader.read(path, lambda target: self.resolve(target, path, key, lang))

    def resolve(self, target: str, path: Path, key: str, lang: str) -> str | None:
        """A link in a text, as the site has it. None: to the same page in another language; every page offers that."""
        if target.startswith("#") or re.match(r"[a-z]+:", target):
            return target
        name, _, anchor = target.partition("#")
        found = (path.parent / name).resolve()
        here = address(key, lang)
        if found.suffix == ".md":
            other, spoken = self.page_of(found)
            if other == key and not anchor:
                return None
            # A text that is lent keeps its own anchors: a translation has others.
            lent = bool(anchor) and lang not in self.sources[key].texts and lang in self.sources[other].texts
            to = address(other, lang if spoken == "en" and not lent else spoken)
        else:
            to = self.copy(found)
        return way(to, here) + (f"#{anchor}" if anchor else "")

    def page_of(self, path: Path) -> tuple[str, str]:
        beside = {ROOT / name: key for key, name in BESIDE_DOCS.items()}
        return (beside[path], "en") if path in beside else key_of(path)

    def copy(self, path: Path) -> str:
        """A file that a text names goes along, in its own place."""
        self.copied.add(path)
        return (path.relative_to(DOCS) if path.is_relative_to(DOCS) else path.relative_to(ROOT)).as_posix()

    def frame(self, key: str, lang: str) -> dict[str, Any]:
        """What every page needs: words, ways to the others, and the same page in the other languages."""
        here = address(key, lang)
        menu = [
            (
                name,
                [
                    {
                        "title": self.proses[page, lang].title,
                        "href": way(address(page, lang), here),
                        "current": page == key,
                        "english": lang != "en" and lang not in self.sources[page].texts,
                    }
                    for page in pages
                ],
            )
            for name, pages in self.groups.items()
        ]
        return {
            "t": words(lang),
            "lang": lang,
            "key": key,
            "menu": menu,
            "languages": [(other, NAMES[other], way(address(key, other), here)) for other in LANGUAGES],
            "to": lambda page: way(address(page, lang), here),
            "file": lambda name: way(name, here),
            "play": lambda game="": play(here, lang, game),
            "game": key.removeprefix(RULES) if key in self.groups["rules"] else "",
            "link": self.link(key, lang),
            "wordmark": self.wordmark,
        }

    def link(self, key: str, lang: str) -> dict[str, str]:
        """What this page shows where its address is passed on. Many want the whole address of a picture."""
        here, game = address(key, lang), key.removeprefix(RULES)
        picture = LINKS / f"{game}.jpg"
        said = words(lang)["home"]
        name = Texts(lang, games.load(game)).say("name") if picture.exists() else ""
        copied = self.copy(picture) if name else f"look/{LINK.name}"
        return {
            "picture": f"{self.address}/{copied}" if self.address else way(copied, here),
            "alt": said["table_of"].format(game=name) if name else said["table_of_all"],
            "page": f"{self.address}/{here}" if self.address else "",
        }

    def games(self, lang: str) -> list[dict[str, Any]]:
        found = []
        seconds = json.loads((FILMS / "seconds.json").read_text(encoding="utf-8"))
        for name in ordered():
            game = games.load(name)
            texts = Texts(lang, game)
            facts = texts.say("games.facts", **times.facts(game))
            still, moving = (self.copy(FILMS / f"{name}{ending}") for ending in (".webp", ".avif"))
            found.append(
                {
                    "id": name,
                    "name": texts.say("name"),
                    "pitch": texts.say("pitch"),
                    "facts": facts,
                    "age": game.age,
                    "still": still,
                    "moving": moving,
                    "seconds": seconds[name],
                }
            )
        return found

    def write_page(self, template: str, key: str, lang: str, **more: Any) -> None:
        path = self.folder / address(key, lang)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.jinja.get_template(template).render(**self.frame(key, lang), **more), encoding="utf-8")

    def write(self) -> int:
        for lang in LANGUAGES:
            shown = self.games(lang)
            self.write_page("home.html", HOME, lang, games=shown)
            for key in self.sources:
                spoken, _ = self.sources[key].text(lang)
                self.write_page("page.html", key, lang, prose=self.proses[key, lang], spoken=spoken, games=shown)
        self.write_files()
        return len(LANGUAGES) * (1 + len(self.sources))

    def write_files(self) -> None:
        for path in sorted(self.copied):
            to = self.folder / self.copy(path)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
        look = self.folder / "look"
        shutil.copytree(HERE / "static", look, dirs_exist_ok=True)
        shutil.copytree(HERE / "art", look, dirs_exist_ok=True)
        for name in ("quicksand.woff2", "quicksand-licence.txt", "favicon.svg"):
            shutil.copyfile(DOOR / name, look / name)
        shutil.copyfile(LINK, look / LINK.name)
        (look / "tokens.css").write_text(tokens(), encoding="utf-8")
        shutil.copyfile(ROOT / "LICENSE", self.folder / "license.txt")


def write(folder: Path, web_address: str = "") -> int:
    """Write the site into a folder; how many pages it has."""
    return Site(folder, web_address).write()
