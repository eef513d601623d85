"""Files as sources, polled as a stream would do it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from biterms.streams import Broken, Source
from biterms.text.readers import Record


class Run:
    """What a stream has recorded of one source, over any number of starts."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.broken: list[Broken] = []
        self.positions: dict[str, Any] = {}

    def opened(self, source: Source) -> Source:
        """A start: the source goes on where the last one was recorded."""
        source.open(json.loads(json.dumps(self.positions)))
        return source

    def poll(self, source: Source, n: int = 1000, timeout: float = 0.0) -> int:
        """Poll and record; how many documents there were."""
        batch = source.poll(n, timeout)
        assert len(batch.records) <= n
        self.records += batch.records
        self.broken += batch.broken
        changed = self.positions | json.loads(json.dumps(batch.positions))
        self.positions = {key: value for key, value in changed.items() if value is not None}
        return len(batch.records)

    def drain(self, source: Source, n: int = 1000) -> None:
        """Everything that is there, or to the end of a source that has one."""
        while not source.ended and self.poll(source, n):
            pass

    def finish(self, source: Source, n: int = 1000) -> None:
        """Open a source that ends, and read it to its end."""
        self.opened(source)
        while not source.ended:
            self.poll(source, n)
        source.close()

    @property
    def texts(self) -> list[str]:
        return [record.text for record in self.records]


def restarted(source: Callable[[], Source], n: int = 1) -> Run:
    """A run that is started again after each poll."""
    run = Run()
    while True:
        one = run.opened(source())
        if not one.ended:
            run.poll(one, n)
        one.close()
        if one.ended:
            return run
