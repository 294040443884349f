"""Sweeps and searches asked for in the browser, played by the real command; and studies that the terminal made."""

from __future__ import annotations

import asyncio
import errno
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.harness import ServerProcess, eventually
from server.test_lab import TOKEN, Owner, line_of, page, scene
from specimens import AGES, SEALED
from tailback import games
from tailback.lab.crew import Alone
from tailback.lab.kept import Kept, StudyError
from tailback.lab.setups import make
from tailback.lab.studies import RUN, Study
from tailback.reasons import reason
from tailback.server.lab import terminal
from tailback.server.lab.messages import MOST_IN_ALL, Find, Sweep
from tailback.server.lab.orders import plan, words
from tailback.server.lab.shelf import Shelf
from tailback.server.truth import seats
from tailback.server.truth.refusal import Refused
from terminal.run import piped

CHOICE = next(option for option in SEALED.options if option.kind == "number" and len(option.choices) > 1)
FLAG = next(option for option in SEALED.options if option.kind == "flag")
ROBOTS = ["3"] * SEALED.usual
BASE: dict[str, Any] = {"game": SEALED.id, "robots": ROBOTS, "matches": 20}
SWEEP = {**BASE, "kind": "sweep", "watch": 4, "vary": {FLAG.name: [False, True]}}
FIND = {**BASE, "kind": "find", "wishes": ["fair", "decisions=1-9"], "vary": [CHOICE.name, FLAG.name], "trials": 3}


def real_server(folder: Path, prelude: str = "") -> ServerProcess:
    setup = {"lab": seats.hashed(TOKEN), "studies": str(folder / "studies"), "terminal_studies": str(folder / "home")}
    return ServerProcess(str(folder / "tables.sqlite"), prelude=prelude, **setup)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with real_server(tmp_path_factory.mktemp("lab")) as running:
        yield running


async def start(owner: Owner, order: dict[str, Any]) -> str:
    made = await owner.http.post("/studies", json=order)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


# What may be asked for


def test_a_sweep_is_typed_as_it_was_asked_for() -> None:
    order = Sweep(SEALED.id, ROBOTS, "", {CHOICE.name: CHOICE.choices[-1]}, 50, vary={FLAG.name: [True, False]})
    order.precision = 1.5
    assert words(order) == [
        *["sweep", SEALED.id, "--vary", f"{FLAG.name}=true,false", "--precision", "1.5", "--watch", "50"],
        *["--players", str(len(ROBOTS)), "--robots", ",".join(ROBOTS)],
        *["--set", f"{CHOICE.name}={CHOICE.choices[-1]}", "--matches", "50", "--seed", "1", "--lang", "en"],
    ]
    # Where the number of players differs, one level is for all of them.
    order = Sweep(SEALED.id, ROBOTS, vary={"players": [2, 3], "robots": [["1"], ["3"]], "preset": ["full"]})
    typed = words(order)
    assert [typed[i + 1] for i, word in enumerate(typed) if word == "--vary"] == [
        "players=2,3",
        "robots=1/3",
        "preset=full",
    ]
    assert "--players" not in typed
    assert typed[typed.index("--robots") + 1] == "3"


def test_a_search_follows_matches_only_where_a_wish_needs_it() -> None:
    order = Find(SEALED.id, ROBOTS, wishes=["fair", "minutes=3-6", "fair"], vary=[CHOICE.name], trials=9)
    typed = words(order)
    assert typed[:8] == ["find", SEALED.id, "--want", "fair", "--want", "minutes=3-6", "--vary", CHOICE.name]
    assert typed[8:12] == ["--trials", "9", "--follow", "0"]
    order.wishes = ["leads"]
    assert "--follow" not in words(order)


def test_a_plan_counts_what_would_be_played() -> None:
    found = plan(Sweep(SEALED.id, ROBOTS, vary={FLAG.name: [False, True], "players": [2, 4]}, matches=100))
    assert (found.what.setups, found.what.players, found.what.matches, found.left_out) == (4, [2, 4], 100, 0)
    assert found.options[CHOICE.name] == CHOICE.default
    # Robots for two seats fit only where two play.
    found = plan(Sweep(SEALED.id, ROBOTS, vary={"players": [2, 4], "robots": [["1"], ["1", "3"]]}, matches=100))
    assert (found.what.setups, found.left_out) == (3, 1)
    found = plan(Find(SEALED.id, ROBOTS, wishes=["fair"], trials=7))
    assert (found.what.kind, found.what.setups, found.left_out) == ("find", 7, 0)
    assert plan(Find(SEALED.id, ROBOTS, wishes=["fair", "minutes=3-9"])).what.about == ["fair", "minutes"]


LARGE = {FLAG.name: [False, True], "players": [2, 3, 4, 5], "robots": [["1"], ["2"], ["3"]]}
MANY = {option.name: option.values() for option in SEALED.options if len(option.values()) > 1}


@pytest.mark.parametrize(
    ("order", "wrong", "status", "key"),
    [
        (SWEEP, {"vary": {}}, 422, "one_setup"),
        (SWEEP, {"vary": {FLAG.name: [True]}}, 422, "one_setup"),
        (SWEEP, {"vary": {FLAG.name: [True, True]}}, 422, "one_setup"),
        (SWEEP, {"vary": {FLAG.name: []}}, 400, "bad_message"),
        (SWEEP, {"vary": {"no_such_rule": [1, 2]}}, 422, "unknown_option"),
        (SWEEP, {"vary": {f"{FLAG.name}=x --file": [1, 2]}}, 422, "bad_value"),
        (SWEEP, {"vary": {FLAG.name: [True, {"x": 1}]}}, 422, "bad_value"),
        (SWEEP, {"vary": {CHOICE.name: [CHOICE.default, 10**9]}}, 422, "bad_value"),
        (SWEEP, {"vary": {"players": [2, 99]}}, 422, "bad_players"),
        (SWEEP, {"vary": {"players": ["2-9999999999", 3]}}, 422, "too_many_arms"),
        (SWEEP, {"vary": {"players": [None, 2]}}, 422, "bad_span"),
        (SWEEP, {"vary": {"preset": ["full", "nobody"]}}, 422, "unknown_preset"),
        (SWEEP, {"vary": {"robots": [["3"], ["os.system"]]}}, 422, "unknown_bot"),
        (SWEEP, {"vary": {"robots": ["3", 1]}}, 400, "bad_message"),
        (SWEEP, {"vary": {"players": [2, 3]}, "robots": ["1", "3"]}, 422, "one_level"),
        # Millions of set-ups, and as many matches as nobody can wait for.
        (SWEEP, {"vary": MANY}, 422, "too_many_arms"),
        (SWEEP, {"vary": {"players": list(range(10_000))}}, 400, "bad_message"),
        (SWEEP, {"vary": {"players": [2, 3, 4], "preset": list(SEALED.presets)}, "matches": 10**6}, 200, ""),
        (SWEEP, {"vary": LARGE}, 200, ""),
        (SWEEP, {"vary": LARGE, "matches": 10**6}, 422, "too_many_matches"),
        (SWEEP, {"vary": {**LARGE, "preset": list(SEALED.presets)[:3]}}, 422, "too_many_arms"),
        (SWEEP, {"precision": 0}, 400, "bad_message"),
        (SWEEP, {"precision": "often"}, 400, "bad_message"),
        (SWEEP, {"wishes": ["fair"]}, 400, "bad_message"),
        (FIND, {"wishes": []}, 400, "bad_message"),
        (FIND, {"wishes": ["beauty"]}, 422, "bad_wish"),
        (FIND, {"wishes": ["minutes=9-3"]}, 422, "bad_wish"),
        (FIND, {"wishes": ["minutes=0-inf"]}, 422, "bad_wish"),
        (FIND, {"wishes": ["skill", "luck"]}, 422, "contrary_wishes"),
        (FIND, {"vary": ["no_such_rule"]}, 422, "unknown_option"),
        (FIND, {"vary": [FLAG.name], "options": {FLAG.name: True}}, 422, "nothing_to_vary"),
        (FIND, {"trials": 100_000}, 400, "bad_message"),
        (FIND, {"trials": 1000, "matches": 10**6}, 422, "too_many_matches"),
        (FIND, {"kind": "guess"}, 400, "bad_message"),
    ],
)
@scene
async def test_what_can_be_asked_for_and_what_cannot(
    lab: ServerProcess, order: dict[str, Any], wrong: dict[str, Any], status: int, key: str
) -> None:
    before = time.process_time()
    async with Owner(lab) as owner:
        known = await owner.all()
        checked = await owner.http.post("/check", json={**order, **wrong})
        assert (checked.status_code, checked.json().get("key", "")) == (status, key), checked.text
        if status != 200:
            refused = await owner.http.post("/studies", json={**order, **wrong})
            assert (refused.status_code, refused.json()["key"]) == (status, key)
        assert await owner.all() == known
    assert time.process_time() - before < 5


def test_matches_in_all_stay_what_a_disk_can_bear() -> None:
    order = Sweep(SEALED.id, ROBOTS, vary={FLAG.name: [False, True]}, matches=MOST_IN_ALL // 2)
    assert plan(order).what.setups == 2
    order.matches += 1
    with pytest.raises(Refused, match="too_many_matches"):
        plan(order)


@scene
async def test_without_optuna_it_says_so(tmp_path: Path) -> None:
    with real_server(tmp_path, "import sys; sys.modules['optuna'] = None") as running:
        async with Owner(running) as owner:
            assert (await owner.http.get("/studies")).json()["search"] is False
            refused = await owner.http.post("/studies", json=FIND)
            assert (refused.status_code, refused.json()["key"]) == (409, "needs_optuna")
            assert (await owner.http.post("/check", json=SWEEP)).status_code == 200


# The life of a sweep and of a search


@scene
async def test_a_sweep_is_played_told_and_kept(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        assert (await owner.http.get("/studies")).json()["search"] is True
        study = await start(owner, SWEEP)
        async with page(lab, study) as socket:
            line = await line_of(socket, study)
            assert len(line["arms"]) == len(line["labels"]) == 2
            while not line["progress"]["finished"]:
                # What differs is only said at the end: whoever looks again and again finds something some day.
                assert not line["comparisons"]
                line = await line_of(socket, study)
        assert [arm["matches"] for arm in line["arms"]] == [20, 20]
        assert {one["figure"] for one in line["comparisons"]} >= {"seats.0", "decisions"}
        assert line["sentences"]
        done = await owner.until(study, "finished")
        what = {"kind": "sweep", "game": SEALED.id, "players": [len(ROBOTS)], "setups": 2, "matches": 20}
        assert done["what"] == {**what, "about": [FLAG.name]}
        more = await owner.http.post(f"/studies/{study}/more", json={"to": 30})
        assert more.json()["what"]["matches"] == 30
        await owner.until(study, "finished")
        shown = (await owner.http.get(f"/studies/{study}", params={"lang": "de"})).json()
        assert [arm["matches"] for arm in shown["arms"]] == [30, 30]
        assert shown["lang"] == "de"
        assert shown["comparisons"]


@scene
async def test_a_search_shows_its_front_as_it_grows(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        study = await start(owner, FIND)
        seen = []
        async with page(lab, study) as socket:
            line = await line_of(socket, study)
            while not line["progress"]["finished"]:
                seen.append((line["progress"]["tried"], len(line["trials"])))
                line = await line_of(socket, study)
        assert seen == sorted(seen)
        assert line["progress"]["tried"] == line["progress"]["trials"] == 3
        assert any(trial["front"] for trial in line["trials"])
        done = await owner.until(study, "finished")
        assert (done["done"], done["of"]) == (3, 3)
        few = await owner.http.post(f"/studies/{study}/more", json={"to": 3})
        assert (few.json()["key"], few.json()["params"]) == ("study_enough", {"done": 3})
        many = await owner.http.post(f"/studies/{study}/more", json={"to": 5000})
        assert many.json()["key"] == "bad_message"
        more = await owner.http.post(f"/studies/{study}/more", json={"to": 5})
        assert more.json()["order"]["trials"] == 5
        done = await owner.until(study, "finished")
        assert (done["done"], done["of"]) == (5, 5)


@scene
async def test_one_that_is_stopped_keeps_what_it_has(lab: ServerProcess) -> None:
    """While somebody looks at it; and the terminal shows the same file."""
    async with Owner(lab) as owner:
        study = await start(owner, {**FIND, "trials": 1000})
        async with page(lab, study) as socket:
            while len((line := await line_of(socket, study))["trials"]) < 2:
                pass
        stopped = await owner.stop(study)
        assert (stopped["state"], stopped["seconds_left"]) == ("stopped", None)
        shown = (await owner.http.get(f"/studies/{study}")).json()
        assert len(shown["trials"]) >= len(line["trials"])
        again = await asyncio.to_thread(piped, Path(stopped["file"]).parent, "lab", "show", stopped["file"], "--json")
        assert json.loads(again.out)["trials"] == shown["trials"]
        assert (await owner.http.delete(f"/studies/{study}")).status_code == 204
        assert not Path(stopped["file"]).exists()


@scene
async def test_a_sweep_that_waits_can_be_stopped(lab: ServerProcess) -> None:
    async with Owner(lab) as owner:
        first = await start(owner, {**SWEEP, "matches": 1_000_000})
        second = await start(owner, SWEEP)
        await owner.until(first, "running")
        assert (await owner.stop(second))["done"] == 0
        assert (await owner.stop(first))["state"] == "stopped"
        for study in (first, second):
            assert (await owner.http.delete(f"/studies/{study}")).status_code == 204


# What the terminal made


def study_in(path: Path, matches: int = 20) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Kept(path) as kept:
        for _played in Study(kept, RUN, [make(AGES, watch=4, follow=0)], skill=False).play(Alone(), matches):
            pass
    return path


def others(folder: Path) -> None:
    """Files that are called studies, or are what is left of one."""
    (folder / "text.study").write_text("These are not the matches you are looking for. " * 40)
    base = sqlite3.connect(folder / "other.study")
    base.execute("CREATE TABLE t (x)")
    base.commit()
    base.close()
    with Kept(folder / "later.study") as kept:
        kept.base.execute("PRAGMA user_version = 99")
    with Kept(folder / "empty.study"):
        pass
    with Kept(study_in(folder / "broken.study")) as kept:
        kept.base.execute("UPDATE arm SET setup = '{'")
    (folder / "folder.study").mkdir()
    (folder / ("0" * 16 + ".json")).write_text("{")
    (folder / "notes.txt").write_text("not a study at all")


def test_whatever_the_disk_says_of_a_file_can_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path) -> None:
        raise StudyError("unreadable", file=str(path), reason=reason(OSError(errno.EIO, "Input/output error")))

    monkeypatch.setattr(terminal, "facts", broken)
    skipped = terminal.read(tmp_path / "one.study", 0)
    assert json.loads(msgspec.json.encode(skipped))["params"] == {"file": "one.study", "reason": "Input/output error"}


@scene
async def test_studies_of_the_terminal_are_listed_and_shown(tmp_path: Path) -> None:
    mine = study_in(tmp_path / "studies" / "mine.study")
    also = study_in(tmp_path / "home" / "also.study")
    others(tmp_path / "studies")
    with real_server(tmp_path) as running:
        async with Owner(running) as owner:
            found = (await owner.http.get("/studies")).json()
            listed = {study["file"]: study for study in found["studies"]}
            assert listed.keys() == {str(mine), str(also)}
            one = listed[str(also)]
            what = {"kind": "run", "game": AGES.id, "players": [AGES.usual], "setups": 1, "matches": 20}
            assert (one["state"], one["order"], one["what"]) == ("kept", None, {**what, "about": []})
            assert {skipped["file"]: skipped["key"] for skipped in found["skipped"]} == {
                "text.study": "no_study",
                "other.study": "no_study",
                "later.study": "other_format",
                "empty.study": "nothing_yet",
                "broken.study": "damaged",
                "0" * 16 + ".json": "no_study",
            }
            # It is read, and never touched.
            before = also.read_bytes()
            study = f"/studies/{one['id']}"
            shown = await owner.http.get(study, params={"lang": "fi"})
            assert (shown.json()["lang"], shown.json()["arms"][0]["matches"]) == ("fi", 20)
            for method, path, body in (("DELETE", "", None), ("POST", "/more", {"to": 90}), ("POST", "/stop", None)):
                refused = await owner.http.request(method, study + path, json=body)
                assert (refused.status_code, refused.json()["key"]) == (409, "study_elsewhere")
            assert also.read_bytes() == before
            assert (await owner.http.get("/studies/0123456789abcdef")).status_code == 404
            # One more, and one less, while the page is open.
            async with page(running) as socket:
                assert len(json.loads(await socket.recv())["studies"]) == 2
                shutil.copy(also, tmp_path / "home" / "copy.study")
                assert len(json.loads(await socket.recv())["studies"]) == 3
                mine.unlink()
                assert len(json.loads(await socket.recv())["studies"]) == 2


def test_a_list_says_what_was_compared_and_wished_for(tmp_path: Path) -> None:
    quick = ("--matches", "12", "--watch", "0", "--follow", "0", "--jobs", "1")
    sweep = ("sweep", SEALED.id, "--vary", FLAG.name, "--vary", "players=2,3")
    find = ("find", SEALED.id, "--want", "fair", "--want", "decisions=1-9", "--trials", "2")
    for name, words_ in (("sweep", sweep), ("find", find)):
        done = piped(tmp_path, "lab", *words_, *quick, "--file", str(tmp_path / f"{name}.study"))
        assert done.code == 0, done.err
    found = {one.what.kind: one.what for one in Shelf(tmp_path).all()[0]}
    assert (found["sweep"].about, found["sweep"].setups, found["sweep"].players) == ([FLAG.name, "players"], 4, [2, 3])
    assert (found["find"].about, found["find"].matches) == (["fair", "decisions"], 12)


@scene
async def test_one_that_is_played_in_a_terminal_is_seen_to_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "AGAIN", 0.1)
    shelf = Shelf(tmp_path)
    with Kept(tmp_path / "one.study") as kept:
        study = Study(kept, RUN, [make(games.load(AGES.id), watch=0, follow=0)], skill=False)
        for matches in (10, 20):
            for _played in study.play(Alone(), matches):
                pass
            await eventually(lambda wanted=matches: [one.what.matches for one in shelf.all()[0]] == [wanted])


def test_what_did_not_change_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others_of = tmp_path / "studies"
    study_in(others_of / "one.study")
    others(others_of)
    shelf = Shelf(others_of)
    before = shelf.all()
    monkeypatch.setattr(terminal, "facts", lambda path: pytest.fail(f"{path} was read again"))
    assert shelf.all() == before
