"""Writes the golden playthroughs and perft counts that the tests compare with.

Run it with `make goldens` after a change that is meant to change them, and look at
the difference before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path

from tsuro.deal import Deal
from tsuro.game.actions import Action
from tsuro.game.edition import CLASSIC, MODERN, Edition
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import outcome
from tsuro.game.state import Phase, Setup, State
from tsuro.game.turn import act, start
from tsuro.match import Match
from tsuro.notation import read_edition, read_position, write_action, write_edition, write_position
from tsuro.perft import perft
from tsuro.record.effects import write_effects, write_outcome

TESTS = Path(__file__).parent.parent / "tests"
OPTIONS = ("modern+bonus+pass-the-pile", "modern+no-ramming", "modern+open-tiles", "modern+solo")
VARIANTS = ("modern+longest-path", "modern+most-crossings")
OPENSPIEL = (
    ("python_tsuro.txt", "python_tsuro"),
    ("python_tsuro-3.txt", "python_tsuro(players=3,edition=classic,start_marks=drawn)"),
)


def playthrough(edition: Edition, players: int) -> str:
    """A whole game, with the position, all legal actions and what happened at every step."""
    return "\n".join(_steps(edition, players)) + "\n"


def _steps(edition: Edition, players: int) -> Iterator[str]:
    chooser = Deal.of_seed(1000 + players)
    match = Match(edition=edition, players=players, first=players // 2, seed=players)
    yield f"# {write_edition(edition)}, {players} players, seed {players}"
    while not match.is_over:
        actions = match.legal_actions
        yield f"= {write_position(match.state)}"
        yield f"? {', '.join(write_action(action) for action in actions)}"
        action = choose(chooser, actions)
        seat = match.active
        effects = "; ".join(write_effects(match.submit(seat, action)))
        yield f"> {seat + 1} {write_action(action)} -> {effects}"
    end = outcome(match.state)
    yield f"= {write_position(match.state)}"
    yield f"! {write_outcome(end) if end else ''}"


def choose(chooser: Deal, actions: tuple[Action, ...]) -> Action:
    """One of the actions, the same on every platform and Python version."""
    return actions[chooser(tuple(range(len(actions))))]


def playthroughs() -> Iterator[tuple[str, str]]:
    """The names and contents of all golden playthroughs."""
    for players in range(2, 9):
        for edition in (CLASSIC, MODERN):
            yield f"{edition.name}-{players}.txt", playthrough(edition, players)
    for number, text in enumerate(OPTIONS + VARIANTS):
        yield f"{text}-{3 + number % 3}.txt", playthrough(read_edition(text), 3 + number % 3)


def perft_positions() -> Iterator[tuple[str, int]]:
    """Positions to count from, and how deep: in the middle, with the Dragon tile, and before an exchange."""
    for players in range(2, 9):
        for edition in (CLASSIC, MODERN):
            yield write_position(_when(edition, players, lambda state: state.tiles_placed == 8)), 4
            if edition.has_dragon(players):
                yield write_position(_when(edition, players, lambda state: state.dragon is not None)), 4
        if players > 2:  # with two, the game is over when one is out
            yield write_position(_when(CLASSIC, players, lambda state: state.phase is Phase.EXCHANGE)), 3


def _when(edition: Edition, players: int, true: Callable[[State], bool]) -> State:
    """The first state, in games of one seed after another, for which something is true."""
    for seed in count(players):
        chooser, deal = Deal.of_seed(seed + 1), Deal.of_seed(seed)
        state, _ = start(Setup(edition=edition, players=players), deal)
        while state.phase is not Phase.OVER:
            if true(state):
                return state
            state, _ = act(state, state.active, choose(chooser, legal_actions(state)), deal)
    raise AssertionError("there are always more seeds")


def perft_lines() -> Iterator[str]:
    for position, depth in perft_positions():
        state = read_position(position)
        counts = " ".join(f"{n}:{perft(state, n)}" for n in range(1, depth + 1))
        yield f"{position} | {counts}"


def openspiel_playthroughs() -> Iterator[tuple[str, str]]:
    """The names and contents of games as OpenSpiel writes them, with what its players know."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines  # noqa: PLC0415 -- as below

    import tsuro.rl.openspiel  # noqa: F401, PLC0415 -- registers the game; the other goldens need no extra

    for name, game in OPENSPIEL:
        yield name, "\n".join(_with_digests(playthrough_lines(game, seed=1))) + "\n"


def _with_digests(lines: Iterable[str]) -> Iterator[str]:
    """The lines with a digest in place of each drawing of a tensor: drawn, they would be a megabyte."""
    for tensor, group in groupby(_with_tensors(lines), key=itemgetter(0)):
        texts = [text for _, text in group]
        if tensor:
            yield f"{tensor}: {sha256(''.join(texts).encode()).hexdigest()[:16]}"
        else:
            yield from texts


def _with_tensors(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each line with the tensor that it draws a part of, if it does."""
    tensor = ""
    for line in lines:
        if begun := re.match(r"\w+Tensor\(\d\)[.\w]*(?=:| =)", line):
            tensor = begun.group()
        elif not set(line) <= set("◯◉ "):
            tensor = ""
        yield tensor, line


def main() -> None:
    for name, content in openspiel_playthroughs():
        (TESTS / "rl" / "openspiel" / "playthroughs" / name).write_text(content, encoding="utf-8")
    for name, content in playthroughs():
        (TESTS / "playthroughs" / name).write_text(content, encoding="utf-8")
    (TESTS / "perft" / "counts.txt").write_text("\n".join(perft_lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
