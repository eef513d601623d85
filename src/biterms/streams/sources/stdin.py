"""Standard input as a source."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any, BinaryIO

from biterms.errors import InputError, SettingError
from biterms.streams.source import Batch, Source
from biterms.streams.sources.chunks import Chunk, Origin, Taken
from biterms.streams.sources.line_reader import LineReader
from biterms.text.readers import FILE_KINDS, Columns
from biterms.text.readers.encodings import given_encoding
from biterms.text.readers.gzip_blocks import BLOCK_BYTES
from biterms.text.readers.layouts import Layout, layout_of
from biterms.text.readers.source import Source as Readable

#: blocks that wait for somebody to take them; then whoever writes has to wait
MOST_BLOCKS = 16
#: seconds after which the thread that reads looks whether anybody still listens
PATIENCE = 0.2
_DEFAULT_COLUMNS = Columns()


class Stdin(Source):
    """Lines of standard input, or of another binary file such as a pipe or a socket.

    It cannot be read again. What has been recorded is learnt from after a restart; what was on its
    way is lost, and it goes on with what comes.

    Parameters
    ----------
    columns : Columns, optional
        Which columns hold the text, id, time and label.
    kind : {'txt', 'csv', 'tsv', 'jsonl'}, optional
        Format; by default the first line decides between JSON and texts.
    encoding : str, optional
        Encoding; by default it is found.
    file : binary file, optional
        What is read instead of standard input.
    name : str, default="stdin"
        A name, the same at every start.

    Raises
    ------
    SettingError
        If `kind` or `encoding` is unknown.

    Examples
    --------
    >>> import io
    >>> from biterms.streams import Stdin
    >>> stdin = Stdin(file=io.BytesIO(b"late goal wins\\nhotels in rome\\n"))
    >>> stdin.open({})
    >>> [record.text for record in stdin.poll(10, timeout=5).records]
    ['late goal wins', 'hotels in rome']
    >>> stdin.close()
    """

    def __init__(
        self,
        columns: Columns = _DEFAULT_COLUMNS,
        kind: str | None = None,
        encoding: str | None = None,
        *,
        file: BinaryIO | None = None,
        name: str = "stdin",
    ) -> None:
        kinds = [known for known in FILE_KINDS if known != "parquet"]
        if kind is not None and kind not in kinds:
            raise SettingError(f"kind={kind!r:.40}, expected one of {', '.join(kinds)}")
        if encoding is not None:
            given_encoding(encoding)
        self.name, self.ended = name, False
        self._columns, self._kind, self._encoding, self._file = columns, kind, encoding, file
        self._content = _Arriving()
        self._rows: LineReader | None = None
        self._chunk: Chunk | None = None
        self._lines = 0

    def open(self, positions: Mapping[str, Any]) -> None:
        """Begin to read; lines are counted on from those of earlier runs."""
        self._lines = int(positions.get("lines", 0))
        Thread(target=self._read, name="biterms stdin", daemon=True).start()

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """The texts of lines that have come."""
        deadline, taken = time.monotonic() + timeout, Taken()
        while not self.ended and len(taken.records) < max_documents:
            wait = 0.0 if taken else deadline - time.monotonic()
            if not self._filled(max(0.0, wait)):
                break
            if self._chunk is not None:
                self._take(max_documents - len(taken.records), taken)
        return taken.batch()

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Standard input cannot be told anything."""

    def close(self) -> None:
        """Stop reading; whoever writes finds out when the process ends."""
        self._content.closed.set()

    def _take(self, n: int, taken: Taken) -> None:
        assert self._chunk is not None
        handed = self._chunk.take(n)
        taken.add(handed)
        taken.positions["lines"] = handed.line - 1
        if handed.last:
            self._chunk = None
            self._filled(0.0)  # whether this was the end is known at once where it can be

    def _filled(self, wait: float) -> bool:
        """Whether something has come in time: a chunk, a block, or the end."""
        if self._chunk is not None:
            return True
        if self._rows is not None:
            self._chunk = self._rows.next()
            if self._chunk is not None:
                return True
            if self._content.complete:
                self.ended = True
                return True
        came = self._content.receive(wait)
        if isinstance(came, tuple):
            layout, readable = came
            at = (0, self._lines + 1)
            self._rows = LineReader(
                self._content, layout, readable.decoder, Origin(readable.name), at
            )
        return came is not None

    def _read(self) -> None:
        """Read until the end, in a thread of its own."""
        put = self._content.put
        try:
            readable = Readable("-", self._encoding, self._blocks)
            if readable.head().startswith(b"PAR1"):
                raise InputError(
                    "standard input: Parquet, which cannot be read before its end; save it as a "
                    "file and give that"
                )
            put((layout_of(readable, self._columns, self._kind), readable))
            for block in filter(None, readable.text_blocks()):
                put(block)
            put(b"")
        except Exception as error:
            put(error)

    def _blocks(self) -> Iterator[bytes]:
        file: Any = sys.stdin.buffer if self._file is None else self._file
        read, closed = _reader(file), self._content.closed
        while not closed.is_set():
            block = read(BLOCK_BYTES)
            if block is not None and not block:
                return
            yield block or b""


def _reader(file: Any) -> Callable[[int], bytes | None]:
    """Reads what is there; None where a while has passed without anything.

    A thread that waits in a buffered file would keep the process from ending.
    """
    try:
        number = file.fileno()
    except (AttributeError, OSError):
        read: Callable[[int], bytes | None] = getattr(file, "read1", file.read)
        return read
    waiting = select.poll()
    waiting.register(number, select.POLLIN | select.POLLHUP)
    return lambda size: os.read(number, size) if waiting.poll(1000 * PATIENCE) else None


class _Arriving:
    """Bytes that arrive, of which no more are kept than somebody is about to take."""

    def __init__(self) -> None:
        self.closed, self.complete = Event(), False
        self._queue: Queue[bytes | Exception | tuple[Layout, Readable]] = Queue(MOST_BLOCKS)
        self._begin, self._data = 0, b""

    def put(self, thing: bytes | Exception | tuple[Layout, Readable]) -> None:
        """Hand over what was read, as soon as there is room."""
        while not self.closed.is_set():
            try:
                self._queue.put(thing, timeout=PATIENCE)
            except Full:
                continue
            break

    def receive(self, wait: float) -> bytes | tuple[Layout, Readable] | None:
        """Wait for what comes next; None if nothing came in time.

        Raises
        ------
        InputError
            If what came is no text, or a column does not exist.
        """
        try:
            thing = self._queue.get(timeout=wait) if wait else self._queue.get_nowait()
        except Empty:
            return None
        if isinstance(thing, Exception):
            raise thing
        if isinstance(thing, bytes):
            self._data += thing
            self.complete = not thing
        return thing

    def read(self, offset: int, size: int) -> bytes:
        """Bytes that have come; those before the offset are not needed any more."""
        passed = min(offset - self._begin, len(self._data))
        self._begin, self._data = self._begin + passed, self._data[passed:]
        return self._data[:size]
