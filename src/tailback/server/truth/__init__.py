"""What is true at a table: its rows, what they add up to, and what may become the next one. Pure."""
