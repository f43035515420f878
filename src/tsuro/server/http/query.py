"""What an address asks for, checked."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request

from tsuro.server.http.problems import HttpProblem

__all__ = ["chosen", "game_number", "no_such_game"]


def chosen(request: Request, name: str, choices: Sequence[str]) -> str:
    """What the query asks for; by default the first of the choices."""
    wanted = request.query_params.get(name, choices[0])
    if wanted not in choices:
        raise HttpProblem(400, "malformed", f"The {name} should be one of {', '.join(choices)}.")
    return wanted


def game_number(request: Request) -> int:
    """The number of the game in the path; 0 if it is none."""
    text = request.path_params["game"]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def no_such_game() -> HttpProblem:
    return HttpProblem(404, "no-such-game", "The table has no game with that number: games count from 1.")
