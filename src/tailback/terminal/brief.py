"""What is said to somebody who listens: the moves in few words, then only what changed.

A game may say things shorter in the section `brief` of its texts, under the name of the event. A text there
that does not name the player goes behind the name: "Ben: rolls 4, drives 4 to 1:7". `<event>_run` is for several
of one player running: `times` says how many, each part with an `s` behind its name is the list of all, the part
itself is that of the last one. In its module `lines` a game may have `SILENT`, events that
a listener can do without, and `brief`, which gives a view as facts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tailback.core.contract import View
from tailback.core.game import Game
from tailback.terminal import wording
from tailback.terminal.menu import Menu
from tailback.terminal.wording import OWNERS_NEWS, Seen
from tailback.texts import Texts
from tailback.texts.fact import Fact

# What several players did shares a line as long as it stays one that can be listened to in one go.
LONGEST_LINE = 100
# More choices than these are counted, not listed. So many ways to play one card are one of them.
MOST_CHOICES = 6
FEW_ALIKE = 3

# One piece of the story: who did it, or nobody for a whole sentence.
Piece = tuple[int | None, str]


def story(texts: Texts, game: Game, events: list[Seen]) -> list[str]:
    """What happened, with everything that belongs together in one line."""
    silent = getattr(game.part("lines"), "SILENT", ())
    pieces: list[Piece] = []
    before: Seen = {}
    for event in folded(texts, [event for event in events if event["kind"] not in silent]):
        if wording.names_winner(event) and event["scores"] in before.values():
            # The same points once more.
            pieces.pop()
        pieces += [(None, words) for words in wording.winner_lines(texts, event)]
        seat, words = said(texts, event)
        if words:
            pieces.append((seat, words))
        before = event if words else {}
    return packed(texts, pieces)


def folded(texts: Texts, events: list[Seen]) -> list[Seen]:
    """The same events, with a run of one player's as one of them where there are words for it."""
    runs: list[list[Seen]] = []
    for event in events:
        before = runs[-1][-1] if runs else {}
        alike = before.get("kind") == event["kind"] and before.get("seat") == event.get("seat")
        if alike and before.keys() == event.keys() and texts.has(f"brief.{event['kind']}_run"):
            runs[-1].append(event)
        else:
            runs.append([event])
    return [run[0] if len(run) == 1 else run_of(run) for run in runs]


def run_of(run: list[Seen]) -> Seen:
    lists = {f"{name}s": [event[name] for event in run] for name in run[-1]}
    return {**lists, **run[-1], "kind": f"{run[-1]['kind']}_run", "times": len(run)}


def said(texts: Texts, event: Seen) -> Piece:
    """An event in few words; empty when there is nothing to say."""
    data = {name: value for name, value in event.items() if name != "kind"}
    kind = event["kind"]
    own = f"brief.{kind}_seen"
    if texts.has(own) and wording.needed(texts, own) <= data.keys():
        key = own
    elif kind == OWNERS_NEWS:
        return None, ""
    else:
        key = f"brief.{kind}"
    if not texts.has(key):
        return None, wording.event_words(texts, event)
    words = wording.known(texts, key, data)
    if "seat" in data and "seat" not in wording.needed(texts, key):
        return data["seat"], words
    return None, words


def packed(texts: Texts, pieces: list[Piece]) -> list[str]:
    """What one player did is one part of a line, short parts share a line; the same line twice is said once."""
    parts: list[tuple[int | None, list[str]]] = []
    for seat, words in pieces:
        if parts and seat is not None and parts[-1][0] == seat:
            parts[-1][1].append(words)
        else:
            parts.append((seat, [words]))
    lines: list[str] = []
    # Is the last line one of parts, to which another can be added?
    going_on = False
    for seat, done in parts:
        if seat is None:
            lines += [] if lines and lines[-1] == done[0] else done
            going_on = False
            continue
        part = f"{texts.name(seat)}: {', '.join(done)}."
        if going_on and len(lines[-1]) + len(part) < LONGEST_LINE:
            lines[-1] = f"{lines[-1][:-1]}; {part}"
        else:
            lines.append(part)
        going_on = True
    return lines


class Listener:
    """What somebody was told, so that nothing is told twice."""

    def __init__(self) -> None:
        self.forget()
        # Kinds of questions that were explained once, and the kind that was put last.
        self.explained: set[str] = set()
        self.asked = ""

    def forget(self) -> None:
        """Somebody else listens, or everything changed."""
        self.known: list[Any] = []
        self.hand: list[Any] | None = None
        self.heard: list[str] = []

    def hear(self, lines: list[str]) -> None:
        self.heard += lines

    def new_question(self, kind: str) -> bool:
        """Is this the first question of its kind?"""
        new = kind not in self.explained
        self.explained.add(kind)
        return new

    def other_question(self, kind: str) -> bool:
        """Is it another kind than the question before?"""
        return kind != self.asked

    def news(self, texts: Texts, game: Game, view: View) -> list[str]:
        """What is new on the table and in the hand, and has not just been heard in the story."""
        heard = "\n".join(self.heard)
        facts = self.facts(texts, game, view)
        new = [
            fact.text
            for fact in facts
            if fact.what not in self.known and not (fact.told and mentions(texts, heard, fact.told))
        ]
        lines = [" ".join(new)] if new else []
        hand = view.get("hand")
        if isinstance(hand, list):
            lines += self.cards(texts, hand, heard)
        self.known = [fact.what for fact in facts]
        self.heard = []
        return lines

    def facts(self, texts: Texts, game: Game, view: View) -> list[Fact]:
        """What the game says to a listener; a game that says nothing of the kind has its whole table."""
        brief = getattr(game.part("lines"), "brief", None)
        if brief is not None:
            return list(brief(view, texts))
        return [Fact(line, line) for line in game.lines(view, texts)]

    def cards(self, texts: Texts, hand: list[Any], heard: str) -> list[str]:
        """The hand once, then what came to it without a word."""
        known, self.hand = self.hand, list(hand)
        new = list((Counter(hand) - Counter(known or [])).elements())
        if all(mentions(texts, heard, card) for card in new):
            return []
        return [texts.say("play.hand" if known is None else "play.new_cards", cards=new)]


def mentions(texts: Texts, heard: str, token: Any) -> bool:
    """Was this named, in any of its forms?"""
    forms = "|".join(re.escape(texts.word(token, form)) for form in texts.forms)
    return re.search(rf"(?<!\w)(?:{forms})(?!\w)", heard, re.IGNORECASE) is not None


class Choices:
    """The choices of a question: few are listed in one line, of many only the number is said."""

    def __init__(self, texts: Texts, game: Game, menu: Menu) -> None:
        self.texts, self.game, self.menu = texts, game, menu
        # What is listed, in parts, and how many are not.
        self.parts: list[str] = []
        self.counted = 0
        for alike in self.groups():
            if self.own(alike[0]) and len(alike) > MOST_CHOICES:
                self.counted += len(alike)
            elif len(alike) < FEW_ALIKE or not self.differ_in_one(alike):
                self.parts += [self.words(i) for i in alike]
            else:
                self.parts.append(texts.say("play.choices_alike", choice=self.words(alike[0]), n=len(alike) - 1))
        if len(self.parts) > MOST_CHOICES:
            self.parts, self.counted = [], len(menu.legal)

    def groups(self) -> list[list[int]]:
        """Moves that are described alike."""
        found: dict[str, list[int]] = {}
        for i, action in enumerate(self.menu.legal):
            found.setdefault(self.game.describe(action)[0], []).append(i)
        return list(found.values())

    def differ_in_one(self, alike: list[int]) -> bool:
        """Is it one card, say, with another colour each time?"""
        words = [self.game.notation(self.menu.legal[i]).split() for i in alike]
        same = [len(set(column)) == 1 for column in zip(*words, strict=False)]
        return len({len(one) for one in words}) == 1 and len(same) > 2 and same.count(False) == 1

    def own(self, i: int) -> bool:
        """Is the label part of the move itself, such as the number of a card?"""
        return self.game.notation(self.menu.legal[i]).split()[-1] == self.menu.labels[i]

    def words(self, i: int) -> str:
        """With its label in front, unless that is in the words anyway."""
        label, action = self.menu.labels[i], self.menu.legal[i]
        within = wording.action_words(self.texts, self.game, action).split()
        said = self.menu.said(action)
        return said if self.own(i) and label in within else f"{label} {said}"

    def line(self, hint: bool) -> str:
        counted = (
            self.texts.say("play.choices_hint" if hint else "play.choices", n=self.counted) if self.counted else ""
        )
        # Where a choice has a comma in it, another sign keeps the choices apart.
        between = "; " if any("," in part or ": " in part for part in self.parts) else ", "
        listed = f"{between.join(unrepeated(self.parts))}." if self.parts else ""
        return f"{counted} {listed}".strip()


def unrepeated(parts: list[str]) -> list[str]:
    """
    >>> unrepeated(["Lay 6", "Lay 7", "0 Pass"])
    ['Lay 6', '7', '0 Pass']
    """
    found, before = [], ""
    for part in parts:
        head, _, last = part.rpartition(" ")
        found.append(last if head and head == before and last.isdigit() else part)
        before = head
    return found
