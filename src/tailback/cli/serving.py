"""`tailback serve`, and plain `tailback`: the table server of a home, from its first line to its last."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import tailback
from tailback import brought, games
from tailback.brought.errors import GameError
from tailback.cli.arguments import Given
from tailback.cli.setting_up import think_of
from tailback.cli.whose import folder_of, way_out
from tailback.folders import NoHome, data_folder
from tailback.server.run import serve as server
from tailback.server.run.serve import CannotServe
from tailback.server.run.setup import Setup, cores, with_lab
from tailback.server.store import StoreError
from tailback.server.store.naming import shown
from tailback.terminal.qr import can_draw, show_code
from tailback.terminal.screen import Screen, Trouble
from tailback.texts import Texts
from tailback.texts.names import printable

ANYWHERE = ("0.0.0.0", "::")
LARGEST_PORT = 65535
# More processes than this help nobody, and a slip of the finger should not start a thousand.
MOST_WORKERS = 64
MOST_PER_ADDRESS = 1_000_000
# How the log is written, and who may read the figures: the usual first.
LOG_FORMS = ("text", "json")
READERS = ("local", "open", "off")
# Where the address of the lab stands when it is not said aloud.
LAB_FILE = "lab-address-{port}"


class Addresses(NamedTuple):
    """Where the table is reached; empty where it is not."""

    device: str
    home: str
    public: str

    @property
    def best(self) -> str:
        """What links and QR codes begin with."""
        return self.public or self.home or self.device


def serve(screen: Screen, texts: Texts, given: Given) -> int:
    host = given.one("host") or ANYWHERE[0]
    port = number(given, "port", server.PORT, 0, LARGEST_PORT)
    workers = number(given, "workers", 1, 1, MOST_WORKERS)
    public = public_url(given.one("public-url")) if given.has("public-url") else ""
    known = Setup._field_defaults
    think = think_of(given)
    setup = Setup(
        database="",
        tables_per_minute=number(given, "tables-per-minute", known["tables_per_minute"], 1, MOST_PER_ADDRESS),
        lines=number(given, "lines", known["lines"], 1, MOST_PER_ADDRESS),
        bot_workers=number(given, "bots", known["bot_workers"], 1, MOST_WORKERS),
        think=known["think"] if think is None else think,
        # Together they look ahead on as many cores as there are.
        searchers=max(1, cores() // workers),
        log=one_of(given, "log", LOG_FORMS),
        metrics=one_of(given, "metrics", READERS),
        general=given.has("general"),
        relay=given.has("relay"),
    )
    if given.has("watch") and not given.has("game"):
        raise Trouble("usage.watch_what")
    setup = setup._replace(watch=given.has("watch"), lang=texts.lang)
    bring_games(screen, texts, given)
    check_store(given)
    if workers > 1 and not given.has("database"):
        raise Trouble("serve.one_process", workers=workers)
    if workers > 1 and setup.relay:
        # Two pages find each other only in one process: nothing is written down by which another could know of them.
        raise Trouble("serve.one_relay")
    if workers > 1 and os.name == "nt":
        raise Trouble("serve.no_workers_here")
    try:
        with server.listen(host, port) as listening:
            where = addresses(host, listening.getsockname()[1], public)
            setup = setup._replace(database=database_of(given), public_url=where.best)
            setup, lab = with_lab_key(setup, given, where, listening.getsockname()[1])
            draw = not given.has("plain") and can_draw(screen)
            greet = greeting(screen, texts, where, shown(setup.database), lab, draw)

            def ready() -> None:
                greet()
                if given.has("open"):
                    open_browser(where.device)

            code = server.run(setup, listening, workers, ready)
    except (CannotServe, StoreError) as error:
        raise Trouble(error.text, hints=way_out(texts, given, error), **error.params) from None
    if code:
        raise Trouble("serve.failed")
    screen.line(texts.say("serve.stopped"))
    return 0


def bring_games(screen: Screen, texts: Texts, given: Given) -> None:
    """The games that were named by their paths. One that is broken is named, and the server goes on with the others:
    its tables wait until it is mended."""
    if given.has("watch"):
        os.environ[brought.WATCH] = "1"
    for path in given.all("game"):
        try:
            games.bring(path)
        except GameError as error:
            if not Path(path).expanduser().exists():
                raise
            screen.line(texts.say(error.text, **error.params), "bold")


def number(given: Given, name: str, default: int, low: int, high: int) -> int:
    found = given.number(name, default)
    if not low <= found <= high:
        raise Trouble("usage.out_of_range", flag=f"--{name}", value=given.one(name), low=low, high=high)
    return found


def one_of(given: Given, name: str, allowed: tuple[str, ...]) -> str:
    """One of these words; the first when nothing is given."""
    found = given.one(name) if given.has(name) else allowed[0]
    if found not in allowed:
        raise Trouble("usage.not_one_of", flag=f"--{name}", value=found, allowed=", ".join(allowed))
    return found


# Where things are


def check_store(given: Given) -> None:
    if given.has("data") and given.has("database"):
        raise Trouble("serve.two_stores")
    if given.has("database") and not given.one("database").startswith(("postgresql://", "postgres://")):
        raise Trouble("serve.bad_database", value=shown(given.one("database")))
    if given.has("data") and not given.one("data").strip():
        raise Trouble("usage.needs_value", flag="--data")


def database_of(given: Given) -> str:
    """The store that is meant; a folder that is missing is made."""
    return given.one("database") or server.database_in(folder_of(given))


def with_lab_key(setup: Setup, given: Given, where: Addresses, port: int) -> tuple[Setup, str]:
    """The set-up with a lab, and the address that opens it for whoever runs the server; empty where it is not said.

    A log is read by others: there the address goes into a file for the owner alone. No lab without screens to show it,
    and none where nothing can be kept.
    """
    if not server.has_screens():
        return setup, ""
    try:
        folder = folder_of(given)
        found, token = with_lab(setup, folder, own_folder())
        address = f"{where.public or where.device}/lab#{token}"
        if setup.log != LOG_FORMS[0] or is_journal():
            keep_secret(folder / LAB_FILE.format(port=port), address)
            return found, ""
    except (NoHome, OSError):
        return setup, ""
    return found, address


def own_folder() -> Path | None:
    """Where this user's own studies are; a service may have no home."""
    try:
        return data_folder()
    except NoHome:
        return None


def is_journal() -> bool:
    """Does what we say go into a journal? systemd names the one it reads; a shell below it may have the name, too."""
    with contextlib.suppress(OSError):
        found = os.fstat(1)
        return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
    return False


def keep_secret(file: Path, text: str) -> None:
    """In a file that nobody else may read, not even for a moment."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text + "\n")


def public_url(text: str) -> str:
    """The address under which a proxy shows the server to the world."""
    try:
        parts = urlsplit(text)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise Trouble("serve.bad_public_url", value=text) from None
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if not fits or more or not text.isascii() or any(sign.isspace() or sign in "\"'<>\\^`{|}" for sign in text):
        raise Trouble("serve.bad_public_url", value=text)
    return f"{parts.scheme}://{parts.netloc}"


def addresses(host: str, port: int, public: str) -> Addresses:
    if host in ANYWHERE:
        home = server.home_address()
        return Addresses(address("127.0.0.1", port), address(home, port) if home else "", public)
    here = address(host, port)
    only_here = host.startswith("127.") or host in ("::1", "localhost")
    return Addresses(here, "" if only_here else here, public)


def address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


# What is said


def greeting(screen: Screen, texts: Texts, where: Addresses, store: str, lab: str, draw: bool) -> Callable[[], None]:
    """Said when the server answers."""

    def tell(key: str, **params: str) -> None:
        # Not wrapped: an address must stay in one piece.
        screen.out.write(printable(texts.say(f"serve.{key}", **params)) + "\n")

    def ready() -> None:
        tell("ready", version=tailback.__version__)
        tell("device", url=where.device)
        if where.home:
            tell("home", url=where.home)
        elif not where.public:
            tell("only_here")
        if where.public:
            tell("public", url=where.public)
        if draw and (where.home or where.public):
            show_code(screen, where.public or where.home)
        tell("kept", where=store)
        if lab:
            tell("lab", url=lab)
        tell("stop")
        screen.out.flush()

    return ready


# The browser


def has_display() -> bool:
    """Whether somebody would see a browser here; in a plain terminal a text browser would take it over."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> None:
    """Opens the address where that is possible; it was said already, so nothing is lost where it is not."""

    def try_it() -> None:
        with contextlib.suppress(Exception):
            webbrowser.open(url)

    if has_display():
        # It may wait for the browser, and the tables must not.
        threading.Thread(target=try_it, daemon=True).start()
