"""Files that hold no texts are refused, with what they are and what to do."""

from __future__ import annotations

import gzip
import io
import random
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from biterms.errors import InputError
from biterms.text.readers import read


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return file.getvalue()


def database() -> bytes:
    with sqlite3.connect(":memory:") as known:
        known.execute("create table texts (text)")
        return known.serialize()


RANDOM = random.Random(0).randbytes(5000)
REFUSED = {
    "xlsx": (zipped(), "save the sheet as CSV"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "save the sheet as CSV"),
    "sqlite": (database(), "export the table as CSV"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\n", "save its text"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an image"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "an image"),
    "gzip twice": (gzip.compress(b"x\n" * 99), "unpack it once"),
    "program": (Path(sys.executable).read_bytes()[:100_000], "expected"),
    "random": (RANDOM.replace(b"\x1f\x8b", b""), "1[0-9]% of its first [0-9,]+ bytes are control"),
    "numbers": (b"".join(n.to_bytes(8, "little") for n in range(900)), "control characters"),
    "html": (b"\xef\xbb\xbf\n<!-- saved -->\n<!DOCTYPE HTML>\n<html></html>", "HTML or XML page"),
    "old html": (b"<HTML lang=de>\n<HEAD><title>x</title></HEAD>\n", "extract the texts"),
    "xml": (b'<?xml version="1.0"?>\n<rss></rss>\n', "HTML or XML page"),
    "html in utf-16": ("<!doctype html>\n<html>\n".encode("utf-16"), "HTML or XML page"),
    "parquet": (b"PAR1 and more\n", "name its format"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl.gz"])
def test_what_is_no_text_is_refused(tmp_path: Path, case: str, name: str) -> None:
    data, message = REFUSED[case]
    path = tmp_path / name
    path.write_bytes(gzip.compress(data) if name.endswith("gz") or case == "gzip twice" else data)
    with pytest.raises(InputError, match=message):
        read(path)


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[31merror\x1b[0m in line 3\n" * 50,
        b"<html> is a tag\n<b>late</b> goal\n",
        b"a stray zero\0here\n" * 3,
        b"form\x0cfeed\n" * 50,
        b"xml: <?xml version?>\n",
        b"<!---->" * 5000 + b" is a comment\n",
    ],
)
def test_texts_are_not_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    found = [record.text for record in read(tmp_path / "a.txt", strict=True)]
    assert found == data.decode().strip("\n").split("\n")


def test_parquet_has_no_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and more\n")
    with pytest.raises(InputError, match="always UTF-8"):
        read(tmp_path / "a.parquet", encoding="utf-8")
