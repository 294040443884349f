"""Rows add up to the same table whatever odd order things happened in."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from server.books import SECRET, Book, refused
from specimens import (
    AGES,
    DEALERS,
    OURS,
    RACE,
    SEALED,
    TALK,
    TURNS,
    WINDOW,
    age_option,
    by_age,
    dealer_option,
    help_option,
    helping,
    hurried,
    id_of,
    other_than,
)
from tailback import games
from tailback.core import fair, record
from tailback.core.game import Game
from tailback.core.options import CHOICE
from tailback.core.snapshot import dump
from tailback.server.protocol import replays
from tailback.server.protocol.face import table_face, undo_face
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import PAST_KEPT, Ledger
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import TooLate
from tailback.server.truth.snapshot import add_up


def picture(ledger: Ledger) -> dict[str, Any]:
    """Everything about a ledger that can be compared."""
    match = ledger.match
    state = match.state if match else None
    return {
        "v": ledger.v,
        "chairs": ledger.chairs,
        "settings": ledger.settings,
        "phase": ledger.phase,
        "past": ledger.past,
        "keys": list(ledger.keys),
        "shares": ledger.shares,
        "undo": ledger.undo and (ledger.undo.seat, ledger.undo.moves, ledger.undo.asked),
        "match": match and (match.n, match.seed, match.steps, match.options, match.words, match.youngest, match.places),
        "views": [state.view(seat) for seat in [None, *range(len(match.names))]] if state and match else [],
    }


@pytest.mark.parametrize("game_id", games.ids())
def test_the_same_rows_give_the_same_table_after_every_row(game_id: str) -> None:
    book = Book(game_id, "person person bot")
    book.deal()
    for _ in range(25):
        if book.ledger.phase == "playing":
            book.move()
    for upto in (1, 2, 3, 5, 11, len(book.rows)):
        again = add_up("t", book.rows[:upto])
        assert again.v == min(upto, len(book.rows))
    assert picture(add_up("t", book.rows)) == picture(book.ledger)


def test_rows_are_stored_small_and_read_back_as_they_were() -> None:
    row = r.Moved(at=7, seat=1, n=3, action=9, key="1.x")
    assert r.encode(row) == b'{"kind":"moved","at":7,"key":"1.x","seat":1,"n":3,"action":9}'
    assert r.decode(r.encode(row)) == row


@pytest.mark.parametrize("game_id", games.ids())
def test_what_was_typed_is_stored_as_it_was_understood(game_id: str) -> None:
    """Between spaces there is room for a row of sixty thousand signs, and a table has room for many rows."""
    game = games.load(game_id)
    for option in game.options:
        value = option.check(option.default)
        typed = option.write(value) + (" " * 60_000 if option.kind != CHOICE else "")
        row = desk.prepare(1, game_id, game.usual, "", {option.name: typed}, None)
        assert row.options == {option.name: value}
        assert len(r.encode(row)) < 500
        assert desk.prepare(1, game_id, game.usual, "", row.options, None).options == row.options


def test_a_game_of_other_rules_is_not_guessed_at() -> None:
    book = Book(TURNS.id)
    now = TURNS.rules_version
    for version, key in ((now + 1, "newer_rules"), (0, "older_rules")):
        with pytest.raises(Broken) as caught:
            book.ledger.apply(r.Prepared(at=1, game=TURNS.id, rules=version, secret=SECRET))
        assert caught.value.key == key
        assert caught.value.params == {"version": version, "known": now}


def test_a_table_of_older_rules_goes_on_where_they_agree() -> None:
    """A newer version that changes nothing that was played closes nobody's table."""
    for game in (games.load(name) for name in games.ours()):
        if game.rules_version > 1 and game.agrees(game.rules_version - 1, {}):
            book = Book(game.id)
            book.ledger.apply(r.Prepared(at=1, game=game.id, rules=game.rules_version - 1, secret=SECRET))
            assert book.ledger.match is not None


def test_what_was_dealt_with_a_value_offered_once_is_shown_by_its_name_of_today() -> None:
    for game in (games.load(name) for name in games.ours()):
        for option in game.options:
            for value, today in option.once.items():
                book = Book(game.id)
                book.ledger.apply(r.Dealt(at=1, options={**game.settle(2), option.name: value}))
                assert book.ledger.match is not None
                assert book.ledger.match.options[option.name] == today


def test_numbers_of_questions_are_never_used_twice_at_a_table() -> None:
    book = Book(TURNS.id, options=TURNS.short)
    book.deal()
    used = [book.n]
    for _ in range(2):
        while book.ledger.phase == "playing":
            book.move()
            used.append(book.n)
        book.add(desk.again(book.ledger, 5, "", "", None, None, None, True))
        book.deal()
    assert used == sorted(set(used))
    stale = used[3]
    with pytest.raises(TooLate):
        desk.answer(book.ledger, 6, 0, stale, 0)


def test_answers_to_one_question_keep_its_number_until_the_last() -> None:
    book = Book(SEALED.id, "person person person")
    book.deal()
    first = book.n
    match = desk.playing(book.ledger)
    assert match.decision is not None
    assert match.decision.awaited == (0, 1, 2)
    for seat in (2, 0):
        book.move(seat)
        assert book.n == first
    # A sealed answer may be changed; the others' numbers stay good.
    assert match.state is not None
    book.move(2, match.state.legal(2)[-1])
    assert book.n == first
    book.move(1)
    assert book.n > first


def test_an_answer_is_late_or_early_or_refused_with_its_reason() -> None:
    book = Book(AGES.id)
    refused("not_dealt", desk.answer, book.ledger, 1, 0, 1, 0)
    book.deal()
    n = book.n
    assert refused("too_early", desk.answer, book.ledger, 1, 0, n + 1, 0).params == {"n": n}
    why = refused("unknown_move", desk.answer, book.ledger, 1, 0, n, 10**9)
    assert why.legal == desk.playing(book.ledger).state.legal(0)  # type: ignore[union-attr]
    assert refused("not_asked", desk.answer, book.ledger, 1, 1, n, 0).legal == []
    book.move()
    with pytest.raises(TooLate) as late:
        desk.answer(book.ledger, 1, 0, n, 0)
    assert late.value.params == {"n": book.n}


def test_an_answer_after_the_end_is_late_and_not_a_mistake() -> None:
    book = Book(TURNS.id, options=TURNS.short)
    book.deal()
    last = 0
    while book.ledger.phase == "playing":
        last = book.n
        book.move()
    with pytest.raises(TooLate):
        desk.answer(book.ledger, 1, 0, last, 0)
    refused("match_over", desk.answer, book.ledger, 1, 0, book.n, 0)


def test_time_runs_out_once() -> None:
    book = Book(WINDOW.id, options=hurried(WINDOW))
    book.deal()
    book.move()
    n = book.n
    row = desk.time_out(book.ledger, 9, n)
    assert row is not None
    assert len(row.moves) == 1
    assert book.add(row)[0] == "table_time"
    assert desk.time_out(book.ledger, 9, n) is None
    assert desk.time_out(book.ledger, 9, book.n + 5) is None


# Undo


def stepped(chairs: str = "person person person") -> Book:
    """A game with a step taken that can be taken back."""
    book = Book(RACE.id, chairs)
    book.deal()
    for _ in range(400):
        match = desk.playing(book.ledger)
        assert match.decision is not None
        seat = match.decision.awaited[0]
        book.move()
        if match.steps[-1][0] == seat and match.undo_limit(seat) < len(match.steps):
            return book
    raise AssertionError("no step could be taken back")


def mover(book: Book) -> int:
    return desk.playing(book.ledger).steps[-1][0]


def test_undo_when_everyone_agrees() -> None:
    book = stepped()
    seat = mover(book)
    moves, n = len(desk.playing(book.ledger).steps), book.n
    others = [other for other in range(3) if other != seat]
    assert book.add(desk.undo(book.ledger, 4, seat, 1)) == ["table_undo_asked"]
    refused("undo_open", desk.undo, book.ledger, 4, others[0], None)
    refused("no_undo", desk.answer_undo, book.ledger, 4, seat, True)
    assert book.add(desk.answer_undo(book.ledger, 4, others[0], True)) == []
    refused("no_undo", desk.answer_undo, book.ledger, 4, others[0], True)
    assert book.add(desk.answer_undo(book.ledger, 4, others[1], True)) == ["table_undone"]
    assert len(desk.playing(book.ledger).steps) == moves - 1
    assert book.n > n
    assert picture(add_up("t", book.rows)) == picture(book.ledger)


def test_one_no_is_enough_and_a_new_move_forgets_the_request() -> None:
    book = stepped()
    seat = mover(book)
    before = len(desk.playing(book.ledger).steps)
    book.add(desk.undo(book.ledger, 4, seat, None))
    assert book.add(desk.answer_undo(book.ledger, 4, (seat + 1) % 3, False)) == ["table_undo_refused"]
    assert book.ledger.undo is None
    assert len(desk.playing(book.ledger).steps) == before
    book.add(desk.undo(book.ledger, 4, seat, None))
    book.move()
    assert book.ledger.undo is None
    refused("no_undo", desk.answer_undo, book.ledger, 4, (seat + 1) % 3, True)


def test_whoever_asked_may_let_it_be() -> None:
    book = stepped()
    seat = mover(book)
    before = len(desk.playing(book.ledger).steps)
    refused("no_undo", desk.drop_undo, book.ledger, 4, seat)
    book.add(desk.undo(book.ledger, 4, seat, 1))
    refused("no_undo", desk.drop_undo, book.ledger, 4, (seat + 1) % 3)
    assert book.add(desk.drop_undo(book.ledger, 4, seat)) == ["table_undo_dropped"]
    assert book.ledger.undo is None
    assert len(desk.playing(book.ledger).steps) == before
    assert picture(add_up("t", book.rows)) == picture(book.ledger)


def test_an_undo_says_what_it_would_take_back() -> None:
    book = stepped()
    seat = mover(book)
    match = desk.playing(book.ledger)
    heard = match.game.new(3, match.seed, match.options, listen=True)
    for step in match.steps[:-1]:
        heard.apply(*step)
    heard.take_events()
    heard.apply(*match.steps[-1])
    book.add(desk.undo(book.ledger, 4, seat, 1))
    assert book.ledger.undo is not None
    told = undo_face(book.ledger.undo).told
    assert told == [event.seen_by(None) for event in heard.take_events()]
    assert told


def test_bots_are_not_asked_and_whoever_leaves_is_asked_no_more() -> None:
    alone = stepped("person bot bot")
    while mover(alone) != 0 or desk.playing(alone.ledger).undo_limit(0) == len(desk.playing(alone.ledger).steps):
        alone.move()
    assert alone.add(desk.undo(alone.ledger, 4, 0, None)) == ["table_undo_asked", "table_undone"]

    for leave in (
        lambda ledger, seat: desk.free(ledger, 5, seat),
        lambda ledger, seat: desk.give_to_bot(ledger, 5, seat, "random"),
        lambda ledger, seat: desk.stand_in(ledger, 5, seat),
    ):
        book = stepped()
        seat = mover(book)
        moves = len(desk.playing(book.ledger).steps)
        others = [other for other in range(3) if other != seat]
        book.add(desk.undo(book.ledger, 4, seat, None))
        book.add(desk.answer_undo(book.ledger, 4, others[0], True))
        assert book.add(leave(book.ledger, others[1]))[-1] == "table_undone"
        assert len(desk.playing(book.ledger).steps) < moves
        assert picture(add_up("t", book.rows)) == picture(book.ledger)


def test_whoever_takes_over_from_a_bot_meanwhile_is_asked_too() -> None:
    for leave, come in (
        (lambda ledger, seat: desk.stand_in(ledger, 4, seat), lambda ledger, seat: desk.back(ledger, 5, seat)),
        (
            lambda ledger, seat: desk.give_to_bot(ledger, 4, seat, "random"),
            lambda ledger, seat: desk.sit(ledger, 5, seat, "new", "", "", f"token{seat}"),
        ),
    ):
        book = stepped()
        seat = mover(book)
        here, away = (other for other in range(3) if other != seat)
        book.add(leave(book.ledger, away))
        book.add(desk.undo(book.ledger, 4, seat, None))
        book.add(come(book.ledger, away))
        assert book.add(desk.answer_undo(book.ledger, 5, here, True)) == []
        assert book.add(desk.answer_undo(book.ledger, 5, away, True)) == ["table_undone"]
        assert picture(add_up("t", book.rows)) == picture(book.ledger)


def test_when_the_one_who_asked_leaves_nothing_is_taken_back() -> None:
    book = stepped()
    seat = mover(book)
    moves = len(desk.playing(book.ledger).steps)
    book.add(desk.undo(book.ledger, 4, seat, None))
    book.add(desk.free(book.ledger, 5, seat))
    assert book.ledger.undo is None
    assert len(desk.playing(book.ledger).steps) == moves


def test_how_far_back_is_told_and_kept_to() -> None:
    book = stepped()
    seat = mover(book)
    match = desk.playing(book.ledger)
    possible = len(match.steps) - match.undo_limit(seat)
    assert refused("undo_learned", desk.undo, book.ledger, 4, seat, possible + 1).params == {"moves": possible}
    assert refused("undo_learned", desk.undo, book.ledger, 4, (seat + 1) % 3, None).params == {"moves": 0}


def test_another_players_move_is_a_barrier() -> None:
    book = stepped()
    seat = mover(book)
    while mover(book) == seat:
        book.move()
    refused("undo_learned", desk.undo, book.ledger, 4, seat, None)


# Chairs between games


def test_words_youngest_and_age_order_follow_the_chairs() -> None:
    book = Book(AGES.id, "person person person")
    options = by_age(AGES, [2, 0, 1])
    row = r.Prepared(at=1, game=AGES.id, rules=AGES.rules_version, options=options, secret=SECRET, youngest=2)
    book.ledger.apply(row)
    book.add(desk.add_word(book.ledger, 1, 1, "fox"))
    row = desk.arrange(book.ledger, 1, [2, 1, 0], [])
    book.add(row)
    match = desk.current(book.ledger)
    assert [chair.name for chair in book.ledger.chairs] == ["Cem", "Ben", "Ann"]
    assert match.youngest == 0
    assert match.options[age_option(AGES)] == [0, 2, 1]
    assert match.words == {}
    book.deal()
    assert desk.playing(book.ledger).options[age_option(AGES)] == [0, 2, 1]


def test_the_youngest_is_nobody_when_the_youngest_leaves() -> None:
    book = Book(AGES.id, "person person person")
    options = by_age(AGES, [2, 0, 1])
    row = r.Prepared(at=1, game=AGES.id, rules=AGES.rules_version, options=options, secret=SECRET, youngest=2)
    book.ledger.apply(row)
    book.add(desk.arrange(book.ledger, 1, [0, 1], []))
    match = desk.current(book.ledger)
    assert match.youngest is None
    assert match.options[age_option(AGES)] == [0, 1]
    book.add(desk.arrange(book.ledger, 1, [0, 1], [r.Chair("Dora", "white", "bot", "simple")]))
    assert age_option(AGES) not in desk.current(book.ledger).options


@pytest.mark.parametrize("typed", [False, True])
def test_a_head_start_follows_those_who_have_it(typed: bool) -> None:
    name = help_option(TURNS)
    book = Book(TURNS.id, "person person person", {**TURNS.short, name: "2,0" if typed else [0, 2]})
    book.add(desk.arrange(book.ledger, 1, [1, 2, 0], []))
    assert desk.current(book.ledger).options[name] == [1, 2]
    book.add(desk.arrange(book.ledger, 1, [0, 2], []))
    assert [chair.name for chair in book.ledger.chairs] == ["Ben", "Ann"]
    assert desk.current(book.ledger).options[name] == [1]
    book.add(desk.arrange(book.ledger, 1, [0, 1], [r.Chair("Dora", "white", "bot", "simple")]))
    book.deal()
    assert desk.playing(book.ledger).options[name] == [1]


def test_a_head_start_goes_on_in_the_next_game_whichever_it_is() -> None:
    other = other_than(TURNS)
    book = Book(TURNS.id, "person person person", {**TURNS.short, **helping(TURNS, [1])})
    again = desk.again(book.ledger, 5, "", TURNS.id, None, None, None, False)
    assert again.options[help_option(TURNS)] == (1,)
    again = desk.again(book.ledger, 5, "", other.id, None, None, None, False)
    assert again.options == helping(other, (1,))
    assert desk.again(book.ledger, 5, "", other.id, None, {}, None, False).options == {}


def test_a_head_start_for_an_empty_place_is_refused() -> None:
    problem = refused("bad_helped", desk.settle, TURNS.id, 3, "", helping(TURNS, [1, 3]), None)
    assert (problem.status, problem.params, problem.nearest) == (422, {"seat": "D", "last": "C"}, helping(TURNS, (1,)))


def test_a_finished_game_keeps_its_words_when_chairs_move() -> None:
    book = Book(TURNS.id, "person person person", TURNS.short)
    book.add(desk.add_word(book.ledger, 1, 0, "owl"))
    book.add(desk.add_word(book.ledger, 1, 2, "fox"))
    book.deal()
    book.play_out()
    book.add(desk.arrange(book.ledger, 9, [2, 0], []))
    _, match = replays.game_of("t", book.rows, 0)
    found = replays.as_record(match)
    assert found.deal is not None
    assert found.deal.words == ["owl", "", "fox"]
    assert record.verify(found) == []


@pytest.mark.parametrize("game", DEALERS, ids=id_of)
def test_the_next_dealer_is_whoever_sat_next_and_still_sits_here(game: Game) -> None:
    first = dealer_option(game)
    book = Book(game.id, "person person person person", {**game.short, first: 2})
    book.deal()
    book.play_out()
    dealer = desk.current(book.ledger).state.view(None)["dealer"]  # type: ignore[union-attr]
    again = desk.again(book.ledger, 9, "", "", None, None, None, True)
    assert again.options[first] == (dealer + 1) % 4 + 1
    same = desk.again(book.ledger, 9, "", "", None, None, None, False)
    assert same.options[first] == 2
    # The next one leaves, and the chairs turn round: the one after that deals.
    order = [seat for seat in (3, 2, 1, 0) if seat != (dealer + 1) % 4]
    book.add(desk.arrange(book.ledger, 9, order, []))
    row = desk.again(book.ledger, 9, "", "", None, None, None, True)
    assert row.options[first] == order.index((dealer + 2) % 4) + 1
    book.add(row)
    book.deal()
    assert desk.playing(book.ledger).state.view(None)["dealer"] == order.index((dealer + 2) % 4)  # type: ignore[union-attr]


def test_another_game_starts_from_its_own_options() -> None:
    book = Book(TURNS.id, options=TURNS.short)
    book.deal()
    refused("game_running", desk.again, book.ledger, 9, "", AGES.id, None, None, None, True)
    refused("game_running", desk.arrange, book.ledger, 9, [1, 0], [])
    book.play_out()
    row = desk.again(book.ledger, 9, "", AGES.id, None, None, 1, True)
    assert (row.game, row.options, row.preset, row.youngest) == (AGES.id, {}, "", 1)
    refused("no_such_seat", desk.again, book.ledger, 9, "", "", None, None, 5, True)
    book.add(row)
    book.deal()
    assert desk.playing(book.ledger).options[age_option(AGES)] == [1, 0]


@pytest.mark.parametrize("order", [[0, 0], [0, 5], [0, -1]])
def test_an_order_names_every_chair_once(order: list[int]) -> None:
    refused("bad_order", desk.arrange, Book(TURNS.id).ledger, 1, order, [])


def test_a_table_has_two_to_eight_chairs() -> None:
    book = Book(TURNS.id)
    refused("bad_players", desk.arrange, book.ledger, 1, [0], [])
    more = [r.Chair(f"x{k}", "red") for k in range(7)]
    refused("bad_players", desk.arrange, book.ledger, 1, [0, 1], more)


# Seats and keys


def test_a_chair_in_the_middle_of_a_game_is_played_until_somebody_sits_down() -> None:
    book = Book(TURNS.id)
    book.deal()
    assert book.ledger.driven(1) == ""
    book.add(desk.free(book.ledger, 5, 1))
    assert book.ledger.driven(1) == "3"
    assert book.ledger.chairs[1].token == ""
    book.add(desk.sit(book.ledger, 6, None, "new", "Eva", "", ""))
    assert (book.ledger.driven(1), book.ledger.chairs[1].name) == ("", "Eva")
    refused("table_full", desk.sit, book.ledger, 6, None, "x", "", "", "")
    refused("seat_taken", desk.sit, book.ledger, 6, 1, "x", "", "", "")


def test_a_claim_works_once_and_dies_with_the_chair() -> None:
    book = Book(TURNS.id)
    book.add(desk.offer(book.ledger, 5, 1, "claim"))
    refused("claim_used", desk.sit, book.ledger, 6, 0, "x", "", "", "claim")
    refused("claim_used", desk.sit, book.ledger, 6, None, "x", "", "", "other")
    row = desk.sit(book.ledger, 6, None, "new", "", "", "claim")
    book.add(row)
    assert seats.same(book.ledger.chairs[1].token, seats.hashed("new"))
    refused("claim_used", desk.sit, book.ledger, 6, None, "x", "", "", "claim")
    book.add(desk.offer(book.ledger, 5, 1, "second"))
    book.add(desk.free(book.ledger, 5, 1))
    refused("claim_used", desk.sit, book.ledger, 6, None, "x", "", "", "second")


def test_somebody_is_away_or_back_only_once() -> None:
    book = Book(TURNS.id, "person bot")
    assert desk.back(book.ledger, 1, 0) is None
    book.add(desk.stand_in(book.ledger, 1, 0))
    assert desk.stand_in(book.ledger, 1, 0) is None
    assert desk.stand_in(book.ledger, 1, 1) is None
    assert book.ledger.people() == []
    book.add(desk.back(book.ledger, 1, 0))
    assert book.ledger.people() == [0]


def test_the_latest_requests_are_remembered_also_by_whoever_reads_the_rows() -> None:
    book = Book(TURNS.id)
    book.add(r.Said(at=1, key="0.first", seat=0, phrase="hello"))
    for k in range(511):
        book.add(r.Said(at=1, key=f"0.{k}", seat=0, phrase="hello"))
    assert book.ledger.seen("0.first")
    book.add(r.Said(at=1, key="0.last", seat=0, phrase="hello"))
    assert not book.ledger.seen("0.first")
    assert not book.ledger.seen("")
    assert add_up("t", book.rows).seen("0.last")


def test_phrases_come_from_the_list_and_are_answers_where_the_rules_ask_for_words() -> None:
    book = Book(TALK.id)
    own = list(TALK.phrases)[2]
    assert isinstance(desk.say(book.ledger, 1, 0, "hello"), r.Said)
    assert isinstance(desk.say(book.ledger, 1, 0, own), r.Said)
    refused("unknown_phrase", desk.say, book.ledger, 1, 0, "you smell")
    refused("unknown_phrase", desk.say, Book(TURNS.id).ledger, 1, 0, own)


# The fair deal


def test_the_seed_comes_from_secret_and_words_by_seat() -> None:
    for words in ({}, {0: "owl"}, {1: "owl"}, {0: "fox", 1: "owl"}):
        book = Book(TURNS.id)
        for seat, word in words.items():
            book.add(desk.add_word(book.ledger, 1, seat, word))
        book.deal()
        match = desk.playing(book.ledger)
        assert match.seed == fair.seed(SECRET, [words.get(0, ""), words.get(1, "")])
        assert match.fingerprint == fair.fingerprint(SECRET)
        refused("already_dealt", desk.add_word, book.ledger, 2, 0, "late")


def test_a_word_is_one_line_and_not_empty() -> None:
    book = Book(TURNS.id)
    refused("empty_word", desk.add_word, book.ledger, 1, 0, " \u202e\x07 ")
    assert desk.add_word(book.ledger, 1, 0, "a\x1b[2J\nb").word == "a[2J b"
    assert len(desk.add_word(book.ledger, 1, 0, "x" * 200).word) == fair.LONGEST_WORD


# As servers wrote them while seeds had 96 bits, but for the game and its options. Never edited.
OF_OLD = [
    '{"kind":"opened","at":1,"host":"h","chairs":[{"name":"Ann","colour":"red","sitter":"person","token":"t"},'
    '{"name":"Bot","colour":"blue","sitter":"bot","level":"simple"}]}',
    '{"kind":"prepared","at":2,"game":"GAME","rules":RULES,"secret":"%s"}' % ("5e" * 32),
    '{"kind":"worded","at":3,"seat":1,"word":"fox"}',
    '{"kind":"dealt","at":4,"options":OPTIONS}',
]
SEED_OF_OLD = 20690311931891904158264063845


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_a_table_from_the_time_of_short_seeds_has_the_same_cards_for_ever(game: Game) -> None:
    options = game.settle(2, game.short)
    words = {"GAME": game.id, "RULES": str(game.rules_version), "OPTIONS": msgspec.json.encode(options).decode()}
    rows = [re.sub("GAME|RULES|OPTIONS", lambda found: words[found[0]], row).encode() for row in OF_OLD]
    ledger = add_up("t", rows)
    match = ledger.match
    assert match is not None
    # Levels had other names then.
    assert (ledger.chairs[1].level, ledger.driven(1), match.sitters[1]) == ("3", "3", "3")
    assert match.seed == SEED_OF_OLD
    assert dump(match.state) == dump(game.new(2, SEED_OF_OLD, options))
    # Only prepared back then: its fingerprint was shown, so it is dealt as it would have been.
    waiting = add_up("t", rows[:-1])
    waiting.apply(desk.deal(waiting, 5))
    assert waiting.match is not None
    assert waiting.match.seed == SEED_OF_OLD
    assert waiting.match.state is not None
    assert not waiting.match.state.rng.key


def test_a_table_of_today_is_dealt_with_a_key() -> None:
    book = Book(TURNS.id)
    book.deal()
    match = book.ledger.match
    assert match is not None
    assert match.state is not None
    assert match.state.rng.key == match.seed.to_bytes(32, "little")


def test_every_game_is_prepared_with_a_secret_of_its_own() -> None:
    made = {desk.prepare(1, TURNS.id, 2, "", {}, None).secret for _ in range(20)}
    assert len(made) == 20
    assert all(len(bytes.fromhex(secret)) == fair.SECRET_BYTES for secret in made)


def test_nobody_sits_down_at_a_copy_of_a_game() -> None:
    book = Book(TURNS.id, options=TURNS.short)
    book.deal()
    book.play_out()
    _, match = replays.game_of("t", book.rows, 0)
    copy = Ledger("copy")
    copy.apply(r.Imported(at=1, record=record.write(replays.as_record(match))))
    refused("no_game", desk.sit, copy, 1, None, "token", "Eve", "", "")
    refused("no_game", desk.deal, copy, 1)
    assert copy.phase == "over"
    assert copy.past[0].places == book.ledger.past[0].places


def test_a_finished_game_says_who_sat_there_at_its_end() -> None:
    """Whoever took over from a robot has played; whoever left theirs to a robot has, too."""
    book = Book(TURNS.id, "person bot bot person", options=TURNS.short)
    book.deal()
    _, met, robot, left = [chair.name for chair in book.ledger.chairs]
    book.add(desk.offer(book.ledger, 4, 1, "claim"))
    book.add(desk.sit(book.ledger, 4, None, "token", "Leo", "", "claim"))
    book.add(desk.give_to_bot(book.ledger, 4, 3, "3"))
    book.play_out()
    past = book.ledger.past[0]
    assert past.names == ["Ann", "Leo", robot, left]
    assert met not in past.names
    assert past.colours == [chair.colour for chair in book.ledger.chairs]
    assert past.robots == [2]
    assert past.at == 3  # that of the last move
    _, match = replays.game_of("t", book.rows, 0)
    assert match.names[1] == met
    # Afterwards chairs may change hands as they like.
    book.add(desk.rename(book.ledger, 5, 0, "Eve", ""))
    book.add(desk.again(book.ledger, 5, "", "", None, None, None, True))
    assert add_up("t", book.rows).past == [past]


def test_a_face_tells_a_new_name_from_a_new_person() -> None:
    book = Book(TURNS.id, "person person bot", options=TURNS.short)
    for game in range(3):
        book.deal()
        book.play_out()
        book.add(desk.again(book.ledger, 5, "", "", None, None, None, True))
        if game == 0:
            book.add(desk.rename(book.ledger, 5, 0, "Eve", ""))
        else:
            book.add(desk.free(book.ledger, 5, 1))
            book.add(desk.sit(book.ledger, 5, 1, "another token", "Leo", "", ""))
    first, second, third = [past.holders for past in table_face(book.ledger, None, "", [], 0, []).past]
    assert first == second == [1, 2, -1]
    assert third == [1, 3, -1]


def test_cars_are_changed_with_robots_and_free_chairs_and_never_with_a_person() -> None:
    book = Book(TURNS.id, "person bot open person")
    mine, robots, free, theirs = [chair.colour for chair in book.ledger.chairs]
    book.add(desk.rename(book.ledger, 2, 0, "", robots))
    assert [chair.colour for chair in book.ledger.chairs] == [robots, mine, free, theirs]
    refused("bad_value", desk.sit, book.ledger, 2, 2, "token", "Leo", robots, "")
    book.add(desk.sit(book.ledger, 2, 2, "token", "Leo", mine, ""))
    assert [chair.colour for chair in book.ledger.chairs] == [robots, free, mine, theirs]
    book.add(desk.rename(book.ledger, 2, 2, "", mine))
    assert [chair.colour for chair in book.ledger.chairs] == [robots, free, mine, theirs]


def test_a_face_shows_the_last_games_only() -> None:
    """A table that has been played at for years still fits into a message."""
    book = Book(TURNS.id, options=TURNS.short)
    for _ in range(PAST_KEPT + 3):
        book.deal()
        book.play_out()
        book.add(desk.again(book.ledger, 5, "", "", None, None, None, True))
    shown = [past.number for past in table_face(book.ledger, None, "", [], 0, []).past]
    assert shown == list(range(3, PAST_KEPT + 3))
