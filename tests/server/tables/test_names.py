"""Names of players."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro.game.errors import TsuroError
from tsuro.record.model import check_names
from tsuro.server.tables.names import BOTS, bot_name, is_given_for, name_key, normal_name, unique_name
from tsuro.server.tables.refusals import NoName


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n Lee  ", "Ann Lee"),
        ("Ann\u00a0Lee\u3000", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("Jos\u200be\u0301", "José"),  # a space of no width
        ("\u202eAnn\u202c", "Ann"),  # written from right to left
        ("A\u0007nn\u0000", "Ann"),
        ("A\ud800nn\ue000", "Ann"),  # half a sign, and one that only its owner knows
        ("#1; Ann", "1 Ann"),
        ("Ann\u037e", "Ann"),  # a Greek question mark, which is a semicolon
        ("名前", "名前"),
        ("Ⅳ x²", "Ⅳ x²"),
        ("🐉", "🐉"),
        ("\u0301Ann", "Ann"),  # a mark on nothing
        ("A \u0301 B", "A B"),
        ("A" + "\u0301\u0302\u0303\u0304\u0305\u0306" + "nn", "Á\u0302\u0303\u0304nn"),
        ("\u3164\u2800Ann", "Ann"),  # letters that nobody sees
        ("a" * 30, "a" * 24),
        ("g\u0303" * 30, "g\u0303" * 24),  # a letter with its mark is one letter
        ("a" * 23 + " b", "a" * 23),
    ],
)
def test_a_name_is_shown_as_it_is_written_but_fit_to_be_shown(typed: str, shown: str) -> None:
    assert normal_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\t", "#;", "\u202e", "\u200b\u200d", "\u3164", "\u0301", "\ud800", "\U0001d159", "\U00016fe4"],
)
def test_a_name_of_which_nothing_is_seen_is_refused(typed: str) -> None:
    with pytest.raises(NoName, match="at least one letter") as caught:
        normal_name(typed)
    assert caught.value.code() == "no-name"


@given(st.text(max_size=60))
def test_every_name_can_be_written_in_a_record_and_stays_as_it_is(text: str) -> None:
    try:
        name = normal_name(text)
    except NoName:
        return
    check_names((name, name), 2)
    assert normal_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert sum(unicodedata.category(sign)[0] != "M" for sign in name) <= 24
    assert not set("#;\u202e\u2066") & set(name)


@given(st.text(alphabet="ab\u0301\u0302\u0323\u0e31\u0e49\u1100\u1161\u11a8 \u200d", max_size=40))
def test_marks_never_gather(text: str) -> None:
    try:
        name = normal_name(text)
    except TsuroError:
        return
    kinds = "".join(unicodedata.category(sign)[0] for sign in name)
    assert "MMMM" not in kinds
    assert not kinds.startswith("M")
    assert normal_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("Ann", "ANN"),
            ("Ann", "Ａｎｎ"),
            ("straße", "STRASSE"),
            ("x²", "X2"),
            ("ﬁn", "FIN"),
            ("Ann", "Ann\ufe0f"),
        ),
        *(("Ana", "\u0410n\u0430"), ("BOB", "\u0412\u041e\u0412"), ("Nora", "\u039dora"), ("Ali", "A1I")),
        *(("Ana", "An\u0251"), ("Ana", "\u13aana"), ("Tom", "T\u0585m"), ("Tom", "T\u03c3m")),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_sound_alike_are_not() -> None:
    assert name_key("Ann") != name_key("Anne")


def test_bots_have_short_names_that_nobody_else_has() -> None:
    assert bot_name([]) == "Aki"
    assert bot_name(["Ann"]) == "Aki"
    assert bot_name(["AKI", "Ken"]) == "Hana"


def test_there_are_names_for_bots_at_a_full_table() -> None:
    assert all(bot_name([name for name in BOTS if name != free]) == free for free in BOTS)


@pytest.mark.parametrize(
    ("typed", "others", "given"),
    [
        ("Ana", [], "Ana"),
        ("Ana", ["Rui", "Anna"], "Ana"),
        (" ana ", ["Ana"], "ana 2"),
        ("Ana", ["ANA", "Ana 2", "ana 3"], "Ana 4"),
        ("Player 2", ["Player 2"], "Player 3"),
        ("7", ["7"], "7 2"),
        ("Ana 2000", ["Ana 2000"], "Ana 2000 2"),  # a year, and not a count
        ("a" * 24, ["a" * 24], "a" * 22 + " 2"),
        ("g\u0303" * 24, ["g\u0303" * 24], "g\u0303" * 22 + " 2"),
        ("a" * 21 + " bc", ["a" * 21 + " bc"], "a" * 21 + " 2"),
    ],
)
def test_a_name_that_another_player_has_gets_a_number(typed: str, others: list[str], given: str) -> None:
    assert unique_name(typed, others) == given
    assert unique_name(given, others) == given
    assert is_given_for(given, typed)


@given(st.lists(st.text(alphabet="Aaá２2 9\u0301", min_size=1, max_size=30), max_size=8))
def test_eight_players_always_have_eight_names(typed: list[str]) -> None:
    names: list[str] = []
    for text in typed:
        try:
            names.append(unique_name(text, names))
        except NoName:
            continue
        assert is_given_for(names[-1], text)
        assert normal_name(names[-1]) == names[-1]
    assert len({name_key(name) for name in names}) == len(names)


def test_a_name_is_not_given_for_another() -> None:
    assert not is_given_for("Ana 2", "Ann")
    assert not is_given_for("Ana", "Ana 2")
