"""How the address of a store is written for people: as it was given, without any password."""

from __future__ import annotations

import getpass
import os
import re
from urllib.parse import parse_qsl, unquote, urlsplit

# What may stand behind the ? of an address and says where the database is; all else is left out.
PLACES = ("host", "port", "dbname", "database")
SECRET = re.compile(r"(?<=[?&])(?:ssl)?pass(?:word|file)=[^&]*&?", re.IGNORECASE)


def shown(database: str) -> str:
    """Where the tables are.

    >>> shown("postgresql://ann:secret@db.example.org:5433/games?sslmode=require")
    'postgresql://db.example.org:5433/games'
    >>> shown("postgresql://ann@/games?host=/run/postgresql&password=secret")
    'postgresql:///games?host=/run/postgresql'
    >>> shown("/home/ann/tables.sqlite")
    '/home/ann/tables.sqlite'
    """
    scheme, found, rest = database.partition("://")
    if not found:
        return database
    place, _, query = SECRET.sub("", rest).rpartition("@")[2].partition("?")
    kept = [part for part in query.split("&") if part.partition("=")[0] in PLACES]
    named = (not place.startswith("/") and place) or any(part.startswith("host=") for part in kept)
    if not named and os.environ.get("PGHOST"):
        kept.append(f"host={os.environ['PGHOST']}")
    return f"{scheme}://{place}" + (f"?{'&'.join(unquote(part) for part in kept)}" if kept else "")


def user_of(url: str) -> str:
    """Who we are to the database; empty when nothing says so. ValueError for an address that is none."""
    parts = urlsplit(url)
    if parts.port == 0:
        raise ValueError("port 0")
    asked = dict(parse_qsl(parts.query))
    return unquote(parts.username or "") or asked.get("user") or os.environ.get("PGUSER") or own_name()


def own_name() -> str:
    """The name of whoever runs us; a user that the system does not list has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def database_of(url: str) -> str:
    """Which database is meant; by default it is called like the user."""
    parts = urlsplit(url)
    asked = dict(parse_qsl(parts.query))
    named = unquote(parts.path.strip("/")) or asked.get("dbname") or asked.get("database")
    return named or os.environ.get("PGDATABASE") or user_of(url)


def has_password(url: str) -> bool:
    return urlsplit(url).password is not None or SECRET.search(url) is not None


def by_socket(url: str) -> bool:
    """Does the address lead to a socket of this machine? There the database may ask the system who we are."""
    parts = urlsplit(url)
    host = unquote(parts.hostname or "") or dict(parse_qsl(parts.query)).get("host") or os.environ.get("PGHOST", "/")
    return host.startswith("/")
