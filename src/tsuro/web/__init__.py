"""The page in the browser: files for the server to give out, and nothing that Python runs."""

from __future__ import annotations

from pathlib import Path

__all__ = ["PAGE"]

PAGE = Path(__file__).parent / "page"
"""The folder with everything that a browser may have."""
