"""A bot is added in one place, `BOTS`; everything else follows, or a test says what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tsuro.bots import BOTS, levels

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
REGISTERED = """
import tsuro.bots
from tsuro.bots import BOTS, Bot, Wanderer
BOTS["novice"] = Bot(make=lambda random, option: Wanderer(random), style="Learns as it goes.")
"""


def with_a_novice(code: str) -> str:
    """What a new process prints in which the registry has one more bot."""
    done = subprocess.run(
        [sys.executable, "-c", REGISTERED + code],
        capture_output=True,
        check=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize("command", ["play", "arena", "engine"])
def test_a_new_bot_is_in_the_help(command: str) -> None:
    told = with_a_novice(f"from tsuro.cli import main; main(['{command}', '--help'])")
    assert "novice" in told


def test_a_new_bot_is_offered_by_the_page_and_known_to_the_protocol() -> None:
    limits = with_a_novice("from scripts.page_limits import text; print(text())")
    assert '"dragon", "novice"]);' in limits
    types = with_a_novice("from scripts.page_types import text; print(text())")
    assert '"dragon" | "novice"' in types
    read = "import msgspec; from tsuro.server.messages.requests import AddBot; print(msgspec.json.schema(AddBot))"
    assert "'novice'" in with_a_novice(read)


def test_a_new_bot_plays_and_is_an_engine() -> None:
    engine = "from tsuro.cli import main; import sys, io; main(['engine', 'novice'])"
    done = subprocess.run(
        [sys.executable, "-c", REGISTERED + engine],
        input="tsuro 1\nquit\n",
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.startswith("name novice\n")


def test_the_yardstick_of_the_field_and_the_pupil_are_not_offered_at_tables() -> None:
    assert set(BOTS) - set(levels()) == {"monte-carlo", "learned"}


@pytest.mark.parametrize("page", ["bots.md", "architecture.md"])
def test_every_bot_is_described(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert [name for name in BOTS if f"| `{name}` |" not in text] == []
