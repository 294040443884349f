"""A stand-in for `tailback lab`: it plays nothing and does at once what the tests of the lab are about.

What it does is chosen by the seed: 1 finishes, 2 goes on until it is told to stop, 3 dies, 4 does not hear, 5 talks too
much in one line, 6 starts a process that outlives it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def flag(name: str, default: str = "") -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def line(done: int, matches: int, **more: Any) -> None:
    progress = {"done": done, "matches": matches, "seconds_left": 1.5, "finished": done == matches}
    me = {"pid": os.getpid(), "session": os.getsid(0) == os.getpid()}
    print(json.dumps({"format": 1, "lang": flag("--lang"), **me, **more, "progress": progress}))


def show(file: Path) -> None:
    kept = json.loads(file.read_text())
    if "--report" in sys.argv:
        Path(flag("--report")).write_text(f"<!doctype html><p>{kept['done']} {flag('--lang')}</p>")
    else:
        line(kept["done"], kept["done"])


def play(seed: int, matches: int, file: Path) -> None:
    done = json.loads(file.read_text())["done"] if file.exists() else 0

    def stop(*_: object) -> None:
        file.write_text(json.dumps({"done": done}))
        sys.exit(1)

    signal.signal(signal.SIGTERM, signal.SIG_IGN if seed == 4 else stop)
    line(done, matches)
    if seed == 3:
        print("Something is wrong", "with this game.", sep="\n", file=sys.stderr)
        sys.exit(9)
    if seed == 5:
        line(done, matches, long="x" * (9 << 20))
    if seed == 6:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
    while done < matches:
        time.sleep(0.03)
        done = min(matches, done + matches // 10) if seed == 1 else done
        line(done, matches)
    file.write_text(json.dumps({"done": done}))


if __name__ == "__main__":
    if sys.argv[2] == "show":
        show(Path(sys.argv[3]))
    else:
        play(int(flag("--seed")), int(flag("--matches")), Path(flag("--file")))
