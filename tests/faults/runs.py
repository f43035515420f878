"""One fault after the other on one site, each with new tables at which people play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from tests.faults.checks import check_in_step, check_logs, until_nobody_is_away
from tests.faults.kinds import FAULTS, Moment
from tests.faults.people import Person, seat_people
from tests.faults.sites import Kind, Pace, Site, open_site

from tsuro.server.messages.requests import Move

__all__ = ["QUICK", "Outcome", "Run", "series"]

QUICK = Pace(heartbeat=1, lease=1.0, patience=0.5, outage=(1.0, 3.0))
BEFORE = 1.5  # seconds at most of playing before the fault
PATIENCE = 120.0  # seconds, on a busy machine


@dataclass(frozen=True, kw_only=True)
class Run:
    """A fault on a site of a kind; the seed says where and when."""

    site: Kind
    fault: str
    seed: int


@dataclass(frozen=True, kw_only=True)
class Outcome:
    run: Run
    moves: int  # that were acknowledged, and are in the logs once
    refused: int  # that came too late
    returns: int  # of people whose connections had ended
    seconds: float  # from the end of the fault until everybody was in step again


async def series(runs: Sequence[Run], pace: Pace) -> AsyncIterator[Outcome]:
    """Make the runs, all on the same site."""
    async with open_site(runs[0].site, pace) as site:
        for run in runs:
            assert run.site == site.kind
            try:
                outcome = await _make(run, site)
            except BaseException as error:
                error.add_note(f"{run}\n{site.complaints()}")
                raise
            yield outcome


async def _make(run: Run, site: Site) -> Outcome:
    random = Random(run.seed)
    people = await seat_people(site.addresses, random, patience=site.pace.patience)
    codes = [person.table.code for person in people]
    async with _playing(people) as playing:
        await _until(playing, lambda: all(person.accepted for person in people), "the first moves")
        await asyncio.sleep(random.uniform(0, BEFORE))
        await FAULTS[run.site][run.fault](Moment(site=site, codes=codes, random=random))
        seconds = await _until_in_step(site, people, playing)
        for person in people:
            assert person.here is not None
            person.table.games = person.here.table.game + 1
        await _until(playing, lambda: all(person.is_done for person in people), "the end of the games")
        for person in people:
            await check_in_step(person)
            await until_nobody_is_away(person)
    check_logs(people, await site.logs())
    return _outcome(run, people, seconds)


async def _until_in_step(site: Site, people: Sequence[Person], playing: Sequence[asyncio.Task[None]]) -> float:
    """How long it takes until everybody knows what happened, and what became of what they asked for."""
    began, logs = time.monotonic(), await site.logs()
    asked = [(person, request) for person in people for request in person.unanswered]

    def are_in_step() -> bool:
        answered = all(request not in person.unanswered for person, request in asked)
        return answered and all(person.seq >= len(logs[person.table.code]) for person in people)

    await _until(playing, are_in_step, "everybody to be in step")
    return time.monotonic() - began


@asynccontextmanager
async def _playing(people: Sequence[Person]) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(person.live()) for person in people]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _until(playing: Sequence[asyncio.Task[None]], condition: Callable[[], bool], what: str) -> None:
    """Wait for something, and for failures of those who play."""
    end = time.monotonic() + PATIENCE
    while not condition():
        for task in playing:
            if task.done():
                await task
        assert time.monotonic() < end, f"waited {PATIENCE} s for nothing: {what}"
        await asyncio.sleep(0.02)


def _outcome(run: Run, people: Sequence[Person], seconds: float) -> Outcome:
    return Outcome(
        run=run,
        moves=sum(isinstance(request, Move) for person in people for request, _ in person.accepted.values()),
        refused=sum(len(person.refused) for person in people),
        returns=sum(len(person.clients) - 1 for person in people),
        seconds=seconds,
    )
