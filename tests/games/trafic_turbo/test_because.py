"""Trafic Turbo: a robot says why it made that very move."""

from __future__ import annotations

from typing import Any

import pytest

from games.trafic_turbo.test_rules import GAME, race
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.because import because
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.texts import Texts

NAMES = ["Ann", "Ben", "Cem", "Dot"]
SAY = [Texts(lang, GAME, NAMES) for lang in ("en", "de", "fi")]


def reason(state: TraficTurboState, move: str) -> tuple[str, dict[str, Any]]:
    """What whoever makes this move says of it; a run of steps is made up to its last one."""
    for step in move[:-1] if set(move) <= set("FLRQE") else ():
        state.apply(state.waiting(), GAME.parse(step))
    state.listen()
    state.take_events()
    before, seat = state.view(None), int(state.waiting())
    state.apply(seat, GAME.parse(move[-1] if set(move) <= set("FLRQE") else move))
    return because(before, [event.seen_by(None) for event in state.take_events()], seat)


def after(state: TraficTurboState, *moves: str) -> TraficTurboState:
    for move in moves:
        state.apply(state.waiting(), GAME.parse(move))
    return state


CASES: list[tuple[str, tuple[str, ...], str, str, dict[str, Any]]] = [
    # position, moves before, the move, key, some parameters
    ("A: 1:3; roll: 4; hold A: warning", (), "use", "used_past", {"card": "warning", "roll": 4, "n": 0}),
    ("A: 0:3; roll: 2; hold A: maneuver", (), "use", "used", {"card": "maneuver", "roll": 2}),
    ("A: 1:3; roll: 4; hold A: warning", (), "no", "not_used", {"roll": 4}),
    ("A: 1:34; roll: 5", (), "FF", "crossed", {"place": 1}),
    ("A: 1:33; B: 1:35; roll: 3", (), "FF", "pushed_home", {"seat": 1}),
    ("A: 1:2; roll: 3", (), "FF", "hit", {"vehicle": "T1", "n": 2}),
    ("A: 1:2; police: 1:3; roll: 3", (), "F", "hit_police", {"space": "1:2"}),
    ("A: 1:9; B: 1:10; roll: 3", (), "F", "blocked", {"space": "1:9"}),
    ("A: 1:5; B: 1:6; roll: 3", (), "F", "pushed", {"seat": 1, "space": "1:7"}),
    ("A: 0:14; roll: 1", (), "F", "grey_fine", {"space": "0:15"}),
    ("A: 1:3; roll: 2; hold A: warning", ("use",), "F", "glided", {"space": "1:4"}),
    ("A: 0:3; roll: 2", (), "F", "ahead", {"n": 4, "space": "0:4"}),
    ("A: 1:3; roll: 3", (), "R", "freer", {"left": False, "n": 2, "free": 0}),
    ("A: 0:13; roll: 2", (), "R", "off_grey", {"left": False, "space": "0:15"}),
    ("A: 0:3; roll: 2", (), "R", "aside", {"left": False, "space": "1:3"}),
    ("A: 1:26; roll: 2; hold A: turbo 4", ("no", "F", "F"), "play", "played", {"card": "turbo 4", "n": 6}),
    ("A: 1:26; roll: 1; hold A: turbo 4; top: traffic 3", ("no", "F"), "draw", "drew_open", {"card": "traffic 3"}),
    ("A: 1:26; roll: 1; hold A: turbo 4", ("no", "F"), "draw", "drew", {"to_go": 9}),
    ("A: 1:26; roll: 1", ("F",), "keep", "kept", {"to_go": 9}),
    ("A: 1:26; roll: 1; hold A: turbo 4", ("no", "F", "draw"), "keep", "threw_held", {"card": "turbo 4"}),
    ("A: 1:26; roll: 1; hold A: turbo 4", ("no", "F", "draw"), "discard", "threw_drawn", {"card": "warning"}),
    ("A: 1:0; B: 0:9; roll: 1; top: traffic 3", ("F",), "traffic T4 0:12", "jam_leader", {"seat": 1, "n": 3}),
    ("A: 2:30; B: 1:9; C: 1:3; roll: 1; top: traffic 3", ("F",), "traffic T1 1:6", "jam", {"seat": 2, "n": 3}),
    ("A: 1:22; B: 0:1; roll: 1; top: traffic 3", ("F",), "traffic T9 0:27", "cleared", {"vehicle": "T9", "n": 2}),
    ("A: 1:30; B: 0:33; roll: 1; top: traffic 3", ("F",), "traffic T1 1:7", "nobody", {"vehicle": "T1", "n": 3}),
    ("A: 1:22; B: 0:1; roll: 1; top: traffic 3", ("F",), "traffic T9 1:28", "moved", {"space": "1:28", "n": 3}),
    ("A: 2:30; B: 1:9; C: 1:3; roll: 1; top: police 2", ("F",), "police 2:9", "fined", {"seats": [1]}),
    ("A: 1:3; B: 1:9; roll: 1; top: police 2", ("R",), "police 2:9", "fined_leader", {"seat": 1, "to_go": 27}),
    ("A: 1:8; B: 0:9; roll: 1; top: police 2", ("F",), "police 2:9", "fined_self", {"to": "2:9"}),
    ("A: 2:30; B: 2:6; T2: 2:13; T5: 2:14; roll: 1; top: police 2", ("F",), "police 2:8", "police_ahead", {"n": 2}),
    ("A: 2:30; roll: 1; top: police 2", ("F",), "police 2:9", "police_waits", {"to": "2:9"}),
    ("A: 2:30; roll: 1; top: police 2", ("F",), "police S2", "police_parked", {"to": "S2"}),
    ("A: 2:30; roll: 1; top: police 2", ("F",), "stay", "police_stayed", {"to": "S1"}),
    ("A: 2:30; roll: 1; pile: mirror, police 2", ("F",), "take police 2", "took_police", {"card": "police 2"}),
    ("A: 2:30; roll: 1; pile: mirror, traffic 4", ("F",), "take traffic 4", "took_traffic", {}),
    ("A: 2:30; roll: 1; pile: mirror, skid left", ("F",), "take skid left", "took", {"card": "skid left"}),
    ("A: 2:30; roll: 1; pile: mirror, turbo 4", ("F",), "take turbo 4", "took_secret", {}),
    ("A: 2:30; roll: 1; pile: mirror, turbo 4", ("F",), "take nothing", "took_nothing", {}),
]


@pytest.mark.parametrize(("text", "moves", "move", "key", "params"), CASES)
def test_the_reason_names_what_everybody_saw(
    text: str, moves: tuple[str, ...], move: str, key: str, params: dict[str, Any]
) -> None:
    found, given = reason(after(race(text), *moves), move)
    assert found == key
    assert {name: given[name] for name in params} == params


def test_start_arrows() -> None:
    state = GAME.new(2, 1)
    assert isinstance(state, TraficTurboState)
    assert reason(state.twin(), "place 1") == ("placed_front", {"arrow": 1, "n": 1})
    assert reason(state, "place 2") == ("placed", {"arrow": 2, "n": 2})


def test_every_reason_has_its_case() -> None:
    assert set(GAME.texts("en")["because"]) == {case[3] for case in CASES} | {"placed", "placed_front"}


@pytest.mark.parametrize("options", [{}, {"points": True, "circuit": "short-eight"}])
def test_every_move_of_a_match_has_a_reason_that_can_be_said(options: dict[str, Any]) -> None:
    rng = Rng(3)
    state = GAME.new(4, 5, options, listen=True)
    state.take_events()
    while (seat := int(state.waiting())) >= 0:
        before = state.view(None)
        state.apply(seat, state.slip(seat, 1, rng))
        key, params = because(before, [event.seen_by(None) for event in state.take_events()], seat)
        for texts in SAY:
            said = texts.say(f"because.{key}", **params)
            assert "{" not in said
            assert said[0].isupper() or said.startswith(tuple(NAMES))
