"""What the tests of several games ask in the same way. Each game's own files say for which clause, and with what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import LEGAL, State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.record import Record, verify, write
from tailback.core.rng import Rng
from tailback.games import read_record
from tailback.robots import levelling
from tailback.robots.duels import Duel, play_deal, summed
from tailback.texts import LANGUAGES, Texts


def refused_options(game: Game, players: int, options: dict[str, Any]) -> BadOption:
    """Why this cannot be played; and whatever is offered instead can be dealt."""
    with pytest.raises(BadOption) as caught:
        game.settle(players, options)
    nearest = dict(caught.value.nearest or {})
    if nearest:
        game.settle(nearest.pop("players", players), {**options, **nearest})
    return caught.value


def verdict_and_list_agree(game: Game, matches: int, options: dict[str, Any]) -> None:
    """At every position of some random matches, for every seat and every action."""
    rng = Rng(3)
    for seed in range(matches):
        state = game.new(2 + seed % 4, seed, options)
        while (seat := state.waiting()) >= 0:
            for who in range(state.players):
                listed = state.legal(who)
                for action in range(-1, game.actions + 1):
                    assert (state.verdict(who, action) == LEGAL) == (action in listed)
            moves = state.legal(seat)
            state.apply(seat, moves[rng.below(len(moves))])


def amounts_are_named(game: Game, clause: str, lang: str, **options: Any) -> None:
    """The clause about even chances says what whoever is helped gets, for any number of players; so does the option."""
    sections = game.texts(lang)["rules"]
    text = next(section["clauses"][clause] for section in sections if clause in section["clauses"])
    numbers = [int(word) for word in re.findall(r"[0-9]+", text)]
    for players in range(game.fewest, game.most + 1):
        key, amount, more = game.head_start(players, game.settle(players, options))
        assert amount in numbers, (players, amount, text)
        assert str(amount) in Texts(lang, game).say(f"options.even_chances.gives.{key}", n=amount, more=more)
        # And an amount that was named goes before what the game has by itself.
        for ladder in game.head_starts(players, game.settle(players, options)):
            for given in (ladder[0], ladder[-1]):
                helped = game.settle(players, {**options, "even_chances": (0,), "head_start": given})
                key, amount, more = game.head_start(players, helped)
                said = Texts(lang, game).say(f"options.even_chances.gives.{key}", n=amount, more=more)
                assert "{" not in said
                assert amount < 2 or str(amount) in said


# Few matches, so that a test on plain rules is quick, too; time is no matter.
FEW = (1_000,)
LONG = 600.0


def worked_out(
    game: str, players: int, options: dict[str, Any] | None = None, preset: str = "", **more: Any
) -> levelling.Levelled:
    """How large a head start must be in this set-up."""
    one = games.load(game)
    given = {"helped": [0], "levels": [], "matches": FEW, "seconds": LONG, **more}
    return levelling.level(one, players, one.settle(players, options, preset), **given)


def head_start_holds(found: levelling.Levelled) -> None:
    """An amount with a chance near an even one, or a reason and no amount."""
    if found.why:
        assert found.amount == 0
    else:
        assert found.amount > 0
        assert found.low <= found.share <= found.high
        assert abs(found.share - found.even) <= levelling.NEAR
        assert found.without < found.even


def head_start_comes_true(game: Game, players: int, options: dict[str, Any]) -> None:
    """Matches that somebody else plays, with other deals, come out as it was said."""
    found = worked_out(game.id, players, options, matches=(2_000,))
    assert found.why == ""
    duel = Duel(game.id, players, "1", "3", options=(("head_start", found.amount), *options.items()), helped=True)
    share = summed([play_deal(duel, deal) for deal in range(7_000, 7_000 + 600 // players)])
    assert share.low <= found.high
    assert found.low <= share.high


class FirstDealer:
    """Who deals first when the table names somebody, as it does in a rematch; by the option `first_dealer`."""

    def __init__(self, game: Game, clause: str) -> None:
        self.game = game
        self.clause = clause
        self.seats = [(players, seat) for players in range(game.fewest, game.most + 1) for seat in range(players)]
        # Seats that a larger table has, but not this one.
        fewer = range(game.fewest, game.most)
        self.beyond = [(players, first) for players in fewer for first in sorted({players + 1, game.most})]

    @staticmethod
    def dealer(state: State) -> int:
        found: int = state.view(None)["dealer"]
        return found

    def refused(self, players: int, first: Any) -> BadOption:
        with pytest.raises(BadOption) as caught:
            self.game.new(players, 1, {"first_dealer": first})
        return caught.value

    def deals(self, players: int, seat: int, options: dict[str, Any]) -> None:
        """Whoever is named; the options must let the next player begin."""
        for seed in range(10):
            state = self.game.new(players, seed, {"first_dealer": seat + 1, **options})
            assert self.dealer(state) == seat
            assert state.waiting() == (seat + 1) % players

    def is_drawn_by_lot(self) -> None:
        """Where nobody is named, as it was before anybody could be."""
        lots = [Rng(seed).below(4) for seed in range(40)]
        assert lots[:12] == [1, 0, 2, 1, 0, 3, 3, 2, 3, 2, 2, 1]
        assert [self.dealer(self.game.new(4, seed)) for seed in range(40)] == lots
        assert [self.dealer(self.game.new(4, seed, {"first_dealer": 0})) for seed in range(40)] == lots
        for preset in self.game.presets:
            assert self.game.settle(4, preset=preset)["first_dealer"] == 0

    def deals_the_same_cards(self, first: int) -> None:
        for seed in range(20):
            lot = self.game.new(4, seed)
            named = self.game.new(4, seed, {"first_dealer": first})
            for k in range(4):
                there = (self.dealer(lot) + k) % 4
                assert named.view((first - 1 + k) % 4)["hand"] == lot.view(there)["hand"]
            assert named.view(None)["top"] == lot.view(None)["top"]
            assert named.rng.next() == lot.rng.next()

    def is_followed_by_the_next(self, first: int, four_rounds: dict[str, Any]) -> None:
        state = self.game.new(3, 6, {**four_rounds, "first_dealer": first})
        state.listen()
        dealers = [self.dealer(state)]
        rng = Rng(4)
        while (seat := state.waiting()) >= 0:
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
            dealers += [event.data["dealer"] for event in state.take_events() if event.kind == "dealt"]
        assert dealers == [(first - 1 + k) % 3 for k in range(4)]

    def must_be_there(self, players: int, first: int) -> None:
        error = self.refused(players, first)
        assert (error.clause, error.key) == (self.clause, "bad_first_dealer")
        assert error.params == {"dealer": seat_letter(first - 1), "players": players}
        assert error.nearest == {"first_dealer": players}
        assert self.dealer(self.game.new(players, 1, error.nearest)) == players - 1
        for lang in LANGUAGES:
            told = Texts(lang, self.game).say(f"refusals.{error.key}", **error.params)
            assert seat_letter(first - 1) in told
            assert str(players) in told

    def must_be_a_seat(self, first: Any) -> None:
        error = self.refused(self.game.most, first)
        allowed = f"A-{seat_letter(self.game.most - 1)}, 0"
        assert (error.clause, error.key, error.params["allowed"]) == (self.clause, "bad_value", allowed)

    def is_in_the_record(self) -> None:
        """And an old record has none."""
        text = write(self.dealt(3))
        assert "\noption first_dealer 3\n" in text
        again = read_record(text)
        assert (again.options["first_dealer"], verify(again)) == (3, [])
        old = write(self.dealt(0)).replace("option first_dealer 0\n", "")
        assert "first_dealer" not in old
        again = read_record(old)
        assert (again.options["first_dealer"], verify(again)) == (0, [])

    def dealt(self, first: int) -> Record:
        """The record of a match nobody has moved in yet."""
        record = Record(self.game, 4, self.game.settle(4, {"first_dealer": first}), 7)
        record.setup = [event.full() for event in record.begin().take_events()]
        return record
