"""The languages of the page: a file in `languages/` is a language, and nothing else lists them.

A file may leave texts out. What it lacks comes from the language it is a variety of, then from English: `sv-FI` is
completed from `sv`, and `sv` from `en`. A text with plural forms is taken as a whole, so forms never mix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import PurePosixPath
from typing import TypeAlias

import msgspec

__all__ = ["Texts", "complete", "languages_in", "list_of", "with_languages"]

Texts: TypeAlias = dict[str, str]

_FALLBACK = "en"
_NAME, _TAG = "language.name", "language.tag"
_OF_ONE_FILE = {_NAME, _TAG}  # never taken from another language
_FORM = re.compile(r"\.(?:zero|one|two|few|many|other)$")
_EACH = re.compile(r"<!-- in each language: (.*?) -->", re.DOTALL)
_GAP = re.compile(r"\{([\w.-]+)\}")


class _Language(msgspec.Struct, frozen=True):
    code: str
    name: str  # in the language itself


def with_languages(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the page with every language completed and listed, and documents with texts in all of them."""
    languages = languages_in(contents)
    documents = {
        name: _spoken(content.decode(), languages).encode()
        for name, content in contents.items()
        if name.endswith(".html")
    }
    completed = {f"languages/{code}.json": msgspec.json.encode(complete(code, languages)) for code in languages}
    return {**contents, **documents, **completed, "languages.json": msgspec.json.encode(list_of(languages))}


def languages_in(contents: Mapping[str, bytes]) -> dict[str, Texts]:
    """The texts of each language, by its code: the name of its file."""
    return {
        PurePosixPath(name).stem: msgspec.json.decode(content, type=Texts)
        for name, content in contents.items()
        if name.startswith("languages/")
    }


def list_of(languages: Mapping[str, Texts]) -> list[_Language]:
    return [_Language(code, texts.get(_NAME, code)) for code, texts in languages.items()]


def complete(code: str, languages: Mapping[str, Texts]) -> Texts:
    """All texts of a language.

    >>> english, swedish = {"hi": "Hello", "n.one": "a tile"}, {"hi": "Hej", "n.other": "brickor"}
    >>> complete("sv-FI", {"en": english, "sv": swedish, "sv-FI": {"hi": "Moj"}})
    {'language.tag': 'sv-FI', 'n.other': 'brickor', 'hi': 'Moj'}
    """
    texts: Texts = {}
    for each in (_FALLBACK, *_broader(code)):
        added = languages.get(each, {})
        replaced = {_FORM.sub("", key) for key in added}
        texts = {key: text for key, text in texts.items() if _FORM.sub("", key) not in replaced} | added
    own = languages[code]
    return {_TAG: code} | {key: text for key, text in texts.items() if key not in _OF_ONE_FILE or key in own}


def _broader(code: str) -> Iterator[str]:
    """A language and those it is a variety of, the broadest first.

    >>> list(_broader("zh-Hant-TW"))
    ['zh', 'zh-Hant', 'zh-Hant-TW']
    """
    parts = code.split("-")
    return ("-".join(parts[: end + 1]) for end in range(len(parts)))


def _spoken(document: str, languages: Mapping[str, Texts]) -> str:
    """A document with the texts in every language that has them: it is shown before the language is known."""
    return _EACH.sub(lambda block: "\n".join(_in_each_language(block[1], languages)), document)


def _in_each_language(block: str, languages: Mapping[str, Texts]) -> Iterator[str]:
    wanted = set(_GAP.findall(block)) - _OF_ONE_FILE
    for code in sorted(languages, key=lambda code: (code != _FALLBACK, code)):
        texts = {_TAG: code} | languages[code]
        if wanted <= texts.keys():
            yield _filled(block, texts)


def _filled(block: str, texts: Texts) -> str:
    return _GAP.sub(lambda gap: escape(texts[gap[1]]), block)
