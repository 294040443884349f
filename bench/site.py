"""The table without a server in a real Chromium, beside Pyodide as it comes, in one run.

    python -m bench site [--rounds 3] [--strict] [--json FILE]

What the first visit fetches from a plain file server that packs nothing, how long until a question is asked, the first
time and again without a network, and how long a move and a robot's answer take; then two first visits on each of two
slow lines, one that waits for the game and one that takes its lesson meanwhile. Needs `make site`, Node and Chromium.
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
import time
from dataclasses import dataclass, field
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


@dataclass
class Wire:
    """A slow line: everything on it takes turns. It is slow at the server, for a page cannot slow down its workers."""

    name: str
    megabits: float
    round_trip: float
    # Marks, in seconds: the first card that can be tapped, and the first question of the game.
    card: float
    game: float
    sent: int = 0
    free: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def pass_on(self, size: int) -> None:
        """Return when so many bytes are through."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size * 8 / (self.megabits * 1e6)
            self.sent += size
            over = self.free
        time.sleep(max(0.0, over - time.monotonic()))


# A weak line of a phone, and a good one: as the marks name them.
WIRES: tuple[tuple[str, float, float, int, int], ...] = (("slow", 1.6, 0.150, 15, 20), ("mobile", 10, 0.050, 5, 7))


class Slow(Plain):
    """A new connection costs one round trip, each question another."""

    wire: Wire
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        time.sleep(self.wire.round_trip)

    def do_GET(self) -> None:
        if self.path == "/sent":
            said = str(self.wire.sent).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)
            return
        time.sleep(self.wire.round_trip)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        try:
            while morsel := source.read(8192):
                self.wire.pass_on(len(morsel))
                outputfile.write(morsel)
        except ConnectionError:
            # The page was closed meanwhile.
            self.close_connection = True


def served(handler: Any) -> http.server.ThreadingHTTPServer:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


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
    along = await device.ask("POST", f"/api/tables/{opened['table']['table']}/along", bearer, "")
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
        wires = [Wire(*wire) for wire in WIRES]
        slow = [type("OnWire", (Slow,), {"wire": wire}) for wire in wires]
        servers = [served(functools.partial(kind, directory=temporary)) for kind in (Plain, *slow)]
        url, *others = [f"http://127.0.0.1:{server.server_port}" for server in servers]
        file = asyncio.run(table_file(game))
        asked = {"url": url, "rounds": rounds, "chromium": chromium, "game": game, "file": file}
        asked["wires"] = {wire.name: address for wire, address in zip(wires, others, strict=True)}
        command = ["node", str(ROOT / "bench" / "site_browser.mjs"), json.dumps(asked)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for server in servers:
            server.shutdown()
            server.server_close()
    if done.returncode != 0:
        raise Missing(done.stderr.strip()[-2000:])
    found: Figures = json.loads(done.stdout)
    return found


def sum_up(seen: Figures) -> Figures:
    middle = {key: statistics.median(seen[key]) for key in ("home", "first", "again", "peer", "moves", "answers")}
    wires = {
        name: {
            key: statistics.median(visit[key] for visit in visits if key in visit)
            for key in ("set_up", "card", "game", "bytes")
        }
        for name, visits in seen["wires"].items()
    }
    return {**middle, "bytes": seen["bytes"], "peer_bytes": seen["peer_bytes"], "wires": wires}


def on_a_wire(wire: tuple[str, float, float, int, int], found: Figures) -> str:
    seconds = {key: found[key] / 1000 for key in ("set_up", "card", "game")}
    return (
        f"{wire[1]} Mbit/s with {wire[2] * 1000:.0f} ms there and back: set-up after {seconds['set_up']:.1f} s, "
        f"the lesson's first card can be tapped after {seconds['card']:.1f} s, "
        f"the game asks after {seconds['game']:.1f} s and {found['bytes']:,.0f} bytes"
    )


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
        *(on_a_wire(wire, figures["wires"][wire[0]]) for wire in WIRES),
    ]


def marks(figures: Figures) -> list[tuple[str, bool]]:
    return [
        (
            "at most 4 MB until the first question, on each slow line",
            all(w["bytes"] <= 4e6 for w in figures["wires"].values()),
        ),
        *(
            mark
            for name, megabits, _, card, game in WIRES
            for mark in (
                (
                    f"a card can be tapped within {card} s at {megabits} Mbit/s",
                    figures["wires"][name]["card"] <= card * 1000,
                ),
                (f"the game asks within {game} s at {megabits} Mbit/s", figures["wires"][name]["game"] <= game * 1000),
            )
        ),
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
