"""Trafic Turbo: race through rush-hour traffic on a road with three lanes.

Roll, steer space by space, then a card: it pushes you on, hurts a rival or holds you up. Hitting a
vehicle sends it on with the spaces you had left; the Police fines whoever stops in the wrong place.
"""

from tailback.games.trafic_turbo.game import GAME as GAME
