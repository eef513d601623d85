"""Texts of a DataFrame, counted where they are and kept there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from biterms.cluster.chunks import chunks_of
from biterms.cluster.counting import Asked, Counted, count
from biterms.errors import ClusterError
from biterms.spark.jobs import SparkJobs, explained
from biterms.spark.plan import Stored
from biterms.text.readers import Record, Trouble
from biterms.topics.handed_in import Beside, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: texts that tell the language
FIRST = 8192


class Rows:
    """The rows of a DataFrame, as `biterms.cluster` asks for texts.

    Parameters
    ----------
    jobs : SparkJobs
        The executors.
    frame : DataFrame
        Columns called text, id, time and label, as `frames.selected` gives them.
    """

    def __init__(self, jobs: SparkJobs, frame: DataFrame) -> None:
        self._jobs, self._frame = jobs, frame
        named = {name: name for name in frame.columns}
        self._beside = Beside("text", named.get("time"), named.get("label"), named.get("id"))

    def first_texts(self) -> list[str]:
        """The first texts."""
        table = self._frame.limit(FIRST).toArrow()
        return [record.text for record in rows_of(table, self._beside) or ()]

    def count_texts(self, asked: Asked) -> list[Any]:
        """Let executors count the texts of their partitions; what stands for each partition."""
        from pyspark import StorageLevel

        counting = _counting(asked, self._beside)
        packed = self._frame.mapInArrow(counting, "counted binary").rdd
        packed = packed.persist(StorageLevel.MEMORY_AND_DISK)
        stored = packed.mapPartitionsWithIndex(_numbered(asked))
        self._jobs.keep(packed)
        with explained():
            sizes = dict(stored.map(_size).collect())
        self._jobs.stored = stored.map(partial(_same, sizes))
        return [Stored(number) for number in sorted(sizes)]


def _counting(asked: Asked, beside: Beside) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A function that counts the rows of a partition, for `mapInArrow`."""

    def counted(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        from pyspark import TaskContext

        context = TaskContext.get()
        number, trouble = 0 if context is None else context.partitionId(), Trouble()
        records: Iterable[Record] = ()
        if first := [*islice(batches, 1)]:  # else there are no columns to look for
            given = chain(first, batches)
            records = rows_of(given, beside, trouble, prefix=f"{number}:") or ()
        found = count(chunks_of(records), asked, number, trouble)
        yield pa.record_batch({"counted": [_serializer().dumps(found)]})

    return counted


def _numbered(asked: Asked) -> Callable[[int, Iterable[Any]], Iterator[tuple[int, Counted]]]:
    """Each partition with its number, also one without rows."""

    def numbered(number: int, rows: Iterable[Any]) -> Iterator[tuple[int, Counted]]:
        found = [_serializer().loads(bytes(row.counted)) for row in rows]
        yield number, found[0] if found else count((), asked, number, Trouble())

    return numbered


def _serializer() -> Any:
    """What Spark itself sends objects of Python with."""
    from pyspark.serializers import CPickleSerializer

    return CPickleSerializer()


def _size(one: tuple[int, Counted]) -> tuple[int, int]:
    number, counted = one
    return number, len(counted.tokens.ptr) - 1


def _same(sizes: dict[int, int], one: tuple[int, Counted]) -> tuple[int, Counted]:
    """Refuse a partition that has other rows than before: it was computed again.

    Raises
    ------
    ClusterError
        If it is so.
    """
    number, n_docs = _size(one)
    if n_docs != sizes[number]:
        raise ClusterError(
            f"partition {number} had {sizes[number]:,} texts and has {n_docs:,} now that it was "
            "computed again: expected a DataFrame that always has the same rows; write it to a "
            "table first, and read that"
        )
    return one
