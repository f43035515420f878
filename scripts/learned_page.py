"""Measures the bot `learned` in the arena and writes the table in docs/learning.md: the end of `make learned`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tsuro.arena import Tournament, entrants_of, run_tournament

__all__ = ["MEETINGS", "PAGE", "WEIGHTS", "main", "measure", "table", "write_page"]

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "src" / "tsuro" / "fast" / "learned.json"
PAGE = ROOT / "docs" / "learning.md"
SEED = 2026  # deals that nothing was tuned on
MEETINGS = (
    *(("wanderer", 2, 400), ("apprentice", 2, 1000), ("guardian", 2, 1000), ("dragon", 2, 400)),
    *(("apprentice", 4, 1000), ("guardian", 4, 800), ("apprentice", 8, 800), ("guardian", 8, 800)),
)
"""Whom it meets, with how many players, in how many games: one `learned`, all others that bot."""


def measure(against: str, players: int, games: int) -> dict[str, Any]:
    """How one `learned` does against these others."""
    tournament = Tournament(
        entrants=entrants_of(["learned", against], seconds_per_move=60),
        players=players,
        games=games,
        seed=SEED,
        lone=True,
        all_games=True,
    )
    result = run_tournament(tournament)
    [own] = [standing for standing in result.standings if standing.name == "learned"]
    return {
        "against": against,
        "players": players,
        "games": len(result.games),
        "score": round(own.score, 3),
        "ci95": [round(bound, 3) for bound in own.ci95],
    }


def table(scores: list[dict[str, Any]]) -> str:
    """The scores as a table in Markdown."""
    rows = [
        f"| {row['players']} | `{row['against']}` | {row['games']:,} | {1 / row['players']:.3g} "
        f"| **{row['score']:.3f}** | {row['ci95'][0]:.3f} – {row['ci95'][1]:.3f} |"
        for row in scores
    ]
    head = [
        "| players | against | games | par | score | 95 % interval |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    return "\n".join([*head, *rows])


def write_page(page: str, scores: list[dict[str, Any]]) -> str:
    """The page with the table of these scores."""
    begin, end = "<!-- scores -->\n", "<!-- end -->"
    return re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{table(scores)}\n{end}", page, flags=re.DOTALL)


def main() -> None:
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    found["card"]["scores"] = []
    for meeting in MEETINGS:
        found["card"]["scores"].append(measure(*meeting))
        print(found["card"]["scores"][-1])
    WEIGHTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(write_page(PAGE.read_text(encoding="utf-8"), found["card"]["scores"]), encoding="utf-8")


if __name__ == "__main__":
    main()
