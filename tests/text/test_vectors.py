"""Word vector files: every format gives the same words and numbers, and faults are named."""

from __future__ import annotations

import gzip
import io
import re
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from safetensors.numpy import save_file

from biterms.errors import InputError
from biterms.text import vector_lines, vector_tables
from biterms.text.vectors import WordVectors, read_vectors, save_vectors

WORD = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1)
NUMBER = st.floats(-(2.0**100), 2.0**100, width=32)


@st.composite
def tables(draw: st.DrawFn) -> WordVectors:
    words = draw(st.lists(WORD, min_size=1, max_size=8))
    width = draw(st.integers(2, 5))
    rows = st.lists(NUMBER, min_size=width, max_size=width)
    vectors = draw(st.lists(rows, min_size=len(words), max_size=len(words)))
    return WordVectors(tuple(words), np.array(vectors, dtype=np.float32))


def as_text(table: WordVectors, header: bool = False, end: str = "\n") -> bytes:
    lines = [f"{len(table.words)} {table.vectors.shape[1]}"] if header else []
    for word, row in zip(table.words, table.vectors, strict=True):
        lines.append(" ".join([word, *(repr(float(x)) for x in row)]))
    return "".join(line + end for line in lines).encode()


def first_of_each(table: WordVectors) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for word, row in zip(table.words, table.vectors, strict=True):
        found.setdefault(word, [float(x) for x in row])
    return found


def agrees(read: WordVectors, expected: dict[str, list[float]]) -> None:
    assert read.words == tuple(expected)
    assert read.vectors.dtype == np.float32
    assert read.vectors.tolist() == list(expected.values())


any_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@any_folder
@given(
    table=tables(),
    header=st.booleans(),
    zipped=st.booleans(),
    end=st.sampled_from(["\n", "\r\n", " \n"]),
)
def test_text_is_read_as_written(
    tmp_path: Path, table: WordVectors, header: bool, zipped: bool, end: str
) -> None:
    data = as_text(table, header, end)
    path = tmp_path / "vectors.txt"
    path.write_bytes(gzip.compress(data, mtime=0) if zipped else data)
    agrees(read_vectors(path), first_of_each(table))


@any_folder
@given(table=tables(), others=st.lists(WORD, max_size=4), data=st.data())
def test_all_formats_agree_on_a_vocabulary(
    tmp_path: Path, table: WordVectors, others: list[str], data: st.DataObject
) -> None:
    vocabulary = data.draw(st.permutations(list(dict.fromkeys([*table.words[::2], *others]))))
    known = first_of_each(table)
    expected = {word: known[word] for word in vocabulary if word in known}

    text, npz, names = tmp_path / "v.vec", tmp_path / "v.npz", tmp_path / "names.gz"
    text.write_bytes(as_text(table))
    np.savez(npz, vectors=table.vectors)
    names.write_bytes(gzip.compress("".join(w + "\n" for w in table.words).encode()))
    save_vectors(tmp_path / "v.safetensors", read_vectors(text))

    agrees(read_vectors(text, vocabulary), expected)
    agrees(read_vectors(npz, vocabulary, word_list=names), expected)
    agrees(read_vectors(tmp_path / "v.safetensors", vocabulary), expected)
    agrees(read_vectors(npz, word_list=names), known)
    agrees(read_vectors(tmp_path / "v.safetensors"), known)


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
    path.write_bytes(b"2009 1 2 \n\na 3 4 \n\n")
    agrees(read_vectors(path), {"2009": [1, 2], "a": [3, 4]})
    path.write_bytes(b"a\t1\t2\nb\t3\t4\n")
    agrees(read_vectors(path, ["b"]), {"b": [3, 4]})


def test_words_that_are_not_text_are_left_out(tmp_path: Path) -> None:
    path, names = tmp_path / "v.txt", tmp_path / "names.txt"
    path.write_bytes(b"a 1 2\n\xff\xfe 3 4\n 5 6\nb 7 8\n")
    agrees(read_vectors(path), {"a": [1, 2], "b": [7, 8]})
    np.savez(tmp_path / "v.npz", vectors=np.array([[1, 2], [3, 4.0]]))
    names.write_bytes(b"\xff\nb\n")
    agrees(read_vectors(tmp_path / "v.npz", word_list=names), {"b": [3, 4]})


def test_no_known_word_gives_an_empty_table(tmp_path: Path) -> None:
    path, names = tmp_path / "v.txt", tmp_path / "names.txt"
    path.write_text("a 1 2\nb 3 4\n")
    names.write_text("a\nb\n")
    np.savez(tmp_path / "v.npz", vectors=np.eye(2))
    for read in (
        read_vectors(path, ["c", "\ud800"]),
        read_vectors(path, []),
        read_vectors(tmp_path / "v.npz", ["c", "\ud800"], word_list=names),
    ):
        assert read.words == ()
        assert read.vectors.shape == (0, 2)


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
        (b"a 1 2\nb 3  4\n", "line 2: "),
        (b"a 1 2\nb 3 nan\n", "line 2: .* NaN"),
        (b"a 1 2\nb 3 -inf\n", "line 2: .* infinite"),
        (b"a 1 2\nb 3 1e39\n", "line 2: .* beyond float32"),
        (b"2 3\na 1 2\nb 3 4\n", "line 2: 2 numbers .* expected 3"),
        (b"2 99999999\na 1 2\n", r"expected 99999999 \(at most 16,384\)"),
        (b"9" * 5000 + b" 2\na 1 2\n", "line 2: more than the 1 numbers"),
        (b"3000000 300\n</s> \x00\x01\xff\xfe", "convert a binary word2vec file"),
        (gzip.compress(b"a 1 2\nb 3 4\n" * 9999, mtime=0)[:-20], "gzip data is broken"),
        (gzip.compress(b"a 1 2\n", mtime=0)[:12] + b"\xff" * 20, "gzip data is broken"),
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
    path.write_bytes(gzip.compress(b"a 1 2\n" + bytes(32 * vector_lines.MAX_LINE), 1))
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="line 2: longer than 1,048,576 bytes"):
            read_vectors(path, ["zz"])
        assert tracemalloc.get_traced_memory()[1] < 8 * vector_lines.MAX_LINE
    finally:
        tracemalloc.stop()


def npz(path: Path, **arrays: object) -> Path:
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"other": np.eye(2)}, r"holds \['other.npy'\], expected an array named `vectors`"),
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
    monkeypatch.setattr(vector_tables, "_CHUNK_BYTES", 7 * 4 * 3)
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
        ({"vectors": np.eye(2)}, r"holds \['vectors'\], expected"),
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

    monkeypatch.setattr(vector_tables, "save_file", fail)
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


def test_arguments_that_do_not_fit(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("a 1 2\n")
    with pytest.raises(InputError, match="word_list= is for npz files only"):
        read_vectors(tmp_path / "v.txt", word_list=tmp_path / "w.txt")
    with pytest.raises(InputError, match="give word_list="):
        read_vectors(tmp_path / "v.npz")
    with pytest.raises(InputError, match="expected a list of words"):
        read_vectors(tmp_path / "v.txt", "a")


@pytest.mark.data
def test_glove_as_text_and_as_npz(data_dir: Path, tmp_path: Path) -> None:
    with gzip.open(data_dir / "tmn_authors_bow/vocab.txt.gz", "rt", encoding="utf8") as file:
        vocabulary = file.read().split()
    assert len(vocabulary) == 2823
    text = data_dir / "glove/glove.6B.50d.11k.txt.gz"
    small = read_vectors(text, vocabulary)
    assert len(small.words) == 2492
    assert small.vectors.shape == (2492, 50)
    with gzip.open(text, "rt", encoding="utf8") as file:
        line = next(line for line in file if line.startswith("abroad "))
    row = small.vectors[small.words.index("abroad")]
    assert_allclose(row, [float(x) for x in line.split()[1:]], rtol=1e-6)

    words = data_dir / "glove/glove.6B.100d.words.txt.gz"
    wide = read_vectors(data_dir / "glove/glove.6B.100d.f16.npz", vocabulary, word_list=words)
    assert len(wide.words) == 2807
    assert re.fullmatch("[a-z].*", wide.words[0])
    with np.load(data_dir / "glove/glove.6B.100d.f16.npz") as file, gzip.open(words) as names:
        number = names.read().split(b"\n").index(b"abroad")
        expected = file["vectors"][number].astype(np.float32)
    assert_array_equal(wide.vectors[wide.words.index("abroad")], expected)
    save_vectors(tmp_path / "cache.safetensors", wide)
    cached = read_vectors(tmp_path / "cache.safetensors", vocabulary)
    assert cached.words == wide.words
    assert_array_equal(cached.vectors, wide.vectors)
