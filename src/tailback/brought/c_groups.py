"""The C of modules in groups, each of them seen as a whole; `setup.py` and `c_build` write the same with it.

Without groups mypyc hands out no table of what is in a library, so nothing could be compiled against it later. With
them it trusts nobody outside to leave a class alone: every attribute might be missing and every method overridden, and
matches take a tenth more time, some half as much again. But its own modules all stand in one group, and whoever comes
later may only derive from classes that say so, of which mypyc never trusts anything.
"""

from __future__ import annotations

import re
from typing import Any


def c_modules(paths: list[str], groups: list[tuple[list[str], str | None]], target: str, multi_file: bool) -> list[Any]:
    """What `mypycify` gives for these paths and options, the C files written into the folder `target`."""
    from mypy.fscache import FileSystemCache
    from mypyc.build import construct_groups, generate_c, get_mypy_config, mypycify
    from mypyc.options import CompilerOptions

    how = CompilerOptions(multi_file=multi_file, separate=True, target_dir=target)
    how.global_opts = True
    files = FileSystemCache()
    compiled, read, options = get_mypy_config(paths, None, how, files)
    named = construct_groups(compiled, groups, True, None)
    written, _, needed = generate_c(read, options, named, files, how)
    mended = [[(name, give_back(source)) for name, source in group] for group in written]
    return mypycify(
        paths,
        opt_level="3",
        multi_file=multi_file,
        separate=groups,
        target_dir=target,
        skip_cgen_input=(mended, [(one.path, one.include_dirs, one.internal) for one in needed]),
    )


# Where C that mypyc wrote takes a `vec` from plain Python: as an argument, or as the new value of an attribute.
TAKEN = re.compile(r"\b(arg_\w+|tmp) = Vec(\w+)Api\.unbox\([^;]*\);")


def give_back(source: str) -> str:
    """The same C, in which a `vec` from plain Python is only borrowed.

    mypyc 2.4 means to borrow it there, and counts it all the same, so it was never freed.
    """
    return TAKEN.sub(lambda found: f"{found[0]} VEC_{found[2].upper()}_DECREF({found[1]});", source)
