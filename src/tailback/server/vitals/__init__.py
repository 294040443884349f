"""How the house is: what it counts, whether its store answers, how quickly its loop turns, and what it logs."""
