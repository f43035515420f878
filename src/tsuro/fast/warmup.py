"""Calls every function that is used from outside the core once, so that none is compiled while somebody waits.

Numba compiles a function for the types of its arguments: call it with `int`s, never with numbers taken
straight from an array, which have another type and would cause another compilation.
"""

from __future__ import annotations

from tsuro.fast import batch, episodes, kernel, observation, placement, steps, symmetry, trails
from tsuro.fast.batch import play_games
from tsuro.fast.core import Core
from tsuro.fast.evaluation import best_placement, greedy_playout
from tsuro.fast.features import FEATURES, features
from tsuro.fast.hidden import deal_hidden
from tsuro.fast.ids import ACTIONS, DONE
from tsuro.fast.layout import ACTIVE, ASKS_CHANCE, MARK, PLAYERS, SIZE, WINNERS, Position
from tsuro.fast.learned import STRIDE, learned_placement
from tsuro.fast.legal import is_legal, list_placements
from tsuro.fast.search import SCRATCH, find, grow, sample, sample_start
from tsuro.fast.value import VALUE_ROW, VALUE_WEIGHTS, judge, look

__all__ = ["warm_up"]

SEED = 12345


def warm_up(core: Core) -> None:
    """Call everything once."""
    games = (_whole_games, _steps, _batches, _episodes, _observations)
    for examples in (_placements, _turns, *games, _searches, _learned):
        examples(core)


def _new_game(core: Core) -> Position:
    g = core.position([0] * SIZE)
    core[kernel.new_game](g, 3, 0, 0, SEED)
    return g


def _shape(core: Core, g: Position) -> int:
    """A legal placement of the active player."""
    seat = int(g[ACTIVE])
    seen = core[kernel.look](g, int(g[MARK + seat]) & ~7)
    _, _, shape, _ = core[kernel.random_placement](g, seat, seen, SEED)
    return int(shape)


def _placements(core: Core) -> None:
    g = _new_game(core)
    point = int(g[MARK + int(g[ACTIVE])])
    base, shape = point & ~7, _shape(core, g)
    core[kernel.follow](g, base, shape, point & 7)
    core[placement.safe_turns](g, point, shape >> 5)
    core[kernel.lay](g, base, shape, core[kernel.loops](g, base))
    core[kernel.ended](g)
    core[kernel.lift](g, base, shape)
    core[is_legal](g, shape)
    core[list_placements](g, 0, core.integers([0] * 12))


def _turns(core: Core) -> None:
    g = _new_game(core)
    out = core[kernel.place](g, _shape(core, g))
    core[kernel.swap](g, 1, 2)
    core[kernel.end_turn](g, int(out), SEED)
    core[kernel.play](g, _shape(core, g), SEED)


def _whole_games(core: Core) -> None:
    g = _new_game(core)
    core[deal_hidden](g, core.integers([1]), 1, SEED)
    core[play_games](g, 2, 1, SEED)
    core[kernel.new_game](g, 2, 1, 1, SEED)
    core[kernel.playout](g, SEED)


def _steps(core: Core) -> None:
    [g], [mask], [ranks] = core.rows(1), core.small_table(1, ACTIONS), core.small_table(1, 2)
    for asks_chance in (0, 1):
        g[PLAYERS], g[ASKS_CHANCE] = 2, asks_chance
        core[steps.begin](g, SEED)
    core[steps.draw_tile](g, 1, SEED)
    core[steps.deal_anew](g, 0, core.integers([0] * 35), SEED)
    core[trails.draw_trails](g)
    core[steps.write_mask](g, mask)
    core[steps.try_id](g, DONE, SEED)
    core[batch.random_id](g, SEED)
    core[batch.write_ranks](g, ranks)
    g[WINNERS] = 1
    core[batch.write_shares](g, core.fractions(2))


def _episodes(core: Core) -> None:
    games, kinds, seats = core.rows(1), core.integers([0] * 7), core.integers([0])
    seeds, choices, [which] = core.integers([SEED]), core.integers([SEED]), core.small_table(1, 1)
    games[0][PLAYERS], which[0] = 2, 1
    core[episodes.begin_episodes](games, which, 0, kinds, seats, seeds, choices)
    core[batch.choose_at_random](games, seats, choices)
    ids, seats = seats, core.integers([0])
    core[episodes.step_episodes](
        games, ids, seats, kinds, which, core.fractions(1), core.small_table(1, 2), seeds, choices
    )
    core[episodes.begin_episodes](games, which, 0, kinds, seats, seeds, choices)
    core[batch.choose_at_random](games, ids, choices)
    core[episodes.step_all_seats](
        games, ids, seats, which, core.fraction_table(1, 2), core.small_table(1, 2), seeds
    )
    core[episodes.begin_episode](games[0], 0, kinds, SEED, SEED)
    core[episodes.play_others](games[0], 0, kinds, SEED, SEED)
    core[episodes.has_ended](games[0], 0)
    core[episodes.write_ranks_so_far](games[0], core.small_table(1, 2)[0])
    games[0][WINNERS] = 1
    core[episodes.episode_reward](games[0], 0)


def _observations(core: Core) -> None:
    games, who, turned = core.rows(1), core.integers([0]), core.integers([0])
    games[0][PLAYERS] = 2
    core[steps.begin](games[0], SEED)
    rows, scratch = core.small_table(2, observation.row_size(2)), core.small_table(1, observation.row_size(2))[0]
    masks, mask = core.small_table(2, ACTIONS), core.small_table(1, ACTIONS)[0]
    core[observation.observe](games[0], 0, 2, scratch)
    core[observation.observe_games](games, who, 2, rows)
    core[symmetry.observe_facing_north](games[0], 0, 2, scratch, rows[0])
    core[symmetry.observe_games_facing_north](games, who, 2, scratch, rows)
    core[symmetry.mask_facing_north](games[0], mask, masks[0])
    core[symmetry.masks_facing_north](games, mask, masks)
    core[symmetry.turn_ids](games, who, 1, turned)
    core[symmetry.facing](games[0], 0)
    core[symmetry.transform_observations](rows, core.integers([0, 4]), 2, core.small_table(2, len(scratch)))


def _batches(core: Core) -> None:
    games, seeds, ids, ended = core.rows(1), core.integers([SEED]), core.integers([0]), core.small_table(1, 1)[0]
    games[0][PLAYERS], ended[0] = 2, 1
    core[batch.begin_games](games, ended, seeds)
    core[batch.write_masks](games, core.small_table(1, ACTIONS))
    core[batch.choose_at_random](games, ids, seeds)
    core[batch.first_illegal](games, ids)
    core[batch.step_games](games, ids, ended, seeds)
    core[batch.write_results](games, ended, core.fraction_table(1, 2), core.small_table(1, 2))


def _searches(core: Core) -> None:
    root, g, hidden = _new_game(core), core.position([0] * SIZE), core.integers([1])
    shape, tree, scratch = _shape(core, root), core.table(1, 9 * 2)[0], core.table(1, SCRATCH)[0]
    core[best_placement](root, 0, SEED)
    core[sample](root, g, hidden, 0, shape, core.integers([0]), 0, 0, False, SEED)
    row, weights = core.fractions(VALUE_ROW), core.fractions(VALUE_WEIGHTS)
    core[grow](root, g, hidden, 0, tree, core.fractions(8), scratch, 0, row, weights, 0, 0.5, SEED)
    core[sample_start](root, g, hidden, 0, 0, 0, 0, scratch, row, weights, 0, SEED)
    core[look](root, 0, scratch, row)
    core[judge](root, 0, scratch, row, weights)
    core[find](tree, 8, shape)
    core[greedy_playout](_new_game(core), SEED)


def _learned(core: Core) -> None:
    g, inputs = _new_game(core), core.fractions(FEATURES)
    core[features](g, 0, _shape(core, g), inputs)
    weights, shapes = core.fractions(STRIDE), core.table(1, SCRATCH)[0]
    core[learned_placement](g, 0, weights, inputs, shapes)
