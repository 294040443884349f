"""Writes what pictures without a browser are drawn with: src/tailback/rl/art.json and letters.json.

The art is that of the general table in the browser, which `web/sheet.mjs` draws. The letters are the outlines of our
font at one weight: Chromium prints them into a document, and in there they are plain paths.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "tailback" / "rl"
FONTS = ROOT / "web" / "node_modules" / "@fontsource-variable" / "quicksand" / "files"
WEIGHT = 700
# What English, German, Finnish and the names of most neighbours are written with; others lose their accents.
LETTERS = {
    "latin": "".join(map(chr, [*range(0x20, 0x7F), *range(0xC0, 0x100)])) + "§°·«»±–—‘’‚“”„•…€",
    "latin-ext": "ŠšŽžŁł",
}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
PAGE = """<meta charset="utf-8"><style>
@font-face {{ font-family: Ours; src: url(data:font/woff2;base64,{font}); font-weight: 300 700 }}
p {{ font: {weight} 20px Ours; font-variant-ligatures: none; font-kerning: none; word-break: break-all }}
</style><p>{letters}"""
ABOUT = (
    "Outlines of Quicksand, weight 700, 1000 to the em: advance, path. Copyright 2019 The Quicksand Project Authors, "
    "SIL Open Font License 1.1: see server/door/static/quicksand-licence.txt"
)
OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.S)
STEPS = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def printed(name: str, letters: str) -> bytes:
    """These letters as a document."""
    chromium = next(found for one in CHROMIUM if (found := shutil.which(one)))
    font = base64.b64encode((FONTS / f"quicksand-{name}-wght-normal.woff2").read_bytes()).decode()
    apart = " ".join(letters).replace("&", "&amp;").replace("<", "&lt;")
    with tempfile.TemporaryDirectory() as folder:
        page, out = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(PAGE.format(font=font, weight=WEIGHT, letters=apart), encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        command = [chromium, *flags, f"--print-to-pdf={out}", page.as_uri()]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=120)
        return out.read_bytes()


def stream(body: bytes) -> str:
    head, _, data = body.partition(b"stream\n")
    data = data.removesuffix(b"\nendstream")
    return (zlib.decompress(data) if b"FlateDecode" in head else data).decode("latin-1")


def outlines(document: bytes) -> dict[str, tuple[int, str]]:
    """Every letter of a document with its advance and its path."""
    objects = {int(found[1]): found[2] for found in OBJECT.finditer(document)}
    found: dict[str, tuple[int, str]] = {}
    for body in objects.values():
        if b"/Subtype /Type3" not in body:
            continue
        said = body.decode("latin-1")
        shapes = {name: int(at) for name, at in re.findall(r"/(g[0-9A-F]+) (\d+) 0 R", said)}
        names = coded(said)
        unicode = re.search(r"/ToUnicode (\d+) 0 R", said)
        assert unicode
        for code, letter in letters_of(stream(objects[int(unicode[1])])).items():
            found[letter] = path(stream(objects[shapes[names[code]]]))
    return found


def coded(font: str) -> dict[int, str]:
    """Which shape has which code."""
    listed = re.search(r"/Differences \[(.*?)\]", font, re.S)
    assert listed
    found: dict[int, str] = {}
    at = 0
    for word in re.findall(r"\d+|/\w+", listed[1].replace("/", " /")):
        if word[0] == "/":
            found[at] = word[1:]
            at += 1
        else:
            at = int(word)
    return found


def letters_of(table: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar\n(.*?)endbfchar", table, re.S):
        for code, letter in re.findall(r"<(\w+)> <(\w+)>", block):
            found[int(code, 16)] = chr(int(letter, 16))
    for block in re.findall(r"beginbfrange\n(.*?)endbfrange", table, re.S):
        for first, last, letter in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", block):
            for k in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + k] = chr(int(letter, 16) + k)
    return found


def path(shape: str) -> tuple[int, str]:
    """
    >>> path("584 0 40 -700 544 0 d1\\n40 -665.3 m\\n40 5 l\\nh\\nf\\n")
    (584, 'M40-665L40 5Z')
    """
    first, *lines = shape.splitlines()
    written = ""
    for line in lines:
        *numbers, step = line.split()
        if step in STEPS:
            written += STEPS[step] + " ".join(str(round(float(number))) for number in numbers).replace(" -", "-")
    return round(float(first.split()[0])), written


def main() -> None:
    letters: dict[str, tuple[int, str]] = {}
    for name, wanted in LETTERS.items():
        drawn = outlines(printed(name, wanted))
        letters |= {letter: drawn[letter] for letter in wanted if letter in drawn and letter not in letters}
    rows = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}: {json.dumps(letters[one])}" for one in sorted(letters))
    about = json.dumps(ABOUT)
    text = f'{{\n "about": {about},\n "letters": {{\n{rows}\n }}\n}}\n'
    (TARGET / "letters.json").write_text(text, encoding="utf-8")
    subprocess.run(["node", "sheet.mjs", TARGET / "art.json"], cwd=ROOT / "web", check=True)


if __name__ == "__main__":
    main()
