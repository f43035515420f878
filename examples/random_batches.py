"""Plays many games at random, side by side, and tells how fast, and how often each seat wins."""

import sys
import time

from tsuro import rl

GAMES, STEPS = (1024, 500) if "long" in sys.argv else (256, 60)

batch = rl.Batch([rl.Options(players=players) for players in (2, 3, 4)], games=GAMES, seed=1, auto_reset=True)
won, ended = [0.0] * batch.layout.seats, 0
began = time.perf_counter()
for _ in range(STEPS):
    observations, masks = batch.observe(), batch.masks()  # for your network, which then chooses
    batch.step(batch.random_ids())
    ended += int(batch.ended.sum())
    won = [sum(pair) for pair in zip(won, batch.shares[batch.ended].sum(axis=0), strict=True)]
spent = time.perf_counter() - began

print(
    f"{GAMES * STEPS / spent:,.0f} steps a second, with observations of {observations.shape[1]} numbers and masks"
)
print(f"{ended} games ended; shares of the win by seat: " + ", ".join(f"{share / ended:.0%}" for share in won))
