"""The commands, as a person would type them."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tsuro import Deal, Match, read_json, read_text, write_text
from tsuro.bots import BOTS
from tsuro.cli import main
from tsuro.terminal.console import Console

pytestmark = pytest.mark.slow

WORKED_EXAMPLE = Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro"
COMMANDS = ("play", "replay", "verify", "convert", "draw", "perft", "bench", "arena", "engine", "serve", "tables")
SHORT_BENCH = """
import sys
from tsuro.bench import sharing
from tsuro.bots import Dragon
from tsuro.cli import main
sharing.WIDTH, sharing.PLACEMENTS, Dragon.PLAYOUTS = 120, 4, 20
sys.exit(main())
"""
POSITION = "modern 1 6/6/6/6/6/6 circle@c6n1=4,17,30;square@a1w1=1,2,3 29 - play:1"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A record of a whole game."""
    match = Match(players=3, names=["Ana", "Rui", "Léa"], seed=7)
    random = Random(1)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    path = tmp_path / "game.tsuro"
    path.write_text(write_text(match.record()), encoding="utf-8")
    return path


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in shown
    for example in ("play Ana Rui apprentice", "arena dragon guardian", "engine dragon"):
        assert f"\n  tsuro {example} " in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert len(capsys.readouterr().out) > 200


def test_a_good_record_is_verified(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(game), str(WORKED_EXAMPLE)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].endswith("; the deal fits its commitment")
    assert shown[1].endswith("; the secret of the deal is missing, so the deal could not be checked")


def test_it_is_said_who_contributed_to_the_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared = Path(__file__).parents[1] / "page_unit" / "end" / "shared-deal.tsuro"
    alone = tmp_path / "alone.tsuro"
    match = Match(players=2, chance=Deal.shared("5e" * 32, "none"))
    while not match.is_over:
        match.submit(match.active, match.legal_actions[0])
    alone.write_text(write_text(match.record()), encoding="utf-8")
    commitment = read_text(shared.read_text(encoding="utf-8")).tag("dealer-commitment")
    assert main(["verify", str(shared), "--commitment", str(commitment)]) == 0
    assert main(["verify", str(alone)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("the dealer's commitment and what came from players 1 and 2; player 3 withheld a part")
    assert second.endswith("; no player contributed to it, so the dealer alone decided it")


def test_the_commitment_published_before_the_game_can_be_checked(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commitment = read_text(game.read_text(encoding="utf-8")).tag("commitment")
    assert main(["verify", str(game), "--commitment", str(commitment)]) == 0
    assert main(["verify", str(game), "--commitment", "0" * 64]) == 2
    assert "another commitment" in capsys.readouterr().err


def test_a_wrong_record_is_refused_with_file_line_and_reason(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = game.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if " -> on " in line)
    lines[number] = lines[number].replace(" -> on ", " -> on f9; on ")
    game.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", str(game)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"{game}: line {number + 1}: the record says 'on f9'")
    assert shown.out == ""


def test_the_other_files_are_verified_after_a_wrong_one(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "missing.tsuro", str(game)]) == 2
    shown = capsys.readouterr()
    assert "missing.tsuro: No such file" in shown.err
    assert "good" in shown.out


def test_a_record_converts_to_json_and_back(game: Path, tmp_path: Path) -> None:
    as_json, back = tmp_path / "game.json", tmp_path / "back.tsuro"
    assert main(["convert", str(game), str(as_json)]) == 0
    assert main(["convert", str(as_json), str(back)]) == 0
    assert back.read_text(encoding="utf-8") == game.read_text(encoding="utf-8")


@pytest.mark.parametrize("who", ["2", "watcher"])
def test_a_record_is_redacted_for_a_player_or_a_watcher(game: Path, tmp_path: Path, who: str) -> None:
    out = tmp_path / "seen.json"
    assert main(["convert", str(game), str(out), "--for", who]) == 0
    seat = None if who == "watcher" else 1
    expected = read_text(game.read_text(encoding="utf-8")).seen_by(seat)
    assert read_json(out.read_text(encoding="utf-8")) == expected
    assert main(["verify", str(out)]) == 0


def test_a_record_becomes_an_animated_picture(game: Path, tmp_path: Path) -> None:
    moving, still, seen = tmp_path / "moving.svg", tmp_path / "still.svg", tmp_path / "still.png"
    assert main(["convert", str(game), str(moving), "--theme", "dark"]) == 0
    assert main(["convert", str(game), str(still), "--at", "9", "--coordinates"]) == 0
    assert main(["convert", str(game), str(seen), "--at", "9", "--for", "1"]) == 0
    assert moving.stat().st_size > still.stat().st_size > 1000
    assert seen.read_bytes().startswith(b"\x89PNG")


def test_a_record_becomes_an_animation_to_send(game: Path, tmp_path: Path) -> None:
    small = ["--width", "120"]
    assert main(["convert", str(game), str(tmp_path / "a.gif"), *small]) == 0
    assert main(["convert", str(game), str(tmp_path / "b"), "--to", "webp", "--square", *small]) == 0
    assert main(["convert", str(game), str(tmp_path / "c.PNG"), "--at", "9", "--theme", "dark", *small]) == 0
    sizes = [Image.open(BytesIO((tmp_path / name).read_bytes())).size for name in ("a.gif", "b", "c.PNG")]
    assert sizes == [(120, 135), (120, 120), (120, 135)]


def test_a_still_for_a_player_is_the_same_picture_with_the_hand(game: Path, tmp_path: Path) -> None:
    sizes = {}
    for name, options in (("all", []), ("one", ["--for", "1"]), ("square", ["--for", "1", "--square"])):
        out = tmp_path / f"{name}.png"
        assert main(["convert", str(game), str(out), "--at", "9", "--width", "240", *options]) == 0
        sizes[name] = Image.open(BytesIO(out.read_bytes())).size
    assert sizes["square"] == (240, 240)
    assert sizes["one"][0] == sizes["all"][0] == 240
    assert sizes["one"][1] > sizes["all"][1] > 240


def test_one_name_is_enough_where_the_other_follows_from_it(game: Path, tmp_path: Path) -> None:
    record, picture = tmp_path / "g.tsuro", tmp_path / "g.png"
    record.write_bytes(game.read_bytes())
    assert main(["convert", str(picture), "--width", "150"]) == 0
    from_picture = picture.read_bytes()
    picture.unlink()
    assert main(["convert", str(record), "--to", "png", "--width", "150"]) == 0
    assert picture.read_bytes() == from_picture
    assert main(["convert", str(record), "--to", "json"]) == 0
    assert main(["convert", str(picture)]) == 2  # now there are two records of that name


def test_whoever_stops_an_animation_keeps_what_was_there(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> bytes:
        raise KeyboardInterrupt

    out = tmp_path / "new" / "game.gif"
    out.parent.mkdir()
    out.write_bytes(b"before")
    monkeypatch.setattr("tsuro.render.film.gif", stopped)
    assert main(["convert", str(game), str(out)]) == 130
    assert list(out.parent.iterdir()) == [out]
    assert out.read_bytes() == b"before"


def test_tiles_are_drawn_as_text_or_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "tiles.png"
    assert main(["draw", "--tiles", "17, 28"]) == 0
    shown = capsys.readouterr().out
    assert "17" in shown
    assert "28" in shown
    assert main(["draw", "--tiles", "all", str(out), "--width", "300"]) == 0
    assert Image.open(BytesIO(out.read_bytes())).width == 300
    with pytest.raises(SystemExit):
        main(["draw", "--tiles", "17,36"])
    assert "'36' is not a tile" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["draw", "--tiles", "?"])
    assert "name tiles by their numbers" in capsys.readouterr().err


def test_a_replay_tells_the_game_and_shows_its_end(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game), "--words"]) == 0
    told = capsys.readouterr().out
    assert "1. Ana: mark " in told
    assert "share the win." in told or "wins." in told


def test_a_replay_shows_one_position(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game), "--at", "3", "--words"]) == 0
    assert capsys.readouterr().out.startswith("Ana is to play a tile.")


def test_a_position_is_drawn_as_text_or_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "position.svg"
    assert main(["draw", POSITION]) == 0
    assert "c6" in capsys.readouterr().out
    assert main(["draw", POSITION, str(out), "--for", "1"]) == 0
    assert "<svg" in out.read_text(encoding="utf-8")


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2"]) == 0
    assert capsys.readouterr().out.endswith(f"perft 2: {48 * 47:,}\n")
    assert main(["perft", "1", "--position", POSITION, "--divide"]) == 0
    counted = capsys.readouterr().out.splitlines()
    assert counted[-1] == f"perft 1: {len(counted) - 2}"
    assert all(line.startswith("  play ") and line.endswith(": 1") for line in counted[1:-1])


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["verify", "no-such-file.tsuro"], "no-such-file.tsuro: No such file or directory"),
        (["replay", "."], ".: Is a directory"),
        (["replay", "{game}", "--at", "999"], "there is no action 999"),
        (["convert", "{game}", "out.pdf"], "out.pdf: the suffix must be one of"),
        (["convert", "{game}", "{dir}/no/such/folder/x.json"], "No such file or directory"),
        (["convert", "{game}", "out.json", "--for", "8"], "there is no player 8: 3 play"),
        (["convert", "{game}", "{dir}/out.svg", "--at", "-1"], "there is no action -1"),
        (["draw", "nonsense"], "a position has 7 fields"),
        (["draw", POSITION.replace("17", "4")], "tile 4 is in 2 places (C2)"),
        (["draw", POSITION, "x.gif"], "x.gif: the suffix must be one of .svg, .png"),
        (["draw", POSITION, "--for", "5"], "there is no player 5: 2 play"),
        (["draw"], "say what to draw: a position in quotes, or --tiles 17,28"),
        (["draw", POSITION, "x.png", "--tiles", "3"], "draw a position or tiles, not both"),
        (["draw", "x.svg", "--tiles", "3", "--width", "9"], "--width is for .png: .svg has no pixels"),
        (["convert", "{game}"], "game.tsuro: say what to make of it: tsuro convert "),
        (["convert", "{dir}/other.gif"], "no record has that name: say which game: tsuro convert game.tsuro"),
        (
            ["convert", "{game}", "x.gif", "--at", "3"],
            "--at is for a still picture: leave it out, or write a .png",
        ),
        (["convert", "{game}", "x.svg", "--width", "9"], "--width is for .png, .gif and .webp"),
        (["convert", "{game}", "x.json", "--square"], "--square is for .png, .gif and .webp"),
        (["convert", "{game}", "x.gif", "--width", "9"], "at least 120 pixels: 9 are too few"),
        (["convert", "{game}", "x.png", "--width", "9000"], "a picture cannot be 9000 pixels wide"),
        (["perft", "0"], "the depth must be at least 1, not 0"),
        (["perft", "1", "--players", "9"], "two to eight players, not 9 (C4)"),
        (["perft", "1", "--position", POSITION.replace("1,2,3", "?,?,?")], "all tiles must be known"),
        (["bench", "--seconds", "0"], "--seconds must be more than 0"),
        (["play", "Ana"], "two to eight players. Add a bot: tsuro play Ana apprentice; or play alone: tsuro play"),
        (["play", "Ana", "Rui", "--first", "5"], "the first player must be one of the 2 players (S3)"),
        (["play", "A#", "Rui"], "'A#' cannot be a name"),
        (["play", "Ana", "dragon:5x"], "'dragon:5x': '5x' is not a number of playouts"),
        (["play", "Ana", "wanderer:5", "--record", "new.tsuro"], "'wanderer:5': this bot has no option '5'"),
        (["play", "Ana", "Rui", "--record", "game.pdf"], "'game.pdf': a record is a .tsuro, .txt or .json file"),
        (["play", "Ana", "Rui", "--record", ""], "'': a record is a .tsuro, .txt or .json file"),
        (["play", "Ana", "Rui", "--record", "{game}"], "the file exists already: go on with --resume"),
        (["play", "--resume", "{game}", "--seed", "1"], "--resume goes on with a game as it is"),
        (["play", "Ana", "--resume", "{game}"], "--resume goes on with a game as it is"),
        (["play", "--resume", "no-such-file.tsuro"], "no-such-file.tsuro: No such file or directory"),
    ],
)
def test_bad_input_gets_a_clear_error_and_writes_nothing(
    command: list[str],
    said: str,
    game: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main([word.format(game=game, dir=tmp_path) for word in command]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "command",
    [
        ["fly"],
        ["play", "--edition", "ancient"],
        ["play", "--edition", "modern+wings"],
        ["play", "--first", "9"],
        ["play", "--first", "12"],
        ["play", "--seed", "x"],
        ["convert", "a.tsuro", "b.json", "--for", "nobody"],
        ["perft", "two"],
    ],
)
def test_a_bad_word_in_a_command_is_named_and_exits_with_2(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(command)
    assert stop.value.code == 2
    assert repr(command[-1].split("+")[-1]) in capsys.readouterr().err


def test_bytes_that_are_not_text_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noise.tsuro"
    path.write_bytes(b"tsuro \xff")
    assert main(["verify", str(path)]) == 2
    assert "byte 7 is not UTF-8 text" in capsys.readouterr().err
    path.write_bytes(b"#" * 4_000_001)
    assert main(["verify", str(path)]) == 2
    assert "larger than 4,000,000 bytes" in capsys.readouterr().err


def test_records_flow_through_pipes(game: Path) -> None:
    converted = _tsuro("convert", "-", "-", "--to", "json", given=game.read_bytes())
    assert converted.returncode == 0
    verified = _tsuro("verify", "-", given=converted.stdout)
    assert verified.stdout.startswith(b"-: good")


def test_a_reader_who_has_seen_enough_is_no_error(game: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tsuro", "replay", str(game)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as replaying:
        assert replaying.stdout is not None
        assert replaying.stderr is not None
        replaying.stdout.close()
        errors = replaying.stderr.read()
        assert replaying.wait(30) == 0
    assert errors == b""


def test_a_game_of_bots_plays_itself_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bots.json"
    assert main(["play", "wanderer", "apprentice", "wanderer", "--seed", "3", "--record", str(path)]) == 0
    assert f"The record is in {path}." in capsys.readouterr().out
    record = read_json(path.read_text(encoding="utf-8"))
    assert record.names == ("wanderer", "apprentice", "wanderer 2")
    assert record.result != "unfinished"
    assert main(["verify", str(path)]) == 0


def test_a_game_that_stops_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.tsuro"
    stopped = _tsuro("play", "Ana", "apprentice", "--seed", "1", "--record", str(path), given=b"c6n1\n")
    assert stopped.returncode == 0
    assert f"Go on with: tsuro play --resume {path}".encode() in stopped.stdout
    assert len(read_text(path.read_text(encoding="utf-8")).entries) == 2
    answers = b"1\n\n" * 40
    resumed = _tsuro("play", "--resume", str(path), given=answers)
    assert resumed.returncode == 0
    assert read_text(path.read_text(encoding="utf-8")).result != "unfinished"
    assert main(["verify", str(path)]) == 0


def _tsuro(*words: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-m", "tsuro", *words],
        input=given,
        capture_output=True,
        check=False,
        env=environment,
        timeout=60,
    )


def test_a_full_disk_leaves_the_old_file_as_it_was(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    out.write_text("what was here", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    before = sorted(tmp_path.iterdir())
    assert main(["convert", str(game), str(out)]) == 2
    assert f"{out}: No space left on device" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "what was here"
    assert sorted(tmp_path.iterdir()) == before


def test_a_device_is_written_to_not_replaced(game: Path) -> None:
    assert main(["convert", str(game), os.devnull, "--to", "json"]) == 0
    assert Path(os.devnull).is_char_device()


def test_a_broken_record_is_neither_replayed_nor_resumed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = game.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("2. "))
    lines[number] = lines[number].replace("2. 2 ", "2. 3 ")
    broken = "\n".join(lines)
    game.write_text(broken, encoding="utf-8")
    for command in (["replay", str(game)], ["play", "--resume", str(game)], ["convert", str(game), "x.svg"]):
        assert main(command) == 2
        assert f"tsuro: {game}: line {number + 1}: player 3 may not do this: " in capsys.readouterr().err
    assert game.read_text(encoding="utf-8") == broken


def test_a_replay_tells_comments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(WORKED_EXAMPLE)]) == 0
    assert "   # All three markers are on their start marks." in capsys.readouterr().out


def test_a_replay_in_a_terminal_goes_step_by_step(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Console, "is_terminal", property(lambda _: True))
    monkeypatch.setattr(sys, "stdin", Keyboard("\n\n"))
    assert main(["replay", str(game), "--words"]) == 0
    assert capsys.readouterr().out.count("Enter for the next: ") == 3


def test_ctrl_c_is_a_word_and_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tsuro.cli.perft.divide", interrupted)
    assert main(["perft", "2"]) == 130
    assert capsys.readouterr().err.endswith("tsuro: stopped.\n")


def test_plain_tsuro_asks_who_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard("wanderer, apprentice\n"))
    assert main([]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Welcome to Tsuro.")
    assert "win" in told
    monkeypatch.setattr(sys, "stdin", Keyboard(""))
    assert main([]) == 0


class Keyboard(io.StringIO):
    """Typed input that looks like a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_link_stays_a_link_and_permissions_stay(game: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    assert main(["convert", str(game), str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("{")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_file_that_may_not_be_written_is_left_alone(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    out.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["convert", str(game), str(out)]) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "> /dev/full"])
@pytest.mark.parametrize("command", ["play Ana Rui", "verify -", "replay {game}", "draw '{position}'", "perft 1"])
def test_closed_and_full_streams_are_no_traceback(command: str, closed: str, game: Path) -> None:
    words = command.format(game=game, position=POSITION)
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m tsuro {words} {closed}"],
        input=game.read_bytes(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in {0, 2}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_with_few_letters_gets_question_marks(encoding: str, game: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    bench = ["-c", SHORT_BENCH, "bench", "--seconds", "0.01"]
    for words in (["-m", "tsuro", "replay", str(game)], bench, ["-m", "tsuro", "play", "José", "日本"]):
        done = subprocess.run(
            [sys.executable, *words], input=b"", capture_output=True, check=False, env=environment
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode == 0


def test_a_long_message_is_cut_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.tsuro"
    path.write_text("x" * 100_000, encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    assert len(capsys.readouterr().err) < 600


def test_solo_is_for_one_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("c6n1\nd6n1\ne6n1\nf6n1\n"))
    assert main(["play", "Ana", "--edition", "modern+solo", "--words"]) == 0
    told = capsys.readouterr().out
    assert "Ana 4 starts at f6" in told
    assert "Press Enter when only you" not in told


def test_options_without_a_command_are_for_playing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["--words", "--seed", "1"]) == 0
    assert "Guest is to choose a start mark." in capsys.readouterr().out


def test_help_for_playing_tells_the_bots_and_their_styles(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out
    for name, bot in BOTS.items():
        assert re.search(rf"\n  {name} +{re.escape(bot.style)}\n", told)
    assert "dragon:2s" in told


def test_bots_play_with_their_options(tmp_path: Path) -> None:
    path = tmp_path / "bots.tsuro"
    bots = ["dragon:20", "dragon:20", "monte-carlo:1", "dragon:10,threads=2", "guardian"]
    assert main(["play", *bots, "--seed", "3", "--record", str(path)]) == 0
    names = ("dragon:20", "dragon:20 2", "monte-carlo:1", "dragon:10,threads=2", "guardian")
    assert read_text(path.read_text(encoding="utf-8")).names == names
    assert main(["verify", str(path)]) == 0


def test_a_bot_that_plays_below_its_name_is_said_to(capsys: pytest.CaptureFixture[str]) -> None:
    said = "In this variant, learned plays like the apprentice: it has learned none of them."
    variant = ["--edition", "modern+longest-path", "--seed", "3"]
    assert main(["play", "learned", "apprentice", *variant]) == 0
    assert capsys.readouterr().out.count(said) == 1
    assert main(["arena", "learned", "wanderer", *variant, "--games", "2"]) == 0
    assert capsys.readouterr().err.count(said) == 1
    assert main(["play", "learned", "apprentice", "--seed", "3"]) == 0
    assert "In this variant" not in capsys.readouterr().out
    assert main(["play", "guardian", "apprentice", *variant]) == 0
    assert "In this variant" not in capsys.readouterr().out
