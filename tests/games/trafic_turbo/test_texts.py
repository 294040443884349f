"""The words of Trafic Turbo where a number or a place decides what can be said."""

from __future__ import annotations

import pytest

from tailback.games.trafic_turbo import GAME
from tailback.games.trafic_turbo.refusals import TOLD
from tailback.texts import LANGUAGES, Texts
from tailback.texts.places import mentioned


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_speaks_of_nothing_that_only_the_terminal_shows(lang: str) -> None:
    """T4 and 1:5 stand on no road in the browser, and both clients say the same refusals."""
    told = Texts(lang, GAME)
    for _, key in TOLD.values():
        assert not mentioned(str(told.raw(f"refusals.{key}"))) & {"vehicle", "space"}, key


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Ann draws Traffic 4. Ann draws a Turbo 4. Ann draws a Mirror."),
        ("de", "Ann zieht Verkehr 4. Ann zieht einen Turbo 4. Ann zieht einen Spiegel."),
        ("fi", "Ann nostaa kortin Liikenne 4. Ann nostaa kortin Turbo 4. Ann nostaa kortin Peili."),
    ],
)
def test_a_card_is_its_kind_and_its_number(lang: str, said: str) -> None:
    texts = Texts(lang, GAME, ["Ann"])
    drawn = [texts.say("events.drew", seat=0, card=card) for card in ("traffic 4", "turbo 4", "mirror")]
    assert " ".join(drawn) == said


def test_a_vehicle_without_room_does_not_roll() -> None:
    texts = Texts("en", GAME, ["Ann"])
    hit = [texts.say("events.hit", seat=0, vehicle="T4", space="1:5", n=n) for n in (0, 1, 3)]
    assert [line.partition("T4. ")[2] for line in hit] == [
        "It has no room to roll and stays on 1:5.",
        "It rolls on one space to 1:5.",
        "It rolls on 3 spaces to 1:5.",
    ]
    assert texts.say("web.events.hit", seat=0, n=0) == "Bump! Ann stops."
