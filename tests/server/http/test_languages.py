"""A language is one file: it is listed, completed from those it is closest to, and spoken by every document."""

from __future__ import annotations

import json

from tsuro.server.http.languages import complete, languages_in, with_languages

ENGLISH = {
    "language.name": "English",
    "a": "A",
    "n.one": "{count} tile",
    "n.other": "{count} tiles",
    "say": "Hi & bye",
}
POLISH = {"language.name": "Polski", "n.one": "kafel", "n.few": "kafle", "n.many": "kafli", "n.other": "kafla"}
BRAZILIAN = {"language.name": "Português (Brasil)", "a": "Ah"}
PORTUGUESE = {"language.name": "Português", "language.tag": "pt-PT", "a": "Á", "say": "Olá"}


def files(**languages: dict[str, str]) -> dict[str, bytes]:
    named = {f"languages/{code.replace('_', '-')}.json": texts for code, texts in languages.items()}
    return {name: json.dumps(texts).encode() for name, texts in named.items()}


def test_a_region_takes_the_rest_from_its_language_and_then_from_english() -> None:
    texts = complete("pt-BR", languages_in(files(en=ENGLISH, pt=PORTUGUESE, pt_BR=BRAZILIAN)))
    assert (texts["a"], texts["say"], texts["n.other"]) == ("Ah", "Olá", "{count} tiles")


def test_a_region_counts_by_itself() -> None:
    languages = languages_in(files(en=ENGLISH, pt=PORTUGUESE, pt_BR=BRAZILIAN))
    assert complete("pt-BR", languages)["language.tag"] == "pt-BR"
    assert complete("pt", languages)["language.tag"] == "pt-PT"


def test_plural_forms_of_two_languages_never_mix() -> None:
    languages = languages_in(files(en=ENGLISH | {"n": "some"}, pl=POLISH))
    texts = complete("pl", languages)
    assert {key: text for key, text in texts.items() if key.startswith("n")} == {
        "n.one": "kafel",
        "n.few": "kafle",
        "n.many": "kafli",
        "n.other": "kafla",
    }


def test_a_file_without_a_name_is_listed_by_its_code() -> None:
    listed = json.loads(with_languages(files(en=ENGLISH, eo={}))["languages.json"])
    assert listed == [{"code": "en", "name": "English"}, {"code": "eo", "name": "eo"}]


def test_a_document_says_it_in_each_language_that_has_the_text() -> None:
    document = b'<p><!-- in each language: <b lang="{language.tag}">{say}</b> --></p>'
    contents = {"x.html": document} | files(pt=PORTUGUESE, pt_BR=BRAZILIAN, en=ENGLISH)
    assert with_languages(contents)["x.html"].decode() == (
        '<p><b lang="en">Hi &amp; bye</b>\n<b lang="pt-PT">Olá</b></p>'
    )
