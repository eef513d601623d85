"""Which files there are: by name, in folders, and of patterns."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from biterms.errors import InputError
from biterms.streams.sources.file_place import Inode, absolute, inode_of
from biterms.streams.sources.file_reader import FileReader
from biterms.text.readers.formats import SUFFIXES


class Found(NamedTuple):
    """A file: its path as people wrote it, its inode, and whether it was named itself."""

    name: str
    inode: Inode
    named: bool


class FileNames:
    """Files, folders and patterns that a user has named.

    Parameters
    ----------
    paths : str, path or iterable of these
        What was named.
    any_suffix : bool
        Whether all files of a folder count, and not only those of known formats.
    """

    def __init__(
        self, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], any_suffix: bool
    ) -> None:
        given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
        self._paths, self._any = [os.fspath(path) for path in given], any_suffix
        if not self._paths:
            raise InputError("no files were named; give a file, a folder or a pattern")
        if "-" in self._paths:
            raise InputError("- is standard input, expected files; use biterms.streams.Stdin")

    @property
    def is_single(self) -> bool:
        """Whether one file is named, and so no line is of any other."""
        [first, *others] = self._paths
        return not others and not glob.has_magic(first) and not Path(first).is_dir()

    def missing(self) -> list[str]:
        """Files and folders that do not exist."""
        return [path for path in self._paths if not glob.has_magic(path) and not _exists(path)]

    def found(self) -> dict[str, Found]:
        """The files that are there by their absolute path, in its order."""
        files: dict[str, Found] = {}
        for path in self._paths:
            for name in self._files(path):
                stat = _stat(name)
                if stat is not None:
                    key = absolute(name)
                    files.setdefault(key, Found(name, inode_of(stat), name == path))
        return dict(sorted(files.items()))

    def _files(self, path: str) -> Iterator[str]:
        if Path(path).is_dir():
            with os.scandir(path) as entries:
                names = [entry.name for entry in entries if entry.is_file()]
            yield from (str(Path(path, name)) for name in names if self._counts(name))
        elif not glob.has_magic(path) or _exists(path):
            yield path
        else:
            yield from (name for name in _matching(path) if Path(name).is_file())

    def _counts(self, name: str) -> bool:
        suffix = PurePath(name.lower().removesuffix(".gz")).suffix
        return not name.startswith(".") and (self._any or suffix in SUFFIXES)


class Elsewhere:
    """Finds files that were renamed within their folder; each folder is listed once."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[int, list[str]]] = {}

    def finds(self, key: str, reader: FileReader) -> bool:
        """Whether the file that was at a path is in the same folder; the reader goes there."""
        folder, inode = str(Path(key).parent), reader.place.inode
        if folder not in self._folders:
            self._folders[folder] = _listed(folder)
        for path in self._folders[folder].get(inode[1], ()) if inode else ():
            stat = _stat(path)
            if stat is not None and inode_of(stat) == inode and reader.is_at(path):
                reader.moved(path)
                return True
        return False


def _listed(folder: str) -> dict[int, list[str]]:
    """The files of a folder by inode."""
    listed: dict[int, list[str]] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                listed.setdefault(entry.inode(), []).append(entry.path)
    except OSError:
        pass
    return listed


def _matching(pattern: str) -> Iterator[str]:
    return glob.iglob(pattern, recursive=True)  # noqa: PTH207 that one takes no absolute pattern


def _exists(path: str) -> bool:
    return _stat(path) is not None


def _stat(path: str) -> os.stat_result | None:
    try:
        return Path(path).stat()
    except OSError:
        return None
