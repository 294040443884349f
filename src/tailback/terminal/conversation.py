"""What a person at a seat may type and is shown, wherever the match is: at this keyboard or on a server."""

from __future__ import annotations

from typing import Any, Protocol

from tailback.core.contract import Decision, View
from tailback.core.game import Game
from tailback.core.notation import tidy
from tailback.reasons import reason
from tailback.terminal import brief, levels, questions, wording
from tailback.terminal.brief import Choices, Listener
from tailback.terminal.forms import two_columns
from tailback.terminal.menu import Menu
from tailback.terminal.preferences import Preferences
from tailback.terminal.screen import Screen
from tailback.terminal.wording import Seen
from tailback.texts import Texts

LOG_LINES = 25
# A pipe that gives so many lines running without a move in them will not give one.
PATIENCE = 100
# Words that mean the same everywhere.
SHARED = (
    "help",
    "more",
    "why",
    "hint",
    "rules",
    "table",
    "hand",
    "log",
    "score",
    "who",
    "repeat",
    "since",
    "what",
    "time",
    "undo",
)
# Settings that stay, each with the word for the way back.
SETTINGS = ("brief", "wait")
OFF = "off"
# So many minutes before the time of a match is up it is told.
TOLD_AT = (30, 10, 5, 2, 1)


class Quit(Exception):
    """The person leaves; the match waits."""


class Match(Protocol):
    """A match as far as those who look at it may know it. It says nothing about where the rules are."""

    def decision(self) -> Decision | None: ...

    def legal(self, seat: int) -> list[int]: ...

    def view(self, seat: int | None) -> View: ...


class Conversation:
    """One person at a time, asked and answered in lines of text."""

    def __init__(
        self, screen: Screen, texts: Texts, game: Game, match: Match, preferences: Preferences, more: tuple[str, ...]
    ) -> None:
        self.screen = screen
        self.texts = texts
        self.match = match
        self.preferences = preferences
        self.listener = Listener()
        # How many of the moments at which the time is told have passed.
        self.moments = 0
        self.set_game(game)
        # Moves typed in one line, still to come; and what the person on turn has just been shown.
        self.queue: list[str] = []
        self.table_shown: list[str] = []
        self.last: tuple[int, str] = (-1, "")
        names = (*SHARED, *SETTINGS, *more)
        self.commands = {tidy(str(texts.raw(f"commands.{name}"))): name for name in names}
        self.commands.update({name: name for name in names})
        # Words that people of this language may know a command by as well.
        self.commands.update({tidy(word): name for word, name in texts.raw("aliases").items() if name in names})
        self.commands["?"] = "help"
        self.off = {OFF, tidy(str(texts.raw(f"commands.{OFF}")))}

    def set_game(self, game: Game) -> None:
        self.game = game
        # In a game of memory the log shows no more than the latest turn.
        self.forgetful = game.forgetful

    # What each kind of match does in its own way

    def refuse(self, seat: int, action: int) -> None:
        """Say why this action is not allowed."""
        raise NotImplementedError

    def log_of(self, seat: int | None) -> list[Seen]:
        """What this seat may look up."""
        raise NotImplementedError

    def since_of(self, seat: int | None) -> list[Seen]:
        """What happened since this seat last moved, as far as it may look that up."""
        raise NotImplementedError

    def show_players(self) -> None:
        """Who sits where."""
        raise NotImplementedError

    def robots_play(self) -> bool:
        """Is there a robot whose moves one could ask about?"""
        raise NotImplementedError

    def explain_robot(self) -> None:
        """Say why a robot made the latest move of a robot."""
        raise NotImplementedError

    def advise(self, seat: int, level: str) -> None:
        """Say what a robot would do in this seat; without a level, a sensible one."""
        raise NotImplementedError

    def seconds_left(self) -> float | None:
        """Until the time of the match is up; None where no clock runs."""
        raise NotImplementedError

    def obey_here(self, command: str, rest: str, seat: int | None) -> None:
        """A command that only this kind of match has."""
        raise NotImplementedError

    def say(self, key: str, style: str = "", **params: object) -> None:
        self.screen.line(self.texts.say(f"play.{key}", **params), style)

    # Telling

    def story(self, events: list[Seen]) -> list[str]:
        if self.preferences.brief:
            return brief.story(self.texts, self.game, events)
        return wording.story(self.texts, events)

    def recount(self, events: list[Seen]) -> None:
        lines = self.story(events)
        self.screen.lines(lines)
        self.listener.hear(lines)

    # Asking

    def put_question(self, seat: int, decision: Decision, menu: Menu, fresh: bool) -> None:
        self.tell_time()
        if self.preferences.brief:
            self.put_briefly(seat, decision, menu)
            return
        self.screen.line()
        self.show_table(seat, fresh)
        self.explain_decision(seat, decision)
        self.screen.lines(menu.page())

    def put_briefly(self, seat: int, decision: Decision, menu: Menu) -> None:
        """What is new, and the choices; what is asked only where that is not clear from them."""
        self.screen.lines(self.listener.news(self.texts, self.game, self.match.view(seat)))
        choices = Choices(self.texts, self.game, menu)
        new = self.listener.new_question(decision.kind)
        if new or (choices.counted and self.listener.other_question(decision.kind)):
            self.explain_decision(seat, decision)
        self.screen.line(choices.line(new))
        self.listener.asked = decision.kind

    def typed_in(self, typed: str) -> None:
        """Whatever was said before this line is not to be repeated any more."""
        if self.command_in(typed)[0] != "repeat":
            self.screen.page.clear()

    def from_queue(self, seat: int, decision: Decision, menu: Menu, same: bool) -> int | None:
        """The next of several moves typed in one line, as long as the questions stay alike."""
        if not self.queue:
            return None
        typed = self.queue.pop(0)
        action = self.answer(seat, decision, menu, typed) if same else None
        if action is None:
            self.say("queue_dropped", moves=[typed, *self.queue])
            self.queue = []
        return action

    def answer(self, seat: int, decision: Decision, menu: Menu, typed: str) -> int | None:
        """The action that was chosen, or None after showing what was asked for."""
        if not typed:
            self.say("empty")
            return None
        if "," in typed and menu.meant(typed) < 0:
            parts = [part.strip() for part in typed.split(",")]
            typed, self.queue = parts[0], [part for part in parts[1:] if part]
        chosen = menu.meant(typed)
        if chosen in menu.legal:
            return chosen
        self.queue = []
        command, rest = self.command_in(typed)
        if command:
            self.obey(command, rest, seat, decision, menu)
            return None
        found = menu.with_words(typed) if chosen < 0 else menu.with_sign(typed)
        if chosen >= 0 and not found:
            self.refuse(seat, chosen)
            return None
        if len(found) == 1:
            return found[0]
        if found:
            self.say("which_one")
            self.screen.lines(menu.lines_of(found))
        elif typed.lstrip("#").isdigit():
            self.say("no_such_number", number=typed)
        elif (asked := menu.asked_about(typed, self.hand_of(seat))[1]) >= 0:
            self.refuse(seat, asked)
        else:
            self.say("not_understood", move=typed)
        return None

    # Commands

    def command_in(self, typed: str) -> tuple[str, str]:
        """The command that a line begins with, and the rest of the line."""
        word, _, rest = typed.partition(" ")
        return self.commands.get(tidy(word), ""), rest.strip()

    def obey(
        self, command: str, rest: str, seat: int | None, decision: Decision | None = None, menu: Menu | None = None
    ) -> None:
        """Without a question there is no menu; whoever only watches has no seat."""
        if command == "help":
            if seat is not None and decision is not None and menu is not None:
                self.explain_decision(seat, decision)
                self.screen.lines(menu.page())
            self.screen.lines(self.help_lines())
        elif command == "more" and menu is not None:
            self.screen.lines(menu.page(again=False))
        elif command == "why" and not rest and self.robots_play():
            self.explain_robot()
        elif command == "why" and menu is not None and seat is not None:
            self.why(seat, menu, rest)
        elif command == "hint" and menu is not None and seat is not None:
            self.give_hint(seat, rest)
        elif command in ("more", "why", "hint"):
            self.screen.line(self.texts.say("refusals.not_asked"))
        elif command == "rules":
            self.show_rules(rest)
        elif command == "table":
            self.show_table(seat, asked=True)
        elif command == "hand":
            self.show_hand(seat, rest)
        elif command == "log":
            self.show_log(seat, bool(rest))
        elif command == "who":
            self.show_turn(seat)
            self.show_players()
        elif command == "repeat":
            self.screen.again()
        elif command == "since":
            events = self.since_of(seat)
            # What is left out in brief is still an answer where there is no other.
            told = self.story(events) or wording.story(self.texts, events)
            self.screen.lines(told or [self.texts.say("play.since_nothing")])
        elif command == "time":
            self.show_time()
        elif command in ("score", "what"):
            self.look_at(command, rest, seat)
        elif command in SETTINGS:
            self.set_preference(command, tidy(rest) not in self.off)
        else:
            self.obey_here(command, rest, seat)

    def look_at(self, command: str, asked: str, seat: int | None) -> None:
        """How it stands, or what a card or a place is."""
        view = self.match.view(seat)
        if not view:
            self.screen.line(self.texts.say("refusals.not_dealt"))
        elif command == "score":
            self.screen.lines(questions.standing(self.texts, self.game, view))
        elif not asked:
            self.say("what_what")
        else:
            found = questions.about(self.texts, self.game, view, asked)
            self.screen.lines(found or [self.texts.say("play.what_nothing", word=asked)])

    def show_time(self) -> None:
        """How much is left; also what is told by itself, now and then."""
        left = self.seconds_left()
        if left is None:
            self.say("no_time")
        else:
            self.say("time_left", minutes=round(left / 60))

    def tell_time(self) -> None:
        """When the next of a few moments has passed. The last of them is told where several have."""
        left = self.seconds_left()
        passed = sum(left <= 60 * minutes for minutes in TOLD_AT) if left is not None else 0
        if passed > self.moments and left is not None and left > 0:
            self.show_time()
        self.moments = passed

    def show_turn(self, seat: int | None) -> None:
        """Whose turn it is, and whom the table waits for besides."""
        decision = self.match.decision()
        awaited = decision.awaited if decision is not None else ()
        if seat in awaited:
            self.say("your_turn")
        others = [other for other in awaited if other != seat]
        if others:
            self.say("awaited", seats=others)

    def set_preference(self, name: str, on: bool) -> None:
        self.listener.forget()
        try:
            self.preferences.keep(name, on)
        except OSError as error:
            self.say("not_kept", file=str(self.preferences.path), reason=reason(error))
        self.say(f"{name}_on" if on else f"{name}_off")

    def why(self, seat: int, menu: Menu, typed: str) -> None:
        if not typed:
            self.say("why_what", move=self.game.notation(menu.legal[0]))
            return
        move = menu.meant(typed)
        if move < 0:
            allowed, refused = menu.asked_about(typed, self.hand_of(seat))
        else:
            allowed = [move] if move in menu.legal else menu.with_sign(typed)
            refused = -1 if allowed else move
        if allowed:
            self.say("allowed", move=[wording.action_words(self.texts, self.game, one) for one in allowed])
        if refused >= 0:
            self.refuse(seat, refused)
        elif not allowed:
            self.say("not_understood", move=typed)

    def give_hint(self, seat: int, typed: str) -> None:
        level = levels.meant(self.texts, typed)
        if typed and not level:
            allowed = levels.listed(self.texts)
            self.screen.line(self.texts.say("refusals.unknown_bot", bot=typed[:24], allowed=allowed))
        else:
            self.advise(seat, level)

    def show_hint(self, action: int, level: str) -> None:
        move = wording.action_words(self.texts, self.game, action)
        self.say("hint", level=levels.name(self.texts, level), move=move)

    def show_reason(self, seat: int, key: str, params: dict[str, Any]) -> None:
        self.say("because", seat=seat, words=wording.known(self.texts, f"because.{key}", params))

    def hand_of(self, seat: int) -> list[str]:
        hand = self.match.view(seat).get("hand")
        return list(hand) if isinstance(hand, list) else []

    def show_rules(self, query: str) -> None:
        if query:
            found = wording.rule_lines(self.texts, query)
            self.screen.lines(found or [self.texts.say("play.no_rule", word=query)])
            return
        for title, clauses in wording.sections(self.texts):
            self.screen.line(f"  {title} ({next(iter(clauses))} …)")
        self.say("rules_hint")

    def show_log(self, seat: int | None, everything: bool) -> None:
        told = wording.story(self.texts, self.log_of(seat))
        self.screen.lines(told if everything else told[-LOG_LINES:])
        if len(told) > LOG_LINES and not everything:
            self.say("log_hint", n=len(told))

    # Showing

    def help_entries(self) -> dict[str, Any]:
        """What can be typed here, by its name in the texts."""
        return dict(self.texts.raw("play.help"))

    def help_lines(self) -> list[str]:
        """Everything that can be typed, in this language; the English words always work as well."""
        rows = []
        for name, entry in self.help_entries().items():
            is_command = self.texts.has(f"commands.{name}")
            if name != "title" and (not is_command or name in self.commands.values()):
                word = str(self.texts.raw(f"commands.{name}")) if is_command else ""
                rows.append((f"{word} {entry.get('after', '')}".strip(), str(entry["what"])))
        return [self.texts.say("play.help.title"), *two_columns(rows)]

    def explain_decision(self, seat: int, decision: Decision) -> None:
        kinds = [self.game.describe(action)[0] for action in self.match.legal(seat)]
        words = wording.prompt(self.texts, decision.kind, kinds, self.match.view(seat))
        self.screen.line(f"{self.texts.name(seat)}: {words}", "bold")

    def show_table(self, seat: int | None, fresh: bool = True, asked: bool = False) -> None:
        """The table; between two decisions of one turn only what is new.

        Who listens to it does not want to hear the same lines every turn: in plain text a new
        turn brings what is new as well, and the last line, which matters most.
        """
        lines = self.game.lines(self.match.view(seat), self.texts)
        shown = lines
        if not fresh or (self.table_shown and not self.screen.colourful and not asked):
            shown = [line for line in lines if line not in self.table_shown]
            if fresh and lines[-1] not in shown:
                shown.append(lines[-1])
        self.screen.lines(shown)
        self.table_shown = lines

    def show_hand(self, seat: int | None, rest: str = "") -> None:
        view = self.match.view(seat)
        if isinstance(view.get("hand"), list):
            self.say("hand", cards=view["hand"])
        else:
            self.show_table(seat, asked=True)

    def show_end(self, seat: int | None, places: list[int], scores: list[int], last: Seen) -> None:
        """How it ended; whoever listens has heard the winner and the points in the last event."""
        if not wording.names_winner(last):
            self.screen.lines(wording.won_lines(self.texts, places))
        elif self.preferences.brief:
            return
        if not self.preferences.brief:
            self.screen.line()
            self.show_table(seat, asked=True)
        self.say("over", "bold")
        for seat in sorted(range(len(places)), key=lambda seat: (places[seat], seat)):
            line = self.texts.say("play.place", place=places[seat], name=self.texts.name(seat), score=scores[seat])
            self.screen.line("  " + line)

    def hide(self) -> None:
        self.screen.hide(self.texts)
        self.listener.forget()
        self.table_shown = []
