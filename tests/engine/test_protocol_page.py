"""What docs/engine-protocol.md shows is true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from textwrap import dedent

from tsuro import Match, view
from tsuro.bots import Wanderer
from tsuro.engine import EnginePlayer
from tsuro.engine.lines import ENGINE_LINES, HOST_LINES, LONGEST, Position, choices, read_host_line
from tsuro.referee import play

PAGE = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text(encoding="utf-8")


def block(begins: str) -> str:
    blocks = [dedent(text) for text in re.findall(r"^ *```\w*\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)]
    (found,) = [text for text in blocks if text.startswith(begins)]
    return found


def test_the_conversation_is_what_the_engine_says() -> None:
    conversation = block("> tsuro 1").splitlines()
    host = [line[2:] for line in conversation if line.startswith("> ")]
    engine = [line[2:] for line in conversation if line.startswith("< ")]
    assert len(host) + len(engine) == len(conversation)
    done = subprocess.run(
        [sys.executable, "-m", "tsuro", "engine", "wanderer"],
        input="".join(f"{line}\n" for line in host),
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.stdout.splitlines() == engine
    assert done.returncode == 0


def test_the_conversation_is_what_the_host_says() -> None:
    host = [line[2:] for line in block("> tsuro 1").splitlines() if line.startswith("> ")]
    positions = [number for number, line in enumerate(host) if line.startswith("position ")]
    assert len(positions) == 2
    for number in positions:
        line = read_host_line(host[number])
        assert isinstance(line, Position)
        told = [str(choice) for choice in choices(view(line.state, line.state.active))]
        assert host[number + 1 : number + 1 + len(told)] == told
        assert host[number + 1 + len(told)] == "go ms 60000"


def test_every_line_is_described() -> None:
    rows = re.findall(r"^\| `([a-z]+)", PAGE, re.MULTILINE)
    assert set(rows) == {*HOST_LINES, *ENGINE_LINES}
    assert f"longer than {LONGEST:,} bytes" in PAGE


def test_the_engine_to_begin_with_plays(tmp_path: Path) -> None:
    path = tmp_path / "careful.py"
    path.write_text(block("import sys\n\nactions"), encoding="utf-8")
    with EnginePlayer(shlex.join([sys.executable, str(path)]), seconds=120) as engine:
        assert engine.name == "Careful"
        for seed in range(4):
            match = Match(players=2 + seed, seed=seed)
            play(match, [engine, *(Wanderer(Random(seat)) for seat in range(1 + seed))])
            assert match.is_over


def test_a_player_of_ones_own_answers_as_an_engine(tmp_path: Path) -> None:
    path = tmp_path / "my_own.py"
    path.write_text(block("import sys\n\nfrom tsuro"), encoding="utf-8")
    with EnginePlayer(shlex.join([sys.executable, str(path)]), seconds=120) as engine:
        assert engine.name == "My own"
        assert play(Match(players=2, seed=1), [engine, engine]).is_over
