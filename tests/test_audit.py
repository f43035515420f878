"""`make audit` tells a clean audit from one that could not look."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scripts import audit

CLEAN = {"name": "attrs", "version": "26.1.0", "vulns": []}
WARNED = {
    "name": "urllib3",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["1.1", "2.0"]}, {"id": "PYSEC-2026-2", "fix_versions": []}],
}
SKIPPED = {"name": "attrs", "skip_reason": "Dependency not found and could not be audited"}
NPM_CLEAN: dict[str, Any] = {"auditReportVersion": 2, "vulnerabilities": {}}
NPM_WARNED = {"vulnerabilities": {"axe-core": {"range": "<4.1", "severity": "high"}}}
NPM_REFUSED = {"message": "405 Method Not Allowed", "statusCode": 405}


def audited(monkeypatch: pytest.MonkeyPatch, python: object, npm: object) -> int:
    monkeypatch.setattr(audit, "python_report", lambda: json.dumps(python))
    monkeypatch.setattr(audit, "npm_report", lambda: json.dumps(npm))
    return audit.main()


def test_an_audit_without_findings_succeeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(monkeypatch, {"dependencies": [CLEAN]}, NPM_CLEAN) == 0
    assert capsys.readouterr().out.splitlines() == [
        "No advisory for the Python packages that we use.",
        "No advisory for the npm packages that we use.",
    ]


def test_findings_are_listed_and_fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited(monkeypatch, {"dependencies": [CLEAN, WARNED]}, NPM_WARNED) == 1
    assert capsys.readouterr().out.splitlines() == [
        "urllib3 1.0: PYSEC-2026-1, fixed in 1.1 and 2.0",
        "urllib3 1.0: PYSEC-2026-2, not fixed yet",
        "axe-core <4.1: high",
    ]


@pytest.mark.parametrize(
    ("python", "npm", "kind"),
    [
        ({"dependencies": [CLEAN, SKIPPED]}, NPM_CLEAN, "Python"),
        ({"dependencies": []}, NPM_CLEAN, "Python"),
        ({}, NPM_CLEAN, "Python"),
        ({"dependencies": [CLEAN]}, NPM_REFUSED, "npm"),
    ],
)
def test_an_audit_that_cannot_look_says_so_and_fails(
    python: object, npm: object, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(monkeypatch, python, npm) == 2
    assert capsys.readouterr().err == audit.UNREACHABLE.format(kind) + "\n"


@pytest.mark.parametrize("report", ["", "Traceback", "{"])
def test_a_report_that_cannot_be_read_is_none(report: str) -> None:
    for advisories in (audit.python_advisories, audit.npm_advisories):
        with pytest.raises(audit.Unreachable):
            advisories(report)
