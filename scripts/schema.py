"""Writes docs/protocol.schema.json, the messages of a table for programs in any language."""

from __future__ import annotations

import json
from pathlib import Path

from tsuro.server.messages.schema import schema

PAGE = Path(__file__).parent.parent / "docs" / "protocol.schema.json"


def text() -> str:
    """The content of the file."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
