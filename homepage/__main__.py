"""Writes the home page into a folder: `python -m homepage build/site`."""

from __future__ import annotations

import argparse
from pathlib import Path

from homepage.write import write


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m homepage", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pages go; what else is in it stays")
    folder = parser.parse_args().folder
    print(f"{write(folder)} pages in {folder}. Open {folder / 'index.html'}")


if __name__ == "__main__":
    main()
