"""The bots that a server offers, for its page and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from tsuro.bots import BOTS, levels
from tsuro.server.messages.views import BotView
from tsuro.server.settings import OfferedBot

__all__ = ["offered_views", "with_bots"]

_PLACE = b"    <title>"


def offered_views(bots: Sequence[OfferedBot]) -> list[BotView]:
    """All of them: ours, from the weakest to the strongest, then the others."""
    own = [BotView(id=name, name=name, about=BOTS[name].style, own=True) for name in levels()]
    return own + [BotView(id=bot.id, name=bot.name, about=bot.about, own=False) for bot in bots]


def with_bots(document: bytes, bots: Sequence[OfferedBot]) -> bytes:
    """The document with the bots that are not ours: the page knows ours, and offers these as well."""
    if not bots:
        return document
    told = msgspec.json.encode([view for view in offered_views(bots) if not view.own]).decode()
    meta = f'    <meta name="tsuro-bots" content="{escape(told)}">\n'
    return document.replace(_PLACE, meta.encode() + _PLACE, 1)
