"""What must be true after a fault: the logs are the truth, and everybody was told nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from tests.faults.people import Person
from tests.server_process.client import Client
from tests.server_process.players import check_position, check_told

from tsuro.record import verify
from tsuro.server.messages.requests import Move
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.table import Table
from tsuro.server.tokens import guest_of

__all__ = ["check_in_step", "check_logs", "until_nobody_is_away"]

NOTICED = 30  # seconds until every process knows who is connected to the others


def check_logs(people: Iterable[Person], logs: Mapping[str, Sequence[LogEntry]]) -> None:
    """Nothing that was acknowledged is lost, nothing was done twice, and the log of each table replays."""
    for person in people:
        _check_person(person, list(logs[person.table.code]))


def _check_person(person: Person, log: list[LogEntry]) -> None:
    _check_requests(person, _places(log, guest_of(person.token)))
    for client in person.clients:
        assert client.seq <= len(log), "what was told is lost"
        for told in client.told:
            check_told(told, log[told.seq - 1])
        check_position(client, log)
    match = Table.replay(log).match
    assert match is not None
    assert match.is_over
    verify(match.record())


def _check_requests(person: Person, places: Mapping[str, list[int]]) -> None:
    for number, (request, seq) in person.accepted.items():
        assert places.get(number, [0])[-1] == seq, f"acknowledged and lost: {request}"
        assert not isinstance(request, Move) or len(places[number]) == 1, f"done twice: {request}"
    lost = [request for request in person.refused.values() if request.id in places]
    assert not lost, f"refused and done: {lost}"


def _places(log: list[LogEntry], guest: str) -> dict[str, list[int]]:
    """Where in the log each of the guest's requests was done: at one place, even if that took several entries."""
    places: dict[str, list[int]] = {}
    numbered = [(entry.request if entry.by == guest else None, seq) for seq, entry in enumerate(log, 1)]
    for request, entries in groupby(numbered, key=lambda each: each[0]):
        if request is not None:
            assert request not in places, f"done twice: {request}"
            places[request] = [seq for _, seq in entries]
    return places


async def check_in_step(person: Person) -> None:
    """What the person sees is what somebody who comes now is shown, whichever process they ask."""
    assert person.here is not None
    for address in person.addresses:
        async with asyncio.timeout(20), Client(address, person.table.code, token=person.token) as fresh:
            assert _shown(fresh) == _shown(person.here)


async def until_nobody_is_away(person: Person) -> None:
    """Everybody is there, whichever process they are connected to; so the others see them there, too."""
    here = person.here
    assert here is not None
    async with asyncio.timeout(NOTICED):
        await here.until(lambda: not here.away)


def _shown(client: Client) -> tuple[object, ...]:
    """Everything but the last events: after a game, whoever comes learns less about them."""
    return client.seq, client.table, client.you, client.position
