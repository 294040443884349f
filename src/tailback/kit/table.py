"""A match of a game of one's own: the author says what lies there and what moves do; the laws are kept here.

An author writes a subclass of `Table` with `lay_out` (what lies on the table), `set_up` (the deal), `refuses` (which
moves are not allowed, and why) and `act` (what a move does), perhaps also `answered` (all have chosen in secret),
`scores`, `notes` and `instinct`. Cards move by `deal`, `draw`, `put`, `turn_up`, `gather` and `shuffle_in`, so none is
ever lost and everybody is told what they may see. Fields of one's own are known to all; what is secret is a card in a
hidden zone. So views, imagined worlds, clones and stored positions come by themselves.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64, mypyc_attr

from tailback.core.contract import LEGAL, NOT_ASKED, REASONS, Decision, State, View
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.snapshot import back, plain
from tailback.core.spread import BACK
from tailback.core.vecs import vec
from tailback.kit.cards import GAP, Card
from tailback.kit.faults import Incomplete
from tailback.kit.fields import copied, flat, has_thing, raised
from tailback.kit.moves import Move, Plan
from tailback.kit.rows import RowPlan
from tailback.kit.tabletop import Tabletop
from tailback.kit.zones import GRID, Track, Zone

TURN: Final = "turn"
NOTES: Final = "not a list of text keys with their parameters: [('pot', {'n': 3})]"

UNKNOWN: Final = REASONS
NOT_NOW: Final = REASONS + 1
NOT_HELD: Final = REASONS + 2
WRONG_SEAT: Final = REASONS + 3
REFUSED: Final = REASONS + 4

# By the class of its matches: what all matches of a game share.
PLANS: dict[type, Plan] = {}
# What every table has; whatever else it has is its author's.
BASE: Final = frozenset(
    (
        "players",
        "options",
        "rng",
        "lower_wins",
        "buf",
        "events",
        "rules",
        "things",
        "first_hand",
        "laid",
        "score",
        "rounds",
    )
    + ("out", "turn", "asked", "together", "answers", "direction", "made", "ended", "actor")
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(Tabletop):
    """One match of a game of one's own."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        if players == 0:
            return
        plan = PLANS.get(type(self))
        if plan is None:
            raise Incomplete(f"{type(self).__name__} belongs to no game yet: GAME = Sketch(..., {type(self).__name__})")
        super().__init__(players, options, len(plan.moves))
        self.rules: Plan = plan
        self.lower_wins = plan.lower_wins
        # Points so far, by seat; rounds that were counted; who does not play any more.
        self.score: list[int] = [0] * int(players)
        self.rounds: list[list[int]] = []
        self.out: list[bool] = [False] * int(players)
        # Whose turn it is and what is asked; or who choose together, and what they chose so far.
        self.turn: int = 0
        self.asked: str = TURN
        self.together: tuple[int, ...] = ()
        self.answers: list[int] = [-1] * int(players)
        self.direction: int = 1
        self.made: i64 = 0
        self.ended: bool = False
        self.lay_out()
        # The fields that hold zones, as they were laid out: as long as they stay so nobody needs to be told of them.
        self.laid: dict[str, Any] = {}
        for name in self.own_names():
            value = getattr(self, name)
            if has_thing(value):
                self.laid[name] = flat(value, name)

    # What an author writes.

    def lay_out(self) -> None:
        """Say what lies on the table: `self.stock = self.pile("stock", hidden=True)`, and so on."""

    def set_up(self) -> None:
        """Begin a match: all cards lie in the first zone. Every field of one's own gets its first value here."""

    def refuses(self, seat: int, move: Move) -> Any:
        """Why this move is not allowed: a clause and a text key such as `"GL-2 no_fit"`; empty where it is allowed.

        Whose turn it is, which question is open and whether the card is in the hand has been seen to.
        """
        return ""

    def act(self, seat: int, move: Move) -> None:
        """Carry out an allowed move, and say who is asked next: `next_player`, `ask`, `ask_all` or `finish`."""
        raise NotImplementedError

    def answered(self, question: str, moves: list[Move]) -> None:
        """All have chosen: one move of each of those who were asked, in the order of their seats (`move.by`)."""
        raise NotImplementedError

    def notes(self) -> Any:
        """Short lines for everybody, each a text key (`notes.<key>`) and its parameters: what no zone shows."""
        return []

    def box(self) -> list[Card]:
        """The cards of this match; all of the game's, where an option or the number of players takes none away."""
        return self.rules.box

    def scores(self) -> list[int]:
        return list(self.score)

    # Who is asked.

    def next_player(self, steps: int = 1) -> None:
        """The next one who still plays has the turn; with 2 one is left out."""
        players = int(self.players)
        left = steps
        while left > 0:
            self.turn = (self.turn + self.direction) % players
            if not self.out[self.turn]:
                left -= 1
            elif all(self.out):
                raise Incomplete("nobody plays any more: call finish() before that")
        self.ask(TURN, self.turn)

    def ask(self, question: str, seat: int) -> None:
        """This player is asked next, this question."""
        if question not in self.rules.answers:
            raise Incomplete(f"no move answers the question {question!r}: move(..., when={question!r})")
        if seat < 0 or seat >= self.players:
            raise no_seat(seat, int(self.players))
        self.turn = seat
        self.asked = question
        self.together = ()

    def ask_all(self, question: str, seats: list[int] | None = None) -> None:
        """These players, or all who still play, choose together and in secret; then `answered` is called."""
        asked = seats if seats is not None else [int(k) for k in range(self.players) if not self.out[k]]
        if not asked:
            raise Incomplete(f"nobody is asked {question!r}")
        for seat in asked:
            if seat < 0 or seat >= self.players:
                raise no_seat(seat, int(self.players))
        self.ask(question, asked[0])
        self.together = tuple(asked)
        self.answers = [-1] * int(self.players)

    def end_round(self, points: list[int]) -> None:
        """Points of a round are counted for everybody."""
        self.rounds.append(list(points))
        for seat in range(self.players):
            self.score[seat] += points[seat]
        if self.events is not None:
            self.say("round_over", points=list(points))

    def finish(self) -> None:
        """The match is over; the scores say who won."""
        self.ended = True
        self.together = ()
        if self.events is not None:
            self.tell("match_over", {"scores": self.scores(), "places": self.ranking()})

    # The contract.

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.things = []
        self.first_hand = -1
        self.score = [0] * int(self.players)
        self.rounds = []
        self.out = [False] * int(self.players)
        self.turn = 0
        self.asked = TURN
        self.together = ()
        self.direction = 1
        self.made = 0
        self.ended = False
        self.actor = 0
        self.lay_out()
        # Asked as Python asks: compiled, a wrong type would be refused before it could be named.
        given: Any = self.box
        found: Any = given()
        if found is not self.rules.box:
            self.check_box(found)
        box: list[Card] = found
        if box:
            stock = self.stock_zone()
            for card in box:
                stock.add(card)
            if stock.kind == GRID:
                self.mix(stock)
        self.set_up()
        if not self.ended and self.asked not in self.rules.answers:
            raise Incomplete(
                f"no move answers the question {self.asked!r} with which a match begins: ask another one in set_up",
                type(self).set_up,
            )

    def check_box(self, found: Any) -> None:
        """It is a list of cards of this game."""
        if not isinstance(found, list):
            raise Incomplete(f"box gives {found!r}, not a list of cards", type(self).box)
        for card in found:
            if not isinstance(card, Card) or self.rules.by_name.get(card.name) is not card:
                raise Incomplete(f"box gives {card!r}, which is not one of the cards of GAME", type(self).box)

    def waiting(self) -> i64:
        if self.ended:
            return -1
        if not self.together:
            return self.turn
        for seat in self.together:
            if self.answers[seat] < 0:
                return seat
        return -1

    def decision(self) -> Decision | None:
        if self.ended:
            return None
        if not self.together:
            return Decision(self.asked, (self.turn,))
        return Decision(
            self.asked, self.together, awaited=tuple([seat for seat in self.together if self.answers[seat] < 0])
        )

    def asks(self, seat: i64) -> bool:
        if self.ended:
            return False
        return seat in self.together if self.together else seat == self.turn

    def verdict(self, seat: i64, action: i64) -> i64:
        if not self.asks(seat):
            return NOT_ASKED
        if action < 0 or action >= len(self.rules.moves):
            return UNKNOWN
        family = self.rules.family_of[action]
        move = self.rules.moves[action]
        if family.when != self.asked:
            return NOT_NOW
        if family.held and move.card not in self.hand_of(int(seat)).cards:
            return NOT_HELD
        if move.seat >= int(self.players) or (family.others and move.seat == int(seat)):
            return WRONG_SEAT
        return REFUSED if self.reason(int(seat), move) else LEGAL

    def reason(self, seat: int, move: Move) -> str:
        """What `refuses` says; an author who forgot to say anything means that it is allowed."""
        said: Any = self.refuses(seat, move)
        if isinstance(said, str):
            return said
        if said:
            raise Incomplete(f"refuses gives {said!r}, not a text such as 'AB-1 too_low'", type(self).refuses)
        return ""

    def moves(self, seat: i64) -> i64:
        if not self.asks(seat):
            return 0
        n: i64 = 0
        mine = int(seat)
        for family in self.rules.answers[self.asked]:
            if family.held:
                last: Card | None = None
                for card in self.hand_of(mine).cards:
                    if card is not last:
                        last = card
                        n = self.allowed(mine, family.by_card[card.index], family.others, n)
            else:
                n = self.allowed(mine, family.moves, family.others, n)
        return n

    def allowed(self, seat: int, moves: list[Move], others: bool, n: i64) -> i64:
        """Write those of these moves that are allowed into `buf` from place n on; the next free place."""
        players = int(self.players)
        for move in moves:
            if move.seat >= players or (others and move.seat == seat):
                continue
            if not self.reason(seat, move):
                self.buf[n] = move.action
                n += 1
        return n

    def do(self, seat: i64, action: i64) -> None:
        self.made += 1
        if self.together:
            self.seal(int(seat), int(action))
        else:
            self.actor = int(seat)
            self.act(int(seat), self.rules.moves[action])
        if not self.ended and self.made >= self.rules.longest:
            self.say("too_long")
            self.finish()

    def seal(self, seat: int, action: int) -> None:
        """One more has chosen; when it was the last, all choices are laid open."""
        first = self.answers[seat] < 0
        self.answers[seat] = action
        if first:
            self.say("chosen", seat=seat)
        for other in self.together:
            if self.answers[other] < 0:
                return
        asked = self.together
        self.together = ()
        moves: list[Move] = []
        for other in asked:
            moves.append(self.rules.moves[self.answers[other]].made_by(other))
        self.answers = [-1] * int(self.players)
        self.actor = asked[0]
        self.answered(self.asked, moves)

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        common = self.rules.first_clause
        if verdict == UNKNOWN:
            return IllegalMove(common, "unknown_move", {"move": str(int(action))})
        move = self.rules.moves[action]
        params = move.params()
        if verdict == NOT_NOW:
            return IllegalMove(common, "not_now", params)
        if verdict == NOT_HELD:
            return IllegalMove(common, "not_held", params)
        if verdict == WRONG_SEAT:
            return IllegalMove(common, "wrong_seat", params)
        for thing in self.things:
            if isinstance(thing, Zone) and not thing.hidden:
                params[thing.name] = thing.top().name
        said = self.reason(int(seat), move)
        clause, _, key = said.rpartition(" ")
        if " " in clause or not key.replace("-", "_").isidentifier():
            raise Incomplete(
                f"refuses gives {said!r}, not a rule and the name of a text, such as 'AB-1 too_low'", type(self).refuses
            )
        return IllegalMove(clause or common, key, params)

    def show(self) -> View:
        zones: dict[str, Any] = {}
        seen: dict[str, Any] = {}
        for thing in self.things:
            if isinstance(thing, Zone):
                zones[thing.name] = seen_cards(thing)
                if thing.kind == GRID:
                    places = range(len(thing.cards))
                    seen[thing.name] = [thing.cards[k].name if thing.seen[k] else BACK for k in places]
            else:
                zones[thing.name] = thing.plain()
        points = self.points()
        return {
            "turn": None if self.ended or self.together else self.turn,
            "asked": self.asked,
            "ended": self.ended,
            "made": int(self.made),
            "direction": self.direction,
            "together": list(self.together),
            "chosen": [seat for seat in self.together if self.answers[seat] >= 0],
            "seats": [
                {
                    "cards": len(self.hand_of(seat).cards) if self.first_hand >= 0 else 0,
                    "score": points[seat],
                    "points": self.score[seat],
                    "out": self.out[seat],
                }
                for seat in range(len(points))
            ],
            "zones": zones,
            "seen": seen,
            "fields": self.fields(),
            "notes": self.noted(),
            "rounds": [list(line) for line in self.rounds],
        }

    def points(self) -> list[int]:
        """The scores, which screens and robots add up."""
        given: Any = self.scores
        found: Any = given()
        if not isinstance(found, (list, tuple)):
            raise Incomplete(f"scores gives {found!r}, not a list with the points of everybody", type(self).scores)
        for n in found:
            if not isinstance(n, int):
                raise Incomplete(f"a score is {n!r}: points are whole numbers", type(self).scores)
        return list(found)

    def noted(self) -> list[list[Any]]:
        said: Any = self.notes() or []
        if not isinstance(said, (list, tuple)):
            raise Incomplete(f"notes gives {said!r}, {NOTES}", type(self).notes)
        for one in said:
            if not (isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], dict)):
                raise Incomplete(f"notes gives {one!r}, {NOTES}", type(self).notes)
        return [list(one) for one in said]

    def own(self, seat: i64) -> View:
        private: dict[str, Any] = {}
        for thing in self.things:
            if isinstance(thing, Zone) and thing.hidden and thing.owner == seat:
                private[thing.name] = [card.name for card in thing.cards]
        mine = int(seat)
        sealed = self.answers[mine] if mine in self.together and self.answers[mine] >= 0 else None
        return {"private": private, "answer": sealed}

    def guess(self, seat: int | None, rng: Rng) -> State:
        world = self.clone()
        assert isinstance(world, Table)
        world.rng = rng.branch()
        unseen: list[Card] = []
        hidden: list[Zone] = []
        for thing in world.things:
            if isinstance(thing, Zone) and thing.hidden and not (seat is not None and thing.owner == seat):
                hidden.append(thing)
                thing.stacked = 0
                for place in range(len(thing.cards)):
                    if thing.unknown(place):
                        unseen.append(thing.cards[place])
        left: i64 = len(unseen)
        for zone in hidden:
            for place in range(len(zone.cards)):
                if zone.unknown(place):
                    chosen = rng.below(left)
                    left -= 1
                    zone.cards[place] = unseen[chosen]
                    unseen[chosen] = unseen[left]
            if zone.sorted:
                zone.cards.sort(key=lambda card: int(card.index))
        for other in world.together:
            if other != seat and world.answers[other] >= 0:
                n = world.moves(other)
                world.answers[other] = int(world.buf[rng.below(n)])
        return world

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        assert self.rules.row_plan is not None
        plan: RowPlan = self.rules.row_plan(int(self.players))
        plan.write(self.view(int(seat)), out, at)

    def unseal(self, seat: i64) -> None:
        for other in self.together:
            if other != seat:
                self.answers[other] = -1

    def forced(self, seat: i64) -> bool:
        return self.moves(seat) == 1 and self.rules.moves[self.buf[0]].name in self.rules.when_stuck

    def lapse(self, seat: i64) -> i64:
        return self.buf[0] if self.moves(seat) > 0 else -1

    def census(self) -> list[str]:
        found: list[str] = []
        for thing in self.things:
            if isinstance(thing, Zone):
                found += [card.name for card in thing.cards if card is not GAP]
            elif isinstance(thing, Track):
                found += [f"{thing.name} {seat}" for seat in range(len(thing.at))]
        return found

    def blank(self) -> State:
        return type(self)()

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, Table)
        self.copy_base(twin)
        twin.rules = self.rules
        things = [thing.copy() for thing in self.things]
        twin.things = things
        twin.first_hand = self.first_hand
        twin.laid = self.laid
        twin.score = self.score[:]
        twin.rounds = self.rounds[:]
        twin.out = self.out[:]
        twin.turn = self.turn
        twin.asked = self.asked
        twin.together = self.together
        twin.answers = self.answers[:]
        twin.direction = self.direction
        twin.made = self.made
        twin.ended = self.ended
        twin.actor = self.actor
        for name in self.own_names():
            setattr(twin, name, copied(getattr(self, name), things))

    def own_names(self) -> list[str]:
        """The fields that the author gave this table."""
        found: dict[str, Any] = getattr(self, "__dict__", {})
        names = [name for name in found if name not in BASE]
        for name in self.rules.fields:
            if hasattr(self, name):
                names.append(name)
        return names

    def fields(self) -> dict[str, Any]:
        """What they hold, as plain data; zones that are still where they were laid out go without saying."""
        found: dict[str, Any] = {}
        for name in self.own_names():
            value = flat(getattr(self, name), name)
            if name not in self.laid or self.laid[name] != value:
                found[name] = value
        return found

    # Stored and read back: `core.snapshot` asks for these.

    def pack(self) -> dict[str, Any]:
        return {
            "rng": plain(self.rng),
            "things": [thing.plain() for thing in self.things],
            "fields": dict(sorted(self.fields().items())),
            "score": list(self.score),
            "rounds": [list(line) for line in self.rounds],
            "out": list(self.out),
            "turn": self.turn,
            "asked": self.asked,
            "together": list(self.together),
            "answers": list(self.answers),
            "direction": self.direction,
            "made": int(self.made),
            "ended": self.ended,
        }

    def unpack(self, data: dict[str, Any]) -> None:
        self.rng = back(data["rng"])
        contents: list[Any] = data["things"]
        for k in range(len(self.things)):
            self.things[k].fill(contents[k], self.rules.by_name)
        self.take_fields(data["fields"])
        self.score = list(data["score"])
        self.rounds = [list(line) for line in data["rounds"]]
        self.out = list(data["out"])
        self.turn = data["turn"]
        self.asked = data["asked"]
        self.together = tuple(data["together"])
        self.answers = list(data["answers"])
        self.direction = data["direction"]
        self.made = data["made"]
        self.ended = data["ended"]

    def take_fields(self, fields: dict[str, Any]) -> None:
        things = {thing.name: thing for thing in self.things}
        for name, value in fields.items():
            setattr(self, name, raised(value, self.rules.by_name, things))


def no_seat(seat: int, players: int) -> Incomplete:
    return Incomplete(f"there is no seat {seat}: they count from 0 to {players - 1}")


def seen_cards(zone: Zone) -> Any:
    """What everybody sees of a zone: its cards, or how many there are; of a grid what is turned up."""
    if not zone.hidden:
        return [card.name for card in zone.cards]
    if zone.kind != GRID:
        return len(zone.cards)
    return [BACK if zone.closed(place) else zone.cards[place].name for place in range(len(zone.cards))]
