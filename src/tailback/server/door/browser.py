"""The browser table as `vite build` made it: where it lies, and how its files are answered.

There are two: the one that plays at this server, and the one that plays on the device alone (`make site`), for the
times when the server is away.

Only files that were there when the folder was read are answered, by their exact name: no path of a
stranger ever reaches the disk. Beside a file may lie its packed forms, `.br` and `.gz`.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tailback.folders import built

# A folder of one's own build; set but empty: no browser table, only the plain pages.
FOLDER = "TAILBACK_WEB"
# The same for the one without a server; set but empty: nobody is offered it.
HERE_FOLDER = "TAILBACK_HERE"
INDEX = "index.html"
# In the package, and beside the sources.
OURS = ("web", "build/web")
SCRIPT = "text/javascript; charset=utf-8"
MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": SCRIPT,
    ".mjs": SCRIPT,
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    # A piece of Python, packed already; the page unpacks it itself.
    ".piece": "application/octet-stream",
}
# The best first.
PACKED = (("br", ".br"), ("gzip", ".gz"))
# The build puts a hash of the content into these names: what they mean never changes.
HASHED = re.compile(r"assets/|.*\.piece$")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_KEPT = "no-store"


class File(NamedTuple):
    """One file of the build; `forms` are its bytes by the name of their packing, "" is the plain one."""

    media: str
    kept: str
    tag: str
    forms: dict[str, bytes]


def accepted(header: str) -> set[str]:
    """The packings a browser takes.

    >>> sorted(accepted("gzip, deflate;q=0.5, br;q=0"))
    ['deflate', 'gzip']
    """
    found = set()
    for part in header[:400].split(","):
        name, _, weight = part.strip().lower().partition(";")
        if weight.replace(" ", "").rstrip("0") not in ("q=", "q=0."):
            found.add(name.strip())
    return found


def read(folder: Path) -> dict[str, File]:
    """Every file that a browser may ask for, by its path in the folder."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in MEDIA or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        plain = path.read_bytes()
        forms = {"": plain}
        for packing, ending in PACKED:
            packed = path.with_name(path.name + ending)
            if packed.is_file():
                forms[packing] = packed.read_bytes()
        kept = FOR_EVER if HASHED.match(name) else ASK_AGAIN
        found[name] = File(MEDIA[path.suffix], kept, hashlib.sha256(plain).hexdigest()[:16], forms)
    return found


class Build:
    """The files of one build. `watched`: of a developer, who wants to see the next one without a restart."""

    def __init__(self, folder: Path, watched: bool = False) -> None:
        self.folder = folder
        self.watched = watched
        self.made = self.made_at()
        self.files = read(folder)

    def made_at(self) -> int:
        return (self.folder / INDEX).stat().st_mtime_ns

    def look_again(self) -> None:
        try:
            made = self.made_at()
            if made != self.made:
                self.files, self.made = read(self.folder), made
        except OSError:
            # In the middle of a build nothing is there; the last one still is, here.
            return

    def tops(self) -> tuple[list[str], list[str]]:
        """Files and folders that lie straight in the build, without the page itself."""
        files = sorted(name for name in self.files if "/" not in name and name != INDEX)
        return files, sorted({name.partition("/")[0] for name in self.files if "/" in name})

    def page(self, request: Request, status: int = 200) -> Response:
        """The one page of the browser table; it looks at its address to see what to show."""
        if self.watched:
            self.look_again()
        return answer(request, self.files[INDEX], status)

    def file(self, request: Request, name: str) -> Response | None:
        found = self.files.get(name)
        return None if found is None or name == INDEX else answer(request, found)


def answer(request: Request, file: File, status: int = 200) -> Response:
    takes = accepted(request.headers.get("accept-encoding", ""))
    packing = next((name for name, _ in PACKED if name in takes and name in file.forms), "")
    # Another form is another answer, so it has a tag of its own.
    tag = f'"{file.tag}{packing and "-" + packing}"'
    headers = {"Cache-Control": file.kept, "ETag": tag, "Vary": "Accept-Encoding"}
    if packing:
        headers["Content-Encoding"] = packing
    if status != 200:
        # What is not there today may be there tomorrow.
        del headers["ETag"]
        headers["Cache-Control"] = NOT_KEPT
        return Response(file.forms[packing], status, headers, file.media)
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=headers)
    return Response(file.forms[packing], headers=headers, media_type=file.media)


def is_there() -> bool:
    """Is there a build to show? None of it is read."""
    return built(FOLDER, *OURS, INDEX) is not None


def find() -> Build | None:
    """The build to show: the one that was asked for, the one in the package, or the one beside the sources."""
    return look_for(FOLDER, *OURS)


def find_here() -> Build | None:
    """The one that plays on the device alone, looked for in the same way."""
    return look_for(HERE_FOLDER, "here", "build/site/play")


def look_for(variable: str, inside: str, beside: str) -> Build | None:
    folder = built(variable, inside, beside, INDEX)
    return None if folder is None else Build(folder, watched=variable in os.environ)
