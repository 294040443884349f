"""A study that is asked for: what it would play, or why there is no such study, and how it would be typed."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from typing import Any

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.lab import finding, sweeps
from tailback.server.lab.messages import MOST_IN_ALL, MOST_SETUPS, Find, Order, Plan, Run, Sweep, What
from tailback.server.truth import desk
from tailback.server.truth.refusal import Refused


def can_search() -> bool:
    """Is the library there that searches need? It comes with an extra."""
    return importlib.util.find_spec("optuna") is not None


def plan(order: Order) -> Plan:
    """What would be played, or a refusal with the nearest set-up. Many set-ups take a moment: not for the loop."""
    settled = desk.settle(order.game, len(order.robots), order.preset, order.options, None)
    for level in order.robots:
        desk.check_level(level)
    game = games.load(order.game)
    players, setups, every = [len(order.robots)], 1, 1
    about: list[str] = []
    if isinstance(order, Sweep):
        players, setups, every = arms(game, order)
        about = list(order.vary)
    elif isinstance(order, Find):
        check_search(game, order)
        setups = every = order.trials
        about = [finding.wish(text).name for text in order.wishes]
    if setups * order.matches > MOST_IN_ALL:
        raise Refused("too_many_matches", 422, params={"matches": setups * order.matches, "most": MOST_IN_ALL})
    what = What(kind_of(order), order.game, players, setups, order.matches, about)
    return Plan(what, every - setups, settled)


def kind_of(order: Order) -> str:
    return str(order.__struct_config__.tag)


def arms(game: Game, order: Sweep) -> tuple[list[int], int, int]:
    """How many play, how many set-ups there are, and how many combinations there would be."""
    try:
        factors = sweeps.factors(game, typed(game, order.vary))
        robots = seats(order)
        every = math.prod(map(len, factors.values()))
        if every > MOST_SETUPS:
            raise Refused("too_many_arms", 422, params={"arms": every, "most": MOST_SETUPS})
        found, _ = sweeps.arms(game, factors, order.options, len(order.robots), robots, order.preset)
    except BadOption as bad:
        raise desk.bad_option(bad) from None
    if len(found) < 2:
        raise Refused("one_setup", 422)
    return sorted({setup.players for setup in found}), len(found), every


def typed(game: Game, vary: Mapping[str, Sequence[Any]]) -> list[str]:
    """What is varied, as the command takes it."""
    for level in vary.get(sweeps.ROBOTS, []):
        if not isinstance(level, list) or not level or not all(isinstance(one, str) for one in level):
            raise Refused("bad_message", 400, params={"reason": "robots"})
        # Names of functions are for whoever types them: they would be imported.
        for one in level:
            desk.check_level(one)
    return [sweeps.typed(game, name, values) for name, values in vary.items()]


def seats(order: Sweep) -> list[str]:
    """One robot for all where they play in different numbers, else one for each seat."""
    if sweeps.PLAYERS not in order.vary:
        return order.robots
    if len(set(order.robots)) > 1 and sweeps.ROBOTS not in order.vary:
        raise Refused("one_level", 422)
    return order.robots[:1]


def check_search(game: Game, order: Find) -> None:
    if not can_search():
        raise Refused("needs_optuna", 409)
    try:
        finding.wishes(order.wishes)
    except finding.FindError as bad:
        wish = bad.params["wish"]
        if bad.key == "contrary":
            raise Refused("contrary_wishes", 422, params={"wish": wish, "other": bad.params["other"]}) from None
        raise Refused("bad_wish", 422, params={"wish": wish, "allowed": bad.params["allowed"]}) from None
    try:
        finding.open_to_search(game, order.vary, order.options)
    except BadOption as bad:
        raise desk.bad_option(bad) from None
    except finding.FindError:
        raise Refused("nothing_to_vary", 422) from None


def words(order: Order) -> list[str]:
    """The study as it would be typed after `tailback lab`."""
    game = games.load(order.game)
    known = {option.name: option for option in game.options}
    settled = desk.settle(order.game, len(order.robots), order.preset, order.options, None)
    found = [order.game] if isinstance(order, Run) else [kind_of(order), order.game]
    robots = order.robots
    if isinstance(order, Sweep):
        robots = seats(order)
        for text in typed(game, order.vary):
            found += ["--vary", text]
        if order.precision is not None:
            found += ["--precision", f"{order.precision:g}"]
    if isinstance(order, Find):
        for wish in dict.fromkeys(order.wishes):
            found += ["--want", wish]
        for name in order.vary:
            found += ["--vary", name]
        found += ["--trials", str(order.trials)]
        # To follow matches takes by far the most time: only where a wish is about it.
        if not any(finding.wish(text).name in finding.FOLLOWED for text in order.wishes):
            found += ["--follow", "0"]
    else:
        found += ["--watch", str(min(order.watch, order.matches))]
    if len(robots) > 1:
        found += ["--players", str(len(robots))]
    found += ["--robots", ",".join(robots)]
    if order.preset:
        found += ["--preset", order.preset]
    for name in game.known(order.options):
        found += ["--set", f"{name}={known[name].write(settled[name])}"]
    return [*found, "--matches", str(order.matches), "--seed", str(order.seed), "--lang", order.lang]
