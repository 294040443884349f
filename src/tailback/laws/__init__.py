"""What every game keeps, whatever it is about: the laws of docs/decisions/0003-the-contract.md as functions.

`each.py` has the laws, `walk.py` a random match that is held to them. The tests hold all games of this house to these,
and `tailback check` any game: `checking.py` looks for a law that is broken, `shortest.py` for the shortest game that
shows it, `blame.py` for the line that did it.
"""
