"""Green Light: get rid of your cards. A card fits by its colour or its number; a light makes the next player wait.

A shedding game in one file, with its words in three languages.
"""

from tailback.kit import HAND, Card, Move, Sketch, Table, deck, move, special

COLOURS = ["red", "blue", "green"]
CARDS = deck(COLOURS, range(1, 10)) + special("light", COLOURS, sign="light", copies=2)
HELD = 5


class GreenLight(Table):
    def lay_out(self) -> None:
        self.stock = self.pile("stock", hidden=True)
        self.road = self.pile("road")
        self.hands = self.hand_each()

    def set_up(self) -> None:
        self.deal(HELD)  # GL-1
        self.turn_up(self.stock, self.road)

    def fits(self, card: Card) -> bool:
        """GL-2"""
        top = self.road.top()
        return card.colour == top.colour or card.number == top.number

    def refuses(self, seat: int, move: Move) -> str:
        if move.name == "play":
            return "" if self.fits(move.what) else "GL-2 no_fit"
        for card in self.hands[seat].cards:
            if self.fits(card):
                return "GL-3 one_fits"
        return ""

    def act(self, seat: int, move: Move) -> None:
        if move.name == "draw":  # GL-3
            if not self.stock:
                self.shuffle_in(self.road, self.stock, keep=1)
            self.draw(seat)
            self.next_player()
            return
        self.put(move.what, self.hands[seat], self.road)
        if not self.hands[seat]:  # GL-5
            self.score[seat] = 1
            self.finish()
        elif move.what.sign:  # GL-4
            self.say("waits", seat=(seat + 1) % int(self.players))
            self.next_player(2)
        else:
            self.next_player()


TEXTS = {
    "en": {
        "name": "Green Light",
        "pitch": "Get rid of your cards by colour and number; a red light stops the next player.",
        "decisions": {"turn": {"play": "Play a card that fits.", "draw": "Nothing fits. Draw a card."}},
        "actions": {"play": "Play {card:word}", "draw": "Draw a card"},
        "events": {"waits": "{seat:name} has to wait at the light."},
        "matters": {"waits": "Wait at the light"},
        "refusals": {
            "no_fit": "{card:a} does not fit on {road:a}: neither the colour nor the number is the same.",
            "one_fits": "One of your cards fits. Play it.",
        },
        "words": {"light": {"word": "light", "gender": "a"}},
        "zones": {"road": "Road"},
        "rules": [
            {
                "title": "The game",
                "clauses": {
                    "GL-1": "Everybody gets five cards. One card is turned up.",
                    "GL-2": "On your turn you play a card of the same colour or the same number.",
                    "GL-3": "If nothing fits, you draw a card. An empty draw pile is made of the cards played.",
                    "GL-4": "After a light the next player has to wait.",
                    "GL-5": "Whoever has no card left wins.",
                },
            }
        ],
    },
    "de": {
        "name": "Grünes Licht",
        "pitch": "Werde deine Karten nach Farbe und Zahl los; eine Ampel hält die Nächsten auf.",
        "decisions": {"turn": {"play": "Spiel eine Karte, die passt.", "draw": "Nichts passt. Zieh eine Karte."}},
        "actions": {"play": "{card:bare} spielen", "draw": "Eine Karte ziehen"},
        "events": {"waits": "{seat:name} muss an der Ampel warten."},
        "matters": {"waits": "Warten an der Ampel"},
        "refusals": {
            "no_fit": "{card:nom} passt nicht auf {road:acc}: Weder Farbe noch Zahl ist gleich.",
            "one_fits": "Eine deiner Karten passt. Spiel sie.",
        },
        "words": {"light": {"word": "Ampel", "gender": "f"}},
        "zones": {"road": "Straße"},
        "rules": [
            {
                "title": "Das Spiel",
                "clauses": {
                    "GL-1": "Alle bekommen fünf Karten. Eine Karte wird aufgedeckt.",
                    "GL-2": "Wer dran ist, spielt eine Karte der gleichen Farbe oder Zahl.",
                    "GL-3": "Passt nichts, ziehst du eine Karte. Ein leerer Stapel wird aus den gespielten Karten neu.",
                    "GL-4": "Nach einer Ampel müssen die Nächsten warten.",
                    "GL-5": "Wer keine Karte mehr hat, gewinnt.",
                },
            }
        ],
    },
    "fi": {
        "name": "Vihreä valo",
        "pitch": "Pääse eroon korteistasi värin ja numeron mukaan; liikennevalo pysäyttää seuraavan.",
        "decisions": {"turn": {"play": "Pelaa sopiva kortti.", "draw": "Mikään ei sovi. Nosta kortti."}},
        "actions": {"play": "Pelaa {card:word}", "draw": "Nosta kortti"},
        "events": {"waits": "{seat:name} joutuu odottamaan valoissa."},
        "matters": {"waits": "Odotus valoissa"},
        "refusals": {
            "no_fit": "{card:word} ei sovi tähän: {road:word}. Väri tai numero ei ole sama.",
            "one_fits": "Jokin korteistasi sopii. Pelaa se.",
        },
        "words": {"light": {"word": "liikennevalo"}},
        "zones": {"road": "Tie"},
        "rules": [
            {
                "title": "Peli",
                "clauses": {
                    "GL-1": "Jokainen saa viisi korttia. Yksi kortti käännetään esiin.",
                    "GL-2": "Vuorollasi pelaat kortin, jolla on sama väri tai sama numero.",
                    "GL-3": "Jos mikään ei sovi, nostat kortin. Tyhjä pakka tehdään pelatuista korteista.",
                    "GL-4": "Liikennevalon jälkeen seuraava joutuu odottamaan.",
                    "GL-5": "Se voittaa, jolta kortit loppuvat.",
                },
            }
        ],
    },
}

GAME = Sketch(
    "green_light",
    GreenLight,
    players=(2, 4, 6),
    cards=CARDS,
    moves=[move("play", card=HAND), move("draw", zone="stock")],
    texts=TEXTS,
)
