"""OpenSpiel's information-set Monte Carlo tree search against random play. Needs the extra openspiel."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import tsuro.rl.openspiel  # noqa: F401 -- registers the game

GAMES = 2

random = np.random.RandomState(1)
game = pyspiel.load_game("python_tsuro(players=2,edition=modern,start_marks=drawn)")
search = ISMCTSBot(game, RandomRolloutEvaluator(1, random), uct_c=1.0, max_simulations=20, random_state=random)
bots = [search, UniformRandomBot(1, random)]

won = 0.0
for number in range(1, GAMES + 1):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=probabilities))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    won += state.returns()[0]
    print(f"Game {number}: {state}")
print(f"The search won {won:+.0f} in {GAMES} games.")
