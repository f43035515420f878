"""Tables in memory: what is asked for is decided, committed and told; bots think, clocks run."""
