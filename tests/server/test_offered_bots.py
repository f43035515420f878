"""Bots that are not ours at the tables of a server: whoever runs it names them, and nobody else can."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.bots import strangers
from tests.server.running import Guest, running

from tsuro import Match
from tsuro.bots import BOTS as OURS
from tsuro.bots import UnknownBot, levels
from tsuro.cli import main
from tsuro.game.errors import TsuroError
from tsuro.server.rooms.bot_pool import BotFailed, BotPool
from tsuro.server.rooms.offered_bots import introduced
from tsuro.server.settings import OfferedBot

pytestmark = pytest.mark.slow

FILE = strangers.__file__
BROKEN = {"crash": "ended", "garbage": "nonsense", "cheat": "illegal"}
BOTS = (
    OfferedBot(id="first", name="First", about="Takes the first way that there is.", bot=f"{FILE}:First"),
    *(OfferedBot(id=kind, name=kind.title(), bot=f"{FILE}:{kind.title()}") for kind in BROKEN),
)


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with running(tmp_path_factory.mktemp("server"), bots=BOTS) as guest:
        yield guest


def play_to_the_end(guest: Guest, code: str) -> dict[str, Any]:
    """Let the guest do whatever comes first, and the others what they like; returns the last snapshot."""
    with guest.connect(code) as talk:
        while (seen := guest.look(code))["position"]["result"] is None:
            own = seen["own"][0]
            if own["on_turn"]:
                ways = [*own["marks"], *(way for way in own["previews"] if not way["refused"])]
                action = ways[0]["action"] if ways else "exchange nothing"
                guest.ask(code, "move", seq=seen["seq"], seat=0, action=action)
            else:
                talk.hear()
    return seen


def against(guest: Guest, *bots: str) -> str:
    seats = [{"kind": "person", "name": "Ana"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    return guest.make_table(seats=seats, start=True, first=0)["play"]


def test_they_are_listed_with_their_own_names(guest: Guest) -> None:
    listed = guest.get("/api/bots").json()
    assert [bot["id"] for bot in listed] == [*levels(), "first", "crash", "garbage", "cheat"]
    about = "Takes the first way that there is."
    assert {"id": "first", "name": "First", "about": about, "own": False} in listed
    assert FILE not in guest.get("/api/bots").text


def test_the_page_is_told_of_those_that_it_does_not_know(guest: Guest) -> None:
    page = guest.get("/", Accept="text/html").text
    told = page.split('<meta name="tsuro-bots" content="')[1].split('"')[0]
    assert [bot["name"] for bot in msgspec.json.decode(unescape(told))] == [bot.name for bot in BOTS]


def test_one_plays_a_whole_game_under_its_own_name(guest: Guest) -> None:
    code = against(guest, "first", "first")
    seen = play_to_the_end(guest, code)
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["Ana", "First", "First 2"]
    assert [(seat["bot"], seat["failure"]) for seat in seen["table"]["seats"][1:]] == [("first", None)] * 2


@pytest.mark.parametrize(("bot", "failure"), list(BROKEN.items()))
def test_a_broken_one_has_a_stand_in_for_this_game_and_the_record_says_so(
    guest: Guest, bot: str, failure: str
) -> None:
    code = against(guest, bot, "apprentice")
    seen = play_to_the_end(guest, code)
    broken, other = seen["table"]["seats"][1:]
    assert (broken["stand_in"], broken["failure"]) == (True, failure)
    assert (other["stand_in"], other["failure"]) == (False, None)
    record = guest.get(f"/api/tables/{code}/games/1/record").text
    assert "\nfailed-2: " in record
    assert ", so a stand-in played on\n" in record
    assert FILE not in record
    assert guest.ask(code, "want-rematch")["status"] == 200
    assert guest.look(code)["table"]["seats"][1]["failure"] in {None, failure}  # it may have failed again by now


def test_a_guest_cannot_name_any_other(guest: Guest) -> None:
    code = guest.make_table(seats=3)["play"]
    for bot in ("crahs", "strangers.py:First", "cmd:true", "monte-carlo", "dragon:2s", ""):
        assert guest.ask(code, "add-bot", seat=1, bot=bot)["code"] == "no-such-bot"
    assert guest.ask(code, "add-bot", seat=1, bot="crahs")["sentence"].endswith("Did you mean crash?")
    refused = guest.post("/api/tables", {"seats": [{"kind": "empty"}, {"kind": "bot", "bot": "cmd:true"}]})
    assert (refused.status_code, refused.json()["code"]) == (409, "no-such-bot")
    assert refused.json()["field"] == "seats[1].bot"


def test_a_record_is_played_on_against_one(guest: Guest) -> None:
    code = guest.play_against_a_bot()
    record = guest.get(f"/api/tables/{code}/games/1/record").text
    wanted = {"record": record, "move": 2, "seat": 0, "name": "Ana"}
    made = guest.post("/api/practice", {**wanted, "bot": "first"})
    assert made.status_code == 201
    assert made.json()["snapshot"]["table"]["seats"][1]["name"] == "First"
    assert guest.post("/api/practice", {**wanted, "bot": "cmd:true"}).json()["code"] == "no-such-bot"


def test_a_stored_table_whose_bot_is_gone_plays_on_with_a_stand_in(tmp_path: Path) -> None:
    with running(tmp_path, bots=BOTS) as guest:
        code = against(guest, "first")
    with running(tmp_path) as without:
        without.headers = guest.headers
        seen = play_to_the_end(without, code)
    assert seen["table"]["seats"][1]["failure"] == "not-offered"
    assert seen["position"]["result"] is not None


def test_one_that_stalls_is_ended_in_time() -> None:
    async def choose() -> None:
        pool = BotPool(1, budget=0.5, plays=f"{FILE}:Stalls")
        await pool.open()
        try:
            await pool.ask("stalls", Match(players=2, seed=1).view(0))
        finally:
            await pool.close()

    with pytest.raises(BotFailed) as failed:
        asyncio.run(choose())
    assert failed.value.how == "late"


def test_bots_introduce_themselves_before_anybody_comes() -> None:
    bots = introduced([f"{FILE}:Any", f"{FILE}:Any", f"{FILE}:Any:fast"])
    assert [(bot.id, bot.name) for bot in bots] == [
        ("any-which-way", "Any which way"),
        ("any-which-way-fast", "Any which way:fast"),
    ]
    assert bots[0].about == "Takes any way."
    with pytest.raises(UnknownBot, match="there is no Frist"):
        introduced([f"{FILE}:Frist"])
    with pytest.raises(TsuroError, match="is one of our bots"):
        introduced(["dragon"])


def test_one_of_ours_with_an_option_or_that_is_no_level_can_be_offered_too(tmp_path: Path) -> None:
    bots = introduced(["dragon:200", "monte-carlo"])
    assert [(bot.id, bot.name) for bot in bots] == [("dragon-200", "dragon:200"), ("monte-carlo-2", "monte-carlo")]
    assert bots[0].about == OURS["dragon"].style
    with running(tmp_path, bots=bots) as guest:
        seen = play_to_the_end(guest, against(guest, "dragon-200"))
    dragon = seen["table"]["seats"][1]
    assert (dragon["name"], dragon["failure"]) == ("dragon:200", None)
    with pytest.raises(UnknownBot, match="'2x' is not a number of playouts"):
        introduced(["dragon:2x"])


def test_one_that_has_learned_no_variants_says_so_where_it_is_offered(tmp_path: Path) -> None:
    bots = introduced(["learned", "monte-carlo"])
    said = f"{OURS['learned'].style} In variants, it plays like the apprentice."
    assert [bot.about for bot in bots] == [said, OURS["monte-carlo"].style]
    with running(tmp_path, bots=bots) as guest:
        assert said in [bot["about"] for bot in guest.get("/api/bots").json()]
        assert said in unescape(guest.get("/", Accept="text/html").text)


@pytest.mark.parametrize("command", ["serve", "web"])
def test_a_server_does_not_start_with_a_bot_that_does_not_run(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [command, "--bot", "gaurdian", "--port", "0", "--database", str(tmp_path / "t.sqlite3")]
    assert main(words) == 2
    assert "Did you mean guardian?" in capsys.readouterr().err
