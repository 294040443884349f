"""What the owner of the data does with it: list, export, delete, back up, bring back."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from tailback import games
from tailback.cli.arguments import Given
from tailback.cli.serving import check_store, database_of
from tailback.cli.whose import folder_of, way_out
from tailback.core import record as records
from tailback.folders import typed_path
from tailback.reasons import reason
from tailback.server.run import owner
from tailback.server.run.owner import OwnerError
from tailback.server.run.serve import FILE, CannotServe
from tailback.server.store import Entry, StoreError
from tailback.server.store.naming import shown
from tailback.terminal import saves, wording
from tailback.terminal.forms import called
from tailback.terminal.screen import EndOfInput, Screen, Trouble
from tailback.texts import Texts

T = TypeVar("T")

TERMINATED = 128 + signal.SIGTERM
SQLITE_ENDINGS = (".sqlite", ".sqlite3", ".db")


def carried_out(texts: Texts, given: Given, work: Coroutine[Any, Any, T]) -> T:
    """Run it; whatever is wrong is told as trouble, with the way out. SIGTERM tidies up like Ctrl-C."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        return asyncio.run(work)
    except (OwnerError, StoreError, CannotServe) as error:
        raise Trouble(error.text, hints=way_out(texts, given, error), **error.params) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def existing(given: Given) -> str:
    """The store that is meant; nothing is made."""
    check_store(given)
    return given.one("database") or str(folder_of(given) / FILE)


def day(at: int) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at / 1000))


def game_name(texts: Texts, game: str) -> str:
    return Texts(texts.lang, games.load(game)).say("name") if game in games.ids() else texts.say("owner.unknown_game")


# tables, delete


def list_tables(screen: Screen, texts: Texts, given: Given) -> int:
    async def look() -> list[tuple[Entry, owner.Summary]]:
        async with owner.looked_at(existing(given)) as store:
            return await owner.summaries(store)

    found = carried_out(texts, given, look())
    if given.has("json"):
        told = {"where": shown(existing(given)), "tables": [as_data(*one) for one in found]}
        screen.unbroken(json.dumps(told, ensure_ascii=False))
        return 0
    for _, one in found:
        show_table(screen, texts, one)
    screen.line(texts.say("owner.tables", n=len(found), where=shown(existing(given))))
    return 0


def as_data(entry: Entry, one: owner.Summary) -> dict[str, Any]:
    """A table for programs; the fields are described in docs/hosting.md."""
    return {
        "table": entry.table,
        "code": entry.code,
        "game": one.game or None,
        "players": one.players,
        "created": entry.created,
        "played": one.played,
        "visited": max(entry.touched, one.played),
        "rows": entry.rows,
    }


def show_table(screen: Screen, texts: Texts, one: owner.Summary) -> None:
    names, game = ", ".join(one.players), game_name(texts, one.game)
    screen.line(texts.say("owner.table", table=one.name, game=game, players=names, day=day(one.played)))


def delete(screen: Screen, texts: Texts, given: Given) -> int:
    if given.has("before") and given.places:
        raise Trouble("owner.table_or_before")
    if given.has("before"):
        return delete_before(screen, texts, given)
    if not given.places:
        raise Trouble("usage.needs_table", command=given.command)
    return delete_one(screen, texts, given, given.places[0])


def delete_before(screen: Screen, texts: Texts, given: Given) -> int:
    """Everything that nobody was at since a day: listed, then asked for once."""
    before = start_of(given.one("before"))

    async def look() -> list[tuple[Entry, owner.Summary]]:
        async with owner.looked_at(existing(given)) as store:
            return await owner.unvisited(store, before)

    async def forget(tables: set[str]) -> int:
        async with owner.opened(existing(given)) as store:
            return await owner.delete_unvisited(store, before, tables)

    found = carried_out(texts, given, look())
    for _, one in found:
        show_table(screen, texts, one)
    screen.line(texts.say("owner.old_tables", n=len(found), where=shown(existing(given)), day=day(before)))
    if not found:
        return 0
    if not given.has("yes") and not agreed(screen, texts, "owner.sure_all", n=len(found)):
        screen.line(texts.say("owner.kept"))
        return 0
    gone = carried_out(texts, given, forget({entry.table for entry, _ in found}))
    screen.line(texts.say("owner.deleted_all", n=gone))
    return 0


def start_of(typed: str) -> int:
    """The first moment of a day, here where we are, in milliseconds."""
    try:
        found = date.fromisoformat(typed.strip())
        moment = int(datetime.combine(found, datetime.min.time()).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise Trouble("owner.bad_day", value=typed[:24]) from None
    if found > date.today():
        raise Trouble("owner.future_day", day=found.isoformat())
    return moment


def delete_one(screen: Screen, texts: Texts, given: Given, name: str) -> int:

    async def look() -> owner.Summary:
        async with owner.looked_at(existing(given)) as store:
            entry = await owner.find(store, name)
            return owner.summary(entry, await store.rows(entry.table))

    async def forget() -> None:
        async with owner.opened(existing(given)) as store:
            entry = await owner.find(store, name)
            await store.delete(entry.table)

    one = carried_out(texts, given, look())
    if not given.has("yes"):
        show_table(screen, texts, one)
        if not agreed(screen, texts):
            screen.line(texts.say("owner.kept"))
            return 0
    carried_out(texts, given, forget())
    screen.line(texts.say("owner.deleted", table=one.name))
    return 0


def agreed(screen: Screen, texts: Texts, question: str = "owner.sure", **params: int) -> bool:
    """Only a clear yes counts, and only from somebody who is asked."""
    if not screen.interactive:
        raise Trouble("owner.needs_yes")
    try:
        typed = screen.ask(texts.say(question, **params)).casefold()
    except EndOfInput:
        return False
    word = texts.word("true").casefold()
    return typed in (word, word[0])


# export


class Tally:
    """What became of the games."""

    def __init__(self) -> None:
        self.written = 0
        self.there = 0
        self.failed = 0


def export(screen: Screen, texts: Texts, given: Given) -> int:
    if given.has("all") == given.has("table"):
        raise Trouble("owner.which_games", command=called("export", "--all", given.places[0]))
    folder = typed_path(given.places[0])
    tally = Tally()

    async def look() -> None:
        async with owner.looked_at(existing(given)) as store:
            async for entry, found in owner.all_games(store, given.one("table")):
                take(screen, texts, folder, owner.file_name(entry, found, day(found.ended)), found, tally)

    carried_out(texts, given, look())
    screen.line(texts.say("owner.exported", n=tally.written, there=tally.there, folder=str(folder)))
    return 1 if tally.failed else 0


def take(screen: Screen, texts: Texts, folder: Path, name: str, found: owner.Found, tally: Tally) -> None:
    game = game_name(texts, found.game)
    if found.problem is not None:
        tally.failed += 1
        why = wording.known(texts, found.problem.text, found.problem.params)
        screen.line(texts.say("owner.unreadable", table=found.name, game=game, reason=why))
    elif found.record is None:
        screen.line(texts.say("owner.running", table=found.name, game=game))
    elif write_game(folder / name, records.write(found.record)):
        tally.written += 1
    else:
        tally.there += 1


def write_game(path: Path, text: str) -> bool:
    """False when the game is there already; a different file of that name is never touched."""
    try:
        with suppress(FileExistsError):
            # A file of that name: the system says so when we write into it.
            path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            if path.read_text(encoding="utf-8") != text:
                raise Trouble("owner.exists", file=str(path))
            return False
        saves.write_whole(path, text)
    except UnicodeDecodeError:
        raise Trouble("owner.exists", file=str(path)) from None
    except OSError as error:
        raise OwnerError("cannot_write", file=str(path), reason=reason(error)) from None
    return True


# backup, restore


def backup(screen: Screen, texts: Texts, given: Given) -> int:
    target = typed_path(given.places[0])
    database = existing(given)

    async def copy() -> owner.Count | None:
        if target.suffix in SQLITE_ENDINGS and "://" not in database:
            await asyncio.to_thread(owner.copy_file, Path(database), target, given.has("force"))
            return None
        async with owner.looked_at(database) as store:
            return await owner.backup(store, target, given.has("force"), time.time_ns() // 1_000_000)

    count = carried_out(texts, given, copy())
    if count is None:
        screen.line(texts.say("owner.copied", where=shown(database), file=str(target)))
    else:
        screen.line(texts.say("owner.backed_up", tables=count.tables, rows=count.rows, file=str(target)))
    screen.line(texts.say("owner.private"))
    return 0


def restore(screen: Screen, texts: Texts, given: Given) -> int:
    source = typed_path(given.places[0])
    check_store(given)

    async def fill() -> owner.Count:
        owner.check_source(source)
        async with owner.opened(database_of(given)) as store:
            return await owner.restore(store, source)

    count = carried_out(texts, given, fill())
    where = shown(given.one("database") or str(folder_of(given) / FILE))
    screen.line(texts.say("owner.restored", tables=count.tables, rows=count.rows, where=where))
    return 0
