"""Writes the home page into a folder: `python -m homepage build/site`."""

from __future__ import annotations

import argparse
from pathlib import Path

from homepage.write import write


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m homepage", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pages go; what else is in it stays")
    parser.add_argument("--address", default="", help="where they will be found, for those who show links")
    asked = parser.parse_args()
    print(f"{write(asked.folder, asked.address)} pages in {asked.folder}. Open {asked.folder / 'index.html'}")


if __name__ == "__main__":
    main()
