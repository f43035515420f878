"""Setting up a game in the terminal: on the first screen, and line by line."""

from __future__ import annotations

import asyncio
import io
import sys

import pytest

from tsuro import read_edition
from tsuro.bots import BOTS
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.fullscreen.setting_up import Table
from tsuro.terminal.fullscreen.start import StartApp
from tsuro.terminal.play import ask_who_plays

pytestmark = pytest.mark.slow


def after(*keys: str, table: Table | None = None) -> tuple[StartApp, str]:
    """The screen after these keys, and what stood on it last."""
    app, shown = StartApp(table or Table()), [""]

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.press(key)
                if app._exit:
                    return
                shown[0] = "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    asyncio.run(run())
    return app, shown[0]


def test_enter_starts_with_a_person_and_two_bots() -> None:
    app, _ = after("enter")
    assert app.return_value is not None
    assert [each.name for each in app.return_value.players] == ["Guest", "apprentice", "guardian"]
    assert app.return_value.rules() == read_edition("modern")


def test_players_are_added_named_changed_and_removed() -> None:
    keys = ("n", *("backspace",) * 5, *"Ana", "enter", "down", "right", "right", "down", "d", "a", "left", "enter")
    app, _ = after(*keys)
    assert app.return_value is not None
    assert [each.name for each in app.return_value.players] == ["Ana", "guardian", "wanderer"]


def test_every_bot_is_there_with_its_style_in_a_sentence() -> None:
    table, seen = Table(), set()
    for _ in range(len(BOTS) + 1):
        seen.add((table.row.label, table.row.words))
        table = table.changed(1)
    assert seen == {("Guest", "a person at this keyboard"), *((name, bot.style) for name, bot in BOTS.items())}
    assert table.players == Table().players


def test_every_rule_can_be_chosen() -> None:
    at = Table().rows.index
    rows = {row.kind: at(row) for row in Table().rows}
    table = Table(at=rows["edition"]).changed(1)
    table = Table(edition=table.edition, at=rows["no-ramming"]).changed(1)
    table = Table(edition=table.edition, options=table.options, at=rows["variant"]).changed(-1).changed(-1)
    assert table.rules() == read_edition("classic+no-ramming+open-tiles")
    assert Table.of(table.rules()).rules() == table.rules()


@pytest.mark.parametrize(
    ("keys", "table", "said"),
    [
        (("d", "d", "enter"), None, "Tsuro is for two to eight players: add one."),
        (("enter",), Table(variant="solo"), "A solo game is for one person: remove the bots."),
        (
            ("enter",),
            Table(edition="classic", options=frozenset({"pass-the-pile"})),
            "belongs to the modern edition",
        ),
        (("down", "n", "s", "enter"), None, "Did you mean apprentice?"),
        (
            ("n", "backspace", *"dragon:x", "enter"),
            Table().named("x"),
            "'dragon:x': 'x' is not a number of playouts",
        ),
        (("question_mark",), None, "Setting up a game"),
    ],
)
def test_what_is_not_possible_is_explained(keys: tuple[str, ...], table: Table | None, said: str) -> None:
    app, shown = after(*keys, table=table)
    assert said in shown
    assert app.return_value is None


def test_a_full_table_takes_nobody_else() -> None:
    app, shown = after(*("a",) * 9)
    assert len(app.table.players) == 8
    assert "another player" not in shown
    assert "Enter starts" in shown


def test_leaving_starts_nothing() -> None:
    assert after("q")[0].return_value is None


def test_line_by_line_help_lists_the_bots_and_quit_leaves() -> None:
    out = io.StringIO()
    with pytest.raises(InputEnded):
        ask_who_plays(Console(out=out, source=io.StringIO("help\nquit\n")))
    assert all(bot.style in out.getvalue() for bot in BOTS.values())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal of POSIX")
def test_the_plain_command_leads_from_the_first_screen_into_a_game() -> None:
    from tests.terminal.emulator import terminal  # noqa: PLC0415 -- POSIX only

    with terminal() as shown:
        shown.wait_for("who plays")
        shown.press("\r")
        shown.wait_for("Guest, choose a start mark.")
        shown.press("\x03")
        shown.ended()
        assert shown.is_restored
