"""The table without a server in a real Chromium, beside Pyodide as it comes, in one run.

    python -m bench site [--rounds 3] [--strict] [--json FILE]

What the first visit fetches from a plain file server that packs nothing, how long until a question is asked, the first
time and again without a network, and how long a move and a robot's answer take. Needs `make site`, Node and Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import http.server
import json
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from bench.web import ROOT, Missing, needed, told
from tailback import games
from tailback.core.game import SECRET_CHOICE
from tailback.device.house import Device

BUILT = ROOT / "build" / "site" / "play"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
# Pyodide as it comes: its own files, a worker, one sum.
PEER_WORKER = """import { loadPyodide } from './pyodide.mjs';
const python = await loadPyodide();
postMessage(python.runPython('6 * 7'));
"""
PEER_PAGE = """<!doctype html><html lang="en"><title>Peer</title><body><script type="module">
const worker = new Worker('worker.mjs', { type: 'module' });
worker.onmessage = ({ data }) => { document.body.innerHTML = `<p id="done">${data}</p>`; };
</script></body></html>
"""

Figures = dict[str, Any]


class Plain(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Quietly."""


def with_peer(folder: Path) -> None:
    (folder / "ours").symlink_to(BUILT)
    peer = folder / "peer"
    peer.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        (peer / name).symlink_to(PYODIDE / name)
    (peer / "worker.mjs").write_text(PEER_WORKER)
    (peer / "index.html").write_text(PEER_PAGE)


class NoStorage:
    """A house that lives as long as this process, and robots that are never asked."""

    async def shelf(self, what: str, words: str) -> str:
        return '{"error": "none"}'

    def trouble(self, key: str) -> None:
        """There is none to be told."""

    async def think(self, said: str) -> int:
        raise NotImplementedError


async def table_file(game: str) -> str:
    """A table with one person and one robot of level 3 that answers at once, as the file that is taken along."""
    device = Device(NoStorage(), "")
    await device.start()
    chairs = [{"sitter": "here", "name": "Mia"}, {"sitter": "bot", "level": "3"}]
    asked = {"game": game, "chairs": chairs, "deal": True, "settings": {"pace_ms": 0, "clock": False}}
    opened = json.loads((await device.ask("POST", "/api/tables", "", json.dumps(asked))).body)
    bearer = "Bearer " + ",".join(held["token"] for held in opened["tokens"])
    along = await device.ask("GET", f"/api/tables/{opened['table']['table']}/along", bearer, "")
    return json.dumps(
        {
            "tailback": "table",
            "game": game,
            "names": ["Mia", "Robot"],
            "tokens": opened["tokens"],
            "along": json.loads(along.body),
        }
    )


def look(rounds: int) -> Figures:
    chromium = needed()
    if not (BUILT / "index.html").is_file():
        raise Missing("the table without a server is not built: make site")
    game = next(name for name in games.ours() if games.load(name).genre == SECRET_CHOICE)
    with tempfile.TemporaryDirectory() as temporary:
        with_peer(Path(temporary))
        handler = functools.partial(Plain, directory=temporary)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_port}"
            file = asyncio.run(table_file(game))
            asked = {"url": url, "rounds": rounds, "chromium": chromium, "game": game, "file": file}
            command = ["node", str(ROOT / "bench" / "site_browser.mjs"), json.dumps(asked)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            server.shutdown()
    if done.returncode != 0:
        raise Missing(done.stderr.strip()[-2000:])
    found: Figures = json.loads(done.stdout)
    return found


def sum_up(seen: Figures) -> Figures:
    middle = {key: statistics.median(seen[key]) for key in ("home", "first", "again", "peer", "moves", "answers")}
    return {**middle, "bytes": seen["bytes"], "peer_bytes": seen["peer_bytes"]}


def report(figures: Figures) -> list[str]:
    return [
        f"first visit: {figures['bytes']:,} bytes until the first question (Pyodide as it comes, without a game: "
        f"{figures['peer_bytes']:,}; {figures['bytes'] / figures['peer_bytes']:.2f}x)",
        f"a game can be tapped after {figures['home']:.0f} ms",
        f"the first question is asked after {figures['first']:.0f} ms; Pyodide as it comes has added two numbers after "
        f"{figures['peer']:.0f} ms ({figures['first'] / figures['peer']:.2f}x)",
        f"again, without a network: {figures['again']:.0f} ms ({figures['again'] / figures['peer']:.2f}x)",
        f"a move is shown after {figures['moves']:.0f} ms; a robot of level 3 has answered after "
        f"{figures['answers']:.0f} ms",
    ]


def marks(figures: Figures) -> list[tuple[str, bool]]:
    return [
        ("at most 6 MB over the wire for the first game", figures["bytes"] <= 6_000_000),
        ("ready within 6 s on loopback", figures["first"] <= 6000),
        ("a second start within 3 s", figures["again"] <= 3000),
        ("a move is shown within 100 ms", figures["moves"] <= 100),
        ("level 3 answers within 300 ms", figures["answers"] <= 300),
    ]


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m bench site", description=__doc__)
    reader.add_argument("--rounds", type=int, default=3, help="how often it is started (3)")
    reader.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed")
    reader.add_argument("--json", metavar="FILE", help="write the figures there as well")
    given = reader.parse_args()
    try:
        figures = sum_up(look(given.rounds))
    except Missing as error:
        print(f"not measured: {error}")
        return 1 if given.strict else 0
    return told(report(figures), marks(figures), figures, given)


if __name__ == "__main__":
    sys.exit(main())
