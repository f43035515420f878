"""What a server offers: its bots, for its page and for programs; and whether it has a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from tsuro.bots import BOTS, levels
from tsuro.server.messages.views import BotView
from tsuro.server.settings import OfferedBot

__all__ = ["offered_views", "with_offers"]

_PLACE = b"    <title>"
_NO_LOBBY = '    <meta name="tsuro-lobby" content="off">\n'


def offered_views(bots: Sequence[OfferedBot]) -> list[BotView]:
    """All of them: ours, from the weakest to the strongest, then the others."""
    own = [BotView(id=name, name=name, about=BOTS[name].style, own=True) for name in levels()]
    return own + [BotView(id=bot.id, name=bot.name, about=bot.about, own=False) for bot in bots]


def with_offers(document: bytes, bots: Sequence[OfferedBot], *, lobby: bool) -> bytes:
    """The document with what the server offers besides the usual: bots that are not ours, and whether no lobby."""
    metas = [] if lobby else [_NO_LOBBY]
    if bots:
        told = msgspec.json.encode([view for view in offered_views(bots) if not view.own]).decode()
        metas.append(f'    <meta name="tsuro-bots" content="{escape(told)}">\n')
    return document.replace(_PLACE, "".join(metas).encode() + _PLACE, 1)
