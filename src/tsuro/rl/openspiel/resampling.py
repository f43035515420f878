"""Another history that a player cannot tell from the one that was played.

It is dealt backwards. First, the tiles that the player cannot see now are dealt to the other hands and the
pile. Then the game is taken back, turn by turn: a tile that was placed goes back into the hand; where a tile
was drawn, any tile of the hand goes back into the pile; where tiles were shuffled in, any tiles of the
pile go back to those who held as many. How many choices there are in each step, everybody knows, so each history
is as likely as any other that fits. Two things can stand against a choice:

* the player has seen tiles go into the pile, in an exchange or from their own hand: nobody else held them then;
* somebody had to go out: then each tile of that hand would have done it (P2).

Choices are therefore made among those that fit so far, which then are no longer all alike; if in the end they do
not fit, everything is dealt anew. What is not considered is how likely the others were to play as they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from tsuro.fast.ids import DONE, GIVE_TILE, TAKE_TILE
from tsuro.game.board import Seat
from tsuro.game.tiles import TILES, Tile
from tsuro.rl.openspiel.log import ACTS, DRAWS, Entry
from tsuro.rl.openspiel.moment import Moment
from tsuro.rl.openspiel.turns import Turn, turns_of

__all__ = ["Sampler", "other_history"]

Sampler: TypeAlias = Callable[[], float]
"""Gives numbers from 0 to 1."""


def other_history(now: Moment, viewer: Seat, sampler: Sampler) -> list[Entry]:
    """Actions and draws that lead to a moment which looks the same to the viewer."""
    turns = turns_of(now, viewer)
    while True:
        try:
            return _Past(now, viewer, turns, sampler).entries()
        except _DoesNotFit:
            continue


class _DoesNotFit(Exception):
    """What was dealt contradicts what the viewer knows."""


class _Past:
    """A game that is being taken back."""

    def __init__(self, now: Moment, viewer: Seat, turns: Sequence[Turn], sampler: Sampler) -> None:
        self.viewer = viewer
        self.turns = turns
        self.sampler = sampler
        self.deadlines = [at for at, turn in enumerate(turns) if turn.known]
        seen = {viewer: now.hands[viewer]}
        if turns and turns[-1].offered and turns[-1].seat == viewer and not turns[-1].is_shuffled:
            seen |= {seat: now.hands[seat] for seat in turns[-1].out}
        placed = {turn.tile for turn in turns if turn.is_placement}
        self.pile = [t for t in TILES if t not in placed and not any(t in hand for hand in seen.values())]
        self.hands = [
            list(seen[seat]) if seat in seen else self.take(len(hand), self.pile)
            for seat, hand in enumerate(now.hands)
        ]

    def entries(self) -> list[Entry]:
        """Take everything back; what was taken back, the first entry first."""
        back: list[Entry] = []
        for at in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[at]
            if turn.kind == DRAWS:
                back.append((DRAWS, turn.seat, self.undraw(at, turn)))
            else:
                words = self.unplace(turn) if turn.is_placement else []
                back += [(ACTS, turn.seat, word) for word in (*reversed(words), turn.what)]
        return back[::-1]

    # Draws

    def undraw(self, at: int, turn: Turn) -> Tile:
        hand = self.hands[turn.seat]
        tile = turn.what if turn.seat == self.viewer else self.pick(self.may_go_back(at, turn.seat))
        hand.remove(tile)
        self.pile.append(tile)
        return tile

    def may_go_back(self, at: int, seat: Seat) -> Sequence[Tile]:
        """The tiles of the hand, or those that must be in the pile soon, if there are as many of them as draws."""
        hand = self.hands[seat]
        deadline = next((d for d in reversed(self.deadlines) if d < at), None)
        if deadline is None:
            return hand
        urgent = [tile for tile in hand if tile in self.turns[deadline].known]
        draws = sum(turn.kind == DRAWS and turn.seat == seat for turn in self.turns[deadline + 1 : at + 1])
        if len(urgent) > draws:
            raise _DoesNotFit
        return urgent if len(urgent) == draws else hand

    # Placements, and what came of them

    def unplace(self, turn: Turn) -> list[int]:
        """Returns the words of an exchange, if there was one."""
        words: list[int] = []
        if turn.is_shuffled:
            words = self.unshuffle(turn)
        elif turn.offered:
            words = self.begun(turn)
        hand = self.hands[turn.seat]
        if turn.fatal is not None and not set(hand).issubset(turn.fatal):
            raise _DoesNotFit
        hand.append(turn.tile)
        return words

    def unshuffle(self, turn: Turn) -> list[int]:
        """Give the eliminated players back what they held, and take an exchange back."""
        if turn.offered and turn.seat == self.viewer:
            return self.unshuffle_own(turn)
        hand, swaps = self.hands[turn.seat], len(turn.given)
        kept = [
            tile for tile in turn.kept if swaps and tile in hand
        ]  # of the viewer's, now with the active player
        offer = self.take_these(tile for tile in turn.kept if tile not in kept)
        if turn.fatal is not None and turn.seat != self.viewer:
            self.hands[turn.seat] = self.take_fatal(turn)
            offer += self.hands[turn.seat]
        others = self.take(sum(turn.out.values()) - len(offer), self.pile)
        give = self.take(swaps, others)
        take = kept + self.take(swaps - len(kept), [tile for tile in hand if tile not in kept])
        self.hands[turn.seat] = [tile for tile in self.hands[turn.seat] if tile not in take] + give
        self.hand_out(turn, others + [tile for tile in take if tile not in turn.kept])
        if not turn.offered:
            return []
        return _words(give, take, self.hands[turn.seat], [*offer, *others, *take])

    def unshuffle_own(self, turn: Turn) -> list[int]:
        """The same where the viewer exchanged tiles, and saw them all."""
        self.take_these(turn.known)
        for seat, tiles in turn.offered.items():
            self.hands[seat] = list(tiles)
        hand = self.hands[turn.seat]
        self.hands[turn.seat] = [tile for tile in hand if tile not in turn.taken] + turn.given
        return turn.words

    def hand_out(self, turn: Turn, tiles: list[Tile]) -> None:
        """Deal the tiles to those eliminated players whose hands are not known otherwise."""
        for seat, held in turn.out.items():
            if seat == self.viewer:
                self.hands[seat] = list(turn.kept)
            elif turn.fatal is None or seat != turn.seat:
                self.hands[seat] = self.take(held, tiles)

    def begun(self, turn: Turn) -> list[int]:
        """The words of an exchange that is going on: others only know how many there were."""
        if turn.seat == self.viewer:
            return turn.words
        hand, offer = self.hands[turn.seat], [tile for seat in turn.out for tile in self.hands[seat]]
        give = sorted(self.take(len(turn.given), [*hand]))
        take = sorted(self.take(len(turn.taken), [*offer]))
        if take and (max(hand) <= give[len(take) - 1] or max(offer) <= take[-1]):
            raise _DoesNotFit  # it would be over
        return _in_turns(give, take)

    # Choices

    def pick(self, tiles: Sequence[Tile]) -> Tile:
        return tiles[min(int(self.sampler() * len(tiles)), len(tiles) - 1)]

    def take(self, n: int, tiles: list[Tile]) -> list[Tile]:
        """Take this many tiles, in any order."""
        if not 0 <= n <= len(tiles):
            raise _DoesNotFit
        taken = []
        for _ in range(n):
            tile = self.pick(tiles)
            tiles.remove(tile)
            taken.append(tile)
        return taken

    def take_these(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Take the tiles out of the pile."""
        taken = list(tiles)
        for tile in taken:
            if tile not in self.pile:
                raise _DoesNotFit
            self.pile.remove(tile)
        return taken

    def take_fatal(self, turn: Turn) -> list[Tile]:
        """Take the hand of somebody who had to go out."""
        fatal = [tile for tile in self.pile if tile in (turn.fatal or ())]
        return self.take_these(self.take(turn.out[turn.seat], fatal))


def _words(give: Iterable[Tile], take: Iterable[Tile], hand: Sequence[Tile], offer: Sequence[Tile]) -> list[int]:
    """An exchange as the rules want it said: in ascending order, and ended only if there was more to exchange."""
    given, taken = sorted(give), sorted(take)
    goes_on = not given or (max(hand) > given[-1] and max(offer) > taken[-1])
    return [*_in_turns(given, taken), *[DONE][:goes_on]]


def _in_turns(given: Sequence[Tile], taken: Sequence[Tile]) -> list[int]:
    words = [GIVE_TILE - 1 + tile for tile in given for _ in range(2)][: len(given) + len(taken)]
    words[1::2] = [TAKE_TILE - 1 + tile for tile in taken]
    return words
