"""Pit Stop: shed your cards; skip, fine, swap hands, and bring a finished player back.

110 cards: coloured Cars, Services and Fines, and grey specials. Each round ranks all players, the last one
gets nothing; the match goes to 50 points, or as far as the players agree.
"""

from tailback.games.pit_stop.game import GAME as GAME
