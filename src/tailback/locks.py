"""Locks on files, by the call that the system has for them. It lets go of them even after a crash."""

from __future__ import annotations

import time

# How often whoever waits looks again, where the system cannot wait for us without an end.
LOOK = 0.05


def take(handle: int) -> None:
    """The lock on this open file, or BlockingIOError when another program has it."""
    try:
        import fcntl
    except ImportError:
        take_on_windows(handle)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for(handle: int) -> None:
    """The lock on this open file, as soon as nobody else has it."""
    while True:
        try:
            return take(handle)
        except BlockingIOError:
            time.sleep(LOOK)


def take_on_windows(handle: int) -> None:
    import msvcrt

    try:
        # One byte, which need not be there: it stands for the whole file.
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
