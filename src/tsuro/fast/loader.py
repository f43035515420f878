"""The best core available, without waiting for a compiler unless the caller wants to.

Compiling blocks Python for seconds, even in a thread. So it happens in a separate process, at the lowest
priority unless somebody is waiting. It leaves what it compiled in the cache; then a thread loads it.
The process has no terminal, and if the game ends first it finishes on its own: the next game then has
it ready.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Lock, Thread

from tsuro.fast.cache import cache_folder, is_warm, mark_as_warm, remove_old_folders
from tsuro.fast.core import INTERPRETED, Core

__all__ = ["best_core", "is_installed", "is_wanted", "preparing", "trouble"]

SENTENCE = "Compiling the bots for this machine (once, about half a minute); they play on meanwhile."
LONGEST = 900  # seconds that compiling may take, on the slowest machine


@dataclass
class _Preparation:
    """How far this process has got; fields are written by one thread at a time."""

    core: Core | None = None  # the compiled core, once there
    trouble: str | None = None  # why there will be none
    compiling: bool = False
    thread: Thread | None = None
    lock: Lock = field(default_factory=Lock)

    @property
    def is_done(self) -> bool:
        return self.core is not None or self.trouble is not None


_now = _Preparation()


def best_core(*, wait: bool = False) -> Core:
    """The compiled core if it is ready, otherwise the interpreted one while the other is being prepared.

    With `wait`, the compiled core is loaded or compiled first. Where that is impossible (no Numba, or
    `trouble()` says why), it is still the interpreted one. TSURO_INTERPRETED=1 forces the interpreted one.
    """
    if not is_wanted():
        return INTERPRETED
    _begin(gently=not wait)
    if wait and _now.thread is not None:
        _now.thread.join()
    return _now.core or INTERPRETED


def is_installed() -> bool:
    """Whether the extra `fast` is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def is_wanted() -> bool:
    return os.environ.get("TSURO_INTERPRETED", "") in {"", "0"} and is_installed()


def preparing() -> str | None:
    """What to tell people while the bots are being compiled; None when there is nothing to tell."""
    return SENTENCE if _now.compiling else None


def trouble() -> str | None:
    """Why there is no compiled core though Numba is installed; None if there is one, or may yet be."""
    return _now.trouble


def _begin(*, gently: bool) -> None:
    """Prepare the compiled core in a thread, unless that is done or under way."""
    with _now.lock:
        if _now.is_done or (_now.thread is not None and _now.thread.is_alive()):
            return
        try:
            _now.compiling = not is_warm()
        except Exception as error:  # noqa: BLE001 -- whatever is wrong with Numba, the game goes on without
            _give_up(error)
            return
        _now.thread = Thread(target=_prepare, args=[gently], name="preparing the core", daemon=True)
        _now.thread.start()


def _prepare(gently: bool) -> None:
    try:
        if _now.compiling:
            _compile_elsewhere(gently=gently)
        _now.core = _load()
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with Numba, the game goes on without
        _give_up(error)
    finally:
        _now.compiling = False


def _give_up(error: Exception) -> None:
    reason = " ".join(str(error).split())[:200]
    _now.trouble = f"The bots cannot be compiled here, so they think more slowly: {reason or type(error).__name__}"


def _compile_elsewhere(*, gently: bool) -> None:
    """Fill the cache in a separate process; `gently` gives way to everything else that runs."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    done = subprocess.run(  # noqa: S603 -- our own code
        [sys.executable, "-m", "tsuro.fast.loader", *(["gently"] if gently else [])],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=LONGEST,
        start_new_session=True,  # Ctrl-C is for the game
    )
    if done.returncode != 0:
        last = done.stderr.strip().splitlines() or ["the compiler stopped"]
        raise RuntimeError(last[-1])


def _load() -> Core:
    """The compiled core with all its functions, from the cache if they are there."""
    from tsuro.fast.compiled import compile_core  # noqa: PLC0415 -- only there with the extra
    from tsuro.fast.warmup import warm_up  # noqa: PLC0415 -- not needed where nothing is compiled

    core = compile_core()
    warm_up(core)
    with suppress(OSError):  # what is loaded is loaded
        mark_as_warm()
    return core


def main() -> None:
    """Fill the cache."""
    if "gently" in sys.argv:
        with suppress(AttributeError, OSError):  # not every system has priorities
            os.nice(19)
    if not is_warm():
        print("Compiling for this machine (once, about half a minute)…")
    remove_old_folders()
    _load()


if __name__ == "__main__":
    main()
