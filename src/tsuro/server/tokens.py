"""Secrets that stand for a person, a program, a table or a hand-over: 128 random bits each."""

from __future__ import annotations

import secrets
from hashlib import sha256

__all__ = ["guest_of", "new_token"]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(16)


def guest_of(token: str) -> str:
    """The guest who holds the token, as the rest of the server knows them."""
    return sha256(token.encode()).hexdigest()
