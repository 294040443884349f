"""Car lot: some cards lie face down in a lot; turn one up, which counts, and take it, or take it as it lies there."""

from tailback.kit import Move, Sketch, Table, deck, move

CARDS = deck(numbers=range(1, 7), copies=2)
PLACES = 8


class CarLot(Table):
    def lay_out(self) -> None:
        self.stock = self.pile("stock", hidden=True)
        self.lot = self.grid("lot", columns=4)
        self.hands = self.hand_each()

    def set_up(self) -> None:
        for _k in range(PLACES):
            self.turn_up(self.stock, self.lot)

    def refuses(self, seat: int, move: Move) -> str:
        return "" if self.lot.closed(move.place) else "CL-1 is_gone"

    def act(self, seat: int, move: Move) -> None:
        if move.name == "look":
            self.score[seat] += self.look_at(self.lot, move.place).number
        self.take_from(self.lot, move.place, self.hands[seat])
        if sum(len(hand) for hand in self.hands) == PLACES:
            self.finish()
        else:
            self.next_player()


GAME = Sketch(
    "car_lot",
    CarLot,
    players=(2, 3),
    cards=CARDS,
    moves=[move("look", zone="lot", place=PLACES), move("take", zone="lot", place=PLACES)],
)
