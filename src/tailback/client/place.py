"""A place at a table: one that is still ours, a free one, or one to watch from."""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

from tailback.client.address import Address
from tailback.client.keys import Keys
from tailback.client.web import Declined, NoAnswer, Web, understood


class Place(NamedTuple):
    """Where we sit, and the token that proves it; `seat` None: we watch. `kept`: the seat was ours before."""

    address: Address
    seat: int | None
    token: str
    face: dict[str, Any]
    kept: bool = False


def expected(answer: Any, *fields: str) -> dict[str, Any]:
    """An answer with these fields; somebody else's server may say anything."""
    if not isinstance(answer, dict) or not all(field in answer for field in fields):
        raise NoAnswer("", foreign=True)
    return answer


def rows_of(face: Any) -> int:
    """How many rows a table has by now, from the answer to a change."""
    return int(expected(face, "v")["v"])


class Door:
    """The way to one table. Declined or NoAnswer when it is shut."""

    def __init__(self, address: Address, keys: Keys) -> None:
        self.web = Web(address.server)
        self.keys = keys
        if not address.table:
            found = expected(self.web.look(f"/api/codes/{address.code}"), "table")
            address = address._replace(table=str(found["table"]))
        self.address = address
        self.path = f"/api/tables/{address.table}"
        self.face = expected(self.web.look(self.path), "chairs", "game", "rules")
        # The host's token, when it was us who opened the table.
        self.host = keys.host(address.server, address.table)
        # Can we come back? Not when the token could not be written down.
        self.noted = True

    def watch(self) -> Place:
        return Place(self.address, None, "", self.face)

    def kept(self, seat: int | None = None, name: str = "") -> Place | None:
        """A seat that we held before; with a number or a name only that one. One nobody uses just now comes first."""
        chairs = self.face["chairs"]
        found = []
        for mine, token in self.keys.of(self.address.server, self.address.table).items():
            if mine < len(chairs) and chairs[mine]["sitter"] == "person" and seat in (None, mine):
                if name.casefold() in ("", str(chairs[mine]["name"]).casefold()):
                    found.append((bool(chairs[mine]["here"]), mine, token))
        if not found:
            return None
        _, mine, token = min(found)
        return Place(self.address, mine, token, self.face, kept=True)

    def sit(self, seat: int | None = None, name: str = "", claim: str = "") -> Place:
        """Take a free chair, or the one a claim is good for. The token is the caller's to keep."""
        body = {"name": name, "claim": claim, **({} if seat is None else {"seat": seat})}
        try:
            got = expected(self.web.ask("POST", f"{self.path}/seats", body), "seat", "token", "table")
        except Declined as no:
            # A link that has done its work still leads its owner back.
            mine = self.kept(seat, name) if claim and no.key == "claim_used" else None
            if mine is None:
                raise
            return mine
        return Place(self.address, int(got["seat"]), str(got["token"]), got["table"])

    def keep(self, place: Place) -> None:
        """Remember the seat; OSError when that is not possible."""
        self.noted = False
        if self.host:
            self.keys.keep_host(self.address.server, self.address.table, self.host)
        if place.seat is not None:
            self.keys.keep(self.address.server, self.address.table, place.seat, place.token)
        self.noted = True

    def forget(self, place: Place) -> None:
        """A token that is good for nothing any more may as well stay where it cannot be deleted."""
        with contextlib.suppress(OSError):
            self.keys.forget(self.address.server, self.address.table, place.token)

    @property
    def invitation(self) -> str:
        """The link to give to others: with the address under which the server is known, when it tells one."""
        link = str(self.face.get("link", ""))
        return link if link.startswith(("http://", "https://")) else f"{self.address.server}/t/{self.address.table}"

    # What a seat may do between games

    def ask(self, place: Place, what: str, body: dict[str, Any]) -> int:
        """`deal`, `again` or `words`; the number of rows that the table has then."""
        return rows_of(self.web.ask("POST", f"{self.path}/{what}", body, self.tokens(place)))

    def tokens(self, place: Place) -> list[str]:
        return [token for token in (place.token, self.host) if token]

    def leave(self, place: Place) -> None:
        """Get up: the chair is free for somebody else."""
        self.web.ask("PATCH", f"{self.path}/seats/{place.seat}", {"sitter": "open"}, [place.token])

    # What the host may do, and whoever sits there

    def change_chair(self, place: Place, seat: int, sitter: str, level: str = "") -> int:
        """Give a chair to a bot, or free it; the number of rows that the table has then."""
        body = {"sitter": sitter, **({"level": level} if level else {})}
        return rows_of(self.web.ask("PATCH", f"{self.path}/seats/{seat}", body, self.tokens(place)))

    def offer(self, place: Place, seat: int) -> str:
        """A link that leads somebody to this chair, once."""
        got = expected(self.web.ask("POST", f"{self.path}/seats/{seat}/offer", None, self.tokens(place)), "claim")
        return f"{self.invitation}#{got['claim']}"

    def arrange(self, place: Place, order: list[int], added: list[dict[str, str]]) -> int:
        """Another order, fewer chairs or more of them, between games."""
        body = {"order": order, "added": added}
        got = expected(self.web.ask("PUT", f"{self.path}/seats", body, self.tokens(place)), "table")
        return rows_of(got["table"])


@understood()
def open_table(server: str, body: dict[str, Any], keys: Keys) -> tuple[Door, Place]:
    """Open a table and sit down at it; a host without a seat watches. The tokens are the caller's to keep."""
    got = expected(Web(server).ask("POST", "/api/tables", body), "table", "tokens")
    held = {one["seat"]: str(one["token"]) for one in got["tokens"]}
    door = Door(Address(server, str(got["table"]["table"])), keys)
    door.host = held.pop(None)
    seat = min(held, default=None)
    return door, Place(door.address, seat, "" if seat is None else held[seat], door.face)


@understood()
def games_of(server: str) -> dict[str, int]:
    """The games of a server, and by which version of their rules it plays them."""
    found = expected(Web(server).ask("GET", "/api/games"), "games")
    return {str(game["id"]): int(game["rules"]) for game in found["games"]}
