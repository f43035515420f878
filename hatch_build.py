"""Compiles what every move passes through to C when the package is built (decision 22 in docs/decisions).

It does so on Linux where there is a C compiler, and leaves everything as plain Python where it cannot.
TSURO_COMPILE=1 makes it try anywhere, and fail if it cannot; with TSURO_COMPILE=0 it does not try.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IN_PLACE = "editable"  # what hatchling calls an installation that runs the sources where they are
COMPILER = "mypy[mypyc]>=2.4,<3"
# The types are checked with the rest of the project: of modules that stay Python, mypyc only needs to know them.
CHECKS = ("--strict", "--follow-imports=silent", "--ignore-missing-imports")
SETUP = """
from setuptools import setup
from mypyc.build import mypycify

setup(name="compiled", package_dir={{"": "src"}}, ext_modules=mypycify({what!r}, opt_level="3", debug_level="0"))
"""


class CompileToC(BuildHookInterface[BuilderConfig]):
    """Puts compiled modules beside those of the same name; Python then takes the compiled ones."""

    work: TemporaryDirectory[str] | None = None  # not in a clone, where Python would take them from then on

    def dependencies(self) -> list[str]:
        """The compiler, and what the package itself needs, since mypyc looks at its types."""
        return [COMPILER, *self.metadata.core.dependencies] if is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == IN_PLACE or not is_wanted():
            return
        self.work = TemporaryDirectory(prefix="tsuro-")
        folder = Path(self.work.name)
        made = folder / "made"
        done = self._compile(folder, made)
        if done.returncode == 0:
            build_data["pure_python"], build_data["infer_tag"] = False, True
            build_data["force_include"] |= {str(file): str(file.relative_to(made)) for file in made.rglob("*.*")}
            return
        self.work.cleanup()
        if wish():
            raise RuntimeError(f"Tsuro cannot be compiled to C:\n{done.stdout}{done.stderr}")
        self.app.display_warning("Tsuro is built as plain Python, since it cannot be compiled to C here.")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 -- hatchling's names
        if self.work is not None:
            self.work.cleanup()

    def _compile(self, folder: Path, made: Path) -> subprocess.CompletedProcess[str]:
        source = folder / "src"
        shutil.copytree(Path(self.root, "src"), source, ignore=shutil.ignore_patterns("__pycache__", "page"))
        modules = sorted(path for pattern in self.config["include"] for path in source.glob(pattern))
        script = SETUP.format(what=[*CHECKS, *(str(path.relative_to(folder)) for path in modules)])
        command = [sys.executable, "-c", script, "build_ext", f"--build-lib={made}"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 -- our own


def wish() -> bool | None:
    """What whoever builds it asked for; None if nothing."""
    said = os.environ.get("TSURO_COMPILE", "")
    return said != "0" if said else None


def is_wanted() -> bool:
    wished = wish()
    return can_compile() if wished is None else wished


def can_compile() -> bool:
    """Whether there seems to be all that a C compiler needs."""
    is_usual = sys.platform == "linux" and platform.python_implementation() == "CPython"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    return is_usual and Path(sysconfig.get_path("include"), "Python.h").exists() and bool(shutil.which(compiler))
