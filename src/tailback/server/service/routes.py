"""What can be asked of games and tables, besides what is said on a line."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import msgspec

import tailback
from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.spread import Face
from tailback.robots import even, levelling, strength, times
from tailback.robots.levels import OFFERED, USUAL
from tailback.server import protocol as p
from tailback.server.live import jobs
from tailback.server.live.clock import now_ms
from tailback.server.live.table import Table
from tailback.server.protocol import general, library, replays
from tailback.server.service.call import LONGEST_FILE, Call
from tailback.server.service.route import Answer, Route, listing
from tailback.server.truth import along, desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

ROUTES: list[Route] = []
route = listing(ROUTES)
# Moves of a game that are read for the price of one request.
MOVES = 2000
MOST_PRICE = 30
# Answers that are kept because they are asked for again and again.
KEPT = 256


def price(moves: int) -> int:
    """What reading so many moves costs. It is paid at once: who cannot pay loses nothing, and has enough some time."""
    return 1 + min(moves // MOVES, MOST_PRICE)


# Games


@lru_cache(maxsize=KEPT)
def same(made: Callable[..., Any], *words: str) -> Answer:
    """What is always the same, written out once."""
    return Answer(msgspec.json.encode(made(*words)), lasting=True)


games.when_changed(same.cache_clear)


def loaded(game_id: str) -> Game:
    try:
        return games.load(game_id)
    except BadOption as bad:
        raise Refused(bad.key, 404, params=bad.params) from None


def game_face(game: Game) -> p.GameFace:
    options = [
        p.OptionFace(o.name, o.kind, o.default, list(o.choices), o.low, o.high, o.clause)  # type: ignore[arg-type]
        for o in game.options
    ]
    return p.GameFace(
        id=game.id,
        rules=game.rules_version,
        fewest=game.fewest,
        usual=game.usual,
        most=game.most,
        age=game.age,
        minutes=times.span(game),
        times=[p.Duration(one.preset, one.players, *times.said(one.low, one.high)) for one in times.figures(game.id)],
        options=options,
        presets=game.presets,
        editions=game.editions,
        levels=list(OFFERED),
        strength=measured(game.id),
        even=[p.EvenChance(*one[1:]) for one in even.figures(game.id)],
        forgetful=game.forgetful,
        hands=bool(game.new(game.usual, 0).own(0)),
        in_the_open=list(game.in_the_open),
        lets_go=game.lets_go,
        lesson=game.file("lesson.json") is not None,
        family=list(game.data("family.json")) if game.file("family.json") is not None else [],
        general=general.is_general(game),
    )


def measured(game_id: str) -> dict[str, p.Strength]:
    """How well the levels play, as far as it was measured."""
    found = {}
    for level in OFFERED:
        known = strength.figure(game_id, level)
        if known is not None:
            share = known.share
            found[level] = p.Strength(known.players, known.against, share.share, share.low, share.high, share.matches)
    return found


@route("GET", "/api/games", p.GameList, who="anyone")
async def list_games(call: Call) -> Answer:
    """The games, their options and presets, and what a table can be given."""
    return same(game_list)


def game_list() -> p.GameList:
    return p.GameList(
        games=[game_face(game) for game in games.every()],
        colours=list(seats.COLOURS),
        phrases=list(desk.PHRASES),
        emotes=list(desk.EMOTES),
        protocol=list(p.VERSIONS),
        server=tailback.__version__,
    )


@route("GET", "/api/games/{game}/actions", list[p.ActionFace], who="anyone", refuses=(404,))
async def list_actions(call: Call) -> Answer:
    """Every action of a game by its number: its notation, and how to put it into words."""
    return same(action_list, loaded(call.word("game")).id)


def action_list(game_id: str) -> list[p.ActionFace]:
    game = loaded(game_id)
    tapped = general.is_general(game)
    return [
        p.ActionFace(
            game.notation(action),
            *game.describe(action),
            [dict(touch) for touch in game.touches(action)] if tapped else [],
        )
        for action in range(game.actions)
    ]


@route("GET", "/api/games/{game}/faces", dict[str, dict[str, Any]], who="anyone", refuses=(404,))
async def list_faces(call: Call) -> Answer:
    """What is printed on the cards of a game, for whoever draws its `spread`. A card that is not listed shows its own
    token: `R7` is a red 7."""
    return same(face_list, loaded(call.word("game")).id)


def face_list(game_id: str) -> dict[str, Face]:
    return loaded(game_id).faces()


@route("GET", "/api/lessons/{game}", p.Lesson, who="anyone", refuses=(404,))
async def show_lesson(call: Call) -> Answer:
    """The first lesson of a game: a short real game, move by move, with what the learner sees and a tip each time."""
    return await taught(call, loaded(call.word("game")).id)


async def taught(call: Call, game: str) -> Answer:
    """A lesson is played once, and then known."""
    if game not in LESSONS:
        LESSONS[game] = Answer(await call.do(jobs.TeachLesson(game)), lasting=True)
    return LESSONS[game]


LESSONS: dict[str, Answer] = {}
games.when_changed(LESSONS.clear)


@route("GET", "/api/boards/{board}", p.Board, who="anyone", refuses=(404,))
async def show_board(call: Call) -> Answer:
    """How a circuit of Trafic Turbo is drawn; its view names the circuit."""
    return same(library.board, call.word("board"))


@route("GET", "/api/texts/{language}/{catalogue}", dict[str, Any], who="anyone", refuses=(404,))
async def show_texts(call: Call) -> Answer:
    """The words of one game in one language; also `app` (for all clients), `lab` (charts), `web` (the screens of the
    browser) and `games` (name and pitch of each)."""
    return same(library.words, call.word("language"), call.word("catalogue"))


@route("POST", "/api/check", p.Checked, p.Check, who="anyone", refuses=(422,))
async def check(call: Call) -> p.Checked:
    """Try a set-up: the complete options, or why it is impossible and the nearest that is not. Where somebody is helped
    and no amount is given, it is worked out by playing: that may take two seconds, and whoever asks first pays."""
    asked = await call.body(p.Check)
    options = desk.settle(asked.game, asked.players, asked.preset, asked.options, None)
    game = loaded(asked.game)
    levels = [*asked.levels, *[""] * asked.players][: asked.players]
    helped = levelling.seats_helped(game, options)
    if not helped:
        return p.Checked(options, None)
    found = await call.level(desk.uneven(game, options, levels))
    if found is not None:
        options = {**options, **levelling.named(game, helped, found.amount)}
    chance = p.EvenShare(*found[1:-1]) if found is not None else None
    return p.Checked(options, p.HeadStart(*game.head_start(asked.players, options), chance))


# Tables


def name_of_ours(chair: p.NewChair, seat: int, used: set[str]) -> str:
    """A free chair has a number until somebody sits there."""
    if chair.sitter == "open":
        return next(f"{k}" for k in range(1 + seat, 99) if f"{k}" not in used)
    return seats.spare_name(used)


def new_chairs(given: list[p.NewChair], kept: list[r.Chair]) -> tuple[list[r.Chair], list[p.Held]]:
    """Chairs as they were asked for, and the tokens of those on this device."""
    chairs = list(kept)
    tokens: list[p.Held] = []
    names = {chair.name for chair in kept} | {chair.name for chair in given}
    colours = {chair.colour for chair in given}
    for chair in given:
        token = seats.new_token()
        seat = len(chairs)
        name = chair.name or name_of_ours(chair, seat, names)
        colour = chair.colour or next(c for c in desk.colours_left(chairs, seat) if c not in colours)
        names.add(name)
        here = chair.sitter == "here"
        sitter: r.Sitter = "bot" if chair.sitter == "bot" else "person" if here else "open"
        wanted = r.Chair(name, colour, sitter, chair.level or USUAL, seats.hashed(token) if here else "")
        chairs.append(desk.new_chair(chairs, wanted))
        if here:
            tokens.append(p.Held(seat, token))
    return chairs[len(kept) :], tokens


@route("POST", "/api/tables", p.Opened, p.NewTable, 201, who="anyone", refuses=(409, 422, 429, 503, 507))
async def open_table(call: Call) -> p.Opened:
    """Open a table. The answer holds the host's token and those of the seats on this device, once."""
    call.limit(call.limits.tables)
    asked = await call.body(p.NewTable)
    desk.check_settings(asked.settings)
    chairs, tokens = new_chairs(asked.chairs, [])
    now = now_ms()
    prepared = desk.prepare(now, asked.game, len(chairs), asked.preset, asked.options, asked.youngest)
    await call.level(desk.to_level(prepared, chairs))
    host = seats.new_token()
    table = await call.house.open_table(chairs, asked.settings, host, [prepared])
    if asked.deal and not desk.free_chairs(table.ledger):
        await table.write(lambda ledger: desk.deal(ledger, now_ms(), head_start=call.house.evens.amount))
    return p.Opened(table.showing.face(), [p.Held(None, host), *tokens])


@route("GET", "/api/codes/{code}", p.Found, who="anyone", refuses=(404, 429, 503))
async def find_code(call: Call) -> p.Found:
    """The table behind a code. Wrong guesses are counted."""
    # Taken before the store is asked: a thousand guesses at once are a thousand guesses.
    call.limit(call.limits.codes)
    table = await call.house.find(call.word("code"))
    call.limits.codes.give_back(call.address)
    return p.Found(table, call.house.link(f"/t/{table}"))


@route("GET", "/api/tables/{table}", p.TableFace, who="anyone", guests=True)
async def show_table(call: Call) -> p.TableFace:
    """A table, as everyone may see it."""
    return (await call.table()).showing.face()


@route("DELETE", "/api/tables/{table}", None, status=204, who="host")
async def delete_table(call: Call) -> None:
    """Forget a table and all its games for ever."""
    table = await call.table()
    call.host(table.ledger)
    await call.house.delete(table)


@route("POST", "/api/tables/{table}/seats", p.Seated, p.Sit, 201, who="anyone", refuses=(422, 429), guests=True)
async def sit_down(call: Call) -> p.Seated:
    """Take a free chair, or the one that a claim is good for. The answer holds its token, once."""
    call.limit(call.limits.joins)
    asked = await call.body(p.Sit)
    table = await call.table()
    token = seats.new_token()
    taken: list[int] = []

    def ask(ledger: Ledger) -> r.Seated:
        row = desk.sit(ledger, now_ms(), asked.seat, token, asked.name, asked.colour, asked.claim)
        taken[:] = [row.seat]
        return row

    await table.write(ask)
    return p.Seated(taken[0], token, table.showing.face())


@route("PATCH", "/api/tables/{table}/seats/{seat}", p.TableFace, p.ChangeChair, who="owner", guests=True)
async def change_chair(call: Call) -> p.TableFace:
    """Rename a chair, give it to a bot, or free it. For the host, and for whoever sits there."""
    asked = await call.body(p.ChangeChair)
    seat = call.number("seat") or 0
    table = await call.table()
    may = partial(call.owner, seat=seat)
    may(table.ledger)
    if asked.level:
        desk.check_level(asked.level)
    if asked.name or asked.colour:
        await call.write(table, may, lambda ledger: desk.rename(ledger, now_ms(), seat, asked.name, asked.colour))
    if asked.sitter == "open":
        await call.write(table, may, lambda ledger: desk.free(ledger, now_ms(), seat))
    elif asked.sitter == "bot":
        await call.write(table, may, lambda ledger: desk.give_to_bot(ledger, now_ms(), seat, asked.level or USUAL))
    return table.showing.face()


@route("POST", "/api/tables/{table}/seats/{seat}/stand-in", p.TableFace, who="seat", guests=True)
async def go_on_without(call: Call) -> p.TableFace:
    """Wait no longer for somebody who is away from a running game: a robot plays until they are back. Whoever has a
    line to the table is not away."""
    seat = call.number("seat") or 0
    table = await call.table()
    await call.write(table, call.seated, lambda ledger: table.absent.go_on(ledger, seat))
    return table.showing.face()


@route("POST", "/api/tables/{table}/seats/{seat}/offer", p.Offer, status=201, who="owner")
async def offer_chair(call: Call) -> p.Offer:
    """Hand a chair to somebody: whoever sits down with this claim gets it. It works once."""
    seat = call.number("seat") or 0
    table = await call.table()
    claim = seats.new_token()
    may = partial(call.owner, seat=seat)
    await call.write(table, may, lambda ledger: desk.offer(ledger, now_ms(), seat, claim))
    return p.Offer(seat, claim, call.house.link(f"/t/{table.id}#{claim}"))


@route("PUT", "/api/tables/{table}/seats", p.Opened, p.Arrange, who="host", refuses=(422,))
async def arrange_chairs(call: Call) -> p.Opened:
    """More chairs, fewer, or another order, between games."""
    asked = await call.body(p.Arrange)
    table = await call.table()
    tokens: list[p.Held] = []

    def ask(ledger: Ledger) -> r.Arranged:
        # There are no names and colours for more.
        desk.check_seats(len(asked.order) + len(asked.added))
        added, tokens[:] = new_chairs(asked.added, desk.kept(ledger, asked.order))
        return desk.arrange(ledger, now_ms(), asked.order, added)

    await call.write(table, call.host, ask)
    return p.Opened(table.showing.face(), tokens)


@route("PUT", "/api/tables/{table}/settings", p.TableFace, p.NewSettings, who="host", refuses=(422,))
async def change_settings(call: Call) -> p.TableFace:
    """Run the table another way: the clock, bots for those who are away, watchers."""
    asked = await call.body(p.NewSettings)
    desk.check_settings(asked)
    table = await call.table()
    await call.write(table, call.host, lambda ledger: r.Settled(at=now_ms(), settings=asked))
    return table.showing.face()


# The course of a game


@route("POST", "/api/tables/{table}/words", p.TableFace, p.Word, who="sitter", refuses=(422,), guests=True)
async def add_word(call: Call) -> p.TableFace:
    """Add a word of one's own to the deal, before it is dealt."""
    asked = await call.body(p.Word)
    table = await call.table()
    may = partial(call.sitter, seat=asked.seat)
    await call.write(table, may, lambda ledger: desk.add_word(ledger, now_ms(), asked.seat, asked.word))
    return table.showing.face()


@route("POST", "/api/tables/{table}/deal", p.TableFace, p.Deal, who="seat", refuses=(422,), guests=True)
async def deal(call: Call) -> p.TableFace:
    """Deal: the game begins. Every chair must be taken."""
    asked = await call.body(p.Deal)
    table = await call.table()
    key = f"deal.{asked.id}" if asked.id else ""
    call.seated(table.ledger)
    await level_first(call, table, key)
    even = call.house.evens.amount
    await call.write(table, call.seated, lambda ledger: desk.deal(ledger, now_ms(), key, even), key)
    return table.showing.face()


async def level_first(call: Call, table: Table, key: str) -> None:
    """Before it is dealt: find out how large head starts must be for those who sit here."""
    if table.ledger.phase == "lobby" and not table.ledger.seen(key):
        match = desk.current(table.ledger)
        options = desk.settle(match.game.id, len(table.ledger.chairs), match.preset, match.options, match.youngest)
        await call.level(desk.uneven(match.game, options, desk.levels_of(table.ledger.chairs)))


@route("POST", "/api/tables/{table}/again", p.TableFace, p.Again, who="seat", refuses=(422,), guests=True)
async def play_again(call: Call) -> p.TableFace:
    """The next game at this table: the same with the next dealer, or another one. Whoever had a head start has one in
    another game, too, unless none makes the chances even there."""
    asked = await call.body(p.Again)
    table = await call.table()
    key = f"again.{asked.id}" if asked.id else ""

    options = asked.options

    def ask(ledger: Ledger) -> r.Prepared:
        return desk.again(ledger, now_ms(), key, asked.game, asked.preset, options, asked.youngest, asked.next_dealer)

    call.seated(table.ledger)
    if table.ledger.phase != "playing" and not table.ledger.seen(key):
        before, prepared = desk.current(table.ledger).game.id, ask(table.ledger)
        try:
            await call.level(desk.to_level(prepared, table.ledger.chairs))
        except Refused as no:
            if options is not None or prepared.game == before or no.nearest is None:
                raise
            options = {}
    await call.write(table, call.seated, ask, key)
    if asked.deal and table.ledger.phase == "lobby" and not desk.free_chairs(table.ledger):
        # The same request sent again must not deal a later game.
        dealt = f"deal.{key}" if key else ""
        await level_first(call, table, dealt)
        even = call.house.evens.amount
        await call.write(table, call.seated, lambda ledger: desk.deal(ledger, now_ms(), dealt, even), dealt)
    return table.showing.face()


# Games that were played


@route(
    "GET",
    "/api/tables/{table}/games/{number}/replay",
    p.Replay,
    who="own",
    query=("seat", "since", "limit", "views"),
    refuses=(429,),
    guests=True,
)
async def show_replay(call: Call) -> Answer:
    """A game step by step. A finished one from any seat's knowledge, a running one only from one's own. With `views=0`
    only what happened, and more of it at once."""
    table = await call.table()
    number = call.number("number") or 0
    seat = call.number("seat")
    since = call.number("since", 0) or 0
    views = call.number("views", 1) != 0
    page = replays.PAGE if views else replays.PAGE_OF_EVENTS
    limit = min(call.number("limit", page) or page, page)
    data = await all_rows(call, table)
    holder = call.holder(table.ledger)
    held = sorted(holder.seats)
    # A long game takes its time; the tables go on meanwhile.
    return Answer(
        await call.do(jobs.LookBack(table.id, jobs.Rows.of(data), number, seat, since, limit, views, held, holder.host))
    )


async def all_rows(call: Call, table: Table) -> list[bytes]:
    """All that happened at a table. Many rows count as many requests."""
    copy = table.ledger.imported
    call.limit(call.limits.replays, price(len(copy.steps) if copy is not None else table.ledger.v))
    return await call.house.rows(table.id)


@route("GET", "/api/tables/{table}/games/{number}/export", "text/plain", who="anyone", refuses=(429,), guests=True)
async def export_game(call: Call) -> Answer:
    """A finished game as a file that `tailback verify`, `tailback replay` and the import read."""
    table = await call.table()
    work = jobs.WriteOut(table.id, jobs.Rows.of(await all_rows(call, table)), call.number("number") or 0)
    game, text = msgspec.json.decode(await call.do(work), type=tuple[str, str])
    return Answer(text.encode(), "text/plain", {"Content-Disposition": f'attachment; filename="{game}.tailback.txt"'})


@route("POST", "/api/tables/{table}/games/{number}/share", p.ShareLink, status=201, who="seat")
async def share_game(call: Call) -> p.ShareLink:
    """A link to a copy of a finished game. It leads to that game only, never to the table."""
    table = await call.table()
    call.seated(table.ledger)
    number = call.number("number") or 0
    if number not in table.ledger.shares:
        work = jobs.Copy(table.id, jobs.Rows.of(await all_rows(call, table)), number)
        text = msgspec.json.decode(await call.do(work), type=str)
        made = await call.house.create([r.Imported(at=now_ms(), record=text)])
        await call.write(table, call.seated, lambda ledger: desk.share(ledger, now_ms(), number, made))
    copy = table.ledger.shares[number]
    return p.ShareLink(number, copy, call.house.link(f"/r/{copy}"))


@route("POST", "/api/tables/{table}/along", p.Along, who="whole")
async def take_along(call: Call) -> Answer:
    """The whole table, to go on with it elsewhere. Only where the asker holds the seat of every person at it; and in
    the middle of a game only where nobody else ever held one in it. What a deal to come hangs on stays behind."""
    table = await call.table()
    until: list[int] = []

    def ask(ledger: Ledger) -> r.Taken | None:
        row = along.take(ledger, now_ms(), call.host(ledger).seats)
        until[:] = [ledger.v + (row is not None)]
        return row

    await call.write(table, call.host, ask)
    # What came after the question was asked may be somebody else's.
    data = (await all_rows(call, table))[: until[0]]
    return Answer(b'{"table":"%s","rows":%s}' % (table.id.encode(), await call.do(jobs.Pack(jobs.Rows.of(data)))))


@route("POST", "/api/along", p.Opened, p.Along, 201, who="anyone", refuses=(409, 422, 429, 503, 507))
async def bring_along(call: Call) -> p.Opened:
    """Go on here with a table from elsewhere: a new table, at which the asker gets every seat of a person. A game that
    was not dealt yet gets another secret."""
    call.limit(call.limits.files)
    asked = await call.body(p.Along, LONGEST_FILE)
    call.limit(call.limits.replays, price(len(asked.rows)))
    host, tokens = seats.new_token(), [seats.new_token() for _ in range(desk.MOST_SEATS)]
    hashes = [seats.hashed(token) for token in tokens]
    work = jobs.Judge(asked.rows, now_ms(), seats.hashed(host), hashes, desk.new_secret())
    found = msgspec.json.decode(await call.do(work), type=jobs.Arrived)
    table = await call.house.table(await call.house.keep([row.encode() for row in found.rows], found.n, found.snapshot))
    return p.Opened(table.showing.face(), [p.Held(None, host), *(p.Held(seat, tokens[seat]) for seat in found.people)])


@route("POST", "/api/import", p.ShareLink, p.Import, 201, who="anyone", refuses=(422, 429, 503, 507))
async def import_game(call: Call) -> p.ShareLink:
    """Take in a finished game from a file. It is played again to see that it holds."""
    call.limit(call.limits.files)
    asked = await call.body(p.Import, LONGEST_FILE)
    # Playing a long game again takes its time; the tables go on meanwhile.
    text = msgspec.json.decode(await call.do(jobs.TakeIn(asked.record)), type=str)
    copy = await call.house.create([r.Imported(at=now_ms(), record=text)])
    return p.ShareLink(0, copy, call.house.link(f"/r/{copy}"))
