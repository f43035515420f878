"""The lines that both ends read and write."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import Match, TsuroError, read_position, view
from tsuro.engine import lines
from tsuro.engine.lines import Move, choices, plain, read_engine_line, read_host_line

HOST_LINES = ["tsuro 1", "setoption seed -4", "setoption book my own book", "newgame", "go", "go ms 500", "quit"]
ENGINE_LINES = [
    "name Ana's engine",
    "author Ana and Rui",
    "option seed",
    "ready 1",
    "info share 0.6100 error 0.0200 action play 17e",
    "info share 0.0000 error 1.0000 action exchange 4,17 for 8,30",
    "info 12 placements looked at",
    "best mark c6n1",
    "best exchange nothing",
    "error I am lost",
]


@pytest.mark.parametrize("text", HOST_LINES)
def test_a_line_of_the_host_is_read_and_written(text: str) -> None:
    assert str(read_host_line(text)) == text
    assert read_host_line(f"\t{text.replace(' ', '  ')}\r\n") == read_host_line(text)


@pytest.mark.parametrize("text", ENGINE_LINES)
def test_a_line_of_the_engine_is_read_and_written(text: str) -> None:
    assert str(read_engine_line(text)) == text


@given(st.from_type(Match))
def test_a_position_and_its_choices_are_read_as_they_were_written(match: Match) -> None:
    if match.is_over:
        return
    seen = match.view(match.active)
    for line in (lines.Position(seen.position), *choices(seen)):
        assert read_host_line(str(line)) == line


@given(st.from_type(Match))
def test_the_view_can_be_rebuilt_from_the_position_that_is_sent(match: Match) -> None:
    for seat in range(match.setup.players):
        seen = match.view(seat)
        text = str(lines.Position(seen.position)).removeprefix("position ")
        rebuilt = view(read_position(text), seat)
        assert rebuilt == seen
        assert rebuilt.legal_actions == seen.legal_actions  # in the same order, too


@given(st.from_type(Match))
def test_every_legal_action_is_a_choice_that_tells_what_it_would_do(match: Match) -> None:
    seen = match.view(match.active)
    offered = list(choices(seen)) if not match.is_over else []
    assert tuple(choice.action for choice in offered) == match.legal_actions
    for choice, preview in zip(offered, seen.allowed, strict=False):
        assert [(move.seat, move.end) for move in choice.moves] == [
            (walk.seat, walk.end) for walk in preview.walks
        ]
        assert {move.seat for move in choice.moves if move.end is None} == set(preview.eliminated)


def test_a_move_is_a_player_a_place_and_a_number_of_tiles() -> None:
    line = read_host_line("may play 17e moves 1:c4n1:2 2:out:1")
    assert isinstance(line, lines.May)
    assert line.moves[1] == Move(seat=1, end=None, tiles=1)
    assert str(line.moves[0]) == "1:c4n1:2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' begins no line of the protocol"),
        ("fly", "'fly' begins no line of the protocol: there are tsuro, setoption, newgame"),
        ("best play 17e", "'best' begins no line"),
        ("tsuro one", "'one' is not a whole number"),
        ("tsuro", "'' is not a whole number"),
        ("setoption seed", "an option has a name and a value"),
        ("newgame now", "nothing follows 'newgame', not 'now'"),
        ("position nowhere", "a position has 7 fields"),
        ("position modern 1 6/6/6/6/6/6 circle@c6n1=?,17,30;square@a1w1=?,?,? 29 - play:1", "they cannot be ?"),
        ("may", "'' is not an action"),
        ("may fly", "'fly' is not an action"),
        ("may play 17e moves 1:c4n1", "'1:c4n1' is not a move"),
        ("may play 17e moves 1:c4n1:²", "'1:c4n1:²' is not a move"),
        ("may play 17e moves 9:c4n1:1", "'9' is not a player"),
        ("go fast", "write 'go' or 'go ms 500', not 'go fast'"),
        ("go ms -1", "'-1' is not a whole number"),
    ],
)
def test_a_bad_line_of_the_host_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(TsuroError) as refused:
        read_host_line(text)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hello!", "'Hello!' begins no line of the protocol: there are name, author"),
        ("option two words", "an option's name is one word, not 'two words'"),
        ("ready", "'' is not a whole number"),
        ("best", "'' is not an action"),
        ("info share 1.5 error 0 action play 17e", "'1.5' is not a number from 0 to 1"),
        ("info share nan error 0 action play 17e", "'nan' is not a number from 0 to 1"),
        ("info share much error 0 action play 17e", "'much' is not a number from 0 to 1"),
        ("info share 0.5 action play 17e", "an estimate is written 'info share"),
    ],
)
def test_a_bad_line_of_an_engine_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(TsuroError) as refused:
        read_engine_line(text)
    assert said in str(refused.value)


@given(st.text(max_size=40) | st.sampled_from(ENGINE_LINES).flatmap(lambda text: st.text().map(text.__add__)))
def test_any_text_is_a_line_of_an_engine_or_refused(text: str) -> None:
    with suppress(TsuroError):
        line = read_engine_line(text)
        assert str(read_engine_line(str(line))) == str(line)


@given(st.text())
def test_plain_text_is_one_short_line(text: str) -> None:
    shown = plain(text, 20)
    assert shown.isprintable()
    assert len(shown) <= 22
    assert shown == " ".join(shown.split())
