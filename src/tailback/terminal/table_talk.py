"""What people at a table on a server do beside the game: sit, deal, talk, take back, come and go."""

from __future__ import annotations

import secrets
from typing import Any

from tailback.client.web import Declined, NoAnswer
from tailback.core import fair
from tailback.core.errors import BadNotation
from tailback.core.notation import seat_letter
from tailback.reasons import reason
from tailback.terminal import levels, wording
from tailback.terminal.forms import called
from tailback.terminal.sitting import Sitting
from tailback.terminal.wording import RUNS, Seen

# Signs of a fingerprint that people compare.
SHOWN = 16


class TableTalk:
    def __init__(self, session: Sitting) -> None:
        self.session = session
        self.door = session.door
        self.gave_up = False
        # What else leads back here, when a robot plays.
        self.comes_with: tuple[str, ...] = ()
        self.asked_consent = False
        # The game before whose deal we said what to do.
        self.invited = -1
        # Seats whose absence was told.
        self.away: set[int] = set()
        # The fingerprint that was shown before the deal, and our own word; by the number of the game.
        self.fingerprints: dict[int, str] = {}
        self.words: dict[int, str] = {}

    # Who is here

    def greet(self) -> None:
        session = self.session
        session.screen.line(session.texts.say("name"), "bold")
        self.show_chairs(invite=not session.announced)
        session.say("start_hint")

    def chair_line(self, chair: dict[str, Any]) -> str:
        texts = self.session.texts
        letter, name = seat_letter(chair["seat"]), str(chair["name"])
        if chair["sitter"] == "bot":
            return texts.say("play.seat_bot", letter=letter, name=name, level=levels.name(texts, str(chair["level"])))
        if chair["seat"] == self.session.place.seat:
            return texts.say("play.seat_you", letter=letter, name=name)
        if chair["sitter"] == "open":
            return texts.say("join.seat_free", letter=letter, name=name)
        key = "play.seat_person" if chair["here"] else "join.seat_stand_in" if chair["stand_in"] else "join.seat_away"
        return texts.say(key, letter=letter, name=name)

    def show_chairs(self, invite: bool = True) -> None:
        session = self.session
        for chair in session.seat.chairs:
            session.screen.line("  " + self.chair_line(chair))
        if session.seat.face["watchers"]:
            session.tell("watchers", n=session.seat.face["watchers"])
        if session.seat.face["code"] and invite:
            code = session.seat.face["code"]
            session.screen.unbroken(session.texts.say("join.invite", code=code, link=self.door.invitation))

    def note_fingerprint(self) -> None:
        """As long as nothing is dealt, the fingerprint that the server shows binds it."""
        face = self.session.seat.face
        if face["phase"] == "lobby" and face["fair"] is not None:
            self.fingerprints.setdefault(face["number"], face["fair"]["fingerprint"])

    def before_the_deal(self) -> None:
        """What to do, and the fingerprint that keeps everybody honest; once per game."""
        session = self.session
        number = session.seat.face["number"]
        if session.seat.phase != "lobby" or self.invited == number:
            return
        self.invited = number
        if number in self.fingerprints:
            session.tell("fingerprint", fingerprint=self.fingerprints[number][:SHOWN])
        if session.place.seat is not None or self.door.host:
            session.tell("before_deal")

    def way_back(self) -> str:
        words = ["join", f"{self.door.address.server}/t/{self.door.address.table}"]
        if self.session.place.seat is None:
            return called(*words, "--watch")
        # A robot looks for a seat with its own name, which this one need not have.
        if self.comes_with or len(self.door.keys.of(self.door.address.server, self.door.address.table)) > 1:
            words += ["--seat", seat_letter(self.session.place.seat)]
        return called(*words, *self.comes_with)

    def keep(self) -> None:
        try:
            self.door.keep(self.session.place)
        except OSError as error:
            self.session.tell("not_kept", file=str(self.door.keys.path), reason=reason(error))

    def tell_presence(self, before: list[dict[str, Any]]) -> None:
        """Who went away, and who of them is back; each once."""
        session = self.session
        here = {chair["seat"] for chair in before if chair["here"]}
        for chair in session.seat.chairs:
            seat, name = chair["seat"], str(chair["name"])
            if chair["sitter"] != "person" or seat == session.place.seat:
                self.away.discard(seat)
            elif not chair["here"] and seat in here:
                self.away.add(seat)
                seconds = round(max(0, chair["away_ms"] or 0) / 1000)
                session.tell("away_bot" if seconds else "away", name=name, seconds=seconds)
            elif chair["here"] and seat in self.away and not chair["stand_in"]:
                self.away.discard(seat)
                session.tell("here", name=name)

    def more_to_come(self, new: list[Seen]) -> bool:
        """Steps of somebody else that may go on are told together."""
        session = self.session
        decision = session.seat.decision()
        if not new or new[-1]["kind"] not in RUNS or decision is None:
            return False
        return decision.awaited == (new[-1].get("seat"),) and new[-1].get("seat") != session.place.seat

    def explain_silence(self) -> None:
        """Why what was typed does nothing just now."""
        session = self.session
        if session.place.seat is None:
            session.tell("only_watching")
        elif session.seat.phase == "lobby":
            session.screen.line(session.texts.say("refusals.not_dealt"))
            session.tell("before_deal")
        elif session.seat.phase == "over":
            session.screen.line(session.texts.say("refusals.match_over"))
            session.tell("after")
        elif session.asking is not None:
            session.tell("under_way")
        else:
            session.screen.line(session.texts.say("refusals.not_asked"))

    def ask_consent(self) -> None:
        """Somebody wants to take a move back: told once."""
        asked = self.session.seat.undo_asked
        if asked and not self.asked_consent:
            self.session.tell("undo_question", "bold")
        self.asked_consent = asked

    # What a person does

    def obey(self, command: str, rest: str, seat: int) -> None:
        session = self.session
        if command == "say":
            self.say(rest, seat)
        elif command == "undo":
            session.line.request("undo", seat=seat)
        elif command in ("yes", "no"):
            session.line.request("undo_answer", seat=seat, yes=command == "yes")
        elif command == "word":
            self.add_word(rest, seat)
        else:
            self.get_up(seat)

    def begin(self, command: str) -> None:
        if command == "deal" or self.session.seat.phase == "lobby":
            self.ask("deal", {"id": new_id()})
        else:
            self.ask("again", {"id": new_id(), "deal": True})

    def get_up(self, seat: int) -> None:
        try:
            self.door.leave(self.session.place)
        except (Declined, NoAnswer) as why:
            self.complain(why)
            return
        self.gave_up = True
        self.door.forget(self.session.place)
        self.session.obey("quit", "", seat)

    def ask(self, what: str, body: dict[str, Any]) -> bool:
        """What is asked over HTTP is told to everyone, us too, over the line."""
        session = self.session
        try:
            session.ahead = self.door.ask(session.place, what, body)
        except (Declined, NoAnswer) as why:
            self.complain(why)
            return False
        return True

    def complain(self, why: Declined | NoAnswer) -> None:
        session = self.session
        if isinstance(why, Declined):
            session.screen.lines(wording.refusal_lines(session.texts, why))
        else:
            session.tell("no_answer", server=self.door.address.server, reason=why.reason or "-")

    def add_word(self, word: str, seat: int) -> None:
        session = self.session
        if not word:
            session.tell("which_word")
        elif self.ask("words", {"seat": seat, "word": word}):
            self.words[session.seat.face["number"]] = word

    def say(self, rest: str, seat: int) -> None:
        """By its number in the list, its short name, or its words."""
        session = self.session
        phrases = [*session.seat.face["phrases"], *session.seat.face["emotes"]]
        words = {phrase: self.phrase_words(phrase) for phrase in phrases}
        wanted = wording.squeeze(rest)
        found = ""
        if rest.isascii() and rest.isdigit() and 1 <= int(rest[:4]) <= len(phrases):
            found = phrases[int(rest[:4]) - 1]
        elif wanted:
            exact = [one for one in phrases if wanted in (wording.squeeze(one), wording.squeeze(words[one]))]
            close = [one for one in phrases if wanted in wording.squeeze(words[one])]
            found = (exact or (close if len(close) == 1 else [""]))[0]
        if found:
            session.line.request("say", seat=seat, phrase=found)
            return
        session.tell("say_what")
        for number, line in enumerate(words.values(), 1):
            session.screen.line(f"{number:>3}  {line}")

    def phrase_words(self, phrase: str) -> str:
        """A phrase in words; some games lend their own, which are moves there (`say3` is `say 3`)."""
        game = self.session.game
        try:
            return wording.action_words(self.session.texts, game, game.parse(f"{phrase[:-1]} {phrase[-1:]}"))
        except BadNotation:
            return self.session.texts.word(phrase)

    # The end of a game

    def after_the_end(self) -> None:
        """Was the deal the one that was announced? Then: what next?"""
        self.check_deal()
        if self.session.place.seat is not None or self.door.host:
            self.session.tell("after")

    def check_deal(self) -> None:
        session = self.session
        face = session.seat.face
        shown = self.fingerprints.get(face["number"], "")
        if shown and face["fair"] is not None and face["fair"]["secret"]:
            session.tell("fair" if self.was_fair(face["fair"], shown, face["number"]) else "unfair")
            if face["fair"].get("moved"):
                session.tell("fair_moved")

    def was_fair(self, told: dict[str, Any], shown: str, number: int) -> bool:
        try:
            seed = fair.seed(told["secret"], told["words"])
            same = told["fingerprint"] == shown == fair.fingerprint(told["secret"]) and str(seed) == told["seed"]
        except (ValueError, TypeError):
            return False
        return same and (number not in self.words or self.words[number] in told["words"])


def new_id() -> str:
    return secrets.token_urlsafe(9)
