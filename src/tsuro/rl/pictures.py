"""A game as a picture, in the forms that environments offer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from tsuro.game.errors import ImpossibleSetup
from tsuro.game.view import view
from tsuro.render.raster import to_image
from tsuro.render.svg import draw
from tsuro.render.text import draw_text
from tsuro.render.words import describe_table
from tsuro.rl.game import Game

__all__ = ["RENDER_MODES", "Rendered", "check_render_mode", "picture_of"]

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 480  # pixels

Rendered = str | NDArray[np.uint8] | None


def check_render_mode(mode: str | None) -> None:
    """Raise `ImpossibleSetup` for a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ImpossibleSetup(f"there is no render mode {mode!r}: choose one of {', '.join(RENDER_MODES)}")


def picture_of(game: Game, mode: str | None, names: Sequence[str]) -> Rendered:
    """What anyone at the table may see: as text, as pixels, or printed, for people; a warning without a mode."""
    if mode is None:
        logger.warn("render() shows nothing: the environment was made without a render_mode")
        return None
    seen = view(game.state(), None)
    if mode == "rgb_array":
        return np.array(to_image(draw(seen).svg, WIDTH).convert("RGB"), dtype=np.uint8)
    text = f"{draw_text(seen, colours=mode == 'human')}\n\n{describe_table(seen, names)}"
    if mode == "ansi":
        return text
    print(text)
    return None
