"""The command line taken apart: small, with every word of it in the player's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tailback import games
from tailback.terminal.forms import called, two_columns
from tailback.terminal.screen import Trouble
from tailback.texts import Texts


class Flag(NamedTuple):
    """`--name`, with a value where `value` says which kind."""

    name: str
    value: str = ""
    many: bool = False
    # The key of its help where another flag of this name means something else.
    text: str = ""


class Command(NamedTuple):
    """What carries it out (`module:function` in this room), words that must follow, may (`?` at the end) or
    may several times (`*`), flags."""

    does: str
    places: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


EVERYWHERE = (Flag("lang", "lang"), Flag("plain"), Flag("help"))
# Games that are neither ours nor installed, by their paths.
GUEST = Flag("game", "path", many=True)
# Where the tables of a server are kept.
STORE = (Flag("data", "folder"), Flag("database", "url"))
# How a study of the lab is shown, and what it plays.
SHOWN = (Flag("json"), Flag("csv", "file"), Flag("report", "file"))
STUDY = (
    Flag("players", "n"),
    Flag("matches", "n", text="lab_matches"),
    Flag("robots", "robots"),
    Flag("preset", "preset"),
    Flag("set", "setting", many=True, text="option"),
    Flag("seed", "n", text="lab_seed"),
    Flag("think", "seconds", text="lab_think"),
    Flag("watch", "n", text="lab_watch"),
    Flag("follow", "n"),
    Flag("jobs", "n"),
    Flag("cluster", "cluster"),
    Flag("file", "file"),
    *SHOWN,
    Flag("live"),
    Flag("nice"),
)
# Commands that set up a game: its options are flags of theirs.
SETTING_UP = ("play", "open")
# What the program does when it is only called by its name.
USUAL = "serve"
COMMANDS = {
    "serve": Command(
        "serving:serve",
        (),
        (
            Flag("host", "address"),
            Flag("port", "n"),
            *STORE,
            Flag("public-url", "url"),
            Flag("workers", "n"),
            Flag("bots", "n"),
            Flag("think", "seconds"),
            Flag("tables-per-minute", "n"),
            Flag("lines", "n"),
            Flag("log", "log_form"),
            Flag("metrics", "readers"),
            GUEST,
            Flag("watch", text="serve_watch"),
            Flag("general"),
            Flag("relay"),
            Flag("open"),
        ),
    ),
    "play": Command(
        "playing:play",
        ("game?",),
        (
            Flag("players", "n"),
            Flag("people", "n"),
            Flag("name", "name", many=True),
            Flag("bot", "level", many=True),
            Flag("think", "seconds"),
            Flag("preset", "preset"),
            Flag("option", "setting", many=True),
            Flag("youngest", "name"),
            Flag("seed", "n"),
            Flag("position", "text"),
            Flag("brief"),
        ),
    ),
    "join": Command(
        "joining:join",
        ("link",),
        (
            Flag("server", "url"),
            Flag("name", "name", text="join_name"),
            Flag("seat", "seat", text="join_seat"),
            Flag("watch"),
            Flag("claim", "text"),
            Flag("robot", "level"),
            GUEST,
            Flag("brief"),
        ),
    ),
    "open": Command(
        "opening:open_table",
        ("game?",),
        (
            Flag("server", "url", text="open_server"),
            Flag("players", "n"),
            Flag("seats", "seats"),
            Flag("name", "name", many=True, text="open_name"),
            Flag("preset", "preset"),
            Flag("option", "setting", many=True),
            Flag("youngest", "name"),
            Flag("away", "seconds"),
            Flag("stand-in", "level"),
            Flag("hints", "level"),
            Flag("no-clock"),
            Flag("pace", "ms"),
            Flag("no-watchers"),
            Flag("deal"),
            GUEST,
            Flag("brief"),
        ),
    ),
    "continue": Command(
        "playing:go_on",
        ("file?",),
        (Flag("bot", "level", many=True, text="continue_bot"), Flag("think", "seconds"), GUEST, Flag("brief")),
    ),
    "games": Command("reading:list_games", (), (GUEST,)),
    "rules": Command("reading:show_rules", ("game", "word*")),
    "replay": Command("reading:replay", ("file",), (Flag("seat", "seat"), Flag("step"), GUEST)),
    "verify": Command("reading:verify", ("file",), (Flag("fingerprint", "hex"), GUEST)),
    "tables": Command("owning:list_tables", (), (*STORE, Flag("json"), GUEST)),
    "export": Command("owning:export", ("folder",), (Flag("all"), Flag("table", "table"), *STORE, GUEST)),
    "delete": Command("owning:delete", ("table?",), (Flag("before", "day"), Flag("yes"), *STORE)),
    "backup": Command("owning:backup", ("file",), (Flag("force"), *STORE)),
    "restore": Command("owning:restore", ("file",), STORE),
    "check": Command(
        "checking:check",
        ("game",),
        (Flag("matches", "n", text="check_matches"), Flag("seconds", "seconds", text="check_seconds"), Flag("json")),
    ),
    "strength": Command(
        "measuring:strength",
        ("game",),
        (Flag("matches", "n"), Flag("deep", "n"), Flag("think", "seconds"), Flag("jobs", "n"), Flag("json")),
    ),
    "lab": Command("studying:run", ("game",), (*STUDY, Flag("rotate"), Flag("precision", "percent"))),
    "lab sweep": Command(
        "studying:sweep", ("game",), (Flag("vary", "values", many=True), *STUDY, Flag("precision", "percent"))
    ),
    "lab find": Command(
        "studying:find",
        ("game",),
        (
            Flag("want", "wish", many=True),
            Flag("vary", "option", many=True, text="find_vary"),
            Flag("trials", "n"),
            *STUDY,
        ),
    ),
    "lab show": Command("studying:show", ("file",), (*SHOWN, GUEST)),
    "lab merge": Command("studying:merge", ("file", "file", "file*")),
    "new-game": Command("designing:new_game", ("name",), (Flag("force"),)),
    "compile": Command("designing:compile_game", ("path",)),
    "doctor": Command("examining:examine", (), (*STORE, Flag("host", "address"), Flag("port", "n"), Flag("json"))),
}


class Given:
    """What was typed."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.command = ""
        self.places: list[str] = []
        self.values: dict[str, list[str]] = {}
        self.settings: list[tuple[str, str]] = []

    def has(self, name: str) -> bool:
        return name in self.values

    def one(self, name: str) -> str:
        return self.values[name][-1] if name in self.values else ""

    def all(self, name: str) -> list[str]:
        return self.values.get(name, [])

    def number(self, name: str, default: int) -> int:
        if name not in self.values:
            return default
        text = self.one(name)
        if not (text.isascii() and text.isdigit() and len(text) <= 80):
            raise Trouble("usage.whole_number", flag=f"--{name}", value=text)
        return int(text)


def parse(given: Given, settings: Callable[[str], dict[str, str]]) -> None:
    """Take the words apart. `settings` gives the options of a game, by the way they are typed as flags."""
    words = list(given.words)
    flags = True
    while words:
        word = words.pop(0)
        if flags and word == "--":
            flags = False
        elif flags and word == "-h":
            given.values["help"] = [""]
        elif flags and word.startswith("-") and len(word) > 1:
            read_flag(given, word, words, settings)
        elif not given.command:
            if word not in COMMANDS and word != "help" and settings(word):
                raise Trouble("usage.needs_play", command=called("play", word))
            if word not in COMMANDS and word != "help":
                raise Trouble("usage.unknown_command", command=word, allowed=", ".join(COMMANDS))
            given.command = word
            check_flags(given)
        elif not given.places and f"{given.command} {word}" in COMMANDS:
            given.command = f"{given.command} {word}"
            check_flags(given)
        else:
            given.places.append(word)
    if given.command == "help":
        asked = " ".join(given.places)
        given.command = next((name for name in reversed(COMMANDS) if f"{asked} ".startswith(f"{name} ")), "")
        given.places = asked.removeprefix(given.command).split()
        given.values["help"] = [""]
    if not given.command and not given.has("help") and not given.has("version"):
        given.command = USUAL
    if given.command and not given.has("help"):
        check_places(given)


def flags_of(command: str) -> dict[str, Flag]:
    """The flags of a command, by name; before there is one, those of the usual one."""
    wanted = COMMANDS.get(command or USUAL)
    known = wanted.flags if wanted else ()
    found = {flag.name: flag for flag in (*known, *EVERYWHERE)}
    if not command:
        found["version"] = Flag("version")
    return found


def check_flags(given: Given) -> None:
    """Flags may stand before the command; only now it is known whether they are its own."""
    allowed = flags_of(given.command)
    for name in given.values:
        if name not in allowed and name != "version" and given.command != "help":
            raise Trouble("usage.unknown_flag", flag=f"--{name}", allowed=", ".join(f"--{flag}" for flag in allowed))


def read_flag(given: Given, word: str, words: list[str], settings: Callable[[str], dict[str, str]]) -> None:
    name, equals, value = word.removeprefix("--").partition("=")
    allowed = flags_of(given.command)
    flag = allowed.get(name) if word.startswith("--") else None
    if flag is None:
        options = settings(given.places[0]) if given.command in SETTING_UP and given.places else {}
        if name not in options:
            raise Trouble("usage.unknown_flag", flag=word, allowed=", ".join(f"--{name}" for name in allowed))
        flag = Flag(name, "setting")
    if flag.value and not equals:
        if not words:
            raise Trouble("usage.needs_value", flag=f"--{name}")
        value = words.pop(0)
    if not flag.value and equals:
        raise Trouble("usage.takes_no_value", flag=f"--{name}")
    if name not in allowed:
        given.settings.append((options[name], value))
    elif name in ("option", "set"):
        setting, found, value = value.partition("=")
        if not found:
            raise Trouble("usage.bad_setting", value=setting, flag=f"--{name}")
        given.settings.append((setting.strip(), value))
    else:
        if name in given.values and not flag.many and name not in ("plain", "help", "version", "lang"):
            raise Trouble("usage.twice", flag=f"--{name}")
        given.values.setdefault(name, []).append(value)


def check_places(given: Given) -> None:
    places = COMMANDS[given.command].places
    needed = [place for place in places if not place.endswith(("?", "*"))]
    if len(given.places) < len(needed):
        raise Trouble(f"usage.needs_{needed[len(given.places)]}", command=given.command)
    if len(given.places) > len(places) and not (places and places[-1].endswith("*")):
        raise Trouble("usage.too_much", word=given.places[len(places)])


def asked_language(argv: list[str]) -> str | None:
    """The value of --lang, wherever it stands: even mistakes are told in the language asked for."""
    found = None
    for i, word in enumerate(argv):
        if word == "--":
            break
        if word == "--lang" and i + 1 < len(argv):
            found = argv[i + 1]
        elif word.startswith("--lang="):
            found = word.removeprefix("--lang=")
    return found


# Help


def usage(texts: Texts, name: str) -> str:
    parts = [f"tailback {name}"]
    for place in COMMANDS[name].places:
        word = texts.say(f"help.values.{place.rstrip('?*')}")
        parts.append(f"[{word}]" if place.endswith("?") else f"[{word} …]" if place.endswith("*") else word)
    if COMMANDS[name].flags:
        parts.append("[--…]")
    return " ".join(parts)


def help_lines(texts: Texts) -> list[str]:
    lines = [texts.say("help.what"), "", texts.say("help.commands")]
    lines += two_columns([(usage(texts, name), texts.say(f"help.{name}")) for name in COMMANDS])
    lines += ["", texts.say("trouble.more_help", command=called(texts.say("help.values.command"), "--help"))]
    lines += ["", texts.say("help.everywhere")]
    lines += two_columns([flag_row(texts, flag) for flag in (*EVERYWHERE, Flag("version"))])
    return [
        *lines,
        "",
        texts.say("help.start", game=games.ours()[0]),
        texts.say("help.exit_codes"),
        texts.say("trouble.exit_code"),
    ]


def flag_row(texts: Texts, flag: Flag) -> tuple[str, str]:
    left = f"--{flag.name}" + (f" {texts.say(f'help.values.{flag.value}')}" if flag.value else "")
    return left, texts.say(f"help.flags.{flag.text or flag.name}")


def command_help(texts: Texts, name: str) -> list[str]:
    lines = [usage(texts, name), "", texts.say(f"help.{name}")]
    flags = (*COMMANDS[name].flags, *EVERYWHERE)
    return [*lines, "", *two_columns([flag_row(texts, flag) for flag in flags])]
