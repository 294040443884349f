"""The tokens of the seats that somebody holds, so that the seat is still theirs when they come back."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tailback import locks
from tailback.folders import data_folder

FILE = "seats.json"
# Beside the seats of a table: the token of whoever opened it.
HOST = "host"


class Keys:
    """Tokens by table and seat, in one small file that only its owner may read.

    A table is named with its server: a token is never shown to another server than the one it came from.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder if folder is not None else data_folder()) / FILE

    def read(self) -> dict[str, dict[str, str]]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            str(table): {str(seat): str(token) for seat, token in held.items() if str(seat).isdecimal() or seat == HOST}
            for table, held in found.items()
            if isinstance(held, dict)
        }

    def of(self, server: str, table: str) -> dict[int, str]:
        """The seats we hold there."""
        held = self.read().get(f"{server}/t/{table}", {})
        return {int(seat): token for seat, token in held.items() if seat != HOST}

    def host(self, server: str, table: str) -> str:
        """The token that makes us the host of this table; empty when we are not."""
        return self.read().get(f"{server}/t/{table}", {}).get(HOST, "")

    def keep_host(self, server: str, table: str, token: str) -> None:
        self.change(server, table, {HOST: token}, token)

    def keep(self, server: str, table: str, seat: int, token: str) -> None:
        """From now on this seat is ours; OSError when the file cannot be written."""
        self.change(server, table, {str(seat): token}, token)

    def forget(self, server: str, table: str, token: str) -> None:
        self.change(server, table, {}, token)

    def change(self, server: str, table: str, new: dict[str, str], gone: str) -> None:
        with self.alone():
            everything = self.read()
            name = f"{server}/t/{table}"
            held = {seat: token for seat, token in everything.get(name, {}).items() if token != gone}
            held.update(new)
            everything[name] = held
            self.write({name: held for name, held in everything.items() if held})

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Two terminals that sit down at the same moment must not lose each other's token."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path.with_name(f".{FILE}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            locks.wait_for(handle)
            yield
        finally:
            os.close(handle)

    def write(self, everything: dict[str, dict[str, str]]) -> None:
        """Whole or not at all; a fresh temporary file has mode 0600."""
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=self.path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(everything, file, indent=1)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
