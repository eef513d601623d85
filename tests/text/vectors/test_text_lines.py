"""Word vectors as text: strange lines are read or named."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest

from biterms.errors import InputError
from biterms.text.readers.source import MAX_LINE
from biterms.text.vectors import read_vectors
from tests.text.vectors.tables import agrees


def test_words_with_spaces(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text(", 1 2\n. . . 3 4\n. 5 6\nnew york 7 8\niphone 5 9 10\nat a@b.c 0 0\n")
    words = ["new york", ".", "iphone 5", ". . .", "new", "at"]
    agrees(
        read_vectors(path, words),
        {"new york": [7, 8], ".": [5, 6], "iphone 5": [9, 10], ". . .": [3, 4]},
    )
    path.write_text(". . 3 4\n. 5 6\n")
    agrees(read_vectors(path), {". .": [3, 4], ".": [5, 6]})


def test_spaces_at_the_end_blank_lines_tabs_and_numbers_as_words(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes(b"\xef\xbb\xbf2009 1 2 \n\na 3 4 \n\n")
    agrees(read_vectors(path), {"2009": [1, 2], "a": [3, 4]})
    path.write_bytes(b"a\t1\t2\nb\t3\t4\n")
    agrees(read_vectors(path, ["b"]), {"b": [3, 4]})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no word vectors"),
        (b"\n\n", "no word vectors"),
        (b"2 3\n", "no word vectors"),
        (b"just some prose\n", "line 1: 0 numbers"),
        (b"a 1 2\nb 3\nc 4 5\n", "line 2: a word and 1 numbers, expected 2"),
        (b"a 1 2\nb\n", "line 2: a word and 0 numbers, expected 2"),
        (b"a 1 2\nb 3 4 5\n", "line 2: more than the 2 numbers"),
        (b"a 1 2\nb 3 x\n", "line 2: could not convert"),
        (b"a 1 2\nb 3  4\n", "line 2: more than the 2 numbers"),
        (b"a 1 2\nb 3 nan\n", "line 2: .* NaN"),
        (b"a 1 2\nb 3 -inf\n", "line 2: .* infinite"),
        (b"a 1 2\nb 3 1e39\n", "line 2: .* beyond float32"),
        (b"2 3\na 1 2\nb 3 4\n", "line 2: 2 numbers .* expected 3"),
        (b"2 99999999\na 1 2\n", r"expected 99999999 \(at most 16,384\)"),
        (b"9" * 5000 + b" 2\na 1 2\n", "line 2: more than the 1 numbers"),
        (b"3000000 300\n</s> \x00\x01\xff\xfe", "convert a binary word2vec file"),
        (gzip.compress(b"a 1 2\nb 3 4\n" * 9999, mtime=0)[:-20], "damaged after line"),
        (gzip.compress(b"a 1 2\n", mtime=0)[:12] + b"\xff" * 20, "damaged after line"),
    ],
)
@pytest.mark.parametrize("words", [None, ["a", "b", "zz"]])
def test_faults_in_text_are_named(
    tmp_path: Path, content: bytes, message: str, words: list[str] | None
) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_vectors(path, words)


def test_lines_of_other_words_are_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("a 1 2\nb nan\nc x y z\nd 3 4\n")
    agrees(read_vectors(path, ["d", "a"]), {"d": [3, 4], "a": [1, 2]})


def test_no_line_is_read_beyond_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.txt.gz"
    path.write_bytes(gzip.compress(b"a 1 2\n" + bytes(32 * MAX_LINE), 1))
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="line 2: longer than 1,048,576 bytes"):
            read_vectors(path, ["zz"])
        assert tracemalloc.get_traced_memory()[1] < 8 * MAX_LINE
    finally:
        tracemalloc.stop()
