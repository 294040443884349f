"""Options: what is declared is what is accepted, typed or as a value, and what is refused says why."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from specimens import OURS, id_of
from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import AMOUNT, CHOICE, FLAG, HELPED, NUMBER, NUMBERS, SEAT, SEATS, Option, resolve
from tailback.texts import Texts

RULE = Option("rule", "soft", "X-1", ("soft", "hard"))
NOISE = Option("noise", False, "X-2")
LAPS = Option("laps", 3, "X-3", low=1, high=9)
SIZE = Option("size", 30, "X-4", (30, 40))
OUT = Option("out", (1, 2), "X-5", low=1, high=6)
HELP = Option("help", (), "X-6", high=3, kind=HELPED)
ALL = (RULE, NOISE, LAPS, SIZE, OUT, HELP)


def test_the_kind_follows_from_the_default_unless_it_is_named() -> None:
    assert [option.kind for option in ALL] == [CHOICE, FLAG, NUMBER, NUMBER, NUMBERS, HELPED]


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (RULE, "hard", "hard"),
        (NOISE, True, True),
        (NOISE, "yes", True),
        (NOISE, " Off ", False),
        (LAPS, 9, 9),
        (LAPS, " 4 ", 4),
        (SIZE, "40", 40),
        (OUT, [3, 1], (3, 1)),
        (OUT, "1, 2 6", (1, 2, 6)),
        (OUT, "", ()),
        (HELP, [2, 0], (0, 2)),
        (HELP, "3,1", (1, 3)),
    ],
)
def test_good_values(option: Option, given: Any, value: Any) -> None:
    assert option.check(given) == value
    assert type(option.check(given)) is type(value)


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (RULE, "HARD"),
        (RULE, 1),
        (RULE, None),
        (RULE, ["soft"]),
        (NOISE, 1),
        (NOISE, "perhaps"),
        (NOISE, None),
        (LAPS, 0),
        (LAPS, 10),
        (LAPS, True),
        (LAPS, 2.0),
        (LAPS, "three"),
        (LAPS, "9" * 5000),
        (SIZE, 35),
        (OUT, [1, 1]),
        (OUT, [7]),
        (OUT, [True]),
        (OUT, ["1"]),
        (OUT, "1;2"),
        (OUT, 3),
        (HELP, [1, 1]),
        (HELP, [4]),
        (HELP, [-1]),
        (HELP, "E"),
        (HELP, "AB"),
    ],
)
def test_bad_values_name_clause_and_what_is_allowed(option: Option, given: Any) -> None:
    with pytest.raises(BadOption) as caught:
        option.check(given)
    assert (caught.value.clause, caught.value.key) == (option.clause, "bad_value")
    assert caught.value.params["option"] == option.name
    assert caught.value.params["allowed"] == option.allowed()


@pytest.mark.parametrize("option", ALL, ids=lambda option: option.name)
def test_what_is_written_can_be_read(option: Option) -> None:
    for value in option.values():
        text = option.write(value)
        assert option.check(option.parse(text)) == option.check(value)


def test_what_is_allowed_in_words() -> None:
    assert [option.allowed() for option in ALL] == [
        "soft, hard",
        "true, false",
        "1-9",
        "30, 40",
        "1-6, ...",
        "A-D, ...",
    ]


def test_values_worth_trying() -> None:
    assert [option.values() for option in ALL] == [
        ["soft", "hard"],
        [False, True],
        [1, 3, 9],
        [30, 40],
        [(1, 2)],
        [(), (0,)],
    ]


def test_later_bundles_win_and_what_is_given_wins_over_all() -> None:
    found = resolve(ALL, {"laps": "7"}, [{"laps": 2, "rule": "hard"}, {"rule": "soft", "noise": True}])
    assert found == {"rule": "soft", "noise": True, "laps": 7, "size": 30, "out": (1, 2), "help": ()}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(BadOption) as caught:
        resolve(ALL, {"speed": 3}, [])
    assert (caught.value.key, caught.value.params["option"]) == ("unknown_option", "speed")
    assert "laps" in caught.value.params["allowed"]


def test_a_refusal_reads_as_a_line() -> None:
    assert str(BadOption("X-1", "bad_players", {"players": 9}, {"players": 6})) == (
        "X-1: bad_players (players 9); try {'players': 6}"
    )
    assert str(BadOption("", "unknown_option")) == "unknown_option"


class Torn(Game):
    """Each of its two rules undoes what the other wants."""

    def __init__(self) -> None:
        super().__init__()
        self.fewest, self.most, self.options = 2, 4, (LAPS,)

    def check(self, players: int, options: dict[str, Any]) -> None:
        raise BadOption("X-3", "torn", {}, {"laps": 1 if options["laps"] > 1 else 2})


def test_rules_that_undo_each_other_are_not_mended_for_ever() -> None:
    with pytest.raises(BadOption) as caught:
        Torn().settle(3)
    assert caught.value.nearest == {"laps": 1}


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_presets_and_seeds_of_a_game(game: Game) -> None:
    for preset, bundle in game.presets.items():
        settled = game.settle(game.usual, preset=preset)
        assert {name: settled[name] for name in bundle} == bundle
        for option in game.options:
            # What is given wins over the preset.
            if option.name in bundle and option.kind == CHOICE and option.name != "edition":
                for value in option.choices:
                    assert game.settle(game.usual, {option.name: value}, preset)[option.name] == value
    with pytest.raises(BadOption, match="unknown_preset"):
        game.settle(game.usual, preset="nightmare")
    for seed in (-1, 1 << 256):
        with pytest.raises(BadOption, match="bad_seed"):
            game.new(game.usual, seed)
    assert game.new(game.usual, (1 << 96) - 1).waiting() >= 0


@pytest.mark.parametrize("game", OURS, ids=id_of)
@pytest.mark.parametrize("edition", [[], {}, 3, None])
def test_a_malformed_edition_is_a_bad_option_and_no_crash(game: Game, edition: Any) -> None:
    if "edition" in game.once_options:
        assert game.settle(game.usual, {"edition": edition}) == game.settle(game.usual)
        return
    with pytest.raises(BadOption):
        game.settle(game.usual, {"edition": edition})


@pytest.mark.parametrize("name", games.ids())
def test_a_wrong_number_of_players_is_refused_with_its_clause(name: str) -> None:
    game = games.load(name)
    for players in (-1, 0, 1, game.most + 1, 10**30):
        with pytest.raises(BadOption) as refused:
            game.settle(players)
        assert refused.value.key == "bad_players"
        assert refused.value.clause in game.clause_ids()
        assert refused.value.nearest is not None
        game.settle(refused.value.nearest["players"])
        assert pickle.loads(pickle.dumps(refused.value)).nearest == refused.value.nearest


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_options_are_spelt_as_python_spells_names(game: Game) -> None:
    for option in game.options:
        assert option.name == option.name.lower()
        assert all(value == value.lower() for value in option.choices if isinstance(value, str))


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_matches_stored_with_the_old_spelling_are_understood(game: Game) -> None:
    def camel(name: str) -> str:
        first, *others = name.split("_")
        return first + "".join(word.capitalize() for word in others)

    usual = game.settle(game.usual)
    old = {camel(name): camel(value) if isinstance(value, str) else value for name, value in usual.items()}
    assert game.settle(game.usual, old) == usual
    with pytest.raises(BadOption, match="unknown_option"):
        game.settle(game.usual, {"noSuchThing": 1})


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_only_those_who_sit_there_can_be_helped(game: Game) -> None:
    option = game.option_of(HELPED)
    assert option is not None
    assert option.high == game.most - 1
    assert game.settle(game.fewest, {option.name: [1, 0]})[option.name] == (0, 1)
    with pytest.raises(BadOption) as refused:
        game.settle(game.fewest, {option.name: [0, game.fewest]})
    assert (refused.value.clause, refused.value.key) == (option.clause, "bad_helped")
    assert refused.value.params == {"seat": seat_letter(game.fewest), "last": seat_letter(game.fewest - 1)}
    assert refused.value.nearest == {option.name: (0,)}
    assert Texts("en", game).say("refusals.bad_helped", **refused.value.params)


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_a_head_start_has_a_size_that_such_a_match_can_have(game: Game) -> None:
    helped, amount = game.option_of(HELPED), game.option_of(AMOUNT)
    assert helped is not None
    assert amount is not None
    assert (amount.default, amount.clause) == (0, helped.clause)
    for players in range(game.fewest, game.most + 1):
        for preset in game.presets:
            for ladder in game.head_starts(players, game.settle(players, preset=preset)):
                assert 0 < ladder[0] < ladder[-1] <= amount.high
                for value in (ladder[0], ladder[-1]):
                    given = {helped.name: (players - 1,), amount.name: value}
                    game.new(players, 1, given, preset)
    with pytest.raises(BadOption, match="head_start_of_nobody") as refused:
        game.settle(game.usual, {amount.name: 1})
    assert refused.value.nearest == {amount.name: 0}


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_seat_is_named_by_its_letter_in_every_option(game: Game) -> None:
    """And by its number as before, for links and records."""
    for option in game.options:
        if option.kind == SEAT:
            assert option.check("b") == option.check("B") == option.check("2") == option.check(2) == 2
            assert option.check("0") == 0
        elif option.kind in (SEATS, HELPED):
            assert option.check("A,C") == option.check("a c") == option.check("0,2") == option.check([0, 2]) == (0, 2)
        else:
            continue
        assert option.allowed().startswith("A-")
        assert option.check(option.write(option.check("A"))) == option.check("A")
        for wrong in ("Z", "AB", "?"):
            with pytest.raises(BadOption):
                option.check(wrong)
