"""Readers on what is too long: lines have a limit, and memory does not grow."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from biterms.text.readers import Trouble, read
from tests.text.readers.files import START, outcome


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_a_line_too_long_is_left_out(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    long = b"y" * (1 << 20)
    rows = {"txt": long + b"y", "csv": long + b",z", "jsonl": b'{"text": "' + long + b'"}'}
    last = {"txt": b"last", "csv": b"1,last", "jsonl": b'{"text": "last"}'}
    path.write_bytes(START[kind] + rows[kind] + b"\n" + last[kind] + b"\n" + rows[kind])
    texts, trouble = outcome(path, kind=kind)
    assert texts[-1] == "last"
    assert trouble.counts == {"line too long": 2}
    assert [place.line for place in trouble.locations["line too long"]] == [2, 4]


def test_a_line_of_the_greatest_length_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" + b"x" * (1 << 20) + b"\r\n" + b"y" * (1 << 20))
    assert outcome(path)[0] == ["x" * (1 << 20), "y" * (1 << 20)]


def peak_while_reading(path: Path) -> tuple[int, int]:
    """(texts and lines left out, most bytes in use at one time)"""
    trouble = Trouble()
    tracemalloc.start()
    try:
        for _ in read([path], trouble=trouble):
            pass
        return trouble.total, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def rows(kind: str, number: int) -> Iterator[bytes]:
    text = "a text of some length that says nothing new " * 20
    row = {"txt": text, "csv": f'1,"{text}"', "jsonl": json.dumps({"id": 1, "text": text})}[kind]
    yield START[kind]
    yield from islice(iter(lambda: (row + "\n").encode() * 1000, b""), number // 1000)


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}.gz"
    number = 15_000  # 13 MB
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.writelines(rows(kind, number))
    total, peak = peak_while_reading(path)
    assert total == number + (kind != "csv")
    assert peak < 8_000_000


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_memory_does_not_grow_with_the_line(tmp_path: Path, kind: str) -> None:
    """A small gzip file whose one line is 50 MB, and a quote that is never closed."""
    path = tmp_path / f"a.{kind}.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(START[kind] + b'1,"')
        for _ in range(50):
            file.write(b"y" * 1_000_000)
    total, peak = peak_while_reading(path)
    assert total == 1 + (kind != "csv")
    assert peak < 16_000_000
