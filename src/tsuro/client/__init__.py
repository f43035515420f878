"""A bot at a table of any server, over the public protocol (docs/protocol.md)."""

from __future__ import annotations

from tsuro.client.player import Visitor
from tsuro.client.table import LostConnection, RemoteTable, TableGone

__all__ = ["LostConnection", "RemoteTable", "TableGone", "Visitor"]
