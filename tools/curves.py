"""How well agents learned: the curves of `examples/research/results` as plots and a table for docs/research.md.

python tools/curves.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tailback import games
from tailback.texts import Texts

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "examples" / "research" / "results"
WIDE, HIGH, LEFT, TOP = 420, 200, 44, 16
# Mid tones, for light and dark pages.
INK = "#7a7f87"
COLOURS = ("#7f8c8d", "#2a9d8f", "#e09f3e", "#c8553d", "#7b6fb0", "#3f7cac")
NAMES = ("random", "level 1", "level 2", "level 3", "level 4", "level 5")
# So far apart two names can be read.
LINE = 15
# Those above this level were met in few matches.
SURE = 3
BEGIN, END = "<!-- results -->\n", "<!-- end of results -->\n"


def plot(found: dict[str, Any]) -> str:
    """Share of wins against each kind over decisions learned from; the dashed line is an even share."""
    most = max(point["decisions"] for point in found["curve"]) or 1
    even = 1 / found["players"]
    top = max(0.7, *(max(point["shares"].values()) for point in found["curve"]))

    def at(decisions: float, share: float) -> str:
        return f"{LEFT + WIDE * decisions / most:.1f},{TOP + HIGH * (1 - share / top):.1f}"

    size = f'width="{LEFT + WIDE + 80}" height="{TOP + HIGH + 40}" font-family="system-ui, sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{INK}">',
    ]
    for tenth in range(0, int(top * 10) + 1, 2):
        y = TOP + HIGH * (1 - tenth / 10 / top)
        parts.append(
            f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + WIDE}" y2="{y:.1f}" stroke="#b9bdc4" stroke-width="0.7"/>'
        )
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth * 10} %</text>')
    (x1, y), (x2, _) = (at(where, even).split(",") for where in (0, most))
    parts.append(f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="{INK}" stroke-dasharray="4 4"/>')
    last = found["curve"][-1]["shares"]
    lowest = TOP + HIGH + LINE
    # From the lowest line up, so that no name stands on another.
    for level in sorted(range(len(NAMES)), key=lambda level: last[str(level)]):
        colour = COLOURS[level]
        line = " ".join(at(point["decisions"], point["shares"][str(level)]) for point in found["curve"])
        x, y = map(float, at(most, last[str(level)]).split(","))
        lowest = min(y + 4, lowest - LINE)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 6:.1f}" y="{lowest:.1f}" fill="{colour}">{NAMES[level]}</text>')
    base = TOP + HIGH + 28
    parts.append(f'<text x="{LEFT}" y="{base}">0</text>')
    parts.append(f'<text x="{LEFT + WIDE}" y="{base}" text-anchor="end">{most / 1e6:.1f} million decisions</text>')
    return "\n".join([*parts, "</svg>\n"])


def page(results: list[dict[str, Any]]) -> str:
    lines = [
        f"| game | players | even | {' | '.join(NAMES)} | decisions | weights |",
        "|---" * (len(NAMES) + 5) + "|",
    ]
    for found in results:
        last = found["curve"][-1]["shares"]
        shares = [f"{100 * last[str(level)]:.{0 if level > SURE else 1}f}" for level in range(len(NAMES))]
        name = Texts("en", games.load(found["game"])).say("name")
        cells = [
            name,
            str(found["players"]),
            f"{100 / found['players']:.1f}",
            *shares,
            f"{found['curve'][-1]['decisions'] / 1e6:.0f} M",
            f"{found['bytes'] // 1000} kB",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    lines.append("")
    for found in results:
        name = Texts("en", games.load(found["game"])).say("name")
        lines += [f"![{name}: share of wins while it learns](images/learning-{found['game']}.svg)", ""]
    return "\n".join(lines)


def main() -> None:
    results = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))]
    for found in results:
        (ROOT / "docs" / "images" / f"learning-{found['game']}.svg").write_text(plot(found), encoding="utf-8")
    guide = ROOT / "docs" / "research.md"
    head, rest = guide.read_text(encoding="utf-8").split(BEGIN)
    guide.write_text(head + BEGIN + page(results) + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
