"""Tsuro, the game of the path."""
__version__ = "0.1.0"
