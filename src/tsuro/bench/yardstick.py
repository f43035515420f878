"""A C program that plays random games as fast as it can, to compare ours with.

It is called with the number of players, seconds and a seed, and prints `games/s N` somewhere in its output.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tsuro.game.errors import TsuroError

__all__ = ["YardstickError", "built_yardstick"]

COMPILERS = ("cc", "gcc", "clang")
PATIENCE = 120.0  # seconds for the compiler, and for the program beyond those it was given


class YardstickError(TsuroError):
    """The yardstick cannot be built or read."""


@contextmanager
def built_yardstick(source: Path) -> Iterator[Callable[[int, float], float]]:
    """Compile the program; returns a function from players and seconds to its games a second."""
    if not source.is_file():
        raise YardstickError(f"{source}: there is no such file")
    compiler = _compiler()
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
        program = Path(folder) / "yardstick"
        _run(
            [compiler, "-O3", "-march=native", "-o", str(program), str(source), "-lm"],
            f"{source} does not compile",
        )
        seeds = count(1)

        def games_a_second(players: int, seconds: float) -> float:
            words = [str(program), str(players), f"{seconds:g}", str(next(seeds))]
            output = _run(words, f"{source} fails", seconds=seconds)
            return _figure(output, source)

        yield games_a_second


def _compiler() -> str:
    wanted = [os.environ["CC"]] if os.environ.get("CC") else COMPILERS
    found = next((path for name in wanted if (path := shutil.which(name))), None)
    if found is None:
        raise YardstickError(f"a yardstick needs a C compiler, and there is none here ({', '.join(wanted)})")
    return found


def _run(words: list[str], complaint: str, *, seconds: float = 0.0) -> str:
    try:
        done = subprocess.run(  # noqa: S603 -- the person who measures named the program
            words,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=seconds + PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise YardstickError(f"{complaint}: {error}") from None
    if done.returncode != 0:
        raise YardstickError(f"{complaint}: {done.stderr.strip() or f'exit code {done.returncode}'}")
    return done.stdout


def _figure(output: str, source: Path) -> float:
    found = re.search(r"games/s (\d+(?:\.\d+)?)", output)
    if found is None or not float(found[1]):
        raise YardstickError(f"{source} does not say how many games/s it plays")
    return float(found[1])
