"""Structured Streaming: batches of a query are learnt from, each once, whatever is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from biterms.errors import InputError, SettingError
from biterms.spark.batches import Batches
from biterms.spark.frames import check_frame, selected
from biterms.streams import follow
from biterms.text.readers import Columns, Record
from biterms.topics import TopicModel
from biterms.topics.handed_in import Beside, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: options of `follow` that make sense here: batches are cut by Spark
OPTIONS = frozenset(
    {
        *("every", "sinks", "texts", "on_alarm", "states", "retain", "lateness", "late"),
        *("false_alarms", "progress"),
    }
)
#: each batch is a cut of its own as soon as it has come
AT_ONCE = 1e-9
#: where Spark says which query a batch is of
QUERY = "sql.streaming.queryId"


class ForeachBatch:
    """Learns from the batches of a streaming query; give it to ``foreachBatch``.

    A batch is recorded in the journal of the folder together with its number, in one transaction,
    before Spark hears that it is done. A batch that Spark repeats after a crash is therefore
    learnt from exactly once, and a model that had not learnt from it yet does so when it is opened
    again.

    Parameters
    ----------
    folder : str or path
        The live model, on a disk of the driver: `biterms.load` opens it at any time.
    model : TopicModel, optional
        What to begin with where the folder holds no model.
    text : str, optional
        The column of the texts; None is the one with a usual name, or the only one.
    times, classes, ids : str, optional
        Columns of what stands beside the texts; an id may come from a column ``id``.
    most : int, default=1_000_000
        Rows of a batch at most; they pass through the memory of the driver.
    **options
        ``every``, ``sinks``, ``texts``, ``on_alarm``, ``states``, ``retain``, ``lateness``,
        ``late``, ``false_alarms`` and ``progress`` of `biterms.streams.follow`.

    Raises
    ------
    SettingError
        If there is another option.

    Notes
    -----
    Close it when the query has ended, or use it in a ``with`` statement: then the model is saved.
    Without that nothing is lost, and the next start learns from the last batches again.

    A query is known by the id that its checkpoint holds. One with a new checkpoint is another
    query, and all that it reads counts as new.
    """

    def __init__(
        self,
        folder: str | PathLike[str],
        model: TopicModel | None = None,
        *,
        text: str | None = None,
        times: str | None = None,
        classes: str | None = None,
        ids: str | None = None,
        most: int = 1_000_000,
        **options: Any,
    ) -> None:
        if unknown := options.keys() - OPTIONS:
            raise SettingError(
                f"{min(unknown)}={options[min(unknown)]!r:.40}: expected options of follow that "
                f"Spark does not decide: {', '.join(sorted(OPTIONS))}"
            )
        self.folder, self._model, self._most = Path(folder), model, most
        self._columns, self._options = Columns(text, ids, times, classes), options
        self._follower: ThreadPoolExecutor | None = None
        self._following: Future[TopicModel] | None = None
        self._source, self._stop = Batches(), Event()

    def __call__(self, batch: DataFrame, batch_id: int) -> None:
        """Record a batch; it is learnt from while Spark prepares the next one.

        Parameters
        ----------
        batch : DataFrame
            The rows.
        batch_id : int
            The number that Spark gives the batch, the same if it is repeated.

        Raises
        ------
        InputError
            If a column is missing, or the batch has too many rows.
        StoreError
            If it cannot be recorded; Spark will repeat it.
        """
        check_frame(batch)
        rows, query = selected(batch, self._columns), _query_of(batch)
        following = self._followed()
        if not self._source.hand_in(
            query, int(batch_id), lambda: self._read(rows, batch_id), lambda: not following.done()
        ):
            if (ended := self._ended()) is not None:
                ended.result()  # it says why
            raise InputError("it was closed while a batch came, expected it to be open")

    def close(self) -> None:
        """Learn from what has been recorded, and save the model."""
        ended = self._ended()
        error = None if ended is None else ended.exception()
        # A query that had no texts leaves no model, and that is no error.
        if error is not None and (self._source.given or not isinstance(error, InputError)):
            raise error

    def _ended(self) -> Future[TopicModel] | None:
        """Stop, and wait until the thread has ended."""
        following, self._following = self._following, None
        self._stop.set()
        if self._follower is not None:
            self._follower.shutdown()
        return following

    def __enter__(self) -> Self:
        """Nothing is opened before the first batch comes."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def _followed(self) -> Future[TopicModel]:
        """The thread that follows, begun if there is none."""
        if self._following is None:
            self._source, self._stop = Batches(), Event()
            self._follower = ThreadPoolExecutor(1, "follower")
            self._following = self._follower.submit(self._follow, self._source, self._stop)
        return self._following

    def _follow(self, source: Batches, stop: Event) -> TopicModel:
        return follow(
            source,
            self.folder,
            self._model,
            within=AT_ONCE,
            most=self._most,
            stopping=stop.is_set,
            **self._options,
        )

    def _read(self, rows: DataFrame, batch_id: int) -> Sequence[Record]:
        """The texts of a batch; one without an id has the numbers of its batch and its row."""
        table = rows.toArrow()
        if len(table) > self._most:
            raise InputError(
                f"a batch of {len(table):,} rows, expected at most {self._most:,}, since they pass "
                "through the memory of the driver: let Spark read less at a time "
                "(maxOffsetsPerTrigger, maxFilesPerTrigger), or allow more with most="
            )
        named = {name: name for name in table.schema.names}
        beside = Beside("text", named.get("time"), named.get("label"), named.get("id"))
        return [*(rows_of(table, beside, prefix=f"{batch_id}:") or ())]


def _query_of(batch: DataFrame) -> str:
    """The id of the query, which lasts as long as its checkpoint."""
    query: str | None = batch.sparkSession.sparkContext.getLocalProperty(QUERY)
    return query or ""
