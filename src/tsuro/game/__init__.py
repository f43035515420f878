"""The rules of Tsuro: standard library only, no input or output, no clock, no randomness of its own."""
