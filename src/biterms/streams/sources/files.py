"""Files as a source: read once, or followed as they grow, are renamed and replaced."""

from __future__ import annotations

import os
import time
import warnings
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from biterms.errors import InputError, SettingError
from biterms.streams.source import Batch, Source
from biterms.streams.sources.chunks import Taken
from biterms.streams.sources.file_names import Elsewhere, FileNames, Found
from biterms.streams.sources.file_place import Inode, Place, absolute
from biterms.streams.sources.file_reader import FileReader, SourceWarning
from biterms.streams.sources.file_rows import Reading
from biterms.text.readers import FILE_KINDS, Columns
from biterms.text.readers.encodings import given_encoding

#: seconds between two looks at what files there are, and at what has been written
SCAN, LOOK = 1.0, 0.05
#: looking takes one part in so many of the time at most, however many files there are
SHARE = 20
#: files that are open at a time, and files that are gone which would be known again
MOST_OPEN, MOST_GONE = 100, 1000
_DEFAULT_COLUMNS = Columns()
_NEVER = Place().as_json()


class Files(Source):
    """Texts of files, folders and patterns, read once or followed as they grow.

    Every format that `biterms.read` knows. A restart goes on after the last record that was
    recorded: in lines of plain text without reading what is before it.

    Parameters
    ----------
    paths : str, path or iterable of these
        Files, folders (the files of known formats in them) and patterns such as ``logs/*.jsonl``.
    columns : Columns, optional
        Which columns hold the text, id, time and label.
    kind : {'txt', 'csv', 'tsv', 'jsonl', 'parquet'}, optional
        Format of the files; by default the suffix decides or, where that is unknown, the first
        line.
    encoding : str, optional
        Encoding of the files; by default it is found for each.
    follow : bool, default=False
        Wait for more when everything has been read: for lines that are appended, and for new
        files in folders and of patterns. A file that is renamed, as logs are when they are
        rotated, is read to its end before the new one of its name; a file that becomes shorter is
        read from its beginning, with a SourceWarning.
    name : str, default="files"
        A name, the same at every start.

    Raises
    ------
    SettingError
        If `kind` or `encoding` is unknown.

    Notes
    -----
    Only complete lines are read of files that are followed: what is written without a line end
    waits for it, and so does a row of a table whose quotes are open. Compressed and Parquet files
    are read when they have not changed for a second.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from biterms.streams import Files
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_text("late goal wins\\nhotels in rome\\n")
    ...     files = Files(folder)
    ...     files.open({})
    ...     batch = files.poll(10, timeout=0)
    ...     files.close()
    >>> [record.text for record in batch.records], files.ended
    (['late goal wins', 'hotels in rome'], True)
    """

    def __init__(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        columns: Columns = _DEFAULT_COLUMNS,
        *,
        kind: str | None = None,
        encoding: str | None = None,
        follow: bool = False,
        name: str = "files",
    ) -> None:
        if kind is not None and kind not in FILE_KINDS:
            raise SettingError(f"kind={kind!r:.40}, expected one of {', '.join(FILE_KINDS)}")
        if encoding is not None:
            given_encoding(encoding)
        self.name, self.ended = name, False
        self._names = FileNames(paths, any_suffix=kind is not None)
        self._follow = follow
        self._reading = Reading(columns, kind, encoding, follow, not self._names.is_single)
        self._readers: dict[str, FileReader] = {}
        self._keys: list[str] = []
        self._changed: dict[str, Any] = {}
        self._open = deque[FileReader]()
        self._turn = ""
        self._next_scan = 0.0

    # the protocol --------------------------------------------------------------------------

    def open(self, positions: Mapping[str, Any]) -> None:
        """Find the files, and go on where each was left."""
        places = {key: Place.from_json(value) for key, value in positions.items()}
        self._readers = {
            key: FileReader(key, self._reading, place)
            for key, place in places.items()
            if place.inode is not None
        }
        missing = [] if self._follow else self._names.missing()
        if missing and absolute(missing[0]) not in self._readers:
            raise InputError(f"{missing[0]}: no such file; check the name")
        found = self._scan()
        if not (self._follow or found or positions):
            raise InputError("no files are there to be read; check the names")
        for key, file in found.items():
            if file.named or not self._follow:
                self._readers[key].check()
        self.ended = not self._follow and not self._readers

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """Documents that are there, file by file in the order of their paths."""
        deadline = time.monotonic() + timeout
        while True:
            begin = time.monotonic()
            taken = self._look(max_documents)
            left = deadline - time.monotonic()
            if taken or self.ended or left <= 0:
                return taken.batch()
            pause = max(LOOK, SHARE * (time.monotonic() - begin))
            time.sleep(min(left, pause))

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Nothing has to be told to files."""

    def close(self) -> None:
        """Close the files."""
        for reader in self._readers.values():
            reader.chunk = None
            reader.close()

    # reading -------------------------------------------------------------------------------

    def _look(self, most: int) -> Taken:
        """Take what is there, beginning with the file whose turn it is; no file comes twice."""
        if self._follow and time.monotonic() >= self._next_scan:
            self._scan()
        taken = Taken(self._changed)
        self._changed = {}
        at = bisect_left(self._keys, self._turn)
        self._take(self._keys[at:], most, taken)
        if at and not taken:
            self._take(self._keys[:at], most, taken)
        if not (self._follow or self._turn):
            self.ended = all(one.done for one in self._readers.values())
        return taken

    def _take(self, keys: list[str], most: int, taken: Taken) -> None:
        for key in keys:
            self._turn, reader = key, self._readers[key]
            if len(taken.records) >= most:
                return
            while len(taken.records) < most and self._filled(reader):
                reader.take(most - len(taken.records), taken)
                taken.positions[key] = reader.place.as_json()
                if self._follow:
                    break  # one chunk, and then the others
            if reader.chunk is not None:
                return
            if reader.done:
                reader.close()
                self._next_scan = 0.0 if reader.is_replaced else self._next_scan
        self._turn = ""

    def _filled(self, reader: FileReader) -> bool:
        """Whether a file has something; the files that were opened first are closed for it."""
        was_open = reader.is_open
        filled = reader.fill()
        if reader.is_open and not was_open:
            self._open.append(reader)
            while len(self._open) > MOST_OPEN:
                first = self._open.popleft()
                if not first.is_replaced:  # it might not be found again
                    first.close()
        return filled

    # names ---------------------------------------------------------------------------------

    def _scan(self) -> dict[str, Found]:
        """Look which files there are, and which of them are those known under other names."""
        begin = time.monotonic()
        found, before = self._names.found(), self._readers
        displaced = {
            reader.place.inode: key
            for key, reader in before.items()
            if key not in found or found[key].inode != reader.place.inode
        }
        moved = self._moved(found, displaced)
        readers = {key: self._reader(key, file, moved) for key, file in found.items()}
        self._keep(displaced, readers, moved)
        for reader in {*before.values()} - {*readers.values()}:
            reader.close()
        self._readers = dict(sorted(readers.items()))
        self._keys = [*self._readers]
        took = time.monotonic() - begin
        self._next_scan = begin + max(SCAN, SHARE * took)
        return found

    def _moved(
        self, found: dict[str, Found], displaced: dict[Inode | None, str]
    ) -> dict[str, FileReader]:
        """Files that were renamed to a name that is followed too, by that name."""
        moved, left = dict[str, FileReader](), list[str]()
        for key, file in found.items():
            old = displaced.get(file.inode)
            if old is not None and self._readers[old].is_at(key):
                moved[key] = self._readers[old]
                left.append(displaced.pop(file.inode))
        # One batch holds all of it, for no file may be known under two names or none.
        self._changed |= dict.fromkeys(left, _NEVER)
        self._changed |= {key: reader.place.as_json() for key, reader in moved.items()}
        return moved

    def _reader(self, key: str, file: Found, moved: dict[str, FileReader]) -> FileReader:
        known = moved.get(key) or self._readers.get(key)
        if known is not None and known.place.inode == file.inode:
            known.named(file.name)
            return known
        return FileReader(file.name, self._reading, Place(file.inode))

    def _keep(
        self,
        displaced: dict[Inode | None, str],
        readers: dict[str, FileReader],
        moved: dict[str, FileReader],
    ) -> None:
        """Keep files whose name is gone, or is that of another now: they may not be read yet."""
        elsewhere, gone = Elsewhere(), dict[str, FileReader]()
        for inode, key in displaced.items():
            reader = self._readers[key]
            if not reader.done and (reader.is_open or elsewhere.finds(key, reader)):
                reader.replaced()
                # The new file of this name waits, unless it has been begun under another one.
                readers[f"{key} {inode}" if key in moved else key] = reader
            elif key in readers:
                _warn(key, reader)
            elif self._follow:
                gone[key] = reader  # it may come back
        readers |= dict([*gone.items()][-MOST_GONE:])


def _warn(key: str, reader: FileReader) -> None:
    if reader.place.offset and not reader.done:
        warnings.warn(
            f"{key}: another file has taken the place of the one that was read up to line "
            f"{reader.place.line - 1:,}, and that one is not in this folder any more",
            SourceWarning,
            stacklevel=2,
        )
