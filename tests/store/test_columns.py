"""Columns of numbers: in memory or in a temporary file, they hold the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal

from biterms.store.columns import InMemory, OnDisk, release
from biterms.store.documents import joined
from biterms.store.space import DiskSpace, Space
from tests.examples import examples
from tests.open_files import LINUX, mapped_files, open_files

KINDS = ("int32", "int64", "float32", "float64")
SPACES = ("memory", "disk")


@examples(60)
@given(data=st.data(), kind=st.sampled_from(KINDS), space=st.sampled_from(SPACES))
def test_pieces_come_back(
    data: st.DataObject, kind: str, space: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pieces = data.draw(st.lists(hnp.arrays(kind, st.integers(0, 9)), max_size=6))
    drained, given = data.draw(st.booleans()), [piece.tobytes() for piece in pieces]
    with DiskSpace(tmp_path_factory.getbasetemp()) as disk:
        column = (disk if space == "disk" else Space()).column(kind)
        for piece in pieces:
            column.append(piece)
        assert len(column) == len(pieces)
        for _ in range(2):
            assert [piece.tobytes() for piece in column] == given
            assert {piece.dtype for piece in column} <= {np.dtype(kind)}
        if drained:
            assert [piece.tobytes() for piece in column.drain()] == given
            return
        whole = column.array()
    assert whole.dtype == np.dtype(kind)
    assert whole.tobytes() == b"".join(given)


def test_numbers_take_the_type_of_the_column(tmp_path: Path) -> None:
    for column in (InMemory(np.int32), OnDisk(np.int32, tmp_path)):
        column.append(np.array([1.0, 2.0]))
        column.append(np.array([[3, 4], [5, 6]]).T.ravel())
        found = column.array()
        assert (found.dtype, found.tolist()) == (np.int32, [1, 2, 3, 5, 4, 6])


def test_an_array_on_disk_outlives_its_file_and_reads_on_after_release(tmp_path: Path) -> None:
    with DiskSpace(tmp_path) as space:
        column = space.column(np.int64)
        column.append(np.arange(100_000))
        array = column.array()
    assert not [*tmp_path.iterdir()]  # it never had a name
    assert not array.flags.writeable
    release(array, array[10:20], np.arange(3))
    assert_array_equal(array, np.arange(100_000))
    assert mapped_files(tmp_path) == LINUX
    part = array[5:8]
    del array, column
    assert mapped_files(tmp_path) == LINUX
    assert part.tolist() == [5, 6, 7]
    del part
    assert mapped_files(tmp_path) == 0


def test_memory_of_others_is_not_let_go(tmp_path: Path) -> None:
    """A private map of a file holds changes that would be lost."""
    np.arange(9).tofile(tmp_path / "theirs")
    theirs = np.memmap(tmp_path / "theirs", dtype=np.int64, mode="c")
    theirs[3] = 77
    release(theirs)
    assert theirs[3] == 77


def test_what_a_space_leaves_open_is_closed(tmp_path: Path) -> None:

    def interrupted(space: Space) -> None:
        for _ in range(5):
            space.column(np.int8).append(np.ones(3))
        assert open_files(tmp_path) == 5 * LINUX
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), DiskSpace(tmp_path) as space:
        interrupted(space)
    assert open_files(tmp_path) == 0
    assert not [*tmp_path.iterdir()]


FULL = """
import resource, sys
import numpy as np
from pathlib import Path
from biterms import StoreError
from biterms.store.columns import OnDisk

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
column = OnDisk(np.int64, Path(sys.argv[1]))
column.append(np.arange(10_000))
try:
    column.append(np.arange(10_000))
except StoreError as error:
    print(error)
column.close()
"""


def test_a_file_that_may_not_grow_is_a_clear_error(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, tmp_path], capture_output=True, text=True, check=True
    )
    assert f"a temporary file in {tmp_path}: " in done.stdout
    assert " after 80,000 bytes; make room there, or set TMPDIR" in done.stdout
    assert not [*tmp_path.iterdir()]


@examples(40)
@given(
    rows=st.lists(st.lists(st.lists(st.integers(0, 5), max_size=4), max_size=5), max_size=4),
    on_disk=st.booleans(),
)
def test_counts_in_pieces_are_those_of_all(
    rows: list[list[list[int]]], on_disk: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Documents that are lists of words, with the word itself as weight."""
    pieces = []
    for piece in rows:
        words = np.array([word for row in piece for word in row], dtype=np.int32)
        pieces.append((np.cumsum([0, *map(len, piece)]), words, words.astype(np.float32)))
    folder = tmp_path_factory.getbasetemp()
    with DiskSpace(folder) as disk:
        counts = joined(pieces, 6, disk if on_disk else Space())
    flat = [row for piece in rows for row in piece]
    found = np.split(counts.indices, counts.indptr[1:-1]) if flat else []
    assert [row.tolist() for row in found] == flat
    assert counts.data.tolist() == [float(word) for row in flat for word in row]
    assert (len(counts), counts.n_words) == (len(flat), 6)
    kinds = counts.indptr.dtype, counts.indices.dtype, counts.data.dtype
    assert kinds == (np.int64, np.int32, np.float32)
