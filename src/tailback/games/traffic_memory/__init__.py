"""Traffic-Memory: turn over cards, keep the ones whose numbers follow each other.

Any stretch of the numbers 1 to 50 lies face down, if you like with Ambulances and Police
cars as jokers. Everybody sees every card that is opened; whoever remembers best wins.
"""

from tailback.games.traffic_memory.game import GAME as GAME
