"""The table itself, without any I/O: its log, seats and clocks, and what a guest may do at it."""
