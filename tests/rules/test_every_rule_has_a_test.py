"""The rules in docs/rules.md and the tests that cite them with `pytest.mark.rule` fit together."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tsuro.game.errors import Refused

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "docs" / "rules.md"


def ids_in_the_rules() -> list[str]:
    return re.findall(r"^- \*\*([A-Z][0-9]+)\*\* ", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)


def ids_cited() -> dict[str, set[str]]:
    """Each id cited, with the files whose tests cite it."""
    cited: dict[str, set[str]] = {}
    for file in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    cited.setdefault(ast.literal_eval(argument), set()).add(file.name)
    return cited


def without_a_rule() -> list[str]:
    return [
        f"{file.name}: {node.name}"
        for file in sorted(HERE.glob("test_*.py"))
        if file != Path(__file__)
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if not any(ast.unparse(mark).startswith("pytest.mark.rule(") for mark in node.decorator_list)
    ]


def test_every_rule_has_one_id() -> None:
    ids = ids_in_the_rules()
    assert len(ids) == len(set(ids))
    assert len(ids) >= 30


def test_every_rule_is_cited_by_a_test() -> None:
    assert set(ids_in_the_rules()) - set(ids_cited()) == set()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert {rule: files for rule, files in ids_cited().items() if rule not in ids_in_the_rules()} == {}


def test_every_test_of_the_rules_cites_a_rule() -> None:
    assert without_a_rule() == []


def test_every_refusal_names_a_rule_and_says_why_in_a_sentence() -> None:
    refusals = Refused.__subclasses__()
    assert len(refusals) >= 10
    for refusal in refusals:
        assert refusal.rule in ids_in_the_rules()
        assert re.fullmatch(rf"[A-Z].+[.] \({refusal.rule}\)", str(refusal()))
    assert len({refusal.code() for refusal in refusals}) == len(refusals)
