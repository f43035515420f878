"""`make audit`: has anybody warned of a version that we use?

    python -m scripts.audit

It needs the advisories that package registries pass on. Where they cannot be had, it says so and fails: an audit
of nothing must not look like one that found nothing. pip-audit is installed for the moment, beside our own
environment, since we need none of what it needs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

CONSTRAINTS = "constraints.txt"
UNREACHABLE = (
    "The advisories for {} cannot be had here, so nothing was audited: run make audit on another network."
)


class Unreachable(Exception):
    """Nobody answers, or not about all packages."""


def main() -> int:
    results = [_audited("Python", python_report, python_advisories), _audited("npm", npm_report, npm_advisories)]
    return max(results)


def _audited(kind: str, report: Callable[[], str], advisories: Callable[[str], list[str]]) -> int:
    try:
        found = advisories(report())
    except Unreachable:
        print(UNREACHABLE.format(kind), file=sys.stderr)
        return 2
    print(*(found or [f"No advisory for the {kind} packages that we use."]), sep="\n")
    return 1 if found else 0


def python_report() -> str:
    with tempfile.TemporaryDirectory(prefix="tsuro-audit-") as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        _said(str(programs / "python"), "-m", "pip", "install", "--quiet", "pip-audit")
        options = ("--no-deps", "--disable-pip", "--format", "json", "--requirement", CONSTRAINTS)
        return _said(str(programs / "pip-audit"), *options)


def python_advisories(report: str) -> list[str]:
    packages = _read(report).get("dependencies", [])
    if not packages or any(
        "skip_reason" in each for each in packages
    ):  # pip-audit itself would call that a success
        raise Unreachable
    return [
        f"{each['name']} {each['version']}: {found['id']}{_fixed(found['fix_versions'])}"
        for each in packages
        for found in each["vulns"]
    ]


def _fixed(versions: list[str]) -> str:
    return f", fixed in {' and '.join(versions)}" if versions else ", not fixed yet"


def npm_report() -> str:
    return _said("npm", "audit", "--json")


def npm_advisories(report: str) -> list[str]:
    found = _read(report).get("vulnerabilities")
    if found is None:
        raise Unreachable
    return [f"{name} {each['range']}: {each['severity']}" for name, each in found.items()]


def _read(report: str) -> dict[str, Any]:
    try:
        return dict(json.loads(report))
    except ValueError:
        raise Unreachable from None


def _said(*command: str) -> str:
    """What a program prints. It may fail: that is how these say that they found something."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)  # noqa: S603 -- named above
    except OSError:  # it is not there
        raise Unreachable from None
    return done.stdout.decode()


if __name__ == "__main__":
    sys.exit(main())
