"""What a messenger shows of a link: a title, a sentence and a picture of the board, in the head of the document.

The picture's address has nothing but the code of the link itself, so it opens no more than the link does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

__all__ = ["with_preview"]

_CODE = re.compile(r"[A-Za-z0-9_-]{22}")
_GAME = re.compile(r"[1-9][0-9]{0,8}")
_MOVE = re.compile(r"[0-9]{1,5}")
_END = b"</head>"
_SIZE = (1200, 630)


def with_preview(document: bytes, *, origin: str, params: Mapping[str, str], move: str) -> bytes:
    """The document with tags for the table, or the game of the table, that is in its address."""
    picture = _picture(params, move)
    if picture is None:
        return document
    said = {
        "og:type": "website",
        "og:site_name": "Tsuro",
        "og:title": "A game of Tsuro",
        "og:description": "The game of the path: open the link to see the board.",
        "og:image": f"{origin}{picture}",
        "og:image:type": "image/png",
        "og:image:width": str(_SIZE[0]),
        "og:image:height": str(_SIZE[1]),
        "og:image:alt": "The board of the game, with the players' names",
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta {_kind(key)}="{key}" content="{escape(text)}">\n    ' for key, text in said.items())
    return document.replace(_END, tags.encode() + _END, 1)


def _kind(key: str) -> str:
    return "name" if key.startswith("twitter:") else "property"


def _picture(params: Mapping[str, str], move: str) -> str | None:
    """The address of the picture; none for a link that leads nowhere."""
    code, game = params.get("code", ""), params.get("game")
    if not _CODE.fullmatch(code) or (game is not None and not _GAME.fullmatch(game)):
        return None
    if game is None:
        return f"/api/tables/{code}/preview.png"
    at = f"&move={move}" if _MOVE.fullmatch(move) else ""
    return f"/api/tables/{code}/games/{game}/snapshot.png?shape=wide{at}"
