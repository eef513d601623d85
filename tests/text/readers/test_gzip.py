"""Readers on gzip: several members, cut short and damaged."""

from __future__ import annotations

import gzip
import random
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from biterms.errors import InputError
from biterms.text.readers import Trouble, read
from tests.text.readers.files import any_folder, outcome


def noise(lines: int) -> bytes:
    """Text that gzip cannot make much smaller, so that its blocks are many."""
    dice = random.Random(3)
    return b"".join(f"{i} {dice.getrandbits(400):x}\n".encode() for i in range(lines))


def test_gzip_cut_short_gives_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    data = noise(8_000)
    zipped = gzip.compress(data)
    path.write_bytes(zipped[: len(zipped) // 2])
    texts, trouble = outcome(path)
    expected = data.decode().splitlines()
    assert 3_600 < len(texts) < 4_400
    assert texts[:-1] == expected[: len(texts) - 1]
    assert expected[len(texts) - 1].startswith(texts[-1])
    assert trouble.counts == {"file damaged, read up to there": 1}
    with pytest.raises(InputError, match="ends too early"):
        list(read([path], strict=True))


def test_gzip_damaged_inside_gives_all_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    data, engine = noise(8_000), zlib.compressobj(wbits=31)
    whole = engine.compress(data) + engine.flush(zlib.Z_FULL_FLUSH)
    path.write_bytes(whole + b"\xff" * 1000)  # a block of a type that does not exist
    texts, trouble = outcome(path)
    assert texts == data.decode().splitlines()
    assert trouble.counts == {"file damaged, read up to there": 1}
    assert trouble.locations["file damaged, read up to there"][0].line == 8_000


def test_gzip_of_several_members_with_padding(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(gzip.compress(b"one\nt") + gzip.compress(b"wo\n") + b"\0" * 512)
    assert outcome(path) == (["one", "two"], Trouble(kept=2))
    path.write_bytes(gzip.compress(b"one\n") + b"something else")
    texts, trouble = outcome(path)
    assert texts == ["one"]
    assert trouble.counts == {"file damaged, read up to there": 1}


ZIPPED = gzip.compress(b"one\ntwo\n", mtime=0)
CHECKSUM = 8  # the last bytes of a member: its sum and its length


@any_folder
@given(st.binary(max_size=60), st.integers(2, len(ZIPPED)))
@example(b"", len(ZIPPED))
@example(b"\0" * 9, len(ZIPPED))
@example(b"", len(ZIPPED) - 1)
def test_gzip_cut_anywhere_and_followed_by_any_bytes(tmp_path: Path, data: bytes, cut: int) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(ZIPPED[:cut] + data)
    texts, trouble = outcome(path, kind="txt")
    whole = cut == len(ZIPPED) and not data.strip(b"\0")
    assert trouble.counts.get("file damaged, read up to there", 0) == (not whole)
    if cut >= len(ZIPPED) - CHECKSUM:
        assert texts[:2] == ["one", "two"]
