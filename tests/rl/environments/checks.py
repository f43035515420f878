"""PettingZoo's own checks, and what they warn of for reasons of their own: all in one place."""

from __future__ import annotations

import warnings

import pytest

with warnings.catch_warnings():
    # Where pygame is installed, the checks import games of PettingZoo in a way that PettingZoo calls deprecated.
    warnings.filterwarnings("ignore", "The old environment creation API has been deprecated", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

__all__ = ["api_test", "of_masks", "render_test", "seed_test"]

# PettingZoo asks for observations with a mask, but its check warns of them in other games than its own.
of_masks = pytest.mark.filterwarnings(
    *(
        f"ignore:{sentence}:UserWarning:pettingzoo.test.api_test"
        for sentence in ("Observation is not a NumPy array", "Observation space for each agent probably should be")
    )
)
