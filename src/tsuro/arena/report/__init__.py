"""A tournament's result as one HTML file, with plots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import escape

from tsuro.arena.report.chances import by_corner, by_mark, by_seat, lengths
from tsuro.arena.report.figures import percent, table
from tsuro.arena.report.page import page
from tsuro.arena.report.scores import standings, strength
from tsuro.arena.standings import Result
from tsuro.notation import write_edition

__all__ = ["write_report"]

MOST_REASONS, MOST_GAMES = 100, 5  # of forfeits that are listed

FOOTER = """\
<h2>How to read this</h2>
<p>The score is the mean share of the win for a seat a bot played from: 1 for a win alone, ½ for one shared by two.
Among equals everyone has par. Every deal was played once for each seat, with the same tiles in the same order and
everybody moving on by one seat; the unit of the intervals is the deal, not the game. Ratings follow the
Plackett–Luce model, ± one standard deviation; all begin at 25. A bot that failed, stalled or cheated forfeited
the game: no share of the win, and last place.</p>"""


def write_report(result: Result) -> str:
    """The whole page."""
    figures = [standings(result), strength(result), by_seat(result), by_corner(result)]
    figures += [by_mark(result), lengths(result)]
    cards = "".join(figure.html() for figure in figures if figure is not None)
    main = f'{_table(result)}<div class="cards">{cards}</div>{_forfeits(result)}'
    return page(f"Tsuro arena: {_versus(result)}", _header(result), main, FOOTER)


def _versus(result: Result) -> str:
    names = [entrant.shown for entrant in result.tournament.entrants]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _header(result: Result) -> str:
    tournament = result.tournament
    best = result.standings[0]
    facts = (
        f"{len(result.games):,} games",
        f"{len(result.games) // tournament.players:,} deals",
        f"{tournament.players} players",
        f"edition {write_edition(tournament.edition)}",
        f"seed {tournament.seed}",
        f"par {percent(tournament.par)}",
        *(("one against the rest",) if tournament.lone else ()),
    )
    return (
        f"<h1>Tsuro arena</h1><p class='lead'>{escape(_versus(result))}</p>"
        f'<ul class="facts">{"".join(f"<li>{escape(fact)}</li>" for fact in facts)}</ul>'
        f'<p class="verdict"><strong>{escape(best.shown)}</strong> has the highest score, {percent(best.score)}. '
        f"{escape(_how_it_ended(result))}</p>"
    )


def _how_it_ended(result: Result) -> str:
    planned = result.tournament.deals * result.tournament.players
    if result.stop:
        return (
            f"Stopped after {result.stop.games:,} of {planned:,} games by a sequential test that errs in at most "
            f"5 % of tournaments: {result.stop.reason}. The intervals hold although the end was not fixed."
        )
    if result.tournament.all_games:
        return "All games were played, as planned."
    return (
        "All games were played: the sequential test, which errs in at most 5 % of tournaments, found no certain "
        "result. The intervals allow for its having looked all along."
    )


def _table(result: Result) -> str:
    headings = ("bot", "score", "95 % interval", "rating", "seats", "wins", "shared", "forfeits", "ms a move")
    rows = [
        (
            s.shown,
            percent(s.score),
            f"{s.ci95[0] * 100:.1f} – {percent(s.ci95[1])}",
            f"{s.rating.mu:.1f} ± {s.rating.sigma:.1f}",
            f"{s.seats:,}",
            f"{s.wins:,}",
            f"{s.shared:,}",
            f"{s.forfeits:,}",
            s.ms_per_move,
        )
        for s in result.standings
    ]
    return f'<section class="card">{table(headings, rows, "Results")}</section>'


def _forfeits(result: Result) -> str:
    """Who forfeited and why; the same reason for the same bot is listed once."""
    if not result.forfeits:
        return ""
    games: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game, forfeit in result.forfeits:
        games[result.entrant_at(game, forfeit.seat).shown, forfeit.reason].append(game.number)
    rows = [
        (name, reason, f"{len(numbers):,}", _listed(numbers))
        for (name, reason), numbers in list(games.items())[:MOST_REASONS]
    ]
    shown = table(("bot", "reason", "times", "games"), rows, "Forfeits")
    left = len(games) - len(rows)
    more = f"<p>And {left:,} more reasons.</p>" if left else ""
    return f'<section class="card forfeits"><h2>Forfeits</h2>{shown}{more}</section>'


def _listed(numbers: Sequence[int]) -> str:
    more = " …" if len(numbers) > MOST_GAMES else ""
    return ", ".join(map(str, numbers[:MOST_GAMES])) + more
