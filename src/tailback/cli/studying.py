"""`tailback lab`: games measured, compared, searched for good set-ups; and what was found, shown again."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from tailback import games
from tailback.cli.arguments import Given
from tailback.cli.findings import Teller, check_outputs
from tailback.cli.serving import number
from tailback.cli.setting_up import find_game, think_of
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.folders import data_folder, typed_path
from tailback.lab import finding, sweeps
from tailback.lab.compared import compare, questions_left
from tailback.lab.crew import Crew, Processes
from tailback.lab.figures import widest
from tailback.lab.kept import Kept, StudyError
from tailback.lab.kept import merge as merged
from tailback.lab.setups import FOLLOWED, THINK, WATCHED, Setup, make
from tailback.lab.studies import FIND, RUN, SWEEP, Study, name_of, until
from tailback.terminal import wording
from tailback.terminal.screen import Screen, Trouble
from tailback.texts import Texts

MATCHES = 10_000
FIND_MATCHES = 500
TRIALS = 60
MOST = 10**9


# What is asked for


def common(given: Given) -> dict[str, Any]:
    """What every set-up of a study shares."""
    watch = number(given, "watch", WATCHED, 0, MOST)
    think = think_of(given)
    return {
        "seed": given.number("seed", 1),
        "think": THINK if think is None else think,
        "watch": watch,
        "follow": number(given, "follow", min(FOLLOWED, watch), 0, watch),
    }


def players_of(given: Given, game: Game) -> int:
    """As many as asked for, or the usual number."""
    players = given.number("players", game.usual)
    if not players:
        # A set-up takes nobody for the usual number; whoever types it hears that it cannot be.
        game.settle(players)
    return players


def robots_of(given: Given) -> list[str]:
    return given.one("robots").split(",") if given.has("robots") else []


def precision_of(given: Given) -> float | None:
    """`1%` or `1` is one point."""
    if not given.has("precision"):
        return None
    try:
        found = float(given.one("precision").strip().rstrip("%").replace(",", ".")) / 100
    except ValueError:
        found = 0.0
    if not 0.0005 <= found <= 0.5:
        raise Trouble("lab.bad_precision", value=given.one("precision"))
    return found


def crew_of(given: Given) -> Crew:
    if not given.has("cluster"):
        return Processes(number(given, "jobs", 0, 0, 256))
    from tailback.lab.cluster import Ray

    return Ray(given.one("cluster"), number(given, "jobs", 0, 0, 256))


def file_of(given: Given, kind: str, setups: list[Setup]) -> Path:
    """Where the study is kept: the file asked for, or one whose name says what is played."""
    if given.has("file"):
        path = typed_path(given.one("file"))
    else:
        folder = data_folder() / "studies"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name_of(kind, setups)
    check_outputs(given, path)
    return path


def refused(texts: Texts, game: Game, bad: BadOption) -> Trouble:
    texts = Texts(texts.lang, game)
    lines = [wording.known(texts, bad.text, bad.params), *wording.clause_lines(texts, bad.clause)]
    return Trouble("", hints=tuple(lines))


# The commands


def run(screen: Screen, texts: Texts, given: Given) -> int:
    game = find_game(texts, given.places[0])
    matches = number(given, "matches", MATCHES, 1, MOST)
    precision = precision_of(given)
    try:
        setup = make(
            game,
            players_of(given, game),
            robots_of(given),
            dict(given.settings),
            given.one("preset"),
            rotate=given.has("rotate"),
            **common(given),
        )
    except BadOption as bad:
        raise refused(texts, game, bad) from None
    with Kept(file_of(given, RUN, [setup])) as kept:
        study = Study(kept, RUN, [setup])
        crew = crew_of(given)

        def enough(_looks: int) -> bool:
            return precision is not None and widest(setup, study.of(0)) <= precision

        return Teller(screen, texts, given, study).tell(
            until(study, crew, matches, enough if precision else None), crew
        )


def sweep(screen: Screen, texts: Texts, given: Given) -> int:
    game = find_game(texts, given.places[0])
    matches = number(given, "matches", MATCHES, 1, MOST)
    precision = precision_of(given)
    if not given.has("vary"):
        raise Trouble("lab.vary_what", allowed=", ".join(sweeps.names(game)))
    try:
        factors = sweeps.factors(game, given.all("vary"))
        setups, levels = sweeps.arms(
            game,
            factors,
            dict(given.settings),
            players_of(given, game),
            robots_of(given),
            given.one("preset"),
            **common(given),
        )
    except BadOption as bad:
        raise refused(texts, game, bad) from None
    if len(setups) < 2:
        raise Trouble("lab.one_arm")
    every = math.prod(map(len, factors.values()))
    if len(setups) < every:
        print(texts.say("lab.left_out", n=every - len(setups), all=every), file=sys.stderr)
    pairs = sweeps.pairs(levels, factors)
    with Kept(file_of(given, SWEEP, setups)) as kept:
        study = Study(kept, SWEEP, setups)
        kept.note("levels", levels)
        kept.note("pairs", pairs)
        kept.note("looks", 1)
        crew = crew_of(given)

        def enough(looks: int) -> bool:
            kept.note("looks", looks)
            return precision is not None and not questions_left(study, pairs, looks, precision)

        teller = Teller(screen, texts, given, study, levels, lambda: compare(study, pairs, kept.about("looks")))
        return teller.tell(until(study, crew, matches, enough if precision else None), crew)


def find(screen: Screen, texts: Texts, given: Given) -> int:
    game = find_game(texts, given.places[0])
    matches = number(given, "matches", FIND_MATCHES, 10, MOST)
    trials = number(given, "trials", TRIALS, 2, 10_000)
    wishes = finding.wishes(given.all("want"))
    shared = common(given)
    shared["watch"] = min(shared["watch"], matches)
    shared["follow"] = min(shared["follow"], matches)
    try:
        shared |= {"players": players_of(given, game), "robots": robots_of(given)}
        options = finding.open_to_search(game, given.all("vary"), dict(given.settings))
        first = make(game, options=dict(given.settings), preset=given.one("preset"), **shared)
    except BadOption as bad:
        raise refused(texts, game, bad) from None
    finding.check_looks(wishes, first)
    with Kept(file_of(given, FIND, [first])) as kept:
        asked = [[str(one) for one in wishes], [option.name for option in options], matches]
        if kept.about("search") != asked:
            # Another search in the same file finds its own way.
            kept.note("search", asked)
            kept.note("arms", [])
        study = Study(kept, FIND, [])
        kept.note("wishes", asked[0])
        search = finding.Search(study, game, wishes, options, first.options, shared)
        crew = crew_of(given)
        return Teller(screen, texts, given, study, trials=search.data).tell(search.run(crew, trials, matches), crew)


def show(screen: Screen, texts: Texts, given: Given) -> int:
    path = typed_path(given.places[0])
    with Kept(path, create=False) as kept:
        check_outputs(given, path)
        setups = kept.setups()
        arms = [setups[number] for number in kept.about("arms", [])]
        if not arms or not kept.ranges(next(iter(setups))):
            raise Trouble("lab.nothing_yet", file=given.places[0])
        check_game(kept, arms[0])
        study = Study(kept, kept.about("kind", RUN), arms)
        pairs = [(a, b) for a, b in kept.about("pairs", [])]
        teller = Teller(screen, texts, given, study, kept.about("levels"))
        if study.kind == SWEEP:
            teller.compared = lambda: compare(study, pairs, kept.about("looks"))
        if study.kind == FIND:
            wishes = [finding.wish(text) for text in kept.about("wishes")]
            teller.trials = finding.kept_trials(study, wishes)
        return teller.finish()


def check_game(kept: Kept, setup: Setup) -> None:
    """A file says which game it is about, but not where somebody keeps a game of their own."""
    try:
        games.load(setup.game)
    except BadOption:
        raise StudyError("other_game", file=str(kept.path), game=setup.game) from None


def merge(screen: Screen, texts: Texts, given: Given) -> int:
    """The first file takes over what the others have and it lacks."""
    into, *others = map(typed_path, given.places)
    for path in others:
        # All of them, before anything is written.
        Kept(path, create=False).close()
    taken = 0
    with Kept(into) as kept:
        for path in others:
            with Kept(path, create=False) as other:
                taken += merged(kept, other)
    screen.line(texts.say("lab.merged", matches=taken, file=given.places[0]))
    return 0
