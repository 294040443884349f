"""Junction: everybody chooses a card at once; whoever is alone with the highest number takes all that lie there."""

from tailback.kit import HAND, Move, Sketch, Table, deck, move

CARDS = deck(numbers=range(1, 8), copies=4)


class Junction(Table):
    def lay_out(self) -> None:
        self.rest = self.pile("rest", hidden=True)
        self.lane = self.row("lane")
        self.hands = self.hand_each()
        self.won = self.pile_each("won")
        self.pot = self.counter("pot", sign="star")

    def set_up(self) -> None:
        self.last: list[int] = []
        self.deal(4)
        self.ask_all("turn")

    def answered(self, question: str, moves: list[Move]) -> None:
        self.last = [move.what.number for move in moves]
        for chosen in moves:
            self.actor = chosen.by
            self.put(chosen.what, self.hands[chosen.by], self.lane)
        self.pot.n = len(self.lane)
        best = max(self.last)
        if self.last.count(best) == 1:
            winner = moves[self.last.index(best)].by
            self.score[winner] += self.gather(self.lane, self.won[winner], winner)
            self.pot.n = 0
        else:
            self.say("nobody_wins", number=best)
        if self.hands[0]:
            self.ask_all("turn")
        else:
            self.finish()

    def notes(self) -> list[tuple[str, dict[str, object]]]:
        return [("last", {"numbers": list(self.last)})] if self.last else []


GAME = Sketch("junction", Junction, players=(2, 4), cards=CARDS, moves=[move("play", card=HAND)])
