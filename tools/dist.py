"""Makes what a release consists of, in build/dist, and tries all of it as somebody would who just got it.

`python tools/dist.py [PYTHON ...]`: an archive of the sources, and out of it a wheel for each of these Pythons, or for
every one from 3.11 on that is found here. The text of the package's page and the contents of the wheels are checked;
then each wheel is installed in an empty environment, a game is played in the terminal, and a server has to hand out the
table in the browser.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MADE = ROOT / "build" / "dist"
WORK = ROOT / "build" / "dist-work"
BIN = "Scripts" if sys.platform == "win32" else "bin"
OLDEST, NEWEST = 11, 20
SAY = "import sys; print('.'.join(map(str, sys.version_info[:2])))"


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> str:
    """What a command prints. If it fails, so do we, with its words."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1", **more}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(map(str, command))} failed ({done.returncode}).")
    return done.stdout


def pythons(names: list[str]) -> dict[str, str]:
    """The Pythons to build for, by version; those that are only a name and do not start are left out."""
    found: dict[str, str] = {}
    for name in names or [sys.executable, *(f"python3.{minor}" for minor in range(OLDEST, NEWEST))]:
        path = shutil.which(name)
        said = subprocess.run([path, "-c", SAY], capture_output=True, text=True, check=False) if path else None
        if path and said and said.returncode == 0:
            found.setdefault(said.stdout.strip(), path)
        elif names:
            sys.exit(f"There is no {name} here.")
    return found


def archive() -> Path:
    """The sources with the built browser tables, from a copy in which no other build left anything."""
    source = WORK / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
    for built in ("build/web", "build/site/play"):
        shutil.copytree(ROOT / built, source / built)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    hook = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", hook, MADE, cwd=source)
    (made,) = MADE.glob("tailback-*.tar.gz")
    return made


def wheel(python: str, version: str, sources: Path) -> Path:
    """Built as a stranger would: from the archive, with the locked tools and nothing else."""
    place = environment(WORK / f"builds-{version}", python)
    run(
        place / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "-r",
        ROOT / "requirements" / "build.txt",
    )
    before = set(MADE.glob("*.whl"))
    packed = ["--no-deps", "--no-build-isolation", "--no-cache-dir", "--wheel-dir", MADE, sources]
    run(place / "python", "-m", "pip", "wheel", "--quiet", *packed, TAILBACK_MUST_COMPILE="1")
    (made,) = set(MADE.glob("*.whl")) - before
    return made


def environment(folder: Path, python: str) -> Path:
    """An empty environment for this Python; the folder of its programs."""
    run(python, "-m", "venv", "--clear", folder)
    return folder / BIN


def play(command: Path) -> None:
    """A game in the terminal, and the table in the browser from a server."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        home = {
            "XDG_STATE_HOME": kept,
            "XDG_DATA_HOME": kept,
            "LOCALAPPDATA": kept,
            "PYTHONPATH": "",
            "PYTHONUTF8": "1",
        }
        kind = run(command, "--version", cwd=Path(kept), **home)
        if "compiled" not in kind:
            sys.exit(f"{command} should be compiled: {kind}")
        games = re.findall(
            r"^([a-z_]+): ", run(command, "games", "--plain", "--lang", "en", cwd=Path(kept), **home), re.M
        )
        run(
            command, "play", games[0], "--people", "0", "--plain", "--lang", "en", "--seed", "1", cwd=Path(kept), **home
        )
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", kept, "--plain", "--lang", "en"]
        server = subprocess.Popen(
            [str(command), *words], cwd=kept, env={**os.environ, **home}, stdout=subprocess.PIPE, encoding="utf-8"
        )
        try:
            said = ""
            while "http://" not in said:
                line = server.stdout.readline() if server.stdout else ""
                if not line:
                    sys.exit(f"{command} serve stopped: {said}")
                said += line
            address = re.search(r"http://[\d.:]+", said)
            page = fetched(address[0]) if address else ""
            script = re.search(r'src="(/assets/[^"]+\.js)"', page)
            if not address or not script or not fetched(address[0] + script[1]):
                sys.exit(f"{command} serve does not hand out the table in the browser")
            if "wasm" not in fetched(address[0] + "/here/python/pieces.json"):
                sys.exit(f"{command} serve does not hand out the table that plays on the device alone")
        finally:
            server.terminate()
            server.wait(30)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode())


def main(names: list[str]) -> None:
    for folder in (WORK, MADE):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    sources = archive()
    print(f"{sources.name}: the sources", flush=True)
    wheels = []
    for version, python in pythons(names).items():
        print(f"Python {version}: compiling, two minutes or so", flush=True)
        wheels.append((wheel(python, version, sources), version, python))
    print("Checking the texts of the package's page and what the wheels hold", flush=True)
    tools = environment(WORK / "checks", sys.executable)
    run(
        tools / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "-r",
        ROOT / "requirements" / "dist.txt",
    )
    run(tools / "twine", "check", "--strict", *MADE.iterdir())
    run(tools / "check-wheel-contents", *(path for path, _, _ in wheels))
    for path, version, python in wheels:
        print(f"{path.name}: installing and playing", flush=True)
        place = environment(WORK / f"plays-{version}", python)
        run(place / "python", "-m", "pip", "install", "--quiet", path)
        play(place / "tailback")
        pipx = shutil.which("pipx")
        if pipx:
            home = {"PIPX_HOME": str(WORK / f"pipx-{version}"), "PIPX_BIN_DIR": str(WORK / f"pipx-{version}" / "bin")}
            run(pipx, "install", "--python", python, path, **home)
            play(WORK / f"pipx-{version}" / "bin" / "tailback")
    shutil.rmtree(WORK)
    print("In build/dist:", *sorted(path.name for path in MADE.iterdir()))


if __name__ == "__main__":
    main(sys.argv[1:])
