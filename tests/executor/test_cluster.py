"""What is played on a real Ray cluster, where workers and nodes are lost, is what is played in one process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from scripts import strength
from scripts.ablation import OPEN_HANDS
from scripts.measurements import MEASUREMENTS
from tests.arena import contestants
from tests.arena.tournaments import WANDERER, tournament
from tests.executor import jobs
from tests.executor.ray_cluster import PLENTY, RayCluster, ray_cluster, wait_until_gone

from tsuro.arena import Entrant, Result, run_tournament, summary, write_report
from tsuro.cli import main
from tsuro.executor import Cluster, ExecutorError, Here
from tsuro.rl import selfplay

pytestmark = pytest.mark.slow

CRASHING = Entrant(name="crashing", make=contestants.Crashing)


def test_what_is_played_on_a_cluster_is_the_same_and_survives_lost_workers_and_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, because starting a cluster takes longer than playing on it."""
    with ray_cluster() as cluster:
        with Cluster(cluster.address) as executor:
            _results_are_the_same_when_workers_and_nodes_are_lost(cluster, executor, tmp_path)
            _a_node_that_has_left_is_not_asked(executor, monkeypatch)
            _strength_is_measured_with_the_same_results(executor, tmp_path)
            _a_player_that_crashes_forfeits(executor)
            _a_job_that_fails_is_a_sentence(executor)
            _a_module_that_the_nodes_lack_is_a_sentence(executor, tmp_path, monkeypatch)
        wait_until_gone(*cluster.task_processes)
        _self_play_writes_the_same_files(cluster, tmp_path, monkeypatch)
        _ctrl_c_keeps_the_games_and_leaves_no_process(cluster, tmp_path)


def _results_are_the_same_when_workers_and_nodes_are_lost(
    cluster: RayCluster, executor: Cluster, folder: Path
) -> None:
    """In the middle of the tournament, a worker is killed; then a node joins, gets a deal, and loses its power."""
    go_on = folder / "go on"

    def lose_some() -> None:
        try:
            os.kill(cluster.wait_for_a_task(), signal.SIGKILL)
            with cluster.another_node() as node:
                node.wait_for_a_task()
                node.lose_power()
        finally:
            go_on.touch()

    waiting = Entrant(name="waiting", make=partial(contestants.Waiting, go_on))
    small = tournament(waiting, WANDERER, games=16, all_games=False, seconds_per_move=10 * PLENTY)
    with ThreadPoolExecutor() as threads:
        lost = threads.submit(lose_some)
        there = run_tournament(
            small, executor=executor, results=folder / "there", records=folder / "records there"
        )
        lost.result()
    here = run_tournament(small, executor=Here(), results=folder / "here", records=folder / "records here")
    assert there == here
    assert summary(there) == summary(here)
    assert write_report(_untimed(there)) == write_report(_untimed(here))
    assert (folder / "there").read_bytes() == (folder / "here").read_bytes()
    assert _files(folder / "records there") == _files(folder / "records here")


def _a_node_that_has_left_is_not_asked(executor: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray lists it for some seconds more."""
    ray = import_module("ray")
    nodes = ray.nodes()
    left = {**nodes[0], "NodeID": nodes[0]["NodeID"][::-1], "Alive": True}
    with monkeypatch.context() as patch:
        patch.setattr(ray, "nodes", lambda: [*nodes, left])
        with executor.run(jobs.Square(), [3]) as answers:
            assert list(answers) == [9]


def _strength_is_measured_with_the_same_results(executor: Cluster, folder: Path) -> None:
    """On the job of the arena, and on the one with open hands."""
    chosen = [MEASUREMENTS[0], next(found for found in MEASUREMENTS if found.bot == OPEN_HANDS)]
    for measurement in chosen:
        for place, doing in (("strength there", executor), ("strength here", Here())):
            (folder / place).mkdir(exist_ok=True)
            strength.play(measurement, folder / place, quick=True, executor=doing)
    files = _files(folder / "strength there")
    assert len(files) == len(chosen)
    assert files == _files(folder / "strength here")


def _self_play_writes_the_same_files(cluster: RayCluster, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "GAMES_IN_A_PART", 6)  # several parts, in little time
    words = ["selfplay", "dragon:5", "--games", "20", "--players", "2,3", "--explore", "2", "--out"]
    assert main([*words, str(folder / "data there"), "--cluster", cluster.address]) == 0
    plan = selfplay.SelfPlay(bot="dragon:5", games=20, players=(2, 3), explore=2)
    selfplay.run_selfplay(plan, folder / "data here", executor=Here())
    files = _files(folder / "data there")
    assert len(files) == 5  # what is played, and four parts
    assert files == _files(folder / "data here")


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
        assert process.poll() is None, process.communicate()
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
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
