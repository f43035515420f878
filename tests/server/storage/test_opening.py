"""What `--database` may name: a path, or a URL of a kind that is known."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.opening import open_store, place_of


def opened(database: str | Path) -> int:
    async def count() -> int:
        async with open_store(database) as store:
            return await store.count()

    return asyncio.run(count())


def test_paths_and_urls_name_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    relative: tuple[str | Path, ...] = (
        "a.sqlite3",
        Path("a.sqlite3"),
        "sqlite:///a.sqlite3",
        "SQLITE:///a.sqlite3",
    )
    for database in (*relative, str(tmp_path / "a.sqlite3"), f"sqlite:///{tmp_path}/a.sqlite3"):
        assert opened(database) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"a.sqlite3", "a.sqlite3.lock"}


@pytest.mark.parametrize("url", ["mysql://ana:secret@example.org/tables", "https://example.org", "file:///a"])
def test_other_kinds_of_databases_are_refused_without_repeating_a_password(url: str) -> None:
    scheme = url.partition(":")[0]
    with pytest.raises(
        StoreError, match=f"^{scheme}:// is not supported: name a file, sqlite:///FILE or postgresql://…$"
    ):
        opened(url)


@pytest.mark.parametrize(
    "url", ["postgresql:/ana:secret@localhost/ana", "postgres//ana:secret@localhost", "postgresql:x"]
)
def test_an_address_that_lacks_something_is_no_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=r"is named postgresql://USER@HOST/DATABASE$"):
        opened(url)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite://tables.sqlite3"])
def test_a_url_that_names_no_file_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="is named sqlite:///FILE"):
        opened(url)


def test_the_place_is_told_without_an_address(tmp_path: Path) -> None:
    assert place_of(tmp_path / "a.sqlite3") == str(tmp_path / "a.sqlite3")
    assert place_of("postgresql://ana:secret@example.org/tables") == "PostgreSQL"
