"""Why a robot at a table moved as it did: which of its moves may be asked about."""

from __future__ import annotations

from typing import Any, NamedTuple

from tailback.core.contract import CLOCK
from tailback.core.reasons import because, known_with
from tailback.server.truth.match import Match
from tailback.server.truth.refusal import Refused


class Reason(NamedTuple):
    """A sentence `because.<key>` of the game, about what this seat answered to decision `n`."""

    seat: int
    n: int
    key: str
    params: dict[str, Any]


def reason(match: Match, playing: bool, seat: int | None, n: int | None) -> Reason:
    """Why this seat answered decision `n` so. Without a number its latest answer that is known is meant, without a seat
    that of any robot. The match was dealt; it may be an old position of it that is at hand, or none."""
    if seat is not None and not 0 <= seat < len(match.names):
        raise Refused("no_such_seat", 404, params={"seat": seat})
    step, told = asked_about(match, seat, n)
    if match.game.forgetful and playing and told != len(match.steps) - 1:
        raise Refused("forgetful")
    mover = match.steps[step][0]
    found = because(match.game, match.position, match.steps, told, mover)
    if found is None:
        raise Refused("no_reasons", 404)
    key, params = found
    return Reason(mover, match.answers[step][0], key, params)


def asked_about(match: Match, seat: int | None, n: int | None) -> tuple[int, int]:
    """The move that is meant, and the one with which it became known; refused where there is none to be told."""
    for step in range(len(match.steps) - 1, -1, -1):
        answered, robot = match.answers[step]
        if match.steps[step][0] == CLOCK:
            continue
        if seat not in (None, match.steps[step][0]) or n not in (None, answered):
            continue
        if not robot and n is not None:
            raise Refused("no_robot", params={"seat": match.steps[step][0]})
        told = known_with(match.position, match.steps, step) if robot else -1
        if told >= 0:
            return step, told
        if robot and n is not None:
            raise Refused("not_shown")
    raise Refused("no_robot_move", 404)
