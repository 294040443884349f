"""How one server process is to be run, and what it lets one address do."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tailback.server.live.bot_pool import LIMIT, MOST, THINK, cores
from tailback.server.live.house import LINGER, SILENCE
from tailback.server.service.call import LINES, TABLES, usual_limits
from tailback.server.service.limits import MESSAGES, SHARE, Limits
from tailback.server.service.lines import SILENT_SECONDS
from tailback.server.truth import seats

__all__ = ["Setup", "cores", "limits_for", "with_lab"]
STUDIES = "studies"


class Setup(NamedTuple):
    """How one server process is run."""

    database: str
    public_url: str = ""
    tables_per_minute: int = TABLES
    lines: int = LINES
    messages: int = MESSAGES
    # The share of a core that one address may use.
    share: float = SHARE
    bot_workers: int = MOST
    # How long robots of the best level look ahead, in seconds, and how many at once; 0: as many as there are cores.
    think: float = THINK
    searchers: int = 0
    # Seconds: a table without devices sleeps, a bot is given up, a device or a process that is silent is away.
    linger: float = LINGER
    bot_limit: float = LIMIT
    silent: float = SILENT_SECONDS
    silence: float = SILENCE
    # Who may read /metrics: "local", "open" or "off"; how the log is written: "text" or "json".
    metrics: str = "local"
    log: str = "text"
    # The hash of the key to the lab, and the folder of its studies; without a key there is none.
    lab: str = ""
    studies: str = ""
    # Look at the files of games that were named by their paths, and in which language to tell what is wrong with them.
    watch: bool = False
    lang: str = "en"
    # Is every game drawn on the general table?
    general: bool = False
    # May pages with a table of their own be reached through this server?
    relay: bool = False
    # Another folder, in which `tailback lab` keeps those of the terminal.
    terminal_studies: str = ""
    # Which of several workers this is, from 1; 0: the only one.
    place: int = 0
    # How many processes serve on the same socket, with it.
    crew: int = 1


def limits_for(setup: Setup) -> Limits:
    return usual_limits(setup.tables_per_minute, setup.lines, setup.messages, setup.crew, setup.share)


def with_lab(setup: Setup, folder: Path, terminal: Path | None) -> tuple[Setup, str]:
    """The same with a lab whose studies are kept below this folder, and the token that opens it. All processes know its
    hash, none of them the token. `terminal`: below it lie studies that were made without a server."""
    token = seats.new_token()
    elsewhere = "" if terminal is None else str(terminal / STUDIES)
    return setup._replace(lab=seats.hashed(token), studies=str(folder / STUDIES), terminal_studies=elsewhere), token
