"""Right of Way: play one card each, follow the colour that was led, and win tricks. Green has the right of way.

A trick-taking game in one file, with its words in three languages.
"""

from tailback.kit import HAND, Card, Move, Sketch, Table, deck, move

CARDS = deck(["red", "blue", "yellow", "green"], range(1, 10))
TRICKS = 8
TRUMP = "green"


class RightOfWay(Table):
    def lay_out(self) -> None:
        self.rest = self.pile("rest", hidden=True)
        self.trick = self.row("trick")
        self.hands = self.hand_each()
        self.won = self.pile_each("won")

    def set_up(self) -> None:
        self.leader = 0
        self.played = 0
        self.deal(TRICKS)  # RW-1

    def refuses(self, seat: int, move: Move) -> str:
        """RW-2"""
        led = self.trick.cards[0].colour if self.trick else ""
        if not led or move.what.colour == led:
            return ""
        for card in self.hands[seat].cards:
            if card.colour == led:
                return "RW-2 must_follow"
        return ""

    def strength(self, card: Card) -> int:
        """RW-3"""
        if card.colour == TRUMP:
            return 100 + card.number
        return card.number if card.colour == self.trick.cards[0].colour else 0

    def act(self, seat: int, move: Move) -> None:
        self.put(move.what, self.hands[seat], self.trick)
        if len(self.trick) < int(self.players):
            self.next_player()
            return
        best = 0
        for k in range(1, len(self.trick)):
            if self.strength(self.trick.cards[k]) > self.strength(self.trick.cards[best]):
                best = k
        self.leader = (self.leader + best) % int(self.players)
        self.gather(self.trick, self.won[self.leader], self.leader, told="won_trick")  # RW-3
        self.score[self.leader] += 1  # RW-4
        self.played += 1
        if self.played == TRICKS:
            self.finish()
        else:
            self.ask("turn", self.leader)


TEXTS = {
    "en": {
        "name": "Right of Way",
        "pitch": "Follow the colour, win the tricks; green has the right of way.",
        "decisions": {"turn": "Play a card. If you have the colour that was led, follow it."},
        "actions": {"play": "Play {card:word}"},
        "events": {"won_trick": "{seat:name} wins the trick."},
        "matters": {"won_trick": "Trick won"},
        "refusals": {"must_follow": "You have a card of the colour that was led: play one of those."},
        "zones": {"rest": "Not in play", "trick": "Trick", "won": "Won"},
        "rules": [
            {
                "title": "The game",
                "clauses": {
                    "RW-1": "Everybody gets eight cards. Seat A leads the first trick.",
                    "RW-2": "One card each. Whoever has the colour that was led plays it.",
                    "RW-3": "The highest green card wins the trick; without green, the highest of the colour led.",
                    "RW-4": "A trick is one point. Its winner leads the next. After eight tricks most points win.",
                },
            }
        ],
    },
    "de": {
        "name": "Vorfahrt",
        "pitch": "Farbe bekennen, Stiche machen; Grün hat Vorfahrt.",
        "decisions": {"turn": "Spiel eine Karte. Hast du die angespielte Farbe, bekenne sie."},
        "actions": {"play": "{card:bare} spielen"},
        "events": {"won_trick": "{seat:name} bekommt den Stich."},
        "matters": {"won_trick": "Gewonnener Stich"},
        "refusals": {"must_follow": "Du hast eine Karte der angespielten Farbe: Spiel so eine."},
        "zones": {"rest": "Nicht im Spiel", "trick": "Stich", "won": "Gewonnen"},
        "rules": [
            {
                "title": "Das Spiel",
                "clauses": {
                    "RW-1": "Alle bekommen acht Karten. Platz A spielt den ersten Stich an.",
                    "RW-2": "Jede Person legt eine Karte. Wer die angespielte Farbe hat, legt sie.",
                    "RW-3": "Die höchste grüne Karte bekommt den Stich, ohne Grün die höchste der angespielten Farbe.",
                    "RW-4": "Ein Stich ist ein Punkt, wer ihn hat, spielt an. Nach acht Stichen gewinnen die meisten.",
                },
            }
        ],
    },
    "fi": {
        "name": "Etuajo-oikeus",
        "pitch": "Tunnusta väriä ja voita tikkejä; vihreällä on etuajo-oikeus.",
        "decisions": {"turn": "Pelaa kortti. Jos sinulla on avattua väriä, tunnusta sitä."},
        "actions": {"play": "Pelaa {card:word}"},
        "events": {"won_trick": "{seat:name} voittaa tikin."},
        "matters": {"won_trick": "Voitettu tikki"},
        "refusals": {"must_follow": "Sinulla on avatun värin kortti: pelaa sellainen."},
        "zones": {"rest": "Ei pelissä", "trick": "Tikki", "won": "Voitetut"},
        "rules": [
            {
                "title": "Peli",
                "clauses": {
                    "RW-1": "Jokainen saa kahdeksan korttia. Paikka A avaa ensimmäisen tikin.",
                    "RW-2": "Jokainen pelaa kortin. Jolla on avattua väriä, pelaa sitä.",
                    "RW-3": "Korkein vihreä voittaa tikin; ilman vihreää korkein avattua väriä.",
                    "RW-4": "Tikki on piste, ja sen voittaja avaa seuraavan. Kahdeksan tikin jälkeen eniten voittaa.",
                },
            }
        ],
    },
}

GAME = Sketch("right_of_way", RightOfWay, players=(2, 4), cards=CARDS, moves=[move("play", card=HAND)], texts=TEXTS)
