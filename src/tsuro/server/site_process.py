"""One process of several on a machine: which one it is, and what all of them count and time."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

__all__ = ["SiteProcess", "metrics_of"]

TELL_EVERY = 1.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteProcess:
    number: int  # from 0
    count: int = 1  # of all of them
    folder: Path  # where processes leave what they count for each other

    async def tell(self, own: Callable[[], bytes]) -> None:
        """Leave what this process counts for the others, again and again."""
        file, beside = metrics_of(self.folder, self.number), self.folder / f"{self.number}.{os.getpid()}.part"
        while True:
            with suppress(OSError):  # a full disk: what was told before stays
                beside.write_bytes(own())
                beside.replace(file)
            await asyncio.sleep(TELL_EVERY)

    def together(self, own: bytes) -> bytes:
        """What all processes count, each under its number; the others as of a second ago."""
        found = {int(file.stem): file.read_bytes() for file in self.folder.glob("*.metrics")}
        found[self.number] = own
        registry = CollectorRegistry()
        registry.register(_Together({str(number): text.decode() for number, text in sorted(found.items())}))
        return generate_latest(registry)

    def when_alone(self, end: Callable[[], None]) -> None:
        """Call this when the parent is gone, which would start us again: then nobody looks after us."""

        def tidy_up() -> None:
            shutil.rmtree(self.folder, ignore_errors=True)  # as the parent would have done
            end()

        parent = multiprocessing.parent_process()
        if parent is not None:
            asyncio.get_running_loop().add_reader(parent.sentinel, tidy_up)


def metrics_of(folder: Path, number: int) -> Path:
    """The file in which a process leaves what it counts."""
    return folder / f"{number}.metrics"


class _Together(Collector):
    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for number, text in self._texts.items():
            for family in text_string_to_metric_families(text):
                whole = families.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type, family.unit)
                )
                whole.samples += [
                    sample._replace(labels={"process": number, **sample.labels}) for sample in family.samples
                ]
        return _in_order(families)


def _in_order(families: dict[str, Metric]) -> Iterator[Metric]:
    for _, family in sorted(families.items()):
        yield family
