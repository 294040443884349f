"""Head starts at the server: worked out for the set-up, shown with their chance, dealt with, or withheld in words."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.books import Book, refused
from server.harness import Host, ServerProcess
from specimens import AGES, OURS, TURNS, help_option, helping, id_of
from tailback.core.game import Game
from tailback.core.options import AMOUNT, HELPED
from tailback.core.record import verify, write
from tailback.games import read_record
from tailback.robots import levelling
from tailback.server.live import jobs
from tailback.server.live.evens import Evens, settled
from tailback.server.live.job_pool import JobPool
from tailback.server.live.jobs import EvenOut
from tailback.server.protocol import replays
from tailback.server.truth import desk
from tailback.server.truth.desk import Uneven
from tailback.server.truth.refusal import Refused
from tailback.texts import LANGUAGES, Texts

OPTION = AGES.option_of(HELPED)
assert OPTION is not None
CLAUSE = OPTION.clause


def amount_option(game: Game) -> str:
    option = game.option_of(AMOUNT)
    assert option is not None
    return option.name


def setup(game: Game, players: int, seats: list[int], levels: list[str] | None = None, **options: Any) -> Uneven:
    settled_options = game.settle(players, {**options, **helping(game, seats)})
    return Uneven(game, players, settled_options, levels or [""] * players)


def easy(seats: list[int], levels: list[str] | None = None) -> Uneven:
    """A set-up that is worked out soon, and has a head start."""
    return setup(AGES, 3, seats, levels)


def test_a_checked_set_up_says_how_much_and_what_comes_of_it(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            asked = {"game": AGES.id, "players": 3, "options": {"even_chances": [1]}}
            found = await host.ok("POST", "/api/check", asked)
            start = found["head_start"]
            assert found["options"]["head_start"] == start["n"] > 0
            chance = start["chance"]
            assert chance["low"] <= chance["share"] <= chance["high"]
            assert chance["without"] < chance["even"] == pytest.approx(1 / 3)
            assert abs(chance["share"] - chance["even"]) <= levelling.NEAR
            # It is kept, and the same for every seat.
            again = await host.ok("POST", "/api/check", {**asked, "options": {"even_chances": [2]}})
            assert again["head_start"] == start
            # Against robots that are weak, too, nobody needs help.
            gentle = await host.ask("POST", "/api/check", {**asked, "levels": ["1", "", "1"]})
            assert (gentle.status_code, gentle.json()["key"]) == (422, "even_already")
            # Nothing is worked out where somebody says how much, or nobody is helped.
            said = await host.ok("POST", "/api/check", {**asked, "options": {"even_chances": [1], "head_start": 2}})
            assert said["head_start"] == {"key": start["key"], "n": 2, "more": 0, "chance": None}
            assert (await host.ok("POST", "/api/check", {**asked, "options": {}}))["head_start"] is None

    asyncio.run(scene())


def test_where_there_is_none_it_is_said_and_the_set_up_without_it_works(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            asked = {"game": AGES.id, "players": 2, "options": helping(AGES, [0, 1])}
            answer = await host.ask("POST", "/api/check", asked)
            said = answer.json()
            assert (answer.status_code, said["key"], said["clause"]) == (422, "even_everybody", CLAUSE)
            assert said["nearest"] == helping(AGES, [])
            for key in (levelling.ALREADY, levelling.TOO_COARSE, levelling.TOO_SLOW, levelling.EVERYBODY):
                for lang in LANGUAGES:
                    assert "{" not in Texts(lang, AGES).say(f"refusals.{key}", **said["params"])
            await host.ok("POST", "/api/check", {**asked, "options": said["nearest"]})
            table = {"game": AGES.id, "chairs": [{"sitter": "here"}] * 2, "options": asked["options"]}
            made = await host.ask("POST", "/api/tables", table)
            assert (made.status_code, made.json()["key"]) == (422, said["key"])

    asyncio.run(scene())


@pytest.mark.parametrize("at_once", [True, False])
def test_it_is_dealt_with(running: ServerProcess, at_once: bool) -> None:
    """For those who sit there: robots of these levels, not of others."""

    async def scene() -> None:
        async with Host(running) as host:
            asked = {"game": AGES.id, "players": 2, "options": {"even_chances": [1]}, "levels": ["", "2"]}
            checked = await host.ok("POST", "/api/check", asked)
            amount = checked["options"]["head_start"]
            chairs = [{"sitter": "here"}, {"sitter": "bot", "level": "2"}]
            body = {"game": AGES.id, "chairs": chairs, "options": {"even_chances": [1]}, "deal": at_once}
            table = await host.ok("POST", "/api/tables", body, status=201)
            face, token = table["table"], table["tokens"][0]["token"]
            if not at_once:
                assert "head_start" not in face["options"]
                face = (await host.ask("POST", f"/api/tables/{face['table']}/deal", {}, token)).json()
            assert (face["phase"], face["options"]["head_start"]) == ("playing", amount)

    asyncio.run(scene())


def test_a_record_and_a_replay_measure_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = AGES
    book = Book(game.id, "person person", helping(game, [1]))
    book.add(desk.deal(book.ledger, 1, head_start=lambda _: 9))
    book.play_out()
    monkeypatch.setattr(levelling, "play_rows", None)
    _, match = replays.game_of("t", book.rows, 0)
    found = replays.as_record(match)
    assert (found.options["even_chances"], found.options["head_start"]) == ([1], 9)
    text = write(found)
    assert "\noption head_start 9\n" in text
    assert verify(read_record(text)) == []


def test_two_who_ask_for_the_same_wait_for_one_answer_and_one_pays() -> None:
    paid: list[str] = []

    def whose(name: str) -> Any:
        async def do(job: Any) -> bytes:
            paid.append(name)
            await asyncio.sleep(0)
            return jobs.outcome(job).given()

        return do

    async def main() -> None:
        evens = Evens()
        # As long as it is not known, nobody is dealt to.
        with pytest.raises(Refused) as caught:
            evens.amount(easy([0]))
        assert (caught.value.key, caught.value.status) == ("too_busy", 503)
        both = await asyncio.gather(evens.find(easy([0]), whose("a")), evens.find(easy([2]), whose("b")))
        assert both[0] == both[1]
        assert paid == ["a"]
        assert evens.amount(easy([1])) == both[0].amount > 0
        await evens.find(easy([0], ["", "2", "2"]), whose("c"))
        assert paid == ["a", "c"], "against others it is another set-up"

    asyncio.run(main())


def test_who_waits_for_somebody_who_is_refused_asks_for_themselves() -> None:
    async def no(job: Any) -> bytes:
        await asyncio.sleep(0)
        raise Refused("too_often", 429)

    async def yes(job: Any) -> bytes:
        return jobs.outcome(job).given()

    async def main() -> None:
        evens = Evens()
        first, second = await asyncio.gather(
            evens.find(easy([0]), no), evens.find(easy([0]), yes), return_exceptions=True
        )
        assert isinstance(first, Refused)
        assert isinstance(second, levelling.Levelled)
        assert second.amount > 0

    asyncio.run(main())


def test_it_is_done_by_a_process_that_is_charged_and_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        pool = JobPool()
        job = EvenOut(AGES.id, 3, easy([0]).options, [0], ["", "", ""])
        try:
            found = await pool.do("a", job)
            assert found.given()
            assert found.spent > 0
            assert job.seconds < 5
            monkeypatch.setattr(EvenOut, "seconds", 0.004)
            late = await pool.do("a", EvenOut(AGES.id, 2, setup(AGES, 2, [0]).options, [0], ["", ""]))
            assert late.refused is not None
            assert late.refused.key == "too_much_work"
        finally:
            await pool.close()

    asyncio.run(main())


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_what_the_desk_deals_is_what_it_is_told(game: Game) -> None:
    book = Book(game.id, "person person", {**game.short, **helping(game, [1])})
    asked: list[Uneven] = []

    def told(one: Uneven) -> int:
        asked.append(one)
        return game.head_starts(2, one.options)[0][0]

    row = desk.deal(book.ledger, 5, head_start=told)
    assert [(one.players, one.helped, one.levels) for one in asked] == [(2, (1,), ["", ""])]
    assert row.options[amount_option(game)] == game.head_starts(2, row.options)[0][0]
    book.add(row)
    match = desk.playing(book.ledger)
    assert match.state is not None
    assert match.state.view(None)["house"][amount_option(game)] == row.options[amount_option(game)]
    # Where the options say it, or nobody is helped, nobody is asked.
    for options in ({}, {**helping(game, [0]), amount_option(game): 1}):
        other = Book(game.id, "person person", {**game.short, **options})
        assert desk.deal(other.ledger, 5, head_start=told).options[amount_option(game)] == options.get(
            amount_option(game), 0
        )
    assert len(asked) == 1


def test_an_amount_goes_with_those_who_get_it() -> None:
    given = {**TURNS.short, **helping(TURNS, [2]), amount_option(TURNS): 3}
    book = Book(TURNS.id, "person person person", given)
    book.add(desk.arrange(book.ledger, 1, [2, 0], []))
    assert desk.current(book.ledger).options[amount_option(TURNS)] == 3
    book.add(desk.arrange(book.ledger, 1, [1], [book.ledger.chairs[0]]))
    assert amount_option(TURNS) not in desk.current(book.ledger).options
    problem = refused("head_start_of_nobody", desk.settle, TURNS.id, 3, "", {amount_option(TURNS): 3}, None)
    assert problem.nearest == {amount_option(TURNS): 0}


def test_why_there_is_none_names_the_option() -> None:
    found = levelling.Levelled(0, 0.654, 0.6, 0.7, 900, 0.5, 0.3, levelling.TOO_COARSE)
    problem = refused("even_too_coarse", settled, easy([0]), found)
    assert problem.params == {"share": 65, "even": 50, "without": 30}
    assert problem.nearest == {help_option(AGES): []}
