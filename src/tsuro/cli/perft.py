"""`tsuro perft`: counting the ways a game can go on."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import Progress

from tsuro.cli.play import add_edition
from tsuro.deal import Deal
from tsuro.game.edition import MODERN
from tsuro.game.errors import TsuroError
from tsuro.game.legal import legal_actions
from tsuro.game.state import Setup, State
from tsuro.game.tiles import FACE_DOWN
from tsuro.game.turn import start
from tsuro.notation import read_position, write_action, write_position
from tsuro.perft import divide

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "perft",
        description="Count the sequences of DEPTH actions from a position: a fingerprint of the rules. Draws are "
        "not choices: the tile with the lowest number is drawn.",
    )
    parser.add_argument("depth", type=int, metavar="DEPTH", help="how many actions to look ahead")
    parser.add_argument("--position", metavar="POSITION", help="a position in one line; without it, a new game")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="a new game's players (default: 2)")
    add_edition(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="a new game's deal (default: 0)")
    parser.add_argument("--divide", action="store_true", help="show the count of each first action, too")
    parser.set_defaults(run=run_perft)


def run_perft(options: argparse.Namespace) -> int:
    if options.depth < 1:
        raise TsuroError(f"the depth must be at least 1, not {options.depth}")
    state = _position(options)
    actions = legal_actions(state)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"depth {options.depth}", total=len(actions))
        counts = divide(state, options.depth, tick=lambda: progress.advance(task))
    print(write_position(state))
    if options.divide:
        for action, count in counts.items():
            print(f"  {write_action(action)}: {count:,}")
    print(f"perft {options.depth}: {sum(counts.values()):,}")
    return 0


def _position(options: argparse.Namespace) -> State:
    if options.position is None:
        setup = Setup(edition=options.edition or MODERN, players=options.players)
        return start(setup, Deal.of_seed(options.seed))[0]
    state = read_position(" ".join(options.position.split()))
    if FACE_DOWN in (*state.pile, *(tile for hand in state.hands for tile in hand)):
        raise TsuroError("all tiles must be known to count from here")
    return state
