"""`tsuro bench`: what it measures and how it says so."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tsuro.bots import Dragon
from tsuro.cli import main, rl_benchmark
from tsuro.fast import loader
from tsuro.fast.core import INTERPRETED, Core
from tsuro.rl.pettingzoo import tsuro_v0

pytestmark = pytest.mark.slow

YARDSTICK = """\
#include <stdio.h>
int main(int count, char **words) {
    if (count != 4) return 2;
    printf("players %s games/s 8000000 and more\\n", words[1]);
    return 0;
}
"""


@pytest.fixture
def yardstick(tmp_path: Path) -> Path:
    path = tmp_path / "yardstick.c"
    path.write_text(YARDSTICK, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _thinking_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dragon, "PLAYOUTS", 20)
    monkeypatch.setattr("tsuro.bench.sharing.WIDTH", 120)
    monkeypatch.setattr("tsuro.bench.sharing.PLACEMENTS", 4)


@pytest.fixture
def _without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.cli.waiting.is_wanted", lambda: False)
    monkeypatch.setattr("tsuro.cli.benchmark.is_installed", lambda: False)


@pytest.fixture
def _with_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    if not loader.is_installed():
        pytest.skip(reason="needs the extra fast")
    monkeypatch.delenv("TSURO_INTERPRETED", raising=False)


def test_bench_prints_json_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.05"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["match"]) == {"2", "4", "8"}
    assert figures["views"]["4"]["placements_per_second"] > 0
    assert figures["memory"]["2"]["bytes_per_match"] > 0
    assert main(["bench", "--seconds", "0.05"]) == 0
    assert "placements/s" in capsys.readouterr().out


@pytest.mark.usefixtures("_with_numba")
def test_both_forms_are_measured_beside_the_yardstick(yardstick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.02", "--yardstick", str(yardstick)]) == 0
    figures = json.loads(capsys.readouterr().out)
    measured = {"playouts", "limit", "ratio_to_limit", "threads", "batch", "bots", "match", "views", "memory"}
    assert set(figures) == measured | {"sharing"}
    assert all(cost["bytes"] > 1000 and cost["cpu_seconds"] > 0 for cost in figures["sharing"].values())
    assert set(figures["sharing"]) == {"gif", "webp"}
    assert set(figures["bots"]) == {"guardian", "dragon"}
    for slowest in figures["bots"].values():
        assert 0 < slowest["compiled"] < slowest["interpreted"]
    for players in ("2", "4", "8"):
        compiled, interpreted = (figures["playouts"][form][players] for form in ("compiled", "interpreted"))
        assert compiled > interpreted > 0
        assert figures["ratio_to_limit"][players] == pytest.approx(compiled / 8_000_000, abs=0.001)
    assert figures["limit"] == {"2": 8_000_000, "4": 8_000_000, "8": 8_000_000}
    assert 0 < figures["ratio_to_limit"]["geometric_mean"] < 1
    assert figures["threads"]["ratio"] == pytest.approx(
        figures["threads"]["2"] / figures["threads"]["1"], abs=0.01
    )
    assert figures["batch"]["games"] == 1024
    assert figures["batch"]["steps_per_second"] > 0
    assert figures["batch"]["with_random_choice"] > 0


@pytest.mark.usefixtures("_with_numba")
def test_the_tables_tell_the_ratios(yardstick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.02", "--yardstick", str(yardstick)]) == 0
    told = capsys.readouterr().out
    assert "8,000,000" in told
    assert " × " in told
    assert "Two threads: " in told
    assert "Batches of 1,024 games: " in told
    assert "geometric mean" in told
    assert "guardian" in told
    assert ".webp" in told
    assert main(["bench", "--seconds", "0.02"]) == 0
    assert "geometric mean" not in capsys.readouterr().out


@pytest.mark.usefixtures("_without_numba")
def test_without_numba_the_rest_is_measured(yardstick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.01", "--yardstick", str(yardstick)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["playouts"]["compiled"] is None
    assert figures["ratio_to_limit"] is figures["threads"] is figures["batch"] is None
    assert figures["bots"]["dragon"]["compiled"] is None
    assert figures["bots"]["dragon"]["interpreted"] > 0
    assert main(["bench", "--seconds", "0.01"]) == 0
    assert "pip install 'tsuro[fast]'" in capsys.readouterr().out


def test_numba_that_is_only_switched_off_need_not_be_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TSURO_INTERPRETED", "1")
    monkeypatch.setattr("tsuro.cli.benchmark.is_installed", lambda: True)
    assert main(["bench", "--seconds", "0.01"]) == 0
    assert "The compiled core was not measured." in capsys.readouterr().out


def test_why_it_is_slow_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def best_core(*, wait: bool) -> Core:
        assert wait
        return INTERPRETED

    monkeypatch.setattr("tsuro.cli.waiting.is_wanted", lambda: True)
    monkeypatch.setattr("tsuro.cli.waiting.best_core", best_core)
    monkeypatch.setattr("tsuro.cli.waiting.trouble", lambda: "The disk is full.")
    assert main(["bench", "--json", "--seconds", "0.01"]) == 0
    shown = capsys.readouterr()
    assert "The disk is full." in shown.err
    assert json.loads(shown.out)["playouts"]["compiled"] is None


@pytest.mark.usefixtures("_without_numba")
@pytest.mark.parametrize(
    ("source", "said"),
    [
        (None, "there is no such file"),
        ("int main(", "does not compile"),
        ("int main(void) { return 3; }", "fails: exit code 3"),
        ("int main(void) { return 0; }", "does not say how many games/s it plays"),
    ],
)
def test_a_bad_yardstick_is_refused(
    source: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.c"
    if source is not None:
        path.write_text(source, encoding="utf-8")
    assert main(["bench", "--seconds", "0.01", "--yardstick", str(path)]) == 2
    shown = capsys.readouterr()
    assert f"tsuro: {path}" in shown.err
    assert said in shown.err
    assert shown.out == ""


@pytest.mark.usefixtures("_without_numba")
def test_without_a_compiler_the_yardstick_is_refused(
    yardstick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert main(["bench", "--seconds", "0.01", "--yardstick", str(yardstick)]) == 2
    assert "needs a C compiler, and there is none here (no-such-compiler)" in capsys.readouterr().err


@pytest.mark.usefixtures("_without_numba")
def test_a_compiler_that_does_not_start_is_no_traceback(
    yardstick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/no/such/shell\n", encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    assert main(["bench", "--seconds", "0.01", "--yardstick", str(yardstick)]) == 2
    assert "does not compile: " in capsys.readouterr().err


def test_bench_measures_environments_next_to_those_of_the_libraries(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rl_benchmark, "_connect_four", lambda: tsuro_v0.env(players=2))
    assert main(["bench", "--rl", "--json", "--seconds", "0.02"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["pettingzoo"]["steps_per_second"]) == {"tsuro_v0", "tsuro_v0.raw_env", "connect_four_v3"}
    assert figures["pettingzoo"]["ratio"] > 0
    assert set(figures["gymnasium"]["steps_per_second"]) == {"random", "greedy", "apprentice"}
    assert figures["vector"]["games"] == 1024
    assert all(speed > 0 for speed in figures["vector"]["steps_per_second"].values())
    assert set(figures["openspiel"]["steps_ratio"]) == {"python_tic_tac_toe", "connect_four"}


def test_bench_says_which_environments_are_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo.classic.connect_four.connect_four", None)
    monkeypatch.setitem(sys.modules, "tsuro.rl.openspiel", None)
    assert main(["bench", "--rl", "--seconds", "0.02"]) == 0
    printed = capsys.readouterr().out
    assert "connect_four_v3 was not measured" in printed
    assert "OpenSpiel was not measured" in printed
    monkeypatch.setitem(sys.modules, "tsuro.rl.pettingzoo", None)
    assert main(["bench", "--rl"]) == 2
