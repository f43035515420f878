"""What may follow the colon in a bot's name."""

from __future__ import annotations

from random import Random

import pytest

from tsuro.bots import BOTS, UnknownBot, make_bot, needs_core


@pytest.mark.parametrize("name", ["nobody", "", "Wanderer", ":", "dragon 2", " dragon"])
def test_an_unknown_bot_is_named_and_the_bots_there_are(name: str) -> None:
    with pytest.raises(UnknownBot, match=f"there is no bot '{name}': there are {', '.join(BOTS)}"):
        make_bot(name, Random(1))


@pytest.mark.parametrize(
    "name",
    [
        "dragon",
        "dragon:1",
        "dragon:1000000",
        "dragon:50ms",
        "dragon:0.5s",
        "dragon:3600s",
        "dragon:2s,threads=2",
        "dragon:,threads=64",
        "dragon:1s,analyse",
        "dragon:5,analyse,threads=2",
        "monte-carlo",
        "monte-carlo:1",
    ],
)
def test_good_options(name: str) -> None:
    make_bot(name, Random(1))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wanderer:3", "this bot has no option '3'"),
        ("apprentice:50ms", "this bot has no option '50ms'"),
        ("guardian:1", "this bot has no option '1'"),
        ("dragon:0", "'0' is not a number of playouts from 1 to 1,000,000"),
        ("dragon:1000001", "'1000001' is not a number of playouts"),
        ("dragon:99999999999999999999", "is not a number of playouts"),
        ("dragon:-5", "'-5' is not a number of playouts"),
        ("dragon:٣", "'٣' is not a number of playouts"),
        ("dragon:fast", "'fast' is not a number of playouts"),
        ("dragon:5 0", "'5 0' is not a number of playouts"),
        ("dragon:0ms", "more than 0 and at most 3,600 seconds, not 0"),
        ("dragon:3601s", "at most 3,600 seconds, not 3601"),
        ("dragon:1e3s", "'1e3s' is not a number of playouts"),
        ("dragon:5,threads=0", "'threads=0' is neither threads=1 to threads=64 nor analyse"),
        ("dragon:5,threads=65", "'threads=65' is neither threads=1"),
        ("dragon:5,cores=2", "'cores=2' is neither threads=1"),
        ("dragon:5,", "'' is neither threads=1"),
        ("dragon:5,threads=2,threads=2", "says something twice"),
        ("dragon:5,analyse,analyse", "says something twice"),
        ("monte-carlo:50ms", "'50ms' is not a number of playouts"),
        ("monte-carlo:5,threads=2", "'5,threads=2' is not a number of playouts"),
    ],
)
def test_a_bad_option_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        make_bot(name, Random(1))
    assert str(refused.value).startswith(f"{name!r}: ")
    assert sentence in str(refused.value)


def test_bots_that_search_want_the_core() -> None:
    assert [name for name in BOTS if needs_core(name)] == ["guardian", "dragon", "monte-carlo"]
    assert needs_core("dragon:50ms")
    assert not needs_core("Dragoness")
