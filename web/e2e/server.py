"""The table server with a fixed chance, so that every test and every picture meets the same deals each time."""

from __future__ import annotations

import random
import sys
from types import SimpleNamespace

from tailback import cli
from tailback.core import fair
from tailback.server.live import bot_pool
from tailback.server.truth import desk, seats

# Of the older length: the words of the scenes were found with its deals. Unit tests deal and check both lengths.
DEAL = "7a" * fair.OLD_SECRET_BYTES
CODES = random.Random(4)


def main() -> int:
    # Deals differ by the words that are added to them; a bot in the same position always thinks the same.
    desk.secrets = SimpleNamespace(token_hex=lambda size: DEAL)
    bot_pool.secrets = SimpleNamespace(randbits=lambda bits: 7)
    seats.secrets = SimpleNamespace(token_urlsafe=seats.secrets.token_urlsafe, choice=CODES.choice)
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
