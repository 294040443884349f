"""What somebody asks in the middle of a game: about a card, a place, or how it stands."""

from __future__ import annotations

import re
from typing import Any

from tailback.core.contract import View
from tailback.core.game import Game
from tailback.core.notation import tidy
from tailback.terminal import wording
from tailback.texts import Texts


def standing(texts: Texts, game: Game, view: View) -> list[str]:
    """How everybody stands: what the game's `lines.standing` says, else the whole table."""
    found = getattr(game.part("lines"), "standing", None)
    return list(found(view, texts)) if found is not None else game.lines(view, texts)


def about(texts: Texts, game: Game, view: View, asked: str) -> list[str]:
    """What a card or a place is, what it does, and its rule; nothing when there is neither of this name.

    The game's module `lines` has `CARDS` (for each kind in the texts `web.cards` the tokens of its cards, as a
    pattern, and the clause that counts) and `place`, which gives a line and a clause for a place, or None.
    """
    lines = game.part("lines")
    place = getattr(lines, "place", None)
    found = place(view, texts, asked) if place is not None else None
    if found is not None:
        return [found[0], *wording.clause_lines(texts, found[1])]
    kind = kind_of(texts, getattr(lines, "CARDS", {}), view, asked)
    if kind:
        card = {name: texts.say(f"web.cards.{kind}.{name}") for name in ("name", "does")}
        return [f"{card['name']}: {card['does']}", *wording.clause_lines(texts, lines.CARDS[kind][1])]
    wanted = set(words_of(asked))
    return [line for line in game.lines(view, texts) if wanted <= set(words_of(line))] if wanted else []


def kind_of(texts: Texts, cards: dict[str, tuple[str, str]], view: View, asked: str) -> str:
    """The kind of card that is meant: by its name, or by a card as it is written or said."""
    wanted = " ".join(words_of(asked))
    names = {kind: " ".join(words_of(texts.say(f"web.cards.{kind}.name"))) for kind in cards}
    held = {tidy(texts.word(card)): str(card) for card in hand_of(view)}
    # A card in the hand by its number alone, before any card of that number.
    numbers = {name.split()[-1]: token for name, token in held.items()}
    words = {tidy(texts.word(token)): token for token in texts.game.get("words", {})}
    token = next((known[tidy(asked)] for known in (held, numbers, words) if tidy(asked) in known), "")
    found = [kind for kind, name in names.items() if name == wanted]
    found += [kind for kind, (tokens, _) in cards.items() if re.fullmatch(tokens, token)]
    found += [kind for kind, (tokens, _) in cards.items() if re.fullmatch(tokens, asked.strip(), re.IGNORECASE)]
    # `yellow take 2` has the name in it; the longest one is meant.
    within = [kind for kind, name in names.items() if f" {name} " in f" {wanted} "]
    found += sorted(within, key=lambda kind: -len(names[kind]))
    if found:
        return found[0]
    # `red 5`: a colour in words, then what stands on the card.
    colour, _, rest = asked.strip().rpartition(" ")
    letter = next((letter for letter in "RBGY" if colour and tidy(texts.word(letter)) == tidy(colour)), "")
    return next((kind for kind, (tokens, _) in cards.items() if letter and re.fullmatch(tokens, letter + rest)), "")


def hand_of(view: View) -> list[Any]:
    hand = view.get("hand")
    return hand if isinstance(hand, list) else []


def words_of(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,.;!?\"()]+|:(?=\s|$)", tidy(text)) if word]
