"""A game's tests may also meet the server and the terminal."""

from __future__ import annotations

from server.conftest import plain_pages, running
from terminal.conftest import desk

__all__ = ["desk", "plain_pages", "running"]
