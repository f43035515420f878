"""Looking closer at games: records shown again, and advice."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tsuro.game.errors import NotYourTurn
from tsuro.game.view import View
from tsuro.server.http.context import Context, guest_asking
from tsuro.server.http.limits import address_of
from tsuro.server.http.problems import HttpProblem, json_answer, refused
from tsuro.server.http.records import replay_of, view_at
from tsuro.server.messages.records import AdviceWanted, ReplayWanted
from tsuro.server.rooms.advice import TooMuchAdvice
from tsuro.server.rooms.bot_pool import NoAdvice
from tsuro.server.tables.fingerprint import fingerprints
from tsuro.server.tables.refusals import NotPractice

__all__ = ["Analysis"]

_REPLAY = msgspec.json.Decoder(ReplayWanted)
_ADVICE = msgspec.json.Decoder(AdviceWanted)


class Analysis:
    def __init__(self, context: Context) -> None:
        self._context = context

    async def show_record(self, request: Request) -> Response:
        wanted = await self._context.read(request, _REPLAY, most=self._context.settings.limits.record)
        self._count(request)
        shown = await self._context.work(request, replay_of, wanted.record)
        return shown.answer(request)

    async def advise(self, request: Request) -> Response:
        wanted = await self._context.read(request, _ADVICE, most=self._context.settings.limits.record)
        self._count(request)
        seen, positions = await self._context.work(request, view_at, wanted.record, wanted.move)
        await self._context.refuse_running(positions)
        return await self._advice(request, seen)

    async def advise_at_table(self, request: Request) -> Response:
        seat = _seat(request)
        room, _ = await self._context.find(request.path_params["code"])
        try:
            seen = await room.view_for_advice(guest_asking(request), seat)
        except NotPractice as error:
            raise refused(error, status=403) from None
        except NotYourTurn as error:
            raise refused(error) from None
        self._count(request)
        await self._context.refuse_running(fingerprints([seen.position]))
        return await self._advice(request, seen)

    def _count(self, request: Request) -> None:
        self._context.check_open()
        self._context.turnstile.analysis(address_of(request.scope))

    async def _advice(self, request: Request, seen: View) -> Response:
        try:
            advice = await self._context.rooms.adviser.advise(
                guest_asking(request), address_of(request.scope), seen
            )
        except TooMuchAdvice as error:
            headers = {"Retry-After": str(error.seconds)}
            raise HttpProblem(429, "still-thinking", str(error), headers=headers) from None
        except NoAdvice as error:
            raise HttpProblem(503, "no-advice", str(error), headers={"Retry-After": "5"}) from None
        return json_answer(advice)


def _seat(request: Request) -> int:
    seat = request.query_params.get("seat", "")
    if seat not in set("01234567"):
        raise HttpProblem(400, "malformed", "Say which seat the advice is for: ?seat=0 to ?seat=7.")
    return int(seat)
