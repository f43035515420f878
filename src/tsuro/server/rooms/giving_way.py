"""How bots give way when many wait for them: a dragon thinks less, then like a guardian, then like an apprentice.

Those for whom most is waiting give way first, and nobody else's bot does because of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.server.messages.views import Below

__all__ = ["PATIENCE", "Step", "Thinking"]

PATIENCE = 2.0  # seconds for which those behind should have to wait at most
LEARNING = 0.1  # the weight of what a bot took just now, beside what is known already
FIRST_GUESS = 0.3  # seconds of a dragon without the compiled core


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A way to play for a bot."""

    bot: str  # who is asked
    work: float  # compared with a dragon that thinks as long as it likes
    below: Below | None = None  # what people are told


_DRAGON = Step(bot="dragon", work=1.0)
_GUARDIAN = Step(bot="guardian", work=0.04)
_APPRENTICE = Step(bot="apprentice", work=0.002, below="apprentice")
STEPS: dict[str, tuple[Step, ...]] = {
    "dragon": (
        _DRAGON,
        Step(bot="dragon:300", work=0.5, below="less"),
        Step(bot="dragon:150", work=0.25, below="less"),  # with less than that it would be no dragon
        Step(bot="guardian", work=_GUARDIAN.work, below="guardian"),
        _APPRENTICE,
    ),
    "guardian": (_GUARDIAN, _APPRENTICE),
}
"""For each bot that gives way, how it plays: the best first."""


class Thinking:
    """How long bots take on this machine, and so how much they may think."""

    def __init__(self) -> None:
        self._dragon = FIRST_GUESS

    def seconds(self, step: Step) -> float:
        """How long it will probably take."""
        return self._dragon * step.work

    def learn(self, step: Step, seconds: float) -> None:
        """It took this long; an apprentice's moves tell nothing about thinking."""
        if step.work > _APPRENTICE.work:
            self._dragon += LEARNING * (seconds / step.work - self._dragon)

    def step(self, bot: str, *, behind: int, processes: int) -> Step:
        """How the bot plays, given how many would have to wait for as long as it takes."""
        steps = STEPS.get(bot, (Step(bot=bot, work=_APPRENTICE.work),))
        return next((s for s in steps if behind * self.seconds(s) <= PATIENCE * processes), steps[-1])
