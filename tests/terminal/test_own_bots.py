"""A policy of one's own sits down in the terminal; and a game that another package brought is played there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tailback import games
from tailback.core.record import verify
from tailback.texts import LANGUAGES, Texts
from terminal.run import Desk, piped

GUEST = "green_wave"
BOTS = """
calls = 0

def last(view, decision, legal, rng):
    assert "hand" in view
    return legal[-1]

def never(view, decision, legal, rng):
    return -1

def ill(view, decision, legal, rng):
    global calls
    calls += 1
    if calls > 3:
        raise RuntimeError("headache")
    return legal[0]
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "my_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    import sys

    sys.modules.pop("my_bots", None)


def test_a_policy_of_ones_own_plays_a_match(desk: Desk) -> None:
    done = desk("play", GUEST, "--people", "0", "--players", "2", "--bot", "my_bots.last", "--bot", "simple")
    assert done.code == 0, done.err
    assert "my_bots.last" in done.out
    record = games.read_record(desk.saves()[0].read_text(encoding="utf-8"))
    assert record.seats == ["my_bots.last", "3"]
    assert record.over
    assert verify(record) == []


def test_a_real_process_finds_it_in_its_folder(tmp_path: Path) -> None:
    done = piped(tmp_path / "state", "play", GUEST, "--people", "0", "--bot", "my_bots.last")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("bot", ["my_bots.nobody", "nowhere.at_all", "genius"])
def test_a_bot_that_is_not_there_is_named(desk: Desk, bot: str) -> None:
    done = desk("play", GUEST, "--people", "0", "--bot", bot)
    assert done.code == 2
    assert bot in done.err
    assert desk.saves() == []


@pytest.mark.parametrize(("bot", "reason"), [("my_bots.never", "-1"), ("my_bots.ill", "headache")])
def test_a_bot_that_fails_loses_nothing(desk: Desk, bot: str, reason: str) -> None:
    done = desk("play", GUEST, "--people", "0", "--bot", bot)
    assert done.code == 2
    assert reason in done.err
    (save,) = desk.saves()
    assert str(save) in done.err
    record = games.read_record(save.read_text(encoding="utf-8"))
    assert verify(record) == []
    assert len(record.steps) == (3 if bot.endswith("ill") else 0)


def test_a_file_alone_starts_nobodys_code(desk: Desk) -> None:
    desk("play", GUEST, "--people", "0", "--players", "2", "--bot", "my_bots.ill", "--bot", "simple")
    refused = desk("continue")
    assert refused.code == 2
    assert "--bot my_bots.ill" in refused.err
    (save,) = desk.saves()
    save.write_text(save.read_text(encoding="utf-8").replace("my_bots.ill", "my_bots.last"), encoding="utf-8")
    assert desk("continue", "--bot", "my_bots.last").code == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_from_elsewhere_is_played_by_a_person(desk: Desk, lang: str) -> None:
    game = games.load(GUEST)
    # Whatever fits: what does not is refused and asked again.
    typed = "".join(f"{game.notation(action)}\n" for action in range(game.actions)) * 12
    done = desk("play", GUEST, "--players", "2", "--seed", "5", "--lang", lang, typed=typed)
    assert done.code == 0, done.err
    assert Texts(lang, games.load(GUEST)).say("name") in done.out
    assert games.read_record(desk.saves()[0].read_text(encoding="utf-8")).over
    assert desk("replay", str(desk.saves()[0]), "--lang", lang).code == 0
    assert desk("verify", str(desk.saves()[0])).code == 0
    assert GUEST in desk("games").out
    assert "GW-4" in desk("rules", GUEST, "GW-4", "--lang", lang).out
