"""How long something lasts, as people write it: 30m, 12h, 7d."""

from __future__ import annotations

import argparse
import re

__all__ = ["read_duration"]

_SECONDS = {"m": 60, "h": 3600, "d": 86_400}
_LONGEST = 3650 * 86_400


def read_duration(text: str) -> int:
    """For argparse: seconds.

    >>> read_duration("2h")
    7200
    """
    found = re.fullmatch(r"(\d{1,6})([mhd])", text)
    seconds = int(found[1]) * _SECONDS[found[2]] if found else 0
    if not 0 < seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} should be a time such as 30m, 12h or 7d, at most ten years")
    return seconds
