"""A table goes along: from one server to another and back, also in the middle of a game; nobody gains a card by it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from server.books import SECRET, Book, refused
from server.harness import NO_CLOCK, Host, ServerProcess, eventually, play_on, spread
from server.test_ledger import picture
from server.test_snapshots import busy_table
from specimens import TURNS
from tailback import games
from tailback.core import fair
from tailback.core.errors import Explained
from tailback.laws.walk import possible
from tailback.robots.levels import USUAL
from tailback.server.live import jobs
from tailback.server.live.job_pool import JobPool
from tailback.server.protocol import replays
from tailback.server.service.call import LONGEST_FILE
from tailback.server.truth import along, desk, seats, snapshot
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger

NEW = "77" * fair.SECRET_BYTES
TOKENS = [seats.hashed(f"new{seat}") for seat in range(desk.MOST_SEATS)]
PEOPLE = frozenset({0, 1})


def judged(rows: list[bytes]) -> along.Arrival:
    return along.judge(rows, 10_000, seats.hashed("new host"), TOKENS, NEW)


def carried(book: Book) -> Ledger:
    """The table as it is where it was brought."""
    return snapshot.add_up("elsewhere", judged(list(along.packed(book.rows))).rows)


# What goes along, and what becomes of it


@pytest.mark.parametrize("game", games.ids())
@pytest.mark.parametrize("rows", [60, 400])
def test_a_table_that_has_seen_much_is_the_same_elsewhere(game: str, rows: int) -> None:
    """Undos, refused ones, talk, people who come and go: all of it is asked of the desk again."""
    book = busy_table(game, rows)
    there = carried(book)
    before, after = picture(book.ledger), picture(there)
    for chairs in (before["chairs"], after["chairs"]):
        for chair in chairs:
            chair.token = chair.claim = ""
    # So are the tokens of those who had the seats of the games before.
    for picture_of in (before, after):
        picture_of["past"] = [past._replace(holders=[]) for past in picture_of["past"]]
    # How many rows there are, and what was asked for under which id, is the place's own.
    for own in ("v", "keys"):
        del before[own], after[own]
    assert before == after


def test_nothing_goes_along_that_opens_a_seat_or_that_a_deal_hangs_on() -> None:
    book = Book(TURNS.id, "person open")
    book.add(r.Seated(at=2, seat=1, token=seats.hashed("friend"), name="Friend", key="k"))
    book.add(desk.add_word(book.ledger, 2, 1, "hippopotamus"))
    book.add(desk.offer(book.ledger, 2, 1, "claim"))
    book.add(desk.free(book.ledger, 2, 1))
    said = b"\n".join(along.packed(book.rows)).decode()
    hashes = [seats.hashed(word) for word in ("host", "token0", "friend", "claim")]
    for hidden in (SECRET, "hippopotamus", *hashes):
        assert hidden not in said
    # Once it was dealt, it can be dealt again elsewhere; the game after it has a secret of its own again.
    book.add(desk.give_to_bot(book.ledger, 2, 1, "3"))
    book.deal()
    assert SECRET.encode() in b"".join(along.packed(book.rows))
    book.play_out()
    book.add(desk.again(book.ledger, 3, "", "", None, None, None, True))
    later = book.ledger.match.secret  # type: ignore[union-attr]
    said = b"".join(along.packed(book.rows)).decode()
    assert SECRET in said
    assert later not in said


def test_no_deal_is_made_from_what_somebody_brought() -> None:
    book = Book(TURNS.id)
    book.add(desk.add_word(book.ledger, 2, 0, "mine"))
    chosen = judged(book.rows)
    ledger = snapshot.add_up("t", chosen.rows)
    assert ledger.match is not None
    assert ledger.match.fingerprint == fair.fingerprint(NEW)
    assert ledger.match.words == {}
    ledger.apply(desk.deal(ledger, 5))
    assert ledger.match.seed == fair.seed(NEW, ["", ""])
    assert not ledger.match.known_outside, "the new deal is nobody's"
    assert next(row for row in map(r.decode, chosen.rows) if isinstance(row, r.Brought)).secret == NEW


@pytest.mark.parametrize("name", games.ids())
def test_a_match_keeps_the_options_it_was_dealt_with(name: str) -> None:
    """Also where its preset said something else then."""
    game = games.load(name)
    book = Book(name)
    usual = game.settle(2)
    for preset in [one for one, bundle in game.presets.items() if possible(game, 2, bundle)]:
        if game.settle(2, preset=preset) == usual:
            continue
        book.add(r.Prepared(at=1, game=name, rules=game.rules_version, preset=preset, secret=SECRET))
        book.add(r.Dealt(at=2, options=usual))
        for _ in range(30):
            if book.ledger.phase == "playing":
                book.move()
        here, there = book.ledger.match, carried(book).match
        assert here is not None
        assert there is not None
        assert (there.options, there.steps) == (here.options, here.steps)
        return


def test_all_seats_of_people_are_of_whoever_brings_it_and_nobody_elses() -> None:
    book = busy_table(TURNS.id, 60)
    there = snapshot.add_up("t", judged(book.rows).rows)
    assert there.host == seats.hashed("new host")
    for seat, chair in enumerate(there.chairs):
        assert chair.token == (TOKENS[seat] if chair.sitter == "person" else "")
        assert chair.claim == ""


# Who may take it


def test_a_running_game_goes_with_one_person_who_always_held_every_seat() -> None:
    book = Book(TURNS.id, "person person bot")
    book.deal()
    assert along.take(book.ledger, 3, PEOPLE) == r.Taken(at=3)
    assert refused("others_sit", along.take, book.ledger, 3, frozenset({0})).status == 403


@pytest.mark.parametrize("how", ["sat", "freed", "bot", "offered"])
def test_whoever_was_at_a_running_game_keeps_it_where_it_is(how: str) -> None:
    book = Book(TURNS.id, "person person")
    book.deal()
    if how == "sat":
        book.add(r.Seated(at=3, seat=1, token=seats.hashed("other"), name="Other"))
    elif how == "freed":
        book.add(desk.free(book.ledger, 3, 1))
    elif how == "bot":
        book.add(desk.give_to_bot(book.ledger, 3, 1, "3"))
    else:
        book.add(desk.offer(book.ledger, 3, 1, "claim"))
    refused("others_played", along.take, book.ledger, 3, PEOPLE)
    woken = snapshot.recover("t", snapshot.keep(book.ledger))
    assert woken is not None
    refused("others_played", along.take, woken, 3, PEOPLE)
    # The next game is another one.
    for seat in range(2):
        if book.ledger.chairs[seat].sitter != "person":
            book.add(r.Seated(at=4, seat=seat, token=seats.hashed("back"), name=""))
    book.play_out()
    book.add(desk.again(book.ledger, 5, "", "", None, None, None, False))
    assert along.take(book.ledger, 6, PEOPLE) is None
    book.deal()
    assert along.take(book.ledger, 6, PEOPLE) == r.Taken(at=6)


@pytest.mark.parametrize("carried_in", [False, True], ids=["taken", "brought"])
def test_nobody_sits_down_at_a_game_that_somebody_could_look_into(carried_in: bool) -> None:
    book = Book(TURNS.id, "person bot bot")
    book.deal()
    ledger = carried(book) if carried_in else book.ledger
    if not carried_in:
        book.add(along.take(book.ledger, 3, frozenset({0})))
    ledger.apply(desk.free(ledger, 4, 1))
    ledger.apply(desk.offer(ledger, 4, 2, "claim"))
    for claim in ("", "claim"):
        refused("game_known", desk.sit, ledger, 5, None, "token", "Friend", "", claim)
    woken = snapshot.recover("t", snapshot.keep(ledger))
    assert woken is not None
    refused("game_known", desk.sit, woken, 5, None, "token", "Friend", "", "")
    while ledger.phase == "playing":
        match = desk.playing(ledger)
        assert match.decision is not None
        assert match.state is not None
        seat = match.decision.awaited[0]
        ledger.apply(desk.answer(ledger, 5, seat, match.n, match.state.legal(seat)[-1]))
    # Over: the next game is everybody's.
    assert desk.sit(ledger, 6, 1, "token", "Friend", "", "").seat == 1


def test_the_fair_deal_tells_of_it_for_ever() -> None:
    book = Book(TURNS.id, "person bot")
    book.deal()
    book.play_out()
    book.add(desk.again(book.ledger, 5, "", "", None, None, None, False))
    rows = judged(list(along.packed(book.rows))).rows
    later = Book(TURNS.id, "person bot")
    later.rows, later.ledger = rows, snapshot.add_up("t", rows)
    later.deal()
    later.play_out()
    deals = [replays.as_record(replays.game_of("t", later.rows, number)[1]).deal for number in (0, 1)]
    assert [deal is not None and deal.moved for deal in deals] == [True, False]
    text = replays.copy_of(replays.as_record(replays.game_of("t", later.rows, 0)[1]))
    again = games.read_record(text)
    assert again.deal == deals[0]
    assert replays.fair_deal(again).moved  # type: ignore[union-attr]


# What is judged


def changed(rows: list[bytes], place: int, **fields: Any) -> list[bytes]:
    row = {**json.loads(rows[place]), **fields}
    return [*rows[:place], json.dumps(row).encode(), *rows[place + 1 :]]


def odd_tables() -> Iterator[tuple[str, list[bytes]]]:
    book = Book(TURNS.id, "person person bot")
    lobby = list(book.rows)
    book.deal()
    book.move()
    rows, n = book.rows, book.n
    chairs = json.loads(rows[0])["chairs"]
    yield "nothing", []
    yield "no beginning", rows[1:]
    yield "opened twice", [rows[0], *rows]
    yield "nothing prepared", rows[:1]
    yield "no json", [*rows, b"x"]
    yield "deep", [*rows, b"[" * 5000]
    yield "5000 chairs", changed(rows, 0, chairs=chairs * 1700)
    yield "one chair", changed(rows, 0, chairs=chairs[:1])
    yield "same names", changed(rows, 0, chairs=[chairs[0], {**chairs[1], "name": chairs[0]["name"]}, chairs[2]])
    yield "no colour", changed(rows, 0, chairs=[{**chairs[0], "colour": "url(x)"}, *chairs[1:]])
    yield "a level nobody knows", changed(rows, 0, chairs=[*chairs[:2], {**chairs[2], "level": "zzz"}])
    yield "settings", changed(rows, 0, settings={"pace_ms": -1})
    yield "hints", changed(rows, 0, settings={"hints": "zzz"})
    yield "no secret", changed(rows, 1, secret="")
    yield "a short secret", changed(rows, 1, secret="5e")
    yield "a secret that is none", changed(rows, 1, secret="zz" * fair.SECRET_BYTES)
    yield "no such game", changed(rows, 1, game="no_such_game")
    yield "newer rules", changed(rows, 1, rules=10**6)
    yield "an option nobody knows", changed(rows, 1, options={"x": 1})
    yield "youngest", changed(rows, 1, youngest=77)
    for name, row in (
        ("a seat far away", r.Moved(at=9, seat=5000, n=n)),
        ("a seat below", r.Moved(at=9, seat=-1, n=n)),
        ("no such move", r.Moved(at=9, seat=0, n=n, action=10**30)),
        ("an old question", r.Moved(at=9, seat=0, n=0)),
        ("a robot for a person", r.Moved(at=9, seat=desk.playing(book.ledger).decision.awaited[0], n=n, bot=True)),  # type: ignore[union-attr]
        ("time for nothing", r.TimedOut(at=9, n=n + 5)),
        ("a clock that does not run", r.TimeUp(at=9)),
        ("an undo of nothing", r.Undo(at=9, seat=1, moves=10**30)),
        ("an answer to no undo", r.UndoAnswer(at=9, seat=1, yes=True)),
        ("a level", r.Botted(at=9, seat=1, level="zzz")),
        ("a long name", r.Named(at=9, seat=1, name="\x1b\x00")),
        ("a robot's word", r.Worded(at=9, seat=2, word="x")),
        ("a word too late", r.Worded(at=9, seat=0, word="x")),
        ("seats in mid-game", r.Arranged(at=9, chairs=book.ledger.chairs[:2], order=[0, 1])),
        ("another secret in mid-game", r.Brought(at=9, secret=NEW)),
        ("the next game in mid-game", r.decode(rows[1])),
        ("dealt twice", r.Dealt(at=9)),
        ("changed rules", r.Mended(at=9, moves=0, n=10**9)),
        ("a copy", r.Imported(at=9, record="x")),
    ):
        yield name, [*rows, r.encode(row)]
    yield "nine chairs", [*lobby, r.encode(r.Arranged(at=9, chairs=book.ledger.chairs * 3, order=[0, 1, 2]))]


ODD = dict(odd_tables())


@pytest.mark.parametrize("name", ODD)
def test_what_no_desk_has_written_is_refused(name: str) -> None:
    with pytest.raises(desk.Refused) as caught:
        judged(ODD[name])
    assert caught.value.status == 422
    assert caught.value.key in ("bad_table", *along.OWN_WORDS)


KINDS = [kind.cls for kind in msgspec.inspect.type_info(r.AnyRow).types]  # type: ignore[attr-defined]


def test_what_is_brought_does_not_grow() -> None:
    """Few words that ask for much: eight chairs, again and again."""
    row = b'{"kind":"arranged","at":1,"order":[0,1,2,3,4,5,6,7]}'
    chairs = [r.Chair(f"Robot{seat}", colour, "bot", USUAL) for seat, colour in enumerate(seats.COLOURS)]
    first = [*Book(TURNS.id).rows, r.encode(r.Arranged(at=1, chairs=chairs, order=[0, 1]))]
    assert len(judged([*first, *[row] * 100]).rows) > 100
    many = [*first, *[row] * 40_000]
    assert sum(map(len, many)) < LONGEST_FILE
    with pytest.raises(desk.Refused) as caught:
        judged(many)
    assert caught.value.key == "bad_table"


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_of_every_kind_is_judged(kind: type[r.Row]) -> None:
    """Whatever kind of row there will be: at a table of nobody it is left behind, or refused."""
    if kind in along.LEFT_BEHIND:
        assert along.asked(Ledger("t"), kind(at=1), 5) is None
    else:
        with pytest.raises(Explained):
            along.asked(Ledger("t"), kind(at=1), 5)


def test_what_was_said_and_shared_stays_behind() -> None:
    book = Book(TURNS.id)
    book.deal()
    rows = [
        *book.rows,
        r.encode(r.Said(at=9, seat=0, phrase="\x1b" * 3_000_000)),
        r.encode(r.Shared(at=9, game=0, share="javascript:alert(1)")),
    ]
    found = judged(rows)
    assert not any(b"javascript" in row or len(row) > 2000 for row in found.rows)


def test_what_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of undos, each of which tries many worlds: the process stops by itself, and does the next job."""

    monkeypatch.setattr(jobs, "SECONDS", 0.1)
    monkeypatch.setattr(jobs, "PER_ROW", 0.0)

    async def main() -> None:
        pool = JobPool()
        try:
            storm = jobs.Judge(undo_storm(30_000), 1, "", TOKENS, NEW)
            found = await pool.do("a", storm)
            assert found.refused is not None
            assert found.refused.key == "too_much_work"
            assert storm.seconds * 0.9 < found.spent < storm.seconds * 5
            lobby = [row.decode() for row in Book(TURNS.id).rows]
            assert (await pool.do("a", jobs.Judge(lobby, 1, "", TOKENS, NEW))).given()
        finally:
            await pool.close()

    asyncio.run(main())


# Over HTTP


@pytest.fixture
def places() -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with ServerProcess() as home, ServerProcess() as away:
        yield home, away


async def taken(host: Host, people: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
    tokens = ",".join(host.tokens[seat] for seat in (None, *people))
    answer = await host.ask("POST", "{t}/along", token=tokens)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def brought(running: ServerProcess, table: dict[str, Any]) -> Host:
    """The same person at another server."""
    other = Host(running)
    answer = await other.ask("POST", "/api/along", table)
    assert answer.status_code == 201, answer.text
    other.table = answer.json()["table"]["table"]
    other.tokens = {held["seat"]: held["token"] for held in answer.json()["tokens"]}
    assert other.table != table["table"], "rows are never added to a table that is there"
    return other


async def begun(host: Host, chairs: str = "here here", deal: bool = True) -> None:
    await host.open(TURNS.id, chairs, options=TURNS.short, settings=NO_CLOCK, deal=deal)


def test_a_game_goes_on_elsewhere_and_comes_back(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home)
            async with home.device(0, 1) as here:
                away = await brought(places[1], await taken(home))
                await eventually(lambda: any(event["kind"] == "table_taken" for event in here.events(0)))
                async with away, away.device(0, 1) as phone:
                    assert phone.now[0]["view"] == here.now[0]["view"]
                    assert phone.face["fair"]["moved"]
                    assert phone.face["code"], "whoever comes later can watch"
                    got = await away.ask("POST", "{t}/seats", {"name": "Friend"})
                    assert got.json()["key"] == "game_known"
                    await play_on(phone, (0, 1), spread)
                    back = await brought(places[0], await taken(away))
                    async with back, back.device(0, 1) as again:
                        assert again.face["phase"] == "over"
                        assert again.now[0]["view"] == phone.now[0]["view"]
                        assert "\nmoved\n" in (await back.ask("GET", "{t}/games/0/export")).text
                    assert here.face["phase"] == "playing", "what is there is not touched"

    asyncio.run(main())


def test_a_lobby_that_was_carried_is_dealt_from_a_new_secret(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home, "here open", deal=False)
            before = (await home.ok("GET", "{t}"))["fair"]["fingerprint"]
            away = await brought(places[1], await taken(home, (0,)))
            async with away, away.device(0) as phone:
                assert phone.face["fair"] != before
                assert (await away.ask("POST", "{t}/seats", {"name": "Friend"})).status_code == 201

    asyncio.run(main())


def test_nobody_takes_along_the_cards_of_others(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home, "here here bot")
            host_token, first = home.tokens[None], home.tokens[0]
            for token, status, key in (
                ("", 403, "host_only"),
                (first, 403, "host_only"),
                (host_token, 403, "others_sit"),
                (f"{host_token},{first}", 403, "others_sit"),
                ("nonsense", 401, "bad_token"),
            ):
                answer = await home.ask("POST", "{t}/along", token=token)
                assert (answer.status_code, answer.json()["key"]) == (status, key)
            # The friend becomes a robot for a moment: the friend's cards are still the friend's.
            await home.ok("PATCH", "{t}/seats/1", {"sitter": "bot"}, seat=None)
            answer = await home.ask("POST", "{t}/along", token=f"{host_token},{first}")
            assert (answer.status_code, answer.json()["key"]) == (409, "others_played")

    asyncio.run(main())


def test_what_does_not_add_up_is_refused_by_the_server(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[1]) as away:
            texts = [[row.decode() for row in rows] for rows in ODD.values()]
            for rows in texts[:: len(texts) // 8]:
                answer = await away.ask("POST", "/api/along", {"rows": rows})
                assert answer.status_code == 422, (rows[-1:], answer.text)

    asyncio.run(main())


def test_endless_work_is_stopped_and_others_do_not_notice() -> None:
    """Two requests that would each keep a processor busy for a minute: the tables go on, and whoever asked pays."""
    with ServerProcess(prelude=BRIEFLY, share=0.25) as running:
        asyncio.run(dear(running))


# A moment is enough to show it; and at the lowest priority it may take very long where others work, too.
BRIEFLY = """
from tailback.server.live import job_pool, jobs
jobs.SECONDS, jobs.PER_ROW, job_pool.LONG = 0.2, 0.0, 10**9
"""


async def dear(running: ServerProcess) -> None:
    rows = undo_storm(30_000)
    async with Host(running) as stranger, Host(running) as host:
        await begun(host)
        async with host.device(0, 1) as device:
            asked = [asyncio.create_task(stranger.ask("POST", "/api/along", {"rows": rows})) for _ in range(2)]
            await play_on(device, (0, 1), spread, 30)
            answers = await asyncio.gather(*asked)
            assert {answer.json().get("key") for answer in answers} == {"too_much_work"}


def undo_storm(times: int) -> list[str]:
    book = Book(TURNS.id)
    book.deal()
    rows = list(book.rows)
    while book.ledger.phase == "playing" and len(rows) < times:
        book.move()
        rows.append(book.rows[-1])
        who = desk.playing(book.ledger).steps[-1][0] if book.ledger.phase == "playing" else 0
        try:
            undo = desk.undo(book.ledger, 3, who, 1)
        except desk.Refused:
            continue
        for seat in range(2):
            if seat != who:
                rows += [r.encode(undo), r.encode(r.UndoAnswer(at=3, seat=seat, yes=False))] * 2000
    return [row.decode() for row in rows]


def test_secrets_are_drawn_by_the_server_alone() -> None:
    assert len({desk.new_secret() for _ in range(100)}) == 100
    assert len(bytes.fromhex(desk.new_secret())) == fair.SECRET_BYTES
