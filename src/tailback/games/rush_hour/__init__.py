"""Rush Hour: everybody picks a card in secret, then the cards join the lanes from low to high.

Up to 50 numbered cars and 12 vehicles without a number on three lanes. Whoever meets a lane
of four, or has a card that is too low for every lane, takes cards; the fewest points win.
"""

from tailback.games.rush_hour.game import GAME as GAME
