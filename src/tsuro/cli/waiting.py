"""Waiting for the compiled core, with a message: for commands that measure or play thousands of games."""

from __future__ import annotations

from rich.console import Console

from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.loader import best_core, is_wanted, trouble

__all__ = ["core_while_waiting"]


def core_while_waiting() -> Core:
    """The best core available; on stderr, a spinner says why it takes a while, and a sentence if it is slow."""
    if not is_wanted():
        return INTERPRETED
    console = Console(stderr=True)
    with console.status("compiling for this machine… (once; afterwards it is only loaded)"):
        core = best_core(wait=True)
    if reason := trouble():
        console.print(reason, markup=False, highlight=False, soft_wrap=True)
    return core
