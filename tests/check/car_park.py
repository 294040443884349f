"""Car Park: a small game of the kit that keeps every law. What the tests of the check break is broken here."""

from tailback.kit import HAND, Move, Sketch, Table, deck, move

HELD = 3


class CarPark(Table):
    def lay_out(self) -> None:
        self.stock = self.pile("stock", hidden=True)
        self.lane = self.pile("lane")
        self.road = self.track("road", 12)
        self.hands = self.hand_each()

    def set_up(self) -> None:
        self.deal(HELD)

    def refuses(self, seat: int, move: Move) -> str:
        if move.what.number == 6 and not self.lane:
            return "CP-2 too_big"
        return ""

    def act(self, seat: int, move: Move) -> None:
        self.put(move.what, self.hands[seat], self.lane)
        self.advance(self.road, seat, 1)
        self.score[seat] += move.what.number
        self.draw(seat)
        self.next_player()
        if not self.hands[self.turn]:
            self.finish()


TEXTS = {
    "en": {
        "name": "Car Park",
        "pitch": "Park as many cars as you can.",
        "actions": {"play": "Park {card:word}"},
        "events": {"peeked": "There is {card:word}.", "parked": "Parked."},
        "refusals": {"too_big": "Not as the first car."},
        "notes": {"count": "{n} in the first car"},
        "rules": [{"title": "The game", "clauses": {"CP-1": "Park a car.", "CP-2": "No bus comes first."}}],
    }
}

GAME = Sketch(
    "car_park",
    CarPark,
    players=(2, 3),
    cards=deck(["red", "blue"], range(1, 7)),
    moves=[move("play", card=HAND)],
    longest=100,
    texts=TEXTS,
)
