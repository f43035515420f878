"""Chance that can be repeated, committed to, and verified.

A `Deal` decides every draw of a game from one secret. The same secret gives the
same draws on every platform and Python version: the numbers come from SHA-256,
not from a library's generator. Publish the `commitment` before a game and the
secret after it, and anyone can check that the tiles were not chosen on the way.
"""

from __future__ import annotations

import hashlib
import secrets

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
        self._used = 0  # bytes of the stream
        self._block = b""

    @classmethod
    def of_seed(cls, seed: int) -> Deal:
        """A deal for experiments and tests; a seed is guessed too easily for play among strangers."""
        return cls(f"seed {seed}".encode())

    @classmethod
    def of_secret(cls, secret: str) -> Deal:
        """The deal of an opened secret, in hexadecimal; raises `ValueError` if it is not."""
        return cls(bytes.fromhex(secret))

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
        return hashlib.sha256(b"tsuro commitment 1\n" + self.secret).hexdigest()
