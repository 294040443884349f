"""A lab that measures games: many matches between robots, and what they say about a game.

`setups` says what is played, `playing` and `watching` play it, `counts` is what it adds up to, `kept` the file of a
study, `crew` the processes that work on it. `figures` makes numbers with intervals of the counts, `compared` says what
differs between set-ups beyond chance, `finding` searches for good ones, `words` tells it all, and `report` is a page.
"""
