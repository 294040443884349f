"""The choices of a person, each with a number to type.

Where the moves themselves end in different numbers (cards, lanes, places on the table) those
are the numbers to type: nobody should have to type 3 to play card 12. Otherwise choices are
counted from 1.
"""

from __future__ import annotations

import contextlib
import re

from tailback.core.errors import BadNotation
from tailback.core.game import Game
from tailback.core.notation import tidy
from tailback.terminal import wording
from tailback.texts import Texts

PAGE = 25
MOST_LISTED = 30
# So many moves that differ only in their number are one line: `N  Turn over card N`.
MANY_ALIKE = 11
# The same for any last word, where the list would be too long.
FEW_ALIKE = 3

OWN_NUMBER = re.compile(r"(.+) ([0-9]+)")


class Menu:
    def __init__(self, game: Game, texts: Texts, legal: list[int], costs: dict[int, str] | None = None) -> None:
        self.game = game
        self.texts = texts
        self.legal = legal
        # What some of them cost, in words.
        self.costs = costs or {}
        self.shown = 0
        self.labels = self.own_numbers() or [str(n) for n in range(1, len(legal) + 1)]

    def own_numbers(self) -> list[str]:
        """Labels from the moves themselves, or nothing where that would be unclear."""
        found = [OWN_NUMBER.fullmatch(self.game.notation(action)) for action in self.legal]
        numbers = [match.group(2) for match in found if match]
        if len(set(numbers)) < len(numbers) or 2 * len(numbers) < len(self.legal):
            return []
        others = len(self.legal) - len(numbers)
        labels = []
        for action, match in zip(self.legal, found, strict=True):
            last = self.game.notation(action).split()[-1]
            labels.append(match.group(2) if match else "0" if others == 1 and "0" not in numbers else last)
        return labels if len(set(labels)) == len(labels) else []

    # Reading

    def labelled(self, typed: str) -> int:
        """The action with this label, -1 if there is none; `#3` is the third one, whatever its label."""
        if typed[:1] == "#" and typed[1:].isascii() and typed[1:].isdigit():
            n = int(typed[1:])
            return self.legal[n - 1] if 1 <= n <= len(self.legal) else -1
        for label, action in zip(self.labels, self.legal, strict=True):
            if tidy(label) == tidy(typed):
                return action
        # A list may end with `0  Done`; when nothing else is left to choose, 0 is still the word for it.
        if typed == "0" and self.labels == ["1"] and " " not in self.game.notation(self.legal[0]):
            return self.legal[0]
        return -1

    def meant(self, typed: str) -> int:
        """The action that was typed, legal or not, -1 if it is none: a label, a notation, or a card by its number."""
        found = self.labelled(typed)
        if found >= 0:
            return found
        heads = {}
        for label, action in zip(self.labels, self.legal, strict=True):
            match = OWN_NUMBER.fullmatch(self.game.notation(action))
            if match and match.group(2) == label and typed.isdigit():
                heads[match.group(1)] = f"{match.group(1)} {typed}"
        for text in [typed, *heads.values()]:
            with contextlib.suppress(BadNotation):
                return self.game.parse(text)
        return -1

    def with_words(self, typed: str) -> list[int]:
        """The choices that have all these words, in notation or in the player's language."""
        wanted = tidy(typed).split()
        return [action for action in self.legal if self.words(action).issuperset(wanted)]

    def with_sign(self, typed: str) -> list[int]:
        """The choices that have this one word in their short names: `mau` means `lay R3 mau`, where that is allowed."""
        sign = tidy(typed)
        return [action for action in self.legal if sign in tidy(self.game.notation(action)).split()]

    def asked_about(self, typed: str, hand: list[str]) -> tuple[list[int], int]:
        """The choices with these words, and a move with them that is not allowed, -1 if there is none worth a word.

        Whoever asks about yellow means the yellow card in their hand that is in none of the choices; else, where no
        choice has these words, the move of the game that they describe best.
        """
        wanted = tidy(typed).split()
        found = [action for action in range(self.game.actions) if self.words(action).issuperset(wanted)]
        allowed = [action for action in self.legal if action in found]
        able = {self.card(action) for action in allowed}
        others = [action for action in found if action not in self.legal]
        held = [action for action in others if self.card(action) in hand and self.card(action) not in able]
        best = held or ([] if allowed else others)
        return allowed, min(best, key=lambda action: len(self.words(action)), default=-1)

    def card(self, action: int) -> str:
        """The card that a move names."""
        return str(self.game.describe(action)[1].get("card", ""))

    def words(self, action: int) -> set[str]:
        words = re.split(r"[\s,.:;!?\"“”„()]+", tidy(wording.action_words(self.texts, self.game, action)))
        return {*words, *tidy(self.game.notation(action)).split()}

    # Showing

    def line(self, label: str, action: int) -> str:
        return f"{label:>3}  {self.said(action)} ({self.game.notation(action)})"

    def said(self, action: int) -> str:
        """A choice in words, with what it costs."""
        words = wording.action_words(self.texts, self.game, action)
        return f"{words}: {self.costs[action]}" if action in self.costs else words

    def lines_of(self, actions: list[int]) -> list[str]:
        return [self.line(self.labels[self.legal.index(action)], action) for action in actions[:MOST_LISTED]]

    def lines(self) -> list[str]:
        """Every choice; many that differ only in their last word share a line, if they cost the same."""
        groups: dict[tuple[str, str, str], list[int]] = {}
        for i, action in enumerate(self.legal):
            groups.setdefault(self.kind(action), []).append(i)
        lines = []
        for i, action in enumerate(self.legal):
            head, _, last = self.game.notation(action).rpartition(" ")
            alike = groups[self.kind(action)]
            own = self.labels[i] == last and last.isdigit()
            if not head or len(alike) < (MANY_ALIKE if own else FEW_ALIKE if len(self.legal) > MOST_LISTED else 10_000):
                lines.append(self.line(self.labels[i], action))
            elif i == alike[0]:
                lines.append(self.shared_line(head, alike, own))
        return lines

    def kind(self, action: int) -> tuple[str, str, str]:
        """Moves of one kind read alike but for their last word, and cost the same."""
        head = self.game.notation(action).rpartition(" ")[0]
        return self.game.describe(action)[0], head, self.costs.get(action, "")

    def shared_line(self, head: str, alike: list[int], own: bool) -> str:
        sign = "N" if own else "…"
        ends = [self.game.notation(self.legal[i]).rpartition(" ")[2] for i in alike]
        words = wording.action_words(self.texts, self.game, self.legal[alike[0]])
        words = re.sub(rf"(?<!\w){re.escape(ends[0])}(?!\w)", sign, words)
        if cost := self.costs.get(self.legal[alike[0]]):
            words = f"{words}: {cost}"
        if own:
            return f"{sign:>3}  {words} ({head} {sign}), N = {', '.join(runs([int(end) for end in ends]))}"
        return f"{', '.join(runs([i + 1 for i in alike])):>3}  {words} ({head} {sign}): {', '.join(ends)}"

    def page(self, again: bool = True) -> list[str]:
        """All choices, or the next page of them when there are too many to read at once."""
        lines = self.lines()
        start = 0 if again or self.shown >= len(lines) else self.shown
        end = len(lines) if len(lines) - start <= MOST_LISTED else start + PAGE
        self.shown = end
        rest = [self.texts.say("play.more", n=len(lines) - end)] if end < len(lines) else []
        return [*lines[start:end], *rest]


def runs(numbers: list[int]) -> list[str]:
    """
    >>> runs([1, 2, 3, 5, 7, 8])
    ['1-3', '5', '7-8']
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [str(low) if low == high else f"{low}-{high}" for low, high in found]
