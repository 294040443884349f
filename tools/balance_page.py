"""docs/balance.md, out of the studies that `make balance` plays. What people wrote between its marks stays."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tailback.core.game import Game
from tailback.lab.finding import unfair, way
from tailback.lab.statistics import USUAL, z
from tailback.lab.sweeps import PLAYERS, ROBOTS
from tailback.robots.even import Figure
from tailback.robots.even import figures as head_starts
from tailback.texts import Texts

Study = dict[str, Any]
Arm = dict[str, Any]

HEAD = """# How balanced our games are

Every figure on this page was played by robots: `make balance` plays, draws and writes. [Measure a game](lab.md) says
what each figure means, how to ask such questions of your own set-up, and what robots cannot tell. Wins are in percent,
a shared win counted in parts; **bold** is beyond chance (95 %, corrected for the number of seats). “From even” is how
far the seats, or the players in order of play, are from an even share, in points, less what chance alone would give.
Level 1 plays like a small child, level 3 follows its instinct, level 5 looks ahead (`--think {think}`). All first deals
have seed {seed}; the number of matches stands beside each figure.
"""
PICTURES = {
    "seats": "Wins by seat at the usual number of players, level 3, with intervals",
    "order": "The same by order of play",
    "minutes": "How many minutes each house rule adds or saves, where that is settled",
    "skill": "How much more often the better robot wins with each house rule, where that is settled",
    "lead": "The chances of the later winner and of the leader in the course of a match",
}
# What people write about a game stands between two marks.
MARK = "<!-- by hand: {} -->"
END = "<!-- end -->"
# Seats this far from even, in points, are worth another look at the rules behind them; fairness is better by this much.
FAR = 2.0
BETTER = 1.0
RARE = 0.05
# So many house rules are named that bring old and young together.
CLOSEST = 5
# What is said of a house rule, by figure: its unit, and the words for more and for less of it.
FAIR = "fair"
TOLD: dict[str, tuple[str, str, str]] = {
    FAIR: ("points from even", "less fair", "fairer"),
    "minutes": ("minutes", "longer", "shorter"),
    "lead_changes": ("lead changes", "closer", "less close"),
    "skill": ("% skill", "more skilful", "more luck"),
}


class Found(NamedTuple):
    """What was measured of one game."""

    game: Game
    ours: list[dict[str, Any]]
    tables: Study
    rules: Study
    two: Study | None

    @property
    def name(self) -> str:
        return Texts("en", self.game).say("name")

    def arm(self, players: int, level: str) -> Arm:
        wanted = {PLAYERS: players, ROBOTS: (level,)}
        found: Arm = self.tables["arms"][self.tables["levels"].index(wanted)]
        return found


class Change(NamedTuple):
    """What a house rule does to one figure, beyond chance and beyond what nobody would notice."""

    figure: str
    before: float
    after: float

    @property
    def word(self) -> str:
        return TOLD[self.figure][1 if self.after > self.before else 2]

    def __str__(self) -> str:
        return f"{self.before:.1f}\u00a0→\u00a0{self.after:.1f}"


def value(arm: Arm, figure: str) -> float:
    if figure == FAIR:
        return unfair(arm)
    if figure == "minutes":
        return float(arm["minutes"]["mean"]["value"])
    if figure == "skill":
        return 100 * way(arm)
    return float(arm["drama"]["lead_changes"]["mean"]["value"])


def changes(study: Study, b: int) -> dict[str, Change]:
    """What is settled of one arm against the first."""
    settled = {
        FAIR if one["figure"].startswith(("seats.", "order.")) else one["figure"]
        for one in study["comparisons"]
        if one["b"] == b and one["settled"] and one["large"]
    }
    found = {}
    for figure in TOLD:
        if figure in settled:
            change = Change(figure, value(study["arms"][0], figure), value(study["arms"][b], figure))
            # Seats may change their places without being fairer.
            if figure != FAIR or abs(change.after - change.before) >= BETTER / 2:
                found[figure] = change
    return found


# Tables


def table(head: list[str], rows: list[list[object]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]


def odd(figures: list[dict[str, Any]]) -> list[int]:
    """The seats that win more or less often than an even share, beyond chance."""
    even, reach = 1 / max(1, len(figures)), z(USUAL / max(1, len(figures))) / z()
    return [
        i
        for i, one in enumerate(figures)
        if one["value"] - (one["value"] - one["low"]) * reach > even
        or one["value"] + (one["high"] - one["value"]) * reach < even
    ]


def shares(figures: list[dict[str, Any]]) -> str:
    far = odd(figures)
    said = [f"{100 * one['value']:.1f}" for one in figures]
    return " ".join(f"**{one}**" if i in far else one for i, one in enumerate(said)) or "-"


def reach(figures: list[dict[str, Any]]) -> str:
    return f"±{max(50 * (one['high'] - one['low']) for one in figures):.1f}"


def in_short(found: list[Found]) -> list[str]:
    rows = []
    for one in found:
        arm = one.rules["arms"][0]
        best = one.arm(one.game.usual, "3")
        rows.append(
            [
                f"[{one.name}](#{anchor(one.name)})",
                one.game.usual,
                f"{unfair(best):.1f}",
                f"{value(arm, 'minutes'):.0f}",
                f"{value(arm, 'lead_changes'):.1f}",
                f"{100 * arm['drama']['certain']['mean']['value']:.0f} %",
                f"{100 * arm['choice']['value']:.0f} %",
                f"{value(best, 'skill'):.0f} %",
            ]
        )
    first = found[0].rules["arms"][0]
    seats = found[0].arm(found[0].game.usual, "3")["matches"]
    said = (
        "Level 3 at the usual number of players, with the usual options; seats from "
        f"{seats} matches each, the rest from {first['matches']}, of which {first['watched']} were watched and "
        f"{first['followed']} followed. Skill is how far one player of level 3 among level 1 gets on the way from luck "
        "alone (0 %) to winning always (100 %)."
    )
    head = ["game", "players", "from even", "minutes", "lead changes", "certain after", "real choices", "skill"]
    return ["## In short", "", said, "", *table(head, rows)]


def anchor(words: str) -> str:
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def seats(found: Found) -> list[str]:
    rows: list[list[object]] = []
    ordered = any(arm["order"] for arm in found.tables["arms"])
    for level, arm in zip(found.tables["levels"], found.tables["arms"], strict=True):
        if not arm["matches"]:
            continue
        row = [level[PLAYERS], level[ROBOTS][0], arm["matches"], shares(arm["seats"])]
        row += [shares(arm["order"])] if ordered else []
        rows.append([*row, reach(arm["seats"]), f"{unfair(arm):.1f}"])
    head = [
        "players",
        "level",
        "matches",
        "wins by seat",
        *(["by order of play"] if ordered else []),
        "about",
        "from even",
    ]
    return ["### Seats", "", *table(head, rows), *image(found, "seats"), *image(found, "order")]


def house_rules(found: Found) -> list[str]:
    study = found.rules
    rows: list[list[object]] = []
    words: dict[str, list[str]] = {}
    same = []
    for b in range(1, len(study["arms"])):
        label, done = study["labels"][b], changes(study, b)
        if not done:
            same.append(label)
            continue
        rows.append([label, *(str(done.get(figure, "")) for figure in TOLD)])
        for change in done.values():
            words.setdefault(change.word, []).append(label)
    arm = study["arms"][0]
    lines = ["### House rules", ""]
    players, n = arm["setup"]["players"], arm["matches"]
    lines += [
        f"Each held against the usual set-up, with {players} players of level 3, {n} matches each on the same deals."
    ]
    lines += ["Only what is settled beyond chance is shown.", ""]
    if rows:
        lines += table(["instead of the usual", *(unit for unit, _, _ in TOLD.values())], rows)
    good = {word: words[word] for word in ("fairer", "shorter", "closer", "more skilful") if word in words}
    lines += [f"- **{word.capitalize()}**: {'; '.join(labels)}" for word, labels in good.items()]
    if same:
        lines += [f"- **No settled difference**: {'; '.join(same)}"]
    return [*lines, "", *image(found, "minutes"), *image(found, "skill")]


def skill(found: Found) -> list[str]:
    rows: list[list[object]] = []
    for players in range(found.game.fewest, found.game.most + 1):
        arm = found.arm(players, "3")
        share = arm["skill"]["share"]
        low, high, n = 100 * share["low"], 100 * share["high"], share["n"]
        cells = [players, n, f"{100 * share['value']:.1f} % ({low:.1f} to {high:.1f})", f"{100 / players:.1f} %"]
        rows.append([*cells, f"{value(arm, 'skill'):.0f} %"])
    lines = [
        "### Luck and skill",
        "",
        "One player of level 3 among players of level 1, who takes each seat in turn.",
        "",
    ]
    lines += table(["players", "matches", "wins", "by luck alone", "skill"], rows)
    return [*lines, *image(found, "lead")]


# Old and young


def family(found: Found) -> list[str]:
    """One better player among weak ones: which house rules bring them together, and what a head start does."""
    study = found.rules
    usual = study["arms"][0]
    players = usual["setup"]["players"]
    closer = [
        b
        for b in range(1, len(study["arms"]))
        if (change := changes(study, b).get("skill")) is not None and change.after < change.before
    ]
    closer.sort(key=lambda b: value(study["arms"][b], "skill"))
    rows: list[list[object]] = [["the game as it is", *together(usual)]]
    rows += [[study["labels"][b], *together(study["arms"][b])] for b in closer[:CLOSEST]]
    n = usual["skill"]["share"]["n"]
    lines = [
        "### An adult and children",
        "",
        f"One player of level 3 among {players - 1} of level 1, who takes each seat in turn, {n} matches each; even "
        f"would be {100 / players:.1f} % for everyone. "
        + (
            "The house rules that bring them closest together, beyond chance:"
            if closer
            else "No house rule brings them closer together beyond chance."
        ),
        "",
    ]
    lines += table(["house rule", "the adult wins", "each child"], rows)
    return [*lines, *helped(found)]


def together(arm: Arm) -> list[object]:
    share = arm["skill"]["share"]["value"]
    return [f"{100 * share:.1f} %", f"{100 * (1 - share) / (arm['setup']['players'] - 1):.1f} %"]


def helped(found: Found) -> list[str]:
    """What the head start of the game does, as far as it was measured."""
    measured = head_starts(found.game.id)
    return [head_start(measured), ""] if measured else []


def head_start(measured: list[Figure]) -> str:
    first = measured[0]
    said = "; ".join(
        f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f}, {one.matches} matches) instead of "
        f"{100 * one.without:.1f} % with {one.players} players"
        for one in measured
    )
    return f"With even chances one child of level {first.level} against adults of level {first.against} wins {said}."


# What is our own


def own(found: Found) -> list[str]:
    if not found.ours:
        return []
    lines = ["### What we designed ourselves", ""]
    for one in found.ours:
        said = of_option(found, one) if "option" in one else of_design(found, one)
        lines += [f"- {said}"]
    return [*lines, ""]


def of_option(found: Found, one: dict[str, Any]) -> str:
    """Does a settled figure speak for another usual value?"""
    name = one["option"]
    study = found.two if one.get("players") and found.two is not None else found.rules
    option = next(option for option in found.game.options if option.name == name)
    texts = Texts("en", found.game)
    head = f"**{texts.say(f'options.{name}.label')}** ({option.clause}; usually {option.write(option.default)})"
    lines, better = [], []
    for b, level in enumerate(study["levels"]):
        if name not in level:
            continue
        done = changes(study, b)
        written = option.write(level[name])
        lines.append(f"{written} is " + (listed(done) or "no different beyond chance"))
        if speaks(done):
            better.append(written)
    players = study["arms"][0]["setup"]["players"]
    if not better:
        verdict = "The figures speak for no other usual value."
    elif one.get("weighed"):
        verdict = f"Alone these figures speak for {' or '.join(better)}; what speaks against it stands above."
    else:
        verdict = f"The figures speak for {' or '.join(better)}."
    return f"{head}, with {players} players: {'; '.join(lines)}. {verdict}"


def listed(done: dict[str, Change]) -> str:
    return ", ".join(f"{change.word} ({change} {TOLD[change.figure][0]})" for change in done.values())


def speaks(done: dict[str, Change]) -> bool:
    """Fairer or closer, and neither paid for with the other; how long and how lucky a game is, is a matter of taste."""
    said = {change.word for change in done.values()}
    gain = FAIR in done and done[FAIR].before - done[FAIR].after >= BETTER
    return (gain or "closer" in said) and not said & {"less fair", "less close"}


def of_design(found: Found, one: dict[str, Any]) -> str:
    """Something that no option changes: what the figures say about it as it is."""
    said = how_often(found, one["rules"]) if "rules" in one else how_even(found)
    return f"**{one['what']}** ({one['clause']}): {said}"


def how_often(found: Found, ids: list[str]) -> str:
    rules = [rule for rule in found.rules["arms"][0]["rules"] if rule["id"] in ids]
    rare = [rule["label"] for rule in rules if rule["matches"]["value"] < RARE]
    said = "per match " + ", ".join(f"{rule['label']} {rule['per_match']['value']:.1f}" for rule in rules) + ". "
    if rare:
        return f"{said}That speaks for more of what hardly ever happens: {', '.join(rare)}."
    return f"{said}Nothing is rarer than one match of twenty, which speaks for leaving it as it is."


def how_even(found: Found) -> str:
    said, far = [], []
    for players in range(found.game.fewest, found.game.most + 1):
        arm = found.arm(players, "3")
        said.append(f"{unfair(arm):.1f} with {players}")
        if unfair(arm) >= FAR and (odd(arm["seats"]) or odd(arm["order"])):
            far.append(str(players))
    verdict = f"another choice with {' and '.join(far)} players" if far else "leaving it as it is"
    return f"points from even at level 3: {', '.join(said)} players. That speaks for {verdict}."


# Pictures and the page


def picture(found: Found, what: str) -> str:
    return f"{found.game.id}-{what}.svg"


def image(found: Found, what: str) -> list[str]:
    """A picture where there is one."""
    if what not in pictures(found):
        return []
    return [f"![{PICTURES[what]}](images/balance/{picture(found, what)})", ""]


def pictures(found: Found) -> dict[str, tuple[Study, str, int]]:
    """By what they show: the study, the name of the chart, and the arm that it is of."""
    arm = found.tables["arms"].index(found.arm(found.game.usual, "3"))
    shown: dict[str, tuple[Study, str, int]] = {
        "seats": (found.tables, "seats", arm),
        "lead": (found.rules, "lead", 0),
    }
    if found.tables["arms"][arm]["order"]:
        shown["order"] = (found.tables, "order", arm)
    for figure in ("minutes", "skill"):
        settled = [one for one in found.rules["comparisons"] if one["figure"] == figure and one["settled"]]
        if settled:
            shown[figure] = (
                {**found.rules, "comparisons": settled, "labels": found.rules["short"]},
                f"difference.{figure}",
                0,
            )
    return shown


def by_hand(before: str, name: str) -> list[str]:
    """What somebody wrote about this game, with its marks."""
    mark = MARK.format(name)
    inside = before.partition(mark)[2].partition(END)[0].strip("\n")
    return [mark, "", *([inside, ""] if inside else []), END, ""]


def page(found: list[Found], before: str) -> str:
    setups = [arm["setup"] for arm in found[0].tables["arms"]]
    think = next(setup["think"] for setup in setups if setup["think"] is not None)
    lines = [HEAD.format(seed=setups[0]["seed"], think=think), *by_hand(before, "all"), *in_short(found)]
    for one in found:
        lines += [f"## {one.name}", "", *by_hand(before, one.name)]
        lines += [*seats(one), *house_rules(one), *skill(one), *family(one), *own(one)]
    return "\n".join(lines).rstrip() + "\n"
