"""Cards of any game, drawn on 100 x 140 in the look of the general table: a colour with its shape, a number, a word."""

from __future__ import annotations

import re
from typing import Any

from tailback.core.spread import Face
from tailback.rl.bricks import (
    art,
    circle,
    cleaned,
    figures,
    figures_width,
    place,
    rect,
    shaded,
    shape,
    sign,
    text,
    tinted,
    tone,
    width,
)

WIDE, HIGH = 100, 140
WHITE = "#FFFFFF"
LETTERS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "O": "orange", "P": "purple", "W": "white"}
COLOURED = re.compile(r"([RBGYOPW])(?:(\d{1,3})|-(\w+))")
NUMBER = re.compile(r"[+\d]{1,4}")
# A line of words is never smaller than this on a card.
SMALLEST = 9


def plain_face(token: str) -> Face:
    """What is printed on a card that nobody declared.

    >>> plain_face("R7"), plain_face("12")
    ({'colour': 'red', 'text': '7'}, {'text': '12'})
    """
    found = COLOURED.fullmatch(token)
    if found:
        return {"colour": LETTERS[found[1]], "text": found[2] or found[3]}  # type: ignore[typeddict-item]
    return {"text": token}


def twice(inner: str) -> str:
    """At its place, and turned by half round the middle of the card."""
    return f'{inner}<g transform="rotate(180 50 70)">{inner}</g>'


def broken(said: str, most: int) -> list[str]:
    """
    >>> broken("Change of the lane", 9)
    ['Change of', 'the lane']
    """
    lines: list[str] = []
    for word in said.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines[:3]


def words(said: str, x: float, y: float, high: float, wide: float, ink: str) -> str:
    """Words about this point in one line, or in several where they are long, as large as they fit."""
    lines = broken(cleaned(said), max(5, int(wide / (high * 0.42)))) or [""]
    longest = max(width(one, 1) for one in lines) or 1
    size = max(SMALLEST, min(high, wide / longest, high * 2.2 / len(lines)))
    drawn = ""
    for i, one in enumerate(lines):
        down = (i - (len(lines) - 1) / 2) * size * 1.12 + size * 0.35
        squeezed = min(1.0, wide / (width(one, size) or 1))
        line = text(one, 0, 0, size, ink, 0.5)
        drawn += f'<g transform="translate({x:.2f} {y + down:.2f}) scale({squeezed:.4f} 1)">{line}</g>'
    return drawn


def lettering(said: str, x: float, y: float, high: float, wide: float, ink: str) -> str:
    """Our own figures for numbers, else letters."""
    if NUMBER.fullmatch(said):
        natural = figures_width(said, high)
        return figures(said, x, y, min(high, high * wide / natural), ink)
    return words(said, x, y, high * 0.8, wide, ink)


def card(face: Face, word: str = "") -> str:
    """The inside of a card; `word` is what its word is in the language of the picture."""
    looks = art("looks")
    colour: str = face.get("colour", "plain")
    look = looks.get(colour, looks["plain"])
    said = cleaned(face.get("text", ""))
    if face.get("sign") in art("vehicles") and (not said or NUMBER.fullmatch(said)):
        return road_card(face, look)
    ink, on = look["numeral"], look["on"]
    drawn = sign(face.get("sign"), ink)
    if said:
        corner = lettering(said[:1] if len(said) > 3 else said, 18, 24, 21, 24, on)
    else:
        corner = place(sign(face.get("sign"), on, look["hex"]), 18, 24, 0.36)
    half = shape(look["shape"], 82, 24, 13, on) if colour in looks and colour not in ("plain", "grey") else ""
    if drawn:
        middle = place(drawn, 50, 66 if word else 70)
    elif NUMBER.fullmatch(said):
        middle = lettering(said, 50, 70, 46, 54, ink)
    else:
        middle = words(word or said, 50, 70, 20, 60, ink)
    ground = art("grounds").get(colour, art("grounds")["plain"])
    if drawn and word:
        # A word stands on a band below, in the place of the turned corner.
        band = rect(9, 112, 82, 19, 9.5, WHITE) + words(word, 50, 121.5, 13, 74, ink)
        return f"{ground}{half}{circle(50, 66, 35, WHITE)}{middle}{band}{corner}"
    return f"{ground}{twice(half)}{circle(50, 70, 35, WHITE)}{middle}{twice(corner)}"


def road_card(face: Face, look: dict[str, Any]) -> str:
    """A vehicle on its road, with its number or its sign."""
    name, said = face["sign"], face.get("text", "")
    special = art("corners").get(name)
    body = look["body"] if "colour" in face else special or look["body"]
    bodies = art("bodies")
    number = int(said) if said.isdigit() else 0
    kind = bodies[3 * number % len(bodies)] if name == "car" else art("vehicles")[name]
    ink = tone("numeral", body)
    if said:
        corner = figures(said, 13, 33, min(39, 39 * 56 / figures_width(said, 39)), ink, 0)
    else:
        corner = place(sign(name, special or ink, tone("paper", body)), 31, 32, 0.66)
    other = shape(look["shape"], 85, 17, 11, tone("figure", body)) if "colour" in face and said else ""
    return shaded(art("roads")[kind], body) + corner + other


def hashed(name: str) -> int:
    """A number that is always the same for a name, also in the browser."""
    total = 7
    for one in name:
        total = (total * 31 + ord(one)) % 2**32
    return total


def back(game: str) -> str:
    """The back of a game's cards: its own, or one that its name leads to."""
    own: dict[str, str] = art("backs")["own"]
    if game in own:
        return own[game]
    number = hashed(game)
    grounds, patterns, bodies = art("backs")["grounds"], art("backs")["patterns"], art("bodies")
    ground, pale = grounds[number % len(grounds)]
    body = art("looks")[("red", "yellow", "green", "blue")[(number >> 3) % 4]]["body"]
    kind = bodies[(number >> 7) % len(bodies)]
    car = place(vehicle(kind, body, -90, None, shadow=False), 50, 70, 0.44)
    panel = rect(0, 0, WIDE, HIGH, 13, WHITE) + rect(5, 5, 90, 130, 9, ground)
    return panel + tinted(patterns[(number >> 5) % 2], pale) + circle(50, 70, 25, WHITE) + car


def vehicle(kind: str, colour: str, heading: float, number: int | None, shadow: bool = True) -> str:
    """A vehicle from above, centred on 0 0: heading 0 is nose to the right. Its number stands upright."""
    made = art("above")[kind]
    drawings = made["plain"] if number is None else made.get("numbered", made["plain"])
    # The side towards the top of the picture is the one that shines.
    turned = abs((heading + 180) % 360 - 180) > 90
    body = shaded(drawings[-1 if turned else 0], colour)
    badge = art("badges").get(kind, "")
    if number is not None and not badge and kind != "tow":
        badge = circle(0, 0, 17, WHITE) + figures(str(number), 0, 0, 19.5 if number < 10 else 17, "#2B2840")
    if badge:
        body += place(badge, made["sign"], 0, 1, -heading)
    under = (
        f'<g fill-opacity=".2" transform="translate(0 5) rotate({heading:.2f})">{made["outline"]}</g>' if shadow else ""
    )
    return f'{under}<g transform="rotate({heading:.2f})">{body}</g>'
