"""Compiles the core and the games with mypyc; without a C compiler the same files run as they are."""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import setup

# `vecs` only chooses between two imports. The rest of these rooms is compiled as one group.
ROOMS = ("core", "games")
PLAIN = {"core/vecs.py", "core/record.py", "core/snapshot.py"}


def modules() -> list[str]:
    root = Path("src/tailback")
    found = [path for room in ROOMS for path in sorted(root.joinpath(room).rglob("*.py"))]
    return [
        str(path) for path in found if path.name != "__init__.py" and path.relative_to(root).as_posix() not in PLAIN
    ]


def extensions() -> list[object]:
    if os.environ.get("TAILBACK_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    built = mypycify(["--strict", *modules()], opt_level="3", group_name="tailback")
    for extension in built:
        extension.optional = True
    return list(built)


setup(ext_modules=extensions())
