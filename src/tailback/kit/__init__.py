"""For a game of one's own in one file: cards, zones and moves to declare, and a table that keeps the laws.

    from tailback.kit import HAND, Card, Move, Sketch, Table, deck, move

[The guide](../../../docs/own-game.md) goes from the first line to three phones and robots.
"""

from tailback.core.options import Option as Option
from tailback.kit.cards import Card as Card
from tailback.kit.cards import deck as deck
from tailback.kit.cards import special as special
from tailback.kit.moves import ANY as ANY
from tailback.kit.moves import HAND as HAND
from tailback.kit.moves import OTHERS as OTHERS
from tailback.kit.moves import Move as Move
from tailback.kit.moves import move as move
from tailback.kit.sketch import Sketch as Sketch
from tailback.kit.table import Table as Table
from tailback.kit.zones import Counter as Counter
from tailback.kit.zones import Dice as Dice
from tailback.kit.zones import Track as Track
from tailback.kit.zones import Zone as Zone
