"""Names of players: whatever people type, made fit to be shown to others and written in a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice

from tsuro.server.tables.refusals import NoName

__all__ = ["bot_name", "is_given_for", "name_key", "normal_name", "unique_name"]

LETTERS = 24
BOTS = ("Aki", "Hana", "Ken", "Mei", "Nao", "Rin", "Sora", "Yuki")  # short: eight fit on a phone; and not words
MARKS = 3  # on one letter: enough for every living language, too few to paint over the next line
_NUMBERED = re.compile(r"(?P<base>.*\S) (?P<number>[0-9]{1,3})")
_OTHERS = 7  # at most: one of as many numbers and the name itself is free
_NOT_IN_RECORDS = frozenset("#;")
# Letters and signs by category, but invisible.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159")
# Letters, small or capital, that look like others: Cyrillic, Greek, Armenian and Cherokee ones, small capitals,
# and some that only differ in print.
_TWINS = {
    "a": "аαɑᴀᎪ", "b": "вβʙᏴ", "c": "сᴄᏟ", "d": "ԁᴅᎠ", "e": "еεᴇᎬ", "g": "ɡցɢᏀ", "h": "нηһհʜᎻ",
    "i": "іїιıɩɪӏլʟᎥᏞl1", "j": "јȷϳᴊᎫ", "k": "кκᴋᏦ", "m": "мμᴍᎷ", "n": "νոɴ", "o": "оοσօᴏ0", "p": "рρᴘᏢ",
    "q": "ԛ", "r": "ʀ", "s": "ѕꜱᏚ", "t": "тτᴛᎢ", "u": "սᴜ", "v": "ѵᴠᏙ", "w": "ԝωᴡᎳ", "x": "хχ", "y": "уυүʏᎩ",
    "z": "ζᴢᏃ",
}  # fmt: skip
_LOOKS_LIKE = {ord(twin): letter for letter, twins in _TWINS.items() for twin in twins}
_VARIANT = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # how the character before it is drawn


def normal_name(text: str) -> str:
    """The name as it is shown; raises `NoName` when nothing is left of it.

    It stays as its owner writes it (NFC): NFKC would turn Ⅳ into IV and x² into x2. Only
    to compare names are such characters treated as equal, see `name_key`.

    >>> normal_name("  Ann\\t Lee ")
    'Ann Lee'
    """
    composed = unicodedata.normalize("NFC", text)  # some characters change: a Greek question mark becomes a ;
    seen = "".join(" " if sign.isspace() else sign for sign in composed if _can_be_seen(sign))
    letters = " ".join("".join(_letters(unicodedata.normalize("NFC", seen))).split())
    name = "".join(islice(_letters(letters), LETTERS)).strip()
    if not name:
        raise NoName
    return name


def name_key(name: str) -> str:
    """A key that is equal for names that people would confuse.

    >>> name_key("ＡＮＮ") == name_key("Ann") == name_key("Аnn")
    True
    """
    plain = "".join(sign for sign in name if not _VARIANT.match(sign))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return folded.translate(_LOOKS_LIKE)


def unique_name(text: str, others: Iterable[str]) -> str:
    """The name as it is shown, with a number if one of up to seven other players has it already.

    >>> unique_name("Ana", ["Rui"]), unique_name("Ana", ["ana", "Ana 2"]), unique_name("Player 2", ["Player 2"])
    ('Ana', 'Ana 3', 'Player 3')
    """
    taken = {name_key(name) for name in others}
    return next(name for name in _spellings(normal_name(text)) if name_key(name) not in taken)


def is_given_for(name: str, text: str) -> bool:
    """Whether somebody who asked for this text may have got the name.

    >>> is_given_for("Ana 2", " Ana "), is_given_for("Rui", "Ana")
    (True, False)
    """
    return name in _spellings(normal_name(text))


def bot_name(others: Iterable[str]) -> str:
    """A name for a bot of the server that none of up to seven other players has.

    >>> bot_name(["Ann", "aki"])
    'Hana'
    """
    taken = {name_key(name) for name in others}
    return next(name for name in BOTS if name_key(name) not in taken)


def _spellings(name: str) -> Iterator[str]:
    """The name, and the names that its owner may get instead: numbers are counted on, not put after each other."""
    yield name
    found = _NUMBERED.fullmatch(name)
    base, number = (found["base"], int(found["number"])) if found else (name, 1)
    for later in range(number + 1, number + 1 + _OTHERS):
        suffix = f" {later}"
        yield "".join(islice(_letters(base), LETTERS - len(suffix))).strip() + suffix


def _can_be_seen(sign: str) -> bool:
    """Whether the character can be seen, or is a space: some only control how others are shown."""
    if sign.isspace():
        return True
    return unicodedata.category(sign)[0] != "C" and sign not in _NOT_IN_RECORDS and sign not in _BLANK


def _letters(name: str) -> Iterator[str]:
    """Each letter, with as many of its marks as it may have; a mark on no letter is left out."""
    letter = ""
    marks = 0
    for sign in name:
        if unicodedata.category(sign)[0] != "M":
            if letter:
                yield letter
            letter, marks = sign, 0
        elif letter not in {"", " "} and marks < MARKS:
            letter += sign
            marks += 1
    if letter:
        yield letter
