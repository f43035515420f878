"""The modules of the page: written in many files, served in few.

A browser that fetches seventy small files shows the first board later than one that fetches a few, and transfers
more. When the server starts, it joins modules that are always needed together: those that the same screens need at
once become one file, and so do those that are fetched later for the same purpose. What nearly all screens need
goes with what all of them need, and so does what many need and is small. In a joined file, each module is a
function that returns what the module exports:

    const $ui_dom = (() => {
    …
    return { h, put };
    })();

Anyone who changes the page can forget about this: the files in the folder are ordinary modules, browsers show them
as they are written (by a source map), and the tests import them one by one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, join, normpath

from tsuro.server.http.source_map import Line, source_map

__all__ = ["MAIN", "Joined", "UnknownStatementError", "join_modules"]

MAIN = "main.js"
FOLDER = "joined"
SMALL = 1300  # bytes
MANY = 3  # screens
FEW = 2  # screens that may get what they do not need, since all others do

_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_FROM = re.compile(r'^(?:import|export)\b[^";]*? from "(\.[^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\((/\* preload \*/ )?"(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_EXPORT_NAMES = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_EXPORT_ALL = re.compile(r'^export \* from "(\.[^"]+)";$', re.MULTILINE)
_STATEMENT = re.compile(r"^(?:import\b(?! *\()|export\b).*$", re.MULTILINE)  # import(…) is none


class UnknownStatementError(Exception):
    """A module imports or exports in a way that cannot be joined."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The files in place of the modules, and which of them each screen needs at once."""

    files: Mapping[str, bytes]
    needed: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Module:
    name: str
    text: str  # without comments, but with all its lines

    @classmethod
    def of(cls, name: str, content: bytes) -> _Module:
        return cls(name, _COMMENT.sub(_only_lines, content.decode()))

    def path(self, relative: str) -> str:
        return normpath(join(dirname(self.name), relative))

    @cached_property
    def identifier(self) -> str:
        """The name of what it exports; no name inside a module begins like this."""
        return "$" + self.label

    @cached_property
    def label(self) -> str:
        return re.sub(r"\W", "_", self.name.removesuffix(".js"))

    @cached_property
    def imports(self) -> list[str]:
        return [self.path(found) for found in _FROM.findall(self.text)]

    def fetched(self, *, soon: bool) -> list[str]:
        """What it fetches while it runs; `soon`: what is marked as always needed."""
        return [path for mark, path in self._fetched if mark == soon]

    @cached_property
    def _fetched(self) -> list[tuple[bool, str]]:
        return [(bool(mark), self.path(found)) for mark, found in _LATER.findall(self.text)]


def join_modules(contents: Mapping[str, bytes], screens: Iterable[str]) -> Joined:
    """Join the modules that the main module and the modules of these screens lead to.

    >>> files = {"main.js": b'import("./screens/a.js")', "screens/a.js": b'import { b } from "../b.js";\\nb();'}
    >>> joined = join_modules({**files, "b.js": b"export const b = () => 1;", "c.css": b""}, ["a"])
    >>> sorted(joined.files), joined.needed
    (['c.css', 'joined/all.js', 'joined/all.js.map'], {'a': ('joined/all.js',)})
    """
    modules = {name: _Module.of(name, content) for name, content in contents.items() if name.endswith(".js")}
    needed = {screen: _needed_by([MAIN, f"screens/{screen}.js"], modules) for screen in screens}
    places = _places(needed, modules)
    groups: dict[str, list[_Module]] = defaultdict(list)
    for name in _in_order(places, modules):
        groups[places[name]].append(modules[name])
    files = {name: content for name, content in contents.items() if name not in places}
    for file, members in groups.items():
        files |= _join(file, members, modules, places, contents)
    return Joined(
        files, {screen: tuple(dict.fromkeys(map(places.__getitem__, needed[screen]))) for screen in needed}
    )


def _needed_by(names: Iterable[str], modules: Mapping[str, _Module]) -> list[str]:
    """These modules and all that they need at once, or soon."""
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting += [*modules[name].imports, *modules[name].fetched(soon=True)]
    return list(found)


def _places(needed: Mapping[str, list[str]], modules: Mapping[str, _Module]) -> dict[str, str]:
    """The joined file of each module: one for each group of screens that need it at once, or fetch it later."""
    users: dict[str, list[str]] = defaultdict(list)
    for screen, names in needed.items():
        for name in names:
            users[name].append(screen)
    sizes: Counter[str] = Counter()  # of what the same screens need
    for name, of in users.items():
        sizes["-".join(of)] += len(modules[name].text)
    most = min(len(needed), max(MANY, len(needed) - FEW))
    places = {
        name: _file("all" if len(of) >= most or _is_small(of, sizes) else "-".join(of))
        for name, of in users.items()
    }
    later: dict[str, list[str]] = defaultdict(list)
    for entry in _fetched_later(places, modules):
        for name in _needed_by([entry], modules):
            later[name].append(modules[entry].label)
    return places | {name: _file("-".join(of)) for name, of in later.items() if name not in places}


def _is_small(screens: list[str], sizes: Mapping[str, int]) -> bool:
    """Whether a request of its own would cost more than to send it to the screens that do not need it, too."""
    return len(screens) >= MANY and sizes["-".join(screens)] < SMALL


def _fetched_later(places: Mapping[str, str], modules: Mapping[str, _Module]) -> list[str]:
    """The modules that are fetched when they are wanted, by those of the screens and by one another."""
    found: dict[str, None] = {}
    waiting = list(places)
    while waiting:
        fetched = [name for name in modules[waiting.pop(0)].fetched(soon=False) if name not in places]
        for name in fetched:
            if name not in found:
                found[name] = None
                waiting += _needed_by([name], modules)
    return list(found)


def _in_order(names: Iterable[str], modules: Mapping[str, _Module]) -> list[str]:
    """Each module after those that it imports."""
    done: dict[str, None] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise UnknownStatementError(f"these modules import each other: {', '.join([*path, name])}")
        if name not in done:
            for imported in modules[name].imports:
                visit(imported, (*path, name))
            done[name] = None

    for name in names:
        visit(name, ())
    return list(done)


def _join(
    file: str,
    members: list[_Module],
    modules: Mapping[str, _Module],
    places: Mapping[str, str],
    contents: Mapping[str, bytes],
) -> dict[str, bytes]:
    """A file of some modules, and its source map."""
    lines = [Line(text) for text in _imports(file, members, modules, places)]
    for number, module in enumerate(members):
        body, names = _body(module, modules, places)
        lines.append(Line(f"const {module.identifier} = (() => {{"))
        lines += [Line(text, number, at) for at, text in enumerate(body.split("\n")) if text.strip()]
        lines.append(Line(f"return {{ {', '.join(names)} }};\n}})();"))
    exported = ", ".join(module.identifier for module in members)
    lines += [Line(f"export {{ {exported} }};"), Line(f"//# sourceMappingURL=/page/{file}.map")]
    sources = {f"/page/{module.name}": contents[module.name].decode() for module in members}
    text = "\n".join(line.text for line in lines)
    return {file: text.encode(), f"{file}.map": source_map(lines, sources)}


def _imports(
    file: str, members: list[_Module], modules: Mapping[str, _Module], places: Mapping[str, str]
) -> list[str]:
    """What the modules of a file need from other files."""
    wanted: dict[str, dict[str, None]] = defaultdict(dict)
    for imported in (name for module in members for name in module.imports):
        if places[imported] != file:
            wanted[places[imported]][modules[imported].identifier] = None
    return [f'import {{ {", ".join(names)} }} from "/page/{other}";' for other, names in wanted.items()]


def _body(module: _Module, modules: Mapping[str, _Module], places: Mapping[str, str]) -> tuple[str, list[str]]:
    """The code of a module as that of a function, and what the function returns."""
    names: list[str] = []

    def imported(found: re.Match[str]) -> str:
        return f"const {{{found[1].replace(' as ', ': ')}}} = {modules[module.path(found[2])].identifier};"

    def fetched(found: re.Match[str]) -> str:
        name = module.path(found[2])
        return f'import("/page/{places[name]}").then((file) => file.{modules[name].identifier})'

    def exported(found: re.Match[str]) -> str:
        names.append(found[1])
        return ""

    def exported_names(found: re.Match[str]) -> str:
        names.extend(name.strip() for name in found[1].split(","))
        return _only_lines(found)

    def exported_all(found: re.Match[str]) -> str:
        names.append(f"...{modules[module.path(found[1])].identifier}")
        return ""

    code = _EXPORT_ALL.sub(exported_all, _IMPORT.sub(imported, module.text))
    code = _EXPORT.sub(exported, _EXPORT_NAMES.sub(exported_names, _LATER.sub(fetched, code)))
    if unknown := _STATEMENT.search(code):
        raise UnknownStatementError(f"{module.name} cannot be joined with others: {unknown[0]}")
    return code, names


def _file(name: str) -> str:
    return f"{FOLDER}/{name}.js"


def _only_lines(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")
