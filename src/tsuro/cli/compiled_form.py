"""The compiled form that `make compiled` makes in a clone: servers run on it as long as the sources are the same.

docs/decisions/0022-a-site-may-compile.md says what is compiled, and why.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path

import tsuro

__all__ = ["FOLDER", "MARK", "digest_of", "run_on_compiled_form"]

FOLDER = Path("build") / "compiled"
MARK = "digest.txt"  # says of which sources the form is, and for which Python


def run_on_compiled_form() -> None:
    """Start this program again on the compiled form, where there is one; otherwise return.

    If PYTHONPATH is set, somebody has decided what is to run.
    """
    package = Path(tsuro.__file__).parent
    form = package.parents[1] / FOLDER
    if os.name != "posix" or "PYTHONPATH" in os.environ or not _is_of(form, package):
        return
    os.environ["PYTHONPATH"] = str(form)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 -- as it was started


def _is_of(form: Path, package: Path) -> bool:
    """Whether the form was compiled from just what is in the package now."""
    try:
        return (form / MARK).read_text(encoding="utf-8") == digest_of(package)
    except OSError:
        return False


def digest_of(package: Path) -> str:
    """A number for all that is in the package, and for this version of Python."""
    digest = sha256(sys.version.encode())
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(package).as_posix()}\0{file.stat().st_size}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
