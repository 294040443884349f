"""`tailback join`: from a link or a code to a place at the table."""

from __future__ import annotations

from tailback.cli.arguments import Given
from tailback.cli.setting_up import bot_named
from tailback.client.address import HOME, Address, BadAddress, read_address
from tailback.client.keys import Keys
from tailback.client.place import Door, Place
from tailback.client.web import Declined, Garbled, NoAnswer, understood
from tailback.core.errors import BadNotation
from tailback.core.notation import seat_letter, seat_of
from tailback.reasons import reason
from tailback.terminal import wording
from tailback.terminal.forms import called
from tailback.terminal.preferences import Preferences
from tailback.terminal.remote import Remote
from tailback.terminal.robot import Robot, name_of
from tailback.terminal.screen import EndOfInput, Screen, Trouble, trouble
from tailback.terminal.sitting import known_game
from tailback.texts import Texts
from tailback.texts.names import bare, tidy_name


def join(screen: Screen, texts: Texts, given: Given) -> int:
    address = where(given)
    try:
        with understood():
            door = Door(address, Keys())
            game = known_game(door.face, texts)
            texts = wording.game_texts(texts.lang, game.id, names_at(door))
            if given.has("robot"):
                # Before a seat is taken: one that is not there needs none.
                given.values["robot"] = [bot_named(texts, game, given.one("robot"))]
            return sit_and_play(screen, texts, door, given)
    except Declined as no:
        raise declined(texts, no, address, given) from None
    except NoAnswer as nobody:
        raise no_answer(texts, nobody, address) from None
    except Garbled as babble:
        raise Trouble("join.garbled", server=address.server, reason=babble.reason) from babble
    except EndOfInput:
        screen.line()
        return 0


def sit_and_play(screen: Screen, texts: Texts, door: Door, given: Given) -> int:
    place = place_at(screen, texts, door, given)
    try:
        return seated(screen, texts, door, place, given)
    except Declined as no:
        if no.key != "bad_token" or not place.kept:
            raise
        # The seat was given away while we were gone: begin as anybody else does.
        door.forget(place)
        screen.line(texts.say("join.seat_gone"))
        return seated(screen, texts, door, place_at(screen, texts, door, given), given)


def where(given: Given) -> Address:
    if given.has("watch") and any(given.has(flag) for flag in ("seat", "claim", "robot")):
        raise Trouble("join.watch_or_sit")
    try:
        found = read_address(given.places[0], given.one("server"))
    except BadAddress as bad:
        raise trouble(bad) from None
    return found._replace(claim=bare(given.one("claim")) or found.claim)


def names_at(door: Door) -> list[str]:
    return [str(chair["name"]) for chair in door.face["chairs"]]


def place_at(screen: Screen, texts: Texts, door: Door, given: Given) -> Place:
    """The seat we hold there already, else a free one."""
    if given.has("watch"):
        return door.watch()
    seat = wanted_seat(door, given)
    name = tidy_name(given.one("name"))
    if given.has("name") and not name:
        raise Trouble("usage.empty_name")
    claim = door.address.claim
    if given.has("robot"):
        return robot_place(screen, texts, door, given, seat, name)
    place = None if claim else door.kept(seat, name)
    if place is None:
        if not name and screen.interactive and (claim or any(one["sitter"] == "open" for one in door.face["chairs"])):
            name = tidy_name(screen.ask(texts.say("join.your_name")))
        place = door.sit(seat, name, claim)
        keep(screen, texts, door, place)
    return place


def robot_place(screen: Screen, texts: Texts, door: Door, given: Given, seat: int | None, name: str) -> Place:
    """A robot comes back to the seat it had, and to no other: whoever starts it here may sit at the table, too."""
    own = name_of(texts, given.one("robot"))
    place = None if door.address.claim else door.kept(seat, name or ("" if seat is not None else own))
    if place is not None and seat is None and door.face["chairs"][place.seat]["here"]:
        place = None
    if place is None:
        place = door.sit(seat, name or unused(tidy_name(own), names_at(door)), door.address.claim)
        keep(screen, texts, door, place)
    return place


def unused(name: str, taken: list[str]) -> str:
    """
    >>> unused("fox", ["Ann", "Fox", "fox 2"])
    'fox 3'
    """
    names = [name, *(f"{name} {n}" for n in range(2, len(taken) + 2))]
    return next(one for one in names if one.casefold() not in [other.casefold() for other in taken])


def keep(screen: Screen, texts: Texts, door: Door, place: Place) -> None:
    """Note our tokens, or say that it did not work."""
    try:
        door.keep(place)
    except OSError as error:
        screen.line(texts.say("join.not_kept", file=str(door.keys.path), reason=reason(error)))


def wanted_seat(door: Door, given: Given) -> int | None:
    """A letter as everywhere in the terminal, or a number from 1."""
    if not given.has("seat"):
        return None
    typed = given.one("seat").strip()
    chairs = len(door.face["chairs"])
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= chairs:
        return int(typed[:4]) - 1
    try:
        return seat_of(typed, chairs)
    except BadNotation:
        raise Trouble("usage.bad_seat", seat=typed[:24], last=seat_letter(chairs - 1)) from None


def seated(screen: Screen, texts: Texts, door: Door, place: Place, given: Given, announced: bool = False) -> int:
    name = "" if place.seat is None else str(place.face["chairs"][place.seat]["name"])
    key = "watching" if place.seat is None else "seat_kept" if place.kept else "seated"
    screen.line(texts.say(f"join.{key}", letter="" if place.seat is None else seat_letter(place.seat), name=name))
    if given.has("robot"):
        return Robot(screen, texts, door, place, Preferences(given.has("brief")), given.one("robot")).run()
    return Remote(screen, texts, door, place, Preferences(given.has("brief")), announced).run()


# When it does not work


def declined(texts: Texts, no: Declined, address: Address, given: Given) -> Trouble:
    lines = [wording.known(texts, no.text, no.params), *wording.clause_lines(texts, no.clause)]
    words = ["join", given.places[0], *(["--server", given.one("server")] if given.has("server") else [])]
    if no.key in ("table_full", "seat_taken"):
        lines.append(texts.say("join.watch_hint", command=called(*words, "--watch")))
    if no.key == "no_code" and address.server == HOME:
        lines.append(texts.say("join.server_hint", server=HOME))
    return Trouble("", hints=tuple(lines))


def no_answer(texts: Texts, nobody: NoAnswer, address: Address) -> Trouble:
    hints = (texts.say("join.server_hint", server=HOME),) if address.code and address.server == HOME else ()
    key = "join.foreign" if nobody.foreign else "join.no_answer"
    return Trouble(key, hints=hints, server=address.server, reason=nobody.reason or "-")
