"""Strange texts in files of every kind, some of them damaged, and what the readers make of them."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from biterms.errors import InputError
from biterms.text.readers import Trouble, read

Random = np.random.Generator


def _table(texts: Sequence[str], separator: str) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerows([["id", "text"], *([str(i), text] for i, text in enumerate(texts))])
    return out.getvalue().encode(errors="surrogatepass")


def _parquet(texts: Sequence[str]) -> bytes:
    """Parquet holds whole characters only."""
    out = io.BytesIO()
    whole = [text.encode(errors="replace").decode() for text in texts]
    pq.write_table(pa.table({"text": whole}), out, row_group_size=50)
    return out.getvalue()


_WRITERS: dict[str, Callable[[Sequence[str]], bytes]] = {
    "txt": lambda texts: "\n".join(texts).encode(errors="surrogatepass"),
    "csv": lambda texts: _table(texts, ","),
    "tsv": lambda texts: _table(texts, "\t"),
    "jsonl": lambda texts: "\n".join(json.dumps({"text": text}) for text in texts).encode(),
    "parquet": _parquet,
}
KINDS = list(_WRITERS)


def damaged(texts: Sequence[str], kind: str, random: Random, folder: Path) -> Path:
    """Whole in one of four cases; else bytes are changed, cut off or put in."""
    data = bytearray(_WRITERS[kind](texts))
    packed = kind != "parquet" and random.integers(2)
    if packed:
        data = bytearray(gzip.compress(data, compresslevel=1, mtime=0))
    way = random.integers(4)
    if way == 1:
        for place in random.integers(0, len(data), random.integers(1, 50)):
            data[place] = random.integers(256)
    elif way == 2:
        del data[random.integers(len(data)) :]
    elif way == 3:
        place = int(random.integers(len(data)))
        data[place:place] = random.bytes(int(random.integers(1, 5000)))
    path = folder / f"texts.{kind}{'.gz' if packed else ''}"
    path.write_bytes(data)
    return path


def read_back(path: Path) -> list[str] | None:
    """The texts, all of them accounted for and fit to be written again; None if refused."""
    trouble = Trouble()
    try:
        texts = [record.text for record in read([path], trouble=trouble)]
    except InputError:
        return None
    assert trouble.kept == len(texts), trouble
    "".join(texts).encode()
    return texts
