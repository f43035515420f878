"""A server for which a second is a tenth of one, and a minute of absence passes in a moment.

Run as a script, it takes the options of `tsuro`.
"""

from __future__ import annotations

import sys

from tsuro.cli import main
from tsuro.server.rooms import rooms
from tsuro.server.tables import clocks, hosts

__all__ = ["ABSENCE", "HASTY", "SECOND"]

SECOND = 100  # milliseconds
ABSENCE = 600

HASTY = (sys.executable, __file__)

if __name__ == "__main__":
    clocks.AFTER_A_PAUSE = clocks.AFTER_A_PAUSE // clocks.SECOND * SECOND
    clocks.AFTER_A_STAND_IN = clocks.AFTER_A_STAND_IN // clocks.SECOND * SECOND
    clocks.SECOND = SECOND
    hosts.ABSENCE = ABSENCE
    rooms.ALIVE_EVERY = rooms.WAKE_EVERY = 0.2
    rooms.UNLOAD_AFTER = 300
    sys.exit(main())
