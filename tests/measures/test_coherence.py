"""NPMI against gensim's c_npmi, against its formula in plain Python, and where it is undefined."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel
from gensim.topic_coherence.direct_confirmation_measure import log_ratio_measure
from gensim.topic_coherence.segmentation import s_one_one
from gensim.topic_coherence.text_analysis import InvertedIndexAccumulator
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from biterms.errors import InputError
from biterms.measures import Cooccurrence, npmi
from tests.examples import examples

N_WORDS = 12
TOPS = st.lists(
    st.lists(st.integers(0, N_WORDS - 1), min_size=4, max_size=4, unique=True),
    min_size=1,
    max_size=3,
)
#: no word twice: gensim's windows lose a word that is in a window once more
UNREPEATED = st.lists(
    st.lists(st.integers(0, N_WORDS - 1), min_size=1, max_size=N_WORDS, unique=True), max_size=12
)
REPEATED = st.lists(st.lists(st.integers(0, N_WORDS - 1), max_size=15), max_size=12)


def named(texts: list[list[int]]) -> list[list[str]]:
    return [[f"w{word}" for word in text] for text in texts]


def c_npmi(
    tops: list[list[int]], texts: list[list[int]], window: int, dictionary: Dictionary | None = None
) -> list[float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its undefined cases
        model = CoherenceModel(
            topics=named(tops),
            texts=named(texts),
            dictionary=dictionary or Dictionary(named(texts)),
            coherence="c_npmi",
            window_size=window,
            topn=N_WORDS,
            processes=1,
        )
        return [float(value) for value in model.get_coherence_per_topic()]


def with_every_word(texts: list[list[int]]) -> list[list[int]]:
    return [*texts, *([word] for word in range(N_WORDS))]


@examples(15)
@given(tops=TOPS, texts=UNREPEATED, window=st.integers(1, 14))
def test_windows_score_as_in_gensim(
    tops: list[list[int]], texts: list[list[int]], window: int
) -> None:
    texts = with_every_word(texts)
    ours = npmi(tops, Cooccurrence.from_tokens(texts, tops, window=window))
    assert_allclose(ours, c_npmi(tops, texts, window), rtol=0, atol=1e-12)


@examples(15)
@given(tops=TOPS, texts=REPEATED)
def test_documents_score_as_in_gensim(tops: list[list[int]], texts: list[list[int]]) -> None:
    texts = with_every_word(texts)
    X = np.array([np.bincount(text, minlength=N_WORDS) for text in texts])
    ours = npmi(tops, Cooccurrence.from_counts(X, tops))
    assert_allclose(ours, c_npmi(tops, texts, window=1000), rtol=0, atol=1e-12)


@examples(15)
@given(tops=TOPS, texts=REPEATED, window=st.integers(1, 14))
def test_the_same_counts_score_as_in_gensim(
    tops: list[list[int]], texts: list[list[int]], window: int
) -> None:
    texts = with_every_word(texts)
    dictionary = Dictionary(named(texts))
    ids = [np.array([dictionary.token2id[name] for name in row]) for row in named(tops)]
    theirs = InvertedIndexAccumulator(set(range(N_WORDS)), dictionary)
    theirs.accumulate(named(texts), window)
    expected = log_ratio_measure(s_one_one(ids), theirs, normalize=True)
    ours = npmi(tops, Cooccurrence.from_tokens(texts, tops, window=window))
    assert_allclose(ours, expected, rtol=0, atol=1e-12)


@examples(15)
@given(tops=TOPS, texts=REPEATED.filter(any))
def test_words_that_never_occur_are_left_out_as_in_gensim(
    tops: list[list[int]], texts: list[list[int]]
) -> None:
    occurring = {word for text in texts for word in text}
    ours = npmi(tops, Cooccurrence.from_tokens(texts, tops, window=1000))
    for top, value in zip(tops, ours, strict=True):
        left = [word for word in top if word in occurring]
        [expected] = c_npmi([left], texts, 1000) if len(left) > 1 else [0.0]
        assert math.isclose(value, expected, rel_tol=0, abs_tol=1e-12)
    if all(set(top) & occurring for top in tops):  # gensim refuses a topic without a known word
        for value, theirs in zip(ours, c_npmi(tops, texts, 1000), strict=True):
            assert math.isclose(value, theirs, abs_tol=1e-12) or (math.isnan(theirs) and value == 0)


@given(tops=TOPS, texts=REPEATED.filter(bool), window=st.integers(1, 20))
def test_it_is_a_finite_number_on_any_texts(
    tops: list[list[int]], texts: list[list[int]], window: int
) -> None:
    values = npmi(tops, Cooccurrence.from_tokens(texts, tops, window=window))
    assert values.shape == (len(tops),)
    assert np.all((values >= -1 - 1e-9) & (values <= 1 + 1e-9))


def test_a_corpus_by_hand() -> None:
    X = np.array([[1, 1, 0, 0], [2, 1, 0, 0], [0, 0, 1, 0], [1, 0, 1, 0]])
    counts = Cooccurrence.from_counts(X, [0, 1, 2, 3])
    values = npmi([[0, 1], [0, 2], [1, 2], [0, 3]], counts)
    # together in 2 of 4, alone in 3 and 2; together in 1, alone in 3 and 2; never together
    never = math.log(1e-12 / 0.25) / -math.log(1e-12)
    expected = [math.log(4 / 3) / math.log(2), math.log(2 / 3) / math.log(4), never, 0]
    assert_allclose(values, expected, rtol=0, atol=1e-10)


def test_one_word_per_topic_has_no_pair() -> None:
    assert npmi([[0], [1]], Cooccurrence.from_counts(np.eye(2), [0, 1])).tolist() == [0, 0]


def test_words_that_are_in_every_document_score_as_in_gensim() -> None:
    assert c_npmi([[0, 1]], [[0, 1]], 10) == [-1]
    assert npmi([[0, 1]], Cooccurrence.from_tokens([[0, 1]], [0, 1])).tolist() == [-1]


def test_words_that_were_not_counted() -> None:
    counts = Cooccurrence.from_counts(np.eye(4), [0, 2])
    with pytest.raises(InputError, match="word 1 was not counted"):
        npmi([[0, 2], [0, 1]], counts)
    with pytest.raises(InputError, match="`top_words` gives them"):
        npmi([0, 2], counts)
