"""Standard input as a source."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import time

import pytest

from biterms import InputError, SettingError
from biterms.streams import Stdin
from biterms.streams.sources import stdin
from biterms.text.readers import Columns
from tests.streams.sources.polled import Run

PROGRAM = """
from biterms.streams import Stdin
source = Stdin()
source.open({})
print(len(source.poll(10, 5).records), flush=True)
print(len(source.poll(10, 0.1).records), flush=True)
source.close()
"""


def finished(source: Stdin, n: int = 1000) -> Run:
    run = Run()
    run.opened(source)
    while not source.ended:
        run.poll(source, n, timeout=5)
    source.close()
    return run


def test_lines_come_when_they_are_written() -> None:
    run, (end, begin) = Run(), os.pipe()
    with os.fdopen(end, "rb") as reading, os.fdopen(begin, "wb", buffering=0) as writing:
        source = run.opened(Stdin(Columns(time="at"), "csv", file=reading))
        started = time.monotonic()
        assert run.poll(source, timeout=0.05) == 0
        assert time.monotonic() - started < 1
        writing.write(b"text,at\none,1\ntw")
        assert run.poll(source, timeout=5) == 1
        writing.write(b'o,2\n"thr\n')
        assert run.poll(source, timeout=5) == 1
        assert run.poll(source, timeout=0.05) == 0
        writing.write(b'ee",3\nfour,4')
        writing.close()
        while not source.ended:
            run.poll(source, timeout=5)
        source.close()
    assert run.texts == ["one", "two", "thr\nee", "four"]
    assert [record.time for record in run.records] == ["1", "2", "3", "4"]
    assert run.positions == {"lines": 6}


def test_lines_are_counted_on_after_a_restart() -> None:
    run = finished(Stdin(file=io.BytesIO(b"one\n\ntwo")), 1)
    source = run.opened(Stdin(file=io.BytesIO(b'{"text": "three"}\n{"text": ')))
    while not source.ended:
        run.poll(source, timeout=5)
    assert [record.id for record in run.records] == ["1", "3", "4"]
    assert [one.position for one in run.broken] == ["standard input:5"]
    assert run.positions == {"lines": 5}


def test_more_than_fits_in_memory_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdin, "BLOCK_BYTES", 64)
    lines = [f"line {i} schön" for i in range(2000)]
    for data in ("\n".join(lines).encode(), gzip.compress("\n".join(lines).encode())):
        source = Stdin(file=io.BytesIO(data))
        run = Run()
        run.opened(source)
        time.sleep(0.05)
        assert source._content._queue.qsize() <= stdin.MOST_BLOCKS
        while not source.ended:
            run.poll(source, 7, timeout=5)
        assert run.texts == lines


def test_what_is_no_text_is_refused() -> None:
    for data, why in [(b"%PDF-1.7\n", "PDF"), (b"PAR1xxxx", "Parquet"), (b"a,b\n", "column 'c'")]:
        source = Stdin(Columns("c"), "csv", file=io.BytesIO(data))
        source.open({})
        with pytest.raises(InputError, match=why):
            source.poll(1, timeout=5)
        source.close()
    with pytest.raises(SettingError, match="kind='parquet'"):
        Stdin(kind="parquet")


def test_a_process_ends_although_nobody_closes_its_input() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"one\ntwo\nthr")
        process.stdin.flush()
        assert process.stdout.read() == b"2\n0\n"
        assert process.wait(5) == 0
        assert process.stderr.read() == b""
