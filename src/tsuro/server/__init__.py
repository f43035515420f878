"""Tables that people play at over a network: what `tsuro serve` runs."""
