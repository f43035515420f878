"""A tournament on a real Ray cluster, with workers that are killed, is the tournament in one process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from tests.arena import contestants
from tests.arena.tournaments import WANDERER, tournament
from tests.executor import jobs
from tests.executor.ray_cluster import PLENTY, RayCluster, parent_of, ray_cluster, wait_until_gone

from tsuro.arena import Entrant, Interim, Result, run_tournament, summary, write_report
from tsuro.executor import Cluster, ExecutorError, Here

pytestmark = pytest.mark.slow

SLOW = Entrant(name="slow", make=contestants.Slow)
CRASHING = Entrant(name="crashing", make=contestants.Crashing)


def test_a_tournament_on_a_cluster_is_the_same_and_survives_lost_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, because starting a cluster takes longer than playing on it."""
    with ray_cluster() as cluster:
        with Cluster(cluster.address) as executor:
            _results_are_the_same_when_a_worker_is_killed(cluster, executor, tmp_path)
            _a_player_that_crashes_forfeits(executor)
            _a_job_that_fails_is_a_sentence(executor)
            _a_module_that_the_nodes_lack_is_a_sentence(executor, tmp_path, monkeypatch)
        wait_until_gone(*cluster.task_processes)
        _ctrl_c_keeps_the_games_and_leaves_no_process(cluster, tmp_path)


def _results_are_the_same_when_a_worker_is_killed(cluster: RayCluster, executor: Cluster, folder: Path) -> None:
    small = tournament(SLOW, WANDERER, games=16, all_games=False)
    killed: list[int] = []

    def tell(interim: Interim) -> None:
        if interim.games and not killed:
            killed.append(parent_of(cluster.task_processes[0]))
            os.kill(killed[0], signal.SIGKILL)

    here = run_tournament(small, executor=Here(), results=folder / "here", records=folder / "records here")
    there = run_tournament(
        small, executor=executor, results=folder / "there", records=folder / "records there", tell=tell
    )
    assert killed
    assert summary(there) == summary(here)
    assert write_report(_untimed(there)) == write_report(_untimed(here))
    assert _lines(folder / "there") == _lines(folder / "here")
    assert _files(folder / "records there") == _files(folder / "records here")


def _a_player_that_crashes_forfeits(executor: Cluster) -> None:
    result = run_tournament(tournament(CRASHING, WANDERER, games=2), executor=executor)
    assert [(result.name_at(game, forfeit.seat), forfeit.reason) for game, forfeit in result.forfeits] == [
        ("crashing", "its process died with code 7")
    ] * 2


def _a_job_that_fails_is_a_sentence(executor: Cluster) -> None:
    with (
        pytest.raises(ExecutorError, match=r"^a task failed: ZeroDivisionError"),
        executor.run(jobs.Faulty(), [0, 1, 2]) as answers,
    ):
        list(answers)
    with executor.run(jobs.Faulty(), [1, 1, 2]) as answers:
        assert sorted(answers) == [0, 1, 1]


def _a_module_that_the_nodes_lack_is_a_sentence(
    executor: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "only_here.py").write_text("from tests.executor.jobs import Square\nclass Own(Square): pass\n")
    monkeypatch.syspath_prepend(folder)
    job = import_module("only_here").Own()
    sentence = r"the node 127\.0\.0\.1 of the cluster: .*No module named 'only_here'"
    with pytest.raises(ExecutorError, match=sentence), executor.run(job, [1]):
        pass


def _ctrl_c_keeps_the_games_and_leaves_no_process(cluster: RayCluster, folder: Path) -> None:
    results = folder / "interrupted.jsonl"
    words = ["apprentice", "wanderer", "--games", "20000", "--all-games", "--results", str(results)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tsuro", "arena", *words, "--cluster", cluster.client],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + PLENTY
    while not (results.exists() and results.read_bytes().count(b"\n") > 20):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.1)
    at_work = cluster.task_processes
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=PLENTY)
    assert process.returncode == 130
    assert complaint.startswith(b"\ntsuro: stopped.")
    assert at_work
    wait_until_gone(*at_work)
    assert [(line["deal"], line["turn"]) for line in _lines(results)[1:5]] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def _untimed(result: Result) -> Result:
    """Without what no seed decides."""
    standings = tuple(replace(standing, seconds_per_move=0.0) for standing in result.standings)
    return replace(result, standings=standings)


def _lines(path: Path) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
