"""The matches of a study, row by row: as CSV, and as a table that any library for data frames takes over (Arrow).

polars.DataFrame(matches), pandas.DataFrame.from_arrow(matches), pyarrow.table(matches)
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator
from typing import TextIO

from tailback.core.errors import Explained
from tailback.lab.kept import Kept

# As Arrow calls the types of `array`.
TYPES = {"B": "UINT8", "H": "UINT16", "I": "UINT32", "i": "INT32", "q": "INT64"}
WHOLE = "q"


class NeedsExtra(Explained):
    section = "lab"


class Matches:
    """One row per match: its arm, its number, the winners as a set of bits, decisions, scores and, where it was
    watched, what was seen. What was not looked at is null."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.kinds = {"arm": WHOLE, "match": WHOLE, **kept.kinds()}

    def pieces(self) -> Iterator[tuple[int, dict[str, array[int]]]]:
        """Range after range, as it lies in the file: how many matches, and the columns there are."""
        for arm in self.kept.setups():
            for done in self.kept.ranges(arm):
                numbers = {
                    "arm": array(WHOLE, [arm] * done.count),
                    "match": array(WHOLE, range(done.first, done.first + done.count)),
                }
                yield done.count, numbers | self.kept.read(done)

    def write_csv(self, out: TextIO) -> None:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.kinds)
        for count, found in self.pieces():
            nothing = [""] * count
            writer.writerows(zip(*(found.get(name, nothing) for name in self.kinds), strict=True))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """What Arrow calls the PyCapsule interface: libraries ask for it by themselves."""
        try:
            import nanoarrow
            from nanoarrow.c_array_stream import CArrayStream
        except ImportError:
            raise NeedsExtra("needs_extra", extra="lab", library="nanoarrow") from None

        types = {name: getattr(nanoarrow.Type, TYPES[kind]) for name, kind in self.kinds.items()}
        schema = nanoarrow.c_schema(nanoarrow.struct(types))
        batches = []
        for count, found in self.pieces():
            # The first buffer says what is there, bit by bit; without it all of it is.
            columns = [
                nanoarrow.c_array_from_buffers(types[name], count, (None, found[name]))
                if name in found
                else nanoarrow.c_array_from_buffers(
                    types[name], count, (bytes(-(-count // 8)), bytes(count * array(kind).itemsize))
                )
                for name, kind in self.kinds.items()
            ]
            batches.append(nanoarrow.c_array_from_buffers(schema, count, (None,), children=columns))
        return CArrayStream.from_c_arrays(batches, schema).__arrow_c_stream__(requested_schema)
