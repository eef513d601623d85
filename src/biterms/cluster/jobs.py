"""Tasks on the workers of a Dask cluster; those of a worker that dies are done again."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from biterms.cluster.account import Account
from biterms.cluster.undisturbed import give_back
from biterms.errors import BitermsError, ClusterError, MissingExtra, SettingError

#: seconds until a scheduler must have answered, and until there must be a worker
ANSWER, PATIENCE = 10.0, 120.0
#: how often one task may be tried on workers that die
ATTEMPTS = 10
#: bytes that are sent at once: a scheduler complains about more
PIECE = 8 << 20
#: parts that one task adds up
FAN = 16
#: seconds between two looks at whether anybody is still there
LOOK = 1.0


@contextmanager
def connected(client: Any) -> Iterator[Any]:
    """A client of Dask: the one that was given, or one for the address of a scheduler.

    Raises
    ------
    MissingExtra
        If Dask is not installed.
    ClusterError
        If the scheduler does not answer.
    """
    try:
        import distributed
    except ImportError:
        raise MissingExtra("a cluster", "cluster") from None
    if isinstance(client, distributed.Client):
        yield client
        return
    if not isinstance(client, str):
        raise SettingError(
            f"client={client!r:.60}: expected a distributed.Client, or the address of a scheduler "
            "such as 'tcp://10.0.0.1:8786'"
        )
    try:
        made: Any = distributed.Client
        own = made(client, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no scheduler answers at {client} ({_line(error)}): expected one that was started "
            "with `dask scheduler`; check the address, and whether a firewall is between"
        ) from None
    with own:
        yield own


class Jobs:
    """The tasks of one run.

    Parameters
    ----------
    client : distributed.Client
        The cluster.
    """

    def __init__(self, client: Any) -> None:
        self.client, self.account = client, Account()
        self.run = secrets.token_hex(4)
        self._numbers = itertools.count()
        self._deserted: float | None = None

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return len(self.client.nthreads())

    def submit(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Start a task."""
        key = f"biterms-{name}-{self.run}-{next(self._numbers)}"
        return self.client.submit(function, *arguments, key=key, pure=False)

    def compute(self, delayed: Sequence[Any]) -> list[Any]:
        """Start what Dask's collections have put off."""
        return list(self.client.compute(list(delayed)))

    def held(self, name: str, data: bytes) -> list[Any]:
        """Bytes for all workers; they reach one of them at first, and others from there.

        They are the result of a task, so that they come again if the worker that has them dies.
        """
        self.account.sent += len(data)
        pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
        return [self.submit(name, bytes, piece) for piece in pieces]

    def tree(self, name: str, function: Callable[..., Any], parts: list[Any], *more: Any) -> Any:
        """Put parts together in their order, some on each worker, until few are left."""
        kept = list[Any]()
        while len(parts) > FAN:
            groups = [parts[at : at + FAN] for at in range(0, len(parts), FAN)]
            kept += parts
            parts = [self.submit(name, function, group, *more) for group in groups]
        return parts, kept

    def one(self, future: Any) -> Any:
        """The result of a task."""
        found = list[Any]()
        self.each([future], lambda _, result: found.append(result))
        return found[0]

    def every(self, futures: Sequence[Any]) -> list[Any]:
        """The results of tasks, in their order."""
        found: list[Any] = [None] * len(futures)

        def take(number: int, result: Any) -> None:
            found[number] = result

        self.each(futures, take)
        return found

    def each(self, futures: Sequence[Any], take: Callable[[int, Any], None]) -> None:
        """Hand over the result of each task, whichever comes first.

        Raises
        ------
        ClusterError
            If there are no workers any more, or they keep dying.
        """
        number_of = {id(future): number for number, future in enumerate(futures)}
        done, attempts = SimpleQueue[Any](), [0] * len(futures)
        for future in futures:
            future.add_done_callback(done.put)
        left = len(futures)
        try:
            while left:
                future = self._next(done)
                number = number_of[id(future)]
                if future.status == "finished":
                    with self.account.timed("network"):
                        result = future.result()
                    take(number, result)
                    left -= 1
                    continue
                if future.status in ("error", "cancelled"):
                    attempts[number] += 1
                    self._again(future, attempts[number])
                # else its worker has died with the result, and another is at it
                future.add_done_callback(done.put)
        except BaseException:
            self.client.cancel(list(futures))
            raise

    def close(self) -> None:
        """Give back the memory that was kept for the next task, here and on the workers."""
        give_back()
        with suppress(OSError, RuntimeError):  # the cluster may be gone
            self.client.run(give_back, wait=False, on_error="ignore")

    def _next(self, done: SimpleQueue[Any]) -> Any:
        """The next task that has ended; an error if nobody works any more."""
        while True:
            try:
                future = done.get(timeout=LOOK)
            except Empty:
                self._look()
            else:
                self._deserted = None
                return future

    def _look(self) -> None:
        """Complain if there has been no worker for long."""
        if self.workers:
            self._deserted = None
        elif self._deserted is None:
            self._deserted = monotonic()
        elif monotonic() - self._deserted > PATIENCE:
            raise ClusterError(
                f"there has been no worker for {PATIENCE:g} s: start some with `dask worker`, and "
                "look into their logs if they have ended, for example for lack of memory"
            )

    def _again(self, future: Any, attempts: int) -> None:
        """Do a task again if its worker has died; any other error is raised."""
        from distributed import KilledWorker

        error = self._error(future)
        if not isinstance(error, KilledWorker):
            raise error
        self.account.deaths += 1
        if attempts >= ATTEMPTS:
            raise ClusterError(
                f"workers have died {attempts} times over {future.key}: look into their logs; if "
                "it was for lack of memory, use smaller lanes or partitions, or fewer threads"
            ) from None
        with suppress(KeyError):  # Dask may not know what a collection of the user depends on
            self.client.retry([future])

    def _error(self, future: Any) -> BaseException:
        """What went wrong, in our words if it is Dask that says so."""
        if future.cancelled():
            return ClusterError(
                "the scheduler has dropped a task, or the connection to it is lost: what was "
                "learnt is gone with it; look into its log, and start again"
            )
        error: BaseException = future.exception()
        if isinstance(error, ModuleNotFoundError):
            return ClusterError(
                f"a worker lacks a package ({error}): install the same packages on all workers, "
                "biterms among them, in the same versions"
            )
        if isinstance(error, ImportError) and not isinstance(error, BitermsError):
            return ClusterError(f"a worker cannot import what is needed: {_line(error)}")
        return error


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
