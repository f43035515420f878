"""Secrets that stand for a person, a program, a table or a hand-over: 128 random bits each."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

__all__ = ["derived_token", "guest_of", "new_token"]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(16)


def derived_token(guest: str, purpose: str) -> str:
    """A token that is the same each time for a guest and a purpose, and that nobody else can compute."""
    digest = hmac.digest(guest.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def guest_of(token: str) -> str:
    """The guest who holds the token, as the rest of the server knows them."""
    return sha256(token.encode()).hexdigest()
