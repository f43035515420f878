"""The libraries of the extra `rl` are loaded by those who ask for them, and a sentence says how to get them."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest


def test_the_game_and_its_command_load_neither_library() -> None:
    program = "import sys, tsuro, tsuro.cli, tsuro.rl; print({'gymnasium', 'pettingzoo'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(("library", "name"), [("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")])
def test_without_the_library_a_sentence_names_the_extra(
    library: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [module for module in sys.modules if module.startswith(f"tsuro.rl.{library}")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"needs {name}: pip install 'tsuro\[rl\]'"):
        importlib.import_module(f"tsuro.rl.{library}")
