"""`python -m server.chaos`: run it and print what came of it."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from server.chaos.run import STORES, Chaos


def torment(store: str, seconds: float, kills: int, seed: int) -> bool:
    """Was everything as it must be?"""
    wanted = f"for {kills} kills" if kills else f"for {seconds:g} s"
    print(f"chaos {wanted} on {store}, seed {seed}", flush=True)
    began = time.monotonic()
    chaos = Chaos(store, seconds, seed, kills)
    try:
        asyncio.run(chaos.run())
    finally:
        for line in chaos.report():
            print(f"  {line}")
        print(f"  {'seconds':24} {time.monotonic() - began:8.0f}")
        for violation in chaos.violations[:20]:
            print(f"  ! {violation}")
    if chaos.violations:
        print(f"again: make chaos {f'KILLS={kills}' if kills else f'SECONDS={seconds:g}'} STORE={store} SEED={seed}")
    return not chaos.violations


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m server.chaos")
    parser.add_argument("--seconds", type=float, help="how long the storms last (60, or until the kills are done)")
    parser.add_argument("--kills", type=int, default=0, help="go on until so many processes were killed")
    parser.add_argument("--store", choices=(*STORES, "both"), default="both")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**32)
    given = parser.parse_args()
    seconds = given.seconds if given.seconds is not None else (0.0 if given.kills else 60.0)
    stores = STORES if given.store == "both" else (given.store,)
    try:
        fine = [torment(store, seconds, given.kills, given.seed) for store in stores]
    except KeyboardInterrupt:
        print("stopped")
        return 130
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
