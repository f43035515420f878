"""The rules on flat integers, for simulation and search: the same game, far quicker."""
