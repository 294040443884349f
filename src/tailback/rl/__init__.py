"""The games as programs that learn know them: PettingZoo, Gymnasium and OpenSpiel.

They come with the extra `tailback[rl]`. None of them contains a rule: they ask the same states as everybody else.
Thousands of matches in one call, without any of these libraries, are in `tailback.batch`.
"""
