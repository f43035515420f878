"""Pictures that the server makes: what they are, what they cost, and that nothing hidden is on them."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image
from tests.server.running import GENEROUS, Guest, running

from tsuro.server.http import drawing, pictures
from tsuro.server.http.drawing import Drawing, _Failed, _run
from tsuro.server.http.open_graph import with_preview

pytestmark = pytest.mark.slow


def _image(answer: httpx.Response) -> Image.Image:
    assert answer.status_code == 200
    return Image.open(BytesIO(answer.content))


def _film(guest: Guest, address: str) -> tuple[httpx.Response, list[dict[str, int]]]:
    """The animation, and what was told before it was there."""
    told: list[dict[str, int]] = []
    for _ in range(100):
        answer = guest.get(address)
        if answer.status_code != 202:
            return answer, told
        told.append(answer.json())
        time.sleep(0.1)
    raise AssertionError("it never came")


def test_a_moment_is_a_picture_that_browsers_keep(guest: Guest, played: str) -> None:
    address = f"/api/tables/{played}/games/1/snapshot.png"
    last, first = guest.get(address), guest.get(f"{address}?move=0&theme=dark&shape=square")
    assert last.headers["content-type"] == "image/png"
    assert _image(last).size == (1080, 1218)
    assert _image(first).size == (1080, 1080)
    again = guest.get(address, **{"if-none-match": last.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("wrong", ["move=-1", "move=x", "theme=pink", "shape=round"])
def test_what_is_no_moment_and_no_look_is_refused(guest: Guest, played: str, wrong: str) -> None:
    answer = guest.get(f"/api/tables/{played}/games/1/snapshot.png?{wrong}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("move", ["999", "99999", "1234567"])
def test_a_move_that_is_not_there_is_not_found(guest: Guest, played: str, move: str) -> None:
    answer = guest.get(f"/api/tables/{played}/games/1/snapshot.png?move={move}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game")


def test_a_whole_game_is_made_once_and_its_progress_is_told(guest: Guest, played: str) -> None:
    address = f"/api/tables/{played}/games/1/film?format=webp&shape=square"
    answer, told = _film(guest, address)
    image = _image(answer)
    assert answer.headers["content-type"] == "image/webp"
    assert (image.size, image.info["loop"]) == ((720, 720), 0)
    assert [each["done"] for each in told] == sorted(each["done"] for each in told)
    assert all(each["done"] <= each["of"] for each in told)
    assert guest.get(address).content == answer.content
    assert guest.get(address, **{"if-none-match": answer.headers["etag"]}).status_code == 304
    assert guest.get(f"/api/tables/{played}/games/2/film").json()["code"] == "no-such-game"


def test_a_record_that_somebody_brings_is_drawn_like_a_game_of_a_table(guest: Guest, played: str) -> None:
    game = f"/api/tables/{played}/games/1"
    record = {"record": guest.get(f"{game}/record").text}
    for asked in ("", "?move=3&theme=contrast&shape=square"):
        assert (
            guest.post(f"/api/snapshots{asked}", record).content
            == guest.get(f"{game}/snapshot.png{asked}").content
        )
    film, _ = _film(guest, f"{game}/film?format=webp&shape=square")
    assert guest.post("/api/films?format=webp&shape=square", record).content == film.content
    assert guest.post("/api/snapshots?move=999", record).json()["code"] == "no-such-game"
    for address in ("/api/snapshots", "/api/films"):
        assert guest.post(address, {"record": "nonsense"}).json()["code"] == "not-a-record"


def test_a_picture_of_a_running_game_is_the_same_for_everybody(guest: Guest) -> None:
    codes = guest.make_table(seats=2)
    other = guest.another()
    start = guest.get(f"/api/tables/{codes['play']}/preview.png")
    assert _image(start).size == (1200, 630)
    for seat, one in enumerate((guest, other)):
        one.ask(codes["play"], "sit", seat=seat, name=f"Player {seat}")
    guest.ask(codes["play"], "start")
    for path in ("preview.png", "games/1/snapshot.png"):
        seen = {
            one.get(f"/api/tables/{codes[code]}/{path}").content
            for one in (guest, other)
            for code in codes
            if code in {"play", "watch"}
        }
        assert len(seen) == 1
        assert seen != {start.content}


def test_pictures_of_a_table_that_is_not_there(guest: Guest) -> None:
    assert guest.get(f"/api/tables/{'A' * 22}/preview.png").json()["code"] == "no-such-table"


def test_a_link_shows_its_board_in_a_messenger(guest: Guest, played: str) -> None:
    pages = {
        f"/table/{played}": f"/api/tables/{played}/preview.png",
        f"/table/{played}/replay/1?move=3": f"/api/tables/{played}/games/1/snapshot.png?shape=wide&amp;move=3",
    }
    for page, picture in pages.items():
        shown = guest.get(page).text
        assert f'<meta property="og:image" content="http://{guest.place}{picture}">' in shown
        assert '<meta name="twitter:card" content="summary_large_image">' in shown
        assert _image(guest.get(picture.replace("&amp;", "&"))).size == (1200, 630)
    for page in ("/", "/rules", "/table/wrong", f"/hand-over/{played}"):
        assert "og:image" not in guest.get(page).text


def test_nothing_but_codes_and_numbers_gets_into_the_tags() -> None:
    document = b"<head></head>"
    for params in ({"code": '"><script>'}, {"code": "A" * 22, "game": "0"}, {"code": "A" * 22, "game": '1"'}, {}):
        assert with_preview(document, origin="http://x", params=params, move="") == document
    shown = with_preview(
        document, origin="http://x", params={"code": "A" * 22, "game": "1"}, move='"><b>'
    ).decode()
    assert re.findall("<(?!meta)[^>]*>", shown) == ["<head>", "</head>"]


def test_a_process_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "PROCESS", (sys.executable, "-c", "raise SystemExit(3)"))
    with pytest.raises(_Failed, match="exit code 3"):
        asyncio.run(_run(Drawing(), b""))


@pytest.mark.parametrize("path", ["snapshot.png?theme=contrast", "film?theme=contrast"])
def test_nothing_is_drawn_in_the_process_of_those_who_play(
    guest: Guest, played: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library that draws holds on to the interpreter: everybody would wait for half a second."""
    address = f"/api/tables/{played}/games/1/{path}"
    with monkeypatch.context() as without:
        without.setattr(drawing, "PROCESS", (sys.executable, "-c", "raise SystemExit(3)"))
        answer, _ = _film(guest, address)
        assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    again, _ = _film(guest, address)
    assert again.status_code == 200


def test_what_is_refused_ends_nothing_that_others_wait_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = tmp_path / "begun", tmp_path / "go on"
    script = (
        f"import os, time; open({str(begun)!r}, 'a').write('.')\n"
        f"while not os.path.exists({str(go_on)!r}): time.sleep(0.01)\n"
        "print('a film')"
    )
    monkeypatch.setattr(drawing, "PROCESS", (sys.executable, "-c", script))
    monkeypatch.setattr(pictures, "FILMS", 1)
    with running(tmp_path, limits=replace(GENEROUS, working=1)) as guest:
        address = f"/api/tables/{guest.play_against_a_bot()}/games/1/film"
        assert guest.get(address).status_code == 202
        assert guest.get(f"{address}?theme=dark").json()["code"] == "too-fast"
        go_on.touch()
        film, _ = _film(guest, address)
        assert film.content == b"a film\n"
        assert _film(guest, f"{address}?theme=dark")[0].content == b"a film\n"
        assert begun.read_text() == ".."
