"""Reading and writing the files that people name on the command line."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path

from tsuro.game.errors import TsuroError
from tsuro.record import Moment, Record, RecordError, read_json, read_text, replay, write_json, write_text

__all__ = ["FileError", "moment_at", "moments_of", "read_record", "read_source", "record_as", "save"]

LARGEST = 4_000_000  # bytes; a long game with many comments takes some thousand


class FileError(TsuroError):
    """A file that cannot be read or written."""


def read_source(name: str) -> str:
    """The text of a file, or of standard input for '-'."""
    try:
        content = _read_input() if name == "-" else _read_file(Path(name))
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise FileError(f"{name}: the file is larger than {LARGEST:,} bytes: it cannot be a record")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: byte {error.start + 1} is not UTF-8 text") from None


def _read_input() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer.read(LARGEST + 1)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def read_record(name: str) -> Record:
    """The record in a file, text or JSON; the error names the file."""
    text = read_source(name)
    try:
        return read_json(text) if text.lstrip().startswith("{") else read_text(text)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def moments_of(record: Record, name: str) -> list[Moment]:
    """The record played again, moment by moment; the error names the file it came from."""
    try:
        return list(replay(record))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def moment_at(moments: list[Moment], at: int) -> Moment:
    """The moment after that many actions."""
    if not 0 <= at < len(moments):
        raise TsuroError(f"there is no action {at}: the record has {len(moments) - 1}")
    return moments[at]


def record_as(record: Record, suffix: str) -> str:
    """The record in the form that the suffix of a file asks for."""
    return write_json(record) if suffix == ".json" else write_text(record)


def save(name: str, content: str | bytes) -> None:
    """Write a file whole or not at all; '-' is standard output."""
    data = content.encode() if isinstance(content, str) else content
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    path = Path(name)
    try:
        _replace(path, data)
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None


def _replace(path: Path, data: bytes) -> None:
    """Write next to the file, then replace it, so that nobody ever sees half of it."""
    path = path.resolve()  # a link stays a link
    if path.exists() and not path.is_file():  # a device such as /dev/stdout cannot be replaced
        path.write_bytes(data)
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=".tsuro-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(_mode_of(path))
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _mode_of(path: Path) -> int:
    """The permissions of the file that is replaced, or those of a new one."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
