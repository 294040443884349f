"""Moves, events, refusals and rules in the words of a language."""

from __future__ import annotations

import difflib
import re
from typing import Any

from tailback import games
from tailback.core.contract import Event
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.texts import MissingText, Texts
from tailback.texts.places import mentioned
from tailback.texts.prompts import prompt_key

# A seat that sees everything, for replays of finished matches.
EVERYTHING = -1

# Parameters of refusals that were one word out of a few.
CHOSEN = ("command", "flag", "game", "preset", "option", "bot")
# Several such events of one player running are one line: this part of them is a list, the rest is that of the last.
RUNS = {"stepped": "step"}
# That everybody gets cards has been said; which ones is told to their owner alone.
OWNERS_NEWS = "hand"

# An event as somebody learns of it: its kind and what goes with it, on one level.
Seen = dict[str, Any]

CLAUSE = re.compile(r"[A-Z]{1,3}-Q?[0-9]+[a-z]?")


def game_texts(lang: str, game_id: str, names: list[str] | None = None) -> Texts:
    """The texts of a game."""
    return Texts(lang, games.load(game_id), names)


def known(texts: Texts, key: str, params: dict[str, Any]) -> str:
    """The text at this key; where a catalogue has a gap, what we know in bare words."""
    try:
        return texts.say(key, **{name: value for name, value in params.items() if name not in ("self", "key")})
    except MissingText:
        bare = " ".join(f"{name}={value}" for name, value in params.items())
        return f"{key.rpartition('.')[2].replace('_', ' ')} {bare}".strip()


def seen(events: list[Event], seat: int | None) -> list[Seen]:
    """These events as this seat (None: a spectator) learns of them."""
    return [event.full() if seat == EVERYTHING else event.seen_by(seat) for event in events]


def needed(texts: Texts, key: str) -> set[str]:
    """What the text at this key mentions."""
    return mentioned(str(texts.raw(key)))


def event_words(texts: Texts, event: Seen) -> str:
    """An event in words; empty when there is nothing to say."""
    data = dict(event)
    kind = data.pop("kind")
    own = f"events.{kind}_seen"
    if texts.has(own):
        # Its secret part names what the open part leaves out.
        if needed(texts, own) <= data.keys():
            return known(texts, own, data)
        if kind == OWNERS_NEWS:
            return ""
    return known(texts, f"events.{kind}", data)


def story(texts: Texts, events: list[Seen]) -> list[str]:
    """What happened, line by line; what happens several times running is said once."""
    lines: list[str] = []
    counts: list[int] = []
    for event in joined(events):
        for won in winner_lines(texts, event):
            lines.append(won)
            counts.append(1)
        words = event_words(texts, event)
        if words and lines and lines[-1] == words:
            counts[-1] += 1
        elif words:
            lines.append(words)
            counts.append(1)
    return [line if n == 1 else texts.say("play.times", line=line, n=n) for line, n in zip(lines, counts, strict=True)]


def names_winner(event: Seen) -> bool:
    """Is this how a match ends? Then whoever is told of it is told the winner first."""
    return "scores" in event and "places" in event


def winner_lines(texts: Texts, event: Seen) -> list[str]:
    """Who has won is the first thing to say at the end, unless its own words begin with it."""
    return won_lines(texts, event["places"]) if names_winner(event) and "winners" not in event else []


def won_lines(texts: Texts, places: list[int]) -> list[str]:
    first = [seat for seat, place in enumerate(places) if place == 1]
    return [texts.say("play.won", seats=first)]


def joined(events: list[Seen]) -> list[Seen]:
    """The same events, with a run of steps as one of them."""
    found: list[Seen] = []
    for event in events:
        kind = str(event["kind"])
        part = RUNS.get(kind)
        before = found[-1] if found else {"kind": ""}
        if part and before["kind"] in (kind, f"{kind}_run") and before["seat"] == event["seat"]:
            earlier = before[part] if isinstance(before[part], list) else [before[part]]
            found[-1] = {**event, "kind": f"{kind}_run", part: [*earlier, event[part]]}
        else:
            found.append(event)
    return found


def meant(texts: Texts, params: dict[str, Any]) -> list[str]:
    """A line with the word that was probably meant, where one word out of a few is allowed."""
    allowed = str(params.get("allowed", "")).split(", ")
    typed = next((str(params[name]) for name in CHOSEN if name in params), "").partition("=")[0]
    close = difflib.get_close_matches(squeeze(typed), [squeeze(word) for word in allowed], 1)
    found = [word for word in allowed if squeeze(word) in close and word]
    return [texts.say("usage.meant", word=found[0])] if found else []


def prompt(texts: Texts, decision: str, kinds: list[str], view: dict[str, Any]) -> str:
    """A question to somebody who may choose actions of these kinds."""
    key = f"decisions.{decision}"
    return known(texts, prompt_key(texts, key, kinds) if texts.has(key) else key, view)


def action_words(texts: Texts, game: Game, action: int) -> str:
    key, params = game.describe(action)
    return known(texts, f"actions.{key}", params)


def foresees(game: Game) -> bool:
    """Does this game put into words what a choice costs?"""
    return hasattr(game.part("lines"), "costs")


def costs(texts: Texts, game: Game, hints: list[dict[str, Any]], view: dict[str, Any]) -> dict[int, str]:
    """By action: what it costs, from what `Game.foresee` gave; nothing for those that cost nothing."""
    return dict(game.part("lines").costs(hints, view, texts)) if foresees(game) else {}


def refusal_lines(texts: Texts, refused: Explained) -> list[str]:
    """Why not, and the rule behind it."""
    return [known(texts, refused.text, refused.params), *clause_lines(texts, refused.clause)]


def sections(texts: Texts) -> list[tuple[str, dict[str, str]]]:
    if not texts.has("rules"):
        return []
    return [(part["title"], part["clauses"]) for part in texts.raw("rules")]


def clause_lines(texts: Texts, ids: str) -> list[str]:
    """The rules of these ids, one line each; ids that have no text stand alone."""
    lines = []
    for wanted in CLAUSE.findall(ids):
        for _, clauses in sections(texts):
            if wanted in clauses:
                lines.append(texts.say("play.rule", clause=wanted, text=clauses[wanted]))
                break
        else:
            lines.append(texts.say("play.rule_id", clause=wanted))
    return lines


def squeeze(text: str) -> str:
    return re.sub(r"[^0-9a-zäöüßå]", "", text.lower())


def rule_lines(texts: Texts, query: str = "") -> list[str]:
    """The rules: all of them, one clause, a section, or every clause that mentions the words."""
    wanted = squeeze(query)
    lines: list[str] = []
    for title, clauses in sections(texts):
        whole = not wanted or wanted == squeeze(title)
        exact = [name for name in clauses if squeeze(name) == wanted]
        if exact:
            return [title, clause_line(exact[0], clauses[exact[0]])]
        if whole:
            chosen = list(clauses)
        else:
            words = query.lower().split()
            chosen = [name for name in clauses if all(word in clauses[name].lower() for word in words)]
        if chosen:
            lines += ([""] if lines else []) + [title]
            lines += [clause_line(name, clauses[name]) for name in chosen]
    return lines


def clause_line(name: str, text: str) -> str:
    return f"  {name}  {text}"
