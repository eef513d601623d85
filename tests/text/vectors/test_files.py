"""Word vector files: every format gives the same words and numbers."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.errors import InputError
from biterms.text.vectors import WordVectors, read_vectors, save_vectors
from tests.text.vectors.tables import WORD, agrees, any_folder, as_text, first_of_each, tables


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


@pytest.mark.parametrize("name", ["v.txt", "v.npz", "v.safetensors"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    names = tmp_path / "names.txt" if name == "v.npz" else None
    with pytest.raises(InputError, match=f"{name}: no such file"):
        read_vectors(tmp_path / name, word_list=names)


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
