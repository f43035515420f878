"""The statistics of a tournament: scores with their intervals, the sequential test, ratings."""
