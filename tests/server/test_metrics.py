"""What the server counts."""

from __future__ import annotations

import re

from tsuro.server.metrics import MOST_STORED, Metrics


def _value(metrics: Metrics, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", metrics.text().decode(), re.MULTILINE)
    assert found, f"there is no {line}"
    return float(found[1])


def test_everything_that_happens_is_counted() -> None:
    metrics = Metrics()
    metrics.moved()
    metrics.moved()
    metrics.refused("not-your-turn")
    metrics.asked("move", "refused")
    metrics.answered(404)
    metrics.made_table()
    assert _value(metrics, "tsuro_moves_total") == 2
    assert _value(metrics, 'tsuro_refusals_total{code="not-your-turn"}') == 1
    assert _value(metrics, 'tsuro_requests_total{result="refused",type="move"}') == 1
    assert _value(metrics, 'tsuro_http_answers_total{status="404"}') == 1
    assert _value(metrics, "tsuro_tables_made_total") == 1


def test_times_are_sorted_by_how_long_they_are() -> None:
    metrics = Metrics()
    metrics.commit(0.0007)
    metrics.commit(0.5)
    metrics.thought("dragon", waited=0.3, thought=1.2)
    metrics.gave_way("less")
    assert _value(metrics, 'tsuro_commit_seconds_bucket{le="0.001"}') == 1
    assert _value(metrics, "tsuro_commit_seconds_count") == 2
    assert _value(metrics, 'tsuro_thinking_seconds_sum{bot="dragon"}') == 1.2
    assert _value(metrics, 'tsuro_bot_waiting_seconds_sum{bot="dragon"}') == 0.3
    assert _value(metrics, 'tsuro_bots_below_total{how="less"}') == 1


def test_what_is_open_now_is_asked_for_when_somebody_looks() -> None:
    metrics, open_now = Metrics(), [1, 2, 3]
    metrics.gauge("connections", "Open connections.", lambda: len(open_now))
    assert _value(metrics, "tsuro_connections") == 3
    open_now.clear()
    assert _value(metrics, "tsuro_connections") == 0


def test_two_servers_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.moved()
    assert _value(one, "tsuro_moves_total") == 1
    assert _value(other, "tsuro_moves_total") == 0


def test_whether_anybody_waits_and_for_what_and_how_long() -> None:
    metrics = Metrics()
    with metrics.waiting("store"), metrics.waiting("store"), metrics.waiting("bots"):
        assert _value(metrics, 'tsuro_waiting{what="store"}') == 2
        assert _value(metrics, 'tsuro_waiting{what="bots"}') == 1
        first = _value(metrics, 'tsuro_waiting_seconds{what="store"}')
        assert 0 < first < _value(metrics, 'tsuro_waiting_seconds{what="store"}')
    assert _value(metrics, 'tsuro_waiting{what="store"}') == 0
    assert _value(metrics, 'tsuro_waiting_seconds{what="store"}') == 0


def test_what_is_counted_is_there_when_somebody_reads_and_does_not_pile_up() -> None:
    metrics = Metrics()
    for _ in range(MOST_STORED + 1):
        metrics.commit(0.003)
        metrics.moved()
    metrics.asked("move", "accepted")
    assert len(metrics._stored) == 1
    for _ in range(2):  # to read is not to count
        text = metrics.text().decode()
        assert f"tsuro_moves_total {MOST_STORED + 1}.0" in text
        assert f"tsuro_commit_seconds_count {MOST_STORED + 1}.0" in text
        assert 'tsuro_requests_total{result="accepted",type="move"} 1.0' in text
