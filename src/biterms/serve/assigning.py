"""The topics of texts that many clients ask for one by one: those that come together are one batch.

A batch costs little more than a text, so requests are gathered for as long as it takes to read
those that have arrived. Small batches are computed at once; large ones in a thread, where the
kernel does not hold others up, and what comes meanwhile is the next batch.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

import numpy as np

from biterms.serve.asked import texts_in
from biterms.serve.served import Served
from biterms.serve.snapshots import Snapshot
from biterms.topics.assign import UNKNOWN, Chosen, note

#: letters of a batch that is computed at once, which takes less than a millisecond
SMALL = 20_000
_NONE = (
    '{"topic":null,"label":"","probability":0.0,"second":null,"second_probability":0.0,'
    f'"note":"{UNKNOWN}"}}'
)


class Waiting(NamedTuple):
    """A request that waits for its batch."""

    texts: list[str]
    answer: asyncio.Future[bytes]


class Written:
    """Writes chosen topics as JSON; what is the same in many answers is prepared.

    Parameters
    ----------
    snapshot : Snapshot
        The model.
    labels : dict of int to str
        Names of topics.
    """

    def __init__(self, snapshot: Snapshot, labels: dict[int, str]) -> None:
        self.snapshot, self.labels = snapshot, labels
        assigner = snapshot.assigner
        named = zip(assigner.topics, assigner.labels, strict=True)
        self._first = [
            f'{{"topic":{topic},"label":{json.dumps(labels.get(topic, label))},"probability":'
            for topic, label in named
        ]
        self._ids = [*map(str, assigner.topics), "null"]
        self._head = f'{{"snapshot":{snapshot.step},"rows":['

    def rows(self, texts: list[str]) -> list[str]:
        """A row of JSON for each text."""
        return self._rows(self.snapshot.assigner.choose(texts))

    def _rows(self, chosen: Chosen) -> list[str]:
        return [
            f'{self._first[first]}{best!r},"second":{self._ids[second]},'
            f'"second_probability":{rest!r},"note":"{note(best, rest, known)}"}}'
            if known
            else _NONE
            for first, best, second, rest, known in zip(
                *map(np.ndarray.tolist, chosen), strict=True
            )
        ]

    def answer(self, rows: list[str]) -> bytes:
        """The answer to a request."""
        return f"{self._head}{','.join(rows)}]}}".encode()


class Assigning:
    """Gathers requests into batches.

    Parameters
    ----------
    served : Served
        What is served.
    """

    def __init__(self, served: Served) -> None:
        self._served, self._bounds = served, served.serving.bounds
        self._waiting: list[Waiting] = []
        self._busy = False
        self._written: Written | None = None
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="assign")

    def __call__(self, body: bytes) -> asyncio.Future[bytes]:
        """The answer to a request, as soon as its batch is done.

        Raises
        ------
        Refused
            If it cannot be answered.
        """
        texts = texts_in(body, self._bounds, self._bounds.texts)
        self._served.snapshots.needed()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()
        self._waiting.append(Waiting(texts, answer))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._compute)
        return answer

    def _writes(self) -> Written:
        """How answers are written now."""
        snapshot, labels = self._served.snapshots.needed(), self._served.watcher.now.labels
        known = self._written
        if known is None or known.snapshot is not snapshot or known.labels is not labels:
            self._written = known = Written(snapshot, labels)
        return known

    def _compute(self) -> None:
        """Compute what waits."""
        waiting, self._waiting = self._waiting, []
        writes, texts = self._writes(), [text for one in waiting for text in one.texts]
        if sum(map(len, texts)) <= SMALL:
            _answer(waiting, writes, lambda: writes.rows(texts))
            self._next()
            return
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, writes.rows, texts)
        done.add_done_callback(lambda found: self._computed(waiting, writes, found))

    def _computed(
        self, waiting: list[Waiting], writes: Written, found: asyncio.Future[list[str]]
    ) -> None:
        _answer(waiting, writes, found.result)
        self._next()

    def _next(self) -> None:
        """Go on with what came meanwhile."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._compute)
        else:
            self._busy = False


def _answer(waiting: list[Waiting], writes: Written, found: Callable[[], list[str]]) -> None:
    """Give each request its part of a batch; what goes wrong goes wrong for all of them."""
    try:
        rows = iter(found())
        for one in waiting:
            answer = writes.answer([*islice(rows, len(one.texts))])
            if not one.answer.done():  # the client may have gone
                one.answer.set_result(answer)
    except Exception as error:
        for one in waiting:
            if not one.answer.done():
                one.answer.set_exception(error)
