"""The front desk: every request becomes a row, or is refused with a reason that teaches.

Each function looks at the ledger as it is now and changes nothing. When somebody else's row comes
first, the same request is simply looked at again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tailback import games
from tailback.brought.limits import limited
from tailback.core import fair
from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.options import AMOUNT, HELPED, NUMBER, SEAT, SEATS, Option
from tailback.robots import levelling
from tailback.robots.levels import LEVELS, OFFERED, known, today
from tailback.server.truth import rows as r
from tailback.server.truth import seats
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Match
from tailback.server.truth.refusal import Refused, TooLate
from tailback.texts.names import tidy_name

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "wait", "your_turn", "oh_no")
EMOTES = ("smile", "laugh", "wow", "sad", "clap", "heart", "horn", "sleepy")
TALK = "say"
MOST_SEATS = 8
# What a table may allow people to ask robots: nothing, or what they would do, up to this level.
HINTS = ("", *(level for level in OFFERED if LEVELS[level].number >= 3))
# A request as it is put to the desk, again after every conflict: the row it becomes, or None when all is done.
Ask = Callable[[Ledger], r.AnyRow | None]
# So long a game from elsewhere may think about its options, in seconds.
SETTLING = 1.0
# Nobody plays so much, so nobody may write more: a replay has to read all of it.
MOST_ROWS = 200_000
# Rows after which only games go on: talk alone must never fill up a table.
TALKED_OUT = 50_000


def bad_option(bad: BadOption) -> Refused:
    return Refused(bad.key, 422, bad.clause, bad.params, nearest=bad.nearest)


# Setting up


def settle(game_id: str, players: int, preset: str, options: Mapping[str, Any], youngest: int | None) -> dict[str, Any]:
    """The complete options of a game with so many players, or a refusal with clause and nearest set-up."""
    given = dict(options)
    try:
        game = games.load(game_id)
        ages = game.option_of(SEATS)
        if youngest is not None and ages is not None and ages.name not in given:
            given[ages.name] = [(youngest + k) % players for k in range(players)]
        if games.is_ours(game):
            return game.settle(players, given, preset)
        with limited(game.home, SETTLING):
            return game.settle(players, given, preset)
    except BadOption as bad:
        refused = bad_option(bad)
        if bad.key != "unknown_game":
            refused.nearest = nearest_to(game, players, given, preset)
        raise refused from None


def nearest_to(game: Game, players: int, given: dict[str, Any], preset: str) -> dict[str, Any] | None:
    """What to change so that this set-up works, all at once; None where there is nothing near."""
    changed: dict[str, Any] = {}
    for _ in range(2 * len(game.options) + 2):
        try:
            trial = {**given, **changed}
            trial.pop("players", None)
            game.settle(changed.get("players", players), trial, preset)
            return changed
        except BadOption as bad:
            more = bad.nearest
            if more is None and bad.key == "bad_value":
                option = next(o for o in game.options if o.name == bad.params["option"])
                more = {option.name: nearest_value(option, trial[option.name])}
            if not more or more.items() <= changed.items():
                return None
            changed.update(more)
    return None


def nearest_value(option: Option, value: Any) -> Any:
    """The allowed value closest to this one: for numbers by distance, else what the game is usually played with."""
    if option.kind in (NUMBER, SEAT) and isinstance(value, (int, float)):
        allowed = option.choices or (option.low, option.high)
        return min(allowed, key=lambda choice: abs(choice - value))
    return option.default


def prepare(
    at: int, game_id: str, players: int, preset: str, options: Mapping[str, Any], youngest: int | None, key: str = ""
) -> r.Prepared:
    if youngest is not None and not 0 <= youngest < players:
        raise Refused("no_such_seat", 422, params={"seat": youngest})
    settle(game_id, players, preset, options, youngest)
    game = games.load(game_id)
    given = game.known(options)
    return r.Prepared(
        at=at,
        key=key,
        game=game_id,
        rules=game.rules_version,
        preset=preset,
        # As it was understood, not as it was typed: a number may stand among very many spaces.
        options={option.name: option.check(given[option.name]) for option in game.options if option.name in given},
        secret=new_secret(),
        youngest=youngest,
    )


class Uneven(NamedTuple):
    """A set-up in which somebody is helped, by as much as is still to be worked out."""

    game: Game
    players: int
    options: dict[str, Any]
    levels: list[str]

    @property
    def helped(self) -> tuple[int, ...]:
        return levelling.wanted(self.game, self.options)


def uneven(game: Game, options: dict[str, Any], levels: list[str]) -> Uneven | None:
    """None where nobody is helped, or the complete options say how much."""
    found = Uneven(game, len(levels), options, levels)
    return found if found.helped else None


def levels_of(chairs: Sequence[r.Chair]) -> list[str]:
    """Those of the robots; nothing where somebody sits or may sit."""
    return [chair.level if chair.sitter == "bot" else "" for chair in chairs]


def to_level(prepared: r.Prepared, chairs: Sequence[r.Chair]) -> Uneven | None:
    """The same of a game that is prepared for those who sit here."""
    options = settle(prepared.game, len(chairs), prepared.preset, prepared.options, prepared.youngest)
    return uneven(games.load(prepared.game), options, levels_of(chairs))


def new_secret() -> str:
    """What a deal comes from."""
    return secrets.token_hex(fair.SECRET_BYTES)


def check_settings(settings: r.Settings) -> None:
    for name, (low, high) in r.BOUNDS.items():
        value = getattr(settings, name)
        if not low <= value <= high:
            raise Refused("bad_value", 422, params={"option": name, "value": value, "allowed": f"{low}-{high}"})
    check_level(settings.stand_in)
    if settings.hints not in HINTS:
        allowed = ", ".join(level for level in HINTS if level)
        raise Refused("bad_value", 422, params={"option": "hints", "value": settings.hints[:24], "allowed": allowed})


def check_level(level: str) -> None:
    if not known(level):
        raise Refused("unknown_bot", 422, params={"bot": level, "allowed": ", ".join(OFFERED)})


def colours_left(chairs: list[r.Chair], seat: int, swap: bool = False) -> list[str]:
    """The colours that nobody else drives; with `swap` no other person: robots and free chairs swap cars."""
    others = [chair for other, chair in enumerate(chairs) if other != seat]
    taken = {chair.colour for chair in others if not swap or chair.sitter == "person"}
    return [colour for colour in seats.COLOURS if colour not in taken]


def check_colour(chairs: list[r.Chair], seat: int, colour: str, swap: bool = False) -> str:
    left = colours_left(chairs, seat, swap)
    if colour not in left:
        raise Refused("bad_value", 422, params={"option": "colour", "value": colour[:24], "allowed": ", ".join(left)})
    return colour


def name_for(chairs: list[r.Chair], seat: int, name: str, bots_give_way: bool = False) -> str:
    """A name on one line, not used by anybody else at the table."""
    tidy = tidy_name(name)
    if not tidy:
        raise Refused("empty_name", 422)
    for other, chair in enumerate(chairs):
        if other != seat and chair.name.casefold() == tidy.casefold() and not (bots_give_way and chair.gives_way):
            raise Refused("same_name", params={"name": tidy})
    return tidy


def new_name(ledger: Ledger, seat: int, name: str) -> str:
    """The name of whoever sits down there: the one given, else that of the chair (empty), else one of ours."""
    if name:
        return name_for(ledger.chairs, seat, name, bots_give_way=True)
    if ledger.chairs[seat].unnamed:
        return seats.spare_name(chair.name for chair in ledger.chairs)
    return ""


def seat_of(ledger: Ledger, seat: int) -> r.Chair:
    if not 0 <= seat < len(ledger.chairs):
        raise Refused("no_such_seat", 404, params={"seat": seat})
    return ledger.chairs[seat]


def free_chairs(ledger: Ledger) -> list[int]:
    return [seat for seat, chair in enumerate(ledger.chairs) if chair.sitter == "open"]


# Chairs


def sit(ledger: Ledger, at: int, seat: int | None, token: str, name: str, colour: str, claim: str) -> r.Seated:
    """Take a free chair, or the one a claim is good for."""
    if current(ledger).known_outside and ledger.phase == "playing":
        raise Refused("game_known")
    if claim:
        claimed = seats.hashed(claim)
        found = [k for k, chair in enumerate(ledger.chairs) if seats.same(chair.claim, claimed)]
        if not found or seat not in (None, found[0]):
            raise Refused("claim_used", 403)
        seat = found[0]
    elif seat is None:
        if not free_chairs(ledger):
            raise Refused("table_full")
        seat = free_chairs(ledger)[0]
    chair = seat_of(ledger, seat)
    if chair.sitter != "open" and not claim:
        raise Refused("seat_taken", params={"seat": seat})
    tidy = new_name(ledger, seat, name)
    if colour:
        check_colour(ledger.chairs, seat, colour, swap=True)
    return r.Seated(at=at, seat=seat, token=seats.hashed(token), name=tidy, colour=colour)


def free(ledger: Ledger, at: int, seat: int) -> r.Freed:
    seat_of(ledger, seat)
    return r.Freed(at=at, seat=seat)


def give_to_bot(ledger: Ledger, at: int, seat: int, level: str) -> r.Botted:
    seat_of(ledger, seat)
    check_level(level)
    return r.Botted(at=at, seat=seat, level=today(level), name=new_name(ledger, seat, ""))


def offer(ledger: Ledger, at: int, seat: int, claim: str) -> r.Offered:
    seat_of(ledger, seat)
    return r.Offered(at=at, seat=seat, claim=seats.hashed(claim))


def rename(ledger: Ledger, at: int, seat: int, name: str, colour: str) -> r.Named:
    seat_of(ledger, seat)
    tidy = name_for(ledger.chairs, seat, name, bots_give_way=True) if name else ""
    if colour:
        check_colour(ledger.chairs, seat, colour, swap=True)
    return r.Named(at=at, seat=seat, name=tidy, colour=colour)


def stand_in(ledger: Ledger, at: int, seat: int) -> r.StoodIn | None:
    chair = ledger.chairs[seat]
    if chair.sitter != "person" or chair.stand_in:
        return None
    return r.StoodIn(at=at, seat=seat)


def back(ledger: Ledger, at: int, seat: int) -> r.Back | None:
    chair = ledger.chairs[seat]
    return r.Back(at=at, seat=seat) if chair.sitter == "person" and chair.stand_in else None


def kept(ledger: Ledger, order: list[int]) -> list[r.Chair]:
    """The chairs that stay, by their old numbers in their new order."""
    if len(set(order)) != len(order) or any(not 0 <= seat < len(ledger.chairs) for seat in order):
        raise Refused("bad_order", 422)
    return [ledger.chairs[seat] for seat in order]


def check_seats(players: int) -> None:
    """So many may sit at a table, whatever is played."""
    if not 2 <= players <= MOST_SEATS:
        raise Refused("bad_players", 422, params={"players": players, "fewest": 2, "most": MOST_SEATS})


def new_chair(chairs: list[r.Chair], given: r.Chair) -> r.Chair:
    """One chair more beside these: a name and a colour of its own; of a robot its level."""
    level = given.level if given.sitter == "bot" else ""
    if given.sitter == "bot":
        check_level(level)
    made = r.Chair(given.name, check_colour(chairs, len(chairs), given.colour), given.sitter, level, given.token)
    made.name = name_for([*chairs, made], len(chairs), given.name)
    return made


def arrange(ledger: Ledger, at: int, order: list[int], added: list[r.Chair]) -> r.Arranged:
    """More chairs, fewer, or another order; whoever is the youngest stays so."""
    match = current(ledger)
    chairs = kept(ledger, order) + added
    if ledger.phase == "playing":
        raise Refused("game_running")
    check_seats(len(chairs))
    youngest = order.index(match.youngest) if match.youngest is not None and match.youngest in order else None
    options = moved_options(match.game, match.given, order, len(chairs))
    return r.Arranged(at=at, chairs=chairs, youngest=youngest, order=order, options=options)


def moved_options(game: Game, given: dict[str, Any], order: list[int], players: int) -> dict[str, Any]:
    """Options that name players by their seats, for the new seats; dropped where they no longer name them."""
    moved = dict(given)
    for option in game.options:
        if option.name not in given:
            continue
        value = given[option.name]
        if option.kind == SEATS:
            del moved[option.name]
            seats_named = value if isinstance(value, (list, tuple)) else ()
            kept_seats = [order.index(seat) for seat in seats_named if seat in order]
            if kept_seats and sorted(kept_seats) == list(range(players)):
                moved[option.name] = kept_seats
        elif option.kind == SEAT:
            del moved[option.name]
            if isinstance(value, int) and value - 1 in order:
                moved[option.name] = order.index(value - 1) + 1
        elif option.kind == HELPED:
            # In older rows it is as somebody typed it.
            moved[option.name] = sorted(order.index(seat) for seat in option.check(value) if seat in order)
            amount = game.option_of(AMOUNT)
            if amount is not None and not moved[option.name]:
                moved.pop(amount.name, None)
    return moved


# The course of a game


def current(ledger: Ledger) -> Match:
    if ledger.match is None:
        raise Refused("no_game")
    return ledger.match


def playing(ledger: Ledger) -> Match:
    match = current(ledger)
    if ledger.phase != "playing":
        raise Refused("match_over" if ledger.phase == "over" else "not_dealt")
    return match


def deal(ledger: Ledger, at: int, key: str = "", head_start: Callable[[Uneven], int] | None = None) -> r.Dealt:
    """`head_start` knows how large it must be in a set-up; without it games use the size that they have themselves."""
    match = current(ledger)
    if ledger.phase != "lobby":
        raise Refused("game_running" if ledger.phase == "playing" else "match_over")
    if free_chairs(ledger):
        raise Refused("seats_free", params={"seats": free_chairs(ledger)})
    options = settle(match.game.id, len(ledger.chairs), match.preset, match.options, match.youngest)
    setup = uneven(match.game, options, levels_of(ledger.chairs))
    if setup is not None and head_start is not None:
        options = {**options, **levelling.named(match.game, setup.helped, head_start(setup))}
    return r.Dealt(at=at, key=key, options=options)


def again(
    ledger: Ledger,
    at: int,
    key: str,
    game_id: str,
    preset: str | None,
    options: Mapping[str, Any] | None,
    youngest: int | None,
    next_dealer: bool,
) -> r.Prepared:
    """The next game at the same table: another one, or the same again with the next dealer."""
    before = current(ledger)
    if ledger.phase == "playing":
        raise Refused("game_running")
    players = len(ledger.chairs)
    same_game = game_id in ("", before.game.id)
    chosen = (
        dict(options) if options is not None else dict(before.given) if same_game else still_helped(before, game_id)
    )
    named = preset if preset is not None else before.preset if same_game else ""
    dealer = before.game.option_of(SEAT)
    if next_dealer and same_game and before.state is not None and dealer is not None:
        if options is None or dealer.name not in options:
            chosen[dealer.name] = dealer_after(before) + 1
    ages = before.game.option_of(SEATS)
    if youngest is not None and options is None and ages is not None:
        chosen.pop(ages.name, None)
    who = youngest if youngest is not None else before.youngest
    return prepare(at, game_id or before.game.id, players, named, chosen, who, key)


def still_helped(before: Match, game_id: str) -> dict[str, Any]:
    """Whoever had a head start in one game has that of the next one, too."""
    had = before.game.option_of(HELPED)
    gets = games.load(game_id).option_of(HELPED) if game_id in games.ids() else None
    if had is None or gets is None or not before.given.get(had.name):
        return {}
    return {gets.name: before.given[had.name]}


def dealer_after(match: Match) -> int:
    """The chair of whoever sat after the last dealer and still sits here."""
    assert match.state is not None
    dealer = int(match.state.view(None)["dealer"])
    players = len(match.names)
    for k in range(1, players + 1):
        if (dealer + k) % players in match.places:
            return match.places[(dealer + k) % players]
    return 0


def add_word(ledger: Ledger, at: int, seat: int, word: str) -> r.Worded:
    current(ledger)
    if ledger.phase != "lobby":
        raise Refused("already_dealt")
    tidy = tidy_name(word)
    if not tidy:
        raise Refused("empty_word", 422)
    return r.Worded(at=at, seat=seat, word=tidy)


def open_question(ledger: Ledger, n: int) -> tuple[Match, State]:
    """The game whose decision `n` is open: too late when it is settled, void when it is not open yet."""
    match = current(ledger)
    if n < match.n:
        raise TooLate(match.n)
    playing(ledger)
    if n > match.n:
        raise Refused("too_early", params={"n": match.n})
    assert match.state is not None
    return match, match.state


def hints(ledger: Ledger, seat: int, n: int) -> list[dict[str, Any]]:
    """What would happen if: where the choices of a seat lead."""
    match, state = open_question(ledger, n)
    return match.game.foresee(state, seat)


def advised(ledger: Ledger, seat: int, n: int, level: str) -> tuple[Match, State, str]:
    """The position in which this seat may be told what a robot would do, and of which level: the best that is allowed,
    where none is named."""
    match, state = open_question(ledger, n)
    best, wanted = ledger.settings.hints, today(level)
    if match.game.forgetful:
        raise Refused("hint_memory")
    if not best:
        raise Refused("no_hints")
    allowed = HINTS[1 : HINTS.index(best) + 1]
    if wanted and wanted not in allowed:
        raise Refused("hint_level", 422, params={"level": level[:24], "allowed": ", ".join(allowed)})
    assert match.decision is not None
    if seat not in match.decision.awaited:
        raise Refused("not_asked", params={"seat": seat})
    if match.decision.seconds is not None and ledger.settings.clock:
        # Whoever is the quickest shall be so by themselves.
        raise Refused("hint_hurry")
    return match, state, wanted or best


def answer(ledger: Ledger, at: int, seat: int, n: int, action: int, key: str = "", bot: bool = False) -> r.Moved:
    """An answer to decision `n`."""
    match, state = open_question(ledger, n)
    if not 0 <= action < match.game.actions or not state.allows(seat, action):
        if not 0 <= action < match.game.actions:
            raise Refused("unknown_move", 422, params={"move": str(action)}, legal=state.legal(seat))
        why = state.refusal(seat, action)
        raise Refused(why.key, 409, why.clause, why.params, state.legal(seat))
    return r.Moved(at=at, key=key, seat=seat, n=n, action=action, bot=bot)


def bot_answer(ledger: Ledger, at: int, seat: int, n: int, action: int) -> r.Moved | None:
    """A bot does not change its mind: None when it has answered, perhaps at another process."""
    match = ledger.match
    if match is None or match.n != n or match.decision is None or seat not in match.decision.awaited:
        return None
    if not ledger.driven(seat):
        return None
    return answer(ledger, at, seat, n, action, bot=True)


def time_out(ledger: Ledger, at: int, n: int, early: bool = False) -> r.TimedOut | None:
    """What the clock answers for everyone still awaited, or all of them did; None when the question is settled."""
    match = ledger.match
    if match is None or ledger.phase != "playing" or match.n != n or match.state is None or match.decision is None:
        return None
    world = match.state.clone()
    moves: list[tuple[int, int]] = []
    for seat in match.decision.awaited:
        asked = world.decision()
        if asked is None or asked.kind != match.decision.kind or seat not in asked.awaited:
            break
        action = int(world.fallback(seat))
        world.apply(seat, action)
        moves.append((seat, action))
    return r.TimedOut(at=at, n=n, moves=moves, early=early)


def time_up(ledger: Ledger, at: int) -> r.TimeUp | None:
    """The time of the match is up; None as long as it is not, and where no clock runs."""
    ends = ledger.ends_at
    return r.TimeUp(at=at) if ends is not None and at >= ends else None


def undo(ledger: Ledger, at: int, seat: int, moves: int | None, key: str = "") -> r.Undo:
    """Ask to take back one's latest moves, as far as nobody learned anything since."""
    match = playing(ledger)
    if ledger.undo is not None:
        raise Refused("undo_open", params={"seat": ledger.undo.seat})
    limit = match.undo_limit(seat)
    end = len(match.steps)
    target = limit if moves is None else end - moves
    if limit == end or not limit <= target < end:
        raise Refused("undo_learned", params={"moves": end - limit})
    return r.Undo(at=at, key=key, seat=seat, moves=target)


def mend(ledger: Ledger, at: int, before: Match | None = None) -> r.Mended | None:
    """The match as it stands under changed rules; `before` is what it was under the others. None where nothing is to
    be said."""
    match = ledger.match
    if match is None or match.state is None or not match.may_change or (before is None and not match.stale):
        return None
    made, n = (len(before.steps), before.n) if before is not None else (len(match.steps), match.n)
    return r.Mended(at=at, moves=len(match.steps), taken=max(0, made - len(match.steps)), n=max(n, match.n))


def answer_undo(ledger: Ledger, at: int, seat: int, yes: bool, key: str = "") -> r.UndoAnswer:
    if ledger.undo is None or seat not in ledger.undo.asked:
        raise Refused("no_undo")
    return r.UndoAnswer(at=at, key=key, seat=seat, yes=yes)


def drop_undo(ledger: Ledger, at: int, seat: int, key: str = "") -> r.UndoDropped:
    """Whoever asked to take something back lets it be."""
    if ledger.undo is None or seat != ledger.undo.seat:
        raise Refused("no_undo")
    return r.UndoDropped(at=at, key=key, seat=seat)


def speaks(ledger: Ledger, seat: int, phrase: str) -> int | None:
    """The number of the question that this phrase answers; None: it is only talk."""
    match = ledger.match
    if match is None or ledger.phase != "playing" or match.decision is None or match.decision.kind != TALK:
        return None
    return match.n if seat in match.decision.awaited and phrase in match.game.phrases else None


def say(ledger: Ledger, at: int, seat: int, phrase: str, key: str = "") -> r.Said | r.Moved:
    """A phrase or an emote from the list. Where the game asks for words, its own phrases are the answer."""
    own = ledger.match.game.phrases if ledger.match else {}
    n = speaks(ledger, seat, phrase)
    if n is not None:
        return answer(ledger, at, seat, n, current(ledger).game.parse(own[phrase]), key)
    if phrase not in PHRASES and phrase not in EMOTES and phrase not in own:
        raise Refused("unknown_phrase", 422, params={"phrase": phrase[:24]})
    if ledger.v >= TALKED_OUT:
        raise Refused("table_worn")
    return r.Said(at=at, key=key, seat=seat, phrase=phrase)


def share(ledger: Ledger, at: int, game: int, copy: str) -> r.Shared:
    """Whoever asks has the finished game at hand; here only the present one can turn out not to be."""
    if game >= ledger.games_played or (game == ledger.games_played - 1 and ledger.phase != "over"):
        raise Refused("not_over", 409)
    return r.Shared(at=at, game=game, share=copy)
