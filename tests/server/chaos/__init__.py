"""`make chaos`: games go on while servers, their database, their disk, their clock and the network misbehave.

Phones play every game, also those of other packages, on several servers, change between them and resume by
themselves. While it runs, and at its end, every answer that was acknowledged is in the rows exactly once, nobody
missed a row, everybody's screen is what the rows add up to, and after every storm everybody is back and every table
goes on.
"""
