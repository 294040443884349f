"""What a picture is built of: markup of SVG, the art of the general table, and words as outlines.

No font of the system is asked for: letters are paths of our own, so a picture is the same everywhere.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib import resources
from typing import Any

SLOT = re.compile(r"\$(\d+);")
EM = 1000
# Where a text is too long for its room it ends so.
CUT = "…"
# For a sign that our letters do not have.
UNKNOWN = "•"
FIGURES_HIGH = 30
FIGURES_APART = 2.5


@cache
def data(name: str) -> dict[str, Any]:
    source = resources.files(__package__).joinpath(f"{name}.json")
    found = json.loads(source.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def art(name: str) -> Any:
    return data("art")[name]


def paint(name: str) -> str:
    """A colour of the table by its name."""
    return str(art("palette")[name])


def short(value: float) -> str:
    """
    >>> short(2.0), short(1.256), short(-30.5)
    ('2', '1.26', '-30.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, wide: float, high: float, round_: float, fill: str, more: str = "") -> str:
    return (
        f'<rect x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}" rx="{short(round_)}" '
        f'fill="{fill}" {more}/>'
    )


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(r)}" fill="{fill}" {more}/>'


def place(inner: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Moved, then turned, then scaled."""
    turned = f" rotate({short(turn)})" if turn else ""
    scaled = f" scale({scale:.4f})" if scale != 1 else ""
    return f'<g transform="translate({short(x)} {short(y)}){turned}{scaled}">{inner}</g>'


def tinted(markup: str, ink: str, under: str = "#FFFFFF") -> str:
    """A drawing in the colour of whoever asks; `under` is what shows through."""
    return markup.replace("$ink", ink).replace("$under", under)


def shaded(markup: str, colour: str) -> str:
    """A drawing that comes in many colours, in this one."""
    shades: list[str] = art("shades")[colour]
    return SLOT.sub(lambda found: shades[int(found[1])], markup)


def tone(name: str, colour: str) -> str:
    return shaded(art("tones")[name], colour)


def sign(name: str | None, ink: str, under: str = "#FFFFFF") -> str:
    """A sign about 0 0 with a reach of 25; nothing for one that nobody knows."""
    return tinted(art("signs").get(name, ""), ink, under) if name else ""


def shape(name: str, x: float, y: float, size: float, ink: str) -> str:
    return place(tinted(art("shapes")[name], ink), x, y, size / 20)


# Words


@cache
def letter(one: str) -> tuple[int, str]:
    """Advance and outline; a letter with a mark that we do not have stands without it."""
    known = data("letters")["letters"]
    for found in (one, unicodedata.normalize("NFKD", one)[:1], UNKNOWN):
        if found in known:
            advance, outline = known[found]
            return int(advance), str(outline)
    raise KeyError(one)


def cleaned(said: str) -> str:
    """One line without what has no width of its own.

    >>> cleaned("a\\n b\\u0301\\u200d")
    'a b'
    """
    one = " ".join(unicodedata.normalize("NFC", said).split())
    return "".join(sign for sign in one if unicodedata.category(sign) not in ("Cc", "Cf", "Mn", "Me", "Cs"))


def width(said: str, size: float) -> float:
    return sum(letter(one)[0] for one in said) * size / EM


def fitted(said: str, size: float, room: float) -> str:
    """As much of it as there is room for."""
    said = cleaned(said)
    if width(said, size) <= room:
        return said
    while said and width(said + CUT, size) > room:
        said = said[:-1]
    return said.rstrip() + CUT


def text(said: str, x: float, y: float, size: float, ink: str, anchor: float = 0) -> str:
    """A line of words on the line `y`; `anchor` is which part of it stands at `x`: 0 its start, 0.5 its middle."""
    at = 0
    drawn = ""
    for one in said:
        advance, outline = letter(one)
        if outline:
            drawn += f'<path d="{outline}" transform="translate({at})"/>' if at else f'<path d="{outline}"/>'
        at += advance
    scale = size / EM
    left = short(x - at * scale * anchor)
    return f'<g fill="{ink}" transform="translate({left} {short(y)}) scale({scale:.5f})">{drawn}</g>'


# Our own figures for numbers


def figures_width(number: str, high: float) -> float:
    known = art("figures")
    wide: float = sum(known[one][0] + FIGURES_APART for one in number) - FIGURES_APART
    return wide * high / FIGURES_HIGH


def figures(number: str, x: float, y: float, high: float, ink: str, anchor: float = 0.5) -> str:
    """Round figures with their middle on the line `y`."""
    at = 0.0
    drawn = ""
    for one in number:
        wide, strokes = art("figures")[one]
        drawn += place(tinted(strokes, ink), at, 0)
        at += wide + FIGURES_APART
    return place(drawn, x - figures_width(number, high) * anchor, y - high / 2, high / FIGURES_HIGH)
