"""The pixels of a PNG as an array: the one form in which resvg hands out what it drew.

Pillow is asked where it is installed, for it is fast. Nobody needs it, though: numpy can do the same. Each byte is
stored as its difference from what its neighbours to the left, above and between them foretell. All bytes whose
neighbours are known are worked out at once: these lie on a slant, from the upper left corner to the lower right.
"""

from __future__ import annotations

import io
import struct
import zlib
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Eight bits for each of red, green, blue and alpha, not interlaced.
KNOWN = (8, 6, 0, 0, 0)
LEFT, ABOVE, MEAN, NEAREST = 1, 2, 3, 4


def pixels(image: bytes) -> npt.NDArray[np.uint8]:
    """Height x width x 3: what is drawn on a table leaves nothing to see through, so alpha is left out."""
    return with_pillow(image) if find_spec("PIL") else with_numpy(image)


def with_pillow(image: bytes) -> npt.NDArray[np.uint8]:
    from PIL import Image

    with Image.open(io.BytesIO(image)) as opened:
        return np.array(opened.convert("RGB"))


def with_numpy(image: bytes) -> npt.NDArray[np.uint8]:
    if not image.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at, packed = len(SIGNATURE), b""
    wide = high = 0
    while at < len(image):
        size, kind = struct.unpack_from(">I4s", image, at)
        body = image[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            wide, high, *form = struct.unpack(">II5B", body)
            if tuple(form) != KNOWN:
                raise ValueError(f"a PNG of another form: {form}")
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(high, 1 + 4 * wide)
    return unfiltered(lines[:, 0], lines[:, 1:].reshape(high, wide, 4)[:, :, :3])


def unfiltered(filters: npt.NDArray[np.uint8], stored: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    high, wide, depth = stored.shape
    # Every line is moved to the right by one more than the line above it: a slant becomes a column.
    steps = wide + high - 1
    slanted = np.zeros((high, steps + 1, depth), np.uint8)
    slanted[:, :wide] = stored
    flat = slanted.reshape(-1, depth)[: high * steps].reshape(high, steps, depth)
    columns = np.ascontiguousarray(flat.transpose(1, 0, 2)).astype(np.int16)
    is_left, is_above, is_mean, is_nearest = (
        np.repeat((filters == one)[:, None], depth, axis=1) for one in (LEFT, ABOVE, MEAN, NEAREST)
    )
    # Two columns of nothing before the first, and a line of nothing above the first.
    known = np.zeros((steps + 2, high + 1, depth), np.int16)
    for step in range(steps):
        low, end = max(0, step - wide + 1), min(high, step + 1)
        a, b, c = known[step + 1, low + 1 : end + 1], known[step + 1, low:end], known[step, low:end]
        across, down = b - c, a - c
        far_a, far_b, far_c = np.abs(across), np.abs(down), np.abs(across + down)
        foretold = np.where(far_b <= far_c, b, c)
        np.copyto(foretold, a, where=(far_a <= far_b) & (far_a <= far_c))
        foretold *= is_nearest[low:end]
        np.copyto(foretold, b, where=is_above[low:end])
        np.copyto(foretold, a, where=is_left[low:end])
        np.copyto(foretold, (a + b) >> 1, where=is_mean[low:end])
        known[step + 2, low + 1 : end + 1] = (foretold + columns[step, low:end]) & 255
    back = np.zeros((high, steps + 1, depth), np.uint8).reshape(-1, depth)
    back[: high * steps] = known[2:, 1:].transpose(1, 0, 2).reshape(-1, depth)
    return np.ascontiguousarray(back.reshape(high, steps + 1, depth)[:, :wide])
