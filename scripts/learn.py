"""Teaches the bot `learned` and writes its weights: run it with `make learned`.

It first learns to choose as the dragon did, from a data set of the dragon's games, and then plays against
itself: what won becomes more likely. The weights go into the package, with a card that says how they came about.
Everything follows from the seed; on two cores it takes about half an hour.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import autograd.numpy as anp
import numpy as np
from autograd import value_and_grad
from numpy.typing import NDArray

import tsuro
from tsuro.fast.core import Core
from tsuro.fast.features import FEATURES, features
from tsuro.fast.kernel import new_game, play
from tsuro.fast.layout import ACTIVE, IN_PLAY, SIZE, WINNERS
from tsuro.fast.learned import STRIDE
from tsuro.fast.legal import list_placements
from tsuro.fast.loader import best_core
from tsuro.fast.position import flatten, shape_of
from tsuro.game.actions import PlayTile
from tsuro.notation import read_position
from tsuro.rl import action_of
from tsuro.rl.dataset import Decisions, load

__all__ = ["Budget", "Lesson", "Network", "imitate", "learn", "lesson_from", "main", "play_against_itself"]

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "src" / "tsuro" / "fast" / "learned.json"
CHOICES = 12  # placements at most
PLAYERS = (2, 2, 3, 4, 4, 5, 6, 8)  # of the games against itself, in turn

Array = NDArray[np.float64]
Network = list[Array]  # weights of the hidden units, their biases, and the weights of their answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long to learn, and the few numbers that decide how."""

    units: int = 32
    epochs: int = 12  #: how often the dragon's choices are gone through
    rounds: int = 150  #: of games against itself
    games: int = 400  #: in a round
    rate: float = 0.003  #: how fast it follows the dragon
    own_rate: float = 0.001  #: … and its own games
    curiosity: float = 0.003  #: how much it is kept from being too sure
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Choices among placements, or chances of seats: their features, which there were, and how good each was."""

    inputs: NDArray[np.float32]  #: by choice and placement, or by moment and seat
    there: NDArray[np.bool_]
    wanted: NDArray[np.float32]  #: the share of playouts, or of the win

    def __len__(self) -> int:
        return len(self.inputs)

    def some(self, rows: Any) -> Lesson:
        return Lesson(inputs=self.inputs[rows], there=self.there[rows], wanted=self.wanted[rows])


def new_network(budget: Budget, inputs: int) -> Network:
    random = np.random.default_rng(budget.seed)
    return [
        random.normal(0, inputs**-0.5, (inputs, budget.units)),
        np.zeros(budget.units),
        random.normal(0, budget.units**-0.5, budget.units),
    ]


def likelihoods(network: Network, lesson: Lesson) -> Any:
    """The logarithms of how likely the network is to choose each placement."""
    hidden = anp.maximum(anp.dot(lesson.inputs, network[0]) + network[1], 0)
    scores = anp.where(lesson.there, anp.dot(hidden, network[2]), -1e9)
    scores = scores - anp.max(scores, axis=1, keepdims=True)
    return scores - anp.log(anp.sum(anp.exp(scores), axis=1, keepdims=True))


# From the dragon


def lesson_from(decisions: Decisions, core: Core) -> Lesson:
    """What the dragon thought about placements, sharpened: what it tried most counts most."""
    thought = np.flatnonzero(~np.isnan(decisions.visits).any(axis=1) & (decisions.masks.sum(axis=1) > 1))
    inputs = np.zeros((len(thought), CHOICES, FEATURES), dtype=np.float32)
    wanted = np.zeros((len(thought), CHOICES), dtype=np.float32)
    there = np.zeros((len(thought), CHOICES), dtype=np.bool_)
    row = core.fractions(FEATURES)
    for n, decision in enumerate(thought):
        g = core.position(flatten(read_position(decisions.positions[decision], check=False)))
        ids = np.flatnonzero(decisions.masks[decision])
        for place, number in enumerate(ids):
            action = action_of(int(number))
            assert isinstance(action, PlayTile)  # noqa: S101 -- others are not thought about
            core[features](g, int(g[ACTIVE]), shape_of(action.tile), row)
            inputs[n, place] = row
        there[n, : len(ids)] = True
        wanted[n, : len(ids)] = decisions.visits[decision, ids] ** 3
    return Lesson(inputs=inputs, there=there, wanted=wanted / wanted.sum(axis=1, keepdims=True))


def imitation_loss(network: Network, lesson: Lesson) -> Any:
    return -anp.mean(anp.sum(lesson.wanted * anp.maximum(likelihoods(network, lesson), -50.0), axis=1))


def imitate(lesson: Lesson, budget: Budget, tell: Callable[[float], None]) -> Network:
    """Learn to choose as the lesson says; `tell` gets the loss of every epoch."""
    network = new_network(budget, lesson.inputs.shape[-1])
    random = np.random.default_rng(budget.seed)
    improve = Adam(network)
    for epoch in range(budget.epochs):
        rate = budget.rate * (1 - epoch / budget.epochs)
        order = random.permutation(len(lesson))
        losses = [
            improve(imitation_loss, lesson.some(order[at : at + 256]), rate) for at in range(0, len(order), 256)
        ]
        tell(float(np.mean(losses)))
    return network


class Adam:
    """Changes a network step by step, so that a loss falls."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._mean = [np.zeros_like(part) for part in network]
        self._square = [np.zeros_like(part) for part in network]
        self._steps = 0

    def __call__(self, loss: Callable[[Network, Lesson], Any], lesson: Lesson, rate: float) -> float:
        value, gradient = value_and_grad(loss)(self._network, lesson)
        self._steps += 1
        for n, slope in enumerate(gradient):
            self._mean[n] += 0.1 * (slope - self._mean[n])
            self._square[n] += 0.001 * (slope * slope - self._square[n])
            mean, square = self._mean[n] / (1 - 0.9**self._steps), self._square[n] / (1 - 0.999**self._steps)
            self._network[n] -= rate * mean / (np.sqrt(square) + 1e-8)
        return float(value)


# From its own games


def play_against_itself(network: Network, budget: Budget, core: Core, tell: Callable[[int], None]) -> None:
    """Let the network play and make more likely what won."""
    random = Random(budget.seed)
    improve = Adam(network)
    for number in range(budget.rounds):
        games = [_own_game(network, PLAYERS[game % len(PLAYERS)], core, random) for game in range(budget.games)]
        choices = [choice for game in games for choice in game]
        lesson = Lesson(
            inputs=np.array([choice.inputs for choice in choices]),
            there=np.array([choice.there for choice in choices]),
            wanted=np.array([choice.gain for choice in choices], dtype=np.float32),
        )
        lesson.wanted[...] /= lesson.wanted.std() * CHOICES**0.5 + 1e-6
        for at in range(0, len(lesson), 4096):
            improve(_own_loss(budget.curiosity), lesson.some(slice(at, at + 4096)), budget.own_rate)
        tell(number + 1)


def _own_loss(curiosity: float) -> Callable[[Network, Lesson], Any]:
    def loss(network: Network, lesson: Lesson) -> Any:
        chances = anp.maximum(likelihoods(network, lesson), -50.0)
        doubt = -anp.sum(anp.exp(chances) * chances * lesson.there, axis=1)
        return -anp.mean(anp.sum(lesson.wanted * chances, axis=1) + curiosity * doubt)

    return loss


@dataclass(slots=True, kw_only=True)
class _Choice:
    inputs: NDArray[np.float32]
    there: NDArray[np.bool_]
    chosen: int
    seat: int
    par: float  # the share of the win that equals would expect
    gain: NDArray[np.float32]  # how much better than par it ended, at the place of what was chosen


def _own_game(network: Network, players: int, core: Core, random: Random) -> list[_Choice]:
    g, shapes = core.position([0] * SIZE), core.integers([0] * CHOICES)
    seed = core[new_game](g, players, 0, 0, random.getrandbits(60) + 1)
    choices: list[_Choice] = []
    while not g[WINNERS]:
        number = int(core[list_placements](g, int(g[ACTIVE]), shapes))
        at = 0
        if number > 1:
            choices.append(_choose(network, g, shapes[:number], core, random))
            at = choices[-1].chosen
        seed = core[play](g, int(shapes[at]), seed)
    winners = int(g[WINNERS])
    for choice in choices:
        share = (winners >> choice.seat & 1) / winners.bit_count()
        choice.gain[choice.chosen] = share - choice.par
    return choices


def _choose(network: Network, g: Any, shapes: Sequence[int], core: Core, random: Random) -> _Choice:
    inputs, seat, row = np.zeros((CHOICES, FEATURES), dtype=np.float32), int(g[ACTIVE]), core.fractions(FEATURES)
    for place, shape in enumerate(shapes):
        core[features](g, seat, int(shape), row)
        inputs[place] = row
    there = np.arange(CHOICES) < len(shapes)
    lesson = Lesson(inputs=inputs[None], there=there[None], wanted=np.zeros((1, CHOICES), dtype=np.float32))
    chances = np.exp(likelihoods(network, lesson)[0])
    [chosen] = random.choices(range(CHOICES), list(chances))
    par = 1 / int(g[IN_PLAY]).bit_count()
    gain = np.zeros(CHOICES, dtype=np.float32)
    return _Choice(inputs=inputs, there=there, chosen=chosen, seat=seat, par=par, gain=gain)


# What is kept


def row_of(network: Network) -> list[float]:
    """The weights as the core reads them."""
    weights, biases, answers = network
    units = ([*weights[:, unit], biases[unit], answers[unit]] for unit in range(len(biases)))
    row = [float(f"{number:.5g}") for unit in units for number in unit]
    assert len(row) == len(biases) * STRIDE  # noqa: S101 -- what the core expects
    return row


def learn(folder: Path, target: Path, budget: Budget, *, show: Callable[[str], None] = print) -> dict[str, Any]:
    """Learn from the data set in the folder, and write the weights with their card to the target."""
    core, began = best_core(wait=True), time.monotonic()
    decisions = load(folder)
    lesson = lesson_from(decisions, core)
    show(f"{len(lesson):,} choices of the dragon, from {len(np.unique(decisions.games)):,} games")
    losses: list[float] = []

    def tell_loss(loss: float) -> None:
        losses.append(round(loss, 4))
        show(f"epoch {len(losses)}: loss {loss:.4f}")

    network = imitate(lesson, budget, tell_loss)
    play_against_itself(network, budget, core, lambda number: show(f"round {number} of {budget.rounds}"))
    card = {
        "tsuro": tsuro.__version__,
        "data": json.loads((folder / "dataset.json").read_text(encoding="utf-8")),
        "games": len(np.unique(decisions.games)),
        "choices": len(lesson),
        "budget": asdict(budget),
        "losses": losses,
        "minutes": round((time.monotonic() - began) / 60, 1),
    }
    target.write_text(json.dumps({"card": card, "weights": row_of(network)}, indent=1) + "\n", encoding="utf-8")
    return card


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a data set of the dragon's games, made by `tsuro selfplay`")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    options = parser.parse_args()
    learn(options.data, options.out, Budget())
    print(f"{options.out}: measure it with `tsuro arena learned apprentice`")


if __name__ == "__main__":
    main()
