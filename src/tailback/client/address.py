"""Where a table is: a link, or a code at a server."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from tailback.core.errors import Explained
from tailback.texts.names import bare

# The port of `tailback serve`, where a code is looked up when no server is named.
PORT = 8377
HOME = f"http://127.0.0.1:{PORT}"

LINK = re.compile(r"/t/([A-Za-z0-9_-]{1,64})/?")
# As many letters as its first ones say: see `server/truth/seats.py`.
CODE = re.compile(r"[A-XZ][A-Z]{3}|Y[A-XZ][A-Z]{3}|YY[A-XZ][A-Z]{4}|YYY[A-XZ][A-Z]{5}")


# What the browser makes of a code.
ASKED = re.compile(r"([^?#]*?)(?:/join)?/?\?(?:[^#]*&)?code=([^&#\s]+).*")


class BadAddress(Explained, ValueError):
    """Neither a link to a table nor a code."""

    section = "join"


class Address(NamedTuple):
    """A server, and a table there: by its id, or by a code that must be looked up."""

    server: str
    table: str = ""
    code: str = ""
    claim: str = ""

    @property
    def socket(self) -> str:
        """Where the socket of this server is."""
        return f"ws{self.server.removeprefix('http')}/ws"


def server_address(text: str) -> str:
    """A server as somebody typed it.

    >>> server_address("192.168.1.5:8377/"), server_address("https://games.example/tb")
    ('http://192.168.1.5:8377', 'https://games.example/tb')
    """
    typed = text.strip()
    whole = typed if "://" in typed else f"http://{typed}"
    try:
        parts = urlsplit(whole)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        fits = fits and (parts.port is None or parts.port > 0) and not re.search(r"[\s\x00-\x1f]", whole)
    except ValueError:
        fits = False
    if not fits:
        raise BadAddress("bad_server", text=text)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def read_address(text: str, server: str = "") -> Address:
    """A link with or without a claim, or a code.

    >>> read_address("http://10.0.0.2:8377/t/abc#xyz")
    Address(server='http://10.0.0.2:8377', table='abc', code='', claim='xyz')
    >>> read_address(" kr-tz ").code, read_address("“KRTZ”:").server == HOME, read_address("ykrtz").code
    ('KRTZ', True, 'YKRTZ')
    >>> read_address("<http://10.0.0.2:8377/join?code=KRTZ>.")
    Address(server='http://10.0.0.2:8377', table='', code='KRTZ', claim='')
    """
    typed = bare(text)
    asked = ASKED.fullmatch(typed)
    code = re.sub(r"[\W_]", "", asked[2] if asked else typed).upper()
    if CODE.fullmatch(code):
        named = server or (asked[1] if asked else "")
        return Address(server_address(named) if named else HOME, code=code)
    if "/" not in typed:
        raise BadAddress("bad_code", text=text)
    link, _, claim = typed.partition("#")
    head, found, table = link.rpartition("/t/")
    if not found or not LINK.fullmatch(f"/t/{table}"):
        raise BadAddress("bad_link", text=text)
    return Address(server_address(server or head), table.rstrip("/"), claim=claim)


def nearby(url: str) -> bool:
    """Is this machine on the same desk or in the same house? Then no proxy stands between."""
    host = urlsplit(url).hostname or ""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".local") or "." not in host
    return found.is_loopback or found.is_private or found.is_link_local
