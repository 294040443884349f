"""Who may ask what: the words that stand beside every route and every message of a line, and whom each lets in.

This is the one place that says it. The reference and the table in `docs/security.md` are written from here, and the
tests ask every route and say every message as each of these people (`tests/server/test_permissions.py`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

# Who comes: with the host's token and those of all seats that people hold, with the host's only, with that of the seat
# which is asked about, with that of another seat, without any, with a token of another table, with one that nobody gave
# out, with the key of the lab.
Person = Literal["all", "host", "seat", "other", "watcher", "elsewhere", "nonsense", "lab"]
PEOPLE: tuple[Person, ...] = get_args(Person)
Word = Literal["anyone", "near", "own", "seat", "owner", "sitter", "host", "whole", "lab"]


class Who(NamedTuple):
    """`told` is for the reference. Where a token is looked at, one that fits nothing is refused."""

    told: str
    lets_in: frozenset[Person]
    token: bool = True


EVERYONE = frozenset(PEOPLE)
WHO: dict[Word, Who] = {
    "anyone": Who("anyone", EVERYONE, token=False),
    # Whoever asks from the server's own network, as `/metrics` is usually set.
    "near": Who("anyone in the server's own network", EVERYONE, token=False),
    # Where a table has no watchers, only whoever belongs to it.
    "own": Who("anyone; a token shows more", frozenset({"all", "host", "seat", "other", "watcher"})),
    "seat": Who("a seat or the host", frozenset({"all", "host", "seat", "other"})),
    "owner": Who("that seat or the host", frozenset({"all", "host", "seat"})),
    "sitter": Who("that seat", frozenset({"all", "seat"})),
    "host": Who("the host", frozenset({"all", "host"})),
    # In a running game only where nobody else sat, or was asked to sit down, since it was dealt.
    "whole": Who("the host, with every seat that people hold", frozenset({"all"})),
    "lab": Who("the owner of the lab", frozenset({"lab"})),
}
