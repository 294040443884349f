"""How each game's table reads as lines of text: one module per game, with `table(view, texts)`."""
