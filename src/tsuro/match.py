"""One game being played: the one object that hot-seat, bots, tournaments and online play all drive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from tsuro.deal import NO_CONTRIBUTIONS, Deal
from tsuro.game.actions import Action
from tsuro.game.board import Seat
from tsuro.game.edition import MODERN, Edition
from tsuro.game.events import Event
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import Outcome, outcome
from tsuro.game.state import OVER, Setup, State
from tsuro.game.turn import Chance, act, start
from tsuro.game.view import View, view
from tsuro.notation import write_position
from tsuro.record.effects import write_effects, write_outcome
from tsuro.record.model import (
    OPENED_TAGS,
    PUBLISHED_TAGS,
    UNFINISHED,
    Entry,
    Record,
    RecordError,
    check_names,
)
from tsuro.record.replay import opened_deal, replay

__all__ = ["Match"]


class Match:
    """A game being played.

    Tiles come from the operating system's randomness, unless a `seed`, for experiments, or any other
    `chance` is given. `names` are those of the record, one for each seat; `markers` are shapes out of
    `MARKERS`. Raises `ImpossibleSetup` for a table that the rules do not allow.

    >>> match = Match(players=2, seed=7)
    >>> match.submit(0, match.legal_actions[0])
    (MarkerPlaced(seat=0, mark=0), TurnPassed(to=1))
    """

    def __init__(
        self,
        *,
        edition: Edition = MODERN,
        players: int = 2,
        first: Seat = 0,
        markers: Sequence[str] = (),
        names: Sequence[str] = (),
        seed: int | None = None,
        chance: Chance | None = None,
    ) -> None:
        if chance is None:
            chance = Deal.fresh() if seed is None else Deal.of_seed(seed)
        setup = Setup(edition=edition, players=players, first=first, markers=tuple(markers))
        if names:
            check_names(tuple(names), players)
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(players))
        self._begin(*start(setup, chance), chance, _published(chance) if isinstance(chance, Deal) else ())

    def _begin(
        self, state: State, dealt: tuple[Event, ...], chance: Chance, tags: tuple[tuple[str, str], ...]
    ) -> None:
        self._chance = chance
        self._tags = tags
        self._dealt = dealt
        self._deal = state.hands
        self._state = state
        self._history: list[tuple[Seat, Action, tuple[Event, ...]]] = []
        self._comments: dict[int, tuple[str, ...]] = {}  # by number of the action; 0: on the whole game

    @classmethod
    def resume(cls, record: Record, chance: Chance | None = None) -> Match:
        """The match in the record, ready to go on.

        Later draws are decided by `chance`; without it, by the deal whose secret the record
        holds, which goes on where it stopped, or by the operating system's randomness. A
        commitment to another deal is dropped, since it can never be opened.
        """
        if record.hides_tiles:
            raise RecordError("the game cannot go on from here: the record hides tiles")
        if chance is None:
            chance = opened_deal(record) or Deal.fresh()
        same_deal = isinstance(chance, Deal) and chance.commitment == record.tag("commitment")
        first, *moments = replay(record, chance if same_deal else None)
        match = cls.__new__(cls)
        match.names = record.names
        dropped = OPENED_TAGS if same_deal else (*OPENED_TAGS, *PUBLISHED_TAGS)
        match._begin(first.state, first.events, chance, tuple(t for t in record.tags if t[0] not in dropped))
        match._history = [(m.entry.seat, m.entry.action, m.events) for m in moments if m.entry is not None]
        match._state = (first, *moments)[-1].state
        match._comments = {number: entry.comments for number, entry in enumerate(record.entries, 1)}
        match._comments[0] = record.comments
        return match

    def __repr__(self) -> str:
        return f"<Match {write_position(self._state)}>"

    def savepoint(self) -> Callable[[], None]:
        """Returns what takes the match back to this moment; that costs the same, however much was played."""
        values, chance, actions = self.__dict__.copy(), copy(self._chance), len(self._history)

        def go_back() -> None:
            self.__dict__.update(values)
            self._chance = copy(chance)  # a deal knows how far it has come
            del self._history[actions:]

        return go_back

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self._state.setup

    @property
    def state(self) -> State:
        """The whole truth, hidden tiles included: for referees and servers, not for players."""
        return self._state

    @property
    def active(self) -> Seat:
        """The seat of the active player."""
        return self._state.active

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self._state.phase is OVER

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome(self._state)

    @property
    def commitment(self) -> str | None:
        """The hash that binds the dealer, to be published before the game."""
        return dict(self._tags).get("commitment")

    def add_tag(self, name: str, value: str) -> None:
        """Let the record say this, too, as a tag."""
        self._tags += ((name, value),)

    def view(self, seat: Seat | None) -> View:
        """What the seat, or a watcher (None), sees. Raises `ImpossibleSetup` where there is no such seat."""
        return view(self._state, seat)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the active player may do; nothing when the game is over."""
        return legal_actions(self._state)

    def submit(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Let the seat act, and return what happened.

        Raises `Refused`, with the rule and a sentence for the player, if the rules forbid the action; the match
        is then as before. The events hide nothing: show a player `event.seen_by(seat)`, or use `events`.
        """
        self._state, events = act(self._state, seat, action, self._chance)
        self._history.append((seat, action, events))
        return events

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """Everything that happened so far, as the seat, or a watcher (None), learnt of it."""
        self.setup.check_seat(seat)
        happened = (self._dealt, *(events for _, _, events in self._history))
        return tuple(event.seen_by(seat) for events in happened for event in events)

    def record(self, *, open_deal: bool = False) -> Record:
        """The whole truth, written down; `Record.seen_by` gives what one player may know.

        The secret of the deal, which reveals all draws to come, is in it when the game is
        over, or on request: to go on later with `resume`.
        """
        end = self.outcome
        return Record(
            setup=self.setup,
            names=self.names,
            deal=self._deal,
            entries=tuple(
                Entry(
                    seat=seat,
                    action=action,
                    effects=write_effects(events),
                    comments=self._comments.get(number, ()),
                )
                for number, (seat, action, events) in enumerate(self._history, 1)
            ),
            comments=self._comments.get(0, ()),
            result=UNFINISHED if end is None else write_outcome(end),
            tags=self._tags + (self._opened() if open_deal or self.is_over else ()),
            final=self._state,
        )

    def _opened(self) -> tuple[tuple[str, str], ...]:
        """The secret that opens the commitment."""
        if not isinstance(self._chance, Deal) or self._chance.commitment != self.commitment:
            return ()
        secret, origin = ("secret", self._chance.secret.hex()), self._chance.origin
        if origin is None or origin.contributions == NO_CONTRIBUTIONS:
            return (secret,)
        return secret, ("dealer-secret", origin.secret.hex())


def _published(deal: Deal) -> tuple[tuple[str, str], ...]:
    """What everybody may know of the deal before the game is over."""
    commitment = ("commitment", deal.commitment)
    if deal.origin is None:
        return (commitment,)
    contributions = ("contributions", deal.origin.contributions)
    if deal.origin.contributions == NO_CONTRIBUTIONS:  # the dealer's secret is that of the deal
        return contributions, commitment
    return ("dealer-commitment", deal.origin.commitment), contributions, commitment
