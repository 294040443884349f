"""The text of a match: written and read without loss, and never believed without a check."""

from __future__ import annotations

import contextlib
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specimens import OURS, TURNS, id_of
from tailback import games
from tailback.core import fair, record_reader
from tailback.core import record as records
from tailback.core.errors import RecordError
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import AMOUNT, HELPED
from tailback.core.record import Record, replay, verify, write
from tailback.core.rng import SEED_BITS, Rng
from tailback.games import read_record as read

# How a record of the game begins, its first options, and the line below them all.
HEAD = f"game {TURNS.id} {TURNS.rules_version}"
FIRST, SECOND = TURNS.options[:2]
SEED = 6 + sum(option.kind not in (HELPED, AMOUNT) for option in TURNS.options)


def play(record: Record, seed: int = 1, most: int = 100_000) -> Record:
    """Random moves until the match is over, or `most` of them."""
    state = record.begin()
    record.setup = [event.full() for event in state.take_events()]
    rng = Rng(seed)
    while most > 0 and (decision := state.decision()) is not None:
        seat = decision.awaited[int(rng.below(len(decision.awaited)))]
        legal = state.legal(seat)
        action = legal[int(rng.below(len(legal)))]
        state.apply(seat, action)
        record.add(seat, action, state.take_events())
        most -= 1
    if state.decision() is None:
        record.finish(state)
    return record


def new(name: str, players: int = 0, preset: str = "", seed: int = 42, **options: object) -> Record:
    game = games.load(name)
    count = players or game.usual
    return Record(game, count, game.settle(count, options, preset), seed)


@cache
def short_match() -> str:
    return write(play(new(TURNS.id, 3, **TURNS.short)))


@pytest.mark.parametrize("game", [game for game in OURS if game.rules_version > 1], ids=id_of)
def test_a_record_of_older_rules_with_options_of_then_is_told_apart_from_a_mistake(game: Game) -> None:
    """Where its options are none any more, the rules are what is wrong, and not the record."""
    text = write(play(new(game.id, **game.short), most=3))
    option = game.options[0].name
    gone = text.replace(f"option {option}", "option gone")
    with pytest.raises(RecordError) as caught:
        read(gone.replace(f"game {game.id} {game.rules_version}", f"game {game.id} 1"))
    assert (caught.value.key, caught.value.params) == ("older_rules", {"version": 1, "known": game.rules_version})
    with pytest.raises(RecordError, match="unknown_option"):
        read(gone)


@pytest.mark.parametrize("name", games.ids())
def test_whole_matches_of_every_game_survive(name: str) -> None:
    game = games.load(name)
    for preset in game.presets:
        for players in {game.fewest, game.most}:
            record = play(new(name, players, preset), seed=players)
            text = write(record)
            again = read(text)
            assert write(again) == text
            assert again.over
            assert (again.scores, again.places) == (record.scores, record.places)
            assert [(step.seat, step.action) for step in again.steps] == [(s.seat, s.action) for s in record.steps]
            assert verify(again) == []


@pytest.mark.parametrize("name", games.ids())
def test_an_unfinished_match_goes_on_as_it_would_have(name: str) -> None:
    whole = play(new(name, seed=7), most=40)
    half = read(write(play(new(name, seed=7), most=20)))
    assert not half.over
    assert verify(half) == []
    state = half.begin()
    for played in replay(half):
        state = played.state
    for step in whole.steps[20:]:
        state.apply(step.seat, step.action)
        assert [event.full() for event in state.take_events()] == step.events


def test_it_reads_as_the_docs_say() -> None:
    lines = short_match().splitlines()
    assert lines[:4] == ["tailback 1", HEAD, "players 3", "names A | B | C"]
    assert lines[4] == "seats person person person"
    assert [line.split()[1] for line in lines if line.startswith("option ")] == [
        option.name for option in TURNS.options if option.kind not in (HELPED, AMOUNT)
    ]
    assert "seed 42" in lines
    moves = lines[lines.index("moves") + 1 :]
    assert re.match(r"  \w+ \w+=", moves[0])
    assert re.fullmatch(r"[ABC] \w+( .+)?", next(line for line in moves if not line.startswith("  ")))
    assert lines[-3].startswith("scores ")
    assert lines[-2].startswith("places ")
    assert lines[-1] == f"end {sum(re.match('[A-C] ', line) is not None for line in moves)}"


@pytest.mark.parametrize("name", games.ids())
def test_who_is_helped_is_written_only_where_somebody_is(name: str) -> None:
    option = games.load(name).option_of(HELPED)
    if option is None:
        return
    short = games.load(name).short
    assert f"option {option.name}" not in write(new(name, **short))
    text = write(play(new(name, **short, **{option.name: (0, 1)})))
    assert f"option {option.name} 0,1" in text.splitlines()
    assert write(read(text)) == text
    assert verify(read(text)) == []


def test_remarks_stay() -> None:
    record = new(TURNS.id, 2)
    record.notes = ["ends with a Take 4", "line\nbreak | bar"]
    assert read(write(record)).notes == record.notes


@settings(max_examples=60)
@given(st.lists(st.text(max_size=20), min_size=2, max_size=2))
def test_any_name_survives(names: list[str]) -> None:
    record = new(TURNS.id, 2)
    record.names = names
    text = write(record)
    assert len(text.split("\n")) == len(write(new(TURNS.id, 2)).split("\n"))
    assert read(text.encode("utf-8").decode("utf-8")).names == names


EVENT_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60)
@given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,6}\Z").filter(lambda name: name != "kind"), EVENT_VALUES, max_size=4))
def test_any_event_survives(data: dict[str, object]) -> None:
    event = {"kind": "told", **data}
    line = records.write_event(event)
    assert "\n" not in line
    assert record_reader.read_event(line) == event


def test_a_file_cut_off_anywhere_is_refused() -> None:
    text = short_match()
    for cut in {*range(0, 500, 7), *range(500, len(text), 41), *range(len(text) - 60, len(text) - 1)}:
        with pytest.raises(RecordError):
            read(text[:cut])


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_file_gives_record_errors_only(data: st.DataObject) -> None:
    text = short_match()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(st.text(max_size=10)) + text[at + gone :]
    with contextlib.suppress(RecordError):
        verify(read(text))


def changed(old: str, new: str) -> str:
    text = short_match()
    assert re.search(old, text, re.MULTILINE)
    return re.sub(old, new, text, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("old", "new", "key", "line"),
    [
        ("^tailback 1$", "hello", "not_a_record", 1),
        ("^tailback 1$", "tailback 2", "newer_format", 1),
        ("^tailback 1$", "tailback 0", "bad_format", 1),
        (f"^{HEAD}$", "game chess 1", "unknown_game", 2),
        (f"^{HEAD}$", f"game {TURNS.id} 99", "newer_rules", 2),
        (f"^{HEAD}$", f"game {TURNS.id}", "expected", 2),
        (f"^{HEAD}$", "game ../../x 1", "unknown_game", 2),
        ("^players 3$", "players 300", "bad_number", 3),
        ("^players 3$", "players ٣", "bad_number", 3),
        ("^names .*$", "names A | B", "bad_count", 4),
        ("^names .*$", r"names A | B | \\q", "bad_escape", 4),
        ("^names .*$", r"names A | B | \\Uffffffff", "bad_escape", 4),
        ("^seats .*$", "seats person", "bad_count", 5),
        (f"^option {FIRST.name} .*$", f"option {FIRST.name} ?", "bad_value", 6),
        (f"^option {FIRST.name} .*$", "option cheat true", "unknown_option", 6),
        (f"^option {SECOND.name} .*$", f"option {FIRST.name} 1", "unknown_option", 7),
        ("^seed 42$", "seed -1", "bad_number", SEED),
        ("^seed 42$", f"seed {1 << 256}", "bad_number", SEED),
        ("^moves$", "position A: no such card\nmoves", "bad_position", SEED + 1),
        ("^moves$", "position hello\nmoves", "bad_position", SEED + 1),
        ("^moves$", "moves please", "expected", SEED + 1),
        ("^  .*$", "  told x=[[[", "bad_event", SEED + 2),
        ("^  .*$", "  told " + "x=" + "[" * 3_900, "bad_event", SEED + 2),
        ("^  .*$", "  told x=1 x=2", "bad_event", SEED + 2),
        ("^  .*$", "  told x=1y=2", "bad_event", SEED + 2),
        ("^  .*$", "  " + "x" * 5_000, "line_too_long", SEED + 2),
        ("^  .*$", "A fly", "bad_move", SEED + 2),
        ("^  .*$", f"F {TURNS.notation(0)}", "bad_move", SEED + 2),
        ("^scores .*$", "scores 1 2", "bad_count", 0),
        ("^scores .*$", "scores a b c", "bad_number", 0),
        ("^end .*$", "end 3", "truncated", 0),
        (r"^end (.*)$", r"end \1\nmore", "after_end", 0),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, key: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        read(changed(old, new))
    assert caught.value.key == key
    assert not line or caught.value.line == line


def test_absurd_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "LONGEST_TEXT", 100)
    with pytest.raises(RecordError, match="too_big"):
        read(short_match())
    monkeypatch.undo()
    monkeypatch.setattr(record_reader, "MOST_MOVES", 3)
    with pytest.raises(RecordError, match="too_many_moves"):
        read(short_match())


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("^  .*$", "  never_happened card=CC", "event_differs"),
        ("^  .*$\n", "", "event_differs"),
        ("^scores .*$", "scores 1 1 1", "scores_differ"),
        ("^places .*$", "places 1 1 1", "places_differ"),
        ("^scores .*$\n^places .*$\n", "", "is_over"),
        ("^seed 42$", "seed 43", "event_differs"),
    ],
)
def test_a_record_that_does_not_hold_is_found_out(old: str, new: str, key: str) -> None:
    assert key in [found.key for found in verify(read(changed(old, new)))]


def test_a_wrong_event_is_found_with_its_line() -> None:
    for old, new in (("^  .*$", "  laughed"), (r"^([ABC] .*)\n  .*$", r"\1\n  laughed")):  # of the deal, of a move
        text = changed(old, new)
        found = verify(read(text))
        assert [one.key for one in found] == ["event_differs"]
        assert text.splitlines()[found[0].line - 1] == "  laughed"


def test_an_illegal_move_is_found_with_its_line() -> None:
    record = read(short_match())
    step = record.steps[3]
    step.seat = (step.seat + 1) % 3
    found = verify(record)
    assert found[-1].key == "illegal_move"
    assert found[-1].line == step.line
    assert found[-1].params["move"].startswith(seat_letter(step.seat) + " ")


@pytest.mark.parametrize("size", [fair.OLD_SECRET_BYTES, fair.SECRET_BYTES])
def test_the_seed_of_a_fair_deal_must_be_of_the_kind_its_secret_gives(size: int) -> None:
    """Else whoever deals could look at two deals and choose."""
    secret, words = "5e" * size, ["", "fox", "owl"]
    other = "5e" * (fair.OLD_SECRET_BYTES + fair.SECRET_BYTES - size)

    def dealt(seed: int) -> Record:
        record = new(TURNS.id, 3, seed=seed, **TURNS.short)
        record.deal = records.Deal(fair.fingerprint(secret), secret, words)
        return play(record)

    good = dealt(fair.seed(secret, words))
    assert (good.seed >> SEED_BITS > 0) == (size == fair.SECRET_BYTES)
    again = read(write(good))
    assert (again.seed, again.deal) == (good.seed, good.deal)
    assert write(again) == write(good)
    assert verify(again) == []
    beginning = int.from_bytes(good.seed.to_bytes(32, "big")[: SEED_BITS // 8], "big")
    for seed in (beginning, fair.seed(other, words)):
        assert [found.key for found in verify(read(write(dealt(seed))))] == ["seed_differs"]


@pytest.mark.parametrize("length", [0, 62, 66, 94, 98])
def test_a_secret_has_one_of_two_lengths(length: int) -> None:
    record = new(TURNS.id, 3)
    record.deal = records.Deal("5e" * 32, "5" * length, ["", "", ""])
    with pytest.raises(RecordError, match="expected"):
        read(write(record))


def test_scores_without_an_end_are_found() -> None:
    record = play(new(TURNS.id, 3), most=4)
    record.scores, record.places = [0, 0, 0], [1, 1, 1]
    assert [found.key for found in verify(read(write(record)))] == ["is_not_over"]


def test_other_line_ends_and_a_byte_order_mark_are_fine() -> None:
    text = short_match()
    assert write(read("\ufeff" + text.replace("\n", "\r\n"))) == text


def test_recording_anew_repairs_events() -> None:
    damaged = read(changed("^  .*$\n", ""))
    assert verify(damaged)
    assert write(records.record_events(damaged)) == short_match()


def test_seats_may_be_left_out() -> None:
    assert read(changed("^seats .*$\n", "")).seats == ["person"] * 3
