"""Writes docs/rules/: every clause in our words, with options, presets and notation, in three languages;
docs/protocol*: the reference of the server for people and programs; docs/python.md: every public name of the package;
docs/strength.md: how strong the robots are, with plots;
web/src/net/: the types of the web client; and tests/games/*/forms.json: every card in every form, for both clients.

The texts, the declarations and the messages are the source; a test fails when the files are not what this writes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import observation_page
import python_page
import strength_page

from tailback import games
from tailback.core.game import Game
from tailback.core.notation import seat_letter
from tailback.server.reference import manual, schemas, typescript_shapes
from tailback.texts import LANGUAGES, Texts

ROOT = Path(__file__).resolve().parent.parent / "docs"
NET = ROOT.parent / "web" / "src" / "net"


def place(lang: str, name: str) -> Path:
    rules = ROOT / "rules"
    return rules / f"{name}.md" if lang == "en" else rules / lang / f"{name}.md"


def page(lang: str, name: str) -> str:
    """One game's rules as Markdown."""
    game = games.load(name)
    texts = Texts(lang, games.load(name), [seat_letter(seat) for seat in range(game.most)])
    lines = [f"# {texts.say('name')}", "", texts.say("pitch"), "", facts(game, texts), ""]
    for section in texts.raw("rules"):
        lines += [f"## {section['title']}", ""]
        lines += [f"- **{clause}** {text}" for clause, text in section["clauses"].items()]
        lines.append("")
    lines += options(game, texts)
    lines += presets(game, texts)
    lines += notation(game, texts)
    return "\n".join(lines).rstrip() + "\n"


def facts(game: Game, texts: Texts) -> str:
    return texts.say(
        "docs.facts",
        fewest=game.fewest,
        most=game.most,
        age=game.age,
        short=game.minutes[0],
        long=game.minutes[1],
        version=game.rules_version,
    )


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
    rules = {place(lang, name): page(lang, name) for lang in LANGUAGES for name in games.ours()}
    cards = {ROOT.parent / "tests" / "games" / name / "forms.json": forms(name) for name in games.ours()}
    return {
        **rules,
        **cards,
        ROOT / "python.md": python_page.page(),
        **strength_page.pages(ROOT),
        **observation_page.pages(ROOT),
        **protocol(),
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
