"""The numbers of one arm of a study, each with its interval, as plain data: what tables, pages and programs get."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tailback.lab.counts import PARTS, WIN, Counts, part, won_by
from tailback.lab.setups import Setup
from tailback.lab.statistics import USUAL, Figure, added, by_chance, holm, mean, quantiles, share, spread
from tailback.lab.watching import MOMENTS, WHOLE
from tailback.texts import Texts

TENTHS = 10
MINUTE = 600


def matches_of(counts: Counts) -> int:
    return sum(counts.get("winners", Counter()).values())


def win_share(winners: Counter[int], seat: int) -> Figure:
    total = sum(part(won, seat) * times for won, times in winners.items())
    return share(total / WIN, sum(winners.values()))


def shares(winners: Counter[int], players: int) -> list[dict[str, Any]]:
    """How often each place wins. `settled`: it is not an even share, beyond chance, even though all were looked at."""
    found = [win_share(winners, place) for place in range(players)]
    ps = holm([by_chance(one.value, one.n, 1 / players) for one in found])
    return [{**one._asdict(), "settled": p < USUAL} for one, p in zip(found, ps, strict=True)]


def widest(setup: Setup, counts: Counts) -> float:
    """Half the width of the widest interval of a seat's share."""
    winners = counts.get("winners", Counter())
    return max((one.high - one.low) / 2 for one in (win_share(winners, seat) for seat in range(setup.players)))


def robot_share(counts: Counts, kind: str) -> Figure:
    """How often robots of this kind won, where robots change seats."""
    won = counts.get(won_by(kind), Counter())
    return share(sum(value * times for value, times in won.items()) / WIN, sum(won.values()))


def ordered(setup: Setup, counts: Counts) -> bool:
    """Does the order of play say more than the seats? Not where all choose at once, nor where seat 1 always begins."""
    decision = setup.rules.new(setup.players, setup.seed, setup.options).decision()
    together = decision is not None and len(decision.seats) > 1
    return not together and counts.get("early") != counts.get("winners")


def arm(setup: Setup, counts: Counts, skill: tuple[Setup, Counts] | None, texts: Texts) -> dict[str, Any]:
    """Everything that is known of one set-up. `texts` are those of its game."""
    winners = counts.get("winners", Counter())
    seats = range(setup.players)
    return {
        "setup": about(setup),
        "matches": matches_of(counts),
        "watched": sum(counts.get("turns", Counter()).values()),
        "followed": sum(counts.get("leads", Counter()).values()),
        "seats": shares(winners, setup.players),
        "order": shares(counts.get("early", Counter()), setup.players) if ordered(setup, counts) else [],
        "ties": share(
            sum(times for won, times in winners.items() if won.bit_count() > 1), matches_of(counts)
        )._asdict(),
        "levels": levels(setup, counts),
        "skill": skilled(*skill) if skill is not None else None,
        "decisions": spread(counts.get("decisions", {})),
        "turns": spread(counts.get("turns", {})),
        "minutes": spread(counts.get("tenths", {}), MINUTE),
        "scores": spread(added(counts.get(f"score:{seat}", {}) for seat in seats)),
        "scores_by_seat": [mean(counts.get(f"score:{seat}", {}))._asdict() for seat in seats],
        "margin": spread(counts.get("margin", {})),
        "lower_wins": setup.lower_wins,
        "rules": rules(setup, counts, texts),
        "choice": one(counts, "choice", PARTS),
        "options_offered": one(counts, "offered", PARTS),
        "wait": {
            "seconds": spread(counts["wait"], TENTHS),
            "decisions": spread(counts["wait_decisions"], TENTHS),
        }
        if counts.get("wait")
        else None,
        "drama": drama(counts),
    }


def about(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game,
        "rules_version": setup.rules_version,
        "players": setup.players,
        "robots": list(setup.robots),
        "rotate": setup.rotate,
        "preset": setup.preset,
        "options": setup.options,
        "changed": setup.changed(),
        "seed": setup.seed,
        "think": setup.think if setup.slow else None,
    }


def one(counts: Counts, name: str, scale: float) -> dict[str, Any] | None:
    return mean(counts[name], scale)._asdict() if counts.get(name) else None


def levels(setup: Setup, counts: Counts) -> list[dict[str, Any]]:
    """Where robots differ: how often one of each kind wins, in the seats that it keeps or wherever it sits."""
    kinds = sorted(set(setup.robots))
    if len(kinds) == 1:
        return []
    winners = counts.get("winners", Counter())
    found = []
    for kind in kinds:
        sits = [seat for seat, robot in enumerate(setup.robots) if robot == kind]
        if setup.rotate:
            both = robot_share(counts, kind)
        else:
            total = sum(part(won, seat) * times for won, times in winners.items() for seat in sits)
            both = share(total / WIN, sum(winners.values()))
        mine = Figure(both.value / len(sits), both.low / len(sits), both.high / len(sits), both.n)
        found.append(
            {
                "level": kind,
                "seats": len(sits),
                "share": mine._asdict(),
            }
        )
    return found


def skilled(setup: Setup, counts: Counts) -> dict[str, Any] | None:
    if not counts.get(won_by(setup.robots[0])):
        return None
    found, even = robot_share(counts, setup.robots[0]), 1 / setup.players
    return {
        "better": setup.robots[0],
        "weaker": setup.robots[1],
        "share": {**found._asdict(), "settled": by_chance(found.value, found.n, even) < USUAL},
        "even": even,
    }


def rules(setup: Setup, counts: Counts, texts: Texts) -> list[dict[str, Any]]:
    """How often each rule mattered, the most frequent first."""
    found = []
    for matter in setup.rules.matters():
        histogram = counts.get(f"rule:{matter['id']}", Counter())
        n = sum(histogram.values())
        key = f"matters.{matter['id']}"
        found.append(
            {
                "id": matter["id"],
                "label": texts.say(key) if texts.has(key) else matter["id"],
                "clauses": matter.get("clauses", []),
                "per_match": mean(histogram)._asdict(),
                "matches": share(n - histogram.get(0, 0), n)._asdict(),
            }
        )
    return sorted(found, key=lambda rule: -rule["per_match"]["value"])


def drama(counts: Counts) -> dict[str, Any] | None:
    if not counts.get("leads"):
        return None
    curve: dict[str, list[float]] = {"at": [], "winner": [], "winner_low": [], "winner_high": [], "leader": []}
    for moment in range(MOMENTS):
        mine = counts[f"winner:{moment}"]
        low, high = quantiles(mine, (0.1, 0.9))
        curve["at"].append((moment + 1) / (MOMENTS + 1))
        curve["winner"].append(mean(mine, WHOLE).value)
        curve["winner_low"].append(low / WHOLE)
        curve["winner_high"].append(high / WHOLE)
        curve["leader"].append(mean(counts[f"leader:{moment}"], WHOLE).value)
    return {
        "lead_changes": spread(counts["leads"]),
        "certain": spread(counts["certain"], MOMENTS + 1),
        "comeback": spread(counts["comeback"], WHOLE),
        "curve": curve,
    }
