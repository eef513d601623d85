"""Rows as lines of JSON, each exactly once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Spelled
from biterms.store import check_file
from biterms.store.place import fsync_folder
from biterms.streams.log import LOGGER
from biterms.streams.sinks.rows import Rows
from biterms.streams.sinks.sink import Row, Sink, written_time
from biterms.streams.sinks.writing import writing

_encode = json.JSONEncoder(ensure_ascii=False).encode
_TOPIC = ',"topic":%s,"label":%s,"probability":'
Value = TypeVar("Value")
_encode_lines = json.JSONEncoder(ensure_ascii=False, separators=("\n", ":")).encode


class JsonLinesSink(Sink):
    """A file with a line of JSON for each text, exactly once relative to the model.

    Parameters
    ----------
    path : str or path
        The file. It must not be there yet, or be of the same live model.
    name : str, optional
        A name for the journal, the same at every start; made of the path by default.

    Notes
    -----
    The journal knows the length of the file up to the last snapshot. Lines beyond it that a killed
    process has left come again: they stay if they are the same, and are cut off where they are not,
    as the last one may be half a line.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import JsonLinesSink, Texts, follow
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     rows = Path(folder, "topics.jsonl")
    ...     model = TopicModel(LDA(2, random_state=0))
    ...     model = follow(Texts(texts), f"{folder}/live", model, sinks=JsonLinesSink(rows))
    ...     print(len(rows.read_text().splitlines()))
    200
    """

    def __init__(self, path: str | PathLike[str], name: str | None = None) -> None:
        self.path = Path(path).absolute()
        self.name = name or f"jsonl/{self.path}"
        self._file: int | None = None
        self._at = 0
        self._compare, self._last, self._more = False, 0, False

    def open(self, step: int, last: int, at: Any) -> None:
        """Go on after the last line that is known to be safe."""
        check_file(self.path)
        size = self.path.stat().st_size if self.path.exists() else None
        self._at = 0 if at is None or size is None else int(at["bytes"])
        if at is None and size:
            raise InputError(
                f"{self.path} holds {size:,} bytes that are not of this model; move it away, or "
                "choose another name"
            )
        if at is not None and size is None and at["bytes"]:
            LOGGER.warning("%s is not there any more: a new one begins", self.path)
        if size is not None and size < self._at:
            raise InputError(
                f"{self.path} has {size:,} bytes, but {self._at:,} were written up to step "
                f"{step:,}; bring it back, or move it away to begin a new one"
            )
        self._compare, self._last, self._more = bool(size), last, False

    def write(self, step: int, rows: Sequence[Row]) -> None:
        """Add a line for each row, unless it is there."""
        self._more = step < self._last
        data = lines_of(rows)
        with writing(self.path):
            file = self._opened()
            if self._compare and os.pread(file, len(data), self._at) != data:
                self._end_here(file)
            if not self._compare:
                _write(file, data, self._at)
            self._at += len(data)

    def flush(self) -> dict[str, int]:
        """Wait until the lines are on the disk; the length of the file."""
        if self._file is not None:
            with writing(self.path):
                if not self._more:
                    self._end_here(self._file)
                os.fsync(self._file)
        return {"bytes": self._at}

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        """The file, made when there is a first line for it."""
        if self._file is None:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            # also if it is there: who made it may have been killed before its name was safe
            fsync_folder(self.path.parent)
        return self._file

    def _end_here(self, file: int) -> None:
        """Cut off what is not the same as what comes."""
        if self._compare:
            os.ftruncate(file, self._at)
            self._compare = False


def lines_of(rows: Sequence[Row]) -> bytes:
    """Rows as lines of JSON.

    A line is made of pieces, most of which are those of other lines, too; compiled code puts them
    together.

    Parameters
    ----------
    rows : sequence of Row
        The rows.

    Returns
    -------
    bytes
        A line for each; the time is written out.
    """
    if not len(rows):
        return b""
    steps, places, ids, topics, labels, probabilities, times = Rows.of(rows).columns
    millionths = np.rint(1e6 * np.array(probabilities)).astype(np.int64)
    label = dict(zip(topics, labels, strict=True))
    columns = [
        _different(steps, lambda step: f'{{"step":{step},"place":'),
        (_numbers(1 << max(places).bit_length(), ',"id":'), places),
        (Spelled.lines(_encode_lines(ids)[1:-1]), range(len(ids))),  # they have no line breaks
        _different(topics, lambda topic: _TOPIC % (_encode(topic), _encode(label[topic]))),
        (_thousandths(), millionths // 1000),
        (_numbers(1000, digits=3), millionths % 1000),
        _different(times, lambda time: f',"time":"{written_time(time)}"}}\n'),
    ]
    begins = np.cumsum([0, *(len(words.ends) for words, _ in columns)])
    which = np.empty((len(rows), len(columns)), dtype=np.int32)
    for i, (_, numbers) in enumerate(columns):
        which[:, i] = np.asarray(numbers) + begins[i]
    return kernels.spell(Spelled.joined([words for words, _ in columns]), which.ravel())


def _different(values: list[Value], written: Callable[[Value], str]) -> tuple[Spelled, list[int]]:
    """The pieces of different values, and the number of that of each."""
    number = {value: i for i, value in enumerate(dict.fromkeys(values))}
    return Spelled.of([*map(written, number)]), [number[value] for value in values]


@lru_cache(16)
def _numbers(n: int, then: str = "", digits: int = 0) -> Spelled:
    return Spelled.of([f"{i:0{digits}}{then}" for i in range(n)])


@cache
def _thousandths() -> Spelled:
    return Spelled.of([f"{i / 1000:.3f}" for i in range(1001)])


def _write(file: int, data: bytes, at: int) -> None:
    left = memoryview(data)
    while left:
        n = os.pwrite(file, left, at)
        left, at = left[n:], at + n
