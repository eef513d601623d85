"""What a fitted TopicModel shows: topics, words, examples, names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import NotFittedError

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.text.vectoriser import Vectoriser
from biterms.topics.prior import PriorInUse
from biterms.topics.sample import Sample
from biterms.topics.texts import ordered
from biterms.topics.views import Example, Pair, Place, Topic, Topics, Word
from biterms.topics.words import By, biterms_of, places_of, top_pairs, top_words

#: words of a label when no pair speaks for the topic, and pairs when some do
LABEL_WORDS, LABEL_PAIRS = 3, 2
#: words and pairs that a label is chosen from
LABEL_CHOICE = 15


class Look(NamedTuple):
    """The sample of documents as the model sees it now."""

    counts: sparse.csr_matrix
    mixtures: Array
    places: Array | None  # of the words in the texts
    pairs: list[list[Pair]]
    labels: dict[int, str]


class Shown:
    """Reads a model, a vocabulary and a sample; changes names and merges on request."""

    text_: Vectoriser | None
    model_: TopicEstimator
    sample_: Sample
    ids_: list[int]
    labels_: dict[int, str]
    names_: list[str] | None
    sampled_counts_: sparse.csr_matrix | None
    prior_: PriorInUse | None
    _looked: Look | None

    def topics(self, n_words: int = 10, n_pairs: int = 5, *, by: By = "relevance") -> Topics:
        """One row per topic, the largest first: size, label, words, pairs."""
        self._check_fitted()
        _check_number("n_words", n_words, least=1)
        _check_number("n_pairs", n_pairs)
        sizes = self.model_.sizes_
        words = top_words(self.model_.topics_, sizes, self.words(), n_words, by)
        pairs, led, labels = self._pairs(n_pairs), self._led(), self._labels()
        rows = [
            Topic(id, labels[id], float(sizes[k]), float(led[k]), tuple(words[k]), tuple(pairs[k]))
            for k, id in enumerate(self.ids_)  # noqa: A001
        ]
        return Topics(sorted(rows, key=lambda topic: -topic.size))

    def topic(self, k: int, n_words: int = 30, n_pairs: int = 10, *, by: By = "relevance") -> Topic:
        """One topic by its id."""
        self._place(k)
        return next(t for t in self.topics(n_words, n_pairs, by=by) if t.id == k)

    def find(self, word: str, n: int = 5) -> list[Place]:
        """The topics that a word belongs to: p(topic | word), the largest first."""
        _check_number("n", n)
        column = self._column(word)
        probability = self.model_.word_topics(np.array([column]))[0]
        share = probability * self.model_.sizes_
        share /= share.sum()
        labels = self._labels()
        return [
            Place(self.ids_[k], labels[self.ids_[k]], float(share[k]), float(probability[k]))
            for k in np.argsort(-share, kind="stable")[:n]
        ]

    def typical(self, k: int, n: int = 5) -> list[Example]:
        """Different texts of the sample most about topic k; of equal ones the longer first."""
        _check_number("n", n)
        at, look = self._place(k), self._look()
        records = self.sample_.records
        if not records:
            raise InputError("no texts were kept: keep=0, or the model was made from counts")
        share, length = look.mixtures[:, at], np.diff(look.counts.indptr)
        found: dict[str, Example] = {}
        for i in np.lexsort((-length, -share, length == 0)):
            if len(found) == n or not length[i]:
                break
            example = Example(records[i].text, records[i].id, float(share[i]))
            found.setdefault(records[i].text, example)
        return list(found.values())

    def set_labels(self, labels: Mapping[int, str]) -> Self:
        """Names for topics, by id; an empty name takes a name back."""
        for k, label in labels.items():
            if not isinstance(label, str):
                raise SettingError(f"the label of topic {k} is {label!r:.40}, expected a text")
        given = {self.ids_[self._place(k)]: label for k, label in labels.items()}
        self.labels_ = {k: name for k, name in (self.labels_ | given).items() if name}
        return self

    def merge_topics(self, topics: Sequence[int]) -> Self:
        """Topics that are one to you: the first id takes all, the others are gone."""
        places = [self._place(k) for k in topics]
        if len(places) < 2 or len({*places}) < len(places):
            raise InputError(f"merge_topics({list(topics)}): expected two or more different topics")
        self.model_.merge(places)
        if self.prior_ is not None:
            self.prior_ = self.prior_.merged(places)
        gone = {self.ids_[place] for place in places[1:]}
        self.ids_ = [k for k in self.ids_ if k not in gone]
        self.labels_ = {k: name for k, name in self.labels_.items() if k not in gone}
        self._looked = None
        return self

    def to_pyldavis(self) -> dict[str, Any]:
        """What `pyLDAvis.prepare(**...)` takes, on the sample of documents."""
        look = self._look()
        used = np.flatnonzero(np.diff(look.counts.indptr))
        if not len(used):
            raise InputError("no documents were kept: keep=0, or none has a known word")
        return {
            "topic_term_dists": self.model_.topics_,
            "doc_topic_dists": look.mixtures[used],
            "doc_lengths": np.asarray(look.counts[used].sum(axis=1)).ravel(),
            "vocab": self.words(),
            "term_frequency": self.sampled_word_counts() + 1.0,
        }

    def _repr_html_(self) -> str:
        if not hasattr(self, "model_"):
            return "<p>TopicModel, not fitted</p>"
        return self.topics()._repr_html_()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What notebooks ask first; scikit-learn would answer with a diagram."""
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def mixtures(self) -> Array:
        """p(topic | document) of the sample, in the order in which the documents came."""
        return self._look().mixtures

    def sampled_counts(self) -> sparse.csr_matrix:
        """The counts of the sample."""
        return self._look().counts

    def sampled_word_counts(self) -> Array:
        """How often each word is in the sample."""
        return np.asarray(self._look().counts.sum(axis=0)).ravel()

    # what the views are made of -------------------------------------------------------------

    def _pairs(self, n: int) -> list[list[Pair]]:
        counts, mixtures, places, known, _ = self._look()
        if known and n <= LABEL_CHOICE:
            return [pairs[:n] for pairs in known]
        used, columns = np.unique(counts.indices, return_inverse=True)
        parts = counts.data, columns, counts.indptr
        narrow = sparse.csr_matrix(parts, shape=(counts.shape[0], len(used)))
        names = self.words()
        own, beta = [names[v] for v in used], self.model_.word_topics(used)
        return top_pairs(biterms_of(narrow, places), mixtures, beta, own, n)

    def _led(self) -> Array:
        counts, mixtures, *_ = self._look()
        leading = mixtures[np.diff(counts.indptr) > 0].argmax(axis=1)
        return np.bincount(leading, minlength=mixtures.shape[1]) / max(1, len(leading))

    def _labels(self) -> dict[int, str]:
        """A name for each topic: the user's, or one made of its pairs and words."""
        return {k: self.labels_.get(k) or own for k, own in self._look().labels.items()}

    def _look(self) -> Look:
        """Taken anew when the model has learnt or merged since the last time."""
        self._check_fitted()
        if self._looked is None:
            counts = self._sampled()
            self._looked = Look(counts, self._mixed(counts), self._places(counts), [], {})
            words = top_words(
                self.model_.topics_, self.model_.sizes_, self.words(), LABEL_CHOICE, "relevance"
            )
            self._looked.pairs.extend(self._pairs(LABEL_CHOICE))
            own = map(default_label, words, self._looked.pairs)
            self._looked.labels.update(zip(self.ids_, own, strict=True))
        return self._looked

    def _mixed(self, counts: Any) -> Array:
        """Mixtures of documents, also of none."""
        if hasattr(counts, "shape") and not counts.shape[0]:
            return np.empty((0, len(self.ids_)))
        return np.asarray(self.model_.transform(counts))

    def _sampled(self) -> sparse.csr_matrix:
        if self.text_ is not None:
            return self.text_.transform([record.text for record in self.sample_.records])
        if self.sampled_counts_ is not None:
            return self.sampled_counts_
        return sparse.csr_matrix((0, self.model_.n_features_in_))

    def _places(self, counts: sparse.csr_matrix) -> Array | None:
        if self.text_ is None:
            return None
        return places_of(counts, ordered(self.text_, self.sample_.records))

    def words(self) -> Sequence[str]:
        """The words of the columns as people read them."""
        self._check_fitted()
        if self.text_ is not None:
            return [str(name) for name in self.text_.get_feature_names_out()]
        if self.names_ is not None:
            return self.names_
        return [f"#{i}" for i in range(self.model_.n_features_in_)]

    def _column(self, word: str) -> int:
        self._check_fitted()
        known = self.words()
        column = self.text_.column(word) if self.text_ is not None else None
        if column is None and self.text_ is None and word in known:
            column = known.index(word)
        if column is None:
            raise InputError(
                f"{word!r} is not among the {len(known):,} words of this model: a stop word, too "
                "rare, or never met"
            )
        return column

    def _place(self, k: int) -> int:
        self._check_fitted()
        if isinstance(k, bool) or k not in self.ids_:
            raise InputError(
                f"no topic {k!r}; the topics are {_named(self.ids_)} (merged ones are gone)"
            )
        return self.ids_.index(k)

    def _check_fitted(self) -> None:
        if not hasattr(self, "model_"):
            raise NotFittedError("this TopicModel has learnt nothing yet: call fit or update first")


def _check_number(name: str, value: Any, least: int = 0) -> None:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least:
        raise SettingError(f"{name}={value!r}: expected a whole number of at least {least}")


def default_label(words: Sequence[Word], pairs: Sequence[Pair]) -> str:
    """The strongest pairs of its strongest words, no word twice; else the first words."""
    parts: list[str] = []
    strong, said = {word.word for word in words}, set[str]()
    for pair in pairs:
        new = {pair.left, pair.right} - said
        if len(new) == 2 and new <= strong and len(parts) < LABEL_PAIRS:
            parts.append(f"{pair.left} {pair.right}")
            said |= {pair.left, pair.right}
    return ", ".join(parts or [word.word for word in words[:LABEL_WORDS]])


def _named(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids[:20])) + (", ..." if len(ids) > 20 else "")
