"""The words of the page: complete in every language, all of them used, and some for all that can be refused."""

from __future__ import annotations

import ast
import json
import re
import runpy
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import tsuro.server
from tsuro.bots import BOTS
from tsuro.game.edition import Goal
from tsuro.game.errors import Refused
from tsuro.game.state import MARKERS
from tsuro.notation import read_edition
from tsuro.server.messages.answers import Goodbye
from tsuro.server.messages.views import Below, BotFailure
from tsuro.server.options import BotLevel
from tsuro.server.tables.refusals import TableRefused
from tsuro.web import PAGE

LANGUAGES: dict[str, dict[str, str]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((PAGE / "languages").glob("*.json"))
}
ENGLISH = LANGUAGES["en"]
SOURCES = {
    file: re.sub(r"/\*.*?\*/|^\s*//.*?$", "", file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for file in sorted(PAGE.rglob("*.js"))
}
"""Every file of the page, without its comments."""

READ_BY_THE_SERVER = {"language.name"}
SAID_BY_NUMBER = {"ordinal.one", "ordinal.two", "ordinal.few", "ordinal.other"}
RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = ("one", "other")  # a text with a count has these two forms in English
FORM = re.compile(r"\.(?:zero|one|two|few|many|other)$")  # as CLDR calls them; languages have different ones
OF_THE_LANGUAGE = {"language.tag", "language.direction"}  # only where they are not what the file name says
WHOLE = [code for code in LANGUAGES if "-" not in code]  # a regional file has only what differs
KEY = re.compile(r"[a-z]+(?:\.[\w-]+)+")
OPTIONS = tuple(runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "page_limits.py"))["OPTIONS"].values())


def literals(source: str) -> Iterator[str]:
    """All that stands between quotes, and could be a key."""
    for found in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`$\n]*)`", source):
        yield from (text for text in found if KEY.fullmatch(text))


def forms(key: str) -> set[str]:
    """The keys that a literal key stands for: said to somebody, or to “you”; of one, or of many."""
    return {f"{key}{to}{number}" for to in ("", ".you") for number in ("", *(f".{form}" for form in NUMBERS))}


def codes_of_refusals() -> set[str]:
    return {kind.code() for base in (Refused, TableRefused) for kind in _below(base)}


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


@cache
def codes_of_problems() -> set[str]:
    """The codes in the sources of the server: arguments of HttpProblem, Problem and Reason."""
    folder = Path(tsuro.server.__file__).parent
    return {
        code for file in folder.rglob("*.py") for code in _codes_in(ast.parse(file.read_text(encoding="utf-8")))
    }


def _codes_in(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _name(call.func) in {"HttpProblem", "Problem", "Reason"}:
            code = [word.value for word in call.keywords if word.arg == "code"] or call.args[1:2]
            yield from (
                each.value for each in code if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def _name(function: ast.expr) -> str:
    """Without the module that it comes from."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def reasons_of_goodbyes() -> set[str]:
    return set(get_args(get_type_hints(Goodbye)["reason"]))


def rules() -> list[str]:
    return [rule for rule in re.findall(r"^- \*\*([A-Z]\d)\*\* ", RULES, flags=re.MULTILINE) if rule[0] != "E"]


def can_occur() -> set[str]:
    """All keys that are put together in the page from what the server, or the rulebook, names."""
    goals = [goal.value for goal in Goal if goal is not Goal.LAST_MARKER]
    names = {
        "refusal": codes_of_refusals()
        | codes_of_problems()
        | reasons_of_goodbyes()
        | {"offline"},  # the page's own
        "rule": {f"{rule}{part}" for rule in rules() for part in ("", ".title", ".classic", ".modern")},
        "edition": {f"{name}{part}" for name in ("classic", "modern") for part in ("", ".name")},
        "option": {f"{name}{part}" for name in (*OPTIONS, *goals) for part in ("", ".name")},
        "level": {f"{name}{part}" for name in get_args(BotLevel) for part in ("", ".about")},
        "text.bot-failed": set(get_args(BotFailure)),
        "text.below": set(get_args(Below)),
        "marker": set(MARKERS),
        "side": {"n", "e", "s", "w", "n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"},
        "words.spot": {"n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"},
        "words.turned": set("nesw"),
    }
    return {f"{prefix}.{name}" for prefix, tails in names.items() for name in tails}


def used() -> set[str]:
    texts = (*SOURCES.values(), *(file.read_text(encoding="utf-8") for file in PAGE.glob("*.html")))
    return (
        {form for text in texts for key in literals(text) for form in forms(key)}
        | can_occur()
        | READ_BY_THE_SERVER
        | SAID_BY_NUMBER
        | {key for text in texts for key in re.findall(r"\{([a-z]+\.[\w.-]+)\}", text)}  # in documents
    )


def called() -> set[tuple[str, str]]:
    """Every literal key that is said with `t("…")`, and the file that says it."""
    found = set()
    for file, source in SOURCES.items():
        found |= {(file.name, key) for key in re.findall(r"\bt\(\s*\"([^\"]+)\"\s*[,)]", source)}
    return found


def is_said(key: str) -> bool:
    return key in ENGLISH or all(f"{key}.{form}" in ENGLISH for form in NUMBERS)


def without_forms(texts: Iterable[str]) -> set[str]:
    return {FORM.sub("", key) for key in texts} - OF_THE_LANGUAGE


def gaps(texts: dict[str, str]) -> dict[str, set[str]]:
    """The placeholders of each text; all its plural forms together."""
    found: dict[str, set[str]] = {}
    for key, text in texts.items():
        found.setdefault(FORM.sub("", key), set()).update(re.findall(r"\{(\w+)\}", text))
    return found


@pytest.mark.parametrize("code", WHOLE)
def test_a_language_has_all_texts(code: str) -> None:
    assert without_forms(LANGUAGES[code]) == without_forms(ENGLISH)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_no_text_that_nobody_asks_for(code: str) -> None:
    assert without_forms(LANGUAGES[code]) <= without_forms(ENGLISH)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_leaves_the_same_gaps_as_english(code: str) -> None:
    english = gaps(ENGLISH)
    assert [key for key, names in gaps(LANGUAGES[code]).items() if names != english.get(key, set())] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_are_clean(code: str) -> None:
    """No text is empty, none has spaces around it, straight apostrophes, or French signs without their space."""
    odd = {
        key: text
        for key, text in LANGUAGES[code].items()
        if not text.strip() or text != text.strip() or "'" in text
    }
    assert odd == {}
    if code == "fr":
        unspaced = {
            key: text
            for key, text in LANGUAGES[code].items()
            if re.search(r"(?<![\u202f\u00a0])[;!?»](?!\w)| :", text)
        }
        assert unspaced == {}


def test_numbers_have_both_forms() -> None:
    stems = {key.rpartition(".")[0] for key in ENGLISH if key.rpartition(".")[2] in NUMBERS}
    assert [stem for stem in stems if not all(f"{stem}.{form}" in ENGLISH for form in NUMBERS)] == []


def test_every_text_is_used() -> None:
    assert sorted(set(ENGLISH) - used()) == []


def test_every_text_that_is_used_exists() -> None:
    assert sorted((file, key) for file, key in called() if not is_said(key)) == []


@pytest.mark.parametrize("code", sorted(codes_of_refusals() | codes_of_problems() | reasons_of_goodbyes()))
def test_what_can_be_refused_is_said_in_every_language(code: str) -> None:
    assert [language for language in WHOLE if f"refusal.{code}" not in LANGUAGES[language]] == []


def test_codes_are_found_in_the_server() -> None:
    assert {"not-host", "takes-you-to-the-edge"} <= codes_of_refusals()
    assert {"no-such-table", "too-fast", "malformed", "not-understood"} <= codes_of_problems()
    assert reasons_of_goodbyes() == {"restarting", "too-slow", "silent", "removed"}


@pytest.mark.parametrize("rule", rules())
def test_every_rule_is_in_the_page(rule: str) -> None:
    assert {f"rule.{rule}", f"rule.{rule}.title"} <= set(ENGLISH)


def test_every_option_of_an_edition_is_explained() -> None:
    goals = [goal.value for goal in Goal if goal is not Goal.LAST_MARKER]
    for option in (*OPTIONS, *goals):
        read_edition(f"modern+{option}")
        assert {f"option.{option}", f"option.{option}.name"} <= set(ENGLISH)


@pytest.mark.parametrize("level", get_args(BotLevel))
def test_the_page_says_of_a_bot_what_the_bot_says_of_itself(level: str) -> None:
    assert ENGLISH[f"level.{level}.about"] == BOTS[level].style


OTHER_WORDS = {
    "en": r"\b(deck|token|pawn|cell|whoever eliminates|places taken)\b",
    "fr": r"\b(pions?|jetons?|repères?|relevés?|la pioche circule)\b",
    "pt": r"\b(bordas?|marcas? de partida|sentido horário|tirar|tirou|fora de jogo|adversários?|peça Dragão)\b",
}
"""Words for what the rulebook of a language calls otherwise."""

RULEBOOK_WORDS = {
    "en": ("start mark", "draw pile", "Dragon tile", "marker", "clockwise", "eliminated", "edge", "active player"),
    "fr": (
        "emplacement de départ",
        "pioche",
        "tuile Dragon",
        "galet",
        "sens horaire",
        "éliminé",
        "bord",
        "joueur actif",
    ),
    "pt": (
        "marca de início",
        "monte",
        "peça de Dragão",
        "marcador",
        "sentido dos ponteiros do relógio",
        "eliminado",
        "margem",
        "jogador ativo",
        "retira",
    ),
}


@pytest.mark.parametrize("code", OTHER_WORDS)
def test_the_page_speaks_as_the_rulebook(code: str) -> None:
    texts = LANGUAGES[code]
    assert {key: text for key, text in texts.items() if re.search(OTHER_WORDS[code], text, re.IGNORECASE)} == {}
    rules_page = " ".join(text for key, text in texts.items() if key.startswith("rule."))
    assert [word for word in RULEBOOK_WORDS[code] if word not in rules_page] == []


@pytest.mark.parametrize("code", ["fr", "pt"])
def test_orders_are_polite_imperatives(code: str) -> None:
    """After a colon, a refusal says what to do: to somebody, not as an infinitive."""
    infinitive = re.compile(r"[:.]\s(?:en\s)?\w+(?:er|ir|dre|ar)\b(?! \w+ (?:se|n’))", re.IGNORECASE)
    assert {
        key: text
        for key, text in LANGUAGES[code].items()
        if key.startswith("refusal.") and infinitive.search(text)
    } == {}


def test_nothing_but_the_folder_lists_the_languages() -> None:
    """A language is one file: neither the sources nor the scripts name another than English."""
    root = Path(__file__).parents[2]
    others = "|".join(code for code in LANGUAGES if code != "en")
    named = re.compile(rf"""["'`]({others})["'`]|lang="({others})"|\b({others})\.json""")
    files = (file for folder in ("src", "scripts", "examples") for file in sorted((root / folder).rglob("*")))
    found = [
        str(file.relative_to(root))
        for file in files
        if file.suffix in {".py", ".js", ".html", ".json", ".webmanifest"}
        and file.parent != PAGE / "languages"
        and named.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []
