"""The last answers of a table, so that a request that is sent twice gets the same answer."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from tsuro.server.messages import Request
from tsuro.server.messages.answers import Accepted, HandOverLink, ProgramToken
from tsuro.server.messages.views import Reason
from tsuro.server.tables.refusals import IdUsed, reason

__all__ = ["Answer", "Remembered"]

MOST = 64

Answer: TypeAlias = Accepted | ProgramToken | HandOverLink


class Remembered:
    """What was answered to whom: accepted or refused. With too many, the oldest are forgotten."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], tuple[Request, Answer | Reason]] = OrderedDict()

    def answer(self, guest: str, request: Request) -> Answer | Reason | None:
        """The answer to the same request, or that its id was used for another; None: it is new."""
        if (guest, request.id) not in self._answers:
            return None
        known, answer = self._answers[guest, request.id]
        return answer if known == request else reason(IdUsed())

    def keep(self, guest: str, request: Request, answer: Answer | Reason) -> None:
        self._answers[guest, request.id] = request, answer
        if len(self._answers) > MOST:
            self._answers.popitem(last=False)
