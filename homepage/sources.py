"""Which pages there are, where their text stands, and where they go.

A page has one key for all languages (`hosting`, `rules/<game>`), and an address in each: `hosting.html`,
`de/hosting.html`.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from tailback import games
from tailback.texts import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def ordered() -> list[str]:
    """The games in the order in which the table in the browser offers them."""
    tiles = {name: ROOT / "web" / "src" / "games" / name / "tile.ts" for name in games.ours()}
    places = {name: re.search(r"\bplace: (\d+)", tile.read_text(encoding="utf-8")) for name, tile in tiles.items()}
    return sorted(places, key=lambda name: int(found[1]) if (found := places[name]) else len(places))


# Under which heading a page stands; the headings are in the texts. What is not named here stands under the last one.
GROUPS: dict[str, list[str]] = {
    "doors": ["families", "designers", "researchers"],
    "play": ["playing", "terminal", "glossary"],
    "rules": [f"rules/{game}" for game in ordered()],
    "host": ["hosting", "watching", "security", "reliability"],
    "programs": [*(f"clauses/{game}" for game in ordered()), "research", "observations", "python", "protocol", "bot"],
    "figures": ["lab", "balance", "strength", "bench", "scale"],
    "project": ["contributing", "changelog"],
}
BESIDE_DOCS = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}


@dataclass
class Source:
    """A page and its texts, by language; English is always there."""

    key: str
    texts: dict[str, Path] = field(default_factory=dict)

    def text(self, lang: str) -> tuple[str, Path]:
        """The text for readers of a language, and in which one it is."""
        return (lang, self.texts[lang]) if lang in self.texts else ("en", self.texts["en"])


def address(key: str, lang: str) -> str:
    """Where a page goes, seen from the folder of the site."""
    return f"{key}.html" if lang == "en" else f"{lang}/{key}.html"


def way(to: str, here: str) -> str:
    """A relative link, so that the site works below any address."""
    found = posixpath.relpath(to, posixpath.dirname(here) or ".")
    return f"{found}/" if to.endswith("/") else found


def key_of(path: Path) -> tuple[str, str]:
    """`docs/rules/de/x.md` is the page `rules/x` in German."""
    parts = path.relative_to(DOCS).with_suffix("").parts
    lang = next((part for part in parts[:-1] if part in LANGUAGES), "en")
    return "/".join(part for part in parts if part != lang), lang


def sources() -> dict[str, Source]:
    """Every text in `docs/`, and what stands beside it, by key."""
    found: dict[str, Source] = {}
    for path in sorted(DOCS.rglob("*.md")):
        key, lang = key_of(path)
        found.setdefault(key, Source(key)).texts[lang] = path
    for key, name in BESIDE_DOCS.items():
        found[key] = Source(key, {"en": ROOT / name})
    return found


def groups(known: dict[str, Source]) -> dict[str, list[str]]:
    """The pages under their headings, each once."""
    placed = {name: [key for key in keys if key in known] for name, keys in GROUPS.items()}
    rest = [key for key in known if not any(key in keys for keys in placed.values())]
    placed[[*placed][-1]] += sorted(rest)
    return placed
