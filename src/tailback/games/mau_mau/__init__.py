"""Mau-Mau: shed your cards by colour or number; say "mau" with the second-to-last one.

110 cards in four colours. Take 2 can be answered with Take 2, Take 4 and Stop cannot.
A match is an agreed number of games; the smallest sum of cards left in hand wins.
"""

from tailback.games.mau_mau.game import GAME as GAME
