"""Prints the number by which a compiled form knows its sources: part of `make compiled`."""

from __future__ import annotations

from pathlib import Path

import tsuro
from tsuro.cli.compiled_form import digest_of

if __name__ == "__main__":
    print(digest_of(Path(tsuro.__file__).parent), end="")
