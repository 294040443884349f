"""Studies on a cluster of several machines (Ray's own stand-ins): the same figures, whatever dies meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tailback
from lab import accidents
from specimens import TURNS
from tailback.lab import cluster as clusters
from tailback.lab.cluster import AHEAD, Ray, work_there
from tailback.lab.crew import Alone, Crew, CrewError, Played, Processes
from tailback.lab.kept import Kept
from tailback.lab.playing import Range
from tailback.lab.results import NeedsExtra
from tailback.lab.setups import Setup, make
from tailback.lab.studies import RUN, SWEEP, Study
from tailback.lab.summary import summary

ROOT = Path(__file__).resolve().parents[2]
MATCHES = 12
# That a machine is gone; Ray takes ten seconds for it otherwise.
NOTICED_SOON = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 200, "health_check_failure_threshold": 3}


class Nodes:
    """One machine on which studies are started, and another one; each plays one range at a time."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        quiet: dict[str, Any] = {"num_cpus": 1, "include_dashboard": False}
        quiet |= {"object_store_memory": clusters.STORE_BYTES, "_system_config": NOTICED_SOON}
        self.cluster = Cluster(initialize_head=True, head_node_args=quiet, shutdown_at_exit=False)
        self.address: str = self.cluster.address
        self.add()

    def add(self) -> None:
        self.other = self.cluster.add_node(num_cpus=1, object_store_memory=clusters.STORE_BYTES)

    def remove(self) -> None:
        self.cluster.remove_node(self.other, allow_graceful=False)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv(accidents.FOLDER, str(tmp_path_factory.mktemp("accidents")))
        patch.setenv("PYTHONPATH", os.pathsep.join([os.environ["PYTHONPATH"], str(ROOT / "tests")]))
        found = Nodes()
        yield found
        found.cluster.shutdown()


@pytest.fixture
def crew(nodes: Nodes) -> Iterator[Ray]:
    for old in accidents.place("").iterdir():
        old.unlink()
    found = Ray(nodes.address)
    yield found
    found.close()


class Counted:
    """A crew that is watched: which ranges it was given, which it handed on, and how many it had at a time."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.given: list[Range] = []
        self.handed: list[Range] = []
        self.most = 0

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]:
        def seen() -> Iterator[tuple[Setup, Range]]:
            for task in work:
                self.given.append(task[1])
                self.most = max(self.most, len(self.given) - len(self.handed))
                yield task

        for played in self.crew.play(seen()):
            self.handed.append(played.done)
            yield played

    def close(self) -> None:
        self.crew.close()


def some(robot: str) -> Setup:
    """A short game with a robot of ours. All its matches are watched, each is a range of its own."""
    return make(TURNS, 2, [f"lab.accidents.{robot}"], TURNS.short, follow=0)


def figures(study: Study) -> dict[str, Any]:
    found = summary(study, "en", None, [], [], True)
    del found["progress"]
    return found


def played(folder: Path, crew: Crew, setups: list[Setup], matches: int) -> dict[str, Any]:
    with Kept(folder / f"{type(crew).__name__}.study") as kept:
        study = Study(kept, RUN if len(setups) == 1 else SWEEP, setups, skill=len(setups) > 1)
        for _one in study.play(crew, matches):
            accidents.place("handed").touch()
        return figures(study)


def once_each(ranges: list[Range]) -> bool:
    return sorted(one.first for one in ranges) == list(range(MATCHES))


def test_the_figures_are_those_of_one_process_and_of_two(crew: Ray, tmp_path: Path) -> None:
    setups = [make(TURNS, players, ["3"], TURNS.short, watch=20, follow=2) for players in (2, 3, 4)]
    alone = played(tmp_path, Alone(), setups, 120)
    assert played(tmp_path, crew, setups, 120) == alone
    two = Processes(2)
    assert played(tmp_path, two, setups, 120) == alone
    two.close()


def test_a_process_that_is_killed_costs_nothing_but_time(crew: Ray, tmp_path: Path) -> None:
    counted = Counted(crew)
    found = played(tmp_path, counted, [some("dies_once")], MATCHES)
    assert accidents.place("died").exists()
    assert once_each(counted.given)
    assert once_each(counted.handed)
    assert found == played(tmp_path, Alone(), [some("dies_once")], MATCHES)


def test_a_machine_that_goes_away_costs_nothing_but_time(nodes: Nodes, crew: Ray, tmp_path: Path) -> None:
    def remove() -> None:
        accidents.wait_for(f"at {nodes.other.node_id}")
        nodes.remove()
        accidents.place("go").touch()

    counted = Counted(crew)
    accident = threading.Thread(target=remove)
    accident.start()
    try:
        found = played(tmp_path, counted, [some("waits")], MATCHES)
    finally:
        accident.join()
        nodes.add()
    assert once_each(counted.given)
    assert once_each(counted.handed)
    assert found == played(tmp_path, Alone(), [some("waits")], MATCHES)


def test_a_study_that_is_stopped_goes_on_with_what_is_missing(
    crew: Ray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However many machines are there by now.
    monkeypatch.setattr(crew, "count_cpus", lambda: 1)
    crew.look_after()
    accidents.place("go").touch()
    setup = some("waits")
    with Kept(tmp_path / "stopped.study") as kept:
        before = Counted(crew)
        for _one in Study(kept, RUN, [setup], skill=False).play(before, MATCHES):
            if len(before.handed) == 4:
                break
    with Kept(tmp_path / "stopped.study") as kept:
        finished = {one.first for one in kept.ranges(kept.arm(setup))}
        assert finished == {one.first for one in before.handed}
        after = Counted(crew)
        study = Study(kept, RUN, [setup], skill=False)
        for _one in study.play(after, MATCHES):
            pass
        found = figures(study)
    assert not finished & {one.first for one in after.given}
    assert once_each(before.handed + after.handed)
    assert before.most == after.most == AHEAD
    assert found == played(tmp_path, Alone(), [setup], MATCHES)


def test_a_range_that_always_fails_is_named(crew: Ray, tmp_path: Path) -> None:
    with pytest.raises(CrewError) as failed:
        played(tmp_path, crew, [some("fails")], MATCHES)
    assert failed.value.key == "range_fails"
    assert "the robot lost its glasses" in failed.value.params["reason"]


def test_a_range_that_always_kills_its_process_is_given_up(crew: Ray, tmp_path: Path) -> None:
    crew.task = crew.ray.remote(max_retries=1)(work_there)
    with pytest.raises(CrewError) as failed:
        played(tmp_path, crew, [some("always_dies")], 1)
    assert failed.value.key == "range_fails"
    assert (failed.value.params["first"], failed.value.params["last"]) == (0, 0)


def test_another_tailback_on_the_cluster_is_refused(crew: Ray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, here = some("dies_once"), tailback.__version__
    assert work_there(here, setup, Range(1, 0, 1)).done.count == 1
    monkeypatch.setattr(tailback, "__version__", "0.0.1")
    with pytest.raises(CrewError) as failed:
        played(tmp_path, crew, [setup], 1)
    assert failed.value.key == "cluster_version"
    assert failed.value.params == {"here": "0.0.1", "there": here}


def test_a_cluster_without_machines_is_given_up(crew: Ray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "count_cpus", lambda: 0)
    crew.look_after()
    monkeypatch.setattr(clusters, "PATIENCE", -1.0)
    with pytest.raises(CrewError) as failed:
        crew.look_after()
    assert failed.value.key == "cluster_empty"


LOSES = """
import sys
from ray._private import worker
from lab.test_cluster import some
from tailback.lab import cluster
from tailback.lab.crew import CrewError
from tailback.lab.kept import Kept
from tailback.lab.studies import RUN, Study

cluster.PULSE = 0.5
crew = cluster.Ray("ray", 1)
assert crew.cpus == 1
node = worker._global_node
with Kept(sys.argv[1]) as kept:
    try:
        for one in Study(kept, RUN, [some("waits")], skill=False).play(crew, 1000):
            if one.done.first == 3:
                node.kill_raylet()
                node.kill_gcs_server()
    except CrewError as lost:
        print(lost.key, lost.params["address"])
crew.close()
"""


def test_what_is_finished_stays_when_the_cluster_is_gone(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    folders = [os.environ["PYTHONPATH"], str(ROOT / "tests")]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), accidents.FOLDER: str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOSES, str(tmp_path / "lost.study")],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "cluster_lost ray\n", done.stderr
    with Kept(tmp_path / "lost.study") as kept:
        assert {0, 1, 2, 3} <= {one.first for one in kept.ranges(1)} < set(range(1000))


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("127.0.0.1:1", "nonsense"):
        with pytest.raises(CrewError) as failed:
            Ray(address)
        assert failed.value.key == "cluster_away"
        assert failed.value.params["address"] == address


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda name: None)
    with pytest.raises(NeedsExtra) as missing:
        Ray("ray://127.0.0.1:1")
    assert missing.value.params == {"extra": "cluster", "library": "ray[client]"}
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NeedsExtra) as missing:
        Ray()
    assert missing.value.params == {"extra": "cluster", "library": "ray"}
