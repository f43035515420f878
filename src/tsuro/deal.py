"""Chance that can be repeated, committed to, and verified.

A `Deal` decides every draw of a game from one secret. The same secret gives the
same draws on every platform and Python version: the numbers come from SHA-256,
not from a library's generator. Publish the `commitment` before a game and the
secret after it, and anyone can check that the tiles were not chosen on the way.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from tsuro.game.tiles import Tile

__all__ = ["Deal"]


class Deal:
    """Draws tiles from the pile, each as likely as any other.

    >>> deal = Deal.of_seed(7)
    >>> [deal((1, 2, 3, 4)) for _ in range(6)]
    [4, 1, 2, 3, 3, 4]
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._bytes = self._stream()

    @classmethod
    def of_seed(cls, seed: int) -> Deal:
        """A deal for experiments and tests; a seed is guessed too easily for play among strangers."""
        return cls(f"seed {seed}".encode())

    @classmethod
    def fresh(cls) -> Deal:
        """A deal nobody can foresee, from the operating system's randomness."""
        return cls(secrets.token_bytes(32))

    def __call__(self, pile: tuple[Tile, ...]) -> Tile:
        return pile[self._below(len(pile))]

    @property
    def commitment(self) -> str:
        """The hash that binds the dealer to the secret without giving it away."""
        return hashlib.sha256(b"tsuro commitment 1\n" + self.secret).hexdigest()

    def _below(self, bound: int) -> int:
        """A number from 0 to bound - 1; bytes that would favour some numbers are thrown away."""
        fair = 256 - 256 % bound
        while (byte := next(self._bytes)) >= fair:
            pass
        return byte % bound

    def _stream(self) -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.sha256(b"tsuro draw 1\n%d\n" % block + self.secret).digest()
            block += 1
