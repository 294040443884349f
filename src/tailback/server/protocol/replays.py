"""Games that were played: step by step from one seat's knowledge, as a file, and back."""

from __future__ import annotations

from tailback import games
from tailback.core import record
from tailback.core.errors import RecordError
from tailback.core.record import Record
from tailback.server import protocol as p
from tailback.server.protocol import general
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Match
from tailback.server.truth.refusal import Refused
from tailback.texts.names import tidy_name

PAGE = 200
# Without views a step is a few words.
PAGE_OF_EVENTS = 10 * PAGE
# How a row begins that says that the table came from elsewhere.
BROUGHT = b'{"kind":"brought"'
# So much of an event that is otherwise than recorded is told.
TOLD = 200


def game_of(table: str, data: list[bytes], number: int) -> tuple[Ledger, Match]:
    """The ledger as it was when this game of the table had its last row."""
    ledger = Ledger(table)
    for place, raw in enumerate(data):
        row = r.decode(raw)
        if isinstance(row, r.Prepared) and ledger.match is not None and ledger.match.number == number:
            # Whatever was here before it was brought could be written by whoever brought it.
            ledger.match.known_outside |= any(BROUGHT in later for later in data[place:])
            break
        ledger.apply(row)
    if ledger.match is None or ledger.match.number != number or ledger.match.state is None:
        raise Refused("no_such_game", 404, params={"game": number})
    return ledger, ledger.match


def as_record(match: Match) -> Record:
    """The game with all its moves and events, for a file."""
    found = Record(match.game, len(match.names), match.options, match.seed, match.names, match.sitters)
    found.deal = record.Deal(
        match.fingerprint,
        match.secret,
        [match.words.get(seat, "") for seat in range(len(match.names))],
        match.known_outside,
    )
    for seat, action in match.steps:
        found.steps.append(record.Step(seat, action, []))
    return record.record_events(found)


def copied(imported: Record, number: int) -> Record:
    """A copy has one game."""
    if number != 0:
        raise Refused("no_such_game", 404, params={"game": number})
    return imported


def fair_deal(found: Record) -> p.FairFace | None:
    """How a finished game was dealt, where it says so."""
    if found.deal is None:
        return None
    worded = [seat for seat, word in enumerate(found.deal.words) if word]
    return p.FairFace(
        found.deal.fingerprint, worded, found.deal.secret, found.deal.words, str(found.seed), found.deal.moved
    )


def replay(
    table: str,
    found: Record,
    number: int,
    fair: p.FairFace | None,
    *,
    seat: int | None,
    since: int,
    limit: int,
    views: bool,
) -> p.Replay:
    """A page of a replay. `seat` is whose knowledge is shown; None a watcher's."""
    if seat is not None and not 0 <= seat < found.players:
        raise Refused("no_such_seat", 404, params={"seat": seat})
    steps: list[p.ReplayStep] = []
    state = None
    for played in record.replay(found):
        state = played.state
        if since <= played.number < since + limit:
            # The deal is nobody's move, nor is what the clock does.
            mover = played.seat if played.seat >= 0 else None
            move = found.game.notation(played.action) if mover is not None else ""
            if not found.over and mover != seat:
                # Another's move may be a secret; what it showed stands in the events.
                move = ""
            told = [general.seen(found.game, event, seat) for event in played.events]
            view = general.with_spread(found.game, played.state.view(seat)) if views else None
            steps.append(p.ReplayStep(played.number, mover, move, told, view))
    assert state is not None
    return p.Replay(
        table=table,
        number=number,
        game=found.game.id,
        names=found.names,
        seat=seat,
        over=found.over,
        total=len(found.steps) + 1,
        steps=steps,
        scores=found.scores,
        places=found.places,
        fair=fair,
    )


def running(match: Match) -> Record:
    """A game in progress. Only for `replay`, which shows what one seat may know."""
    if match.game.forgetful:  # looking back would be cheating
        raise Refused("forgetful")
    return as_record(match)


def read(text: str) -> Record:
    """A finished game from a file, checked by playing it again."""
    try:
        found = games.read_record(text)
        differences = record.verify(found)
    except RecordError as bad:
        raise Refused(bad.key, 422, params={**bad.params, "line": bad.line}) from None
    if differences:
        worst = differences[0]
        told = {name: value[:TOLD] if isinstance(value, str) else value for name, value in worst.params.items()}
        raise Refused(worst.key, 422, params={**told, "line": worst.line})
    if not found.over:
        raise Refused("not_over", 422)
    # A file may say anything; what it says is shown to others.
    found.names = [tidy_name(name) or chr(ord("A") + seat) for seat, name in enumerate(found.names)]
    if found.deal is not None and any(word != tidy_name(word) for word in found.deal.words):
        raise Refused("not_a_record", 422, params={"line": 0})
    # Remarks are for whoever keeps the file. We show them to nobody, so we keep none of a stranger's.
    found.notes = []
    return found


def copy_of(found: Record) -> str:
    """The text that a copy of this game is stored as: one that can be read again and says the same."""
    text = record.write(found)
    try:
        same = record.write(games.read_record(text)) == text
    except RecordError as bad:
        raise Refused(bad.key, 422, params={**bad.params, "line": bad.line}) from None
    if not same:
        raise Refused("not_a_record", 422, params={"line": 0})
    return text


def taken_in(text: str) -> str:
    """A stranger's file as it is stored. It takes as long as the game is long."""
    return copy_of(read(text))
