"""A model, its words and a sample of its documents, looked at once and kept until they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.exceptions import NotFittedError

from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError
from biterms.kernels import Array
from biterms.measures.split import canonical
from biterms.models.estimator import TopicEstimator
from biterms.text.vectoriser import Vectoriser
from biterms.topics.labels import default_label
from biterms.topics.prior import PriorInUse
from biterms.topics.sample import Sample
from biterms.topics.seen import seen
from biterms.topics.texts import ordered
from biterms.topics.views import Pair
from biterms.topics.words import biterms_of, biterms_told, places_of, top_pairs, top_words

#: words and pairs that a label is chosen from
LABEL_CHOICE = 15


class Look(NamedTuple):
    """The sample of documents as the model sees it now."""

    documents: Any  # counts, or words in order
    counts: sparse.csr_matrix
    mixtures: Array
    places: Array | None  # of the words in the texts
    pairs: list[list[Pair]]
    labels: dict[int, str]


class Looked:
    """What has been learnt, and the words, topics and sampled documents by their places."""

    text_: Vectoriser | None
    model_: TopicEstimator
    sample_: Sample
    ids_: list[int]
    labels_: dict[int, str]
    names_: list[str] | None
    sampled_counts_: sparse.csr_matrix | None
    prior_: PriorInUse | None
    _looked: Look | None

    def words(self) -> Sequence[str]:
        """The words of the columns as people read them."""
        self._check_fitted()
        if self.text_ is not None:
            return [str(name) for name in self.text_.get_feature_names_out()]
        if self.names_ is not None:
            return self.names_
        return [f"#{i}" for i in range(self.model_.n_features_in_)]

    def mixtures(self) -> Array:
        """p(topic | document) of the sample, in the order in which the documents came."""
        return self._look().mixtures

    def sampled_counts(self) -> sparse.csr_matrix:
        """The counts of the sample."""
        return self._look().counts

    def sampled_word_counts(self) -> Array:
        """How often each word is in the sample."""
        return np.asarray(self._look().counts.sum(axis=0)).ravel()

    def _pairs(self, n: int) -> list[list[Pair]]:
        _, counts, mixtures, places, known, _ = self._look()
        if known and n <= LABEL_CHOICE:
            return [pairs[:n] for pairs in known]
        used, columns = np.unique(counts.indices, return_inverse=True)
        parts = counts.data, columns, counts.indptr
        narrow = sparse.csr_matrix(parts, shape=(counts.shape[0], len(used)))
        names = self.words()
        own, beta = [names[v] for v in used], self.model_.word_topics(used)
        documents = self._look().documents
        if isinstance(documents, WithPairs):
            found = biterms_told(narrow, documents, places)
        else:
            found = biterms_of(narrow, places)
        return top_pairs(found, mixtures, beta, own, n)

    def _led(self) -> Array:
        _, counts, mixtures, *_ = self._look()
        leading = mixtures[np.diff(counts.indptr) > 0].argmax(axis=1)
        return np.bincount(leading, minlength=mixtures.shape[1]) / max(1, len(leading))

    def _labels(self) -> dict[int, str]:
        """A name for each topic: the user's, or one made of its pairs and words."""
        return {k: self.labels_.get(k) or own for k, own in self._look().labels.items()}

    def _look(self) -> Look:
        """Taken anew when the model has learnt or merged since the last time."""
        self._check_fitted()
        if self._looked is None:
            documents = self._sampled()
            counts, mixtures = sparse.csr_matrix(canonical(documents)), self._mixed(documents)
            self._looked = Look(documents, counts, mixtures, self._places(counts), [], {})
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

    def sampled_documents(self) -> Any:
        """The sample as the model sees it."""
        return self._look().documents

    def _sampled(self) -> Any:
        if self.text_ is not None:
            texts = [record.text for record in self.sample_.records]
            return seen(self.text_, self.model_, texts)
        if self.sampled_counts_ is not None:
            return self.sampled_counts_
        return sparse.csr_matrix((0, self.model_.n_features_in_))

    def _places(self, counts: sparse.csr_matrix) -> Array | None:
        if self.text_ is None:
            return None
        return places_of(counts, ordered(self.text_, self.sample_.records))

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


def _named(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids[:20])) + (", ..." if len(ids) > 20 else "")
