"""Tables in memory: requests are decided, committed and sent on; bots think, clocks run."""
