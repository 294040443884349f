"""Heads of requests that can be read in one way only.

h11 is patient with what old programs send. In front of us may stand a proxy with another kind of patience: where one of
the two sees the end of a request at another place, a stranger slips a second request in that the other never saw. So
whatever two programs could read in two ways is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import h11
from h11._receivebuffer import ReceiveBuffer

# What may stand in a line: signs that are written, those of other alphabets, and a tab.
WRITTEN = bytes([*b"\t", *range(0x20, 0x7F), *range(0x80, 0x100)])
# The two fields that say where a body ends.
ENDS = (b"\r\ncontent-length:", b"\r\ntransfer-encoding:")
VERSIONS = (b" HTTP/1.1", b" HTTP/1.0")
# The length of a piece; what may be added to it nobody uses.
PIECE = re.compile(rb"[0-9a-fA-F]{1,16}(;[^\0-\x08\n-\x1f\x7f]*)?\r\n")
BLANK = b"\r\n\r\n"
RETURN = 13


class TwoReadings(h11.RemoteProtocolError):
    """A request that somebody else may read in another way."""


def one_end(head: bytes | bytearray) -> bool:
    """Does a head say at most once where the body ends, in a version of HTTP that we know?

    >>> head = b"POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 5"
    >>> one_end(head), one_end(head + b"\\r\\nTransfer-Encoding: chunked"), one_end(head + b"\\r\\ncontent-length: 5")
    (True, False, False)
    """
    first, _, _ = head.partition(b"\r\n")
    if b" HTTP/" in first[-9:] and not first.endswith(VERSIONS):
        return False
    small = head.lower()
    lengths, pieces = map(small.count, ENDS)
    if lengths + pieces > 1:
        return False
    if lengths:
        return b"," not in small.partition(ENDS[0])[2].partition(b"\r\n")[0]
    # A body in pieces came with 1.1; whoever speaks 1.0 does not know where it ends.
    return not pieces or first.endswith(b"1.1")


def wrong(lines: bytearray) -> bytes:
    """What must not stand in these lines, each of which ends as it should.

    >>> wrong(bytearray(b"Host: x\\r\\nX: a\\nb\\r\\n")), wrong(bytearray(b"Host: x\\r\\n"))
    (b'\\n', b'')
    """
    return bytes(lines.replace(b"\r\n", b"").translate(None, WRITTEN))


class Strict(ReceiveBuffer):
    """What was received. Lines come out of it only where everybody sees the same lines.
    `at_head`: are they those of a head, or what follows a body in pieces?"""

    # So far nothing wrong was seen in the lines that are on their way.
    seen = 0

    def __init__(self, at_head: Callable[[], bool]) -> None:
        super().__init__()
        self.at_head = at_head

    def maybe_extract_lines(self) -> list[bytearray] | None:
        data = self._data
        if data[:2] == b"\r\n":
            self._extract(2)
            self.seen = 0
            return []
        end = data.find(BLANK, max(0, self.seen - 3))
        upto = len(data) if end < 0 else end + 2
        # The first half of a line end may wait for the other one.
        since = self.seen - (self.seen > 0 and data[self.seen - 1] == RETURN)
        new = data[since : upto - (end < 0 and data[-1:] == b"\r")]
        if found := wrong(new):
            if found.strip(b"\r\n"):
                raise h11.RemoteProtocolError("signs that are not written")
            raise TwoReadings("a line that ends in another way")
        if data.find(b"\r\n ", max(0, since - 2), upto) >= 0 or data.find(b"\r\n\t", max(0, since - 2), upto) >= 0:
            raise TwoReadings("a line that goes on in the next")
        if end < 0:
            self.seen = len(data)
            return None
        self.seen = 0
        head = self._extract(end + len(BLANK))[: -len(BLANK)]
        if self.at_head() and not one_end(head):
            raise TwoReadings("a body that can end at two places")
        return head.split(b"\r\n")

    def maybe_extract_next_line(self) -> bytearray | None:
        line: bytearray | None = super().maybe_extract_next_line()
        if line is not None and not PIECE.fullmatch(line):
            raise TwoReadings("a piece whose length can be read in two ways")
        return line


class Connection(h11.Connection):
    """Our end of HTTP, which refuses what it would have to guess."""

    # What came last was refused for that.
    unclear = False
    # What is answered now is the last answer of this line.
    parting = False

    def __init__(self, longest: int) -> None:
        super().__init__(h11.SERVER, longest)
        self._receive_buffer = Strict(lambda: self.their_state is h11.IDLE)

    def send(self, event: Any) -> Any:
        """Whoever is answered before the whole question was read is told that the line ends here, so that nobody sends
        the next one into it. Only told: h11 would close at once, and what still comes would tear up our last word."""
        said: Any = super().send(event)
        if isinstance(event, h11.Response) and self.their_state is h11.SEND_BODY:
            self.parting = True
            return said[: -len(b"\r\n")] + b"Connection: close\r\n\r\n"
        return said

    def next_event(self) -> Any:
        try:
            return super().next_event()
        except TwoReadings:
            self.unclear = True
            raise
