"""One file, read from where it was left: opened when needed, known again, begun anew."""

from __future__ import annotations

import time
import warnings
from dataclasses import replace

from biterms.errors import InputError
from biterms.streams.source import Broken
from biterms.streams.sources.chunks import Chunk, Taken
from biterms.streams.sources.content import PlainContent
from biterms.streams.sources.file_place import START, Place, Stamp, absolute, hash_of
from biterms.streams.sources.file_rows import PACKED, FileRows, Reading
from biterms.streams.sources.opened_file import OpenedFile, begins
from biterms.text.readers.problems import DAMAGED

#: seconds without a change after which a compressed or Parquet file counts as written, and after
#: which nobody writes to a file any more whose name another one has taken
QUIET = 1.0


class SourceWarning(UserWarning):
    """A source is not what it was: a file was truncated, or replaced before it had been read."""


class FileReader:
    """Reads one file.

    Parameters
    ----------
    name : str
        Its path, as people wrote it.
    reading : Reading
        How it is read.
    place : Place
        Where to go on.

    Attributes
    ----------
    chunk : Chunk or None
        What has been read and not handed out.
    done : bool
        Whether it has been read to its end, and nobody waits for more.
    is_demanded : bool
        Whether it is an error if it cannot be read, and not only a broken record.
    """

    def __init__(self, name: str, reading: Reading, place: Place) -> None:
        self.name, self.place = name, place
        self.chunk: Chunk | None = None
        self.done = self.is_demanded = False
        self._reading = reading
        self._file = OpenedFile(absolute(name))
        self._replaced_at: float | None = None
        self._forget()

    def _forget(self) -> None:
        """Nothing of the content is known."""
        self._rows: FileRows | None = None
        self._stamp: Stamp | None = None
        self._stamp_since = 0.0
        self._idle: tuple[Stamp, bool] | None = None
        self._damage_told = False

    # the file itself -----------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the file is open, so that it can be read even when it has no name any more."""
        return self._file.is_open

    def close(self) -> None:
        """Close the file; what was read and not handed out is read again."""
        self._file.close()
        self._rows = self.chunk = self._idle = None

    def rest(self) -> None:
        """Close the file for the time being, unless that would cost something."""
        if self.chunk is None and not self.is_replaced:
            self._file.close()
            self._rows = None

    @property
    def is_replaced(self) -> bool:
        """Whether another file has taken its name: it is read to its end, and then done."""
        return self._replaced_at is not None

    def replaced(self) -> None:
        """Another file has taken its name."""
        if self._replaced_at is None:
            self._replaced_at = time.monotonic()

    def named(self, name: str) -> None:
        """It is there under this name, whatever happened before."""
        self.name, self._file.path = name, absolute(name)
        if self._replaced_at is not None:
            self._replaced_at, self.done = None, False

    def is_at(self, path: str) -> bool:
        """Whether a file of the same inode is this one: its first bytes are the same."""
        return begins(path, self.place.start)

    def moved(self, path: str) -> None:
        """It is there, under a name that nobody has named."""
        self._file.path = path

    # reading -------------------------------------------------------------------------------

    def check(self) -> None:
        """Raise InputError if the start of the file shows that it cannot be read."""
        try:
            plain, final = self._file.content(self.name, self.place), self._final
            if plain is not None and self._is_settled(plain, final):
                self._begun(plain, final)
        finally:
            self.close()

    def fill(self) -> bool:
        """Read on if nothing is left to hand out; whether there is something now.

        Raises
        ------
        InputError
            If the file cannot be read, and was named to be read once; else it is a broken record.
        """
        if self.chunk is None and not self.done:
            try:
                self._fill()
            except InputError as error:
                if self.is_demanded:
                    raise
                self._refuse(str(error))
        return self.chunk is not None

    def _fill(self) -> None:
        stamp, final = self._file.stamp(), self._final
        if stamp is not None and self._idle == (stamp, final):
            return
        plain = self._file.content(self.name, self.place)
        if plain is None and not self._reading.follow:
            raise InputError(f"{self.name}: the file is gone, or another one; start again")
        if plain is None:
            self.done = final
            return
        if not self._is_settled(plain, final):
            return
        if self.place.finished != stamp and (rows := self._begun(plain, final)) is not None:
            self.chunk = rows.next(final=final)
            self.chunk = self.chunk or self._damage(rows, final)
            if self.chunk is None and rows.complete and not self._is_plain:
                self.place.finished = stamp
        if self.chunk is None:
            self._idle, self.done = stamp and (stamp, final), final

    @property
    def _final(self) -> bool:
        """Whether nothing more will be written to it."""
        if not self._reading.follow:
            return True
        since = self._replaced_at
        return since is not None and time.monotonic() - since >= QUIET

    def _is_settled(self, plain: PlainContent, final: bool) -> bool:
        """Whether it can be read: lines can at any time, other formats when they are complete."""
        stamp, head = self._file.stamp() or (0, 0), plain.read(0, START)
        self._is_plain = not (self.place.is_wide or head.startswith(PACKED))
        self._check_same(stamp, head)
        if stamp != self._stamp:
            self._stamp, self._stamp_since = stamp, time.monotonic()
            if self._reading.follow and not self._is_plain:
                self._rows = None  # it is unpacked again
        still = max(time.monotonic() - self._stamp_since, time.time() - stamp[1] / 1e9)
        return self._is_plain or final or still >= QUIET

    def _check_same(self, stamp: Stamp, head: bytes) -> None:
        """Begin anew if this is not the file that was read before."""
        before, (n, known) = self.place, self.place.start
        cut = self._is_plain and stamp[0] < before.offset
        if cut or (n and hash_of(head[:n]) != (n, known)):
            self._forget()
            self.place = Place(before.inode)
            if before.offset:
                what = "is shorter than it was" if cut else "has another beginning"
                warnings.warn(
                    f"{self.name}: the file {what} and is read from its beginning; line "
                    f"{before.line:,} would have come next",
                    SourceWarning,
                    stacklevel=2,
                )
        self.place.start = hash_of(head)

    def _begun(self, plain: PlainContent, final: bool) -> FileRows | None:
        """The rows; None while there is no complete line that would tell how they are read."""
        if self._rows is None:
            rows = FileRows(plain, self._file.path, self.name, self._reading)
            if not rows.begin(self.place, final=final):
                return None
            self._rows, self.place.refused = rows, ""
        return self._rows

    # handing out ---------------------------------------------------------------------------

    def take(self, n: int, taken: Taken) -> None:
        """Hand out records, at most `n`, and note where to go on."""
        assert self.chunk is not None
        handed = self.chunk.take(n)
        taken.add(handed)
        self.place = replace(self.place, offset=handed.offset, line=handed.line)
        if self._rows is not None:
            self._rows.update(self.place)
        if handed.last:
            self.chunk = None
            if not self._reading.follow:
                self.fill()  # that this was the end is recorded together with it

    def _damage(self, rows: FileRows, final: bool) -> Chunk | None:
        """That a compressed file ends too early, told once when nothing more will come."""
        if not (rows.damage and final) or self._damage_told:
            return None
        self._damage_told = True
        origin = self._reading.origin(self.name)
        return self._remark(origin.broken(self.place.line, DAMAGED, rows.damage, ""))

    def _refuse(self, reason: str) -> None:
        """A file that cannot be read is one broken record; it is tried again when it changes."""
        if reason != self.place.refused:
            self.place.refused = reason
            self.chunk = self._remark(Broken(self.name, reason, ""))
        stamp = self._file.stamp()
        self._idle = stamp and (stamp, self._final)
        self._rows, self.done = None, self._final

    def _remark(self, broken: Broken) -> Chunk:
        """A chunk of no lines that says something about the file."""
        return Chunk(self.place.line, [self.place.offset], broken=[(self.place.line - 1, broken)])
