"""Word vectors as arrays: npz and the cache, found, broken and hostile."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from safetensors.numpy import save_file

from biterms.errors import InputError
from biterms.text.vectors import WordVectors, read_vectors, rows, save_vectors, tensors
from tests.text.vectors.tables import agrees, npz


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"other": np.eye(2)}, r"contains \['other.npy'\], expected an array named `vectors`"),
        ({"vectors": np.eye(3)}, "2 words for the 3 rows"),
        ({"vectors": np.ones((1, 2))}, "more than 1 words for the 1 rows"),
        ({"vectors": np.ones(2)}, r"shape \(2,\)"),
        ({"vectors": np.ones((2, 0))}, r"shape \(2, 0\)"),
        ({"vectors": np.ones((2, 2), dtype=int)}, "type int64"),
        ({"vectors": np.array([["a", {}]] * 2, dtype=object)}, "type object"),
        ({"vectors": np.asfortranarray(np.eye(2))}, "stored by column"),
        ({"vectors": np.array([[1, 2], [np.nan, 0]])}, "row 2: .* NaN"),
        ({"vectors": np.array([[1, 2], [1e300, 0]])}, "row 2: .* beyond float32"),
    ],
)
def test_faults_in_npz_are_named(tmp_path: Path, arrays: dict[str, object], message: str) -> None:
    path, names = npz(tmp_path / "v.npz", **arrays), tmp_path / "names.txt"
    names.write_text("a\nb\n")
    with pytest.raises(InputError, match=message):
        read_vectors(path, ["a", "b"], word_list=names)


def archive(entry: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("vectors.npy", entry)
    return file.getvalue()


def npy_header(shape: str) -> bytes:
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no zip", "not a readable npz"),
        (archive(b"no array"), "`vectors` is not an array"),
        (archive(npy_header("(2, 3)") + bytes(20)), "ends before row 2"),
        (archive(npy_header("(2, 1000000000000)")), "shape .2, 1000000000000."),
        (archive(npy_header("(1000000000000, 3)")), "2 words for the 1,000,000,000,000 rows"),
    ],
)
def test_broken_and_hostile_npz(tmp_path: Path, content: bytes, message: str) -> None:
    path, names = tmp_path / "v.npz", tmp_path / "names.txt"
    path.write_bytes(content)
    names.write_text("a\nb\n")
    with pytest.raises(InputError, match=message):
        read_vectors(path, ["a", "b"], word_list=names)


def test_rows_are_found_across_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_CHUNK_BYTES", 7 * 4 * 3)
    words = [f"w{i}" for i in range(40)]
    vectors = np.arange(120, dtype=np.float32).reshape(40, 3)
    path, names = npz(tmp_path / "v.npz", vectors=vectors), tmp_path / "names.txt"
    names.write_text("\n".join(words))
    save_vectors(tmp_path / "v.safetensors", WordVectors(tuple(words), vectors))
    wanted = ["w39", "w6", "w7", "w0", "w20"]
    expected = vectors[[39, 6, 7, 0, 20]]
    assert_array_equal(read_vectors(path, wanted, word_list=names).vectors, expected)
    assert_array_equal(read_vectors(tmp_path / "v.safetensors", wanted).vectors, expected)


@pytest.mark.parametrize(
    ("tensors", "message"),
    [
        ({"vectors": np.eye(2)}, r"contains \['vectors'\], expected"),
        ({"vectors": np.eye(2), "words": np.frombuffer(b"a", np.uint8)}, "1 words for 2 vectors"),
        ({"vectors": np.eye(2, dtype=int), "words": np.zeros(1, np.uint8)}, "floating point"),
        (
            {"vectors": np.full((2, 2), np.nan), "words": np.frombuffer(b"a\nb", np.uint8)},
            "row 1: .*NaN",
        ),
    ],
)
def test_faults_in_a_cache_are_named(
    tmp_path: Path, tensors: dict[str, np.ndarray], message: str
) -> None:
    save_file(tensors, tmp_path / "v.safetensors")
    with pytest.raises(InputError, match=message):
        read_vectors(tmp_path / "v.safetensors")


def test_a_broken_cache_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "v.safetensors"
    path.write_bytes(b"\xff" * 64)
    with pytest.raises(InputError, match="not a vector cache"):
        read_vectors(path)


def test_a_failed_save_leaves_the_old_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v.safetensors"
    old = WordVectors(("a",), np.ones((1, 2), dtype=np.float32))
    save_vectors(path, old)

    def fail(tensors: object, part: Path) -> None:
        part.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(tensors, "save_file", fail)
    with pytest.raises(OSError, match="disk full"):
        save_vectors(path, WordVectors(("b",), old.vectors))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    agrees(read_vectors(path), {"a": [1, 1]})


@pytest.mark.parametrize(
    ("name", "words", "shape", "message"),
    [
        ("v.bin", ("a",), (1, 2), "ends in .safetensors"),
        ("v.safetensors", ("a", "b"), (1, 2), "2 words and vectors of shape"),
        ("v.safetensors", ("a", "a"), (2, 2), "comes twice"),
        ("v.safetensors", ("a\nb",), (1, 2), "line break"),
    ],
)
def test_what_cannot_be_saved(
    tmp_path: Path, name: str, words: tuple[str, ...], shape: tuple[int, int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        save_vectors(tmp_path / name, WordVectors(words, np.ones(shape, dtype=np.float32)))
    assert not list(tmp_path.iterdir())
