"""Playing in a terminal, readable by eye and by screen reader."""
