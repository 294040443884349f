"""A study in words: what was found, for somebody who knows the game and no statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tailback.core.game import Game
from tailback.lab.compared import SHARES, Comparison
from tailback.lab.sweeps import PLAYERS, PRESET, ROBOTS
from tailback.robots.levels import LEVELS, RANDOM
from tailback.texts import Texts, catalogue, measured

# The rules that are named in the summary: the most frequent ones; and the set-ups: the best ones.
NAMED_RULES = 3
NAMED_TRIALS = 3
NAMED_CHANGES = 4
# What is counted from an even share where the numbers of players differ.
FROM_EVEN = ("seats", "order")
# An option whose words are longer is told as it is typed.
LONGEST_LABEL = 30
# In a list, a sentence and a chart of the browser there is room for all its words.
WHOLE_LABEL = 200


class Words(Texts):
    """The texts of a game, and those that tell of studies."""

    def __init__(self, lang: str, game: Game) -> None:
        super().__init__(lang, game)
        self.app = {**self.app, **catalogue(lang, "study")}


def share(figure: dict[str, Any]) -> dict[str, float]:
    """A share with its interval, in per cent."""
    return {"share": 100 * figure["value"], "low": 100 * figure["low"], "high": 100 * figure["high"]}


def robot(texts: Words, kind: str) -> str:
    """In a list: `level 3`."""
    if kind in LEVELS:
        return texts.say("strength.level", n=kind)
    return texts.say("study.at_random") if kind == RANDOM else kind


def one_robot(texts: Words, kind: str) -> str:
    """At the beginning of a sentence: `A robot of level 3`."""
    key = "level" if kind in LEVELS else "random" if kind == RANDOM else "own"
    said = texts.say(f"study.robot.{key}", n=kind, name=kind)
    return said[:1].upper() + said[1:]


# One set-up


def sentences(texts: Words, arm: dict[str, Any]) -> list[str]:
    """What a study of one set-up says."""
    if not arm["matches"]:
        return []
    found = [*kinds(texts, arm)]
    # Where every robot keeps its seat, who wins there says more about the robots than about the seats.
    if not found or arm["setup"]["rotate"]:
        found += places(texts, arm, "seats")
    found += [*places(texts, arm, "order"), *length(texts, arm)]
    for part in (ties, skill, drama, choice, rules):
        found += part(texts, arm)
    return found


def kinds(texts: Words, arm: dict[str, Any]) -> list[str]:
    """How often one robot of each kind wins, where there are several."""
    key = "study.says.level_anywhere" if arm["setup"]["rotate"] else "study.says.level"
    even = 100 / arm["setup"]["players"]
    return [
        texts.say(key, robot=one_robot(texts, one["level"]), **share(one["share"]), even=even) for one in arm["levels"]
    ]


def places(texts: Words, arm: dict[str, Any], name: str) -> list[str]:
    """Which seats win more or less often than an even share, beyond chance."""
    figures = arm[name]
    if not figures:
        return []
    even = 1 / len(figures)
    said = [
        texts.say(
            f"study.says.{name}_{'more' if figure['value'] > even else 'less'}",
            n=i + 1,
            **share(figure),
            even=100 * even,
        )
        for i, figure in enumerate(figures)
        if figure["settled"]
    ]
    if said:
        return said
    least, most = min(one["low"] for one in figures), max(one["high"] for one in figures)
    return [texts.say(f"study.says.{name}_even", low=100 * least, high=100 * most)]


def length(texts: Words, arm: dict[str, Any]) -> list[str]:
    if arm["minutes"] is None:
        return [texts.say("study.says.decisions", decisions=arm["decisions"]["mean"]["value"])]
    minutes = arm["minutes"]
    return [
        texts.say(
            "study.says.length",
            minutes=minutes["mean"]["value"],
            low=minutes["p5"],
            high=minutes["p95"],
            decisions=arm["decisions"]["mean"]["value"],
            turns=arm["turns"]["mean"]["value"],
        )
    ]


def ties(texts: Words, arm: dict[str, Any]) -> list[str]:
    if arm["ties"]["value"] < 0.005:
        return []
    return [texts.say("study.says.ties", share=100 * arm["ties"]["value"])]


def skill(texts: Words, arm: dict[str, Any]) -> list[str]:
    found = arm["skill"]
    if found is None:
        return []
    # How far from luck alone to winning always.
    way = (found["share"]["value"] - found["even"]) / (1 - found["even"])
    much = "much" if way > 0.5 else "some" if way > 0.15 else "little"
    return [
        texts.say(
            f"study.says.skill_{much}",
            better=found["better"],
            weaker=found["weaker"],
            **share(found["share"]),
            even=100 * found["even"],
        )
    ]


def drama(texts: Words, arm: dict[str, Any]) -> list[str]:
    found = arm["drama"]
    if found is None:
        return []
    return [
        texts.say(
            "study.says.drama",
            leads=found["lead_changes"]["mean"]["value"],
            certain=100 * found["certain"]["mean"]["value"],
            comeback=100 * found["comeback"]["p50"],
        )
    ]


def choice(texts: Words, arm: dict[str, Any]) -> list[str]:
    if arm["choice"] is None:
        return []
    said = [
        texts.say(
            "study.says.choice",
            share=100 * arm["choice"]["value"],
            offered=arm["options_offered"]["value"],
        )
    ]
    if arm["wait"] is not None:
        wait = arm["wait"]["seconds"]
        said.append(texts.say("study.says.wait", seconds=wait["mean"]["value"], longest=wait["p95"]))
    return said


def rules(texts: Words, arm: dict[str, Any]) -> list[str]:
    often = [rule for rule in arm["rules"] if rule["per_match"]["value"] > 0][:NAMED_RULES]
    if not often:
        return []
    said = ", ".join(f"{rule['label']} {measured(texts.lang, rule['per_match']['value'], 1)}" for rule in often)
    return [texts.say("study.says.rules", rules=said)]


# Several


def goals(texts: Words, trial: dict[str, Any]) -> str:
    """`3.9 points from even, 4.6 minutes`"""
    return ", ".join(
        measured(texts.lang, goal["value"], 1) + " " + texts.say(f"study.wishes.{goal['name']}")
        for goal in trial["goals"]
    )


def found(texts: Words, game: Game, trials: Sequence[dict[str, Any]]) -> list[str]:
    """What a search says: where it began, and the best it tried, each with what it comes to."""
    best = [trial for trial in trials[1:] if trial["rank"] is not None]
    shown = [*trials[:1], *sorted(best, key=lambda trial: int(trial["rank"]))[:NAMED_TRIALS]]
    said = []
    for trial in shown:
        name = in_short(texts, game, trial["changed"]) or texts.say("study.as_it_is")
        said.append(texts.say("study.found", setup=name[:1].upper() + name[1:], goals=goals(texts, trial)))
    return said


def in_short(texts: Words, game: Game, changed: dict[str, Any]) -> str:
    """The first few changes; of a search among all options most are changed."""
    first = dict(list(changed.items())[:NAMED_CHANGES])
    named = label(texts, game, first, WHOLE_LABEL)
    left = len(changed) - len(first)
    return texts.say("study.and_more", first=named, n=left) if left else named


def label(texts: Words, game: Game, chosen: dict[str, Any], longest: int = LONGEST_LABEL) -> str:
    """What sets an arm apart, in few words."""
    return ", ".join(named(texts, game, name, value, longest) for name, value in chosen.items())


def named(texts: Words, game: Game, name: str, value: Any, longest: int = LONGEST_LABEL) -> str:
    if name == PLAYERS:
        return texts.say("study.players", n=value)
    if name == ROBOTS:
        # Where they differ, it matters who sits where.
        sit = value if len(set(value)) > 1 else value[:1]
        return texts.say("study.robots", robots=", ".join(robot(texts, kind) for kind in sit))
    if name == PRESET:
        # "First time: two lanes" is a name and what it means.
        key = f"presets.{value}"
        return texts.say("study.preset", preset=texts.say(key).partition(":")[0] if texts.has(key) else value or "–")
    entry = texts.raw(f"options.{name}") if texts.has(f"options.{name}") else {}
    option = next(one for one in game.options if one.name == name)
    words = entry.get("values", {}).get(str(value), "")
    said = f"{entry.get('label', name)} {option.write(value)}"
    if words:
        said = texts.say("study.chosen", option=entry["label"], value=words)
    elif isinstance(value, bool):
        said = f"{entry.get('label', name)} {texts.say('study.yes' if value else 'study.no')}"
    return said if len(said) <= longest else f"{name}={option.write(value)}"


def compared(texts: Words, game: Game, some: Sequence[Comparison], levels: Sequence[dict[str, Any]]) -> str:
    """`Lanes 2 instead of Lanes 4: seat 1 wins 4.1 points more often (2.9 to 5.3).`

    All are of the same two arms. These differ in one thing, which is named for both; the rest, if there is any, once.
    """
    mine, others = levels[some[0].a], levels[some[0].b]
    kept = {name: value for name, value in others.items() if mine.get(name) == value}
    same = label(texts, game, kept, WHOLE_LABEL)
    changed = ({name: value for name, value in arm.items() if name not in kept} for arm in (mine, others))
    a, b = (label(texts, game, one, WHOLE_LABEL) for one in changed)
    from_even = mine.get(PLAYERS) != others.get(PLAYERS)
    found = "; ".join(difference(texts, one, from_even) for one in some)
    return texts.say("study.compared.pair", a=a, b=f"{b} ({same})" if same else b, found=found)


def difference(texts: Words, one: Comparison, from_even: bool = False) -> str:
    """What one figure does. With another number of players an even share is another, and seats are counted from it."""
    name, _, place = one.figure.partition(".")
    called = f"{name}_from_even" if from_even and name in FROM_EVEN else name
    scale = 100 if name in SHARES else 1
    value, low, high = (scale * part for part in one.difference[:3])
    if value < 0:
        value, low, high = -value, -high, -low
    how = "more" if one.difference.value > 0 else "less"
    return texts.say(
        f"study.compared.{called}_{how}" if one.settled else "study.compared.same",
        figure=texts.say(f"study.figures.{called}", n=int(place or 0) + 1),
        n=int(place or 0) + 1,
        by=value,
        low=low,
        high=high,
    )
