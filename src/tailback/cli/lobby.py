"""For somebody who names no game: which one, how many people, and what are they called?"""

from __future__ import annotations

from tailback import games
from tailback.cli.arguments import Given
from tailback.core.game import Game
from tailback.core.notation import tidy
from tailback.terminal import wording
from tailback.terminal.forms import called
from tailback.terminal.screen import EndOfInput, Screen
from tailback.texts import Texts
from tailback.texts.names import tidy_name

# So many wrong answers running come from no person.
PATIENCE = 100


def fill(screen: Screen, texts: Texts, given: Given) -> None:
    """Ask for what the command line leaves open, and show the command line that would have said it."""
    game = which_game(screen, texts)
    given.places = [game.id]
    people = 1
    if given.has("people"):
        people = given.number("people", 1)
    elif not given.has("players"):
        people = how_many(screen, texts, game)
        given.values["people"] = [str(people)]
    if people and not given.has("name"):
        given.values["name"] = [*who(screen, texts, people)]
    show_command(screen, texts, given)


def fill_table(screen: Screen, texts: Texts, given: Given) -> None:
    """The same for a table on a server: you, so many bots, and free seats for the others."""
    game = which_game(screen, texts)
    given.places = [game.id]
    if not given.has("seats") and not given.has("players"):
        limits = {"fewest": game.fewest, "most": game.most}
        question, again = (
            texts.say("open.players", usual=game.usual, **limits),
            texts.say("open.players_again", **limits),
        )
        players = a_number(screen, question, again, game.fewest, game.most, game.usual)
        question, again = (texts.say(f"open.{key}", most=players - 1) for key in ("bots", "bots_again"))
        bots = a_number(screen, question, again, 0, players - 1, 0)
        given.values["seats"] = [" ".join(["me"] + ["open"] * (players - 1 - bots) + ["bot"] * bots)]
    if not given.has("name"):
        given.values["name"] = [*who(screen, texts, 1)]
    show_command(screen, texts, given)


def show_command(screen: Screen, texts: Texts, given: Given) -> None:
    words = [given.command, *given.places]
    for name, values in given.values.items():
        for value in values:
            words += [f"--{name}", value] if value else [f"--{name}"]
    screen.line(texts.say("lobby.next_time", command=called(*words)))
    screen.line()


def a_number(screen: Screen, question: str, again: str, low: int, high: int, usual: int) -> int:
    for _ in range(PATIENCE):
        typed = screen.ask(question)
        if not typed:
            return usual
        if typed.isascii() and typed.isdigit() and len(typed) < 3 and low <= int(typed) <= high:
            return int(typed)
        screen.line(again)
    raise EndOfInput


def which_game(screen: Screen, texts: Texts) -> Game:
    """By number, by name, or by any part of a name that only one game has."""
    found = games.every()
    names = [wording.game_texts(texts.lang, game.id).say("name") for game in found]
    screen.line(texts.say("lobby.welcome"), "bold")
    for n, (game, name) in enumerate(zip(found, names, strict=True), 1):
        facts = texts.say("lobby.facts", fewest=game.fewest, most=game.most, age=game.age)
        screen.line(f"{n:>3}  {name} ({facts})", "bold")
        screen.line("     " + wording.game_texts(texts.lang, game.id).say("pitch"))
    for _ in range(PATIENCE):
        typed = tidy(screen.ask(texts.say("lobby.which")))
        if typed.isdecimal() and 1 <= int(typed) <= len(found):
            return found[int(typed) - 1]
        wanted = wording.squeeze(typed)
        exact = [game for game, name in zip(found, names, strict=True) if wanted in spellings(game, name)]
        fits = [g for g, name in zip(found, names, strict=True) if any(wanted in way for way in spellings(g, name))]
        if len(exact) == 1 or (wanted and len(fits) == 1):
            return (exact or fits)[0]
        screen.line(texts.say("lobby.which_again", most=len(found)))
    raise EndOfInput


def spellings(game: Game, name: str) -> tuple[str, str]:
    return wording.squeeze(game.id), wording.squeeze(name)


def how_many(screen: Screen, texts: Texts, game: Game) -> int:
    question, again = (texts.say(f"lobby.{key}", most=game.most) for key in ("people", "people_again"))
    return a_number(screen, question, again, 0, game.most, 1)


def who(screen: Screen, texts: Texts, people: int) -> list[str]:
    """A name for each; Enter takes one from the list."""
    names: list[str] = []
    for n in range(1, people + 1):
        taken = [name.casefold() for name in names]
        spare = next(str(name) for name in texts.raw("names") if str(name).casefold() not in taken)
        for _ in range(PATIENCE):
            key = "lobby.your_name" if people == 1 else "lobby.name"
            name = tidy_name(screen.ask(texts.say(key, n=n, name=spare))) or spare
            if name.casefold() not in taken:
                names.append(name)
                break
            screen.line(texts.say("usage.same_name", name=name))
        else:
            raise EndOfInput
    return names
