"""Files for readers, and what came of reading them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import HealthCheck, settings

from biterms.text.readers import Columns, Record, Trouble, read

any_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


START = {"txt": b"x\n", "csv": b"id,text\n", "tsv": b"id\ttext\n", "jsonl": b'{"text": "x"}\n'}


ALL = Columns(text="text", id="key", time="day", label="kind")


def as_table(rows: list[Record], separator: str, **dialect: object) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, **dialect)
    writer.writerow(["key", "text", "kind", "day"])
    writer.writerows([row.id, row.text, row.label, row.time] for row in rows)
    return file.getvalue().encode()


def as_csv(rows: list[Record]) -> bytes:
    return as_table(rows, ",")


def as_tsv(rows: list[Record]) -> bytes:
    return as_table(rows, "\t", lineterminator="\n", quoting=csv.QUOTE_ALL)


def as_objects(rows: list[Record]) -> list[dict[str, str | None]]:
    return [{"text": r.text, "key": r.id, "day": r.time, "kind": r.label} for r in rows]


def as_jsonl(rows: list[Record]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in as_objects(rows)).encode()


def as_parquet(rows: list[Record]) -> bytes:
    columns = {"text": "text", "id": "key", "time": "day", "label": "kind"}
    table = pa.table(
        {
            name: pa.array([getattr(row, field) for row in rows], pa.string())
            for field, name in columns.items()
        }
    )
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=5)
    return sink.getvalue()


WRITERS = {"csv": as_csv, "tsv": as_tsv, "jsonl": as_jsonl, "parquet": as_parquet}


def outcome(path: Path, kind: str | None = None) -> tuple[list[str], Trouble]:
    trouble = Trouble()
    texts = [record.text for record in read([path], kind=kind, trouble=trouble)]
    assert trouble.kept == len(texts)
    return texts, trouble
