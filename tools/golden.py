"""Golden games: whole matches as text that must replay to the letter.

    python tools/golden.py                  record every golden game again, from its own head
    python tools/golden.py --only GAME      only those of one game
    python tools/golden.py new GAME three-games --players 3 --seed 7 --option games=3 --note "..."

A golden game is played by the bots its head names, so it can be recorded again after a deliberate
change of a rule. `--until EVENT` tries seeds from the given one until that event happens.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from tailback import games
from tailback.core.contract import CLOCK, RING
from tailback.core.record import Record, write
from tailback.core.record_reader import Reader
from tailback.core.rng import Rng

# In a match that a clock ends it rings before one in so many decisions.
RINGS = 100
ROOT = Path(__file__).resolve().parent.parent / "tests" / "games"


def play(record: Record) -> Record:
    """The match of this head from the deal to the end."""
    policies = [record.game.bot(level) for level in record.seats]
    rng = Rng(record.seed ^ 0xB075)
    state = record.begin()
    record.setup = [event.full() for event in state.take_events()]
    while (decision := state.decision()) is not None:
        if state.lasts() > 0 and rng.below(RINGS) == 0:
            state.apply(CLOCK, RING)
            record.add(CLOCK, RING, state.take_events())
        seat = decision.awaited[0]
        action = policies[seat](state.view(seat), decision, state.legal(seat), rng)
        state.apply(seat, action)
        record.add(seat, action, state.take_events())
    record.finish(state)
    return record


def again(path: Path) -> None:
    """Record a file anew. Only its head is read: its moves may no longer be legal, and its rules may be older."""
    game = games.load(path.parent.parent.name)
    text = re.sub(
        r"^game \w+ \d+$", f"game {game.id} {game.rules_version}", path.read_text(encoding="utf-8"), count=1, flags=re.M
    )
    path.write_text(write(play(Reader(text, games.load).head())), encoding="utf-8")
    print(path.relative_to(ROOT))


def new(asked: argparse.Namespace) -> None:
    game = games.load(asked.game)
    given = dict(text.split("=", 1) for text in asked.option)
    for seed in range(asked.seed, asked.seed + 500):
        options = game.settle(asked.players, given)
        levels = [asked.bot] * asked.players
        record = play(Record(game, asked.players, options, seed, None, levels, asked.position, [asked.note]))
        kinds = {event["kind"] for step in record.steps for event in step.events}
        if not asked.until or asked.until in kinds:
            path = ROOT / game.id / "golden" / f"{asked.name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write(record), encoding="utf-8")
            print(path.relative_to(ROOT), "seed", seed)
            return
    sys.exit(f"no match with {asked.until} found")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", metavar="GAME")
    commands = parser.add_subparsers(dest="command")
    adding = commands.add_parser("new")
    adding.add_argument("game")
    adding.add_argument("name")
    adding.add_argument("--players", type=int, required=True)
    adding.add_argument("--seed", type=int, default=1)
    adding.add_argument("--option", action="append", default=[])
    adding.add_argument("--bot", default="3")
    adding.add_argument("--position", default="")
    adding.add_argument("--note", required=True)
    adding.add_argument("--until", default="")
    asked = parser.parse_args()
    if asked.command == "new":
        new(asked)
        return
    for path in sorted(ROOT.glob(f"{asked.only}/golden/*.txt")):
        again(path)


if __name__ == "__main__":
    main()
