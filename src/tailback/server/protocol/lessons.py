"""The first lessons as a client gets them: every step with what the learner sees after it, no table needed."""

from __future__ import annotations

from tailback import games
from tailback.core.contract import Event, State
from tailback.core.game import Game
from tailback.core.lesson import DONE, LEARNER
from tailback.server import protocol as p
from tailback.server.protocol.face import Moment
from tailback.server.truth.match import same_question
from tailback.server.truth.refusal import Refused


def seen(game: Game, state: State, v: int, n: int, events: list[Event]) -> p.SeatUpdate:
    """What the learner would be told at a real table. Nobody's time runs."""
    return Moment(v, n, events, game, state, state.decision(), None).update(LEARNER, LEARNER)


def lesson(game_id: str) -> p.Lesson:
    """It is always the same."""
    game = games.load(game_id)
    try:
        found = game.lesson()
    except FileNotFoundError:
        raise Refused("no_lesson", 404) from None
    start = found.start()
    n = 1
    steps: list[p.LessonStep] = []
    for v, step in enumerate(found.steps(), 1):
        mine = step.seat == LEARNER
        hints = game.foresee(step.before, step.seat) if mine else []
        asked, next_one = step.before.decision(), step.after.decision()
        if asked is None or next_one is None or not same_question(asked, next_one, step.seat):
            n += 1
        steps.append(p.LessonStep(step.seat, step.action, step.tip, hints, seen(game, step.after, v, n, step.events)))
    return p.Lesson(
        game=game.id,
        seat=LEARNER,
        players=found.players,
        preset=found.preset,
        options=dict(start.options),
        start=seen(game, start, 0, 1, []),
        steps=steps,
        done=DONE,
    )
