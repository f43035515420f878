"""Games on the whole screen, played by pressing keys."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from random import Random

import pytest
from tests.terminal.screens import AT_ONCE, enter_until, game, play, seated, text
from textual.pilot import Pilot

from tsuro import Match, read_edition
from tsuro.bots import make_bot
from tsuro.game.state import Phase
from tsuro.player import Player
from tsuro.terminal.console import Console
from tsuro.terminal.fullscreen import play_on_screen
from tsuro.terminal.fullscreen.app import square_size
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.replay import ReplayApp
from tsuro.terminal.fullscreen.seats import Ending

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("names", "edition"),
    [
        (("Ana", "wanderer", "wanderer 2"), "modern"),
        (("Ana", "Rui"), "classic"),
        (("Ana", "Ana 2", "Ana 3"), "modern+solo"),
        (("Ana", *(f"wanderer {n}" for n in range(2, 9))), "classic+longest-path"),
    ],
)
def test_a_whole_game_is_played_by_keys_and_never_leaves_the_screen(names: tuple[str, ...], edition: str) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.is_over)
        await pilot.pause()
        assert "play again" in text(app)
        await pilot.press("q")

    assert play(game(*names, edition=edition), acting) == Ending.FINISHED


@pytest.mark.parametrize(
    ("columns", "lines", "height"), [(80, 24, 4), (91, 30, 4), (92, 30, 5), (300, 29, 4), (200, 60, 10)]
)
def test_the_board_grows_with_the_screen(columns: int, lines: int, height: int) -> None:
    assert square_size(columns, lines).height == height


def hand_on(shown: str) -> set[str]:
    """The labels of tiles on a screen, such as 17e."""
    return set(re.findall(r"[1-9]: (\d+)[nesw]", shown))


def test_the_curtain_hides_hands_and_not_the_board() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        for name, seat in (("Ana", 0), ("Rui", 1), ("Ana", 0), ("Rui", 1)):
            await pilot.pause()
            covered = text(app)
            assert f"{name}, it is your turn." in covered
            assert hand_on(covered) == set()
            assert "draws tile" not in covered
            await pilot.press("h", "colon", "1", "r")  # nothing of this works through the curtain
            assert "c4" in text(app)
            assert hand_on(text(app)) == set()
            held = {str(tile) for tile in app.match.state.hands[seat]}
            await pilot.press("enter")
            await pilot.pause()
            assert app.match.state.phase.value == "mark" or hand_on(text(app)) == held
            await pilot.press("enter")

    play(game("Ana", "Rui"), acting)


def test_a_tile_is_chosen_turned_and_placed() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("right", "enter")
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play" and app.match.active == 0)
        hand = app.match.state.hands[0]
        await pilot.press("2")
        before = text(app)
        assert f"▸2: {hand[1]}" in before
        await pilot.press("r", "R", "down", "up", "left", "right")
        assert text(app) == before
        preview = next(p for p in app.match.view(0).allowed)
        await pilot.press("colon", *"play", "space", *str(preview.tile), "enter")
        await pilot.pause()
        assert preview.tile in app.match.state.board

    play(game("Ana", "wanderer"), acting)


def test_what_is_typed_wrongly_is_explained_and_help_helps() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("colon", "x", "enter")
        await pilot.pause()
        assert "'x' is not a point" in text(app)
        await pilot.press("colon", *"help", "enter")
        await pilot.pause()
        assert "take that tile" in text(app)
        await pilot.press("escape", "colon", *"c6n1", "enter")
        await pilot.pause()
        assert app.match.state.starts[0] == 16

    play(game("Ana", "wanderer"), acting)


def test_leaving_asks_first() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("q")
        assert "Leave this game?" in text(app)
        await pilot.press("n")
        assert "choose a start mark" in text(app)
        await pilot.press("q", "y")

    assert play(game("Ana", "wanderer"), acting) == Ending.STOPPED


def test_a_hint_takes_the_tile_and_says_why() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("enter")
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play" and app.match.active == 0)
        await pilot.press("h")
        for _ in range(200):
            await pilot.pause(0.02)
            if "The dragon would place" in text(app):
                return
        raise AssertionError(text(app))

    play(game("Ana", "wanderer"), acting)


def test_tiles_are_exchanged_by_keys() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        state = app.match.state
        mine, theirs = state.hands[state.active], state.offer
        await pilot.pause()
        await pilot.press("1")
        assert "You give 1 and take 0" in text(app)
        await pilot.press("enter")
        assert app.match.state is state
        await pilot.press(str(len(mine) + 1))
        assert f"Give {mine[0]} for {theirs[0]}." in text(app)
        await pilot.press("enter")
        assert theirs[0] in app.match.state.hands[state.active]

    play(exchanging(), acting)


def exchanging() -> PlayApp:
    """A game of one person, who may exchange tiles."""
    random = Random(3)
    for seed in range(200):
        match = Match(edition=read_edition("classic"), players=3, names=("Ana", "Rui", "Léa"), seed=seed)
        while not match.is_over:
            if match.state.phase.value == "exchange" and match.state.offer:
                bots: dict[int, Player] = {
                    seat: make_bot("wanderer", Random(seat)) for seat in range(3) if seat != match.active
                }
                return PlayApp(match, seated(bots, match.active), tempo=AT_ONCE)
            match.submit(match.active, random.choice(match.legal_actions))
    raise AssertionError("no game came to an exchange")


def exchanging_with(eliminated: int) -> PlayApp:
    """A game of eight in which Ana has just eliminated that many others."""
    names = ("Ana", *(f"wanderer {n}" for n in range(2, 9)))
    match = Match(edition=read_edition("classic+longest-path"), players=8, names=names, seed=5)
    while match.state.phase is Phase.PLACE_MARKER:
        match.submit(match.active, match.legal_actions[3])
    out = tuple(range(1, 1 + eliminated))
    markers = tuple(None if seat in out else marker for seat, marker in enumerate(match.state.markers))
    match._state = replace(match.state, phase=Phase.EXCHANGE, out=(out,), markers=markers)
    return PlayApp(
        match, seated({seat: make_bot("wanderer", Random(seat)) for seat in range(1, 8)}, 0), tempo=AT_ONCE
    )


def offered_on(shown: str) -> dict[int, int]:
    """The tiles of an exchange on a screen, by their keys."""
    return {int(key): int(tile) for key, tile in re.findall(r"\b(\d+): (\d+)\b", shown)}


@pytest.mark.parametrize("eliminated", [1, 2, 5, 7])
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40)])
def test_all_tiles_on_offer_are_seen_at_once(eliminated: int, columns: int, lines: int) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.pause()
        state = app.match.state
        assert offered_on(text(app)) == dict(enumerate((*state.hands[0], *state.offer), 1))

    play(exchanging_with(eliminated), acting, columns=columns, lines=lines)


def test_a_cursor_reaches_tiles_that_no_digit_names() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        mine, theirs = app.match.state.hands[0], app.match.state.offer
        await pilot.press("space", "left", "space")
        assert f"Give {mine[0]} for {theirs[-1]}." in text(app)
        assert f"▸24: {theirs[-1]}✓" in text(app)
        await pilot.press("space", "up", "up", "up", "up", "up", "down", "down", "space")
        assert f"Give {mine[0]} for {theirs[8]}." in text(app)
        await pilot.press("b")
        assert "f1" in text(app)
        assert set(offered_on(text(app))) == {1, 2, 3}
        await pilot.press("b", "enter")
        assert theirs[8] in app.match.state.hands[0]

    play(exchanging_with(7), acting)


def test_a_hint_may_be_an_exchange() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("h")
        for _ in range(200):
            await pilot.pause(0.02)
            if "The dragon would do this" in text(app):
                return
        raise AssertionError(text(app))

    play(exchanging(), acting)


def test_a_window_that_is_too_small_is_told_kindly() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.pause()
        assert "This one has 70 × 20." in text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.1)
        assert "choose a start mark" in text(app)

    play(game("Ana", "wanderer"), acting, columns=70, lines=20)


def test_without_colours_numbers_tell_the_trails_apart() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.state.tiles_placed >= 4)
        board = "\n".join(line[:48] for line in text(app).split("\n"))
        assert len(re.findall("[12]", board)) > 4

    play(game("Ana", "wanderer", plain=True), acting)


def test_the_dragon_tile_is_shown_with_its_holder() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.state.dragon is not None or app.match.is_over)
        await pilot.pause()
        assert re.search(r"D ▮[0-3]", text(app))

    play(game("Ana", *(f"wanderer {n}" for n in range(2, 9)), edition="classic"), acting)


def test_a_mouse_takes_turns_and_places_tiles() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await pilot.press("enter")
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play" and app.match.active == 0)
        for _ in range(2):
            await pilot.click("#column", offset=(12, 8))
        assert re.search(r"▸2: \d+", text(app))
        before = app.match.state.tiles_placed
        await pilot.press("1")
        await pilot.click("#board", offset=(20, 12))
        await pilot.pause()
        assert app.match.state.tiles_placed > before

    play(game("Ana", "wanderer"), acting)


def test_a_game_is_reviewed_and_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    endings, reviewed = [Ending.REVIEW, Ending.AGAIN, Ending.FINISHED], []
    monkeypatch.setattr(PlayApp, "run", lambda _: endings.pop(0))
    monkeypatch.setattr(ReplayApp, "run", lambda app: reviewed.append(app.scene().names))
    match, out = Match(players=2, names=("Ana", "wanderer"), seed=1), io.StringIO()
    console = Console(out=out, source=None)
    bots = {1: "wanderer"}
    assert not play_on_screen(match, console, random=Random(1), bots=bots, keep=lambda _: None, file=None)
    assert (endings, reviewed) == ([], [("Ana", "wanderer")])
    assert out.getvalue() == "The game stops here.\n"


def test_news_are_there_when_the_screen_opens_and_when_people_play_again(monkeypatch: pytest.MonkeyPatch) -> None:
    captions, endings = [], [Ending.AGAIN, Ending.FINISHED]

    def run(app: PlayApp) -> int:
        captions.append(app.scene().caption)
        return endings.pop(0)

    monkeypatch.setattr(PlayApp, "run", run)
    monkeypatch.setattr("tsuro.terminal.fullscreen.prepare_bots", lambda _: "Compiling.")
    match, console = Match(players=2, names=("Ana", "wanderer"), seed=1), Console(out=io.StringIO(), source=None)
    news = ["It has learned none."]
    play_on_screen(
        match, console, random=Random(1), bots={1: "wanderer"}, keep=lambda _: None, file=None, news=news
    )
    assert captions == ["It has learned none. Compiling."] * 2
