"""The bag of bigrams against scikit-learn's counts of one and two words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.feature_extraction.text import CountVectorizer

from biterms import BagOfBigrams, Vectoriser
from biterms.bags import bag_of_bigrams, sequences
from biterms.errors import InputError, SettingError

WORDS = ["bank", "river", "boat", "money", "loan", "rain"]


def texts(seed: int, n: int = 80) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(0, 8))) for _ in range(n)]


def by_name(bag: BagOfBigrams, documents: list[Any]) -> dict[str, list[float]]:
    table = bag.transform(documents).toarray()
    return dict(zip(bag.get_feature_names_out(), table.T.tolist(), strict=True))


def theirs(train: list[str], documents: list[str], threshold: int) -> dict[str, np.ndarray]:
    """Terms all, bigrams from the threshold on."""
    count = CountVectorizer(analyzer="word", token_pattern=r"\S+", ngram_range=(1, 2)).fit(train)
    seen = (count.transform(train).toarray() > 0).sum(axis=0)
    table = count.transform(documents).toarray()
    return {
        name: table[:, i]
        for name, i in count.vocabulary_.items()
        if " " not in name or seen[i] >= threshold
    }


@pytest.mark.parametrize("threshold", [1, 2, 12])
@pytest.mark.parametrize("block", [7, 10_000])  # words
def test_counts_are_those_of_scikit_learn(
    threshold: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequences, "WORDS_PER_BLOCK", block)
    monkeypatch.setattr(bag_of_bigrams, "MEGABYTE", 100 if block == 7 else 1 << 20)
    bag = BagOfBigrams(threshold).fit(iter(texts(0)))
    for documents in (texts(0), [*texts(1), "a new rain bank word"]):
        ours, expected = by_name(bag, documents), theirs(texts(0), documents, threshold)
        assert ours.keys() == expected.keys()
        for name, column in ours.items():
            assert_allclose(column, expected[name])


def test_weights_by_loops() -> None:
    train = texts(0)
    tf, tf_idf = (BagOfBigrams(2, weighting=w).fit(train) for w in ("tf", "tf-idf"))
    counts = by_name(BagOfBigrams(2).fit(train), train)
    lengths = [max(1, len(text.split())) for text in train]
    for name, column in by_name(tf, train).items():
        assert_allclose(column, np.array(counts[name]) / lengths)
    for name, column in by_name(tf_idf, train).items():
        df = sum(n > 0 for n in counts[name])
        assert_allclose(column, np.array(counts[name]) / lengths * np.log(len(train) / df))


def test_bigrams_alone_and_lists_of_words() -> None:
    split = [text.split() for text in texts(0)]
    bag = BagOfBigrams(2, terms=False).fit(split)
    assert all(" " in name for name in bag.get_feature_names_out())
    assert (bag.transform(split) != BagOfBigrams(2, terms=False).fit_transform(texts(0))).nnz == 0
    numbers = [np.array([WORDS.index(w) for w in words], dtype=int) for words in split]
    assert (BagOfBigrams(2, terms=False).fit_transform(numbers) != bag.transform(split)).nnz == 0


def test_words_of_our_own_texts_in_their_order() -> None:
    words = Vectoriser(min_df=1).fit(texts(0))
    known = list(words.ordered(texts(0)))
    assert BagOfBigrams(1).fit(known).transform(known).shape[0] == len(known)


def test_an_analyser_cuts_texts() -> None:
    bag = BagOfBigrams(1, analyser=lambda text: text.lower().split("-")).fit(["New-York", "york"])
    assert [*bag.get_feature_names_out()] == ["new", "york", "new york"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"threshold": 0},
        {"weighting": "x"},
        {"memory": 0},
        {"n_threads": 0},
        {"terms": "no"},
        {"analyser": "word"},
    ],
    ids=str,
)
def test_bad_settings_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=rf"^{next(iter(wrong))}="):
        BagOfBigrams(**wrong).fit(texts(0))


@pytest.mark.parametrize(
    "wrong", ["one text", 3, [1, 2], [None], [b"a b"], [[["a"]]], np.ones((2, 3))], ids=repr
)
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    bag = BagOfBigrams().fit(texts(0))
    before = [*bag.get_feature_names_out()]
    for use in (bag.fit, bag.transform):
        with pytest.raises(InputError, match="expected"):
            use(wrong)
    assert [*bag.get_feature_names_out()] == before


def test_an_analyser_must_give_words() -> None:
    with pytest.raises(InputError, match="an analyser that gives such a list"):
        BagOfBigrams(analyser=str.lower).fit(texts(0))


def test_terms_are_those_of_the_fit() -> None:
    for terms in (True, False):
        bag = BagOfBigrams(1, terms=terms).fit(texts(0))
        expected = bag.transform(texts(1))
        bag.set_params(terms=not terms)
        assert (bag.transform(texts(1)) != expected).nnz == 0


@pytest.mark.parametrize("weighting", ["counts", "tf-idf"])
def test_both_at_once_are_one_after_the_other(
    weighting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequences, "WORDS_PER_BLOCK", 50)
    apart = BagOfBigrams(2, weighting=weighting).fit(texts(0))
    at_once = BagOfBigrams(2, weighting=weighting)
    assert (at_once.fit_transform(iter(texts(0))) != apart.transform(texts(0))).nnz == 0
    assert [*at_once.get_feature_names_out()] == [*apart.get_feature_names_out()]
    assert (at_once.transform(texts(1)) != apart.transform(texts(1))).nnz == 0


def test_any_number_of_threads_gives_the_same() -> None:
    one, more = (BagOfBigrams(2, n_threads=n).fit(texts(0, 900)) for n in (1, 3))
    np.testing.assert_array_equal(one.bigrams_, more.bigrams_)
    np.testing.assert_array_equal(one.bigram_documents_, more.bigram_documents_)
    assert (one.transform(texts(1, 900)) != more.transform(texts(1, 900))).nnz == 0


def test_an_unknown_word_keeps_its_neighbours_apart() -> None:
    bag = BagOfBigrams(1).fit(["new york", "york city"])
    found = by_name(bag, ["new old york city", "", "york new york"])
    assert found["york"] == [1, 0, 2]
    assert found["new york"] == [0, 0, 1]
    assert found["york city"] == [1, 0, 0]
    tf = by_name(BagOfBigrams(1, weighting="tf").fit(["new york"]), ["new old york"])
    assert tf["new"] == pytest.approx([1 / 3])  # the length is that of the text


def test_nothing_gives_nothing() -> None:
    bag = BagOfBigrams().fit(texts(0))
    assert bag.transform([]).shape == (0, len(bag.get_feature_names_out()))
    assert bag.transform(["", "unheard of"]).nnz == 0
    assert BagOfBigrams().fit([]).transform(["a b"]).shape == (1, 0)
