"""`tailback doctor`: what is wrong with this machine, this store, this port, in words."""

from __future__ import annotations

import json
from typing import Any

from tailback.cli.arguments import Given
from tailback.cli.serving import ANYWHERE, LARGEST_PORT, check_store, number
from tailback.cli.whose import folder_of, way_out
from tailback.core.errors import Explained
from tailback.server.run import doctor, serve
from tailback.server.run.doctor import Finding
from tailback.terminal.screen import Screen
from tailback.texts import Texts

STYLES = {doctor.OK: "", doctor.LOOK: "bold", doctor.WRONG: "bold red"}


def examine(screen: Screen, texts: Texts, given: Given) -> int:
    """0 when nothing is wrong, else 1."""
    check_store(given)
    host = given.one("host") or ANYWHERE[0]
    port = number(given, "port", serve.PORT, 1, LARGEST_PORT)
    database = given.one("database") or str(folder_of(given) / serve.FILE)
    found = doctor.examine(database, host, port)
    wrong = sum(one.state == doctor.WRONG for one in found)
    if given.has("json"):
        told = {"ok": not wrong, "findings": [as_data(texts, given, one) for one in found]}
        screen.unbroken(json.dumps(told, ensure_ascii=False))
        return 1 if wrong else 0
    for one in found:
        screen.line(f"{texts.say(f'doctor.states.{one.state}')}: {in_words(texts, given, one)}", STYLES[one.state])
    screen.line()
    screen.line(texts.say("doctor.some_wrong", n=wrong) if wrong else texts.say("doctor.all_well"))
    return 1 if wrong else 0


class Seen(Explained):
    """A finding of the doctor's own; that of the store is an error already."""

    section = "doctor"


def seen(one: Finding) -> Explained:
    error = one.params.get("error")
    return error if isinstance(error, Explained) else Seen(one.key, one.params)


def in_words(texts: Texts, given: Given, one: Finding) -> str:
    found = seen(one)
    return " ".join([texts.say(found.text, **found.params), *way_out(texts, given, found)])


def as_data(texts: Texts, given: Given, one: Finding) -> dict[str, Any]:
    found = seen(one)
    text = in_words(texts, given, one)
    return {"check": one.check, "state": one.state, "key": found.key, "params": found.params, "text": text}
