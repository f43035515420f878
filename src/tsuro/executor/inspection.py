"""Whether a node of a cluster has what a job needs.

A node may lack Tsuro, or have another one. So this module is sent there as it is, and imports nothing of ours
before it has looked.
"""

from __future__ import annotations

import os
import pickle
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

__all__ = ["difference", "sources", "trouble"]


def sources() -> tuple[str, str]:
    """The version of Tsuro on this machine, and a digest of its modules."""
    tsuro = import_module("tsuro")  # it may not be there
    folder, digest = Path(str(tsuro.__file__)).parent, sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return tsuro.__version__, digest.hexdigest()


def difference(wanted: tuple[str, str]) -> str | None:
    """How the Tsuro of this machine is another one, in words; None if it is the same."""
    if find_spec("tsuro") is None:
        return f"Tsuro is not installed there, version {wanted[0]} is needed"
    found = sources()
    if found[0] != wanted[0]:
        return f"it has Tsuro {found[0]}, and {wanted[0]} is needed"
    return None if found == wanted else f"its Tsuro {found[0]} is not the same as here: the modules differ"


def trouble(wanted: tuple[str, str], interpreted: str, job: bytes) -> str | None:
    """Why the job cannot be done on this machine, in words; otherwise None, and the machine is prepared."""
    if different := difference(wanted):
        return different
    os.environ["TSURO_INTERPRETED"] = interpreted
    try:
        pickle.loads(job).prepare()  # noqa: S301 -- from our own driver
    except Exception as error:  # noqa: BLE001 -- such as a module with a bot that this machine lacks
        return f"it cannot do this: {type(error).__name__}: {error}"
    return None
