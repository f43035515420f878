"""The files of deploy/ fit together, and fit the server: no engine for containers is needed to see that."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.deploy.test_proxies import program

from tsuro.cli import _parser

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_caddy_understands_its_file(tmp_path: Path) -> None:
    command = [program("caddy"), "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    settings = {"TSURO_HOST": "tsuro.example", "HOME": str(tmp_path)}
    run = subprocess.run(command, env=settings, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()


def test_every_file_and_volume_that_is_mounted_is_there() -> None:
    volumes = [volume for service in COMPOSE["services"].values() for volume in service.get("volumes", ())]
    mounted = [volume.split(":")[0] for volume in volumes]
    assert len(mounted) > 5
    for source in mounted:
        assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]


def test_the_server_understands_its_options() -> None:
    given = [
        re.sub(r"\$\{TSURO_HOST.*\}", "tsuro.example", word) for word in COMPOSE["services"]["tsuro"]["command"]
    ]
    options = _parser("serve").parse_args(given)
    assert options.origin == ["https://tsuro.example"]
    assert options.behind_proxy == [(COMPOSE["networks"]["site"]["ipam"]["config"][0]["subnet"],)]


def test_what_the_container_copies_and_runs_is_there() -> None:
    file = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [
        name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", file, re.MULTILINE) for name in line.split()
    ]
    assert "src" in copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r'"\.\[(.*)\]"', file)[0].split(",")
    assert [extra for extra in extras if f"\n{extra} = [" not in project] == []


@pytest.mark.parametrize("file", sorted(DEPLOY.rglob("*.yml")), ids=lambda file: file.name)
def test_settings_can_be_read(file: Path) -> None:
    assert yaml.safe_load(file.read_text(encoding="utf-8"))


def test_the_dashboard_shows_what_the_server_measures() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "dashboards" / "tsuro.json").read_text(encoding="utf-8"))
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ()))
    shown = set(re.findall(r"tsuro_\w+", asked))
    assert len(shown) > 8
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [name for name in sorted(shown) if re.sub(r"_bucket$", "", name) not in page] == []
