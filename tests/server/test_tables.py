"""Tables and seats over HTTP: setting up, joining, handing on, playing again, leaving and coming back."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from server import of_a_game
from server.harness import NO_CLOCK, Host, ServerProcess, devices, play_on, spread
from specimens import AGES, DEALERS, SEALED, TURNS, age_option, dealt_by, id_of, long_match
from tailback import games
from tailback.core.game import Game
from tailback.server.truth import desk, seats


async def problem(host: Host, method: str, path: str, body: Any, status: int, key: str, token: str = "") -> Any:
    """A request that must be refused with this key."""
    answer = await host.ask(method, path, body, token or host.tokens.get(None))
    assert (answer.status_code, answer.json()["key"]) == (status, key), answer.text
    return answer.json()


async def for_a_while(*plays: Coroutine[Any, Any, int]) -> None:
    """Several people play until the first of them has had enough."""
    tasks = [asyncio.create_task(play) for play in plays]
    done, playing = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for task in done:
        task.result()


def new(game: str = TURNS.id, chairs: str = "here here", **more: Any) -> dict[str, Any]:
    return {"game": game, "chairs": [{"sitter": sitter} for sitter in chairs.split()], **more}


# Setting up


@pytest.mark.parametrize("game_id", games.ids())
def test_an_impossible_set_up_is_answered_with_clause_and_one_that_works(running: ServerProcess, game_id: str) -> None:
    """Too few and too many players; what else a game refuses is tried in its own folder."""
    game = games.load(game_id)
    for players in (game.fewest - 1, game.most + 1):
        if 1 <= players <= desk.MOST_SEATS:
            of_a_game.impossible(running, game, players, {}, game.players_clause)


def test_every_preset_of_every_game_makes_a_table(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            for game in (await host.ok("GET", "/api/games"))["games"]:
                for preset, bundle in game["presets"].items():
                    made = await host.ok("POST", "/api/tables", new(game["id"], preset=preset, deal=True), status=201)
                    table = made["table"]
                    assert (table["phase"], table["preset"], table["game"]) == ("playing", preset, game["id"])
                    assert all(table["options"][name] == value for name, value in bundle.items())

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        (new("chess"), 422, "unknown_game"),
        (new(preset="grandpa"), 422, "unknown_preset"),
        (new(options={"cards": 3}), 422, "unknown_option"),
        (new(youngest=2), 422, "no_such_seat"),
        (new(chairs="here"), 422, "bad_players"),
        (new(settings={"away_seconds": 1}), 422, "bad_value"),
        (new(settings={"allowance_ms": 301}), 422, "bad_value"),
        (new(settings={"pace_ms": -1}), 422, "bad_value"),
        (new(settings={"stand_in": "genius"}), 422, "unknown_bot"),
        ({**new(), "chairs": [{"sitter": "bot", "level": "genius"}, {}]}, 422, "unknown_bot"),
        ({**new(), "chairs": [{"colour": "beige"}, {}]}, 422, "bad_value"),
        ({**new(), "chairs": [{"colour": "red"}, {"colour": "red"}]}, 422, "bad_value"),
        ({**new(), "chairs": [{"name": "Ann"}, {"name": " ANN "}]}, 409, "same_name"),
        ({**new(), "chairs": [{"name": " \u200b\x07 "}, {}]}, 422, "empty_name"),
        ({**new(), "chairs": [{"name": "x" * 201}, {}]}, 400, "bad_message"),
        ({**new(), "chairs": [{"sitter": "dog"}, {}]}, 400, "bad_message"),
        ({**new(), "chairs": []}, 400, "bad_message"),
        ({**new(), "chairs": [{}] * 9}, 400, "bad_message"),
        ({**new(), "colour": "red"}, 400, "bad_message"),
        ({"game": TURNS.id}, 400, "bad_message"),
        ([], 400, "bad_message"),
    ],
)
def test_a_table_that_cannot_be_made(running: ServerProcess, body: Any, status: int, key: str) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await problem(host, "POST", "/api/tables", body, status, key)

    asyncio.run(scene())


def test_names_and_colours_are_made_fit_to_be_shown(running: ServerProcess) -> None:
    async def scene() -> None:
        chairs = [
            {"name": "  Ann\n\x1b[2J "},
            {"name": "<b onclick=x>Ben</b>", "colour": "red"},
            {"name": "m" * 200},
            {"sitter": "here"},
            {"name": "4", "sitter": "bot", "level": "random"},
            {"name": "‮Cem"},
        ]
        async with Host(running) as host:
            made = (await host.ok("POST", "/api/tables", {"game": TURNS.id, "chairs": chairs}, status=201))["table"]
        names = [chair["name"] for chair in made["chairs"]]
        # Markup is a name like any other: clients show it as text.
        assert names[:2] == ["Ann [2J", "<b onclick=x>Ben</b>"]
        assert len(names[2]) == 24
        # Whoever gave no name gets one that nobody else has.
        assert names[3] == "Ada"
        assert names[5] == "Cem"
        assert made["chairs"][4]["level"] == "random"
        colours = [chair["colour"] for chair in made["chairs"]]
        assert colours[1] == "red"
        assert len(set(colours)) == len(colours)

    asyncio.run(scene())


def test_nobody_who_plays_is_called_by_a_number(running: ServerProcess) -> None:
    """A free chair has a number; whoever sits there gets a name, and a bot leaves its name to a person."""

    async def names(host: Host) -> list[str]:
        return [chair["name"] for chair in (await host.ok("GET", "{t}"))["chairs"]]

    async def scene() -> None:
        async with Host(running) as host:
            made = await host.ok("POST", "/api/tables", new(chairs="here bot open open open"), status=201)
            host.table, host.tokens = made["table"]["table"], {held["seat"]: held["token"] for held in made["tokens"]}
            assert await names(host) == ["Ada", "Ben", "3", "4", "5"]
            await host.sit("")
            await host.ok("PATCH", "{t}/seats/3", {"sitter": "bot"})
            assert await names(host) == ["Ada", "Ben", "Cem", "Dora", "5"]
            # People come first: both bots give way, a person and a bot that keeps a person's chair do not.
            await host.sit("ben")
            await host.ok("PATCH", "{t}/seats/0", {"name": "Dora"}, seat=0)
            assert await names(host) == ["Dora", "Eva", "Cem", "Finn", "ben"]
            await problem(host, "PATCH", "{t}/seats/0", {"name": "Cem"}, 409, "same_name")
            await host.ok("PATCH", "{t}/seats/2", {"sitter": "bot"})
            await problem(host, "PATCH", "{t}/seats/0", {"name": "Cem"}, 409, "same_name")
            assert await names(host) == ["Dora", "Eva", "Cem", "Finn", "ben"]

    asyncio.run(scene())


def test_the_youngest_begins_where_age_matters(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            ages = age_option(AGES)
            table = await host.open(AGES.id, "here here here", youngest=2, deal=True)
            assert table["options"][ages] == [2, 0, 1]
            assert table["youngest"] == 2
            async with host.device(0) as ann:
                assert ann.now[0]["awaited"] == [2]
            given = await host.open(AGES.id, "here here", youngest=1, options={ages: [0, 1]}, deal=True)
            assert given["options"][ages] == [0, 1]
            plain = await host.open(TURNS.id, "here here", youngest=1, deal=True)
            assert ages not in plain["options"]
            assert plain["options"] == msgspec.json.decode(msgspec.json.encode(TURNS.settle(2)))

    asyncio.run(scene())


def test_dealing_waits_for_everyone_unless_all_sit(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            table = await host.open(TURNS.id, "here open", deal=True)
            assert table["phase"] == "lobby"
            said = await problem(host, "POST", "{t}/deal", {}, 409, "seats_free")
            assert said["params"] == {"seats": [1]}
            await host.sit("Ben")
            await problem(host, "POST", "{t}/deal", {}, 401, "bad_token", token="no")
            answer = await host.ask("POST", "{t}/deal", {})
            assert (answer.status_code, answer.json()["key"]) == (403, "seat_needed")
            assert (await host.ok("POST", "{t}/deal", {"id": "one"}, seat=1))["phase"] == "playing"
            # Sent again it is done already; another one comes too late.
            assert (await host.ok("POST", "{t}/deal", {"id": "one"}))["phase"] == "playing"
            await problem(host, "POST", "{t}/deal", {"id": "two"}, 409, "game_running")

    asyncio.run(scene())


# Joining


def test_joining_by_code_as_people_type_it(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open")
            code = host.code
            assert len(code) == 4
            assert set(code) <= set(seats.LETTERS)
            for typed in (code, code.lower(), f" {code[:2]} {code[2:]} ", "-".join(code)):
                found = await host.ok("GET", f"/api/codes/{typed}")
                assert found["table"] == host.table

    asyncio.run(scene())


def test_wrong_codes_are_limited_and_right_ones_are_not() -> None:
    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open")
            for _ in range(40):
                await host.ok("GET", f"/api/codes/{host.code}")
            wrong = "AAAA" if host.code != "AAAA" else "BBBB"
            said = [(await host.ask("GET", f"/api/codes/{text}")).status_code for text in [wrong, "AB1", "ABCDE"] * 6]
            assert said[0] == 404
            assert said[-1] == 429
            assert said == sorted(said)
            # Others who play are not held up.
            assert (await host.ok("GET", "{t}"))["code"] == host.code

    with ServerProcess() as running:
        asyncio.run(scene(running))


def test_sitting_down_and_what_can_be_wrong_with_it(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open open bot")
            await problem(host, "POST", "{t}/seats", {"seat": 0}, 409, "seat_taken")
            await problem(host, "POST", "{t}/seats", {"seat": 3}, 409, "seat_taken")
            await problem(host, "POST", "{t}/seats", {"seat": 7}, 404, "no_such_seat")
            await problem(host, "POST", "{t}/seats", {"seat": 9}, 400, "bad_message")
            await problem(host, "POST", "{t}/seats", {"name": "a"}, 409, "same_name")
            await problem(host, "POST", "{t}/seats", {"name": " "}, 422, "empty_name")
            await problem(host, "POST", "{t}/seats", {"colour": "red"}, 422, "bad_value")
            await problem(host, "POST", "{t}/seats", {"claim": "x"}, 403, "claim_used")
            assert await host.sit("Cem", seat=2, colour="black") == 2
            assert await host.sit("") == 1
            await problem(host, "POST", "{t}/seats", {}, 409, "table_full")
            face = await host.ok("GET", "{t}")
            assert [chair["name"] for chair in face["chairs"]] == ["A", "B", "Cem", "D"]
            assert face["chairs"][2]["colour"] == "black"
            host.table = "nothing"
            await problem(host, "POST", "{t}/seats", {}, 404, "no_table")

    asyncio.run(scene())


def test_a_freed_seat_is_played_on_and_can_be_taken_in_the_middle_of_a_game(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=long_match(TURNS), settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await host.ok("PATCH", "{t}/seats/1", {"sitter": "open"})
                assert (await ben.wait(lambda: ben.said("you")))[-1] == {"type": "you", "seats": [], "host": False}
                # The old token is void at once, on the open line, on a new one and over HTTP.
                got = await ben.ask("answer", seat=1, n=ben.now[1]["n"], action=0)
                assert (got["type"], got["key"]) == ("refused", "not_your_seat")
                async with host.device(1) as late:
                    assert late.said("bye")[0]["key"] == "bad_token"
                await problem(host, "POST", "{t}/words", {"seat": 1, "word": "x"}, 401, "bad_token", host.tokens[1])
                # A stand-in plays.
                await play_on(ann, (0,), spread, moves=6)
                played = [event for event in ann.events(0) if not event["kind"].startswith("table_")]
                assert {event["seat"] for event in played if "seat" in event} == {0, 1}
                # Somebody sits down and sees the hand.
                assert await host.sit("Eva") == 1
                async with host.device(1) as eva:
                    assert eva.face["chairs"][1]["name"] == "Eva"
                    assert eva.now[1]["view"] != ann.now[0]["view"]
                    await for_a_while(play_on(ann, (0,), spread, moves=4), play_on(eva, (1,), spread, moves=4))

    asyncio.run(scene())


def test_several_seats_on_one_device_and_a_watcher(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here open here bot", options=SEALED.short)
            await host.sit("Ben")
            await host.deal()
            async with devices(host.device(0, 2, None), host.device(1), host.device()) as (tablet, phone, watcher):
                assert tablet.said("welcome")[0]["seats"] == [0, 2]
                assert tablet.said("welcome")[0]["host"] is True
                assert phone.said("welcome")[0]["host"] is False
                assert list(watcher.now) == [None]
                assert watcher.now[None]["legal"] == []
                for seat in range(4):
                    got = await watcher.ask("answer", seat=seat, n=watcher.now[None]["n"], action=0)
                    assert got["key"] == "not_your_seat"
                for seat in (0, 2, 3):
                    got = await phone.ask("answer", seat=seat, n=phone.now[1]["n"], action=phone.now[1]["legal"][0])
                    assert got["key"] == "not_your_seat"
                await asyncio.gather(play_on(tablet, (0, 2), spread), play_on(phone, (1,), spread))
                await watcher.wait(lambda: watcher.over)

    asyncio.run(scene())


# Handing on


def test_a_claim_hands_a_seat_on_once(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", deal=True)
            await problem(host, "POST", "{t}/seats/1/offer", None, 403, "not_your_seat", host.tokens[0])
            await problem(host, "POST", "{t}/seats/5/offer", None, 404, "no_such_seat")
            offer = await host.ok("POST", "{t}/seats/1/offer", seat=1, status=201)
            assert offer["link"].endswith(f"/t/{host.table}#{offer['claim']}")
            async with host.device(1) as old:
                # Until somebody comes with it, nothing changes.
                assert old.said("welcome")[0]["seats"] == [1]
                await problem(host, "POST", "{t}/seats", {"claim": offer["claim"], "seat": 0}, 403, "claim_used")
                got = await host.ok("POST", "{t}/seats", {"claim": offer["claim"], "name": "Eva"}, status=201)
                assert got["seat"] == 1
                await old.wait(lambda: old.said("you"))
            await problem(host, "POST", "{t}/seats", {"claim": offer["claim"]}, 403, "claim_used")
            host.tokens[1] = got["token"]
            async with host.device(1) as eva:
                assert eva.face["chairs"][1]["name"] == "Eva"

    asyncio.run(scene())


def test_the_host_gives_a_seat_to_a_bot_and_a_person_takes_it_back(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=long_match(TURNS), settings=NO_CLOCK, deal=True)
            await problem(host, "PATCH", "{t}/seats/1", {"sitter": "bot", "level": "genius"}, 422, "unknown_bot")
            await problem(host, "PATCH", "{t}/seats/1", {"sitter": "bot"}, 403, "not_your_seat", host.tokens[0])
            face = await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot", "level": "random"})
            assert (face["chairs"][1]["sitter"], face["chairs"][1]["level"]) == ("bot", "random")
            async with host.device(0) as ann:
                await play_on(ann, (0,), spread, moves=3)
                offer = await host.ok("POST", "{t}/seats/1/offer", status=201)
                got = await host.ok("POST", "{t}/seats", {"claim": offer["claim"]}, status=201)
                host.tokens[1] = got["token"]
                async with host.device(1) as ben:
                    await for_a_while(play_on(ann, (0,), spread, moves=4), play_on(ben, (1,), spread, moves=4))

    asyncio.run(scene())


def test_whoever_was_replaced_by_a_bot_takes_the_seat_back_with_their_old_token(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=long_match(TURNS), settings=NO_CLOCK, deal=True)
            token = host.tokens[1]
            async with host.device(0) as ann:
                await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot", "level": "random"})
                await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot", "level": "simple"})
                await play_on(ann, (0,), spread, moves=2)
                await problem(host, "PATCH", "{t}/seats/1", {"name": "X"}, 401, "bad_token", token)
                got = await host.ok("POST", "{t}/seats", {"claim": token}, status=201)
                assert (got["seat"], got["table"]["chairs"][1]["sitter"]) == (1, "person")
                assert got["token"] != token
                host.tokens[1] = got["token"]
                async with host.device(1) as ben:
                    await for_a_while(play_on(ann, (0,), spread, moves=4), play_on(ben, (1,), spread, moves=4))
            await problem(host, "POST", "{t}/seats", {"claim": token}, 403, "claim_used")
            # Whoever is not to come back loses the seat first.
            await host.ok("PATCH", "{t}/seats/1", {"sitter": "open"})
            await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot"})
            await problem(host, "POST", "{t}/seats", {"claim": host.tokens[1]}, 403, "claim_used")

    asyncio.run(scene())


def test_a_person_renames_frees_and_keeps_to_their_own_seat(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open")
            await host.sit("Ben")
            face = await host.ok("PATCH", "{t}/seats/1", {"name": "Bert", "colour": "white"}, seat=1)
            assert (face["chairs"][1]["name"], face["chairs"][1]["colour"]) == ("Bert", "white")
            before = face["v"]
            assert (await host.ok("PATCH", "{t}/seats/1", {}, seat=1))["v"] == before
            token = host.tokens[1]
            await problem(host, "PATCH", "{t}/seats/1", {"name": "A"}, 409, "same_name", token)
            await problem(host, "PATCH", "{t}/seats/1", {"colour": "red"}, 422, "bad_value", token)
            await problem(host, "PATCH", "{t}/seats/0", {"name": "X"}, 403, "not_your_seat", token)
            await problem(host, "PUT", "{t}/settings", {}, 403, "host_only", token)
            await problem(host, "PUT", "{t}/seats", {"order": [1, 0]}, 403, "host_only", token)
            await problem(host, "DELETE", "{t}", None, 403, "host_only", token)
            assert (await host.ok("PATCH", "{t}/seats/1", {"sitter": "open"}, seat=1))["chairs"][1]["sitter"] == "open"
            await problem(host, "PATCH", "{t}/seats/1", {"name": "X"}, 401, "bad_token", token)

    asyncio.run(scene())


def test_tokens_are_stored_hashed_and_shown_once(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open", options=TURNS.short, settings=NO_CLOCK)
            await host.sit("Ben")
            offer = await host.ok("POST", "{t}/seats/1/offer", status=201)
            await host.deal()
            async with devices(host.device(0, None), host.device(1), host.device()) as lines:
                await asyncio.gather(play_on(lines[0], (0,), spread), play_on(lines[1], (1,), spread))
                await lines[2].wait(lambda: lines[2].over)
                said = [str(line.log) for line in lines]
            for path in ("{t}", "{t}/games/0/replay", "{t}/games/0/replay?seat=1", "{t}/games/0/export"):
                said.append((await host.ask("GET", path)).text)
            shown = await host.ok("POST", "{t}/games/0/share", seat=0, status=201)
            said.append((await host.ask("GET", f"/api/tables/{shown['share']}")).text)
            said.append((await host.ask("PATCH", "{t}/seats/1", {"name": ""}, token=offer["claim"])).text)
            secrets = [*host.tokens.values(), offer["claim"]]
            with contextlib.closing(sqlite3.connect(running.setup["database"])) as store:
                stored = "".join(store.iterdump())
            hashes = [seats.hashed(secret) for secret in secrets]
            for secret, mark in zip(secrets, hashes, strict=True):
                assert len(secret) >= 22
                assert secret not in stored
                assert all(secret not in text and mark not in text for text in said)
            assert all(mark.encode().hex().upper() in stored.upper() or mark in stored for mark in hashes)

    asyncio.run(scene())


# Playing again


async def finish(host: Host, *people: int) -> dict[str, Any]:
    """Play the game to its end, each seat on a device of its own."""
    async with devices(*(host.device(seat) for seat in people)) as lines:
        await asyncio.gather(*(play_on(line, (seat,), spread) for line, seat in zip(lines, people, strict=True)))
    return dict(await host.ok("GET", "{t}"))


@pytest.mark.parametrize("game", DEALERS, ids=id_of)
def test_a_rematch_goes_on_with_the_next_dealer(running: ServerProcess, game: Game) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            given = {**game.short, **dealt_by(game, 1)}
            await host.open(game.id, "here here bot", options=given, settings=NO_CLOCK, deal=True)
            await problem(host, "POST", "{t}/again", {}, 409, "game_running")
            over = await finish(host, 0, 1)
            assert over["phase"] == "over"
            async with host.device(0) as ann:
                dealer = ann.now[0]["view"]["dealer"]
                asked = {"id": "again", "deal": True}
                face = await host.ok("POST", "{t}/again", asked, seat=1)
                assert (face["phase"], face["number"]) == ("playing", 1)
                # The same request once more changes nothing.
                repeated = await host.ok("POST", "{t}/again", asked, seat=1)
                assert (repeated["phase"], repeated["number"], repeated["fair"]) == ("playing", 1, face["fair"])
                await ann.wait(lambda: ann.face["number"] == 1 and ann.now[0]["view"] is not None)
                assert ann.now[0]["view"]["dealer"] == (dealer + 1) % 3
            assert [past["number"] for past in face["past"]] == [0]

    asyncio.run(scene())


def test_a_late_repeat_never_deals_a_later_game(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here")
            first = {"id": "a", "deal": True, "game": AGES.id}
            assert (await host.ok("POST", "{t}/again", first))["phase"] == "playing"
            await host.ok("PATCH", "{t}/seats/0", {"sitter": "bot"})
            await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot"})
            host.tokens = {None: host.tokens[None]}
            await host.ok("PUT", "{t}/settings", NO_CLOCK)
            async with host.device() as watcher:
                await watcher.wait(lambda: watcher.over)
            assert (await host.ok("POST", "{t}/again", {"id": "b"}))["phase"] == "lobby"
            assert (await host.ok("POST", "{t}/again", first))["phase"] == "lobby"

    asyncio.run(scene())


def test_another_game_and_other_chairs_at_the_same_table(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here bot", options=TURNS.short, settings=NO_CLOCK, deal=True)
            await problem(host, "PUT", "{t}/seats", {"order": [1, 0]}, 409, "game_running")
            await finish(host, 0, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await host.ok("POST", "{t}/again", {"game": AGES.id, "youngest": 1})
                # Ann and Ben change places, the bot goes, somebody new is awaited.
                asked = {"order": [1, 0], "added": [{"name": "Eva"}, {"sitter": "here", "name": "Fay"}]}
                made = await host.ok("PUT", "{t}/seats", asked)
                face = made["table"]
                assert [chair["name"] for chair in face["chairs"]] == ["B", "A", "Eva", "Fay"]
                assert face["youngest"] == 0
                assert [held["seat"] for held in made["tokens"]] == [3]
                assert (await ann.wait(lambda: ann.said("you")))[-1]["seats"] == [1]
                assert (await ben.wait(lambda: ben.said("you")))[-1]["seats"] == [0]
                ann_token, ben_token = host.tokens[0], host.tokens[1]
                host.tokens |= {0: ben_token, 1: ann_token, 3: made["tokens"][0]["token"]}
                assert await host.sit("Eva") == 2
                await host.deal()
                await ben.wait(lambda: ben.asked(0))
                assert ben.now[0]["awaited"] == [0]
            for bad, status, key in (
                ({"order": [0, 0]}, 409, "game_running"),
                ({"order": [8]}, 400, "bad_message"),
            ):
                answer = await host.ask("PUT", "{t}/seats", bad, host.tokens[None])
                assert answer.status_code in (status, 422)
                assert answer.json()["key"] in (key, "bad_order")

    asyncio.run(scene())


def test_chairs_moved_after_the_end_leave_everyone_their_own_view_of_it(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK, deal=True)
            ann, ben = host.tokens[0], host.tokens[1]
            async with host.device(0, 1) as both:
                await play_on(both, (0, 1), spread)
                hands = [both.now[seat]["view"]["hand"] for seat in (0, 1)]
                await host.ok("PUT", "{t}/seats", {"order": [1, 0], "added": [{"name": "Eva"}]})
                await host.sit("Eva")
                await both.wait(lambda: both.v == both.face["v"] and both.face["chairs"][2]["sitter"] == "person")
                assert [both.now[chair]["view"]["seat"] for chair in (0, 1)] == [1, 0]
                assert [both.now[chair]["view"]["hand"] for chair in (1, 0)] == hands
                # Eva was not in that game, and sees the end of it as a watcher does.
                async with host.device(2) as eva:
                    assert "hand" not in eva.now[2]["view"]
                    assert (eva.now[2]["legal"], eva.now[2]["awaited"]) == ([], [])
                    host.tokens |= {0: ben, 1: ann}
                    await host.ok("POST", "{t}/again", {"deal": True})
                    await eva.wait(lambda: "hand" in (eva.now[2]["view"] or {}))
                    await both.wait(lambda: both.face["phase"] == "playing")
                    assert [both.now[chair]["view"]["seat"] for chair in (0, 1)] == [0, 1]

    asyncio.run(scene())


def test_more_chairs_than_the_game_takes_are_refused_with_the_clause(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(AGES.id, "here here")
            added = [{"sitter": "bot"}] * (AGES.most - 1)
            await host.ok("PUT", "{t}/seats", {"order": [0, 1], "added": added})
            said = await problem(host, "POST", "{t}/deal", {}, 422, "bad_players")
            assert said["clause"]
            assert said["nearest"] == {"players": AGES.most}
            await problem(host, "PUT", "{t}/seats", {"order": [0]}, 422, "bad_players")
            # More than there are colours for.
            many = {"order": [0, 1], "added": [{"sitter": "bot"}] * 7}
            await problem(host, "PUT", "{t}/seats", many, 422, "bad_players")
            await problem(host, "PUT", "{t}/seats", {"order": [0, 0]}, 422, "bad_order")
            names = [{"name": "a"}]
            await problem(host, "PUT", "{t}/seats", {"order": [0, 1], "added": names}, 409, "same_name")

    asyncio.run(scene())


# Coming and going


def test_a_table_sleeps_wakes_and_is_the_same() -> None:
    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                await play_on(tablet, (0, 1), spread, moves=4)
                before = {seat: tablet.now[seat] for seat in (0, 1)}
                face = tablet.face
            awake: list[int] = []

            async def look() -> None:
                while not awake or awake[-1]:
                    awake.append((await host.ok("GET", "/api/health"))["tables_awake"])
                    await asyncio.sleep(0.02)

            await asyncio.wait_for(look(), 30)
            async with host.device(0, 1) as tablet:
                for seat in (0, 1):
                    assert {**tablet.now[seat], "events": []} == {**before[seat], "events": []}
                assert tablet.face["code"] == face["code"]
                await play_on(tablet, (0, 1), spread, moves=2)

    with ServerProcess(linger=0.1) as running:
        asyncio.run(scene(running))


def test_the_host_deletes_a_table_and_everybody_is_told(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", deal=True)
            code = host.code
            async with host.device(0) as ann:
                assert (await host.ask("DELETE", "{t}")).status_code == 403
                gone = await host.ask("DELETE", "{t}", token=host.tokens[None])
                assert gone.status_code in (200, 204)
                assert (await ann.wait(lambda: ann.said("bye")))[0]["key"] == "deleted"
            await problem(host, "GET", "{t}", None, 404, "no_table")
            await problem(host, "GET", f"/api/codes/{code}", None, 404, "no_code")
            async with host.device(0) as ann:
                assert ann.said("bye")[0]["key"] == "no_table"

    asyncio.run(scene())


# Settings


def test_where_nobody_may_watch_watchers_go_and_do_not_come(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device(), host.device(None)) as lines:
                ann, ben, watcher, owner = lines
                assert (await host.ok("GET", "{t}/games/0/replay"))["over"] is False
                face = await host.ok("PUT", "{t}/settings", {**NO_CLOCK, "watchers": False})
                assert face["settings"]["watchers"] is False
                assert (await watcher.wait(lambda: watcher.said("bye")))[0]["key"] == "no_watchers"
                # Whoever loses the last seat watches no longer either; the host may stay.
                await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot"})
                assert (await ben.wait(lambda: ben.said("bye")))[0]["key"] == "no_watchers"
                await owner.wait(lambda: owner.face["chairs"][1]["sitter"] == "bot")
                assert not ann.said("bye")
                assert not owner.said("bye")
                async with host.device() as late:
                    assert late.said("bye")[0]["key"] == "no_watchers"
                answer = await host.ask("GET", "{t}/games/0/replay")
                assert (answer.status_code, answer.json()["key"]) == (403, "no_watchers")

    asyncio.run(scene())


def test_settings_are_checked_and_published(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            usual = (await host.open(TURNS.id, settings={}))["settings"]
            assert usual == {
                "away_seconds": 60,
                "stand_in": "3",
                "clock": True,
                "allowance_ms": 300,
                "pace_ms": 700,
                "watchers": True,
                "hints": "3",
            }
            await host.open(TURNS.id, "here bot", options=long_match(TURNS), settings={"pace_ms": 10_000}, deal=True)
            for bad in ({"away_seconds": 4}, {"away_seconds": 3601}, {"allowance_ms": -1}, {"pace_ms": 10_001}):
                await problem(host, "PUT", "{t}/settings", bad, 422, "bad_value")
            await problem(host, "PUT", "{t}/settings", {"clock": "no"}, 400, "bad_message")
            async with host.device(0) as ann:
                settings = {"away_seconds": 5, "stand_in": "random", "clock": False, "allowance_ms": 0, "pace_ms": 1}
                await host.ok("PUT", "{t}/settings", settings)
                await ann.wait(lambda: ann.face["settings"]["pace_ms"] == 1)
                assert {name: ann.face["settings"][name] for name in settings} == settings
                # Ten seconds of thought for each card would take minutes.
                async with asyncio.timeout(25):
                    await play_on(ann, (0,), spread, moves=8)

    asyncio.run(scene())


def test_health_counts_tables(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id)
            health = await host.ok("GET", "/api/health")
            assert health["tables_awake"] >= 1

    asyncio.run(scene())
