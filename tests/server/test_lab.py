"""The lab of whoever runs the server: who is let in, and the life of a study in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ParamSpec

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from server import cluster
from server.harness import PATIENCE, ServerProcess, eventually, session_weight
from server.test_serve import alive, served
from specimens import AGES
from tailback.server.door import browser
from tailback.server.lab import bench as benches
from tailback.server.lab.bench import Bench
from tailback.server.lab.messages import Run
from tailback.server.lab.orders import words
from tailback.server.lab.shelf import Shelf
from tailback.server.truth import seats
from tailback.server.truth.refusal import Refused
from tailback.texts import Texts
from terminal.run import environment

P = ParamSpec("P")
TOKEN = "the-key-of-these-tests"
STAND_IN = (sys.executable, str(Path(__file__).with_name("lab_stand_in.py")))
PRELUDE = f"from tailback.server.lab import bench; bench.COMMAND = {STAND_IN!r}; bench.GRACE = 0.5"
ROBOTS = ["3"] * AGES.usual
# What the stand-in does, by its seed.
FINISHES, GOES_ON, DIES, DEAF, TALKS, LEAVES = range(1, 7)
# A study gets what all others leave: on a busy machine it comes so much later, in seconds.
LAST = 150.0


def scene(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that takes place on a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


def order(seed: int = FINISHES, **more: Any) -> dict[str, Any]:
    return {"kind": "run", "game": AGES.id, "robots": ROBOTS, "matches": 100, "seed": seed, **more}


def lab_server(folder: Path, **more: Any) -> ServerProcess:
    setup = {"lab": seats.hashed(TOKEN), "studies": str(folder / "studies"), **more}
    return ServerProcess(str(folder / "tables.sqlite"), prelude=PRELUDE, **setup)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with lab_server(tmp_path_factory.mktemp("lab")) as running:
        yield running


class Owner:
    """Whoever runs the server, at the page of the lab."""

    def __init__(self, running: ServerProcess, token: str = TOKEN) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(base_url=f"{running.http}/api/lab", headers=headers, timeout=PATIENCE)

    async def __aenter__(self) -> Owner:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def start(self, **more: Any) -> str:
        made = await self.http.post("/studies", json=order(**more))
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    async def all(self) -> dict[str, dict[str, Any]]:
        return {study["id"]: study for study in (await self.http.get("/studies")).json()["studies"]}

    async def until(self, study: str, *states: str) -> dict[str, Any]:
        async with asyncio.timeout(LAST):
            while (found := (await self.all())[study])["state"] not in states:
                await asyncio.sleep(0.02)
        return found

    async def until_it_speaks(self, study: str) -> None:
        """Before its first line it is only starting, which may take a while where it comes last."""
        async with asyncio.timeout(LAST):
            while not (await self.all())[study]["of"]:
                await asyncio.sleep(0.02)

    async def stop(self, study: str) -> dict[str, Any]:
        assert (await self.http.post(f"/studies/{study}/stop")).status_code == 204
        return await self.until(study, "stopped", "failed", "finished")


@contextlib.asynccontextmanager
async def page(running: ServerProcess, *follow: str, token: str = TOKEN) -> AsyncIterator[ClientConnection]:
    """A page of the lab that is open."""
    async with connect(f"{running.ws}/lab", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "follow": follow}))
        yield socket


async def message(socket: ClientConnection, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    async with asyncio.timeout(LAST):
        while not fits(found := json.loads(await socket.recv())):
            pass
    return dict(found)


async def line_of(socket: ClientConnection, study: str) -> dict[str, Any]:
    return dict((await message(socket, lambda said: said["type"] == "line" and said["id"] == study))["study"])


# Who is let in

ASKED = [
    ("GET", "/studies"),
    ("POST", "/studies"),
    ("POST", "/check"),
    ("POST", "/studies/0123456789abcdef/more"),
    ("POST", "/studies/0123456789abcdef/stop"),
    ("DELETE", "/studies/0123456789abcdef"),
    ("GET", "/studies/0123456789abcdef"),
    ("GET", "/studies/0123456789abcdef/report"),
]


@scene
async def test_nothing_is_answered_without_the_key(tmp_path: Path) -> None:
    # Ten wrong ones are looked at before it is too often.
    wrong = itertools.cycle(("wrong", "", f"{TOKEN}x", seats.hashed(TOKEN)))
    with lab_server(tmp_path) as running:
        for (method, path), token in zip(ASKED, wrong, strict=False):
            async with Owner(running, token) as stranger:
                refused = await stranger.http.request(method, path, json=order() if method == "POST" else None)
                assert (refused.status_code, refused.json()["key"]) == (401, "lab_key")
    assert not (tmp_path / "studies").exists()


@scene
async def test_wrong_keys_are_counted_and_right_ones_are_not(tmp_path: Path) -> None:
    with lab_server(tmp_path) as running:
        async with Owner(running) as owner, Owner(running, "wrong") as stranger:
            for _ in range(30):
                assert (await owner.http.get("/studies")).status_code == 200
            keys = [(await stranger.http.get("/studies")).json()["key"] for _ in range(11)]
            assert keys == ["lab_key"] * 10 + ["too_often"]
            # A guess too many is not even looked at.
            assert (await owner.http.get("/studies")).json()["key"] == "too_often"
        async with page(running) as socket:
            assert json.loads(await socket.recv()) == {"type": "bye", "key": "too_often"}


@scene
async def test_a_line_wants_the_key_first(lab: ServerProcess) -> None:
    async with page(lab, token="wrong") as socket:
        assert json.loads(await socket.recv()) == {"type": "bye", "key": "lab_key"}
        await socket.wait_closed()
    async with connect(f"{lab.ws}/lab") as socket:
        await socket.send(json.dumps({"type": "follow", "studies": []}))
        assert json.loads(await socket.recv()) == {"type": "bye", "key": "lab_key"}
    async with connect(f"{lab.ws}/lab") as socket:
        await socket.send("open sesame")
        assert json.loads(await socket.recv()) == {"type": "bye", "key": "bad_message"}


@scene
async def test_without_a_key_there_is_no_lab(tmp_path: Path) -> None:
    with ServerProcess(str(tmp_path / "tables.sqlite")) as running:
        for token in ("", TOKEN):
            async with Owner(running, token) as somebody:
                assert (await somebody.http.get("/studies")).status_code == 404
        async with page(running, token="") as socket:
            assert json.loads(await socket.recv()) == {"type": "bye", "key": "no_such_page"}


@scene
async def test_a_page_of_another_site_is_turned_away(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        foreign = {"origin": "https://evil.example.org"}
        assert (await owner.http.post("/studies", json=order(), headers=foreign)).json()["key"] == "foreign_origin"


@pytest.mark.parametrize("lang", ["en", "de", "fi"])
def test_the_server_says_where_its_lab_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<!doctype html><p>the table</p>")
    monkeypatch.setenv(browser.FOLDER, str(tmp_path / "web"))
    begins = Texts(lang).say("serve.lab", url="")
    tokens = []
    # Another one at each start; once is enough to see that.
    for _ in range(2 if lang == "en" else 1):
        with served(tmp_path, "--port", "0", "--data", str(tmp_path / "data"), lang=lang) as running:
            (told,) = [line for line in running.lines if line.startswith(begins)]
            address, _, token = told.removeprefix(begins).partition("#")
            assert address == f"{running.url}/lab"
            assert re.fullmatch(r"[\w-]{22}", token), "128 bits"
            assert "the table" in httpx.get(address).text
            studies = httpx.get(f"{running.url}/api/lab/studies", headers={"authorization": f"Bearer {token}"})
            assert (studies.json()["studies"], studies.json()["skipped"]) == ([], [])
            tokens.append(token)
            assert token not in "".join(running.end()[1:])
    assert len(set(tokens)) == len(tokens)


@pytest.mark.parametrize("kept", ["json", "journal"])
def test_in_a_log_there_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    """Where others read what it says, the address is in a file that only the owner reads."""
    (tmp_path / "index.html").write_text("<!doctype html>")
    monkeypatch.setenv(browser.FOLDER, str(tmp_path))
    data, said = tmp_path / "data", tmp_path / "said"
    words = ["--port", "0", "--data", str(data), *(["--log", "json"] if kept == "json" else [])]
    with said.open("wb") as out:
        where = os.fstat(out.fileno())
        if kept == "journal":
            monkeypatch.setenv("JOURNAL_STREAM", f"{where.st_dev}:{where.st_ino}")
        process = subprocess.Popen(
            [sys.executable, "-m", "tailback", "serve", *words],
            stdin=subprocess.DEVNULL,
            stdout=out,
            env=environment(tmp_path / "state", TAILBACK_LANG="en"),
        )
    asyncio.run(eventually(lambda: "Ctrl-C" in said.read_text()))
    (file,) = data.glob("lab-address-*")
    assert file.stat().st_mode & 0o777 == 0o600
    address, _, token = file.read_text().strip().partition("#")
    port = address.partition("/lab")[0].rpartition(":")[2]
    assert file.name == f"lab-address-{port}"
    asked = f"{address.removesuffix('/lab')}/api/lab/studies"
    assert httpx.get(asked, headers={"authorization": f"Bearer {token}"}).status_code == 200
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert "/lab" not in said.read_text()


def test_a_shell_below_a_journal_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    monkeypatch.setenv(browser.FOLDER, str(tmp_path))
    monkeypatch.setenv("JOURNAL_STREAM", "1:1")
    with served(tmp_path, "--port", "0") as running:
        assert "/lab#" in "".join(running.lines)


def test_several_processes_have_one_key_and_one_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    monkeypatch.setenv(browser.FOLDER, str(tmp_path))
    url = cluster.shared().new_database()
    with served(tmp_path, "--port", "0", "--database", url, "--workers", "3") as running:
        token = next(line.partition("#")[2] for line in running.lines if "/lab#" in line)
        headers = {"authorization": f"Bearer {token}"}
        # A new connection each time, so that each of them is asked.
        for _ in range(12):
            assert httpx.get(f"{running.url}/api/lab/studies", headers=headers).status_code == 200
        for pid in [running.process.pid, *cluster.children(running.process.pid)]:
            assert token.encode() not in Path(f"/proc/{pid}/cmdline").read_bytes()
            assert token.encode() not in Path(f"/proc/{pid}/environ").read_bytes()


# What may be asked for


@pytest.mark.parametrize(
    ("wrong", "status", "key"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"robots": ["3"] * (AGES.most + 1)}, 422, "bad_players"),
        ({"robots": ["9"] * AGES.usual}, 422, "unknown_bot"),
        ({"robots": "33"}, 400, "bad_message"),
        ({"preset": "nobody"}, 422, "unknown_preset"),
        ({"options": {"no_such_rule": 1}}, 422, "unknown_option"),
        ({"matches": 3}, 400, "bad_message"),
        ({"matches": 10_000_000}, 400, "bad_message"),
        ({"seed": -1}, 400, "bad_message"),
        ({"watch": -1}, 400, "bad_message"),
        ({"lang": "--report"}, 400, "bad_message"),
        ({"file": "/etc/passwd"}, 400, "bad_message"),
    ],
)
@scene
async def test_a_study_that_cannot_be(lab: ServerProcess, wrong: dict[str, Any], status: int, key: str) -> None:
    async with Owner(lab) as owner:
        before = await owner.all()
        refused = await owner.http.post("/studies", json={**order(), **wrong})
        assert (refused.status_code, refused.json()["key"]) == (status, key)
        assert await owner.all() == before


@pytest.mark.parametrize("name", ["x", "..%2f..%2ftables", "0123456789abcdeg", "one"])
@scene
async def test_only_names_of_studies_lead_to_files(lab: ServerProcess, name: str) -> None:
    async with Owner(lab) as owner:
        for method, path in (("DELETE", ""), ("GET", ""), ("GET", "/report"), ("POST", "/stop")):
            assert (await owner.http.request(method, f"/studies/{name}{path}")).status_code == 404


def test_options_become_words_as_they_would_be_typed() -> None:
    preset = next(iter(AGES.presets))
    option = next(option for option in AGES.options if option.kind == "flag")
    base = AGES.settle(AGES.usual, {}, preset)
    changed = {option.name: not base[option.name]}
    asked = Run(AGES.id, ROBOTS, preset, changed, matches=50, watch=2000, seed=7, lang="de")
    assert words(asked) == [
        *[AGES.id, "--watch", "50", "--players", str(AGES.usual), "--robots", ",".join(ROBOTS), "--preset", preset],
        *["--set", f"{option.name}={option.write(changed[option.name])}"],
        *["--matches", "50", "--seed", "7", "--lang", "de"],
    ]


# The life of a study


@scene
async def test_a_study_is_played_seen_and_kept(lab: ServerProcess) -> None:
    async with Owner(lab) as owner, page(lab) as socket:
        study = await owner.start()
        await socket.send(json.dumps({"type": "follow", "studies": [study]}))
        first = await line_of(socket, study)
        while not first["progress"]["finished"]:
            first = await line_of(socket, study)
        done = await owner.until(study, "finished")
        assert (done["done"], done["of"], done["order"]["matches"], done["said"]) == (100, 100, 100, [])
        # Whoever comes later gets its newest line at once.
        async with page(lab, study) as later:
            assert (await line_of(later, study))["progress"] == first["progress"]
        german = await owner.http.get(f"/studies/{study}", params={"lang": "de"})
        assert german.json()["lang"] == "de"
        report = await owner.http.get(f"/studies/{study}/report", params={"lang": "fi"})
        assert report.text == "<!doctype html><p>100 fi</p>"
        assert report.headers["content-disposition"].startswith("attachment")
        assert report.headers["content-security-policy"].startswith("sandbox")


@scene
async def test_it_goes_on_when_more_is_wanted(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        study = await owner.start()
        await owner.until(study, "finished")
        few = await owner.http.post(f"/studies/{study}/more", json={"to": 100})
        assert (few.status_code, few.json()["key"]) == (422, "study_enough")
        more = await owner.http.post(f"/studies/{study}/more", json={"to": 300})
        assert more.json()["done"] == 100
        assert (await owner.until(study, "finished"))["done"] == 300


@scene
async def test_it_leaves_the_cores_to_others(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        study = await owner.start(seed=GOES_ON)
        async with page(lab, study) as socket:
            said = await line_of(socket, study)
            assert os.getpriority(os.PRIO_PROCESS, said["pid"]) == benches.NICE
            assert said["session"]
            # Nice alone counts for nothing against the server, which is in another session.
            assert session_weight(said["pid"]) in (None, benches.NICE_SESSION)
        assert (await owner.stop(study))["state"] == "stopped"


@scene
async def test_it_is_stopped_and_what_was_finished_stays(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        study = await owner.start(seed=GOES_ON)
        await owner.until_it_speaks(study)
        for method, path in (("DELETE", ""), ("POST", "/more")):
            body = {"to": 500} if path else None
            refused = await owner.http.request(method, f"/studies/{study}{path}", json=body)
            assert (refused.status_code, refused.json()["key"]) == (409, "study_running")
        stopped = await owner.stop(study)
        assert (stopped["state"], stopped["seconds_left"]) == ("stopped", None)
        assert (await owner.http.get(f"/studies/{study}/report")).status_code == 200
        assert (await owner.http.delete(f"/studies/{study}")).status_code == 204
        assert study not in await owner.all()
        assert (await owner.http.get(f"/studies/{study}/report")).status_code == 404


@scene
async def test_a_process_that_dies_is_told_with_its_last_words(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        study = await owner.start(seed=DIES)
        failed = await owner.until(study, "failed")
        assert failed["said"] == ["Something is wrong", "with this game."]
        empty = await owner.http.get(f"/studies/{study}/report")
        assert (empty.status_code, empty.json()["key"]) == (409, "study_empty")


@scene
async def test_one_after_the_other(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        first, second, third = [await owner.start(seed=GOES_ON) for _ in range(3)]
        await owner.until(first, "running")
        states = await owner.all()
        assert [states[study]["state"] for study in (second, third)] == ["waiting", "waiting"]
        # One that waits can be stopped, too, and never runs.
        assert (await owner.stop(second))["done"] == 0
        assert (await owner.stop(first))["state"] == "stopped"
        await owner.until(third, "running")
        await owner.stop(third)


# On a bench of our own


async def played(bench: Bench, seed: int, state: str = "running") -> str:
    study = (await bench.start(Run(AGES.id, ROBOTS, matches=100, seed=seed))).id
    await eventually(lambda: bench.shelf.read(study).state == state)
    return study


def first_line(bench: Bench, study: str) -> dict[str, Any]:
    return dict(json.loads(bench.shelf.line(study) or b"{}"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "GRACE", 0.2)


async def pid_of(bench: Bench, study: str) -> int:
    """The process of a study that is still at its first line."""
    command = str(bench.shelf.path(study, ".study")).encode()

    def find() -> int:
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if folder.name.isdigit() and command in (folder / "cmdline").read_bytes():
                    return int(folder.name)
        return 0

    return int(await eventually(find))


@scene
async def test_one_that_does_not_hear_is_killed(tmp_path: Path, quick: None) -> None:
    bench = Bench(Shelf(tmp_path), STAND_IN)
    study = await played(bench, DEAF)
    pid = await pid_of(bench, study)
    bench.stop(study)
    await eventually(lambda: bench.shelf.read(study).state == "stopped")
    assert not alive(pid)


@scene
async def test_one_that_talks_too_much_in_a_line_is_ended(tmp_path: Path, quick: None) -> None:
    bench = Bench(Shelf(tmp_path), STAND_IN)
    study = await played(bench, TALKS, "failed")
    assert bench.shelf.read(study).said == ["..."]


@scene
async def test_what_it_started_ends_with_it(tmp_path: Path, quick: None) -> None:
    bench = Bench(Shelf(tmp_path), STAND_IN)
    study = await played(bench, LEAVES)
    pid = await pid_of(bench, study)
    (child,) = await eventually(lambda: cluster.children(pid))
    os.kill(pid, signal.SIGKILL)
    await eventually(lambda: bench.shelf.read(study).state == "failed")
    await eventually(lambda: not alive(child))


@scene
async def test_what_cannot_be_shown_says_why(tmp_path: Path) -> None:
    bench = Bench(Shelf(tmp_path), STAND_IN)
    study = await played(bench, FINISHES, "finished")
    bench.shelf.path(study, ".study").write_text("not a study")
    with pytest.raises(Refused) as refused:
        await bench.report(study, "en")
    assert refused.value.key == "lab_says"
    assert "JSONDecodeError" in refused.value.params["reason"]


@scene
async def test_two_processes_share_the_shelf(tmp_path: Path, quick: None) -> None:
    """One plays at a time, each sees the studies of the other and may stop them."""
    here, there = Bench(Shelf(tmp_path), STAND_IN), Bench(Shelf(tmp_path), STAND_IN)
    mine = await played(here, GOES_ON)
    theirs = (await there.start(Run(AGES.id, ROBOTS, matches=100, seed=GOES_ON))).id
    await asyncio.sleep(3 * benches.LOOK)
    assert [here.shelf.read(study).state for study in (mine, theirs)] == ["running", "waiting"]
    there.stop(mine)
    await eventually(lambda: here.shelf.read(theirs).state == "running")
    assert there.shelf.read(mine).state == "stopped"
    with pytest.raises(Refused, match="study_running"):
        await here.go_on(theirs, 500)
    await there.close()
    assert here.shelf.read(theirs).state == "stopped"


@scene
async def test_a_slow_page_gets_only_the_newest_line(tmp_path: Path) -> None:
    with lab_server(tmp_path) as running:
        async with Owner(running) as owner:
            study = await owner.start()
            await owner.until(study, "finished")
            shelf = Shelf(tmp_path / "studies")
            async with page(running, study) as socket:
                await line_of(socket, study)
                # Far more than fits on the way, while nobody reads.
                socket.transport.pause_reading()
                for n in range(10):
                    shelf.keep_line(study, json.dumps({"n": n, "long": "x" * (4 << 20)}).encode())
                    await asyncio.sleep(0.3)
                socket.transport.resume_reading()
                seen = [(await line_of(socket, study))["n"]]
                while seen[-1] != 9:
                    seen.append((await line_of(socket, study))["n"])
                assert seen == sorted(seen)
                assert len(seen) < 10


# The end of the server


@pytest.mark.parametrize("seed", [GOES_ON, DEAF])
@scene
async def test_the_end_of_the_server_ends_its_study(tmp_path: Path, seed: int) -> None:
    running = lab_server(tmp_path).start()
    async with Owner(running) as owner:
        study, other = await owner.start(seed=seed), await owner.start()
        await owner.until(study, "running")
        pid = await pid_of(Bench(Shelf(tmp_path / "studies")), study)
    async with page(running, study) as socket:
        await line_of(socket, study)
        await asyncio.to_thread(running.stop)
        # Whoever looks on is told at once, and comes back.
        await socket.wait_closed()
        assert socket.close_code == 1012
    assert not alive(pid)
    with lab_server(tmp_path) as again:
        async with Owner(again) as owner:
            states = await owner.all()
            assert [states[one]["state"] for one in (study, other)] == ["stopped", "stopped"]
            # It goes on where it was.
            await owner.http.post(f"/studies/{other}/more", json={"to": 100})
            assert (await owner.until(other, "finished"))["done"] == 100


@scene
async def test_a_server_that_is_killed_leaves_nothing_running(tmp_path: Path) -> None:
    running = lab_server(tmp_path).start()
    async with Owner(running) as owner:
        study = await owner.start(seed=GOES_ON)
        await owner.until(study, "running")
        pid = await pid_of(Bench(Shelf(tmp_path / "studies")), study)
    running.kill()
    # Nobody hears it any more.
    await eventually(lambda: not alive(pid))
    with running as again:
        async with Owner(again) as owner:
            assert (await owner.all())[study]["state"] == "stopped"
