"""Tasks of a run on the executors of Spark; what a dead one had is computed again by Spark."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from biterms import errors
from biterms.cluster.jobs import Jobs
from biterms.cluster.undisturbed import give_back
from biterms.errors import BitermsError, ClusterError
from biterms.spark.plan import Held, Plan, Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark import RDD, SparkContext

#: what an executor says when Python has failed there
SAID = re.compile(
    r"^(?:[EF ]*)(?:biterms\.errors\.(\w+)|(ModuleNotFoundError)): (.*)$", re.MULTILINE
)


class SparkJobs(Jobs):
    """The tasks of one run, in few jobs of Spark.

    Parameters
    ----------
    context : SparkContext
        The cluster.
    """

    def __init__(self, context: SparkContext) -> None:
        super().__init__(None)
        self._context, self._held = context, list[Any]()
        self._kept: RDD[Any] | None = None
        #: numbered partitions that executors keep
        self.stored: RDD[Any] | None = None

    @property
    def workers(self) -> int:
        """Tasks that run at the same time."""
        return int(self._context.defaultParallelism)

    def submit(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ARG002
        """A task, which is done when its result is wanted."""
        return Task(function, arguments)

    def held(self, name: str, data: bytes) -> list[Any]:  # noqa: ARG002
        """Bytes for all executors."""
        self.account.sent += len(data)
        self._held.append(self._context.broadcast(data))
        return [Held(self._held[-1])]

    def each(self, futures: Sequence[Any], take: Callable[[int, Any], None]) -> None:
        """Hand over the result of each task.

        Raises
        ------
        ClusterError
            If executors cannot do their part.
        """
        assert self.stored is not None
        plan = Plan.of(futures)
        sent: Any = self.stored.flatMap(lambda one: plan.begin(*one))
        for _ in range(plan.depth()):
            sent = sent.groupByKey().flatMap(lambda one: plan.joined(*one))
        with explained():
            found = dict(sent.collect())
        for number in range(len(futures)):
            take(number, found[-1 - number][1])

    def keep(self, partitions: RDD[Any]) -> None:
        """What executors keep until the end."""
        self._kept = partitions

    def close(self) -> None:
        """Let executors forget what they keep."""
        give_back()
        if self._kept is not None:
            self._kept.unpersist()
        for sent in self._held:
            sent.destroy()


@contextmanager
def explained() -> Iterator[None]:
    """Errors of executors in our words.

    Raises
    ------
    BitermsError
        The error that was raised there.
    ClusterError
        If a package is missing there, or Spark has given up.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        said = [*SAID.finditer(str(error))]
        if not said:
            raise
        kind, missing, message = said[-1].groups()
        if missing:
            raise ClusterError(
                f"an executor lacks a package ({message}): install the same packages on all of "
                "them, biterms among them, in the same versions"
            ) from error
        raise getattr(errors, kind, BitermsError)(message) from error
