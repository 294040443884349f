"""What everyone may see of a table, apart from the game itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from tailback.core.contract import Decision
from tailback.server import protocol as p
from tailback.server.truth import desk
from tailback.server.truth.ledger import Ledger, Match

if TYPE_CHECKING:
    from tailback.server.live.table import Table

# Finished games in a table's face; a family that plays for years has more, and `number` finds them all.
PAST_SHOWN = 50


def question_face(asked: Decision, ms: int | None) -> p.Question:
    """The open decision, with what is left of its time."""
    return p.Question(asked.kind, list(asked.seats), asked.gate, asked.hold, asked.seconds, ms)  # type: ignore[arg-type]


def chairs_face(table: Table) -> list[p.ChairFace]:
    here = table.here()
    now = asyncio.get_running_loop().time()
    found = []
    for seat, chair in enumerate(table.ledger.chairs):
        away = table.away.get(seat)
        left: int | None = None
        if chair.sitter == "person" and seat not in here:
            left = max(0, round((away.deadline - now) * 1000)) if away else -1
        found.append(
            p.ChairFace(seat, chair.name, chair.colour, chair.sitter, chair.level, chair.stand_in, seat in here, left)
        )
    return found


def fair_face(ledger: Ledger, match: Match) -> p.FairFace | None:
    """Until the game is over the secret, the words and the seed are nobody's business."""
    if not match.fingerprint:
        return None
    face = p.FairFace(match.fingerprint, sorted(match.words))
    if ledger.phase == "over":
        face.secret = match.secret
        face.words = [match.words.get(seat, "") for seat in range(len(match.names))]
        face.seed = str(match.seed)
    return face


def table_face(table: Table) -> p.TableFace:
    ledger = table.ledger
    match = ledger.match
    imported = ledger.imported
    game = match.game if match else imported.game if imported else None
    assert game is not None
    return p.TableFace(
        table=table.id,
        code=table.code,
        link=table.house.link(f"/t/{table.id}"),
        v=ledger.v,
        phase=ledger.phase,
        game=game.id,
        number=match.number if match else 0,
        rules=game.rules_version,
        preset=match.preset if match else "",
        options=match.options if match else imported.options if imported else {},
        youngest=match.youngest if match else None,
        settings=p.SettingsFace(**msgspec.structs.asdict(ledger.settings)),
        chairs=chairs_face(table),
        watchers=table.watchers(),
        fair=fair_face(ledger, match) if match else None,
        undo=p.UndoFace(ledger.undo.seat, ledger.undo.moves, sorted(ledger.undo.asked)) if ledger.undo else None,
        past=[
            p.PastFace(past.number, past.game, past.names, past.scores, past.places, past.number in ledger.shares)
            for past in ledger.past[-PAST_SHOWN:]
        ],
        phrases=[*desk.PHRASES, *game.phrases],
        emotes=list(desk.EMOTES),
    )
