"""`make soak`: keep the laws under random set-ups for as long as asked, and say what was tried."""

from __future__ import annotations

import sys
import time
from collections import Counter

from laws.walk import Walk, random_setups


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns() % 2**32
    print(f"soak for {seconds:g} s from seed {seed}")
    matches: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    stories: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for k, (name, players, options) in enumerate(random_setups(seed)):
        if time.monotonic() > end:
            break
        try:
            walk = Walk(name, players, options, seed + k)
            walk.run(thorough=k % 10 == 0)
        except Exception:
            print(f"broken: Walk({name!r}, {players}, {options!r}, {seed + k}).run(thorough={k % 10 == 0})")
            raise
        matches[name] += 1
        steps[name] += walk.steps
        stories[name] += walk.stories
    print(f"{'game':16} {'matches':>8} {'decisions':>10} {'stories compared':>17}")
    for name in sorted(matches):
        print(f"{name:16} {matches[name]:8} {steps[name]:10} {stories[name]:17}")


if __name__ == "__main__":
    main()
