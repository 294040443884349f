"""`tailback join`: people at terminals share tables with browsers, programs and bots."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from server.harness import NO_CLOCK, Device, Host, ServerProcess, eventually, play_on, spread
from server.people import STANDING, Person, Relay
from specimens import RACE, SEALED, TURNS
from tailback import games
from tailback.client import address, line
from tailback.core import record
from tailback.server import protocol
from tailback.server.run import serve
from tailback.terminal import wording
from tailback.terminal.menu import Menu
from tailback.texts import LANGUAGES, Texts
from terminal.run import Terminal


def at(host: Host, *more: str) -> tuple[str, ...]:
    """By code, with everything that the command needs."""
    return host.code, "--server", host.running.http, *more


@pytest.mark.parametrize("game_id", games.ids())
def test_a_whole_game_by_two_terminals_a_socket_and_a_bot(game_id: str, running: ServerProcess, tmp_path: Path) -> None:
    """Ann reads one language, Ben another; Cem is a program; a bot sits there as well."""

    async def evening() -> None:
        number = games.ids().index(game_id)
        langs = LANGUAGES[number % 3], LANGUAGES[(number + 1) % 3]
        async with Host(running) as host:
            await host.open(game_id, "open open here bot", options=games.load(game_id).short, settings=NO_CLOCK)
            link = f"{running.http}/t/{host.table}"
            async with (
                Person(tmp_path / "a", link, "--name", "Ann", "--seat", "A", lang=langs[0]) as ann,
                Person(tmp_path / "b", *at(host, "--name", "Ben", "--seat", "2"), lang=langs[1]) as ben,
                host.device(2) as cem,
            ):
                await ann.wait("A Ann")
                await ben.wait("B Ben")
                ann.type("word tortoise", "deal")
                await asyncio.gather(ann.play("Ann"), ben.play("Ben"), play_on(cem, (2,), spread))
                ann.type("quit")
                ben.type("quit")
                assert [await ann.end(), await ben.end()] == [0, 0]
                past = cem.face["past"][0]
                for person in (ann, ben):
                    texts = Texts(person.lang)
                    for name, place, score in zip(past["names"], past["places"], past["scores"], strict=True):
                        assert texts.say("play.place", place=place, name=name, score=score) in person.seen
                    assert texts.say("join.fair") in person.seen
            text = (await host.ask("GET", "{t}/games/0/export")).text
            found = games.read_record(text)
            assert record.verify(found) == []
            assert found.deal is not None
            assert found.deal.words[0] == "tortoise"
            for seat, person in enumerate((ann, ben)):
                choices_were_shown(found, seat, person)

    asyncio.run(evening())


def choices_were_shown(found: record.Record, seat: int, person: Person) -> None:
    """Every choice that this seat had stands there, with what the rules foresee of it."""
    shown = set(person.seen.splitlines())
    texts = wording.game_texts(person.lang, found.game.id, found.names)
    state = found.begin()
    for step in found.steps:
        if step.seat == seat:
            costs = wording.costs(texts, found.game, found.game.foresee(state, seat), state.view(seat))
            assert set(Menu(found.game, texts, state.legal(seat), costs).page()) <= shown
        state.apply(step.seat, step.action)


def test_whoever_closes_the_terminal_comes_back_to_the_same_seat(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open bot", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann")) as ann:
                await ann.wait("You are in seat A as Ann.")
                ann.type("deal")
                await ann.play("Ann", 1)
                # The end of input comes after the move: it must still arrive.
                assert await ann.end() == 0
                assert f"Your seat is kept. To come back: tailback join {running.http}/t/{host.table}\n" in ann.seen
            file = tmp_path / "tailback" / "seats.json"
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            ((table, held),) = json.loads(file.read_text()).items()
            assert table == f"{running.http}/t/{host.table}"
            assert [*held] == ["0"]
            async with Person(tmp_path, *at(host)) as ann:
                await ann.wait("Seat A is still yours, Ann.")
                await ann.wait("The game is on.")
                await ann.wait("Ann plays", "Ann draws")
                await ann.wait("Ann > ")
                ann.type("log all", "leave")
                assert await ann.end() == 0
                assert "You got up from the table." in ann.seen
            face = (await host.ask("GET", "{t}")).json()
            assert face["chairs"][0]["sitter"] == "open"
            assert json.loads(file.read_text()) == {}

    asyncio.run(evening())


def test_two_people_of_one_account_hold_two_seats(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "open open")
            for name, letter in (("Ann", "A"), ("Ben", "B")):
                async with Person(tmp_path, *at(host, "--name", name)) as person:
                    await person.wait(f"You are in seat {letter} as {name}.")
                    assert await person.end() == 0
            async with Person(tmp_path, *at(host, "--name", "ben")) as ben:
                await ben.wait("Seat B is still yours, Ben.")
                async with Person(tmp_path, *at(host)) as ann:
                    await ann.wait("Seat A is still yours, Ann.")
                assert await ben.end() == 0
                assert f"tailback join {running.http}/t/{host.table} --seat B" in ben.seen
            # Somebody gave the seat away meanwhile: whoever comes back begins anew.
            await host.ok("PATCH", "{t}/seats/1", {"sitter": "open"})
            await host.sit("Cem", seat=1)
            await host.ok("PATCH", "{t}/seats/0", {"sitter": "open"})
            async with Person(tmp_path, *at(host, "--seat", "2")) as late:
                await late.wait("This seat is no longer yours")
                assert await late.end() == 2
                assert "Cem is already sitting there." in late.seen

    asyncio.run(evening())


def test_the_server_dies_and_comes_back_in_the_middle(tmp_path: Path) -> None:
    async def evening(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open here", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann")) as ann:
                await ann.wait("You are in seat A")
                ann.type("deal")
                async with host.device(1) as ben:
                    await until_asked(0, ben)
                    await ann.wait("Ann > ")
                running.kill()
                await ann.wait("The server does not answer")
                # A move while nobody is there: it is sent when the server is back, and counts once.
                ann.type("#1")
                running.start()
                await ann.wait("The server is back.")
                await ann.wait("Ann plays", "Ann draws")
                async with host.device(1) as ben:
                    await until_asked(0, ben)
                    await ann.wait("Ann > ")
                assert await ann.end() == 0
                assert ann.seen.count("The server does not answer") == 1
                assert ann.seen.count("The server is back.") == 1
                rows = (await host.ok("GET", "{t}/games/0/replay", seat=None))["steps"]
                assert sum(1 for step in rows if step["seat"] == 0) == 1

    with ServerProcess() as running:
        asyncio.run(evening(running))


async def until_asked(seat: int, ben: Device) -> None:
    """Ben, on seat 1, plays on until somebody else is asked."""
    await ben.wait(lambda: 1 in ben.now and ben.now[1]["awaited"])
    while ben.now[1]["awaited"] != [seat]:
        await ben.answer(1, spread(ben.now[1]))


WRONG = {
    "no such code": (["AAAA"], "refusals.no_code"),
    "no such link": (["{http}/t/nothing"], "refusals.no_table"),
    "a link to elsewhere": (["{http}/r/abc"], "join.bad_link"),
    "not a code": (["TOOLONG"], "join.bad_code"),
    "a claim nobody made": (["{http}/t/{table}#nonsense"], "refusals.claim_used"),
    "no such seat": (["{http}/t/{table}", "--seat", "Q"], "usage.bad_seat"),
    "a full table": (["{http}/t/{table}"], "refusals.table_full"),
    "watch and sit": (["{http}/t/{table}", "--watch", "--seat", "A"], "join.watch_or_sit"),
    "nobody there": (["AAAA", "--server", "127.0.0.1:1"], "join.no_answer"),
    "not a server": (["AAAA", "--server", "ftp://x"], "join.bad_server"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_work_is_said_in_three_languages(wrong: str, running: ServerProcess, tmp_path: Path) -> None:
    words, key = WRONG[wrong]
    lang = LANGUAGES[[*WRONG].index(wrong) % 3]

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here")
            asked = [word.format(http=running.http, table=host.table) for word in words]
            if "--server" not in asked:
                asked += ["--server", running.http]
            async with Person(tmp_path, *asked, lang=lang) as person:
                assert await person.end() == 2
                text = str(Texts(lang).raw(key))
                beginning = max(text.replace("{", "}").split("}")[::2], key=len).strip()
                assert beginning in person.seen
                if wrong == "a full table":
                    assert "--watch" in person.seen
        assert not (tmp_path / "tailback" / "seats.json").exists()

    asyncio.run(evening())


def test_an_invitation_leads_to_its_seat_and_back_to_it(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here open here")
            offer = await host.ok("POST", "{t}/seats/2/offer", status=201)
            link = f"{running.http}/t/{host.table}#{offer['claim']}"
            for words in ("You are in seat C as Eva.", "Seat C is still yours, Eva."):
                async with Person(tmp_path, link, "--name", "Eva") as eva:
                    await eva.wait(words)
                    assert await eva.end() == 0

    asyncio.run(evening())


def test_watching(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK)
            await host.deal()
            async with Person(tmp_path, *at(host, "--watch")) as eva, host.device(0) as ann, host.device(1) as ben:
                await eva.wait("You are watching.")
                await eva.wait("Waiting for")
                eva.type("undo", "#1", "hand", "who")
                await eva.wait("You are only watching.")
                await eva.wait("Top card:")
                await eva.wait("1 person is watching.")
                await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                await eva.wait(STANDING["en"])
                assert await eva.end() == 0
                assert "You are no longer watching." in eva.seen
                assert "holds:" not in eva.seen
        assert not (tmp_path / "tailback").exists()

    asyncio.run(evening())


def test_refusals_come_from_the_server_with_their_rule(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open bot", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann"), lang="de") as ann:
                await ann.wait("Platz A")
                ann.type("geben")
                await ann.wait("Ann > ")
                # Nobody holds all of them.
                ann.type(*[f"warum lay {colour}{number}" for colour in "RBGY" for number in (1, 2, 3)])
                await ann.wait("Regel MM-")
                ann.type("regeln", "tisch", "karten", "verlauf", "?", "sage")
                await ann.wait("Guten Tag!", "Hallo!")
                ann.type("sage 1", "nein", "ende")
                assert await ann.end() == 0
                assert "aufstehen" in ann.seen
                assert Texts("de").say("refusals.no_undo") in ann.seen

    asyncio.run(evening())


def test_taking_back_with_everybodys_consent(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "open open", settings=NO_CLOCK)
            async with (
                Person(tmp_path / "a", *at(host, "--name", "Ann", "--seat", "A")) as ann,
                Person(tmp_path / "b", *at(host, "--name", "Ben", "--seat", "B")) as ben,
            ):
                await ann.wait("A Ann")
                await ben.wait("B Ben")
                ann.type("deal")
                people = {"Ann": ann, "Ben": ben}
                for answer, told in (("no", "does not agree"), ("yes", "takes back")):
                    mover, other = await something_to_take_back(people)
                    await people[other].wait(f"{mover} would like to take something back.")
                    await people[other].wait("Do you agree? Type yes or no.")
                    await people[other].wait(f"{other} > ")
                    people[other].type(answer)
                    await people[mover].wait(told)
                    await people[other].wait(told)
                ann.type("quit")
                ben.type("quit")
                assert [await ann.end(), await ben.end()] == [0, 0]

    asyncio.run(evening())


async def something_to_take_back(people: dict[str, Person]) -> tuple[str, str]:
    """Play until somebody may ask for a step back; who, and who else is there."""
    for _ in range(200):
        mover = await whose_turn(people)
        people[mover].type("#1", "undo")
        asked = "The others are being asked whether you may take it back."
        if await people[mover].wait(asked, "This cannot be taken back") == asked:
            return mover, next(name for name in people if name != mover)
    raise AssertionError("nothing could ever be taken back")


async def whose_turn(people: dict[str, Person]) -> str:
    waits = {name: asyncio.create_task(person.wait(f"{name} > ")) for name, person in people.items()}
    done, _ = await asyncio.wait(waits.values(), return_when=asyncio.FIRST_COMPLETED)
    for task in waits.values():
        if task not in done:
            task.cancel()
    await asyncio.gather(*waits.values(), return_exceptions=True)
    return next(name for name, task in waits.items() if task in done)


def test_a_rematch(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open bot", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann"), lang="fi") as ann:
                await ann.wait("Istut paikalla A nimellä Ann.")
                ann.type("sana kilpikonna", "jaa")
                await ann.play("Ann")
                await ann.wait("Jako oli reilu")
                ann.type("uudestaan")
                await ann.play("Ann", 2)
                ann.type("log all", "lopeta")
                assert await ann.end() == 0
            assert (await host.ask("GET", "{t}")).json()["number"] == 1

    asyncio.run(evening())


def test_an_answer_that_came_too_late_is_told_kindly(running: ServerProcess, tmp_path: Path) -> None:
    """Ann's wire is slow; meanwhile the question is settled from another device of hers."""

    async def evening() -> None:
        async with Host(running) as host, Relay(running.port) as relay:
            await host.open(TURNS.id, "open here", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, host.code, "--server", relay.http, "--name", "Ann") as ann:
                await ann.wait("You are in seat A")
                ((_, held),) = json.loads((tmp_path / "tailback" / "seats.json").read_text()).items()
                host.tokens[0] = held["0"]
                async with host.device(0) as phone, host.device(1) as ben:
                    await host.deal()
                    await until_asked(0, ben)
                    await phone.wait(lambda: phone.asked(0))
                    await ann.wait("Ann > ")
                    relay.hold()
                    ann.type("#1")
                    await eventually(relay.holds_answer)
                    await phone.answer(0, spread(phone.now[0]))
                    await ann.wait("Ann plays", "Ann draws")
                    relay.release()
                    await ann.wait("That came a moment too late")
                    assert await ann.end() == 0

    asyncio.run(evening())


def test_a_sealed_choice_can_be_changed_until_the_last_is_in(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "open here", settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann")) as ann, host.device(1) as ben:
                await ann.wait("You are in seat A")
                ann.type("change", "deal")
                await ann.wait("Nobody here has a secret choice")
                await ann.wait("Ann > ")
                ann.type("#1")
                await ann.wait("Waiting for B.")
                ann.type("change")
                await ann.wait("Ann > ")
                ann.type("#2", "who")
                await ann.wait("B B")
                # Said after each choice, once, and to whoever asks.
                assert ann.seen.count("Waiting for B.") == 3
                # It may be for Ben to take a lane first; then nobody says again whom we wait for.
                await play_on(ben, (1,), spread, 1)
                while 0 not in ben.now[1]["awaited"]:
                    await play_on(ben, (1,), spread, 1)
                await ann.wait("Ann > ")
                assert await ann.end() == 0
            steps = (await host.ok("GET", "{t}/games/0/replay"))["steps"]
            assert [step["seat"] for step in steps if step["seat"] is not None][:3] == [0, 0, 1]

    asyncio.run(evening())


def test_by_ear_at_a_table(running: ServerProcess, tmp_path: Path) -> None:
    """Little is said, everything can be asked, and with bots alone a secret choice lies until Enter."""

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "open bot", settings={**NO_CLOCK, "pace_ms": 0})
            async with Person(tmp_path, *at(host, "--name", "Ann", "--brief")) as ann:
                await ann.wait("You are in seat A")
                ann.type("wait", "score", "deal")
                await ann.wait("From now on a secret choice")
                await ann.wait(Texts("en").say("refusals.not_dealt"))
                await ann.wait("choices. Type more to hear them.")
                await ann.wait("Ann > ")
                assert "Your cards:" not in ann.seen, "the story has told them"
                ann.type("#1")
                await ann.wait("Face down:")
                kind, card = next(iter(Texts("en", SEALED).raw("web.cards").items()))
                ann.type("who", f"what {card['name']}", "change")
                await ann.wait("It is your turn.")
                await ann.wait(f"Rule {SEALED.part('lines').CARDS[kind][1]}:")
                await ann.wait("choices.")
                ann.type("#2")
                await ann.wait("Face down:")
                ann.type("#3")
                await ann.wait("Face down:")
                ann.type("", "since", "repeat")
                await ann.wait("Ann > ")
                assert await ann.end() == 0
                told = [line for line in ann.seen.partition("Your seat is kept")[0].splitlines() if line.strip(" >An")]
                assert any(told[-n:] == told[-2 * n : -n] for n in (1, 2, 3)), "what was asked for is said again"

    asyncio.run(evening())


def test_who_comes_and_goes_is_told_once(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            settings = {**NO_CLOCK, "away_seconds": 600}
            await host.open(SEALED.id, "open open here", settings=settings)
            async with Person(tmp_path, *at(host, "--name", "Ann", "--seat", "A")) as ann, host.device(2):
                await ann.wait("When everybody is here, type: deal")
                await host.sit("Ben")
                await ann.wait("Ben sits down.")
                async with host.device(1) as ben:
                    await host.deal()
                    await ben.ask("say", seat=1, phrase="good_luck")
                    await ann.wait("Ben: Good luck!")
                await ann.wait("Ben is away. In 600 seconds a robot will play on.")
                async with host.device(1):
                    await ann.wait("Ben is here again.")
                await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot", "level": "simple"})
                await ann.wait("A robot plays for Ben from now on.")
                # The host wants the seat back: that ends it here.
                await host.ok("PATCH", "{t}/seats/0", {"sitter": "open"})
                await ann.wait("This seat is no longer yours")
                assert await ann.end() == 0
                assert ann.seen.count("Ben is here again.") == 1

    asyncio.run(evening())


def test_news_and_half_typed_lines_on_a_terminal(running: ServerProcess, tmp_path: Path) -> None:
    """What is half typed stays, below what happened meanwhile; Ctrl-C keeps the seat."""

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open here", options=TURNS.short, settings=NO_CLOCK)
            seat = await asyncio.to_thread(sit_at_terminal, host, tmp_path)
            await asyncio.to_thread(seat.wait_for, "Ann (waiting) >")
            async with host.device(1) as ben:
                await host.ok("POST", "{t}/deal", {}, seat=1)
                await asyncio.to_thread(seat.wait_for, "holds:")
                await asyncio.to_thread(seat.wait_for, " >")
                seat.type("xlog\x1b[D\x1b[D\x1b[D\x7f")
                await asyncio.to_thread(seat.wait_for, "log")
                await ben.ask("say", seat=1, phrase="hello")
                shown = await asyncio.to_thread(seat.wait_for, "B: Hello!")
                assert "\r\x1b[K" in shown
                await asyncio.to_thread(seat.wait_for, "> log")
                seat.type("\r")
                await asyncio.to_thread(seat.wait_for, "deals 5 cards")
                await asyncio.to_thread(seat.wait_for, " >")
                await asyncio.to_thread(seat.interrupt)
                await asyncio.to_thread(seat.wait_for, "Your seat is kept.")
                assert await asyncio.to_thread(seat.end) == 130

    asyncio.run(evening())


def sit_at_terminal(host: Host, folder: Path, *more: str) -> Terminal:
    seat = Terminal(folder, "join", *at(host, *more), XDG_DATA_HOME=str(folder))
    seat.wait_for("What is your name?")
    seat.type("Ann\n")
    seat.wait_for("You are in seat A as Ann.")
    return seat


def test_plain_text_on_a_terminal(running: ServerProcess, tmp_path: Path) -> None:
    """No byte that moves the cursor, and one prompt for a question, whatever the others do meanwhile."""

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "open here", options=SEALED.short, settings=NO_CLOCK)
            seat = await asyncio.to_thread(sit_at_terminal, host, tmp_path, "--plain")
            async with host.device(1) as ben:
                await host.ok("POST", "{t}/deal", {}, seat=1)
                await asyncio.to_thread(seat.wait_for, "Ann > ")
                for _ in range(3):
                    await ben.ask("say", seat=1, phrase="hello")
                    await asyncio.to_thread(seat.wait_for, "B: Hello!")
                seat.type("table\n")
                shown = await asyncio.to_thread(seat.wait_for, "Ann > ")
                assert "B: Hello!" not in shown
                seat.type("#1\n")
                await asyncio.to_thread(seat.wait_for, "Waiting for B.")
                seat.type("quit\n")
                await asyncio.to_thread(seat.wait_for, "Your seat is kept.")
                assert await asyncio.to_thread(seat.end) == 0
            assert b"\x1b" not in seat.bytes
            assert seat.bytes.count(b"Ann > ") == 2

    asyncio.run(evening())


def test_a_pipe_full_of_lines_is_read_as_far_as_it_is_used(running: ServerProcess, tmp_path: Path) -> None:
    """`yes '#1' | tailback join`: a whole game, then nobody seems to be playing."""

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open bot", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, *at(host, "--name", "Ann")) as ann:
                ann.type("deal", *["#1"] * 50_000)
                await ann.wait(STANDING["en"])
                await ann.wait("100 lines without a move: nobody seems to be playing.")
                await ann.wait("Your seat is kept.")
                assert ann.process is not None
                assert await ann.process.wait() == 0

    asyncio.run(evening())


def test_both_ends_mean_the_same() -> None:
    """The client may not import the server; what they share is compared here."""
    assert address.PORT == serve.PORT
    assert line.VERSIONS == protocol.VERSIONS
    known: Any = Texts("en").raw("help.flags.server")
    assert address.HOME in known
