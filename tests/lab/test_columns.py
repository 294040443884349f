"""The columns of a study: the same numbers in the core, in a file and in the counts."""

from __future__ import annotations

import zlib
from array import array
from collections import Counter
from pathlib import Path

import pytest
from mypy_extensions import i32, i64

from memory import kept
from specimens import TURNS
from tailback import games
from tailback.core.rng import Rng
from tailback.core.simulate import BY_INSTINCT, chances, play_on
from tailback.core.vecs import vec
from tailback.lab.counts import count
from tailback.lab.kept import Kept, pack, unpack
from tailback.lab.playing import Range, column, play
from tailback.lab.setups import make
from tailback.lab.watching import WHOLE


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [("B", [0, 255, 3]), ("H", [65535, 1]), ("I", [2**32 - 1, 7, 256]), ("i", [-1, 2**31 - 1, -(2**31)]), ("i", [])],
)
def test_what_is_packed_is_unpacked(kind: str, numbers: list[int]) -> None:
    assert unpack(kind, pack(array(kind, numbers))) == array(kind, numbers)


def test_a_file_means_the_same_on_every_machine() -> None:
    """The lowest bytes come first, whatever the order of this machine."""
    assert zlib.decompress(pack(array("i", [1, -2]))) == bytes([1, 254, 0, 255, 0, 255, 0, 255])
    assert zlib.decompress(pack(array("H", [258]))) == bytes([2, 1])


def test_a_list_stands_in_for_numbers_in_a_block() -> None:
    """Where there is no wheel of librt, such as in a browser."""
    assert column("i", [5, -6]) == column("i", vec[i32]([5, -6])) == array("i", [5, -6])


def test_one_column_or_one_range_is_read_as_it_was_written(tmp_path: Path) -> None:
    setup = make(TURNS, 3, ["random"], TURNS.short, watch=0, follow=0)
    pieces = {first: play(setup, first, 20) for first in (0, 20, 40)}
    with Kept(tmp_path / "one.study") as kept:
        arm, other = kept.arm(setup), kept.arm(make(TURNS, 3, ["1"], TURNS.short, watch=0, follow=0))
        for first in (40, 0, 20):
            kept.put(Range(arm, first, 20), pieces[first])
            kept.put(Range(other, first, 20), pieces[40 - first])
        kept.put(Range(arm, 0, 20), pieces[20])
        assert kept.read(Range(arm, 20, 20)) == pieces[20]
        for name in pieces[0]:
            assert list(kept.column(arm, name)) == [(first, pieces[first][name]) for first in (0, 20, 40)]


@pytest.mark.parametrize("game", games.ours())
def test_counts_are_those_of_the_columns(game: str) -> None:
    setup = make(games.load(game), robots=["random"], watch=0, follow=0)
    columns = play(setup, 0, 50)
    found = count(setup, 0, columns)
    for name in columns:
        assert found[name] == Counter(columns[name]), name
    by_match = zip(*(columns[f"score:{seat}"] for seat in range(setup.players)), strict=True)
    ranked = [sorted(scores, reverse=not setup.lower_wins) for scores in by_match]
    assert found["margin"] == Counter(abs(first - second) for first, second, *_ in ranked)


def test_chances_are_what_playing_on_comes_to() -> None:
    state = TURNS.new(3, 5, TURNS.short)
    minds = [BY_INSTINCT] * 3
    won = [0, 0, 0]
    rng = Rng(8)
    for _ in range(12):
        world = state.imagine(None, rng)
        play_on(world, vec[i64](minds), rng)
        places = world.ranking()
        for seat in range(3):
            won[seat] += WHOLE // places.count(1) if places[seat] == 1 else 0
    assert chances(state, minds, 12, WHOLE, Rng(8)) == [part // 12 for part in won]
    assert sum(won) > 11 * WHOLE


def test_nothing_is_kept_of_what_was_counted() -> None:
    """Columns were never freed: ten million matches took a worker 140 MB."""
    setup = make(TURNS, 3, ["random"], TURNS.short, watch=20, follow=0)

    def work() -> None:
        for first in (*range(20, 2020, 200), *[0] * 10):
            count(setup, first, play(setup, first, 200 if first else 20))

    assert kept(work) < 4_000
