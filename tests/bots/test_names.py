"""A bot is named the same everywhere: ours, a class, a file, a program, or one that a package announces."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.bots import strangers

from tsuro import Match, make_bot
from tsuro.bots import UnknownBot, Wanderer, announced, read_bot_name, start_bot
from tsuro.bots.classes import about, own_name
from tsuro.engine import EngineFailed
from tsuro.referee import play

FILE = strangers.__file__
MODULE = "tests.bots.strangers"
COMMAND = f"cmd:{sys.executable} -m tsuro engine wanderer"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that announces three bots."""
    info = tmp_path / "pilgrims-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pilgrims\nVersion: 1.0\n", encoding="utf-8")
    points = [f"pilgrim = {MODULE}:First", f"picky = {MODULE}:Any", "gone = no_such_module:Bot"]
    (info / "entry_points.txt").write_text("\n".join(["[tsuro.bots]", *points]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("name", "kind", "place", "option"),
    [
        ("dragon", "own", "dragon", ""),
        ("dragon:2s", "own", "dragon", "2s"),
        (f"{MODULE}:First", "class", MODULE, ""),
        (f"{MODULE}:Any:fast:er", "class", MODULE, "fast:er"),
        (f"{FILE}:First", "file", FILE, ""),
        (f"{FILE}:Any:fast", "file", FILE, "fast"),
        ("cmd:./engine --flag:x", "program", "./engine --flag:x", ""),
    ],
)
def test_what_a_name_stands_for(name: str, kind: str, place: str, option: str) -> None:
    bot = read_bot_name(name)
    assert (bot.kind, bot.place, bot.option, bot.text) == (kind, place, option, name)


@pytest.mark.usefixtures("package")
def test_an_installed_package_announces_bots() -> None:
    assert set(announced()) == {"pilgrim", "picky", "gone"}
    assert isinstance(make_bot("pilgrim", Random(1)), strangers.First)
    assert vars(make_bot("picky:slow", Random(1)))["option"] == "slow"
    assert about(read_bot_name("pilgrim")) == "Takes the first way that there is."
    with pytest.raises(UnknownBot, match=r"'gone' cannot be loaded: ModuleNotFoundError"):
        make_bot("gone", Random(1))
    with pytest.raises(UnknownBot, match=r"Did you mean pilgrim\?"):
        make_bot("pilgrin", Random(1))


@pytest.mark.parametrize("name", [f"{MODULE}:First", f"{FILE}:First", f"{MODULE}:Any", f"{FILE}:factory", COMMAND])
def test_every_kind_of_bot_plays(name: str) -> None:
    match = Match(players=2, seed=3)
    assert play(match, [make_bot(name, Random(1)), Wanderer(Random(2))]).is_over


@pytest.mark.parametrize("name", [f"{MODULE}:Any", f"{FILE}:First", COMMAND])
def test_every_kind_of_bot_plays_in_a_process_of_its_own(name: str) -> None:
    with start_bot(name) as engine:
        assert play(Match(players=2, seed=3), [engine, Wanderer(Random(2))]).is_over


def test_a_class_is_given_its_chance_and_its_option_if_it_takes_them() -> None:
    random = Random(1)
    assert vars(make_bot(f"{FILE}:Any:fast", random)) == {"random": random, "option": "fast"}
    assert vars(make_bot(f"{FILE}:Any", random)) == {"random": random, "option": ""}
    with pytest.raises(UnknownBot, match="this bot has no option 'fast'"):
        make_bot(f"{FILE}:First:fast", random)


def test_a_bot_says_its_name_and_its_class_says_how_it_plays() -> None:
    names = [own_name(read_bot_name(f"{FILE}:{kind}")) for kind in ("First", "Any", "Any:fast", "factory")]
    assert names == ["First", "Any which way", "Any which way:fast", "factory"]
    sentences = [about(read_bot_name(f"{FILE}:{kind}")) for kind in ("First", "factory", "Crash")]
    assert sentences == ["Takes the first way that there is.", "A function will do, too.", ""]
    with start_bot(f"{FILE}:Any") as engine:
        assert (engine.name, engine.author) == ("Any which way", "")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gaurdian", "there is no bot 'gaurdian': .* Did you mean guardian?"),
        ("dragn:2s", "there is no bot 'dragn:2s': .* Did you mean dragon?"),
        ("dragn:fast", "there is no module dragn. Did you mean dragon?"),
        ("no_such_module:Bot", "there is no module no_such_module"),
        ("tests.nowhere.at_all:Bot", "there is no module tests.nowhere.at_all"),
        ("nowhere.py:Bot", "there is no file nowhere.py"),
        (FILE, "is a file: name the class in it, too"),
        (f"{FILE}:Frist", "there is no Frist in .*strangers.py. Did you mean First?"),
        (f"{MODULE}:Frist", "there is no Frist in .*strangers. Did you mean First?"),
        (f"{FILE}:SOMETHING", "is neither a class nor a function, but a int"),
        (f"{FILE}:Mute", "has no method choose"),
        (f"{FILE}:Unborn", "cannot be made: ValueError: not today"),
        (f"{FILE}:Demanding", "its constructor takes .*random.*, not one Random or nothing"),
        ("cmd:", "after cmd: comes the program to run"),
        ("cmd:'a", "'a\" is not a command line"),
    ],
)
def test_a_name_that_is_none_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence.replace("?", r"\?")):
        make_bot(name, Random(1))
    if not name.startswith("cmd:"):
        with pytest.raises(UnknownBot, match=sentence.replace("?", r"\?")):
            start_bot(name)


def test_a_file_that_is_no_python_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bot:", encoding="utf-8")
    with pytest.raises(UnknownBot, match=r"cannot be loaded: .*Error"):
        make_bot(f"{tmp_path / 'bad.py'}:Bot", Random(1))
    assert about(read_bot_name(f"{tmp_path / 'bad.py'}:Bot")) == ""


def test_reading_a_name_loads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loud").mkdir()
    for name in ("__init__", "bot"):
        code = 'raise SystemExit("loaded")\nclass Bot:\n    """Is quiet."""\n'
        (tmp_path / "loud" / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("loud.bot:Bot", "loud/bot.py:Bot"):
        assert about(read_bot_name(name)) == "Is quiet."
        with pytest.raises(UnknownBot, match="cannot be loaded: SystemExit: loaded"):
            make_bot(name, Random(1))


def test_a_file_imports_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_it.py").write_text("class Base:\n    def choose(self, view): ...\n", encoding="utf-8")
    (tmp_path / "bot.py").write_text("from beside_it import Base as Bot\n", encoding="utf-8")
    assert type(make_bot(f"{tmp_path / 'bot.py'}:Bot", Random(1))).__name__ == "Base"


@pytest.mark.parametrize(
    ("kind", "how", "sentence"),
    [
        ("Crash", "ended", "ended with exit code 1; the last line of its standard error: ValueError: I am lost"),
        ("Exits", "ended", "ended with exit code 3"),
        ("Garbage", "nonsense", "gave up: the bot chose 'play 17e', which is not an action"),
        ("Cheat", "illegal", "chose 'mark "),
        ("Stalls", "late", "did not answer in time"),
    ],
)
def test_a_broken_bot_says_how_it_failed(kind: str, how: str, sentence: str) -> None:
    name = f"{FILE}:{kind}"
    with start_bot(name, seconds=1, start_seconds=60) as engine, pytest.raises(EngineFailed) as failed:
        play(Match(players=2, seed=3), [engine, Wanderer(Random(2))])
    assert failed.value.how == how
    assert str(failed.value).startswith(f"engine {name[:200]!r} ")
    assert sentence in str(failed.value)


def engine_says(*words: str, given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tsuro", "engine", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=120)


def test_any_class_is_an_engine_and_what_it_prints_is_no_line_of_it() -> None:
    position = "position modern 1 6/6/6/6/6/6 circle@c6n1=4,17,30;square@a1w1=?,?,? 29 - play:1"
    done = engine_says(f"{FILE}:First", given=f"tsuro 1\n{position}\ngo\nquit\n")
    assert done.stdout.splitlines() == ["name First", "option seed", "ready 1", "best play 4e"]
    assert done.stderr == "I talk to myself\n"


def test_a_program_is_an_engine_already() -> None:
    done = engine_says("cmd:./engine", given="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tsuro: 'cmd:./engine' is an engine already: run the program itself\n"
