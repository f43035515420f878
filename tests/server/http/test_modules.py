"""Many modules are served in few files, and do what they did."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tsuro.server.http.modules import UnknownStatementError, join_modules
from tsuro.server.http.pages import page_files

MAIN = """\
// The main module.
/** Its comment
 * export const none = 0; */
import { one, two as second } from "./a.js";
import {
  three,
} from "./words/b.js";
/** @type {Record<string, () => Promise<any>>} */
const SCREENS = { x: () => import("./screens/x.js"), y: () => import("./screens/y.js") };
globalThis.show = async (screen) => (await SCREENS[screen]()).screen([one, second(), three]);
"""
MODULES = {
    "main.js": MAIN,
    "a.js": 'export const one = 1;\nexport async function two() {\n  return "// 2";\n}\n',
    "words/b.js": 'export * from "./c.js";\nconst hidden = 4;\nexport {\n  hidden,\n};\n',
    "words/c.js": "const one = 3; // the same name as elsewhere\nexport const three = one;\n",
    "screens/x.js": 'import { Box } from "../box.js";\nexport const screen = async (all) => new Box(all).sum();\n',
    "screens/y.js": 'import { hidden } from "../words/b.js";\n'
    'export const screen = async (all) => (await import("../late.js")).late(all, hidden, '
    'await import(/* preload */ "../box.js"));\n',
    "box.js": "export class Box {\n  constructor(all) {\n    this.all = all;\n  }\n"
    "  async sum() {\n    return (await Promise.all(this.all)).join();\n  }\n}\n",
    "late.js": 'import { one } from "./a.js";\nimport { tail } from "./tail.js";\n'
    "export function late(all, hidden, { Box }) {\n  return new Box([...all, one, hidden, tail]).sum();\n}\n",
    "tail.js": 'export const tail = "end";\n',
    "alone.js": "export const alone = 1;\n",
}
CONTENTS = {name: text.encode() for name, text in MODULES.items()}


def test_what_is_needed_together_is_one_file() -> None:
    joined = join_modules({**CONTENTS, "style.css": b"p {}"}, ["x", "y"])
    files = {name for name in joined.files if not name.endswith(".map")}
    assert files == {"joined/all.js", "joined/x.js", "joined/y.js", "joined/late.js", "alone.js", "style.css"}
    assert joined.needed == {"x": ("joined/all.js", "joined/x.js"), "y": ("joined/all.js", "joined/y.js")}
    assert joined.files["style.css"] == b"p {}"
    assert b"Its comment" not in joined.files["joined/all.js"]
    assert b'"// 2"' in joined.files["joined/all.js"]


@pytest.mark.parametrize(("screen", "told"), [("x", "1,// 2,3"), ("y", "1,// 2,3,1,4,end")])
def test_joined_modules_do_what_they_did(screen: str, told: str, tmp_path: Path) -> None:
    for name, content in join_modules(CONTENTS, ["x", "y"]).files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.replace(b'"/page/joined/', b'"./'))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "run.js").write_text(f'import "./joined/all.js"; console.log(await show("{screen}"));')
    ran = subprocess.run(["node", tmp_path / "run.js"], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == told


def test_a_line_is_found_where_it_was_written(tmp_path: Path) -> None:
    files = join_modules(CONTENTS, ["x", "y"]).files
    lines = files["joined/all.js"].decode().split("\n")
    (tmp_path / "map.json").write_bytes(files["joined/all.js.map"])
    at = next(number for number, line in enumerate(lines) if "the same name" in line)
    code = (
        'const { SourceMap } = require("module");'
        f"const found = new SourceMap(require({str(tmp_path / 'map.json')!r})).findEntry({at}, 0);"
        "console.log(JSON.stringify([found.originalSource, found.originalLine]));"
    )
    ran = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == ["/page/words/c.js", 0]


@pytest.mark.parametrize(
    "statement",
    ['import all from "./a.js";', 'import * as all from "./a.js";', "export default 1;", "export let number = 1;"],
)
def test_what_cannot_be_joined_is_an_error(statement: str) -> None:
    modules = {**CONTENTS, "box.js": statement.encode()}
    with pytest.raises(UnknownStatementError, match=r"box\.js cannot be joined"):
        join_modules(modules, ["x"])


def test_modules_that_import_each_other_are_an_error() -> None:
    modules = {
        **CONTENTS,
        "a.js": b'import { three } from "./words/b.js";',
        "words/c.js": b'import { a } from "../a.js";',
    }
    with pytest.raises(
        UnknownStatementError, match=r"import each other: .*a\.js, words/b\.js, words/c\.js, a\.js"
    ):
        join_modules(modules, ["x"])


def test_the_page_is_served_in_few_files() -> None:
    modules = [path for path in page_files() if path.endswith(".js")]
    assert len(modules) < 40
    assert "/page/joined/table.js" in modules
