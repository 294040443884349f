"""A Pit Stop match from what one seat sees of it."""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.core.contract import View
from tailback.core.deck import Deck
from tailback.core.shedding import DEPTH, TRAITS, WIDTH
from tailback.games.pit_stop.material import COLOURS, FULL_DECK, NO_CARD, TRAIT_NAMES, TYPES, card_of
from tailback.games.pit_stop.table import DRAWN, IN_GARAGE, OVER, SEEN_ROW, TURN, PitStopTable
from tailback.games.pit_stop.views import FOLLOWS


def rebuild_table(table: PitStopTable, view: View) -> None:
    """Everything as in the view; the cards that it does not show lie anywhere."""
    table.clear()
    mine = -1 if view["seat"] is None else int(view["seat"])
    table.phase = OVER if view["asked"] is None else FOLLOWS.index(view["asked"])
    table.seat = 0 if view["turn"] is None else int(view["turn"])
    table.dealer = int(view["dealer"])
    table.rounds = tuple([tuple([int(points) for points in line]) for line in view["rounds"]])
    table.last_round = int(view["last_round"]) if view["minutes"] is not None and view["last_round"] is not None else 0
    table.colour = -1 if view["colour"] is None else COLOURS.index(view["colour"])
    table.garage_n = int(view["garage"]) if table.phase == IN_GARAGE else 0
    table.passes, table.idle, table.steps = int(view["passes"]), int(view["idle"]), int(view["steps"])
    table.burier = tuple([int(seat) for seat in view["buriers"]])
    for seat in view["places"]:
        table.place[table.placed] = u8(int(seat))
        table.placed += 1
        table.active &= ~(1 << int(seat))
    read_pending(table, view)
    read_cards(table, view, mine)
    for seat in range(int(table.players)):
        read_lacks(table, seat, view["seats"][seat]["lacks"])
        table.flip()
        read_lacks(table, seat, view["seats"][seat]["hunches"])
        table.flip()
    for seat in range(int(table.players)):
        if view["seats"][seat].get("no_garage", False):
            table.no_garage |= 1 << seat
    read_knowledge(table, view, mine)


def read_pending(table: PitStopTable, view: View) -> None:
    """What is announced and not settled yet."""
    then = view["then"]
    table.next_phase = TURN
    if then is not None:
        table.next_phase = FOLLOWS.index(then["kind"])
        table.next_seat = int(then["seat"])
    if view["pending"] is not None:
        table.chain = tuple([int(seat) for seat in view["pending"]["chain"]])
    if view["exchange"] is not None:
        table.trader = int(view["exchange"]["seat"])
    if view["finisher"] is not None:
        table.finisher = int(view["finisher"])
        for seat in view["watch"]:
            table.watch |= 1 << int(seat)


def read_cards(table: PitStopTable, view: View, mine: int) -> None:
    """Cards that the view shows where it shows them, and the rest of the box where it shows backs."""
    players = int(table.players)
    pile = [NO_CARD if name == "?" else card_of(name) for name in view["pile"]]
    hands: list[list[int]] = []
    for seat in range(players):
        names: list[str] = []
        if "hands" in view:
            names = view["hands"][seat]
        elif seat == mine:
            names = view["hand"]
        elif mine >= 0:
            names = view["known"][seat]
        hands.append([card_of(name) for name in names])
    rest = [FULL_DECK.count(card) for card in range(TYPES)]
    shown = [card for card in pile if card != NO_CARD]
    for seat in range(players):
        shown += hands[seat]
        for name in view["seats"][seat]["front"]:
            card = card_of(name)
            shown.append(card)
            table.front[2 * seat + (0 if name == "NC" else 1)] += 1
    for card in shown:
        rest[card] -= 1
    hidden: list[int] = []
    for card in range(TYPES):
        hidden += [card] * max(0, rest[card])
    # Only a position from text can hold more cards than the box.
    backs = int(view["deck"]) + pile.count(NO_CARD)
    for seat in range(players):
        backs += int(view["seats"][seat]["cards"]) - len(hands[seat])
    hidden += FULL_DECK[: max(0, backs - len(hidden))]
    for seat in range(players):
        while len(hands[seat]) < view["seats"][seat]["cards"]:
            hands[seat].append(hidden.pop())
        for card in hands[seat]:
            table.hand[seat * TYPES + card] += 1
        table.size[seat] = u8(len(hands[seat]))
    for card in pile:
        table.put(hidden.pop() if card == NO_CARD else card)
    if table.phase == DRAWN:
        # Whoever does not see it holds every card of that hand possible.
        table.drawn = card_of(view["drawn"]) if "drawn" in view else i64(hands[int(table.seat)][-1])
    table.deck = Deck(hidden, len(FULL_DECK))


def read_lacks(table: PitStopTable, seat: int, lacks: list[dict[str, object]]) -> None:
    """The conclusions that still say something, as if the hand had just been dealt in one go."""
    size = int(table.size[seat])
    table.lacks[seat * WIDTH] = size
    for i in range(min(len(lacks), DEPTH)):
        names, cards = lacks[i]["none"], lacks[i]["cards"]
        assert isinstance(names, list)
        assert isinstance(cards, int)
        mask = 0
        for name in names:
            mask |= 1 << TRAIT_NAMES.index(name)
        table.lacks[seat * WIDTH + 1 + i] = cards << TRAITS | mask


def read_knowledge(table: PitStopTable, view: View, mine: int) -> None:
    """Who has seen what of whom, and what this seat knows of it in detail."""
    if not view["seen"] and "told" not in view:
        return
    table.remember()
    players = int(table.players)
    for viewer, holder, *row in view["seen"]:
        at = (int(viewer) * players + int(holder)) * SEEN_ROW
        for i in range(SEEN_ROW):
            table.seen[at + i] = u8(int(row[i]))
    if mine >= 0:
        for other in range(players):
            for name in view["known"][other]:
                table.learn(mine, other, card_of(name))
            for name in view["told"][other]:
                table.learn(other, mine, card_of(name))
