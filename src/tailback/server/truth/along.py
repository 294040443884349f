"""A table that goes from one place to another: who may take it, what goes along, and what becomes of it there.

No secret goes along on which anything still hangs, and none that is brought is dealt from: whoever carries a table
could read all of it and write what they like. What is brought is asked of the desk again, row by row, as people ask.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, NoReturn

import msgspec

from tailback import games
from tailback.core.errors import Explained
from tailback.server.truth import desk, snapshot
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

SECRET = re.compile(r"([0-9a-f]{64}|[0-9a-f]{96})?")
# What was said, which copies were shared and which chairs were offered stays where it was.
LEFT_BEHIND = (r.Said, r.Shared, r.Offered)
# The desk writes a row as it was written before. Rows that grow by it no desk has written: they ask for much with few
# words, such as the same eight chairs a thousand times.
MOST_BYTES = 4 << 20
# Why a table cannot go on here, in words of its own. Everything else is a table that no desk has written.
OWN_WORDS = frozenset({"unknown_game", "newer_table", "newer_rules", "older_rules"})


# Taking it along


def take(ledger: Ledger, at: int, held: frozenset[int]) -> r.Taken | None:
    """May whoever holds these seats have all rows so far? In a running game it is noted that they know the cards."""
    people = {seat for seat, chair in enumerate(ledger.chairs) if chair.sitter == "person" or chair.stand_in}
    if ledger.imported is not None or not people <= held:
        raise Refused("others_sit", 403)
    match = desk.current(ledger)
    if ledger.phase != "playing":
        return None
    if match.changed_hands:
        raise Refused("others_played")
    return r.Taken(at=at)


def packed(data: Sequence[bytes]) -> Iterator[bytes]:
    """Rows as they go along: without hashes, and without what the deal of a game that waits for it hangs on."""
    rows = [r.decode(raw) for raw in data]
    prepared = max((place for place, row in enumerate(rows) if isinstance(row, r.Prepared)), default=0)
    waits = not any(isinstance(row, r.Dealt) for row in rows[prepared:])
    for place, row in enumerate(rows):
        undealt = waits and place >= prepared
        if not isinstance(row, LEFT_BEHIND) and not (undealt and isinstance(row, r.Worded)):
            yield r.encode(without_secrets(row, undealt))


def without_secrets(row: r.AnyRow, undealt: bool) -> r.AnyRow:
    row.key = ""
    if isinstance(row, r.Prepared | r.Brought) and undealt:
        row.secret = ""
    if isinstance(row, r.Opened | r.Brought):
        row.host = ""
    if isinstance(row, r.Opened | r.Arranged):
        for chair in row.chairs:
            chair.token = chair.claim = ""
    if isinstance(row, r.Seated):
        row.token = ""
    if isinstance(row, r.Brought):
        row.tokens = []
    return row


# Bringing it


class Arrival(NamedTuple):
    """A table that was brought, as it is written down here."""

    rows: list[bytes]
    # The chairs of people: they are all of whoever brought it.
    people: list[int]
    # What the first so many rows add up to, where that is worth keeping.
    snapshot: tuple[int, bytes] | None


def judge(data: Sequence[bytes], at: int, host: str, tokens: Sequence[str], secret: str) -> Arrival:
    """What the desk makes of these rows, or a refusal. `host` and `tokens` (one for each chair there may be) are the
    hashes for whoever brings it; `secret` is for a game that was not dealt yet."""
    if not 2 <= len(data) < desk.MOST_ROWS:
        refuse(len(data))
    ledger = Ledger("")
    rows: list[bytes] = []
    room = MOST_BYTES

    def write(row: r.AnyRow) -> None:
        nonlocal room
        row.key = ""
        rows.append(r.encode(row))
        room -= len(rows[-1])
        if room < 0:
            refuse(len(rows))
        ledger.apply(row)

    worth, fast = None, ahead(data, at)
    for place, raw in enumerate(data):
        if snapshot.worth_keeping(len(data), place, ledger):
            worth = (ledger.v, snapshot.keep(ledger))
        try:
            given = r.decode(raw)
            given.at -= fast
            row = asked(ledger, given, at)
            if row is not None:
                write(row)
        except (msgspec.DecodeError, RecursionError):
            raise Refused("newer_table", 422) from None
        except Explained as wrong:
            if wrong.key in OWN_WORDS:
                raise Refused(wrong.key, 422, params=wrong.params) from None
            refuse(place + 1)
    if ledger.match is None:
        refuse(len(data))
    people = ledger.persons()
    held = [tokens[seat] if seat in people else "" for seat in range(len(ledger.chairs))]
    write(r.Brought(at=at, secret=secret if ledger.phase == "lobby" else "", host=host, tokens=held))
    return Arrival(rows, people, worth)


class When(msgspec.Struct):
    """A row, as far as it says when it was written."""

    at: int = 0


WHEN = msgspec.json.Decoder(When)


def ahead(data: Sequence[bytes], now: int) -> int:
    """By so much the clock was fast where this was written: all its times are moved by it, so that what lasted a while
    still did. Nobody can prove when something was, but in no table time is up before its own rows say so."""
    latest = now
    for raw in data:
        # What cannot be read is refused in its turn.
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            latest = max(latest, WHEN.decode(raw).at)
    return latest - now


def asked(ledger: Ledger, row: r.AnyRow, now: int) -> r.AnyRow | None:
    """The row that the desk makes of the same request today; None where it stays behind."""
    if isinstance(row, LEFT_BEHIND):
        return None
    at = min(max(row.at, 0), now)
    if isinstance(row, r.Opened):
        return opened(ledger, row, at)
    if not ledger.chairs:
        refuse()
    if isinstance(row, r.Moved | r.Worded | r.Undo | r.UndoAnswer | r.UndoDropped):
        return played(ledger, row, at)
    if isinstance(row, r.Seated | r.Freed | r.Botted | r.StoodIn | r.Back | r.Named):
        return seated(ledger, row, at)
    if isinstance(row, r.TimedOut):
        return desk.time_out(ledger, at, row.n, row.early) or refuse()
    if isinstance(row, r.TimeUp):
        return desk.time_up(ledger, at) or refuse()
    if isinstance(row, r.Prepared):
        return prepared(ledger, row, at)
    if isinstance(row, r.Dealt):
        return dealt(ledger, row, at)
    if isinstance(row, r.Arranged):
        chairs = desk.kept(ledger, row.order)
        return desk.arrange(ledger, at, row.order, more_chairs(chairs, row.chairs[len(row.order) :]))
    if isinstance(row, r.Settled):
        desk.check_settings(row.settings)
        return r.Settled(at=at, settings=row.settings)
    if isinstance(row, r.Taken):
        return r.Taken(at=at)
    if isinstance(row, r.Brought):
        if not SECRET.fullmatch(row.secret) or (row.secret and ledger.phase != "lobby"):
            refuse()
        return r.Brought(at=at, secret=row.secret)
    # A copy of a game, or a game whose rules were changed under it.
    return refuse()


def refuse(row: int = 0) -> NoReturn:
    """No desk writes this row. Whoever goes through all of them knows which one it is."""
    raise Refused("bad_table", 422, params={"row": row})


def opened(ledger: Ledger, row: r.Opened, at: int) -> r.Opened:
    if ledger.v or not 2 <= len(row.chairs) <= desk.MOST_SEATS:
        refuse()
    desk.check_settings(row.settings)
    return r.Opened(at=at, settings=row.settings, chairs=more_chairs([], row.chairs))


def more_chairs(there: list[r.Chair], given: Iterable[r.Chair]) -> list[r.Chair]:
    chairs = list(there)
    for chair in given:
        if len(chairs) >= desk.MOST_SEATS:
            refuse()
        chairs.append(desk.new_chair(chairs, r.Chair(chair.name, chair.colour, chair.sitter, chair.level)))
    return chairs[len(there) :]


def prepared(ledger: Ledger, row: r.Prepared, at: int) -> r.Prepared:
    if ledger.phase == "playing" or not SECRET.fullmatch(row.secret):
        refuse()
    made = desk.prepare(at, row.game, len(ledger.chairs), row.preset, row.options, row.youngest)
    if not games.load(row.game).agrees(row.rules, made.options):
        key = "newer_rules" if row.rules > made.rules else "older_rules"
        raise Refused(key, 422, params={"version": row.rules, "known": made.rules})
    made.secret = row.secret
    return made


def dealt(ledger: Ledger, row: r.Dealt, at: int) -> r.Dealt:
    """With the options of then: what a preset or an edition says may have changed since, and the match may not."""
    match = desk.current(ledger)
    if not match.secret:
        refuse()
    made = desk.deal(ledger, at)
    then = {**made.options, **match.game.known(row.options), **match.given}
    made.options = desk.settle(match.game.id, len(ledger.chairs), "", then, match.youngest)
    return made


Person = r.Moved | r.Worded | r.Undo | r.UndoAnswer | r.UndoDropped


def played(ledger: Ledger, row: Person, at: int) -> r.AnyRow | None:
    """What somebody did at the table: a person at their own chair, a robot where one plays."""
    chair = desk.seat_of(ledger, row.seat)
    if isinstance(row, r.Moved) and (row.bot or chair.sitter == "bot"):
        return desk.bot_answer(ledger, at, row.seat, row.n, row.action) or refuse()
    if chair.sitter != "person":
        refuse()
    if isinstance(row, r.Moved):
        return desk.answer(ledger, at, row.seat, row.n, row.action)
    if isinstance(row, r.Worded):
        return desk.add_word(ledger, at, row.seat, row.word)
    if isinstance(row, r.Undo):
        return desk.undo(ledger, at, row.seat, len(desk.playing(ledger).steps) - row.moves)
    if isinstance(row, r.UndoAnswer):
        return desk.answer_undo(ledger, at, row.seat, row.yes)
    return desk.drop_undo(ledger, at, row.seat)


def seated(
    ledger: Ledger, row: r.Seated | r.Freed | r.Botted | r.StoodIn | r.Back | r.Named, at: int
) -> r.AnyRow | None:
    """Who sits where."""
    chair = desk.seat_of(ledger, row.seat)
    if isinstance(row, r.Seated):
        # A chair that is taken changed hands with a claim, and all claims stayed behind.
        if row.colour:
            desk.check_colour(ledger.chairs, row.seat, row.colour, swap=True)
        return r.Seated(at=at, seat=row.seat, name=desk.new_name(ledger, row.seat, row.name), colour=row.colour)
    if isinstance(row, r.Freed):
        return desk.free(ledger, at, row.seat)
    if isinstance(row, r.Botted):
        return desk.give_to_bot(ledger, at, row.seat, row.level)
    if isinstance(row, r.Named):
        return desk.rename(ledger, at, row.seat, row.name, row.colour)
    if chair.sitter != "person":
        refuse()
    if isinstance(row, r.StoodIn):
        return desk.stand_in(ledger, at, row.seat) or refuse()
    return desk.back(ledger, at, row.seat) or refuse()
