"""`python -m bench`: set up `.venv-bench` with the compiled package and the peers, then measure in it.

Arguments go on to `bench.engine`, or with `server`, `web`, `site`, `lab`, `kit`, `learning`, `terminal` or `ismcts` in
front to the module of that name. The environment is built anew when a source, a lock or the Python changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKED = ("build", "run")
APART = ("server", "web", "site", "lab", "kit", "learning", "terminal", "ismcts")
BUILT_FROM = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")


def digest(paths: list[Path]) -> str:
    seen = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        seen.update(path.relative_to(ROOT).as_posix().encode())
        seen.update(path.read_bytes())
    return seen.hexdigest()


def is_new(name: str, paths: list[Path]) -> bool:
    stamp = HOME / f"{name}.stamp"
    return not stamp.exists() or stamp.read_text() != digest(paths)


def done(name: str, paths: list[Path]) -> None:
    (HOME / f"{name}.stamp").write_text(digest(paths))


def pip(*arguments: str) -> bool:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def sources() -> list[Path]:
    source = (ROOT / "src").rglob("*")
    found = [path for path in source if path.suffix in {".py", ".json", ".typed"} and "egg-info" not in str(path)]
    return found + [ROOT / name for name in BUILT_FROM if (ROOT / name).is_file()]


def install_package() -> bool:
    """Build from a copy, so that a working tree stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        for name in BUILT_FROM:
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(
                    place, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
                )
            elif place.is_file():
                shutil.copy(place, folder)
        return pip("--no-build-isolation", "--no-deps", "--force-reinstall", folder)


def main() -> int:
    locks = [ROOT / "requirements" / f"{name}.txt" for name in LOCKED]
    peers = ROOT / "requirements" / "bench.txt"
    if is_new("locks", locks) or not PYTHON.exists():
        print("bench: setting up .venv-bench", file=sys.stderr)
        venv.create(HOME, with_pip=True, clear=True)
        for lock in locks:
            if not pip("--require-hashes", "-r", str(lock)):
                print(f"bench: {lock.name} could not be installed", file=sys.stderr)
                return 2
        done("locks", locks)
    if is_new("peers", [peers]):
        print("bench: installing the peers", file=sys.stderr)
        if pip("--require-hashes", "--no-build-isolation", "-r", str(peers)):
            done("peers", [peers])
        else:
            print(
                "bench: not every peer could be installed here (see pip's message above); "
                "the table leaves out what is missing and the marks say so",
                file=sys.stderr,
            )
    if is_new("package", sources()):
        print("bench: compiling the package", file=sys.stderr)
        if not install_package():
            print("bench: the package itself could not be installed", file=sys.stderr)
            return 2
        done("package", sources())
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    module, arguments = "bench.engine", sys.argv[1:]
    if arguments and arguments[0] in APART:
        module, arguments = f"bench.{arguments[0]}", arguments[1:]
    return subprocess.run([str(PYTHON), "-m", module, *arguments], cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
