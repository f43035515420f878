"""What `import tsuro` offers, and what the modules say they offer."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
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
    offered = {name for name in dir(tsuro) if not name.startswith("_")}
    modules = {name.split(".")[1] for name in MODULES}
    assert offered - modules - {"TYPE_CHECKING", "import_module"} == set(tsuro.__all__)


def test_heavy_names_are_loaded_from_where_type_checkers_find_them() -> None:
    source = ast.parse(Path(tsuro.__file__).read_text(encoding="utf-8"))
    [typing] = [node for node in source.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    imports = [node for node in typing.body if isinstance(node, ast.ImportFrom)]
    assert {alias.name: node.module for node in imports for alias in node.names} == tsuro._HEAVY
    assert set(tsuro._HEAVY) <= set(tsuro.__all__)


def test_the_package_has_its_modules_and_nothing_else() -> None:
    program = "import tsuro; print(tsuro.render.__name__, hasattr(tsuro, 'nonsense'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "tsuro.render False\n"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_functions_and_modules_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    functions = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert text.count("\n") <= 400
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno >= 60] == []


def test_the_version_is_in_the_changelog() -> None:
    changelog = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {tsuro.__version__}" in changelog
