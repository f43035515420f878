"""The messages between server and clients: one union for each direction. docs/protocol.md tells their story."""

from tsuro.server.messages.answers import PROTOCOL, ServerMessage
from tsuro.server.messages.requests import ClientMessage, Request

__all__ = ["PROTOCOL", "ClientMessage", "Request", "ServerMessage"]
