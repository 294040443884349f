"""Playing at a table on a server: the line, kept open, and what came over it."""
