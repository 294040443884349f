"""A match at one keyboard: people and bots, hands hidden between turns."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from tailback import games
from tailback.brought.errors import blamed
from tailback.brought.limits import limited
from tailback.core import reasons, undo
from tailback.core.contract import ALL, CLOCK, FIRST, RING, Decision, Event, State
from tailback.core.notation import seat_letter, tidy
from tailback.core.record import PERSON, Record
from tailback.core.rng import SEED_BITS, Rng
from tailback.folders import typed_path
from tailback.robots import player, thinks
from tailback.robots.levels import USUAL
from tailback.terminal import levels, saves, wording
from tailback.terminal.conversation import LOG_LINES, PATIENCE, Conversation, Quit
from tailback.terminal.forms import called
from tailback.terminal.menu import Menu
from tailback.terminal.preferences import Preferences
from tailback.terminal.saves import SaveFile
from tailback.terminal.screen import EndOfInput, Screen, Trouble
from tailback.terminal.wording import Seen
from tailback.texts import Texts
from tailback.texts.names import tidy_name

COMMANDS = ("change", "save", "quit")
# Whoever waits for a robot that may take so many seconds is told that it is thinking.
LONG_THOUGHT = 0.5
# So many seconds a rule of another's game may take.
LONGEST = 5.0


class ChangeOfMind(Exception):
    """Somebody else at this keyboard takes a sealed answer back."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class TakenBack(Exception):
    """The match goes on from an earlier position."""


class Session(Conversation):
    """One sitting at a match, from its start or from where it was left."""

    def __init__(
        self,
        screen: Screen,
        texts: Texts,
        record: Record,
        state: State,
        events: list[Event],
        preferences: Preferences,
        think: float | None = None,
    ) -> None:
        self.people = [seat for seat, kind in enumerate(record.seats) if kind == PERSON]
        super().__init__(screen, texts, record.game, state, preferences, COMMANDS)
        self.record = record
        self.state = state
        self.events = events
        self.file: SaveFile | None = None
        # How long robots of the best level look ahead, where somebody said it.
        self.think = think
        kinds = enumerate(record.seats)
        self.bots = {seat: player(self.game, kind, think) for seat, kind in kinds if kind != PERSON}
        self.slow = {seat for seat, kind in enumerate(record.seats) if thinks(kind, think) >= LONG_THOUGHT}
        self.told_of_thinking = False
        self.facing: int | None = self.people[0] if len(self.people) == 1 else None
        # How many events each person has been told; spectators of a match of bots have an entry, too.
        self.told: dict[int | None, int] = dict.fromkeys([*self.people, None], 0)
        # In a game of memory: where the latest turn of each person began.
        self.turn_began: dict[int, int] = dict.fromkeys(self.people, len(events))
        # How many events there were when each person had last moved.
        self.moved: dict[int, int] = dict.fromkeys(self.people, 0)
        self.told_of_waiting = False
        if state.lasts() > 0 and not record.dealt:
            record.dealt = int(time.time() * 1000)

    # The course of a match

    def run(self, file: SaveFile, continued: bool) -> int:
        """Play until the match is over or the person leaves; the exit code."""
        self.file = file
        try:
            self.greet(continued)
            while True:
                self.look_at_clock()
                decision = self.state.decision()
                if decision is None:
                    break
                seat = self.next_to_answer(decision)
                if seat in self.bots:
                    self.carry_out(seat, self.bot_move(seat, decision))
                else:
                    with contextlib.suppress(TakenBack):
                        self.carry_out(*self.asked(seat, decision))
            self.finish()
        except (EndOfInput, Quit):
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(130)
        return 0

    def greet(self, continued: bool) -> None:
        assert self.file is not None
        if self.preferences.brief and len(self.people) == 1:
            others = [seat for seat in range(self.record.players) if seat != self.facing]
            self.say("brief_start", game=self.texts.say("name"), seat=self.facing, others=others)
        else:
            self.screen.line(self.texts.say("name"), "bold")
            self.show_players()
            self.say("saved_in", file=str(self.file.path))
            if self.people:
                self.say("start_hint")
                if not self.screen.colourful and len(self.people) == 1:
                    self.say("plain_hint")
            self.screen.line()
        if continued:
            self.say("continued", "bold", moves=len(self.record.steps))
            shown = 0 if self.forgetful else LOG_LINES
            self.told = dict.fromkeys(self.told, max(0, len(self.events) - shown))
        self.keep_up()

    def show_players(self) -> None:
        for seat, kind in enumerate(self.record.seats):
            key = "seat_bot" if kind != PERSON else "seat_you" if len(self.people) == 1 else "seat_person"
            level = levels.name(self.texts, kind)
            words = self.texts.say(f"play.{key}", letter=seat_letter(seat), name=self.texts.name(seat), level=level)
            self.screen.line("  " + words)

    def limited(self) -> contextlib.AbstractContextManager[None]:
        """A game from elsewhere may have a rule or a robot that never ends; ours are known to."""
        ours = games.is_ours(self.game)
        return contextlib.nullcontext() if ours else limited(self.game.home, LONGEST + 3 * thinks("5", self.think))

    def brought_by(self) -> tuple[str, ...]:
        """What a command about this match must name besides its file."""
        return ("--game", games.called(self.game)) if games.may_change(self.game) else ()

    def carry_out(self, seat: int, action: int) -> None:
        """The move is on disk before anybody sees what it did."""
        # Time goes on while somebody thinks.
        self.look_at_clock()
        if seat != self.last[0]:
            self.last = (-1, "")
        self.write_down(seat, action)
        if seat in self.moved:
            self.moved[seat] = len(self.events)
        after = self.state.decision()
        if seat not in self.bots or after is None or after.awaited != (seat,):
            # What a bot does in one go is told in one go.
            self.keep_up()

    def write_down(self, seat: int, action: int) -> None:
        with self.limited():
            self.state.apply(seat, action)
        events = self.state.take_events()
        self.record.add(seat, action, events)
        if self.state.decision() is None:
            self.record.finish(self.state)
        assert self.file is not None
        self.file.save()
        self.events += events

    def seconds_left(self) -> float | None:
        """By the time of day: the clock goes on while nobody plays."""
        lasts = int(self.state.lasts())
        return self.record.dealt / 1000 + lasts - time.time() if lasts > 0 else None

    def look_at_clock(self) -> None:
        left = self.seconds_left()
        if left is not None and left <= 0 and self.state.decision() is not None:
            self.write_down(CLOCK, RING)
            self.keep_up()

    def keep_up(self) -> None:
        """With one person, or with bots only, everything is told as it happens; in brief when the person is asked."""
        if len(self.people) <= 1 and not (self.people and self.preferences.brief):
            self.narrate(self.facing)

    def narrate(self, seat: int | None) -> None:
        """Tell what happened since this person last looked."""
        self.recount(wording.seen(self.events[self.told[seat] :], seat))
        self.told[seat] = len(self.events)

    def finish(self) -> None:
        self.narrate(self.facing)
        last = self.events[-1].full() if self.events else {}
        self.show_end(None, self.record.places or [], self.record.scores or [], last)
        assert self.file is not None
        self.say("replay_hint", command=called("replay", str(self.file.path), *self.brought_by()))

    def leave(self, code: int) -> int:
        assert self.file is not None
        self.screen.line()
        if self.record.over:
            self.say("replay_hint", command=called("replay", str(self.file.path), *self.brought_by()))
        else:
            self.say("left", command=called("continue", str(self.file.path), *self.brought_by()))
        return code

    # Whoever moves

    def next_to_answer(self, decision: Decision) -> int:
        """Sealed answers come first from whoever sits there; where the first one counts, chance says who is first."""
        awaited = decision.awaited
        if decision.gate == FIRST:
            return awaited[int(self.chance(1).below(len(awaited)))]
        return self.facing if self.facing is not None and self.facing in awaited else awaited[0]

    def chance(self, purpose: int) -> Rng:
        """It hangs on the seed and the number of the move alone, so nothing of a bot must be saved."""
        mixed = self.record.seed * 0x9E3779B97F4A7C15F39CC06 + len(self.record.steps) * 0x632BE59BD9B4E019 + purpose
        return Rng(mixed & ((1 << SEED_BITS) - 1))

    def bot_move(self, seat: int, decision: Decision) -> int:
        """What the bot chose; one of somebody's own may fail in any way, and then nothing is lost."""
        legal = self.state.legal(seat)
        if seat in self.slow and len(legal) > 1 and not self.told_of_thinking:
            self.told_of_thinking = True
            self.say("thinking", seat=seat)
        try:
            with self.limited():
                action = self.bots[seat](self.state.view(seat), decision, list(legal), self.chance(2))
        except Exception as failed:
            if (wrong := blamed(failed)) is not None:
                raise wrong from None
            reason = f"{type(failed).__name__}: {failed}"
        else:
            if action in legal:
                return action
            reason = repr(action)
        assert self.file is not None
        raise Trouble("play.bot_failed", bot=self.record.seats[seat], reason=reason, file=str(self.file.path))

    def asked(self, seat: int, decision: Decision) -> tuple[int, int]:
        """Who answered and what: meanwhile an earlier sealed answer may be changed."""
        self.told_of_thinking = False
        while True:
            try:
                action = self.person_move(seat, decision)
                return seat, self.until_enter(seat, decision, action) if self.last_to_seal(decision, seat) else action
            except ChangeOfMind as change:
                seat = change.seat

    def last_to_seal(self, decision: Decision, seat: int) -> bool:
        """Does nobody but bots choose after this secret choice? They need no time, but a person may."""
        others = [other for other in decision.awaited if other != seat]
        alone = len(decision.seats) > 1 and decision.gate == ALL and all(other in self.bots for other in others)
        if alone and not self.preferences.wait and not self.told_of_waiting:
            self.told_of_waiting = True
            self.say("wait_hint")
        return alone and self.preferences.wait

    def until_enter(self, seat: int, decision: Decision, action: int) -> int:
        """The choice lies face down until Enter, or until it is typed again, and may still become another."""
        menu = Menu(self.game, self.texts, self.state.legal(seat))
        for _ in range(PATIENCE):
            self.say("sealed", move=wording.action_words(self.texts, self.game, action))
            typed = self.screen.ask(self.texts.say("play.prompt", name=self.texts.name(seat)))
            self.typed_in(typed)
            if not typed:
                return action
            if self.command_in(typed)[0] == "change":
                raise ChangeOfMind(seat)
            changed = self.answer(seat, decision, menu, typed)
            if changed == action:
                break
            action = action if changed is None else changed
        return action

    def person_move(self, seat: int, decision: Decision) -> int:
        fresh = self.last[0] != seat
        same = self.last == (seat, decision.kind)
        self.last = (seat, decision.kind)
        costs = wording.costs(self.texts, self.game, self.game.foresee(self.state, seat), self.state.view(seat))
        menu = Menu(self.game, self.texts, self.state.legal(seat), costs)
        queued = self.from_queue(seat, decision, menu, same)
        if queued is not None:
            return queued
        self.hand_over(seat)
        self.narrate(seat)
        self.put_question(seat, decision, menu, fresh)
        if ready := self.sealed(decision, seat):
            self.say("change_hint", names=[self.texts.name(other) for other in ready])
        action = self.ask(seat, decision, menu)
        if self.forgetful and fresh:
            self.turn_began[seat] = len(self.events)
            if self.screen.interactive:
                self.hide()
        return action

    def ask(self, seat: int, decision: Decision, menu: Menu) -> int:
        tries = 0
        while True:
            typed = self.screen.ask(self.texts.say("play.prompt", name=self.texts.name(seat)))
            self.typed_in(typed)
            action = self.answer(seat, decision, menu, typed)
            if action is not None:
                return action
            tries += 1
            if tries >= PATIENCE and not self.screen.interactive:
                self.say("no_moves", n=tries)
                raise Quit

    def hand_over(self, seat: int) -> None:
        """With several people nobody sees another's hand: hide, then wait for the next one."""
        before = self.facing
        if before == seat:
            return
        self.facing = seat
        if (before is None or not self.secretive(before)) and not self.secretive(seat):
            # Nothing to hide: they look at the screen together.
            self.told[seat] = max(self.told[seat], self.told[before])
            return
        if before is not None:
            if any(event.secret and before in event.to for event in self.events[self.told[before] :]):
                self.narrate(before)
                self.screen.ask(self.texts.say("play.seen", name=self.texts.name(before)))
            self.hide()
        self.screen.ask(self.texts.say("play.pass_on", name=self.texts.name(seat)))

    def secretive(self, seat: int) -> bool:
        """Does this seat know anything that the others do not?"""
        open_to_all = {**self.state.view(None), "seat": seat}
        return any(value and open_to_all.get(name) != value for name, value in self.state.view(seat).items())

    # What a person may ask about robots

    def robots_play(self) -> bool:
        return bool(self.bots)

    def explain_robot(self) -> None:
        steps = [(step.seat, step.action) for step in self.record.steps]
        for step in range(len(steps) - 1, -1, -1):
            seat = steps[step][0]
            told = reasons.known_with(self.position, steps, step) if seat in self.bots else -1
            if told < 0:
                continue
            if self.forgetful and told != len(steps) - 1:
                self.screen.line(self.texts.say("refusals.forgetful"))
            else:
                found = reasons.because(self.game, self.position, steps, told, seat)
                if found is None:
                    self.screen.line(self.texts.say("refusals.no_reasons"))
                else:
                    self.show_reason(seat, *found)
            return
        self.screen.line(self.texts.say("refusals.no_robot_move"))

    def advise(self, seat: int, level: str) -> None:
        """The robot is given what the person knows, as robots are."""
        decision = self.state.decision()
        assert decision is not None
        if self.forgetful:
            self.screen.line(self.texts.say("refusals.hint_memory"))
            return
        policy = player(self.game, level or USUAL, self.think)
        with self.limited():
            action = policy(self.state.view(seat), decision, self.state.legal(seat), self.chance(3))
        self.show_hint(action, level or USUAL)

    # What a person may type

    def refuse(self, seat: int, action: int) -> None:
        self.screen.lines(wording.refusal_lines(self.texts, self.state.refusal(seat, action)))

    def log_of(self, seat: int | None) -> list[Seen]:
        start = self.turn_began[seat] if self.forgetful and seat is not None else 0
        return wording.seen(self.events[start:], seat)

    def since_of(self, seat: int | None) -> list[Seen]:
        start = self.moved.get(seat, 0) if seat is not None else 0
        if self.forgetful and seat is not None:
            start = max(start, self.turn_began[seat])
        return wording.seen(self.events[start:], seat)

    def obey_here(self, command: str, rest: str, seat: int | None) -> None:
        decision = self.state.decision()
        if command == "save":
            self.save_copy(rest)
        elif command == "undo":
            self.undo()
        elif command == "change" and seat is not None and decision is not None:
            self.change(decision, rest, seat)
        else:
            raise Quit

    def undo(self) -> None:
        """Back before the latest move, if a person here made it and nobody learned anything from it."""
        steps = [(step.seat, step.action) for step in self.record.steps]
        mover = steps[-1][0] if steps else -1
        stands = mover not in self.people
        if stands or undo.limit(steps, mover, self.state, self.record.seed, self.position) == len(steps):
            self.screen.line(self.texts.say("refusals.undo_learned"))
        else:
            self.go_back(len(steps) - 1)
            self.screen.line(self.texts.say("events.table_undone", seat=mover, moves=1))
            raise TakenBack

    def position(self, moves: int) -> State:
        """The state after so many moves, listening, its events dropped."""
        state = self.record.begin()
        for step in self.record.steps[:moves]:
            state.apply(step.seat, step.action)
        state.take_events()
        return state

    def go_back(self, moves: int) -> None:
        self.state = self.match = self.position(moves)
        gone = sum(len(step.events) for step in self.record.steps[moves:])
        del self.record.steps[moves:]
        del self.events[len(self.events) - gone :]
        end = len(self.events)
        self.told = {seat: min(count, end) for seat, count in self.told.items()}
        self.turn_began = {seat: min(count, end) for seat, count in self.turn_began.items()}
        self.moved = {seat: min(count, end) for seat, count in self.moved.items()}
        self.last = (-1, "")
        assert self.file is not None
        self.file.save()

    def sealed(self, decision: Decision, asking: int) -> list[int]:
        """The other people here whose answers lie face down."""
        return [
            seat for seat in self.people if seat in decision.seats and seat not in decision.awaited and seat != asking
        ]

    def change(self, decision: Decision, name: str, asking: int) -> None:
        """Back to a person here who has answered already, as long as the table waits for somebody."""
        ready = self.sealed(decision, asking)
        wanted = [seat for seat in ready if tidy(name) in (tidy(self.texts.name(seat)), seat_letter(seat).lower())]
        if not ready:
            self.say("nothing_to_change")
        elif len(wanted or ready) == 1:
            raise ChangeOfMind((wanted or ready)[0])
        else:
            self.say("who_changes", names=[self.texts.name(seat) for seat in ready])

    def save_copy(self, target: str) -> None:
        assert self.file is not None
        if not target:
            self.say("saved_in", file=str(self.file.path))
            return
        path = typed_path(target)
        try:
            saves.copy_to(self.record, path)
        except Trouble as trouble:
            self.screen.line(self.texts.say(trouble.key, **trouble.params))
        else:
            self.say("copied", file=str(path))

    def help_entries(self) -> dict[str, Any]:
        """Whoever plays alone has nobody to go back to."""
        entries = super().help_entries()
        alone = len(self.people) <= 1 and not self.preferences.wait
        return {name: entry for name, entry in entries.items() if name != "change" or not alone}


def shown_texts(texts: Texts, record: Record) -> Texts:
    """The texts of this match's game, with the names of its players fit to be shown."""
    names = [tidy_name(name) or seat_letter(seat) for seat, name in enumerate(record.names)]
    return wording.game_texts(texts.lang, record.game.id, names)
