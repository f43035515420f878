"""What processes that share a database tell each other, where there is only one: nothing."""
# ruff: noqa: ARG002 -- the interface has arguments for several processes

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from tsuro.server.storage.store import Change, Present, Usage

__all__ = ["Alone"]


class Alone:
    """The part of a `Store` that concerns other processes, for a database that one server uses alone."""

    is_shared = False

    async def changes(self) -> AsyncIterator[Change]:
        for change in tuple[Change, ...]():
            yield change

    async def lease(self, process: str, tables: Collection[int], *, seconds: float) -> set[int]:
        return set(tables)

    async def release(self, process: str, tables: Collection[int]) -> None:
        pass

    async def present(self, process: str, guests: Mapping[int, Sequence[Present]]) -> None:
        pass

    async def who_is_present(self, tables: Collection[int], *, besides: str) -> list[Present]:
        return []

    async def share_usage(self, process: str, usage: Usage) -> Usage:
        return Usage()

    async def spend(self, what: str, *, every: float, most: int) -> float:
        return 0.0

    async def leave(self, process: str) -> None:
        pass
