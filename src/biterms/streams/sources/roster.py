"""Which files are followed, and which of them are old ones under new names."""

from __future__ import annotations

import time
import warnings
from typing import Any

from biterms.streams.sources.file_names import Elsewhere, FileNames, Found
from biterms.streams.sources.file_place import Inode, Place
from biterms.streams.sources.file_reader import FileReader, SourceWarning
from biterms.streams.sources.file_rows import Reading

#: seconds between two looks at what files there are
SCAN = 1.0
#: looking takes one part in so many of the time at most, however many files there are
SHARE = 20
#: seconds for which a file that is gone would be known again, and how many files that are gone are
MONTH, MOST_GONE = 30 * 86_400.0, 1000


class Roster:
    """The readers of all files, in the order of their paths.

    Parameters
    ----------
    names : FileNames
        Which files there are.
    reading : Reading
        How they are read.

    Attributes
    ----------
    readers : dict of str to FileReader
        The readers by the keys of their positions.
    """

    def __init__(self, names: FileNames, reading: Reading) -> None:
        self.readers: dict[str, FileReader] = {}
        self._names, self._reading = names, reading
        self._keys: list[str] = []
        self._changed: dict[str, Any] = {}
        self._next_scan = 0.0
        self._replaced: list[FileReader] = []

    def open(self, places: dict[str, Place]) -> dict[str, Found]:
        """Go on where each file was left; the files that are there."""
        self.readers = {
            key: FileReader(key, self._reading, place)
            for key, place in places.items()
            if place.inode is not None
        }
        return self._scan()

    def look(self) -> tuple[list[str], dict[str, Any]]:
        """The keys of all files, and positions that have changed because files were renamed."""
        if self._one_waits() or (self._reading.follow and time.monotonic() >= self._next_scan):
            self._scan()
        changed, self._changed = self._changed, {}
        return self._keys, changed

    @property
    def is_done(self) -> bool:
        """Whether all files have been read to their end."""
        return not self._one_waits() and all(reader.done for reader in self.readers.values())

    def _one_waits(self) -> bool:
        """Whether a file has been read whose name another one has, which waits for that."""
        return any(reader.done for reader in self._replaced)

    def _scan(self) -> dict[str, Found]:
        """Look which files there are, and which of them are those known under other names."""
        begin = time.monotonic()
        found, before = self._names.found(), self.readers
        displaced = {
            reader.place.inode: key
            for key, reader in before.items()
            if key not in found or found[key].inode != reader.place.inode
        }
        moved = self._moved(found, displaced)
        readers = {key: self._reader(key, file, moved) for key, file in found.items()}
        self._keep(displaced, readers, moved)
        gone = self._gone(readers)
        if self._reading.follow:
            readers |= gone
        for reader in {*before.values()} - {*readers.values()}:
            reader.close()
        self.readers = dict(sorted(readers.items()))
        self._keys = [*self.readers]
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
            if old is not None and self.readers[old].is_at(key):
                moved[key] = self.readers[old]
                left.append(displaced.pop(file.inode))
        # One batch holds all of it, for no file may be known under two names or none.
        self._changed |= dict.fromkeys(left)
        self._changed |= {key: reader.place.as_json() for key, reader in moved.items()}
        return moved

    def _reader(self, key: str, file: Found, moved: dict[str, FileReader]) -> FileReader:
        known = moved.get(key) or self.readers.get(key)
        if known is not None and known.place.inode == file.inode:
            known.named(file.name)
            if known.place.gone:
                known.place.gone = 0.0
                self._changed[key] = known.place.as_json()
        else:
            known = FileReader(file.name, self._reading, Place(file.inode))
        known.is_demanded = file.named and not self._reading.follow
        return known

    def _keep(
        self,
        displaced: dict[Inode | None, str],
        readers: dict[str, FileReader],
        moved: dict[str, FileReader],
    ) -> None:
        """Keep files whose name is gone, or is that of another now: they may not be read yet."""
        elsewhere = Elsewhere()
        self._replaced = []
        for inode, key in displaced.items():
            reader = self.readers[key]
            if not reader.done and (reader.is_open or elsewhere.finds(key, reader)):
                reader.replaced()
                self._replaced.append(reader)
                # The new file of this name waits, unless it has been begun under another one.
                readers[f"{key} {inode}" if key in moved else key] = reader
            elif key in readers:
                _warn(key, reader)

    def _gone(self, readers: dict[str, FileReader]) -> dict[str, FileReader]:
        """Files that are gone and may come back; those of long ago are forgotten."""
        now, used = time.time(), {*readers.values()}
        gone = {
            key: reader
            for key, reader in self.readers.items()
            if reader not in used and key not in readers
        }
        for key, reader in gone.items():
            if not reader.place.gone:
                reader.place.gone = now
                self._changed[key] = reader.place.as_json()
        latest = sorted(gone, key=lambda key: gone[key].place.gone)[-MOST_GONE:]
        known = {key: gone[key] for key in latest if gone[key].place.gone > now - MONTH}
        self._changed |= dict.fromkeys(gone.keys() - known.keys())
        return known


def _warn(key: str, reader: FileReader) -> None:
    if reader.place.offset and not reader.done:
        warnings.warn(
            f"{key}: another file has taken the place of the one that was read up to line "
            f"{reader.place.line - 1:,}, and that one is not in this folder any more",
            SourceWarning,
            stacklevel=2,
        )
