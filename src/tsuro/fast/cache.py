"""Where compiled functions are kept between runs: one folder for each set of things they depend on."""

from __future__ import annotations

import hashlib
import platform
import shutil
import time
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

__all__ = ["cache_folder", "is_warm", "mark_as_warm", "remove_old_folders"]

MARKER = "ready"
KEPT = 30 * 24 * 3600  # seconds for which the folders of other versions are kept, since both may be in use


def cache_folder() -> Path:
    """Where the compiled functions of exactly these sources, on this kind of processor, are kept."""
    from llvmlite.binding import get_host_cpu_name  # noqa: PLC0415 -- only there with the extra

    parts = (version("numba"), version("numpy"), platform.python_version(), get_host_cpu_name())
    digest = hashlib.sha256(" ".join(parts).encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return user_cache_path("tsuro") / f"compiled-{digest.hexdigest()[:16]}"


def is_warm() -> bool:
    """Whether everything has been compiled, so that it only needs to be loaded."""
    return (cache_folder() / MARKER).exists()


def mark_as_warm() -> None:
    (cache_folder() / MARKER).touch()


def remove_old_folders() -> None:
    """Remove what other versions left, once it has been unused for a month."""
    current = cache_folder()
    for folder in current.parent.glob("compiled-*"):
        if folder != current and _last_used(folder) < time.time() - KEPT:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    marker = folder / MARKER
    return (marker if marker.exists() else folder).stat().st_mtime
