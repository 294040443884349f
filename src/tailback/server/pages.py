"""Pages for people: where one lands without the browser table, and the protocol reference."""

from __future__ import annotations

from typing import Any

from starlette.routing import Route

ROUTES: list[Route | Any] = []
