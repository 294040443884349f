"""Why the system refused something, in the language of whoever is told."""

from __future__ import annotations

import errno
import os
import socket

# Errors that may come without a number of the system.
KINDS = {
    TimeoutError: "ETIMEDOUT",
    ConnectionRefusedError: "ECONNREFUSED",
    ConnectionResetError: "ECONNRESET",
    PermissionError: "EACCES",
    FileNotFoundError: "ENOENT",
}
# All of these mean that nobody knows the name of a machine.
NO_NAME = ("EAI_NONAME", "EAI_NODATA", "EAI_FAIL", "EAI_ADDRFAMILY")
FORBIDDEN = ("EACCES", "EPERM")


class Reason(str):
    """The system's own words, and the name of the error: our words for it stand in the texts under `system`."""

    name: str

    def __new__(cls, words: str, name: str = "") -> Reason:
        made = super().__new__(cls, words)
        made.name = name
        return made


def reason(error: BaseException) -> Reason:
    """What the system said about an error.

    >>> import errno
    >>> found = reason(OSError(errno.ENOSPC, "No space left on device"))
    >>> found, found.name
    ('No space left on device', 'ENOSPC')
    """
    words = str(getattr(error, "strerror", None) or error or type(error).__name__)
    return Reason(words, name_of(error))


def of_number(number: int) -> Reason:
    """What the system says of this number."""
    return Reason(os.strerror(number), errno.errorcode.get(number, ""))


def name_of(error: BaseException) -> str:
    number = getattr(error, "errno", None)
    # These count in their own way, from other beginnings.
    if isinstance(error, socket.gaierror):
        unknown = [getattr(socket, name) for name in NO_NAME if hasattr(socket, name)]
        return "EAI_NONAME" if number in unknown else "EAI_AGAIN" if number == socket.EAI_AGAIN else ""
    if type(error).__module__ == "ssl":
        return ""
    if isinstance(number, int) and number in errno.errorcode:
        return errno.errorcode[number].removeprefix("WSA")
    return next((name for kind, name in KINDS.items() if isinstance(error, kind)), "")
