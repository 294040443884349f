"""A table in every state it can be in, as rows: one long evening, looked at after each kind of row in each phase."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Any

from server.asking import Facts
from server.books import NAMES
from specimens import timed
from tailback import games
from tailback.core import fair, record
from tailback.robots.levels import USUAL
from tailback.server import protocol as p
from tailback.server.live.clock import now_ms
from tailback.server.protocol import library, replays
from tailback.server.service.who import PEOPLE, Person, Who
from tailback.server.truth import along, desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

# Nothing happens by itself: bots take their time, and there is no clock.
CALM = r.Settings(clock=False, pace_ms=r.BOUNDS["pace_ms"][1], away_seconds=r.BOUNDS["away_seconds"][1], stand_in="1")
# What somebody did at the table besides playing: since a deal it means that not one person alone knows the cards.
OTHERS = (r.Seated, r.Freed, r.Botted, r.Offered)
MOST_MOVES = 400


class Game:
    """What is hidden of one game of a table."""

    def __init__(self, prepared: r.Prepared) -> None:
        self.secret = prepared.secret
        self.words: dict[int, str] = {}
        self.dealt = self.over = self.others = False
        self.seed = -1


class Scene:
    """A table at one moment. `known`: the tokens and claims that were given out, by their hashes."""

    def __init__(self, name: str, game: str, rows: Iterable[bytes], known: dict[str, str]) -> None:
        self.name = name
        self.game = games.load(game)
        self.rows = list(rows)
        self.known = dict(known)

    @cached_property
    def ledger(self) -> Ledger:
        self.games: list[Game] = []
        ledger = Ledger("t")
        for raw in self.rows:
            row = r.decode(raw)
            ledger.apply(row)
            if isinstance(row, r.Prepared):
                self.games.append(Game(row))
            if not self.games or ledger.match is None:
                continue
            newest = self.games[-1]
            newest.secret, newest.words = ledger.match.secret, dict(ledger.match.words)
            newest.dealt = ledger.phase != "lobby"
            newest.over = ledger.phase == "over"
            newest.others = newest.dealt and (newest.others or isinstance(row, OTHERS))
            newest.seed = ledger.match.seed
        return ledger

    @property
    def phase(self) -> str:
        return self.ledger.phase

    @cached_property
    def seat(self) -> int:
        """The seat that is asked about: that of a person, if possible one who has to answer."""
        people = self.people
        match = self.ledger.match
        asked = match.decision.awaited if match is not None and match.decision is not None else ()
        return next((seat for seat in people if seat in asked), people[0] if people else 0)

    def about(self, seat: int) -> Scene:
        """The same, asked about another seat."""
        other = copy(self)
        other.seat = seat
        return other

    @property
    def people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.ledger.chairs) if chair.token]

    # Who comes

    def tokens(self, person: Person, lab: str = "") -> list[str] | None:
        """What this person brings; None where there is no such person here."""
        chairs = [self.known[chair.token] if chair.token else "" for chair in self.ledger.chairs]
        host = self.known[self.ledger.host] if self.ledger.host else ""
        mine = chairs[self.seat] if chairs else ""
        others = [token for token in chairs if token and token != mine]
        found: dict[Person, list[str]] = {
            "all": [host, *filter(None, chairs)],
            "host": [host],
            "seat": [mine],
            "other": others[-1:] or [""],
            "watcher": [],
            "elsewhere": [ELSEWHERE],
            "nonsense": ["nonsense"],
            "lab": [lab],
        }
        assert set(found) == set(PEOPLE)
        return None if "" in found[person] else found[person]

    def lets_in(self, who: Who, person: Person) -> bool:
        # What one person alone may do ends where that person is not alone with the cards.
        shared = who.lets_in == {"all"} and self.phase == "playing" and self.games[-1].others
        return person in who.lets_in and not shared

    # What is asked

    def facts(self, **more: Any) -> Facts:
        match = self.ledger.match
        legal = match.state.legal(self.seat) if match is not None and match.state is not None else []
        chairs = len(self.ledger.chairs)
        return {
            "protocol": list(p.VERSIONS),
            "game": self.game.id,
            "players": max(chairs, self.game.fewest),
            "chairs": [{}] * max(chairs, self.game.fewest),
            "order": list(range(chairs)),
            "seat": self.seat,
            "every seat": range(chairs),
            "since": 0,
            "limit": 3,
            "views": 1,
            "number": match.number if match else 0,
            "every number": range(self.ledger.games_played + 1),
            "n": match.n if match else 0,
            "action": legal[0] if legal else 0,
            "phrase": desk.PHRASES[0],
            "word": "a word for this",
            "language": "en",
            "catalogue": "app",
            "board": next(iter(library.boards())),
            "record": finished(self.game.id),
            "rows": [raw.decode() for raw in self.rows],
            "robots": [USUAL] * self.game.usual,
            "to": 20_000,
            **more,
        }

    # What must not leave

    def hidden(self, tokens: Iterable[str]) -> dict[str, str]:
        """What nobody who brings these tokens may be told: the text, and what it is."""
        holder = set(tokens)
        found: dict[str, str] = {}
        chairs = self.ledger.chairs
        for number, game in enumerate(self.games):
            alone = game.dealt and not game.others and self.holds_all(holder)
            if game.over or alone:
                continue
            found[game.secret] = f"the secret of game {number}"
            found |= dict.fromkeys(game.words.values(), f"a word of game {number}")
            if game.dealt:
                found[str(game.seed)] = found[f"{game.seed:x}"] = f"the seed of game {number}"
        for chair in chairs:
            # Whoever holds a seat, and the host, could give it to somebody else at any time.
            mine = self.known.get(chair.token) in holder or self.known.get(self.ledger.host) in holder
            for good, what in ((chair.token, "token"), (chair.claim, "claim")):
                plain = self.known.get(good, "")
                if plain and plain not in holder and not (mine and what == "claim"):
                    found[good], found[plain] = f"the hash of a {what}", f"a {what}"
        host = self.known.get(self.ledger.host, "")
        if host and host not in holder:
            found[self.ledger.host], found[host] = "the hash of the host's token", "the host's token"
        return found

    def holds_all(self, tokens: set[str]) -> bool:
        mine = [self.known.get(chair.token) in tokens for chair in self.ledger.chairs if chair.token]
        return all(mine) and self.known.get(self.ledger.host) in tokens


ELSEWHERE = "the-token-of-another-table"


class Story:
    """A table while things happen at it; a scene is kept when something happens for the first time in a phase."""

    def __init__(self, game: str) -> None:
        self.game = games.load(game)
        self.chance = random.Random(game)
        self.ledger = Ledger("t")
        self.rows: list[bytes] = []
        self.known: dict[str, str] = {}
        self.scenes: list[Scene] = []
        self.seen: set[tuple[str, int, str]] = set()

    def add_prepared(self, row: r.Prepared) -> None:
        # The same cards each time: whatever is found is found again.
        row.secret = self.chance.randbytes(fair.SECRET_BYTES).hex()
        self.add(row)

    def token(self, what: str) -> str:
        made = f"{what}-{self.chance.randbytes(8).hex()}"
        self.known[seats.hashed(made)] = made
        return made

    def add(self, row: r.AnyRow | None) -> None:
        assert row is not None
        raw = r.encode(row)
        self.ledger.apply(r.decode(raw))
        self.rows.append(raw)
        kind = type(row).__name__.lower() + (" by a robot" if isinstance(row, r.Moved) and row.bot else "")
        robot = any(chair.sitter == "bot" for chair in self.ledger.chairs)
        mark = (self.ledger.phase, min(self.ledger.games_played, 2), kind)
        if mark not in self.seen and self.ledger.match is not None:
            self.seen.add(mark)
            again = " again" if self.ledger.games_played > 1 else ""
            name = f"{self.ledger.phase}{again}, {kind}" + (" beside a robot" if robot else "")
            self.scenes.append(Scene(name, self.game.id, self.rows, self.known))

    # What happens

    def open(self) -> None:
        chairs = [r.Chair(NAMES[seat], seats.COLOURS[seat]) for seat in range(max(3, self.game.fewest))]
        for seat, chair in enumerate(chairs[:-1]):
            chair.sitter, chair.token = "person", seats.hashed(self.token(f"seat{seat}"))
        host = self.token("host")
        self.add(r.Opened(at=now_ms(), host=seats.hashed(host), settings=CALM, chairs=chairs))
        options = {**self.game.short, **timed(self.game)}
        self.add_prepared(desk.prepare(now_ms(), self.game.id, len(chairs), "", options, None))

    def words(self) -> None:
        for seat, chair in enumerate(self.ledger.chairs):
            if chair.sitter == "person":
                self.add(desk.add_word(self.ledger, now_ms(), seat, f"word{self.chance.randbytes(8).hex()}"))

    def sit(self, seat: int, claim: str = "") -> None:
        token = self.token(f"seat{seat}")
        self.add(desk.sit(self.ledger, now_ms(), seat, token, f"Guest{seat}", "", claim))

    def offer(self, seat: int) -> str:
        claim = self.token(f"claim{seat}")
        self.add(desk.offer(self.ledger, now_ms(), seat, claim))
        return claim

    def move(self) -> int:
        """The next answer; who gave it."""
        match = desk.playing(self.ledger)
        assert match.decision is not None
        assert match.state is not None
        seat = match.decision.awaited[0]
        legal = match.state.legal(seat)
        action = random.Random(self.ledger.v).choice(legal)
        self.add(desk.answer(self.ledger, now_ms(), seat, match.n, action, bot=bool(self.ledger.driven(seat))))
        return seat

    def take_back(self) -> None:
        """Ask to take a move back, as soon as somebody may."""
        for _ in range(MOST_MOVES):
            if self.ledger.phase != "playing" or self.ledger.undo is not None:
                return
            self.move()
            match = self.ledger.match
            if match is not None and match.steps:
                with contextlib.suppress(Refused):
                    self.add(desk.undo(self.ledger, now_ms(), match.steps[-1][0], None))

    def lobby(self) -> None:
        last = len(self.ledger.chairs) - 1
        self.words()
        self.add(desk.rename(self.ledger, now_ms(), 0, "Zoe", ""))
        self.sit(last)
        self.add(desk.free(self.ledger, now_ms(), last))
        self.add(desk.give_to_bot(self.ledger, now_ms(), last, "1"))
        self.sit(last, self.offer(last))
        self.add(desk.arrange(self.ledger, now_ms(), list(range(last + 1)), []))
        self.add(r.Settled(at=now_ms(), settings=CALM))
        self.add(desk.say(self.ledger, now_ms(), 0, desk.PHRASES[0]))
        self.words()

    def play(self) -> None:
        last = len(self.ledger.chairs) - 1
        self.add(desk.deal(self.ledger, now_ms()))
        self.move()
        self.add(desk.say(self.ledger, now_ms(), 0, desk.PHRASES[0]))
        self.add(desk.time_out(self.ledger, now_ms(), desk.playing(self.ledger).n))
        # Of the very seat that such a scene is asked about.
        gone = Scene("", self.game.id, self.rows, self.known).seat
        self.add(desk.stand_in(self.ledger, now_ms(), gone))
        self.add(desk.back(self.ledger, now_ms(), gone))
        match = desk.playing(self.ledger)
        self.add(r.Mended(at=now_ms(), moves=len(match.steps), n=match.n))
        # A friend gets up, a robot plays on, and the friend comes back.
        self.add(desk.give_to_bot(self.ledger, now_ms(), last, "1"))
        for _ in range(MOST_MOVES):
            if self.move() == last:
                break
        self.sit(last, self.offer(last))

    def undo(self) -> None:
        self.take_back()
        if self.ledger.undo is not None:
            self.add(desk.drop_undo(self.ledger, now_ms(), self.ledger.undo.seat))
        self.take_back()
        while self.ledger.undo is not None:
            self.add(desk.answer_undo(self.ledger, now_ms(), min(self.ledger.undo.asked), False))

    def leave(self) -> None:
        """A friend goes home, and a robot takes the place."""
        self.add(desk.give_to_bot(self.ledger, now_ms(), len(self.ledger.chairs) - 1, "1"))

    def finish(self) -> None:
        if (ends := self.ledger.ends_at) is not None:
            self.add(desk.time_up(self.ledger, ends))
        while self.ledger.phase == "playing":
            self.move()

    def again(self) -> None:
        self.add(desk.share(self.ledger, now_ms(), 0, seats.new_id()))
        self.add_prepared(desk.again(self.ledger, now_ms(), "", "", None, None, None, True))
        self.words()
        self.carry()
        self.words()
        self.add(desk.deal(self.ledger, now_ms()))
        self.move()
        people = frozenset(seat for seat, chair in enumerate(self.ledger.chairs) if chair.sitter == "person")
        self.add(along.take(self.ledger, now_ms(), people))
        self.move()

    def carry(self) -> None:
        """The table comes to another place, where all seats are of whoever brought it."""
        hashes = [
            seats.hashed(self.token(f"seat{seat}")) if chair.sitter == "person" else ""
            for seat, chair in enumerate(self.ledger.chairs)
        ]
        secret = self.chance.randbytes(fair.SECRET_BYTES).hex()
        self.add(r.Brought(at=now_ms(), secret=secret, host=seats.hashed(self.token("host")), tokens=hashes))

    def tell(self) -> list[Scene]:
        self.open()
        self.lobby()
        self.play()
        self.undo()
        self.leave()
        self.finish()
        self.again()
        return [*self.scenes, copy_of(self.game.id)]


STORIES: dict[str, list[Scene]] = {}
RECORDS: dict[str, str] = {}


def story(game: str) -> list[Scene]:
    """Every scene of a game, told once."""
    if game not in STORIES:
        STORIES[game] = Story(game).tell()
    return STORIES[game]


def main_scenes(game: str) -> list[Scene]:
    """The last scene of every phase of every game of the table, among friends and beside a robot; and the copy."""
    found = {(scene.name.partition(",")[0], "robot" in scene.name): scene for scene in story(game)}
    return list(found.values())


def finished(game: str) -> str:
    """A game that is over, as a file."""
    if game not in RECORDS:
        told = Story(game)
        told.open()
        told.sit(len(told.ledger.chairs) - 1)
        told.add(desk.deal(told.ledger, now_ms()))
        told.finish()
        match = told.ledger.match
        assert match is not None
        RECORDS[game] = record.write(replays.as_record(match))
    return RECORDS[game]


def copy_of(game: str) -> Scene:
    return Scene("copy", game, [r.encode(r.Imported(at=now_ms(), record=replays.taken_in(finished(game))))], {})
