"""Games of others at a server: what breaks one of them stops its table and nothing else, and a change shows at once."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from brought.broken import changed, line_of
from server.harness import NO_CLOCK, Device, Host, ServerProcess, first_legal, logged, play_on
from specimens import TURNS
from tailback import brought, games
from tailback.server.live.rehearsals import Rehearsals
from tailback.server.truth.refusal import Refused
from tailback.texts import LANGUAGES, Texts

LAST = "        if self.left:\n            self.seat"
# In the middle of a match, far beyond what is tried when a game is brought: with few cars left and many played.
DEEP = "        self.left -= action + 1\n"


def broken_at(left: int, what: str) -> tuple[str, str]:
    """The game breaks in this way when so many cars are left, and never where it is tried for a moment."""
    return DEEP, f"{DEEP}        if self.left == {left} and self.options['cars'] == 40:\n            {what}\n"


def scene(play: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is played in an event loop."""

    @functools.wraps(play)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(play(*args, **kwargs))

    return run


@contextlib.contextmanager
def serving(*files: Path, watch: bool = False, **more: Any) -> Iterator[ServerProcess]:
    before = {name: os.environ.get(name) for name in (brought.VARIABLE, brought.WATCH)}
    os.environ[brought.VARIABLE] = os.pathsep.join(map(str, files))
    if watch:
        os.environ[brought.WATCH] = "1"
    try:
        with ServerProcess(watch=watch, **more) as running:
            yield running
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@contextlib.contextmanager
def logged_serving(*files: Path) -> Iterator[tuple[ServerProcess, Callable[[], list[dict[str, Any]]]]]:
    """The same, and what it has logged so far."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(brought.VARIABLE, os.pathsep.join(map(str, files)))
        with logged() as found:
            yield found


@contextlib.asynccontextmanager
async def table_of(running: ServerProcess, game: str, chairs: str = "here here", **more: Any) -> AsyncIterator[Device]:
    async with Host(running) as host:
        await host.open(game, chairs, settings=NO_CLOCK, deal=True, **more)
        seats = tuple(seat for seat in host.tokens if seat is not None)
        async with host.device(None, *seats) as device:
            yield device


async def drive(device: Device, cars: int) -> dict[str, Any]:
    """Whoever is asked drives so many cars away."""
    await device.wait(lambda: device.asked(0) or device.asked(1))
    seat = 0 if device.asked(0) else 1
    return await device.answer(seat, f"drive {cars}")


def troubles(device: Device) -> list[dict[str, Any] | None]:
    """What was said to be wrong, one after the other; None: nothing any more."""
    return [said["trouble"] for said in device.said("trouble")]


def trouble(device: Device) -> dict[str, Any] | None:
    """What is wrong now."""
    said = troubles(device)
    return said[-1] if said else None


# Moves at another table while a rule runs for two seconds or more: several dozen, unless something waits for it.
MEANWHILE = 5
# What breaks, the key, and whether a line is named.
BREAKS = {
    "an exception": ("1 / 0", "game_raises"),
    "an endless loop": ("while True: pass", "game_slow"),
    "a loop that Python cannot interrupt": ("sum(range(10 ** 13))", "game_slow"),
    "too much memory": ("self.much = [0] * 10 ** 10", "game_memory"),
    "the end of the process": ("os._exit(3)", "game_ended"),
    "recursion": ("self.left += 1; self.do(seat, 0)", "game_recursion"),
}


@scene
async def test_no_game_is_blamed_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said to have ended, and its tables were not to be had."""
    trying = Rehearsals()
    file = changed(tmp_path)
    try:
        with monkeypatch.context() as full:
            # Nothing can be written anywhere, so there is no place for last words.
            full.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
            with pytest.raises(Refused) as caught:
                await trying.path(str(file))
        assert (caught.value.key, caught.value.status) == ("too_busy", 503)
        await trying.path(str(file))
    finally:
        await trying.close()


@pytest.mark.parametrize("name", BREAKS)
@scene
async def test_one_table_breaks_and_the_others_go_on(tmp_path: Path, name: str) -> None:
    what, key = BREAKS[name]
    tried = tmp_path / "tried"
    # Once, so that a rule that calls itself breaks in its own line.
    note = f"noted or noted.append(print(os.getpid(), file=open({str(tried)!r}, 'a'), flush=True))"
    broken = broken_at(33, f"{note}\n            {what}")
    file = changed(tmp_path, broken, ("FULL = 0\n", "FULL = 0\nimport os\nnoted = []\n"))
    with serving(file) as running:
        async with (
            table_of(running, "lucky_lane", options={"cars": 40}) as bad,
            table_of(running, "lucky_lane", options={"cars": 30}) as same,
            table_of(running, TURNS.id) as good,
        ):
            for _ in range(2):
                assert (await drive(bad, 3))["type"] == "ack"
            await bad.wait(lambda: bad.now[0]["view"]["left"] == 34)
            rows = bad.v
            breaking = asyncio.create_task(drive(bad, 1))
            # Meanwhile the other games go on as if nothing were.
            meanwhile = 0
            while not breaking.done():
                meanwhile += await play_on(good, (0, 1), first_legal, moves=1)
                await asyncio.sleep(0.02)
            got = await breaking
            # It broke where it was tried, and no table waited for that.
            assert running.process is not None
            assert str(running.process.pid) not in tried.read_text().split() != []
            assert meanwhile >= (MEANWHILE if key == "game_slow" else 1)
            assert (got["type"], got["key"], got["params"]["file"]) == ("refused", key, file.name), got
            if key != "game_ended":
                assert got["params"]["line"] == line_of(file, what)
            # Everybody is told, in words; and nothing was written.
            told = await bad.wait(lambda: trouble(bad))
            assert (told["key"], told["stopped"]) == (key, True)
            for lang in LANGUAGES:
                said = Texts(lang).say(f"refusals.{key}", **told["params"])
                # Where the folder lies on the server's machine is nobody's business at the table.
                assert file.name in said
                assert str(file.parent) not in said
            assert bad.v == rows
            assert bad.now[0]["view"]["left"] == 34
            # Another table of the same game goes on, and this one with another move.
            assert (await drive(same, 2))["type"] == "ack"
            assert (await drive(bad, 2))["type"] == "ack"
            await bad.wait(lambda: trouble(bad) is None)
            assert (await drive(good, 1))["type"] in ("refused", "ack")


@scene
async def test_a_mended_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = changed(tmp_path, broken_at(34, "1 / 0"))
    with serving(file) as running:
        async with Host(running) as host:
            await host.open("lucky_lane", settings=NO_CLOCK, deal=True, options={"cars": 40})
            async with host.device(0, 1) as device:
                await drive(device, 3)
                assert (await drive(device, 3))["key"] == "game_raises"
            running.kill()
            changed(tmp_path)
            running.start()
            async with host.device(0, 1) as device:
                assert device.now[0]["view"]["left"] == 37
                assert device.face["trouble"] is None
                assert (await drive(device, 3))["type"] == "ack"


@scene
async def test_a_table_that_cannot_be_added_up_says_why(tmp_path: Path) -> None:
    """The game was changed while the server was down, and now breaks on the way."""
    file = changed(tmp_path)
    with serving(file) as running:
        async with Host(running) as host:
            await host.open("lucky_lane", settings=NO_CLOCK, deal=True, options={"cars": 40})
            async with host.device(0, 1) as device:
                await drive(device, 3)
                await drive(device, 3)
            running.kill()
            changed(tmp_path, broken_at(34, "while True: pass"))
            running.start()
            async with host.device(0, 1) as device:
                bye = device.said("bye")[0]
                assert (bye["key"], bye["params"]["line"]) == ("game_slow", line_of(file, "while True: pass"))
            async with table_of(running, TURNS.id) as good:
                assert await play_on(good, (0, 1), first_legal, moves=3) == 3
            # And a file that is no game at all any more.
            running.kill()
            file.write_text("GAME = \n")
            running.start()
            async with host.device(0, 1) as device:
                bye = device.said("bye")[0]
                assert (bye["key"], bye["params"]["line"]) == ("game_syntax", 1)
            async with table_of(running, TURNS.id) as good:
                assert await play_on(good, (0, 1), first_legal, moves=3) == 3


@pytest.mark.parametrize("level", ["3", "5"])
@scene
async def test_a_robot_that_thinks_without_end_is_named(tmp_path: Path, level: str) -> None:
    endless = "    def instinct(self, seat, rng):\n        while True: pass\n\n    def own(self, seat):\n"
    file = changed(tmp_path, ("    def own(self, seat):\n", endless))
    with serving(file) as running:
        async with Host(running) as host:
            chairs = [{"sitter": "here", "name": "A"}, {"sitter": "bot", "name": "B", "level": level}]
            made = await host.ok(
                "POST",
                "/api/tables",
                {"game": "lucky_lane", "chairs": chairs, "settings": NO_CLOCK, "deal": True},
                status=201,
            )
            host.table = made["table"]["table"]
            host.tokens = {held["seat"]: held["token"] for held in made["tokens"]}
            async with host.device(0) as device:
                await drive(device, 1)
                # The move that is played in its place says at once that all is well: both may come together.
                told = await device.wait(lambda: next(filter(None, troubles(device)), None))
                assert (told["key"], told["stopped"]) == ("game_slow", False)
                assert told["params"]["line"] == line_of(file, "while True: pass")
                # What the clock would play is played for it.
                await device.wait(lambda: device.asked(0))


@scene
async def test_robots_play_it(tmp_path: Path) -> None:
    with serving(changed(tmp_path)) as running:
        async with table_of(running, "lucky_lane", "here bot") as device:
            await play_on(device, (0,), first_legal)
            assert device.over


@scene
async def test_it_is_among_the_games_with_its_words(tmp_path: Path) -> None:
    file = changed(tmp_path)
    wrong = changed(tmp_path, ("GAME = LuckyLane()", "GAME = Lucky()"), name="wrong.py")
    with serving(file, wrong) as running:
        listed = httpx.get(f"{running.http}/api/games").json()["games"]
        assert "lucky_lane" in [game["id"] for game in listed]
        assert httpx.get(f"{running.http}/api/texts/de/lucky_lane").json()["name"] == "Glücksspur"
        assert httpx.get(f"{running.http}/api/texts/en/games").json()["lucky_lane"]["name"] == "Lucky Lane"
        assert len(httpx.get(f"{running.http}/api/games/lucky_lane/actions").json()) == 3
        missing = httpx.get(f"{running.http}/api/lessons/lucky_lane")
        assert (missing.status_code, missing.json()["key"]) == (404, "no_lesson")
        # So nobody is led to it.
        assert not next(game for game in listed if game["id"] == "lucky_lane")["lesson"]
        assert all(game["lesson"] for game in listed if game["id"] in games.ours())


@scene
async def test_a_request_never_brings_a_game(tmp_path: Path) -> None:
    """However somebody names it: only whoever runs the server brings games."""
    file = changed(tmp_path)
    marked = tmp_path / "was_here"
    file.write_text(f"open({str(marked)!r}, 'w').close()\n" + file.read_text())
    with serving() as running:
        chairs = [{"sitter": "here"}, {"sitter": "bot"}]
        for name in (str(file), "lucky_lane", f"../..{file}", "lane", brought.module_of(file)):
            got = httpx.post(f"{running.http}/api/tables", json={"game": name, "chairs": chairs})
            assert got.status_code in (404, 422)
            for path in (f"/api/games/{name}/actions", f"/api/lessons/{name}", f"/api/texts/en/{name}"):
                assert httpx.get(f"{running.http}{path}").status_code in (404, 422)
        text = f"tailback-record 1\ngame {file} 1\n"
        got = httpx.post(f"{running.http}/api/import", json={"record": text})
        assert got.status_code == 422
    assert not marked.exists()


# A game that is worked on


@scene
async def test_a_change_shows_at_the_same_position(tmp_path: Path) -> None:
    file = changed(tmp_path)
    with serving(file, watch=True) as running:
        async with table_of(running, "lucky_lane") as device:
            await drive(device, 3)
            await drive(device, 2)
            await device.wait(lambda: device.now[0]["view"]["left"] == 7)
            changed(
                tmp_path,
                ('return {"left": self.left, "turn"', 'return {"new": 5, "left": self.left, "turn"'),
                ('"How many cars do you drive away?"', '"How many?"'),
                ("        super().__init__()\n", "        super().__init__()\n        self.rules_version = 2\n"),
            )
            await device.wait(lambda: device.now[0]["view"].get("new") == 5)
            assert device.now[0]["view"]["left"] == 7
            assert device.events(0)[-1] == {"kind": "table_rules", "taken": 0}
            assert device.said("words")[-1]["game"] == "lucky_lane"
            words = httpx.get(f"{running.http}/api/texts/en/lucky_lane").json()
            assert words["decisions"]["drive"] == "How many?"
            # It goes on from there, also with other processes' robots and after a restart.
            assert (await drive(device, 3))["type"] == "ack"
            await device.wait(lambda: device.now[0]["view"]["left"] == 4)


@scene
async def test_a_move_that_is_no_longer_legal_is_taken_back(tmp_path: Path) -> None:
    file = changed(tmp_path)
    with serving(file, watch=True) as running:
        async with Host(running) as host:
            await host.open("lucky_lane", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as device:
                for cars in (2, 3, 1):
                    await drive(device, cars)
                await device.wait(lambda: device.now[0]["view"]["left"] == 6)
                before = device.now[0]["n"]
                # Now only one or two may drive at a time.
                changed(tmp_path, ("action < min(MOST, self.left)", "action < min(MOST - 1, self.left)"))
                await device.wait(lambda: device.now[0]["view"]["left"] == 10)
                assert device.events(0)[-1] == {"kind": "table_rules", "taken": 2}
                assert device.now[0]["n"] > before
                assert (await drive(device, 3))["type"] == "refused"
                assert (await drive(device, 2))["type"] == "ack"
                await device.wait(lambda: device.now[0]["view"]["left"] == 8)
            # The rows say the same to whoever reads them next.
            running.kill()
            running.start()
            async with host.device(0, 1) as device:
                assert device.now[0]["view"]["left"] == 8
                await play_on(device, (0, 1), first_legal)
            replay = await host.ok("GET", "{t}/games/0/replay?seat=0", seat=0)
            assert replay["over"]


@scene
async def test_a_broken_save_is_told_and_the_old_rules_go_on(tmp_path: Path) -> None:
    file = changed(tmp_path)
    with serving(file, watch=True) as running:
        async with table_of(running, "lucky_lane") as device:
            await drive(device, 3)
            changed(tmp_path, ("    def own(self, seat):\n", "    def own(self, seat)\n"))
            told = await device.wait(lambda: trouble(device))
            assert (told["key"], told["stopped"]) == ("game_syntax", False)
            assert told["params"]["line"] == line_of(file, "def own(self, seat)")
            assert (await drive(device, 3))["type"] == "ack"
            await device.wait(lambda: device.now[0]["view"]["left"] == 6)
            changed(tmp_path, broken_at(3, "while True: pass"), ("FULL = 0\n", "FULL = 0\nwhile True: pass\n"))
            told = await device.wait(lambda: (found := trouble(device)) and found["key"] == "game_slow" and found)
            assert told["params"]["line"] == line_of(file, "while True: pass")
            changed(tmp_path, ('return {"left": self.left, "turn"', 'return {"new": 5, "left": self.left, "turn"'))
            await device.wait(lambda: device.now[0]["view"].get("new") == 5)
            assert device.face["trouble"] is None
            assert device.now[0]["view"]["left"] == 6


@scene
async def test_a_table_broken_by_its_game_goes_on_when_it_is_mended(tmp_path: Path) -> None:
    file = changed(tmp_path, broken_at(34, "1 / 0"))
    with serving(file, watch=True) as running:
        async with table_of(running, "lucky_lane", "here bot", options={"cars": 40}) as device:
            await drive(device, 3)
            await device.wait(lambda: device.asked(0) or trouble(device))
            while trouble(device) is None:
                left = device.now[0]["view"]["left"]
                await drive(device, max(1, min(3, left - 34)))
                await device.wait(lambda: device.asked(0) or trouble(device))
            assert trouble(device)["stopped"]
            left = device.now[0]["view"]["left"]
            changed(tmp_path)
            await device.wait(lambda: trouble(device) is None and device.asked(0))
            assert device.now[0]["view"]["left"] <= left
            await play_on(device, (0,), first_legal)
            assert device.over


@scene
async def test_no_guest_learns_where_the_files_lie(tmp_path: Path) -> None:
    """Whatever is wrong with a game, and whichever way it is told: names of files, no folders. The owner reads them."""
    folder = tmp_path / "home of ann"
    folder.mkdir()
    broken = broken_at(33, f"open({str(folder / 'my cards.txt')!r})")
    file = changed(folder, broken)
    text = file.read_text()
    check = "    def check(self, players, options):\n        options['cars'] == 39 and open('/srv/the owner/rules')\n\n"
    file.write_text(text.replace("class LuckyLane(Game):\n", f"class LuckyLane(Game):\n{check}", 1))
    changed(folder, ("GAME = LuckyLane()", "GAME = Lucky()"), name="wrong.py")
    with logged_serving(file, folder / "wrong.py") as (running, lines), httpx.Client(base_url=running.http) as http:
        told = []
        chairs = [{"sitter": "here", "name": "A"}, {"sitter": "here", "name": "B"}]
        for game in ("lucky_lane", "none", "wrong"):
            told += [http.post("/api/tables", json={"game": game, "chairs": chairs, "options": {"cars": 39}})]
            told += [http.post("/api/check", json={"game": game, "players": 2, "options": {"cars": 39}})]
            told += [http.get(f"/api/games/{game}/actions"), http.get(f"/api/lessons/{game}")]
            told += [http.get(f"/api/texts/en/{game}"), http.get(f"/t/{game}"), http.get(f"/rules/{game}")]
            told += [http.post("/api/import", json={"record": f"tailback-record 1\ngame {game} 1\n"})]
        heard = "".join(answer.text for answer in told)
        async with table_of(running, "lucky_lane", options={"cars": 40}) as device:
            for cars in (3, 3):
                await drive(device, cars)
            got = await drive(device, 1)
            assert (got["key"], got["params"]["file"]) == ("game_raises", "lane.py"), got
            assert "my cards.txt" in got["params"]["reason"]
            await device.wait(lambda: trouble(device))
            heard += str(device.log)
        for place in (folder, tmp_path, Path(brought.__file__).parent):
            assert str(place) not in heard
            assert str(place.parent) not in heard
        assert "/srv" not in heard
        assert "wrong.py" in heard
        assert str(file) in str([line for line in lines() if line["event"] == "game_broken"])
