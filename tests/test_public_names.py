"""What `import tsuro` offers, and what the modules say they offer."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import tsuro

SOURCES = sorted(Path(tsuro.__file__).parent.rglob("*.py"))
MODULES = [module.name for module in pkgutil.walk_packages(tsuro.__path__, prefix="tsuro.")]


@pytest.mark.parametrize("name", ["tsuro", *(name for name in MODULES if name != "tsuro.__main__")])
def test_every_module_has_the_names_it_promises(name: str) -> None:
    module = importlib.import_module(name)
    promised = getattr(module, "__all__", [])
    assert len(set(promised)) == len(promised)
    assert all(hasattr(module, promise) for promise in promised)


def test_the_package_offers_exactly_this() -> None:
    offered = {name for name in vars(tsuro) if not name.startswith("_")}
    modules = {name.split(".")[1] for name in MODULES}
    assert offered - modules == set(tsuro.__all__)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_functions_and_modules_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    functions = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert text.count("\n") <= 400
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno >= 60] == []


def test_the_version_is_in_the_changelog() -> None:
    changelog = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {tsuro.__version__}" in changelog
