"""`foreign_runs`, `with_runs`: compiled = twin, and texts that do not fit together are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import compiled_foreign, reference_foreign
from tests.examples import examples

many = examples(100)
texts = st.lists(
    st.one_of(
        st.lists(st.sampled_from([*"aZ \t\0é水🙏", "ÉÉ", "\ud800"])).map("".join),
        st.text(st.characters(exclude_characters="\n")),
    ),
    min_size=1,
    max_size=6,
)


@many
@given(texts=texts, words=st.lists(st.text(max_size=3), min_size=1))
@example(texts=["Éé", "", "A", "Aé水B", "é"], words=["", "\n"])
def test_compiled_is_the_twin(texts: list[str], words: list[str]) -> None:
    joined = "\n".join(texts)
    ours = compiled_foreign.foreign_runs(joined, len(texts))
    twin = reference_foreign.foreign_runs(joined, len(texts))
    assert ours.words == twin.words
    for one, other in zip(ours[:2], twin[:2], strict=True):
        assert_array_equal(one, other)
        assert one.dtype == other.dtype
    given = [words[i % len(words)] for i in range(len(ours.words))]
    changed = compiled_foreign.with_runs(joined, ours, given)
    assert changed == reference_foreign.with_runs(joined, twin, given)


@many
@given(texts=texts)
def test_runs_in_their_own_place_change_nothing_but_case(texts: list[str]) -> None:
    joined = "\n".join(texts)
    runs = compiled_foreign.foreign_runs(joined, len(texts))
    changed = compiled_foreign.with_runs(joined, runs, runs.words).split("\n")
    for text, other in zip(texts, changed, strict=True):
        lower = "".join(c.lower() if c.isascii() else c for c in text)
        assert other == (text if text.isascii() else lower)


@pytest.mark.parametrize("other", ["é a", "é", "é a\nb é é", "é a\nb\n", "e a\nb é"])
def test_another_text_is_refused(other: str) -> None:
    runs = compiled_foreign.foreign_runs("é a\nb é", 2)
    with pytest.raises(ValueError, match="text: expected"):
        compiled_foreign.with_runs(other, runs, ["x"])


def test_numbers_of_other_runs_are_refused() -> None:
    runs = compiled_foreign.foreign_runs("é ü", 1)
    for ids in ([0, 2], [0, -1]):
        bad = runs._replace(ids=np.array(ids, dtype=np.int32))
        with pytest.raises((ValueError, IndexError), match=r"expected|out of bounds"):
            compiled_foreign.with_runs("é ü", bad, ["x", "y"])


def test_a_number_of_lines_that_is_not_theirs_is_refused() -> None:
    for n in (1, 3):
        with pytest.raises(ValueError, match="as many lines"):
            compiled_foreign.foreign_runs("é\nü", n)
