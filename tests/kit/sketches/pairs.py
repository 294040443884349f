"""Pairs: turn up two cars of the same number and keep them."""

from tailback.kit import Move, Option, Sketch, Table, deck, move

CARDS = deck(numbers=range(1, 7), copies=2)


class Pairs(Table):
    def lay_out(self) -> None:
        self.lot = self.grid("lot", columns=4)
        self.won = self.pile_each("won")

    def set_up(self) -> None:
        self.first = -1

    def refuses(self, seat: int, move: Move) -> str:
        return "" if move.place < len(self.lot) and self.lot.closed(move.place) else "PA-1 lies_open"

    def act(self, seat: int, move: Move) -> None:
        card = self.look_at(self.lot, move.place)
        if self.first < 0:
            self.first = move.place
            self.ask("turn", seat)
            return
        first, self.first = self.first, -1
        if self.lot[first] is card:
            self.take_from(self.lot, first, self.won[seat])
            self.take_from(self.lot, move.place, self.won[seat])
            self.score[seat] += 1
        else:
            self.turn_down(self.lot)
            self.next_player()
        if sum(self.score) == len(CARDS) // 2:
            self.finish()


GAME = Sketch(
    "pairs",
    Pairs,
    players=(2, 3),
    cards=CARDS,
    moves=[move("flip", zone="lot", place=len(CARDS))],
    options=[Option("quick", False, "PA-1")],
    longest=400,
    forgetful=True,
)
