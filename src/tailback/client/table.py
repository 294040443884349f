"""A table as one device knows it: what the server last said, and what happened in the game at hand."""

from __future__ import annotations

import time
from typing import Any

from tailback.core.contract import Decision, View

Seen = dict[str, Any]


class Table:
    """One seat of a table, or a watcher's place (`seat` None). It repeats what it is told and works out nothing."""

    def __init__(self, face: dict[str, Any], seat: int | None) -> None:
        self.seat = seat
        self.look(face)
        self.now: dict[str, Any] = {}
        self.events: list[Seen] = []
        self.v = -1

    # The table itself

    def look(self, face: dict[str, Any]) -> None:
        self.face = face
        # When the time of the match is up, on the clock of this machine that never jumps.
        left = face.get("ends_ms")
        self.ends = None if left is None else time.monotonic() + left / 1000

    @property
    def seconds_left(self) -> float | None:
        """Until the time of the match is up; None where no clock runs."""
        return None if self.ends is None else max(0.0, self.ends - time.monotonic())

    @property
    def phase(self) -> str:
        return str(self.face["phase"])

    @property
    def chairs(self) -> list[dict[str, Any]]:
        return list(self.face["chairs"])

    @property
    def names(self) -> list[str]:
        return [str(chair["name"]) for chair in self.face["chairs"]]

    def is_person(self, seat: int) -> bool:
        """Does a person play this seat just now?"""
        chair = self.chairs[seat]
        return chair["sitter"] == "person" and not chair["stand_in"]

    @property
    def undo_asked(self) -> bool:
        """Does the table wait for our consent to an undo?"""
        undo = self.face["undo"]
        return undo is not None and self.seat in undo["asked"]

    # The game

    @property
    def n(self) -> int:
        return int(self.now.get("n", 0))

    @property
    def asked(self) -> bool:
        return self.phase == "playing" and self.seat is not None and self.seat in self.now.get("awaited", ())

    @property
    def milliseconds(self) -> int | None:
        """What is left of the time for the open question, when it was told."""
        question = self.now.get("decision")
        return None if question is None or question["ms"] is None else int(question["ms"])

    @property
    def opens_ms(self) -> int:
        """How long it was, when we were told of it, until the open question could be answered."""
        question = self.now.get("decision")
        return 0 if question is None else int(question["opens_ms"])

    def decision(self) -> Decision | None:
        question = self.now.get("decision")
        if question is None or self.phase != "playing":
            return None
        return Decision(
            str(question["kind"]),
            tuple(question["seats"]),
            str(question["gate"]),
            question["seconds"],
            bool(question["hold"]),
            tuple(self.now["awaited"]),
        )

    def legal(self, seat: int) -> list[int]:
        return list(self.now.get("legal", ())) if seat == self.seat else []

    def view(self, seat: int | None) -> View:
        """Our own view, whoever is named: we have no other."""
        return dict(self.now.get("view") or {})

    # What comes in

    def take(self, message: dict[str, Any]) -> list[Seen]:
        """An `update` or `presence`; the events that are new."""
        if message["type"] == "presence":
            self.face = {**self.face, "chairs": message["chairs"], "watchers": message["watchers"]}
            return []
        self.v = int(message["v"])
        if message["table"]:
            self.look(message["table"])
        new: list[Seen] = []
        for update in message["seats"]:
            if update["seat"] == self.seat:
                new = list(update["events"])
                self.now = update
        if self.phase == "lobby":
            self.now = {}
        for event in new:
            if event["kind"] == "table_prepared":
                # Another game: the log begins anew.
                self.events = []
            self.events.append(event)
        return new
