"""Why a robot drove as it did."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View


def because(before: View, events: list[dict[str, Any]], seat: int) -> tuple[str, dict[str, Any]]:
    done = {event["kind"]: event for event in events}
    if "wave" in done:
        return "wave", {"goal": before["goal"]}
    laid = done.get("laid") or done["turned_off"]
    return laid["kind"], {"card": laid["card"], "left": before["goal"] - laid["sum"]}
