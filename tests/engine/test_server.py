"""Our own bots as engines: `tsuro engine`."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import Action, Match, State, View, write_position
from tsuro.bots import Apprentice, Wanderer, make_bot
from tsuro.cli import main
from tsuro.engine.lines import Best, Position, Problem, choices, read_engine_line
from tsuro.engine.server import Engine, serve
from tsuro.player import Estimate

pytestmark = pytest.mark.slow

POSITION = "position modern 1 6/6/6/6/6/6 circle@c6n1=4,17,30;square@a1w1=?,?,? 29 - play:1"
INTRODUCTION = ["name wanderer", "author The Tsuro maintainers", "option seed", "ready 1"]


def said(*texts: str) -> list[str]:
    engine = Engine(Wanderer, name="wanderer", seed=1)
    return [str(line) for text in texts for line in engine.answer(text)]


def served(given: bytes) -> list[str]:
    out = io.StringIO()
    serve(Engine(Wanderer, name="wanderer", seed=1), io.BytesIO(given), out)
    return out.getvalue().splitlines()


def test_it_introduces_itself_whatever_version_the_host_speaks() -> None:
    assert said("tsuro 1") == INTRODUCTION
    assert said("tsuro 7") == INTRODUCTION


def test_it_chooses_in_the_position_and_may_be_asked_again() -> None:
    answers = said("newgame", POSITION, "may play 4n", "go ms 100", "go")
    assert [answer.split()[:2] for answer in answers] == [["best", "play"], ["best", "play"]]


def test_the_same_seed_makes_the_same_choices() -> None:
    one = said("setoption seed 7", POSITION, *["go"] * 5)
    assert one == said(POSITION, "go", "setoption seed 7", *["go"] * 5)[1:]
    assert one != said("setoption seed 8", POSITION, *["go"] * 5)


def test_the_host_names_the_bot_that_answers() -> None:
    engine = Engine(Wanderer, name="wanderer", seed=1, make_bot=make_bot)
    assert [str(line) for line in engine.answer("tsuro 1")] == [*INTRODUCTION[:-1], "option bot", "ready 1"]
    lines = ["setoption bot monte-carlo:5", POSITION, "go", "setoption bot nobody", "go", "setoption seed 3", "go"]
    answers = [[str(answer).split()[0] for answer in engine.answer(line)] for line in lines]
    estimates = [*["info"] * (len(answers[2]) - 1), "best"]
    assert answers == [[], [], estimates, ["error"], estimates, [], estimates]
    assert len(estimates) > 1


def test_an_engine_plays_as_the_bot_it_is_told_to_be() -> None:
    told = Engine(Wanderer, name="wanderer", make_bot=make_bot)
    born = Engine(partial(make_bot, "guardian"), name="guardian", seed=5)
    for line in ("setoption bot guardian", "setoption seed 5", POSITION):
        list(told.answer(line))
    list(born.answer(POSITION))
    assert [list(told.answer("go")) for _ in range(3)] == [list(born.answer("go")) for _ in range(3)]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["go"], "there is no position to choose in: send one before 'go'"),
        ([POSITION, "newgame", "go"], "there is no position to choose in: send one before 'go'"),
        (["setoption depth 3"], "there is no option 'depth': there is seed"),
        (["setoption seed many"], "a seed is a whole number, not 'many'"),
        ([POSITION.replace("29", "28")], "there are 35 path tiles, but 34 are accounted for (C2)"),
        ([POSITION.replace("play:1", "over:1")], "the game is not over (W1)"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(given: list[str], sentence: str) -> None:
    assert said(*given) == [f"error {sentence}"]


def test_a_bad_position_does_not_leave_the_one_before_it() -> None:
    assert said(POSITION, "position nowhere", "go")[1] == said("go")[0]


def test_nothing_is_chosen_when_the_game_is_over() -> None:
    match = Match(players=2, seed=1)
    while not match.is_over:
        match.submit(match.active, match.legal_actions[0])
    answers = said(str(Position(match.view(1 - match.active).position)), "go")
    assert answers == ["error there is nothing to choose: the game is over"]


def test_a_long_line_is_refused_and_the_next_is_read() -> None:
    too_long = "error no line is longer than 10000 bytes"
    assert served(b"x" * 1_000_000 + b"\r\ntsuro 1\r\n") == [too_long, *INTRODUCTION]
    assert served(b"x" * 10_000 + b"\ntsuro 1") == [too_long, *INTRODUCTION]
    assert served(b"x" * 1_000_000) == [too_long]


def test_it_ends_at_quit_or_at_the_end_of_the_input() -> None:
    assert served(b"tsuro 1\nquit\ntsuro 1\n") == INTRODUCTION
    assert served(b"\n \ntsuro 1") == INTRODUCTION
    assert served(b"") == []


@dataclass
class Estimator:
    """Plays the first action and thinks well of it."""

    estimates: tuple[Estimate, ...] = ()

    def choose(self, view: View) -> Action:
        self.estimates = (Estimate(action=view.legal_actions[0], share=0.61, error=0.02),)
        return view.legal_actions[0]


def test_a_player_that_estimates_has_its_estimates_told() -> None:
    engine = Engine(lambda _: Estimator(), name="estimator")
    answers = [str(line) for text in (POSITION, "go") for line in engine.answer(text)]
    assert answers == ["info share 0.6100 error 0.0200 action play 4e", "best play 4e"]


WORDS = st.sampled_from(
    [
        "tsuro",
        "setoption",
        "seed",
        "newgame",
        "position",
        "may",
        "moves",
        "go",
        "ms",
        "quit",
        "1",
        "-1",
        "play",
        "17e",
        "²",
    ]
)
POSITIONS = st.from_type(State).map(lambda state: f"position {write_position(state)}")
VIEWS = st.from_type(Match).map(lambda match: str(Position(match.view(match.active).position)))
LINES = st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=30) | POSITIONS | VIEWS | st.just("go")


@given(st.lists(LINES, max_size=8))
def test_every_line_is_answered_or_ignored_and_never_breaks_it(texts: list[str]) -> None:
    engine = Engine(Apprentice, name="apprentice", seed=1)
    for text in [*texts, "go"]:
        for line in engine.answer(text):
            written = str(line)
            assert written.isprintable()
            assert len(written) < 600
            assert type(read_engine_line(written)) is type(line)


@given(st.binary(max_size=200))
def test_bytes_that_are_not_text_do_not_break_it(given: bytes) -> None:
    assert all(line.startswith(("error ", *INTRODUCTION)) for line in served(given))


@given(st.from_type(Match))
def test_it_chooses_one_of_the_choices_in_every_position(match: Match) -> None:
    seen = match.view(match.active)
    engine = Engine(Apprentice, name="apprentice", seed=1)
    answers = [line for text in (str(Position(seen.position)), "go") for line in engine.answer(text)]
    if match.is_over:
        assert isinstance(answers[0], Problem)
    else:
        assert answers in [[Best(choice.action)] for choice in choices(seen)]


def run(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tsuro", "engine", *words]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=120)


def test_the_command_answers() -> None:
    done = run("wanderer", "--seed", "1", given=f"tsuro 1\nfly\n{POSITION}\ngo\nquit\n".encode())
    assert done.returncode == 0
    assert done.stderr == b""
    *introduction, error, best = done.stdout.decode().splitlines()
    assert introduction == [*INTRODUCTION[:-1], "option bot", "ready 1"]
    assert error.startswith("error 'fly' begins no line of the protocol")
    assert [best] == said(POSITION, "go")


def test_the_command_waits_for_the_core_and_says_nothing_of_it() -> None:
    done = run("dragon:200", "--seed", "1", given=f"tsuro 1\n{POSITION}\ngo\nquit\n".encode())
    assert done.stderr == b""
    introduction, answers = done.stdout.decode().split("ready 1\n")
    assert introduction.startswith("name dragon:200\n")
    *estimates, best = map(read_engine_line, answers.splitlines())
    assert all(isinstance(line, Estimate) for line in estimates)
    assert isinstance(best, Best)
    assert best.action in {line.action for line in estimates if isinstance(line, Estimate)}


@pytest.mark.parametrize(("bot", "waited"), [("dragon:50ms", 1), ("guardian", 1), ("apprentice", 0)])
def test_only_a_bot_that_searches_waits_for_the_core(
    bot: str, waited: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[None] = []
    monkeypatch.setattr("tsuro.cli.engine.core_while_waiting", lambda: waits.append(None))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert main(["engine", bot]) == 0
    assert len(waits) == waited


def test_the_command_needs_a_bot_that_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("tsuro: there is no bot 'nobody': there are wanderer")


def test_the_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["engine", "--help"])
    assert "tsuro engine apprentice" in capsys.readouterr().out


def test_a_closed_input_is_an_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["engine", "wanderer"]) == 0
    assert capsys.readouterr().out == ""


def test_ctrl_c_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tsuro", "engine", "wanderer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write(b"tsuro 1\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"name wanderer\n"  # so it is listening
        engine.send_signal(signal.SIGINT)
        assert engine.wait(120) == 130
        assert engine.stderr.read() == b""


def test_a_host_that_has_gone_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tsuro", "engine", "wanderer"],
        input=b"tsuro 1\n" * 3,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=120,
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 0


def test_randomness_is_its_own_when_no_seed_is_given() -> None:
    made: list[Random] = []

    def make(random: Random) -> Wanderer:
        made.append(random)
        return Wanderer(random)

    for _ in range(2):
        Engine(make, name="wanderer")
    assert made[0].random() != made[1].random()
