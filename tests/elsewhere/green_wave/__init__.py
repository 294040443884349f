"""Green Wave: lay cars of 1 to 6 in a lane; whoever brings it to exactly ten takes the wave.

A small game that stands here as if it came from another package: Tailback finds it through its entry point.
"""

from green_wave.game import GAME as GAME
