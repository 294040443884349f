"""Writes and compiles the C of one game, in a folder that `compiling` laid out: `python -m tailback.brought.c_build`.

A process of its own: mypy and setuptools leave much behind.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tailback.brought.c_groups import c_modules
from tailback.brought.compiling import ASIDE, GROUP, PACKAGE, SUFFIX, group_of

FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-w", "-g0"]


def of_core() -> list[str]:
    """The sources of the package's own C modules: each stands beside its door."""
    found = [door.relative_to(PACKAGE) for door in sorted(PACKAGE.rglob(f"*{SUFFIX}"))]
    return [str(Path("tailback", path.parent, path.name.removesuffix(SUFFIX) + ".py")) for path in found]


def of_game(module: str) -> list[str]:
    home = Path(*module.split("."))
    if home.is_dir():
        return [str(path) for path in sorted(home.glob("*.py")) if path.name not in ASIDE]
    return [str(home.with_suffix(".py"))]


def main(module: str) -> None:
    from setuptools import Distribution

    core, mine = of_core(), of_game(module)
    group = group_of(module)
    sys.argv[1:] = ["build_ext"]
    lenient = ["--cache-dir=/dev/null", "--follow-imports=silent", "--ignore-missing-imports"]
    built = c_modules([*lenient, *core, *mine], [(core, GROUP), (mine, group)], "c", multi_file=False)
    own = [extension for extension in built if group in extension.name]
    for extension in own:
        extension.extra_compile_args = [*(extension.extra_compile_args or []), *FLAGS]
    build = Distribution({"ext_modules": own}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = "built", "objects"
    build.ensure_finalized()
    build.run()


if __name__ == "__main__":
    main(sys.argv[1])
