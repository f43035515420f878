"""Plays one game. Whatever a player does, the game goes on without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from tsuro.arena.fixtures import Block, chance_of
from tsuro.arena.limits import TimeIsUp, time_limit
from tsuro.arena.outcomes import Forfeit, Played, ranked
from tsuro.arena.players import Players, Staying
from tsuro.arena.tournament import Tournament
from tsuro.bots import Wanderer
from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import Seat
from tsuro.game.errors import Refused, TsuroError
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.player import Player
from tsuro.record import Record

__all__ = ["Fallen", "Thinking", "play_block"]

Fallen = Mapping[tuple[int, Seat], str]  # by game of the block and seat: why the player is no longer asked
Thinking = Callable[[int, Seat | None], None]  # called with whoever is asked, then with None

LONGEST_REASON = 300  # characters

_Given = TypeVar("_Given")


class _Failed(Exception):
    """A player's fault, in words that continue "the player …"."""


def play_block(
    tournament: Tournament,
    block: Block,
    players: Players,
    *,
    fallen: Fallen | None = None,
    thinking: Thinking = lambda *_: None,
) -> list[tuple[Played, Record]]:
    """All games of one deal."""
    return [
        _Game(tournament, block, turn, players, fallen or {}, thinking).play()
        for turn in range(tournament.players)
    ]


@dataclass(slots=True)
class _Chair:
    """A seat and who plays from it."""

    player: Player | None
    stand_in: Wanderer
    moves: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class _Game:
    tournament: Tournament
    block: Block
    turn: int
    players: Players
    fallen: Fallen
    thinking: Thinking
    forfeits: list[Forfeit] = field(default_factory=list)

    def play(self) -> tuple[Played, Record]:
        match = Match(
            edition=self.tournament.edition,
            players=self.tournament.players,
            names=[_in_one_line(self.tournament.entrants[e].shown.replace("#", " ")) for e in self._lineup],
            seed=self.tournament.deal_of(self.block.number),
        )
        chairs = [self._chair(seat) for seat in range(self.tournament.players)]
        actions = 0
        while not match.is_over:
            self._act(match, chairs[match.active], actions)
            actions += 1
        return self._played(match, chairs), self._record(match)

    @property
    def _lineup(self) -> tuple[int, ...]:
        return self.block.seats(self.turn)

    def _chance(self, seat: Seat, purpose: str) -> Random:
        where = {"block": self.block.number, "turn": self.turn, "seat": seat}
        return chance_of(seed=self.tournament.seed, purpose=purpose, **where)

    def _chair(self, seat: Seat) -> _Chair:
        chair = _Chair(None, Wanderer(self._chance(seat, "stand-in")))
        entrant, copy = self._lineup[seat], self._lineup[:seat].count(self._lineup[seat])

        def make() -> Player:
            if (self.turn, seat) in self.fallen:
                raise _Failed(self.fallen[self.turn, seat])
            return self.players.player(entrant, copy=copy, random=self._chance(seat, "player"))

        try:
            chair.player = self._ask(seat, make, limited=True)
        except _Failed as failed:
            self._forfeit(seat, 0, failed)
        return chair

    def _act(self, match: Match, chair: _Chair, actions: int) -> None:
        seat = match.active
        if chair.player is not None:
            try:
                _submit(match, self._choose(match, chair, chair.player))
            except _Failed as failed:
                chair.player = None
                self._forfeit(seat, actions, failed)
            else:
                return
        match.submit(seat, chair.stand_in.choose(match.view(seat)))

    def _choose(self, match: Match, chair: _Chair, player: Player) -> Action:
        view, began = match.view(match.active), time.perf_counter()
        limited = not isinstance(player, Staying)
        action = self._ask(match.active, lambda: player.choose(view), limited=limited)
        taken = time.perf_counter() - began
        if limited and taken > self.tournament.seconds_per_move:  # where nothing can interrupt a player
            raise self._too_slow()
        chair.moves += 1
        chair.seconds += taken
        return action

    def _ask(self, seat: Seat, question: Callable[[], _Given], *, limited: bool) -> _Given:
        """The answer, if it comes in time; anything else raises `_Failed`."""
        self.thinking(self.turn, seat)
        try:
            with time_limit(self.tournament.seconds_per_move) if limited else nullcontext():
                return question()
        except TimeIsUp:
            raise self._too_slow() from None
        except _Failed:
            raise
        except TsuroError as error:
            raise _Failed(_said(error)) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 -- whatever a player does, the others play on
            raise _Failed(f"{type(error).__name__}: {_said(error)}") from None
        finally:
            self.thinking(self.turn, None)

    def _too_slow(self) -> _Failed:
        return _Failed(f"took longer than {self.tournament.seconds_per_move:g} seconds")

    def _forfeit(self, seat: Seat, actions: int, failed: _Failed) -> None:
        reason = _in_one_line(str(failed))[:LONGEST_REASON].strip()
        self.forfeits.append(Forfeit(seat=seat, action=actions, reason=reason))

    def _played(self, match: Match, chairs: list[_Chair]) -> Played:
        assert match.outcome is not None  # noqa: S101 -- the match is over
        ranking, shares = ranked(match.outcome, {forfeit.seat for forfeit in self.forfeits})
        return Played(
            block=self.block.number,
            turn=self.turn,
            lineup=self._lineup,
            ranking=ranking,
            shares=shares,
            marks=tuple(mark for mark in match.state.starts if mark is not None),
            tiles=match.state.tiles_placed,
            moves=tuple(chair.moves for chair in chairs),
            seconds=tuple(round(chair.seconds, 4) for chair in chairs),
            forfeits=tuple(self.forfeits),
        )

    def _record(self, match: Match) -> Record:
        """The record; its result follows the rules, and a comment says who forfeited."""
        number = self.block.number * self.tournament.players + self.turn + 1
        record = match.record()
        comments = tuple(
            f"Player {f.seat + 1}, {match.names[f.seat]}, forfeited after {f.action} actions: {f.reason}"
            for f in self.forfeits
        )
        return replace(record, comments=comments, tags=(("arena-game", str(number)), *record.tags))


def _submit(match: Match, action: Action) -> None:
    """Do this for the active player, if it is an action and the rules allow it."""
    if not isinstance(action, PlaceMarker | PlayTile | ExchangeTiles):
        raise _Failed(f"answered with a {type(action).__name__} instead of an action")
    try:
        match.submit(match.active, action)
    except Refused as refused:
        raise _Failed(f"tried {_written(action)}: {refused}") from None
    except Exception as error:  # noqa: BLE001 -- a nonsensical action; nothing has changed
        raise _Failed(f"answered with an impossible action: {_said(error)}") from None


def _written(action: Action) -> str:
    try:
        return repr(write_action(action))
    except Exception:  # noqa: BLE001 -- it may hold anything
        return f"an impossible {type(action).__name__}"


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 -- a player's own error class, which may do anything
        return type(error).__name__


def _in_one_line(text: str) -> str:
    """The text without line breaks and invisible characters, as records require."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split()) or "nothing"
