"""The results: one Parquet file, a row for each number."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paper.job import Found, Job

SCHEMA = pa.schema(
    [
        ("key", pa.string()),
        ("task", pa.string()),
        ("set", pa.string()),
        ("model", pa.string()),
        ("seed", pa.int32()),
        ("documents", pa.int64()),
        ("measure", pa.string()),
        ("value", pa.float64()),
        ("settings", pa.string()),
        ("version", pa.string()),
        ("finished", pa.timestamp("s", tz="UTC")),
    ]
)


class Rows:
    """Rows of finished jobs; the file is always complete, because it is replaced in one step."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.table = pq.read_table(path, schema=SCHEMA) if path.is_file() else SCHEMA.empty_table()
        self.finished = set(self.table["key"].to_pylist())

    def add(self, job: Job, found: list[Found], version: str) -> None:
        """All rows of one job, or none."""
        now = datetime.now(UTC).replace(microsecond=0)
        about = {name: job[name] for name in ("task", "set", "model", "seed")}
        rows = [
            about
            | one._asdict()
            | {"key": job.key, "settings": job.text, "version": version, "finished": now}
            for one in found
        ]
        self.table = pa.concat_tables([self.table, pa.Table.from_pylist(rows, SCHEMA)])
        self.finished.add(job.key)
        self._write()

    def _write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_suffix(".part")
        pq.write_table(self.table.combine_chunks(), beside, compression="zstd")
        beside.replace(self.path)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """No other run writes to the same rows; the system ends the lock with the process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(
                f"another run writes to {path}; wait, or name another --rows"
            ) from None
        yield


def records(path: Path) -> list[dict[str, Any]]:
    """All rows, `settings` as a dictionary."""
    table = pq.read_table(path, schema=SCHEMA)
    settings = {text: json.loads(text) for text in table["settings"].unique().to_pylist()}
    return [row | {"settings": settings[row["settings"]]} for row in table.to_pylist()]
