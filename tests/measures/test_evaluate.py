"""One call for all measures: the parts it is made of, and a stated value on every input."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

from biterms import LDA
from biterms.errors import InputError, SettingError
from biterms.measures import Cooccurrence, diversity, evaluate, nmi, npmi, purity, top_words
from biterms.measures.lpp import score


@dataclass
class Toy:
    """A document has the topics its words have most weight in."""

    topics_: np.ndarray

    def transform(self, X: sparse.csr_array) -> np.ndarray:
        weights = 1e-3 + X @ self.topics_.T
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def toy(topics: int, width: int, seed: int = 0) -> Toy:
    return Toy(np.random.default_rng(seed).dirichlet(np.full(width, 0.3), topics))


def documents(n: int, width: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).poisson(0.5, (n, width))


def test_it_is_all_measures_together() -> None:
    X = documents(80, 30)
    labels = np.random.default_rng(1).integers(0, 3, 80)
    model = LDA(n_topics=4, passes=2, random_state=0).fit(X)
    found = evaluate(model, X, labels=labels, top=6, split_seed=3)
    tops = top_words(model.topics_, 6)
    assigned = model.transform(X).argmax(axis=1)
    assert found.lpp == score(model, X, 3)
    assert list(found.npmi_per_topic) == npmi(tops, Cooccurrence.from_counts(X, tops)).tolist()
    assert found.npmi == pytest.approx(np.mean(found.npmi_per_topic), rel=1e-12)
    assert found.diversity == diversity(tops)
    assert found.purity == purity(assigned, labels)
    assert found.nmi == nmi(assigned, labels)
    assert (found.n_docs, found.notes) == (80, ())


def test_the_reference_is_where_words_are_counted() -> None:
    X, other, model = documents(20, 12), documents(50, 12, seed=5), toy(3, 12)
    texts = [np.random.default_rng(seed).integers(-1, 12, 30) for seed in range(40)]
    tops = top_words(model.topics_, 4)
    by_documents = evaluate(model, X, reference=sparse.csr_array(other), top=4)
    by_windows = evaluate(model, X, reference=iter(texts), window=5, top=4)
    expected = npmi(tops, Cooccurrence.from_counts(other, tops))
    assert by_documents.npmi_per_topic == tuple(expected)
    expected = npmi(tops, Cooccurrence.from_tokens(texts, tops, window=5))
    assert by_windows.npmi_per_topic == tuple(expected)
    own = evaluate(model, X, top=4)
    assert own.npmi != by_documents.npmi != by_windows.npmi
    assert own.lpp == by_documents.lpp == by_windows.lpp


COUNTS = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 9), st.integers(1, 14)),
    elements=st.sampled_from([0, 0, 0, 1, 2, 0.1, 1e12]),
)


@given(
    X=COUNTS,
    topics=st.integers(1, 4),
    zeros=st.booleans(),
    top=st.integers(1, 20),
    labels=st.none() | st.lists(st.sampled_from(["a", 1, None]), min_size=9, max_size=9),
    seed=st.integers(0, 99),
)
def test_every_number_is_finite_or_none_with_a_reason(
    X: np.ndarray, topics: int, zeros: bool, top: int, labels: list[object] | None, seed: int
) -> None:
    model = toy(topics, X.shape[1], seed)
    if zeros:
        model.topics_ = np.eye(X.shape[1])[:1].repeat(topics, axis=0)
    found = evaluate(model, X, labels=labels and labels[: len(X)], top=top)
    values = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert len(values["npmi_per_topic"]) == topics
    assert (values["lpp"] is None) == any(note.startswith("no LPP") for note in found.notes)
    unlabelled = any(note.startswith("no purity") for note in found.notes)
    assert (values["purity"] is None) == (values["nmi"] is None) == (labels is None or unlabelled)
    assert not any("nan" in line for line in found.lines())


def test_why_there_is_no_lpp() -> None:
    model = toy(2, 5)
    found = evaluate(model, np.eye(5))
    assert found.lpp is None
    assert found.notes[0].startswith("no LPP: no document has two distinct terms")
    found = evaluate(Toy(np.eye(12)[:1]), documents(30, 12))
    assert found.lpp is None
    assert found.notes == (
        "no LPP: the model gives a held-out word probability 0, so it would be -infinity",
    )


def test_short_documents_are_scored_with_a_note() -> None:
    model, X = toy(2, 5), np.eye(5) + np.eye(5, k=1)
    found = evaluate(model, X)
    assert found.lpp is not None
    assert math.isfinite(found.lpp)
    assert found.notes[0].startswith("LPP: no document has more than 4 distinct terms; scored 4")


def test_what_was_left_out_is_said() -> None:
    X = documents(30, 12)
    X[:, 7:] = 0
    found = evaluate(toy(2, 12), X, labels=["a", "b", None] * 10, top=12)
    assert found.notes == (
        "NPMI: 5 of 12 top words never occur in the documents counted; their pairs are left out",
        "purity and NMI: 10 documents without a label left out",
    )
    nothing = evaluate(toy(2, 12), X, labels=[None] * 30, top=5)
    assert nothing.purity is nothing.nmi is None
    assert nothing.notes[-1] == "no purity and NMI: no document has a label"


def test_lines_for_people() -> None:
    X = np.vstack([documents(1000, 12), np.zeros((234, 12))])
    lines = evaluate(toy(2, 12), X, top=3).lines()
    assert lines[0] == "documents    1,234"
    assert [line.split()[0] for line in lines] == ["documents", "LPP", "NPMI", "diversity"]
    lines = evaluate(toy(2, 12), X, top=3, labels=[None, "a"] * 617).lines()
    assert [line.split()[0] for line in lines[4:]] == ["purity", "NMI", "purity"]


def test_what_cannot_be_evaluated() -> None:
    model = toy(2, 5)
    with pytest.raises(InputError, match="no documents to evaluate on"):
        evaluate(model, np.zeros((0, 5)))
    with pytest.raises(InputError, match=r"documents of 4 words for topics of shape \(2, 5\)"):
        evaluate(model, np.ones((3, 4)))
    for labels in (["a", "b"], ["a", "b", "a", "b"]):
        with pytest.raises(InputError, match=f"{len(labels)} labels for 3 documents"):
            evaluate(model, np.ones((3, 5)), labels=labels)
    with pytest.raises(InputError, match="no document to count words in"):
        evaluate(model, np.ones((3, 5)), reference=np.zeros((0, 5)))
    for width in (3, 6):
        with pytest.raises(InputError, match=f"reference of {width} words for topics of 5"):
            evaluate(model, np.ones((3, 5)), reference=np.ones((9, width)))
    with pytest.raises(SettingError, match="window=10 without reference"):
        evaluate(model, np.ones((3, 5)), window=10)
    with pytest.raises(SettingError, match="n=0 top words"):
        evaluate(model, np.ones((3, 5)), top=0)
