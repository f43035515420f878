"""Chance that can be repeated, committed to, and verified.

A `Deal` decides every draw of a game from one secret. The same secret gives the
same draws on every platform and Python version: the numbers come from SHA-256,
not from a library's generator. Publish the `commitment` before a game and the
secret after it, and anyone can check that the tiles were not chosen on the way.

A commitment alone does not show that the dealer did not try many secrets and keep the one they
liked. In a deal that is `shared`, the dealer commits first, then the players contribute numbers that the
dealer could not know, and the secret of the deal follows from both.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from tsuro.game.board import Seat
from tsuro.game.tiles import Tile

__all__ = ["NO_CONTRIBUTIONS", "WITHHELD", "Deal", "Origin", "seal_of", "write_contributions"]

NO_CONTRIBUTIONS = "none"
WITHHELD = "withheld"  # a contribution that was sealed, but not opened in time
_CONTRIBUTIONS = re.compile(r"[1-8] (?:[0-9a-f]{32}|withheld)(?:, [1-8] (?:[0-9a-f]{32}|withheld))*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What the secret of a shared deal was made from."""

    secret: bytes  # the dealer's, committed to before anybody contributed
    contributions: str  # as `write_contributions` writes them

    @property
    def commitment(self) -> str:
        """The hash that the dealer published before anybody contributed."""
        return _commitment(self.secret)


def write_contributions(contributions: Mapping[Seat, str]) -> str:
    """Who contributed what, in one line: each player's number, and 32 hexadecimal digits or `WITHHELD`.

    >>> write_contributions({2: "00112233445566778899aabbccddeeff", 0: WITHHELD})
    '1 withheld, 3 00112233445566778899aabbccddeeff'
    """
    return ", ".join(f"{seat + 1} {contributions[seat]}" for seat in sorted(contributions)) or NO_CONTRIBUTIONS


def seal_of(commitment: str, contribution: str) -> str:
    """The hash by which a player is bound to a contribution before the others open theirs."""
    return hashlib.sha256(f"tsuro contribution 1\n{commitment}\n{contribution}".encode()).hexdigest()


def _check(contributions: str) -> None:
    """Each player contributes once at most, and in one order: more forms would be more tries."""
    numbers = [part[0] for part in contributions.split(", ")]
    is_well_formed = _CONTRIBUTIONS.fullmatch(contributions) and numbers == sorted(set(numbers))
    if contributions != NO_CONTRIBUTIONS and not is_well_formed:
        raise ValueError(f"{contributions!r} are no contributions")


def _commitment(secret: bytes) -> str:
    return hashlib.sha256(b"tsuro commitment 1\n" + secret).hexdigest()


class Deal:
    """Draws tiles from the pile, each as likely as any other.

    >>> deal = Deal.of_seed(7)
    >>> [deal((1, 2, 3, 4)) for _ in range(6)]
    [4, 1, 2, 3, 3, 4]
    """

    def __init__(self, secret: bytes, origin: Origin | None = None) -> None:
        self.secret = secret
        self.origin = origin  # what the secret was made from, in a shared deal
        self._used = 0  # bytes of the stream
        self._block = b""

    def __copy__(self) -> Deal:
        twin = Deal(self.secret, self.origin)
        twin._used, twin._block = self._used, self._block
        return twin

    @classmethod
    def of_seed(cls, seed: int) -> Deal:
        """A deal for experiments and tests; a seed is guessed too easily for play among strangers."""
        return cls(f"seed {seed}".encode())

    @classmethod
    def of_secret(cls, secret: str) -> Deal:
        """The deal of an opened secret, in hexadecimal; raises `ValueError` if it is not."""
        return cls(bytes.fromhex(secret))

    @classmethod
    def shared(cls, secret: str, contributions: str) -> Deal:
        """The deal of a dealer's secret and the players' contributions; raises `ValueError` for malformed ones.

        Where nobody contributed, the dealer's secret is that of the deal.
        """
        _check(contributions)
        origin = Origin(secret=bytes.fromhex(secret), contributions=contributions)
        if contributions == NO_CONTRIBUTIONS:
            return cls(origin.secret, origin)
        mixed = f"tsuro shared deal 1\n{origin.secret.hex()}\n{contributions}"
        return cls(hashlib.sha256(mixed.encode()).digest(), origin)

    @classmethod
    def fresh(cls) -> Deal:
        """A deal nobody can foresee, from the operating system's randomness."""
        return cls(secrets.token_bytes(32))

    def __call__(self, pile: tuple[Tile, ...]) -> Tile:
        """The tile at a place from 0 to len(pile) - 1; bytes that would favour some places are thrown away."""
        places = len(pile)
        fair = 256 - 256 % places
        while True:
            block, index = divmod(self._used, 32)
            if index == 0:
                self._block = hashlib.sha256(b"tsuro draw 1\n%d\n" % block + self.secret).digest()
            self._used += 1
            if (byte := self._block[index]) < fair:
                return pile[byte % places]

    @property
    def commitment(self) -> str:
        """The hash that binds the dealer to the secret without giving it away."""
        return _commitment(self.secret)

    def first_of(self, players: int) -> Seat:
        """Who is first, where chance decides: each as likely as any other, and independent of all draws."""
        return Deal(hashlib.sha256(b"tsuro first 1\n" + self.secret).digest())(tuple(range(players)))
