"""Positions, whole games and tiles as pictures."""

from tsuro.render.animation import animate
from tsuro.render.picture import Picture
from tsuro.render.svg import draw
from tsuro.render.tiles import draw_tiles

__all__ = ["Picture", "animate", "draw", "draw_tiles"]
