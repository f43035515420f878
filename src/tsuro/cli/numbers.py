"""Several numbers in one option, such as `--players 2,4,8`."""

from __future__ import annotations

import argparse

__all__ = ["read_numbers"]


def read_numbers(text: str) -> tuple[int, ...]:
    """For argparse: whole numbers with commas between them."""
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} should be numbers with commas between, such as 2,4,8"
        ) from None
