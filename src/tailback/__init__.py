"""Tailback: six family traffic games on one rule core."""

__version__ = "0.1.0"
