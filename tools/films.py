"""Turns the frames of `make films` into docs/images/films: of each game a film, its first frame, and its length.

AVIF keeps what did not change between two frames, so a film is hardly larger than a few stills. The film of the first
game is written once more as WebP: readers of the README see it also where AVIF does not move.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

ROOT = Path(__file__).resolve().parent.parent
FRAMES = ROOT / "build" / "films"
TARGET = ROOT / "docs" / "images" / "films"
# What a link to a game shows where it is passed on, and what a link to all of them does.
LINKS = ROOT / "docs" / "images" / "links"
LINK = ROOT / "web" / "public" / "icons" / "link.jpg"
LINK_SIZE = (1200, 630)
# A table of 1024 x 768, as large as a tile ever shows it.
SIZE = (800, 600)


def frames_of(folder: Path) -> tuple[list[Image.Image], list[int]]:
    """The frames that differ from the one before, and how long each stands, in milliseconds."""
    *times, end = json.loads((folder / "times.json").read_text())
    frames: list[Image.Image] = []
    begins: list[float] = []
    for number, at in enumerate(times):
        frame = Image.open(folder / f"{number:04}.png").convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
        if not frames or frame.tobytes() != frames[-1].tobytes():
            frames.append(frame)
            begins.append(at)
    return frames, [round((after - at) * 1000) for at, after in zip(begins, [*begins[1:], end], strict=True)]


def is_first(game: str) -> bool:
    """Does the table in the browser offer this game first?"""
    tile = ROOT / "web" / "src" / "games" / game / "tile.ts"
    return re.search(r"\bplace: 1\b", tile.read_text(encoding="utf-8")) is not None


def link_pictures() -> None:
    """One of each game, cut to the shape in which links are shown, and one with all of them side by side."""
    LINKS.mkdir(parents=True, exist_ok=True)
    paths = [path for path in sorted(TARGET.glob("*.webp")) if path.stem != "readme"]
    stills = [Image.open(path).convert("RGB") for path in paths]
    for path, still in zip(paths, stills, strict=True):
        shown = ImageOps.fit(still, LINK_SIZE, Image.Resampling.LANCZOS)
        shown.save(LINKS / f"{path.stem}.jpg", quality=82, optimize=True)
    across, (wide, high) = 3, LINK_SIZE
    down = -(-len(stills) // across)
    together = Image.new("RGB", LINK_SIZE)
    for place, still in enumerate(stills):
        column, row = place % across, place // across
        one = ImageOps.fit(still, (wide // across, high // down))
        together.paste(one, (column * wide // across, row * high // down))
    together.save(LINK, quality=82, optimize=True)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    lengths = TARGET / "seconds.json"
    seconds: dict[str, float] = json.loads(lengths.read_text()) if lengths.exists() else {}
    for folder in sorted(FRAMES.iterdir()):
        frames, times = frames_of(folder)
        first, film = frames[0], TARGET / f"{folder.name}.avif"
        moving: dict[str, Any] = {"save_all": True, "append_images": frames[1:], "duration": times, "loop": 0}
        first.save(film.with_suffix(".webp"), quality=82, method=6)
        first.save(film, quality=62, speed=6, **moving)
        if is_first(folder.name):
            first.save(TARGET / "readme.webp", quality=70, method=4, **moving)
        seconds[folder.name] = round(sum(times) / 1000, 1)
        print(f"{folder.name}: {len(frames)} frames, {seconds[folder.name]} s, {film.stat().st_size:,} bytes")
    lengths.write_text(json.dumps(seconds, indent=2, sort_keys=True) + "\n")
    link_pictures()


if __name__ == "__main__":
    main()
