"""What somebody is asked, said so that nothing is offered which the rules refuse.

A prompt is one text, or several by what they offer:

    "draw play": "Draw a new card, or play the one you kept?"
    "draw":      "Draw a new card."

The words on the left are names of the section `actions`: the text is said when just these can be chosen. `else`
stands for everything that no text of this prompt names.
"""

from __future__ import annotations

from collections.abc import Iterable

from tailback.texts import MissingText, Texts

ELSE = "else"


def prompt_key(texts: Texts, key: str, kinds: Iterable[str]) -> str:
    """Where the text of this prompt stands when actions of these kinds can be chosen."""
    found = texts.raw(key)
    if not isinstance(found, dict):
        return key
    offers = {said: set(said.split()) for said in found}
    named = set().union(*offers.values())
    there = {kind if kind in named else ELSE for kind in kinds}
    # Should a combination have been forgotten: the text that offers most of what there is, and nothing more.
    true = [said for said, offered in offers.items() if offered <= there]
    if not true:
        raise MissingText(f"{key}: nothing for {sorted(there)}")
    return f"{key}.{max(true, key=lambda said: len(offers[said]))}"
