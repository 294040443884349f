"""Took Over!: lay cards at either end of a rising row before your left neighbour squeezes in between.

The 50 number cards. After each card the next player may put cards into the new gap and so take the
turn. Whoever first has neither hand nor stack wins.
"""

from tailback.games.took_over.game import GAME as GAME
