"""The locks: everything pinned and hashed, the same everywhere, and not a word about where it comes from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("build", "run", "dev", "dist", "bench", "films")
# Published as one file, its source. Everything else has two or more: a lock with fewer fits some machines only.
ONE_FILE = {"rlcard==1.2.0"}


def pins(name: str) -> dict[str, set[str]]:
    """Versions by package; a package has more than one where Python's version decides."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines():
        if line and line[0] not in " #":
            package, _, rest = line.partition("==")
            found.setdefault(package.lower(), set()).add(rest.split()[0])
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    blocks = re.split(r"\n(?=[A-Za-z])", text.strip())
    assert blocks
    for block in blocks:
        assert re.match(r"[A-Za-z0-9_.-]+(\[[a-z]+\])?==", block), block.splitlines()[0]
        assert "--hash=sha256:" in block, block.splitlines()[0]


def files(name: str) -> dict[str, set[str]]:
    """The hashes of each pin."""
    blocks = re.split(r"\n(?=[A-Za-z])", (ROOT / "requirements" / f"{name}.txt").read_text().strip())
    return {block.split()[0]: set(re.findall(r"--hash=sha256:(\w+)", block)) for block in blocks}


def test_every_file_of_a_pin_has_its_hash() -> None:
    """Locked beside an index that has one wheel of a version, a pin gets that wheel's hash and no other."""
    everywhere: dict[str, set[str]] = {}
    for name in LOCKS:
        for pin, hashes in files(name).items():
            pin = re.sub(r"\[.*\]", "", pin)
            assert len(hashes) > 1 or pin in ONE_FILE, f"{pin} in {name}.txt"
            assert everywhere.setdefault(pin, hashes) == hashes, f"{pin} in {name}.txt"


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.*")), ids=lambda path: path.name)
def test_no_address(path: Path) -> None:
    assert not re.search(r"://|index-url|find-links|trusted-host|file:|@ ", path.read_text())


def test_locks_agree() -> None:
    everywhere: dict[str, set[str]] = {}
    for name in LOCKS:
        for package, versions in pins(name).items():
            assert everywhere.setdefault(package, versions) == versions, package


def test_locks_cover_what_the_package_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for wants, lock in ((declared["project"]["dependencies"], "run"), (declared["build-system"]["requires"], "build")):
        for want in wants:
            package = re.match(r"[A-Za-z0-9_.-]+", want)
            assert package is not None
            assert package[0].lower() in pins(lock), want
    (mypy,) = [want for want in declared["build-system"]["requires"] if want.startswith("mypy")]
    assert pins("build")["mypy"] == {mypy.partition("==")[2]}
