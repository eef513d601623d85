"""Files as a source: read once, or followed as they grow, are renamed and replaced."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from biterms.errors import InputError, SettingError
from biterms.streams.source import Batch, Source
from biterms.streams.sources.chunks import Taken
from biterms.streams.sources.file_names import FileNames, Found
from biterms.streams.sources.file_place import Place, absolute
from biterms.streams.sources.file_reader import FileReader
from biterms.streams.sources.file_rows import Reading
from biterms.streams.sources.roster import SHARE, Roster
from biterms.text.readers import FILE_KINDS, Columns
from biterms.text.readers.encodings import given_encoding

#: seconds between two looks at what has been written
LOOK = 0.05
#: files that are open at a time
MOST_OPEN = 100
_DEFAULT_COLUMNS = Columns()


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
        reading = Reading(columns, kind, encoding, follow, not self._names.is_single)
        self._roster = Roster(self._names, reading)
        self._follow, self._turn = follow, ""
        self._open = deque[FileReader]()

    # the protocol --------------------------------------------------------------------------

    def open(self, positions: Mapping[str, Any]) -> None:
        """Find the files, and go on where each was left."""
        missing = [] if self._follow else self._names.missing()
        if missing and absolute(missing[0]) not in positions:
            raise InputError(f"{missing[0]}: no such file; check the name")
        found = self._roster.open({k: Place.from_json(value) for k, value in positions.items()})
        if not (self._follow or found or positions):
            raise InputError("no files are there to be read; check the names")
        self._check(found)
        self.ended = not self._follow and not self._roster.readers

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
        for reader in self._roster.readers.values():
            reader.close()

    # reading -------------------------------------------------------------------------------

    def _check(self, found: Mapping[str, Found]) -> None:
        """Refuse a file that was named and cannot be read, and files of which none can be."""
        refused, good = list[InputError](), self._follow
        for key, file in found.items():
            if file.named or not good:
                try:
                    self._roster.readers[key].check()
                    good = True
                except InputError as error:
                    if file.named:
                        raise
                    refused.append(error)
        if refused and not good:
            raise refused[0]

    def _look(self, most: int) -> Taken:
        """Take what is there, beginning with the file whose turn it is; no file comes twice."""
        keys, changed = self._roster.look()
        taken, at = Taken(changed), bisect_left(keys, self._turn)
        self._take(keys[at:], most, taken)
        if at and not taken:
            self._take(keys[:at], most, taken)
        self.ended = not (self._follow or self._turn) and self._roster.is_done
        return taken

    def _take(self, keys: list[str], most: int, taken: Taken) -> None:
        for key in keys:
            self._turn, reader = key, self._roster.readers[key]
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
        self._turn = ""

    def _filled(self, reader: FileReader) -> bool:
        """Whether a file has something; the files that were opened first are closed for it."""
        was_open = reader.is_open
        filled = reader.fill()
        if reader.is_open and not was_open:
            self._open.append(reader)
            while len(self._open) > MOST_OPEN:
                self._open.popleft().rest()
        return filled
