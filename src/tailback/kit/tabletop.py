"""What lies on a table of one's own, and how it moves: every card stays in some zone, and everybody is told what they
may see of it."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, mypyc_attr

from tailback.core.contract import State
from tailback.core.spread import BACK
from tailback.kit.cards import GAP, Card
from tailback.kit.faults import Incomplete
from tailback.kit.zones import GRID, HAND_ZONE, PILE, ROW, Counter, Dice, Thing, Track, Zone


@mypyc_attr(allow_interpreted_subclasses=True)
class Tabletop(State):
    """The things of a match, and what can be done with them."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None, moves_max: i64 = 8) -> None:
        if players == 0:
            return
        super().__init__(players, options, moves_max)
        self.things: list[Thing] = []
        # Where the hands begin among them.
        self.first_hand: i64 = -1
        # Who makes the move that is carried out just now.
        self.actor: int = 0

    # What lies on the table.

    def pile(self, name: str, hidden: bool = False) -> Zone:
        """Cards on top of each other; a hidden pile is always shuffled."""
        return self.zone(Zone(name, PILE, -1, hidden))

    def row(self, name: str) -> Zone:
        """Cards side by side, for everybody to see."""
        return self.zone(Zone(name, ROW))

    def grid(self, name: str, columns: int) -> Zone:
        """Cards in lines, face down until they are turned up; a card that is taken away leaves a gap."""
        return self.zone(Zone(name, GRID, -1, True, columns))

    def hand_each(self) -> list[Zone]:
        """A hand for everyone, which its owner alone sees."""
        self.first_hand = len(self.things)
        return [self.zone(Zone(f"hand:{seat}", HAND_ZONE, int(seat), True)) for seat in range(self.players)]

    def pile_each(self, name: str, hidden: bool = False) -> list[Zone]:
        """A pile in front of everyone; a hidden one nobody sees."""
        return [self.zone(Zone(f"{name}:{seat}", PILE, -1, hidden)) for seat in range(self.players)]

    def row_each(self, name: str) -> list[Zone]:
        """A row in front of everyone, for everybody to see."""
        return [self.zone(Zone(f"{name}:{seat}", ROW, int(seat))) for seat in range(self.players)]

    def track(self, name: str, spaces: int, loop: bool = False, start: int = 0) -> Track:
        """A road with a piece of each player."""
        found = Track(name, spaces, int(self.players), loop, start)
        self.place(found)
        return found

    def dice(self, name: str = "dice", dice: int = 1, sides: int = 6) -> Dice:
        found = Dice(name, dice, sides)
        self.place(found)
        return found

    def counter(self, name: str, n: int = 0, sign: str = "") -> Counter:
        """A number that everybody sees."""
        found = Counter(name, -1, sign, n)
        self.place(found)
        return found

    def counter_each(self, name: str, n: int = 0, sign: str = "") -> list[Counter]:
        found = [Counter(f"{name}:{seat}", int(seat), sign, n) for seat in range(self.players)]
        for one in found:
            self.place(one)
        return found

    def zone(self, zone: Zone) -> Zone:
        self.place(zone)
        return zone

    def place(self, thing: Thing) -> None:
        for other in self.things:
            if other.name == thing.name:
                raise Incomplete(f"two things on the table are called {thing.name!r}")
        thing.number = len(self.things)
        self.things.append(thing)

    def hand_of(self, seat: int) -> Zone:
        """The hand of this seat."""
        if self.first_hand < 0:
            raise Incomplete("there are no hands on this table: self.hands = self.hand_each()")
        hand = self.things[self.first_hand + seat]
        assert isinstance(hand, Zone)
        return hand

    def stock_zone(self) -> Zone:
        """The first zone, where all cards lie before the deal."""
        for thing in self.things:
            if isinstance(thing, Zone):
                return thing
        raise Incomplete("there is no zone for cards on this table: self.stock = self.pile(...)")

    # What cards and pieces do.

    def pick(self, zone: Zone) -> Card:
        """The top card leaves the zone; of a hidden pile any card might be on top."""
        cards = zone.cards
        if not cards:
            raise Incomplete(f"no card is left in {zone.name!r}")
        if zone.kind == GRID:
            raise Incomplete(f"{zone.name!r} is a grid, which has no top: take_from says from which place")
        if not zone.hidden or zone.stacked > 0:
            if zone.stacked > 0:
                zone.stacked -= 1
            return cards.pop()
        chosen = self.rng.below(len(cards))
        card = cards[chosen]
        cards[chosen] = cards[-1]
        cards.pop()
        return card

    def mix(self, grid: Zone) -> None:
        """Shuffle the cards of a grid that nobody has seen yet: they stay where they lie from then on."""
        cards = grid.cards
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.rng.below(last + 1)
            cards[chosen], cards[last] = cards[last], cards[chosen]

    def deal(self, n: int, stock: Zone | None = None) -> None:
        """So many cards for everyone."""
        source = stock if stock is not None else self.stock_zone()
        self.say("dealt", cards=n)
        for seat in range(self.players):
            hand = self.hand_of(int(seat))
            cards: list[Card] = []
            for _k in range(n):
                card = self.pick(source)
                hand.add(card)
                cards.append(card)
            if self.events is not None:
                self.told("hand", int(seat), cards, source, hand, {})

    def draw(self, seat: int, n: int = 1, stock: Zone | None = None) -> list[Card]:
        """This player draws cards, as many as there are."""
        source = stock if stock is not None else self.stock_zone()
        hand = self.hand_of(seat)
        cards: list[Card] = []
        for _k in range(min(n, len(source.cards))):
            card = self.pick(source)
            hand.add(card)
            cards.append(card)
        if cards and self.events is not None:
            self.told("drew", seat, cards, source, hand, {"n": len(cards)})
        return cards

    def put(self, card: Card, start: Zone, end: Zone, told: str = "") -> None:
        """A card goes from one zone to another; `told` names the event, where its usual words do not do."""
        if card not in start.cards:
            raise Incomplete(f"there is no {card.name!r} in {start.name!r}")
        start.leave(card)
        end.add(card)
        if self.events is not None:
            hides = start.hidden and end.hidden
            self.told(told or ("put_down" if hides else "put"), self.actor, [card], start, end, {"zone": end.name})

    def turn_up(self, start: Zone, end: Zone) -> Card:
        """The top card of one zone is turned up on another; in a hidden one it lies face down."""
        card = self.pick(start)
        end.add(card)
        if self.events is not None:
            kind = "laid_down" if start.hidden and end.hidden else "turned_up"
            self.told(kind, -1, [card], start, end, {"zone": end.name})
        return card

    def gather(self, start: Zone, end: Zone, seat: int = -1, told: str = "") -> int:
        """All cards of one zone go to another, taken by this player or put away; how many they were."""
        cards = [card for card in start.cards if card is not GAP]
        start.cards = []
        start.up = []
        start.seen = []
        for card in cards:
            end.add(card)
        if cards and self.events is not None:
            kind = told or ("put_away" if seat < 0 else "gathered")
            self.told(kind, seat, cards, start, end, {"n": len(cards), "zone": end.name})
        return len(cards)

    def shuffle_in(self, start: Zone, end: Zone, keep: int = 0) -> int:
        """The cards of one zone, but for the uppermost ones, are shuffled into another; how many they were."""
        cards = start.cards[: max(0, len(start.cards) - keep)]
        start.cards = start.cards[len(cards) :]
        for card in cards:
            end.add(card)
        if cards and self.events is not None:
            self.told("shuffled_in", -1, cards, start, end, {"n": len(cards), "zone": end.name})
        return len(cards)

    def look_at(self, grid: Zone, place: int) -> Card:
        """A card of a grid is turned up, for everybody to see."""
        card = grid.cards[place]
        grid.up[place] = True
        grid.seen[place] = True
        if self.events is not None:
            moves = [turned(card.name, grid, place)]
            self.say("opened", seat=self.actor, card=card.name, place=place, zone=grid.name, moves=moves)
        return card

    def turn_down(self, grid: Zone) -> None:
        """All cards of a grid lie face down again."""
        places = [place for place in range(len(grid.cards)) if grid.up[place]]
        for place in places:
            grid.up[place] = False
        if self.events is not None:
            self.say("closed", places=places, zone=grid.name, moves=[turned(BACK, grid, place) for place in places])

    def take_from(self, grid: Zone, place: int, end: Zone) -> Card:
        """The card at this place of a grid goes to another zone."""
        card = grid.cards[place]
        shown = grid.up[place] or not end.hidden
        grid.leave_at(place)
        end.add(card)
        if self.events is not None:
            data: dict[str, Any] = {"place": place, "zone": end.name, "n": 1}
            self.told("taken" if shown else "drew", self.actor, [card], grid, end, data, place, shown)
        return card

    def roll(self, dice: Dice) -> int:
        """The dice are rolled; their sum."""
        for k in range(len(dice.values)):
            dice.values[k] = int(self.rng.below(dice.sides)) + 1
        if self.events is not None:
            self.say("rolled", seat=self.actor, zone=dice.name, values=list(dice.values))
        return dice.total

    def advance(self, track: Track, seat: int, steps: int) -> int:
        """A piece goes so many spaces on, or back; where it is then."""
        return self.go_to(track, seat, track.beyond(seat, steps))

    def go_to(self, track: Track, seat: int, space: int) -> int:
        """A piece goes to this space."""
        before = track.at[seat]
        track.at[seat] = space
        if self.events is not None:
            moves = [{"card": f"{track.name}:{seat}", "start": track.name, "end": track.name, "end_place": space}]
            # People count spaces from 1, as the table does; off the road there is none.
            kind = "went" if space >= 0 else "went_off"
            self.say(kind, seat=seat, zone=track.name, space=space, n=space + 1, start=before, moves=moves)
        return space

    # What is told.

    def say(self, kind: str, **data: Any) -> None:
        """Something happened that everybody may know: `events.<kind>` of the texts says it. Cards go by their names."""
        if self.events is not None:
            self.tell(kind, {name: by_name(value) for name, value in data.items()})

    def told(
        self,
        kind: str,
        seat: int,
        cards: list[Card],
        start: Zone,
        end: Zone,
        data: dict[str, Any],
        place: int = -1,
        shown: bool = False,
    ) -> None:
        """Cards moved: open ones are named to everybody, hidden ones to those who own where they came from or went."""
        if seat >= 0:
            data["seat"] = seat
        names = [card.name for card in cards]
        known: dict[str, Any] = {"cards": names, "moves": moved(names, start, end, place)}
        if len(cards) == 1:
            known["card"] = names[0]
        if shown or not start.hidden or not end.hidden:
            self.tell(kind, {**data, **known})
            return
        to: list[int] = []
        for zone in (start, end):
            if zone.owner >= 0:
                to.append(int(zone.owner))
        data["moves"] = moved([BACK] * len(cards), start, end, place)
        self.tell(kind, data, known if to else None, tuple(to))


def by_name(value: Any) -> Any:
    """A card, a zone or some of them as texts know them; anything else as it is."""
    if isinstance(value, (Card, Thing)):
        return value.name
    if isinstance(value, list):
        return [by_name(one) for one in value]
    return value


def moved(names: list[str], start: Zone, end: Zone, place: int = -1) -> list[dict[str, Any]]:
    """Where cards went, for a table that lets them fly; from this place, where it matters."""
    found: list[dict[str, Any]] = [{"card": name, "start": start.name, "end": end.name} for name in names]
    if place >= 0:
        for one in found:
            one["start_place"] = place
    return found


def turned(name: str, grid: Zone, place: int) -> dict[str, Any]:
    """A card that was turned over where it lies."""
    return {"card": name, "start": grid.name, "end": grid.name, "start_place": place, "end_place": place}
