"""A picture of any game, as somebody sees it: our own art as an array of pixels, without a browser.

It is made of a view and of nothing else, through `Game.spread`, so it shows what the view shows: cards that the view
hides are backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tailback.core.contract import View
from tailback.core.game import Game
from tailback.core.spread import Face, Words
from tailback.rl.table import Table
from tailback.texts import Texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SIZE = (960, 720)
LEAST = (640, 720)
LANGUAGE = "en"


@lru_cache(maxsize=16)
def known(game: Game) -> tuple[dict[str, Face], Texts]:
    """What stays the same from picture to picture."""
    return game.faces(), Texts(LANGUAGE, game)


def said(texts: Texts, what: Words) -> str:
    """Words of a spread: a text by its key, or the name that was given along."""
    key, params = what["key"], what["params"]
    last = key.rpartition(".")[2]
    if not texts.has(key):
        return str(params.get("name", last))
    if not isinstance(texts.raw(key), str):
        return texts.word(last)
    inner: dict[str, Any] = {
        name: said(texts, value) if isinstance(value, dict) and value.keys() == {"key", "params"} else value  # type: ignore[arg-type]
        for name, value in params.items()
    }
    return texts.say(key, **inner)


def svg(game: Game, view: View, size: tuple[int, int] = SIZE, names: Sequence[str] | None = None) -> str:
    """The table as an SVG of this width and height. `names` are those of the players, by seat."""
    wide, high = size
    if wide < 1 or high < 1:
        raise ValueError(f"a picture of {wide} x {high}")
    spread = game.spread(view)
    faces, texts = known(game)
    usual: list[str] = texts.app["names"]
    players = game.seats_in(view)
    given = [*(names or ()), *[""] * players]
    texts.names = [given[seat] or usual[seat % len(usual)] for seat in range(players)]
    # Everything is drawn for a room of at least this size, and then made larger or smaller.
    scale = min(wide / LEAST[0], high / LEAST[1])
    table = Table(game.id, faces, spread, texts.names, lambda what: said(texts, what))
    inner = table.draw(view["seat"], wide / scale, high / scale)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide / scale:.2f} {high / scale:.2f}"><defs>{table.defs()}</defs>{inner}</svg>'
    )


def picture(
    game: Game, view: View, size: tuple[int, int] = SIZE, names: Sequence[str] | None = None
) -> npt.NDArray[np.uint8]:
    """The table as pixels: an array of height x width x 3."""
    # Whoever only wants the SVG needs neither numpy nor resvg.
    import resvg_py

    from tailback.rl.png import pixels

    return pixels(resvg_py.svg_to_bytes(svg_string=svg(game, view, size, names), skip_system_fonts=True))
