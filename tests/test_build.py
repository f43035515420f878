"""How the package is built: compiled to C where that is possible, and as plain Python elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hatch_build import CompileToC, can_compile, is_wanted
from hatchling.bridge.app import Application
from hatchling.builders.wheel import WheelBuilder

NAMES = ["one", "two"]  # in one module, mypyc makes a file of another kind
BROKEN = "/bin/false"  # a compiler that is there and compiles nothing


@pytest.fixture
def data() -> dict[str, Any]:
    return {"force_include": {}, "pure_python": True, "infer_tag": False}


@pytest.fixture
def hook(tmp_path: Path) -> CompileToC:
    for name in [*NAMES, "plain"]:
        file = tmp_path / "src" / "small" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"def {name}() -> int:\n    return 1\n", encoding="utf-8")
    (tmp_path / "src" / "small" / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "small"\nversion = "1"\n', encoding="utf-8")
    builder = WheelBuilder(str(tmp_path), app=Application())
    config = {"include": [f"small/{name}.py" for name in NAMES]}
    return CompileToC(str(tmp_path), config, builder.config, builder.metadata, str(tmp_path), "wheel", builder.app)


def made(data: dict[str, Any]) -> set[str]:
    return {file.split(".")[0] for file in data["force_include"].values()}


def test_listed_modules_are_compiled_and_no_others(
    hook: CompileToC, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TSURO_COMPILE", "1")
    hook.initialize("standard", data)
    assert {f"small/{name}" for name in NAMES} <= made(data)
    assert "small/plain" not in made(data)
    assert (data["pure_python"], data["infer_tag"]) == (False, True)
    files = [Path(file) for file in data["force_include"]]
    assert all(file.exists() for file in files)
    hook.finalize("standard", data, "")
    assert not any(file.exists() for file in files)


def test_without_a_compiler_that_works_it_stays_plain_python(
    hook: CompileToC, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TSURO_COMPILE", raising=False)
    monkeypatch.setenv("CC", BROKEN)
    assert is_wanted()
    hook.initialize("standard", data)
    assert (made(data), data["pure_python"]) == (set(), True)
    assert "plain Python" in capsys.readouterr().err


def test_whoever_asks_for_it_hears_why_it_cannot_be(
    hook: CompileToC, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TSURO_COMPILE", "1")
    monkeypatch.setenv("CC", BROKEN)
    with pytest.raises(RuntimeError, match=f"cannot be compiled to C:(.|\n)*{BROKEN}"):
        hook.initialize("standard", data)


@pytest.mark.parametrize(("asked", "version"), [("0", "standard"), ("1", "editable")])
def test_nothing_is_compiled_where_sources_run_as_they_are_or_nobody_wants_it(
    hook: CompileToC, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch, asked: str, version: str
) -> None:
    monkeypatch.setenv("TSURO_COMPILE", asked)
    hook.initialize(version, data)
    assert (made(data), hook.work) == (set(), None)
    assert bool(hook.dependencies()) is (asked == "1")


def test_nobody_waits_for_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert not can_compile()
    monkeypatch.setenv("CC", f"{sys.executable} -m something")
    monkeypatch.setattr("sys.platform", "win32")
    assert not can_compile()
