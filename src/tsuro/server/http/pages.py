"""The page in the browser, as files in memory: no request reads the disk, or can name anything but these."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tsuro.server.http.bots import with_offers
from tsuro.server.http.compression import accepts_gzip
from tsuro.server.http.identity import Guest
from tsuro.server.http.languages import with_languages
from tsuro.server.http.modules import Joined, join_modules
from tsuro.server.http.open_graph import with_preview
from tsuro.server.http.preload import shell_for
from tsuro.server.http.problems import NO_HEADERS, HttpProblem
from tsuro.server.http.routes import MISSING, PAGES, offline_pattern
from tsuro.server.http.security import Security, headers_of
from tsuro.server.http.stylesheet import joined
from tsuro.server.settings import OfferedBot
from tsuro.web import PAGE

__all__ = ["File", "Pages", "page_files"]

SHELL = "index.html"
_STYLE = "style.css"
_AT_ROOT = {  # a worker controls only the folder it comes from
    SHELL: "/",
    "worker.js": "/worker.js",
    "manifest.webmanifest": "/manifest.webmanifest",
    "offline.html": "/offline.html",
}
_FAVICON = "/page/icon-192.png"
_LIST = "/page/files.json"
_NO_VERSION = b"unknown"  # a placeholder in the worker for the version
_NO_PATTERN = b'"none"'  # and one for the addresses whose screens work offline
_NOT_KEPT = (".map", ".png", ".webmanifest", "worker.js")  # by the worker: the browser asks for these itself
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Of the files that are served; others in the folder are for the page's authors."""


@dataclass(frozen=True, slots=True)
class Body:
    """One form of a file, and the tag by which a browser knows whether it has it."""

    content: bytes
    tag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    kind: str
    plain: Body
    packed: Body | None = None  # where that is shorter

    @classmethod
    def of(cls, content: bytes, kind: str) -> File:
        tag = _tag(content)
        short = gzip.compress(content, mtime=0)
        packed = Body(short, f'"{tag}-gz"') if len(short) < 0.9 * len(content) else None
        return cls(kind=kind, plain=Body(content, f'"{tag}"'), packed=packed)

    def answer(self, request: Request, *, status: int = 200, headers: Mapping[str, str] = NO_HEADERS) -> Response:
        """The file, or that the browser has it already; of a problem, it needs to hear each time."""
        wants_packed = accepts_gzip(request.headers.get("accept-encoding", ""))
        body = self.packed if self.packed and wants_packed else self.plain
        common = {"ETag": body.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding", **headers}
        if status == 200 and _knows(request.headers.get("if-none-match", ""), body.tag):
            return Response(status_code=304, headers=common)
        if body is self.packed:
            common["Content-Encoding"] = "gzip"
        return Response(body.content, status_code=status, headers={**common, "Content-Type": self.kind})


class Pages:
    """Answers for the page: its files, and its shell at every address of its own."""

    def __init__(self, security: Security, *, bots: Sequence[OfferedBot] = (), lobby: bool = True) -> None:
        self._security, self._bots, self._lobby = security, bots, lobby
        self._files, self._needed = page_files(), _modules(PAGE).needed
        self._version = msgspec.json.decode(self._files[_LIST].plain.content, type=_List).version
        self._missing = self._document(MISSING)
        self.routes = [
            *(Route(page.path, self._shell(page.screen)) for page in PAGES),
            *(Route(path, self.file) for path in self._files if path.count("/") == 1 and path != "/"),
            Route("/page/{path:path}", self.file),
        ]

    def __contains__(self, path: object) -> bool:
        """Whether there is a file at this address."""
        return path in self._files

    def missing(self, request: Request, problem: HttpProblem) -> Response:
        """The page at an address where there is nothing; it says so in the reader's language."""
        headers = {**problem.headers, "Cache-Control": "no-store", "Tsuro-Page": self._version}
        return self._missing.answer(request, status=problem.status, headers=headers)

    def _document(self, screen: str) -> File:
        document = shell_for(self._files["/"].plain.content, self._needed[screen])
        return File.of(with_offers(document, self._bots, lobby=self._lobby), _kind(SHELL))

    def _shell(self, screen: str) -> Callable[[Request], Awaitable[Response]]:
        document = self._document(screen)

        async def shell(request: Request) -> Response:
            shown = self._previewed(document, request) if request.path_params else document
            guest: Guest = request.scope["guest"]
            headers = {"Cache-Control": "private, no-cache", "Tsuro-Page": self._version}
            if guest.cookie is not None:
                headers["Set-Cookie"] = guest.cookie
            return shown.answer(request, headers=headers)

        return shell

    def _previewed(self, document: File, request: Request) -> File:
        """The document of a table or a game, with what a messenger shows of its link."""
        own = self._security.check_host(headers_of(request.headers.raw), request.scope["scheme"])
        params = {name: str(value) for name, value in request.path_params.items()}
        if request.scope["path"].startswith("/hand-over/"):  # that code is a key, and no picture's business
            return document
        content = with_preview(
            document.plain.content,
            origin=str(self._security.seen_from_outside(own)),
            params=params,
            move=request.query_params.get("move", ""),
        )
        return File.of(content, document.kind)

    async def file(self, request: Request) -> Response:
        found = self._files.get(request.scope["path"])
        if found is None:
            raise HTTPException(404)
        return found.answer(request)


@cache
def page_files(folder: Path = PAGE) -> Mapping[str, File]:
    """The files of the page by their addresses, with the lists that are made from them."""
    contents = with_languages(_modules(folder).files)
    list_ = _list(contents)
    contents["files.json"] = msgspec.json.encode(list_)
    contents["worker.js"] = _worker(contents["worker.js"], list_.version)
    files = {_address(name): File.of(content, _kind(name)) for name, content in contents.items()}
    return MappingProxyType(files | {"/favicon.ico": files[_FAVICON]})


@cache
def _modules(folder: Path) -> Joined:
    """The files of the page with modules and styles joined, and which of them each screen needs at once."""
    contents = joined(_STYLE, dict(_read(folder)))
    screens = dict.fromkeys([*(page.screen for page in PAGES), MISSING])
    return join_modules(contents, [screen for screen in screens if f"screens/{screen}.js" in contents])


def _worker(code: bytes, version: str) -> bytes:
    """The worker, which has to know these two things before it can make any request."""
    offline = msgspec.json.encode(offline_pattern())
    return code.replace(_NO_VERSION, version.encode(), 1).replace(_NO_PATTERN, offline, 1)


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file that is served."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _address(name: str) -> str:
    return _AT_ROOT.get(name, f"/page/{name}")


def _kind(name: str) -> str:
    return _TYPES[PurePosixPath(name).suffix]


class _List(msgspec.Struct, frozen=True):
    """What a browser keeps, so that the page opens at once, and without the server: one version of all files."""

    version: str
    files: tuple[str, ...]


def _list(contents: Mapping[str, bytes]) -> _List:
    version = _tag(b"".join(name.encode() + _tag(content).encode() for name, content in contents.items()))
    return _List(version, tuple(_address(name) for name in contents if not name.endswith(_NOT_KEPT)))


def _tag(content: bytes) -> str:
    return sha256(content).hexdigest()[:20]


def _knows(known: str, tag: str) -> bool:
    """Whether the tag is among those the browser has; a proxy may have made it a weak one.

    >>> [_knows(known, '"a"') for known in ("", '"b"', '"b", "a"', 'W/"a"', "*")]
    [False, False, True, True, True]
    """
    tags = {one.strip().removeprefix("W/") for one in known.split(",")}
    return tag in tags or "*" in tags
