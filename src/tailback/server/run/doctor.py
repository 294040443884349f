"""Why does it not work, or will it? Everything a server needs is looked at in turn; nothing is changed.

Each finding is one line: well, worth a look, or wrong with what to do about it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import platform
import re
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import tailback
from tailback.core import contract
from tailback.reasons import reason
from tailback.server.door import browser
from tailback.server.run.serve import CannotServe, home_address, listen
from tailback.server.store import StoreError, checkup
from tailback.server.store.naming import shown

OK, LOOK, WRONG = "ok", "look", "wrong"
OLDEST_PYTHON = (3, 11)
MB = 1024 * 1024
LITTLE_ROOM, NO_ROOM = 500 * MB, 20 * MB
# File systems of other machines: SQLite's log and locks are not safe there.
NETWORK = {
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "fuse.sshfs",
    "9p",
    "afs",
    "ceph",
    "glusterfs",
    "fuse.rclone",
    "davfs",
}
# A clock before this program was written has lost its time; one so far ahead has been set wrong.
FIRST_YEAR, LAST_YEAR = 2026, 2100
# Seconds: what a time at a table or the clock of the database may be ahead of ours.
CLOCK_SLACK = 60
FEW_FILES = 4096


class Finding(NamedTuple):
    """`key` names its text (section `doctor`)."""

    check: str
    state: str
    key: str
    params: dict[str, Any]


def examine(database: str, host: str, port: int) -> list[Finding]:
    """All of it. `database` is a file or an address of PostgreSQL, as a server is given it."""
    found = [*of_versions(), *of_client(), *of_packages()]
    if "://" in database:
        found += of_database(database)
    else:
        found += of_folder(Path(database).parent)
        found += of_file(Path(database))
    found += of_clock()
    found += of_port(host, port)
    found += of_limits()
    found += of_home()
    return found


# What runs here


def of_versions() -> Iterator[Finding]:
    python = platform.python_version()
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield Finding("versions", WRONG, "old_python", {"python": python})
    elif contract.__file__.endswith(".py"):
        yield Finding("versions", LOOK, "interpreted", {"version": tailback.__version__, "python": python})
    else:
        yield Finding("versions", OK, "compiled", {"version": tailback.__version__, "python": python})


def of_client() -> Iterator[Finding]:
    if browser.find() is None:
        yield Finding("client", LOOK, "no_client", {})
    else:
        yield Finding("client", OK, "client", {})


def of_packages() -> Iterator[Finding]:
    """What the package asks for, as it is installed."""
    try:
        asked = metadata.requires("tailback") or []
    except metadata.PackageNotFoundError:
        yield Finding("packages", LOOK, "not_installed", {})
        return
    there, missing, untested = [], [], []
    for line in asked:
        wanted, _, marker = line.partition(";")
        name = re.split(r"[^\w.-]", wanted.strip(), maxsplit=1)[0]
        if "extra" in marker or ("win32" in marker and sys.platform == "win32"):
            continue
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
            continue
        there.append(f"{name} {version}")
        if not within(version, wanted):
            untested.append(f"{name} {version} ({wanted.strip()[len(name) :]})")
    if missing:
        yield Finding("packages", WRONG, "packages_missing", {"names": ", ".join(missing)})
    if untested:
        yield Finding("packages", LOOK, "packages_untested", {"names": ", ".join(untested)})
    if not missing and not untested:
        yield Finding("packages", OK, "packages", {"names": ", ".join(there)})


def within(version: str, wanted: str) -> bool:
    """Does this version keep to the bounds?

    >>> [within("1.10.0", wanted) for wanted in ("x>=1.6", "x>=1.6,<1.10", "x==1.10.0", "x>=2")]
    [True, False, True, False]
    """
    mine = numbers(version)
    for how, bound in re.findall(r"(>=|<=|==|<|>)\s*([\w.]+)", wanted):
        other = numbers(bound)
        length = max(len(mine), len(other))
        here, there = (found + (0,) * (length - len(found)) for found in (mine, other))
        fits = {">=": here >= there, "<=": here <= there, "==": here == there, "<": here < there, ">": here > there}
        if not fits[how]:
            return False
    return True


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0]))


# Where the tables are


def of_folder(folder: Path) -> Iterator[Finding]:
    where = str(folder)
    there = folder
    try:
        while not there.exists() and there != there.parent:
            there = there.parent
        if not there.is_dir():
            yield Finding("folder", WRONG, "folder_is_file", {"folder": str(there)})
            return
        # More than a look at the rights: a disk may be mounted for reading only.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        yield Finding("folder", WRONG, "folder_closed", {"folder": where, "reason": reason(error)})
        return
    if there == folder:
        yield Finding("folder", OK, "folder", {"folder": where})
    else:
        yield Finding("folder", OK, "folder_will_be", {"folder": where})
    kind = file_system(there)
    if kind in NETWORK:
        yield Finding("folder", WRONG, "network_drive", {"folder": where, "kind": kind})
    free = shutil.disk_usage(there).free
    if free < NO_ROOM:
        yield Finding("folder", WRONG, "no_room", {"folder": where, "mb": free // MB})
    elif free < LITTLE_ROOM:
        yield Finding("folder", LOOK, "little_room", {"folder": where, "mb": free // MB})
    else:
        yield Finding("folder", OK, "room", {"mb": free // MB})


def file_system(folder: Path) -> str:
    """What kind of file system a folder lies on; empty where the system does not tell."""
    best, kind = "", ""
    with contextlib.suppress(OSError):
        real = os.path.realpath(folder)
        for line in Path("/proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines():
            _, place, found, *_ = line.split(" ")
            place = place.replace("\\040", " ")
            inside = real == place or real.startswith(place.rstrip("/") + "/")
            if inside and len(place) >= len(best):
                best, kind = place, found
    return kind


def of_file(path: Path) -> Iterator[Finding]:
    try:
        found = checkup.look_at_file(path)
    except StoreError as error:
        yield Finding("store", WRONG, "store", {"error": error})
        return
    yield from of_store(found, str(path))
    if found.served:
        yield Finding("store", OK, "served", {"where": str(path)})


def of_database(url: str) -> Iterator[Finding]:
    now = time.time_ns() // 1_000_000
    try:
        found = asyncio.run(checkup.look_at_database(url, now))
    except StoreError as error:
        yield Finding("store", WRONG, "store", {"error": error})
        return
    yield from of_store(found, shown(url))
    if abs(found.ahead) > CLOCK_SLACK * 1000:
        yield Finding("clock", LOOK, "two_clocks", {"seconds": abs(found.ahead) // 1000})


def of_store(found: checkup.Checkup, where: str) -> Iterator[Finding]:
    if found.version == 0:
        yield Finding("store", OK, "empty", {"where": where})
        return
    program, tables, version = found.program, found.tables, found.version
    if version < found.known:
        yield Finding(
            "store",
            LOOK,
            "older",
            {"where": where, "program": program, "tables": tables, "version": version, "known": found.known},
        )
    else:
        yield Finding("store", OK, "sound", {"where": where, "program": program, "tables": tables, "version": version})
    if found.newest > (time.time() + CLOCK_SLACK) * 1000:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(found.newest / 1000))
        yield Finding("clock", WRONG, "clock_behind", {"day": day})


# Time, ports, limits


def of_clock() -> Iterator[Finding]:
    now = time.localtime()
    day = time.strftime("%Y-%m-%d %H:%M", now)
    if FIRST_YEAR <= now.tm_year < LAST_YEAR:
        yield Finding("clock", OK, "clock", {"day": day})
    else:
        yield Finding("clock", WRONG, "clock_wrong", {"day": day})


def of_port(host: str, port: int) -> Iterator[Finding]:
    try:
        listen(host, port).close()
    except CannotServe as error:
        if error.key != "port_busy":
            yield Finding("port", WRONG, "no_port", {"host": host, "port": port, "reason": error.params["reason"]})
            return
    else:
        yield Finding("port", OK, "port_free", {"host": host, "port": port})
        return
    answer = who_answers(host, port)
    if answer is None:
        yield Finding("port", WRONG, "port_taken", {"host": host, "port": port})
    elif answer["ready"]:
        yield Finding("port", OK, "answers", {"port": port, "version": answer["server"]})
    else:
        reasons = ", ".join(answer.get("reasons", []))
        yield Finding("port", WRONG, "not_ready", {"port": port, "version": answer["server"], "reasons": reasons})


def who_answers(host: str, port: int) -> dict[str, Any] | None:
    """What a Tailback at this port says about itself; None when something else is there."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        try:
            with direct.open(f"http://{name}:{port}/health", timeout=5) as got:
                told = json.load(got)
        except urllib.error.HTTPError as refused:
            told = json.load(refused)["params"]
        return {"server": str(told["server"]), "ready": bool(told["ready"]), "reasons": list(told.get("reasons", []))}
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None


def of_limits() -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most == resource.RLIM_INFINITY:
        yield Finding("limits", OK, "files_free", {})
    elif most < FEW_FILES:
        yield Finding("limits", LOOK, "few_files", {"most": most})
    else:
        yield Finding("limits", OK, "files", {"most": most})


def of_home() -> Iterator[Finding]:
    found = home_address()
    if found:
        yield Finding("home", OK, "home", {"address": found})
    else:
        yield Finding("home", LOOK, "no_home", {})
