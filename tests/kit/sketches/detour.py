"""Detour: two roads, one of them open; a card goes on the open road if it is as high as the last one there."""

from tailback.kit import HAND, Move, Sketch, Table, deck, move

CARDS = deck(numbers=range(1, 9), copies=2)


class Detour(Table):
    def lay_out(self) -> None:
        self.stock = self.pile("stock", hidden=True)
        self.roads = {"left": self.row("left"), "right": self.row("right")}
        self.hands = self.hand_each()
        self.pits = (self.pile("pit"), self.pile("dump"))

    def set_up(self) -> None:
        self.open = self.roads["left"]
        self.spare = [self.roads["right"]]
        self.history = (0, [self.open])
        self.last = self.open.top()
        self.deal(4)

    def refuses(self, seat: int, move: Move) -> str:
        if move.name == "play" and move.what.number < self.open.top().number:
            return "DE-1 too_low"
        return ""

    def act(self, seat: int, move: Move) -> None:
        if move.name == "turn_back":
            self.gather(self.open, self.pits[0], seat)
            self.open, self.spare = self.spare[0], [self.open]
            # The two take turns: a field that was laid out may change as any other.
            self.pits = (self.pits[1], self.pits[0])
            self.history = (self.history[0] + 1, [*self.history[1], self.open])
        else:
            self.put(move.what, self.hands[seat], self.open)
            self.score[seat] += 1
        self.last = self.open.top()
        if not self.hands[seat] or self.history[0] == 9:
            self.finish()
        else:
            self.next_player()


GAME = Sketch(
    "detour", Detour, players=(2, 3), cards=CARDS, moves=[move("play", card=HAND), move("turn_back")], longest=100
)
