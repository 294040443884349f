"""The browser table in a real Chromium beside plain pages of the same server, in one run.

    python -m bench web [--rounds 5] [--steps 12] [--strict] [--json FILE]

How much the first screen weighs, how long until it can be used, how many frames a full table draws while it tells what
happened, and what a page keeps in memory. Needs the built table (`make web`), Node and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.server import our_server
from tailback import games
from tailback.core.game import RACE, SECRET_CHOICE
from tailback.texts import Texts

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "web"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Two kinds of tables with much to draw: cards turned up all at once and lanes that jam; a board full of racers.
CROWDED = (SECRET_CHOICE, RACE)
# The same bytes without our code: it loads the same files and shows six plain links.
PEER = """const wanted = JSON.parse(decodeURIComponent(location.hash.slice(1)));
await Promise.all(wanted.map(async (path) => (await fetch(path)).arrayBuffer()));
for (let n = 1; n <= 6; n++) {
  const tile = document.body.appendChild(document.createElement('div'));
  tile.className = 'tile';
  const link = tile.appendChild(document.createElement('a'));
  link.href = '/';
  link.textContent = `Game ${n}`;
}
"""
PAGE = '<!doctype html><html lang="en"><title>{title}</title><body>{body}</body></html>\n'
# A frame that takes longer than this was missed at 60 a second.
LATE_MS = 25.0

Figures = dict[str, Any]


class Missing(Exception):
    """What this bench needs and did not find."""


def needed() -> str:
    """Chromium's path, when everything else is there as well."""
    if not (BUILT / "index.html").is_file():
        raise Missing("the browser table is not built: make web")
    if not (ROOT / "web" / "node_modules" / "@playwright").is_dir() or shutil.which("node") is None:
        raise Missing("Node and web/node_modules are not here: make web")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not found:
        raise Missing("there is no Chromium here")
    return found


def with_peers(folder: Path) -> Path:
    """A copy of the table with two plain pages beside it."""
    shutil.copytree(BUILT, folder)
    (folder / "assets" / "peer.js").write_text(PEER)
    (folder / "peer.html").write_text(
        PAGE.format(title="Peer", body='<script type="module" src="/assets/peer.js"></script>')
    )
    (folder / "blank.html").write_text(PAGE.format(title="Blank", body=""))
    return folder


def crowded(genre: str) -> tuple[str, Figures]:
    """The golden game of this genre with the most players, of these the longest; from its middle on."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "games").glob("*/golden/*.txt"))]
    found = [(games.read_record(text), text) for text in texts]
    match, text = max(
        (pair for pair in found if pair[0].game.genre == genre), key=lambda pair: (pair[0].players, len(pair[0].steps))
    )
    name = Texts("en", match.game).say("name")
    return f"{name}, {match.players} players", {"text": text, "since": len(match.steps) // 2}


def look(rounds: int, steps: int) -> Figures:
    chromium = needed()
    records = dict(crowded(genre) for genre in CROWDED)
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["TAILBACK_WEB"] = str(with_peers(Path(temporary, "web")))
        with our_server(f"{temporary}/tables.sqlite") as (_, port):
            asked = {"url": f"http://127.0.0.1:{port}", "rounds": rounds, "steps": steps, "records": records}
            command = ["node", str(ROOT / "bench" / "web_browser.mjs"), json.dumps({**asked, "chromium": chromium})]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Missing(done.stderr.strip()[-2000:])
    found: Figures = json.loads(done.stdout)
    return found


def frames(seen: Figures) -> Figures:
    deltas = sorted(seen["deltas"])
    return {
        "fps": 1000 * len(deltas) / sum(deltas),
        "p95_ms": deltas[int(len(deltas) * 0.95)],
        "late": sum(delta > LATE_MS for delta in deltas) / len(deltas),
        "dropped": seen["dropped"] / max(1, seen["drawn"] + seen["dropped"]),
        "frames": len(deltas),
    }


def sum_up(seen: Figures) -> Figures:
    files = {urlsplit(file["url"]).path: file["bytes"] for file in seen["files"]}
    tables = {
        name: {
            "ours": frames(table),
            "empty": frames(table["empty"]),
            "heap_mb": table["heap"] / 2**20,
            "nodes": table["nodes"],
        }
        for name, table in seen["tables"].items()
    }
    return {
        "files": files,
        "bytes": sum(files.values()),
        "usable_ms": statistics.median(seen["ours"]),
        "peer_ms": statistics.median(seen["peer"]),
        "heap_mb": seen["heap"] / 2**20,
        "nodes": seen["nodes"],
        "tables": tables,
    }


def report(figures: Figures) -> list[str]:
    lines = ["First screen, as a browser at home asks for it (gzip), headers included:", ""]
    for path, size in sorted(figures["files"].items(), key=lambda item: -item[1]):
        lines.append(f"{size:>9,}  {path}")
    ratio = figures["usable_ms"] / figures["peer_ms"]
    lines += [
        f"{figures['bytes']:>9,}  in all",
        "",
        f"first tile can be tapped after {figures['usable_ms']:.0f} ms; six plain links after the same files: "
        f"{figures['peer_ms']:.0f} ms ({ratio:.2f}x)",
        f"memory of the first screen: {figures['heap_mb']:.1f} MB of script heap, {figures['nodes']} elements",
        "",
        f"{'while a full table is told':28}{'frames/s':>9}{'empty page':>11}{'ratio':>7}{'p95 ms':>8}{'empty':>7}"
        f"{'late':>7}{'empty':>7}{'dropped':>9}{'empty':>7}{'heap MB':>9}",
    ]
    for name, table in figures["tables"].items():
        ours, empty = table["ours"], table["empty"]
        lines.append(
            f"{name:28}{ours['fps']:>9.1f}{empty['fps']:>11.1f}{ours['fps'] / empty['fps']:>7.2f}{ours['p95_ms']:>8.1f}"
            f"{empty['p95_ms']:>7.1f}{ours['late']:>7.1%}{empty['late']:>7.1%}{ours['dropped']:>9.1%}"
            f"{empty['dropped']:>7.1%}{table['heap_mb']:>9.1f}"
        )
    return lines


def marks(figures: Figures) -> list[tuple[str, bool]]:
    tables = figures["tables"].values()
    return [
        ("the first screen weighs less than 150 kB", figures["bytes"] < 150_000),
        ("usable within a second on loopback", figures["usable_ms"] < 1000),
        ("full tables draw at least 95 % of the frames of an empty page", all(smooth(table) for table in tables)),
    ]


def smooth(table: Figures) -> bool:
    return bool(table["ours"]["fps"] >= 0.95 * table["empty"]["fps"])


def told(lines: list[str], reached: list[tuple[str, bool]], figures: Figures, given: argparse.Namespace) -> int:
    """Print what was measured and which marks were reached; how the program ends."""
    print("\n".join(lines))
    print()
    for mark, well in reached:
        print(f"{'reached' if well else 'missed':13} {mark}")
    if given.json:
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(well for _, well in reached) else 0


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m bench web", description=__doc__)
    reader.add_argument("--rounds", type=int, default=5, help="how often each page is opened (5)")
    reader.add_argument("--steps", type=int, default=12, help="steps of a recorded game that are told (12)")
    reader.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed")
    reader.add_argument("--json", metavar="FILE", help="write the figures there as well")
    given = reader.parse_args()
    try:
        figures = sum_up(look(given.rounds, given.steps))
    except Missing as error:
        print(f"not measured: {error}")
        return 1 if given.strict else 0
    return told(report(figures), marks(figures), figures, given)


if __name__ == "__main__":
    sys.exit(main())
