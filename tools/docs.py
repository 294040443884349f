"""Writes docs/clauses/: every clause in our words, with options, presets and notation, in three languages;
docs/rules/: the same for families, on one short page for each game;
docs/protocol*: the reference of the server for people and programs; in docs/security.md who may do what;
docs/python.md: every public name of the package;
docs/strength.md: how strong the robots are, with plots;
web/src/net/: the types of the web client; and tests/games/*/forms.json: every card in every form, for both clients.

The texts, the declarations and the messages are the source; a test fails when the files are not what this writes.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import get_args

import observation_page
import python_page
import strength_page

from tailback import games
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.core.options import Option
from tailback.robots import times
from tailback.server import protocol as p
from tailback.server.door import routes
from tailback.server.lab import messages as lab_messages
from tailback.server.lab import routes as lab_routes
from tailback.server.reference import manual, schemas, typescript_shapes
from tailback.server.relay import messages as relay_messages
from tailback.texts import LANGUAGES, Texts

ROOT = Path(__file__).resolve().parent.parent / "docs"
NET = ROOT.parent / "web" / "src" / "net"


def place(lang: str, name: str, folder: str = "clauses") -> Path:
    rules = ROOT / folder
    return rules / f"{name}.md" if lang == "en" else rules / lang / f"{name}.md"


def page(lang: str, name: str) -> str:
    """One game's rules as Markdown."""
    game = games.load(name)
    texts = Texts(lang, games.load(name), [seat_letter(seat) for seat in range(game.most)])
    lines = [f"# {texts.say('name')}: {texts.say('docs.letter')}", "", texts.say("pitch"), "", facts(game, texts), ""]
    for section in texts.raw("rules"):
        lines += [f"## {section['title']}", ""]
        lines += [f"- **{clause}** {text}" for clause, text in section["clauses"].items()]
        lines.append("")
    lines += options(game, texts)
    lines += presets(game, texts)
    lines += how_long(game, texts)
    lines += notation(game, texts)
    return "\n".join(lines).rstrip() + "\n"


def family(lang: str, name: str) -> str:
    """What a parent reads before the first game: no id, no token, nothing that is only there for the letter."""
    game = games.load(name)
    texts = Texts(lang, game, [seat_letter(seat) for seat in range(game.most)])
    up = "../" if lang == "en" else "../../"
    lines = [
        f"# {texts.say('name')}",
        "",
        texts.say("pitch"),
        "",
        texts.say("games.facts", **times.facts(game)) + ".",
        "",
    ]
    lines += [f"![{texts.say('name')}]({up}images/films/{name}.webp)", ""]
    enough = game.data("family.json")
    for section in texts.raw("rules"):
        told = [text for clause, text in section["clauses"].items() if clause in enough]
        if told:
            lines += [f"## {section['title']}", "", *(f"- {text}" for text in told), ""]
    lines += [f"## {texts.say('docs.cards')}", ""]
    lines += [f"- **{one['name']}**: {one['does']}" for one in texts.raw("web.cards").values()]
    lines += ["", f"## {texts.say('docs.presets')}", ""]
    lines += [f"- {texts.say('presets.' + preset)}" for preset in game.presets if preset not in game.editions]
    lines += ["", *how_long(game, texts), f"## {texts.say('docs.options')}", ""]
    lines += [house_rule(option, texts) for option in game.options]
    letter = up + ("clauses/" if lang == "en" else f"clauses/{lang}/") + f"{name}.md"
    return "\n".join([*lines, "", f"[{texts.say('docs.letter')}]({letter})"]) + "\n"


def house_rule(option: Option, texts: Texts) -> str:
    """What can be agreed upon, in words; numbers stand for themselves."""
    entry = f"options.{option.name}"
    values = texts.raw(f"{entry}.values")
    said = f"- **{texts.say(entry + '.label')}.** {texts.say(entry + '.help')}"
    usual = values.get(str(option.default))
    return f"{said} {texts.say('docs.usually', value=usual)}" if usual else said


def facts(game: Game, texts: Texts) -> str:
    return texts.say("docs.facts", **times.facts(game), version=game.rules_version)


def how_long(game: Game, texts: Texts) -> list[str]:
    """The minutes of each preset for each number of players."""
    found = {
        (one.preset, one.players): "–".join(map(str, times.said(one.low, one.high))) for one in times.figures(game.id)
    }
    numbers = range(game.fewest, game.most + 1)
    lines = [f"## {texts.say('docs.times')}", "", texts.say("docs.times_said", day=times.measured()["day"]), ""]
    lines += [
        f"| {texts.say('docs.times_columns')} | {' | '.join(map(str, numbers))} |",
        "|---" * (len(numbers) + 1) + "|",
    ]
    for preset in dict.fromkeys(preset for preset, _ in found):
        name = texts.say(f"presets.{preset}").partition(":")[0] if preset else texts.say("docs.times_usual")
        lines.append(f"| {name} | {' | '.join(found.get((preset, n), '-') for n in numbers)} |")
    return [*lines, ""]


def options(game: Game, texts: Texts) -> list[str]:
    lines = [f"## {texts.say('docs.options')}", "", f"| {texts.say('docs.option_columns')} |", "|---|---|---|---|---|"]
    for option in game.options:
        entry = f"options.{option.name}"
        lines.append(
            f"| `{option.name}` | {texts.say(entry + '.label')}. {texts.say(entry + '.help')} | {option.allowed()} "
            f"| {option.write(option.default) or '-'} | {option.clause} |"
        )
    return [*lines, ""]


def presets(game: Game, texts: Texts) -> list[str]:
    lines = [f"## {texts.say('docs.presets')}", ""]
    known = {option.name: option for option in game.options}
    for preset, bundle in game.presets.items():
        values = ", ".join(f"{key}={known[key].write(value)}" for key, value in bundle.items())
        lines.append(f"- `{preset}`: {texts.say('presets.' + preset)}" + (f" (`{values}`)" if values else ""))
    return [*lines, ""]


def notation(game: Game, texts: Texts) -> list[str]:
    """One example per kind of action."""
    examples: dict[str, int] = {}
    for action in range(game.actions):
        examples.setdefault(game.describe(action)[0], action)
    lines = [f"## {texts.say('docs.moves')}", ""]
    for key, action in examples.items():
        lines.append(f"- `{game.notation(action)}`: {texts.say('actions.' + key, **game.describe(action)[1])}")
    return [*lines, ""]


def protocol() -> dict[Path, str]:
    """What a running server shows at /docs."""
    files = {ROOT / "protocol" / name: file.text for name, file in schemas.files().items()}
    return {ROOT / "protocol.md": manual.markdown(), **files}


def security() -> dict[Path, str]:
    """Who may do what, as every route and message says it. What stands around the table is written by hand."""
    path = ROOT / "security.md"
    listed = [*routes.ROUTES, *lab_routes.ROUTES]
    spoken = {manual.PLAY: get_args(p.FromDevice), f"{manual.PLAY}/lab": get_args(lab_messages.FromPage)}
    spoken[f"{manual.PLAY}/relay"] = get_args(relay_messages.FromPage)
    table = "\n".join(manual.permissions(listed, spoken))
    text = path.read_text(encoding="utf-8")
    return {path: re.sub(r"(?<=\n)\| Request or message \|.*?(?=\n\n)", lambda _: table, text, flags=re.DOTALL)}


def web() -> dict[Path, str]:
    """The types that the web client is checked against."""
    return {
        NET / "protocol.ts": schemas.files()["protocol.ts"].text,
        NET / "shapes.ts": typescript_shapes.types(),
    }


def forms(name: str) -> str:
    """Cards, colours and other tokens of a game in every form of each language."""
    game = games.load(name)
    named = [value for action in range(game.actions) for value in game.describe(action)[1].values()]
    found: dict[str, dict[str, dict[str, str]]] = {}
    for lang in LANGUAGES:
        texts = Texts(lang, game)
        tokens = dict.fromkeys([*texts.game["words"], *(value for value in named if isinstance(value, str))])
        found[lang] = {token: {form: texts.word(token, form) for form in texts.forms} for token in tokens}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("},", "},\n") + "\n"


def pages() -> dict[Path, str]:
    both = [(lang, name) for lang in LANGUAGES for name in games.ours()]
    rules = {place(*one): page(*one) for one in both} | {place(*one, "rules"): family(*one) for one in both}
    cards = {ROOT.parent / "tests" / "games" / name / "forms.json": forms(name) for name in games.ours()}
    return {
        **rules,
        **cards,
        ROOT / "python.md": python_page.page(),
        **strength_page.pages(ROOT),
        **observation_page.pages(ROOT),
        **protocol(),
        **security(),
        **web(),
    }


def main() -> int:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
