"""What a model looks like at one moment: each part is computed when it is first asked for.

A `Look` belongs to one moment of a model. Its parts are published when they are complete, so that
several threads may share it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from biterms.bags.counts import documents_of
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Tokens
from biterms.measures.split import canonical
from biterms.topics.encode import encode_places
from biterms.topics.fitted import Fitted
from biterms.topics.labels import default_label
from biterms.topics.views import Pair
from biterms.topics.words import biterms_named, biterms_of, places_of, top_pairs, top_words

#: words and pairs that a label is chosen from
LABEL_CHOICE = 15


class Look:
    """A model, its words and a sample of its documents, at one moment.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    """

    def __init__(self, fitted: Fitted) -> None:
        self.fitted = fitted
        self.moment = moment(fitted)

    @cached_property
    def sizes(self) -> Array:
        """Share of each topic."""
        return self.fitted.model.sizes_

    @cached_property
    def words(self) -> list[str]:
        """The words of the columns as people read them."""
        fitted = self.fitted
        if fitted.text is not None:
            return fitted.text.get_feature_names_out().tolist()  # type: ignore[no-any-return]
        if fitted.names is not None:
            return fitted.names
        return [f"#{i}" for i in range(fitted.model.n_features_in_)]

    def names(self, columns: Any) -> list[str]:
        """Some of these words."""
        if self.fitted.text is not None:
            return self.fitted.text.names(columns)
        return [self.words[i] for i in columns]

    @cached_property
    def tokens(self) -> Tokens | None:
        """The sample as places of keys."""
        text = self.fitted.text
        return None if text is None else self.fitted.sample.tokens(text.places)

    @cached_property
    def documents(self) -> Any:
        """The sample as the model sees it."""
        fitted = self.fitted
        if fitted.text is not None:
            return encode_places(fitted.text, fitted.model, self.tokens)
        if fitted.sampled_counts is not None:
            return fitted.sampled_counts
        return sparse.csr_matrix((0, fitted.model.n_features_in_))

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """The counts of the sample."""
        return sparse.csr_matrix(canonical(table_of(self.documents)))

    @cached_property
    def mixtures(self) -> Array:
        """p(topic | document) of the sample."""
        return infer(self.fitted, self.documents)

    @cached_property
    def leading(self) -> Array:
        """Share of the sample that each topic leads."""
        lead = self.mixtures[np.diff(self.counts.indptr) > 0].argmax(axis=1)
        return np.bincount(lead, minlength=self.mixtures.shape[1]) / max(1, len(lead))

    @cached_property
    def _places(self) -> Array | None:
        """Where in its text each entry of the counts is first met."""
        if self.tokens is None or self.fitted.text is None:
            return None
        ids = np.append(self.fitted.text.words_.id_of.values, np.int32(-1))[self.tokens.ids]
        return places_of(self.counts, np.split(ids, self.tokens.ptr[1:-1]))

    @cached_property
    def _label_pairs(self) -> list[list[Pair]]:
        return self._top_pairs(LABEL_CHOICE)

    def pairs(self, n: int) -> list[list[Pair]]:
        """The n pairs of words that speak most for each topic."""
        if n <= LABEL_CHOICE:
            return [pairs[:n] for pairs in self._label_pairs]
        return self._top_pairs(n)

    def _top_pairs(self, n: int) -> list[list[Pair]]:
        counts = self.counts
        used, columns = np.unique(counts.indices, return_inverse=True)
        parts = counts.data, columns, counts.indptr
        narrow = sparse.csr_matrix(parts, shape=(counts.shape[0], len(used)))
        if isinstance(self.documents, WithPairs):
            found = biterms_named(narrow, self.documents, self._places)
        else:
            found = biterms_of(narrow, self._places)
        beta = self.fitted.model.word_topics(used)
        return top_pairs(found, self.mixtures, beta, self.names(used), n)

    @cached_property
    def own_labels(self) -> dict[int, str]:
        """A name for each topic, made of its pairs and words."""
        topics = self.fitted.model.topics_
        words = top_words(topics, self.sizes, self.words, LABEL_CHOICE, "relevance")
        made = map(default_label, words, self._label_pairs)
        return dict(zip(self.fitted.ids, made, strict=True))

    @cached_property
    def labels(self) -> dict[int, str]:
        """A name for each topic: the user's, or one made of its pairs and words."""
        return {k: self.fitted.labels.get(k) or own for k, own in self.own_labels.items()}


def moment(fitted: Fitted) -> tuple[Any, ...]:
    """What tells one moment of a model from another."""
    posterior = fitted.model.state.posterior
    return id(fitted), posterior.mark(), posterior.updates, fitted.sample.seen


def infer(fitted: Fitted, documents: Any) -> Array:
    """Mixtures of documents, also of none."""
    if (
        not len(documents)
        if hasattr(documents, "__len__") and not sparse.issparse(documents)
        else (not documents.shape[0])
    ):
        return np.empty((0, len(fitted.ids)))
    model = fitted.model
    return model.infer(model._read(documents))


def table_of(documents: Any) -> Any:
    """Documents as a table of counts."""
    if isinstance(documents, WithPairs) or sparse.issparse(documents):
        return documents
    return documents_of(documents)
