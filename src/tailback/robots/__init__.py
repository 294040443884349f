"""Players made of code, of every strength. They are given what one seat may know and nothing else."""

from tailback.robots.levels import LEVELS, OFFERED, Level, today
from tailback.robots.players import player, thinks

__all__ = ["LEVELS", "OFFERED", "Level", "player", "thinks", "today"]
