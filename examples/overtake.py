"""Overtake: roll two dice, drive with one of them, and send back whoever is in your way. First at the flag wins.

A roll-and-move race in one file, with its words in three languages.
"""

from tailback.kit import Move, Option, Sketch, Table, move

SPACES = 31
TURBO, CONE = (4, 15, 22), (9, 18, 26)


class Overtake(Table):
    def lay_out(self) -> None:
        self.road = self.track("road", SPACES)
        self.road.marks = dict.fromkeys(TURBO, "turbo") | dict.fromkeys(CONE, "warning") | {SPACES - 1: "flag"}
        self.rolled = self.dice(dice=2)

    def set_up(self) -> None:
        self.ask("roll", 0)  # OT-1

    def refuses(self, seat: int, move: Move) -> str:
        return "OT-2 not_rolled" if move.name == "drive" and move.number not in self.rolled.values else ""

    def act(self, seat: int, move: Move) -> None:
        if move.name == "roll":
            self.roll(self.rolled)
            self.ask("turn", seat)
            return
        space = self.advance(self.road, seat, move.number)
        if space in TURBO:  # OT-3
            self.say("turbo", seat=seat)
            space = self.advance(self.road, seat, 2)
        elif space in CONE:  # OT-3
            self.say("cone", seat=seat)
            space = self.advance(self.road, seat, -2)
        for other in self.road.on(space):
            if other != seat and space > 0:  # OT-4
                self.say("overtaken", seat=other, by=seat)
                self.advance(self.road, other, -int(self.options["back"]))
        if space == SPACES - 1:  # OT-5
            self.score[seat] = 1
            self.finish()
        else:
            self.next_player()
            self.ask("roll", self.turn)


TEXTS = {
    "en": {
        "name": "Overtake",
        "pitch": "Roll two dice, drive with one, and overtake whoever is in your way.",
        "options": {"back": {"label": "Spaces back", "help": "How far somebody falls back.", "values": {}}},
        "decisions": {"roll": "Roll the dice.", "turn": "Which of the dice do you drive with?"},
        "actions": {"roll": "Roll", "drive": "Drive {number}"},
        "events": {
            "turbo": "Turbo! {seat:name} drives two spaces more.",
            "cone": "Roadworks: {seat:name} backs up two spaces.",
            "overtaken": "{by:name} overtakes {seat:name}.",
        },
        "matters": {"turbo": "Turbo", "cone": "Roadworks", "overtaken": "Overtaking"},
        "refusals": {"not_rolled": "You did not roll a {number}."},
        "zones": {"road": "Road", "dice": "Dice"},
        "rules": [
            {
                "title": "The race",
                "clauses": {
                    "OT-1": "All cars start at the first space. On your turn you roll two dice.",
                    "OT-2": "You drive as many spaces as one of the dice shows.",
                    "OT-3": "A turbo takes you two spaces on, roadworks two spaces back.",
                    "OT-4": "Whoever stands where you end falls back, usually four spaces.",
                    "OT-5": "Whoever is first at the flag wins.",
                },
            }
        ],
    },
    "de": {
        "name": "Überholen",
        "pitch": "Zwei Würfel werfen, mit einem fahren und überholen, wer im Weg ist.",
        "options": {"back": {"label": "Felder zurück", "help": "Wie weit jemand zurückfällt.", "values": {}}},
        "decisions": {"roll": "Würfle.", "turn": "Mit welchem Würfel fährst du?"},
        "actions": {"roll": "Würfeln", "drive": "{number} fahren"},
        "events": {
            "turbo": "Turbo! {seat:name} fährt zwei Felder weiter.",
            "cone": "Baustelle: {seat:name} setzt zwei Felder zurück.",
            "overtaken": "{by:name} überholt {seat:name}.",
        },
        "matters": {"turbo": "Turbo", "cone": "Baustelle", "overtaken": "Überholen"},
        "refusals": {"not_rolled": "Eine {number} hast du nicht gewürfelt."},
        "zones": {"road": "Straße", "dice": "Würfel"},
        "rules": [
            {
                "title": "Das Rennen",
                "clauses": {
                    "OT-1": "Alle Autos starten auf dem ersten Feld. Wer dran ist, wirft zwei Würfel.",
                    "OT-2": "Du fährst so viele Felder, wie einer der Würfel zeigt.",
                    "OT-3": "Ein Turbo bringt dich zwei Felder vor, eine Baustelle zwei zurück.",
                    "OT-4": "Wer dort steht, wo du landest, fällt zurück, meistens vier Felder.",
                    "OT-5": "Wer zuerst an der Flagge ist, gewinnt.",
                },
            }
        ],
    },
    "fi": {
        "name": "Ohitus",
        "pitch": "Heitä kahta noppaa, aja toisella ja ohita tiellä olevat.",
        "options": {"back": {"label": "Ruutuja taaksepäin", "help": "Kuinka kauas ohitettu putoaa.", "values": {}}},
        "decisions": {"roll": "Heitä noppaa.", "turn": "Kummalla nopalla ajat?"},
        "actions": {"roll": "Heitä", "drive": "Aja {number}"},
        "events": {
            "turbo": "Turbo! {seat:name} ajaa kaksi ruutua lisää.",
            "cone": "Tietyö: {seat:name} peruuttaa kaksi ruutua.",
            "overtaken": "{by:name} ohittaa: {seat:name}.",
        },
        "matters": {"turbo": "Turbo", "cone": "Tietyö", "overtaken": "Ohitus"},
        "refusals": {"not_rolled": "Et heittänyt lukua {number}."},
        "zones": {"road": "Tie", "dice": "Nopat"},
        "rules": [
            {
                "title": "Kilpa-ajo",
                "clauses": {
                    "OT-1": "Kaikki autot lähtevät ensimmäisestä ruudusta. Vuorollasi heität kahta noppaa.",
                    "OT-2": "Ajat niin monta ruutua kuin toinen nopista näyttää.",
                    "OT-3": "Turbo vie kaksi ruutua eteenpäin, tietyö kaksi taaksepäin.",
                    "OT-4": "Se, jonka ruutuun päädyt, putoaa taaksepäin, tavallisesti neljä ruutua.",
                    "OT-5": "Ensimmäisenä lipulla oleva voittaa.",
                },
            }
        ],
    },
}

GAME = Sketch(
    "overtake",
    Overtake,
    players=(2, 3, 6),
    moves=[move("roll", zone="dice", when="roll"), move("drive", number=range(1, 7))],
    options=[Option("back", 4, "OT-4", low=1, high=8)],
    texts=TEXTS,
)
