"""The messages between server and clients: one union for each direction. docs/protocol.md describes them."""

import msgspec

from tsuro.server.messages.answers import PROTOCOL, ServerMessage
from tsuro.server.messages.requests import ClientMessage, Request

__all__ = ["ENCODER", "PROTOCOL", "ClientMessage", "Request", "ServerMessage"]

ENCODER = msgspec.json.Encoder()
"""Turns messages, and parts of them, into bytes."""
