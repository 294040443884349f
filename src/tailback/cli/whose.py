"""Whose the data is: the folder that is meant, and the command line that works when it is another user's."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from tailback.cli.arguments import Given
from tailback.core.errors import Explained
from tailback.folders import data_folder, typed_path
from tailback.reasons import FORBIDDEN, Reason
from tailback.server.store import naming
from tailback.terminal.forms import called
from tailback.texts import Texts


def folder_of(given: Given) -> Path:
    return typed_path(given.one("data")) if given.has("data") else data_folder()


def way_out(texts: Texts, given: Given, error: Explained) -> tuple[str, ...]:
    """A line that says whose data it is and what to type, where another user may do this."""
    if given.has("database"):
        return as_peer(texts, given) if error.key == "no_login" else ()
    why = error.params.get("reason")
    if not isinstance(why, Reason) or why.name not in FORBIDDEN:
        return ()
    if error.key in ("no_access", "no_folder", "folder_closed"):
        return as_owner(texts, given)
    return (texts.say("trouble.write_elsewhere", user=myself()),) if error.key == "cannot_write" else ()


def as_owner(texts: Texts, given: Given) -> tuple[str, ...]:
    folder = Path(os.path.abspath(folder_of(given)))
    owner = owner_of(folder)
    if owner is None:
        return ()
    where, user = owner
    return (
        texts.say("trouble.other_user", folder=str(where), user=user, command=run_as(user, in_folder(given, folder))),
    )


def as_peer(texts: Texts, given: Given) -> tuple[str, ...]:
    """Over a socket PostgreSQL asks the system who we are, and lets in whoever is called like its own user."""
    url = given.one("database")
    user = naming.user_of(url)
    # Whoever gave a password is not asked for their name; and it must not be written out here.
    if naming.has_password(url) or not naming.by_socket(url) or not is_user(user) or user == myself():
        return ()
    return (texts.say("trouble.peer_user", user=user, command=run_as(user, given.words)),)


def run_as(user: str, words: list[str]) -> str:
    return f"sudo -u {shlex.quote(user)} {called(*words)}"


def in_folder(given: Given, folder: Path) -> list[str]:
    """What was typed, with the folder in full: the other user has another home, and other folders of its own."""
    words = list(given.words)
    for n, word in enumerate(words):
        if word == "--data":
            return [*words[: n + 1], str(folder), *words[n + 2 :]]
        if word.startswith("--data="):
            return [*words[:n], f"--data={folder}", *words[n + 1 :]]
    place = words.index(given.command) + 1 if given.command in words else 0
    return [*words[:place], "--data", str(folder), *words[place:]]


def myself() -> str:
    return user_name(os.geteuid()) if hasattr(os, "geteuid") else naming.own_name()


def user_name(number: int) -> str:
    """The name of a user; one without a name is written so that sudo takes it."""
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"


def owner_of(folder: Path) -> tuple[Path, str] | None:
    """Which folder is closed to us, this one or one above it, and who has it. None when it is ours, or not there."""
    if not hasattr(os, "geteuid"):
        return None
    for place in (folder, *folder.parents):
        try:
            owner = place.stat().st_uid
        except PermissionError:
            continue
        except OSError:
            return None
        return None if owner == os.geteuid() else (place, user_name(owner))
    return None


def is_user(name: str) -> bool:
    """Does this machine know a user of this name?"""
    try:
        import pwd

        pwd.getpwnam(name)
    except (ImportError, KeyError):
        return False
    return True
