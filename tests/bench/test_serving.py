"""`tsuro bench --server`: what it measures, how it says so, and what it leaves behind."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tsuro.bench.client import Client, ServingError, _nothing, connect
from tsuro.bench.company import CompanyPlan, measure_company
from tsuro.bench.crowd import wait_for
from tsuro.bench.load import Table, play
from tsuro.bench.process import Process, started
from tsuro.bench.returning import Return
from tsuro.bench.serving import STEPS, Figures, Plan, Served, _compared, _Contestant, measure_serving
from tsuro.cli import main

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")]

PLENTY = 60.0  # seconds
FIGURES = Figures(
    moves_per_cpu_second=1234.5, moves_per_second=600.0, p50=0.002, p99=0.01, bytes_per_connection=20480.0
)
SERVED = Served(
    ours=FIGURES,
    room=FIGURES,
    echo=FIGURES,
    bytes_per_table=102400.0,
    bytes_per_message=1500.0,
    ratio=0.5,
    offered=300.0,
    parts={"rules": 0.25, "views": 0.75},
)


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans that the command would have measured; it is told the same figures for all of them."""
    plans: list[Plan] = []

    def measured(plan: Plan, tick: Callable[[], None]) -> Served:
        plans.append(plan)
        tick()
        return SERVED

    monkeypatch.setattr("tsuro.cli.server_benchmark.measure_serving", measured)
    return plans


def test_the_server_is_measured_beside_one_without_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.bench.serving.SETTLING", 0.05)
    ticks: list[None] = []
    plan = Plan(tables=2, clients=3, seconds=0.6, idle=20)
    served = measure_serving(plan, lambda: ticks.append(None))
    assert len(ticks) == STEPS
    for figures in (served.ours, served.room, served.echo):
        assert figures.moves_per_cpu_second > 0
        assert figures.moves_per_second > 0
        assert 0 < figures.p50 <= figures.p99 < PLENTY
    assert 0 < served.ratio < 10
    assert served.offered == pytest.approx(served.ours.moves_per_second / 2)
    assert 500 < served.bytes_per_message < 10_000
    assert sum(served.parts.values()) == pytest.approx(1)
    assert served.parts["views"] > 0


def test_rounds_are_compared_side_by_side() -> None:
    """A processor that gets faster meanwhile makes neither of them better."""
    ours, room = (
        _Contestant(server=Process(1, 1), exchanges=(), bytes_per_connection=0, moves_per_cpu_second=rates)
        for rates in ([10.0, 100.0, 30.0], [20.0, 300.0, 60.0])
    )
    assert _compared(ours, room) == 0.5


def test_the_figures_are_told_as_json(planned: list[Plan], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--server", "--json", "--tables", "3", "--clients", "2", "--seconds", "0.5"]) == 0
    assert planned == [Plan(tables=3, clients=2, seconds=0.5)]
    told = json.loads(capsys.readouterr().out)
    assert (told["tables"], told["clients"], told["compiled"]) == (3, 2, False)
    assert told["tsuro"] == told["bare_room"] == told["bare_echo"]
    assert told["tsuro"] == {
        "moves_per_cpu_second": 1234.5,
        "moves_per_second": 600,
        "latency_p50_ms": 2,
        "latency_p99_ms": 10,
        "bytes_per_connection": 20480,
    }
    assert told["ratio_to_bare_room"] == 0.5
    assert told["latency_at_moves_per_second"] == 300
    assert (told["bytes_per_table"], told["bytes_per_message"]) == (102400, 1500)
    assert told["time"] == {"rules": 0.25, "views": 0.75}


def test_the_figures_are_told_in_tables(planned: list[Plan], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--server"]) == 0
    assert planned == [Plan(tables=100, clients=8, seconds=7)]
    told = capsys.readouterr().out
    assert "100 tables of 8 clients" in told
    assert "1,234" in told  # moves in a second of the processor
    assert "75.0" in told  # percent of the time
    assert "at 300 moves/s: half the maximum" in told
    assert "0.50 times as many moves as the room without a game" in told
    assert "An open table takes 100 KiB" in told
    assert "The server runs as plain Python" in told


def test_a_compiled_server_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled = replace(SERVED, compiled=True)
    monkeypatch.setattr("tsuro.cli.server_benchmark.measure_serving", lambda *_: compiled)
    assert main(["bench", "--server"]) == 0
    assert "is compiled to C" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "0"), "--tables must be 1 to 1000, not 0"),
        (("--clients", "9"), "--clients must be 2 to 8, not 9"),
        (("--seconds", "0"), "--seconds must be more than 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    words: tuple[str, str], said: str, planned: list[Plan], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--server", *words]) == 2
    assert said in capsys.readouterr().err
    assert planned == []


def test_ctrl_c_leaves_no_process_behind() -> None:
    words = [sys.executable, "-m", "tsuro", "bench", "--server", "--tables", "1", "--seconds", "60"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    ) as bench:
        servers = _children(bench.pid, 2)
        time.sleep(1)  # to let some clients connect
        bench.send_signal(signal.SIGINT)
        _, said = bench.communicate(timeout=PLENTY)
    assert bench.returncode == 130
    assert said.decode().split() == ["tsuro:", "stopped."]
    assert len(servers) == 2
    assert not any(Path(f"/proc/{server}").exists() for server in servers)


def _children(parent: int, number: int) -> list[str]:
    """The processes that a process has started, once there are this many."""
    children, until = Path(f"/proc/{parent}/task/{parent}/children"), time.monotonic() + PLENTY
    while len(found := children.read_text().split()) < number and time.monotonic() < until:
        time.sleep(0.05)
    return found


def test_a_server_that_does_not_start_says_why() -> None:
    with (
        pytest.raises(ServingError, match="does not start: the disk is full"),
        started("-c", "import sys; sys.exit('the disk is full')"),
    ):
        pytest.fail("it runs")


def test_a_server_that_does_not_listen_is_ended() -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(99)"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tsuro.bench.process.PATIENCE", 0.1)
        with started("-c", code) as server:
            assert server.memory() > server.cpu_seconds() > 0
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


def test_a_client_that_is_refused_says_so() -> None:
    async def refuse(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
        writer.close()

    async def knock() -> None:
        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            await connect(server.sockets[0].getsockname()[1], "/", "-" * 22)

    with pytest.raises(ServingError, match=r"refuses a client: HTTP/1\.1 503 Service Unavailable"):
        asyncio.run(knock())


def test_a_client_that_nobody_waits_for_ends_without_a_word() -> None:
    said: list[dict[str, object]] = []

    async def give_up() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: said.append(context))
        client = Client("", _nothing)
        client.connection_lost(None)
        with pytest.raises(ServingError, match="hung up"):
            client.connected.result()
        Client("", _nothing).connection_lost(None)
        gc.collect()

    asyncio.run(give_up())
    assert said == []


def test_a_server_that_is_not_there_is_no_traceback() -> None:
    with pytest.raises(ServingError, match="a client cannot connect to the server"):
        asyncio.run(connect(1, "/", "-" * 22))


def test_messages_that_arrive_in_pieces_are_put_together() -> None:
    messages = [b"a" * length for length in (0, 1, 125, 126, 65_535, 65_536)]

    async def hear() -> list[bytes]:
        heard: list[bytes] = []
        client = Client("", _nothing)
        client.hear = lambda _client, message: heard.append(message)
        said = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"".join(map(_frame, messages))
        for at in range(0, len(said), 1000):
            client.data_received(said[at : at + 1])
            client.data_received(said[at + 1 : at + 1000])
        return heard

    assert asyncio.run(hear()) == messages


def _frame(message: bytes) -> bytes:
    """The message as servers send it."""
    if len(message) < 126:
        return bytes((0x81, len(message))) + message
    if len(message) < 65_536:
        return b"\x81\x7e" + len(message).to_bytes(2, "big") + message
    return b"\x81\x7f" + len(message).to_bytes(8, "big") + message


def test_a_server_that_refuses_a_move_is_not_measured(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text('[[{"type":"refused","id":"1"}]]')

    async def move() -> None:
        with started("-m", "tsuro.bench.bare", str(game)) as server:
            client = await connect(server.port, "/room/1", "-" * 22)
            await play([Table([client], Random(1))], seconds=PLENTY)

    with pytest.raises(ServingError, match=r'sent something unexpected: \{"type":"refused","id":"1"\}'):
        asyncio.run(move())


def test_all_clients_are_back_after_a_crash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--crash", "8", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["clients"] == told["back"] == 8
    assert 0 < told["p50"] <= told["p99"] <= told["last"] < PLENTY
    assert told["down"] > 0
    assert told["cpu"] > 0


def test_how_soon_they_are_back_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    returned = Return(clients=4, down=1.5, waits=(0.5, 1.0, 2.0), cpu=3.0)
    monkeypatch.setattr("tsuro.cli.server_benchmark.measure_return", lambda _clients, _tick: returned)
    assert main(["bench", "--crash", "4"]) == 0
    assert "3 of 4 clients came back: half of them 1.0 s" in capsys.readouterr().out
    assert main(["bench", "--crash", "3"]) == 2
    assert "--crash must be 4 to 100,000 clients, not 3" in capsys.readouterr().err


def test_clients_wait_as_the_page_does() -> None:
    assert [wait_for(attempt, 1) for attempt in (0, 1, 2, 20)] == [1, 1.5, 2.25, 10]
    assert wait_for(3, 0) == 0


def test_peoples_moves_are_measured_beside_dragons(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.bench.company.PACE", 0.1)
    monkeypatch.setattr("tsuro.bench.company.BOTS_PACE", 0.0)
    for seconds in (1.0, 4.0, 16.0):  # a busy machine needs longer until dragons play
        small = CompanyPlan(people=2, clients=2, dragons=2, seconds=seconds, warming=seconds / 2)
        company = measure_company(small)
        if company.against_dragons.number:
            break
    assert company.alone.number > 0
    assert company.beside_dragons.p99 >= company.beside_dragons.p50 > 0
    assert company.against_dragons.number > 0
    assert company.bots >= company.below >= 0
    monkeypatch.setattr("tsuro.cli.server_benchmark.measure_company", lambda plan: company)
    assert main(["bench", "--dragons", "200", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert (results["tables_with_dragons"], results["bots"]) == (200, company.bots)
    assert main(["bench", "--dragons", "200"]) == 0
    assert "200 tables of one against three dragons" in capsys.readouterr().out
    assert main(["bench", "--dragons", "0"]) == 2
    assert "--dragons must be 1 to 1000 tables, not 0" in capsys.readouterr().err
