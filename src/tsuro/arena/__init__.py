"""Tournaments of bots and programs, with statistics that can be relied on."""

from tsuro.arena.entrants import Entrant, entrants_of
from tsuro.arena.errors import ArenaError
from tsuro.arena.outcomes import Forfeit, Played
from tsuro.arena.report import write_report
from tsuro.arena.run import run_tournament
from tsuro.arena.standings import Interim, Result, Standing
from tsuro.arena.statistics.ratings import Rating
from tsuro.arena.statistics.sequential import Stop
from tsuro.arena.summary import summary
from tsuro.arena.tournament import Tournament

__all__ = [
    "ArenaError",
    "Entrant",
    "Forfeit",
    "Interim",
    "Played",
    "Rating",
    "Result",
    "Standing",
    "Stop",
    "Tournament",
    "entrants_of",
    "run_tournament",
    "summary",
    "write_report",
]
