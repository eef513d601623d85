"""Biterms that are given with the documents, for LDA and HDP: packing, threads, what is refused."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import Counts, Local, Packed, Pairs, Rows, Sticks, compiled, reference
from biterms.kernels.compiled_hdp import atoms
from biterms.kernels.reference_hdp import atoms as twin_atoms
from tests.examples import examples
from tests.kernels.cases import (
    Case,
    Document,
    Given,
    assert_close,
    counts_of,
    documents,
    enumerated,
    pairs_of,
    solved,
    some_pairs,
    topics,
)

FIELDS = "ptr", "left", "right", "weight"
K = 40


def of_some(rng: np.random.Generator, bags: list[Document]) -> list[Given]:
    """Every third document has none."""
    return [[] if d % 3 == 0 else some_pairs(rng, len(bag)) for d, bag in enumerate(bags)]


def assert_same_pairs(ours: Pairs | None, expected: Pairs) -> None:
    assert ours is not None
    for name in FIELDS:
        assert_array_equal(getattr(ours, name), getattr(expected, name))
        assert getattr(ours, name).dtype == getattr(expected, name).dtype


@pytest.mark.parametrize("kernel", [compiled, reference])
@examples(20)
@given(seed=st.integers(0, 2**16), sizes=st.lists(st.integers(0, 9), min_size=1, max_size=4))
def test_each_minibatch_has_the_pairs_of_its_documents(
    kernel: ModuleType, seed: int, sizes: list[int]
) -> None:
    rng = np.random.default_rng(seed)
    bags = documents(rng, 12, 40, 9)
    pairs = of_some(rng, bags)
    batches = [rng.integers(0, 12, size) for size in sizes]
    packs = kernel.pack_each(counts_of(bags, 40, pairs), batches)
    for packed, docs in zip(packs, batches, strict=True):
        assert_same_pairs(packed.pairs, pairs_of([pairs[d] for d in docs]))


@pytest.mark.parametrize("kernel", [compiled, reference])
def test_without_a_source_a_minibatch_has_no_pairs(kernel: ModuleType) -> None:
    assert kernel.pack(counts_of([[(0, 1.0), (1, 1.0)]], 2), np.arange(1)).pairs is None


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize("n_topics", [4, 90])
def test_a_long_document_and_its_many_pairs(n_topics: int, how: str) -> None:
    """12,000 pairs are taken in parts; 219 become rows beside the words where topics are few."""
    rng = np.random.default_rng(5)
    bag = [(v, float(rng.integers(1, 6))) for v in range(220)]
    pairs = [some_pairs(rng, 220), [], [(v, v + 1, 2.0) for v in range(219)]]
    local = Local(np.full(n_topics, 0.5), max_iter=2, tol=0.0, cap=3.0)
    case = Case([bag] * 3, topics(rng, 220, n_topics, 0.1), local, how, given=pairs)
    assert_close(solved(compiled, case), enumerated(case), case, rtol=1e-4)


def minibatch() -> Counts:
    """Short documents with a long one in the middle."""
    rng = np.random.default_rng(8)
    bags = documents(rng, 1500, 900, 14)
    bags[700] = [(int(v), 1.0) for v in rng.choice(900, 400, replace=False)]
    return counts_of(bags, 900, of_some(rng, bags))


def rows_of(packed: Packed, how: str) -> Rows:
    lam = topics(np.random.default_rng(9), 900, K, 0.1)
    return compiled.expect(lam[packed.words], lam.sum(axis=0), how)


def steps(
    packed: Packed, how: str, threads: int = 1, cap: float = 2.0, twin: bool = False
) -> dict[str, np.ndarray]:
    """Everything that both document steps find."""
    rows = rows_of(packed, how)
    local = Local(np.full(K, 0.125), cap=cap, max_iter=3)
    sticks = Sticks(np.zeros(K), 1.0, 9, vb=how == "vb", cap=cap, max_iter=3)
    wanted: dict[str, Any] = {"fit": True, "n_threads": threads}
    topic = (reference if twin else compiled).documents(packed, rows, local, **wanted)
    atom = (twin_atoms if twin else atoms)(packed, rows, sticks, keep=True, **wanted)
    found = {f"topics {name}": value for name, value in vars(topic).items()}
    found |= {f"atoms {name}": value for name, value in vars(atom).items() if name != "shares"}
    return found | {f"shares {name}": value for name, value in vars(atom.shares).items()}


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_threads_do_not_matter(how: str) -> None:
    counts = minibatch()
    packed = compiled.pack(counts, np.arange(len(counts)))
    one = steps(packed, how)
    for threads in (2, 5):
        for name, value in steps(packed, how, threads).items():
            assert_array_equal(value, one[name], err_msg=name)


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_documents_do_not_see_the_pairs_of_others(how: str) -> None:
    counts = minibatch()
    whole = steps(compiled.pack(counts, np.arange(60)), how)
    for docs in (np.arange(0, 60, 3), np.arange(59, -1, -2)):
        part = steps(compiled.pack(counts, docs), how)
        for name in (
            "topics gamma",
            "topics fit",
            "atoms theta",
            "atoms gamma",
            "shares occupancy",
        ):
            assert_array_equal(part[name], whole[name][docs], err_msg=name)


@pytest.mark.parametrize("cap", [2.0, np.inf])
@pytest.mark.parametrize("twin", [False, True])
def test_pairs_alone_are_no_document(twin: bool, cap: float) -> None:
    """Words of weight 0 have nothing to say, whatever their pairs weigh."""
    counts = counts_of([[(0, 0.0), (1, 0.0)]], 900, [[(0, 1, 5.0)]])
    found = steps(compiled.pack(counts, np.arange(1)), "mean", cap=cap, twin=twin)
    assert_array_equal(found["topics gamma"], np.full((1, K), 0.125))
    assert found["topics iterations"].tolist() == found["atoms iterations"].tolist() == [0]
    assert not found["atoms usage"].any()


BROKEN = {
    "beyond the document": ({"right": [1, 2, 2]}, "two entries"),
    "below it": ({"left": [-1, 1, 0]}, "two entries"),
    "a word with itself": ({"left": [1, 1, 0]}, "two entries"),
    "right before left": ({"left": [0, 1, 1], "right": [1, 2, 0]}, "two entries"),
    "not sorted": ({"left": [1, 0, 0], "right": [2, 1, 1]}, "sorted"),
    "twice": ({"left": [0, 0, 0], "right": [1, 1, 1]}, "sorted"),
    "a pointer that falls": ({"ptr": [0, 3, 2, 3]}, "fall"),
    "pointers that do not begin": ({"ptr": [1, 2, 2, 3]}, "pointer"),
    "pointers that end early": ({"ptr": [0, 2, 2, 2]}, "pointer"),
    "pointers beyond the pairs": ({"ptr": [0, 2, 2, 4]}, "pointer"),
    "too few pointers": ({"ptr": [0, 2, 3]}, "pointer"),
    "too many pointers": ({"ptr": [0, 2, 2, 3, 3]}, "pointer"),
    "a weight missing": ({"weight": [1, 1]}, "equal length"),
    "a left missing": ({"left": [0, 1]}, "equal length"),
    "a negative weight": ({"weight": [1, -1, 1]}, "from 0 on"),
    "no number": ({"weight": [1, np.nan, 1]}, "from 0 on"),
    "an infinite weight": ({"weight": [1, np.inf, 1]}, "from 0 on"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_pairs_are_refused(change: dict[str, list[float]], message: str) -> None:
    bags = [[(0, 1.0), (1, 1.0), (2, 1.0)], [], [(3, 1.0), (4, 1.0)]]
    pairs = pairs_of([[(0, 1, 1.0), (1, 2, 1.0)], [], [(0, 1, 1.0)]])
    packed = compiled.pack(counts_of(bags, 900), np.arange(3))
    steps(replace(packed, pairs=pairs), "mean")
    changed = {name: np.array(v, dtype=getattr(pairs, name).dtype) for name, v in change.items()}
    packed = replace(packed, pairs=replace(pairs, **changed))
    rows = rows_of(packed, "mean")
    with pytest.raises(ValueError, match=message):
        compiled.documents(packed, rows, Local(np.ones(K)))
    with pytest.raises(ValueError, match=message):
        atoms(packed, rows, Sticks(np.zeros(K), 1.0, 3, vb=False))
