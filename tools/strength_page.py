"""docs/strength.md and its plots, out of the figures that `make strength` wrote down."""

from __future__ import annotations

from pathlib import Path

from tailback import games
from tailback.robots.duels import MIXED, Duel, Share
from tailback.robots.levels import RANDOM, USUAL
from tailback.robots.strength import BEST, TABLES, WEAKER, Found, allowance, look_up, recorded
from tailback.robots.yardsticks import ALL_SEEING, COMMON, FLAT, FLAT_RANDOM
from tailback.texts import Texts

WORDS = {
    RANDOM: "random",
    FLAT: "flat search, instinct playouts",
    FLAT_RANDOM: "flat search, random playouts",
    COMMON: "the common search",
    ALL_SEEING: "all-seeing search",
    "ismcts": "OpenSpiel's ISMCTS",
}
HEAD = """# How strong the robots are

Every figure on this page was played: `make strength` plays, `make docs` writes this page. A share is the part of the
wins that the first-named player took, a shared win counted in parts, with its 95 % interval. Deals are paired: every
deal is played once with the player in each seat, and the interval comes from the differences between deals. All
options are the usual ones. "Alone" is one such player against all others of the second kind; "every second seat" is
half the table each.

Levels 1 and 2 make the mistakes of people, level 3 follows its instinct, 4 and 5 look ahead. How long they look is
counted in decisions tried: about a second on one core for level 5, a tenth of it for level 4. So that a table can be
played in an afternoon, **they are given less here**: `think` says how many seconds it was for level 5, and level 4 had
a tenth of that. The yardsticks look as long as level 5: flat search compares its actions by playouts in imagined worlds
without a tree; the common search is what all games share, without what a game adds for its own level 5; the
**all-seeing** one sees all hands and the order of the deck, so it is a ceiling that nobody can reach. They play nowhere
else.
"""


def label(kind: str) -> str:
    if "+" in kind:
        return ", ".join(label(one) for one in kind.split("+"))
    return WORDS.get(kind, f"level {kind}")


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def way(game: str, players: int) -> float | None:
    """How much of the way from even to the ceiling level 5 goes."""
    mine, top = look_up(game, players, BEST, USUAL), look_up(game, players, ALL_SEEING, USUAL)
    if mine is None or top is None or top.share <= 1 / players:
        return None
    return (mine.share - 1 / players) / (top.share - 1 / players)


def interval(share: Share | None) -> str:
    return "-" if share is None else f"{percent(share.share)} % ({percent(share.low)} to {percent(share.high)})"


def summary() -> list[str]:
    lines = [
        "## In short",
        "",
        "Alone against players of level 3. Even would be 50 % with two players and 25 % with four.",
        "",
        "| game | players | level 5 | ceiling | way gone | level 5 with more thought |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name in games.ours():
        for players in TABLES:
            pair = Duel(name, players, BEST, USUAL)
            found = [one for one in recorded() if one.duel._replace(think=None) == pair]
            if not found:
                continue
            gone = way(name, players)
            more = ", ".join(f"{one.duel.think} s: {interval(one.share)}" for one in found[1:])
            cells = [
                title(name),
                players,
                interval(found[0].share),
                interval(look_up(name, players, ALL_SEEING, USUAL)),
            ]
            cells += ["-" if gone is None else f"{gone:.0%}", more]
            lines.append("| " + " | ".join(map(str, cells)) + " |")
    return [*lines, ""]


def weaker() -> list[str]:
    """Level 5 and level 3 in the same chair, against players who are not as a search expects."""
    lines = ["## Against weaker players", ""]
    lines += ["Alone at a table of four, in percent of wins: level 5, and level 3 in the same chair.", ""]
    lines += ["| game | " + " | ".join(label(foe) for foe in WEAKER) + " |", "| --- " * (len(WEAKER) + 1) + "|"]
    for name in games.ours():
        cells = []
        for foe in WEAKER:
            best, usual = look_up(name, TABLES[-1], BEST, foe), look_up(name, TABLES[-1], USUAL, foe)
            cells.append("-" if best is None or usual is None else f"{percent(best.share)}, {percent(usual.share)}")
        lines.append(f"| {title(name)} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def luck() -> list[str]:
    """How often the better of two wins."""
    pairs = [("1", RANDOM), ("2", "1"), ("3", "2"), ("4", "3"), ("5", "3")]
    lines = ["## Luck", "", "How often the better of two players wins, in percent; 50 would be all luck.", ""]
    lines += ["| game | " + " | ".join(f"{a} against {b}" for a, b in pairs) + " |", "| --- " * (len(pairs) + 1) + "|"]
    for name in games.ours():
        shares = [look_up(name, 2, a, b) for a, b in pairs]
        lines.append(
            f"| {title(name)} | " + " | ".join("-" if one is None else percent(one.share) for one in shares) + " |"
        )
    return [*lines, ""]


def title(name: str) -> str:
    return Texts("en", games.load(name)).say("name")


def of_game(name: str) -> list[str]:
    found = [one for one in recorded() if one.duel.game == name]
    if not found:
        return []
    lines = [f"## {title(name)}", "", f"![Shares of wins with their intervals](images/strength-{name}.svg)", ""]
    lines += [
        "| players | who | against | seats | think | matches | share | 95 % interval | even |",
        "| --- " * 9 + "|",
    ]
    for duel, share in found:
        seats = "every second seat" if duel.form == MIXED else "alone"
        think = "" if duel.think is None else duel.think
        shown = [duel.players, label(duel.hero), label(duel.foe), seats, think, share.matches]
        shown += [f"{percent(share.share)} %", f"{percent(share.low)} to {percent(share.high)}", percent(duel.even)]
        lines.append("| " + " | ".join(map(str, shown)) + " |")
    return [*lines, ""]


def page() -> str:
    lines = [HEAD, *summary(), *weaker(), *luck()]
    for name in games.ours():
        lines += of_game(name)
    return "\n".join(lines).rstrip() + "\n"


# Plots: one line a duel, a dot with its interval, a mark where even is. Mid tones, for light and dark pages.

ROW, LEFT, WIDTH = 26, 410, 420
INK, LINE, DOT = "#7a7f87", "#b9bdc4", {2: "#e07a3f", 4: "#3f8fd2"}


def plot(found: list[Found]) -> str:
    height = ROW * (len(found) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="13">',
    ]
    for tick in range(0, 101, 25):
        x = LEFT + WIDTH * tick / 100
        parts.append(f'<line x1="{x}" y1="{ROW}" x2="{x}" y2="{height - ROW}" stroke="{LINE}" stroke-width="0.7"/>')
        parts.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle" fill="{INK}">{tick} %</text>')
    for k, (duel, share) in enumerate(found):
        y = ROW * (k + 1.5)
        even = LEFT + WIDTH * duel.even
        low, mid, high = (LEFT + WIDTH * value for value in (share.low, share.share, share.high))
        words = f"{duel.players} players: {label(duel.hero)} against {label(duel.foe)}"
        words += ", half each" if duel.form == MIXED else ""
        words += f", {duel.think} s" if duel.think != allowance(duel) else ""
        colour = DOT.get(duel.players, INK)
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end" fill="{INK}">{words}</text>')
        parts.append(
            f'<line x1="{even:.1f}" y1="{y - 9}" x2="{even:.1f}" y2="{y + 9}" stroke="{INK}" stroke-dasharray="2 2"/>'
        )
        parts.append(f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<circle cx="{mid:.1f}" cy="{y}" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + WIDTH + 12}" y="{y + 4}" fill="{INK}">{percent(share.share)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def pages(docs: Path) -> dict[Path, str]:
    """The page and its pictures by their places."""
    found = {docs / "strength.md": page()}
    for name in games.ours():
        duels = [one for one in recorded() if one.duel.game == name]
        if duels:
            found[docs / "images" / f"strength-{name}.svg"] = plot(duels)
    return found
