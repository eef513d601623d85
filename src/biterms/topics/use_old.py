"""What a fitted TopicModel says of texts: mixtures, assignments, explanations, measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.measures.split import Partible, canonical
from biterms.models.hdp import HDP
from biterms.text.readers import Record
from biterms.topics.assign import Assignment, assigned
from biterms.topics.explain import LEAST, Evidence, Explanation, pairs_of, shares
from biterms.topics.seen import seen
from biterms.topics.shown import Shown
from biterms.topics.texts import CHUNK, Texts, ordered, pieces, plain, several

#: pairs of a text that are listed for a topic
MOST_PAIRS = 10


class Used(Shown):
    """Reads a model and a vocabulary; changes nothing."""

    def transform(self, texts: Any) -> Array:
        """p(topic | text), one row per text; columns are in the order of `ids_`."""
        return self._mixed(self.counts(texts))

    def counts(self, texts: Any) -> Any:
        """The texts as the model sees them; a model made from counts is given counts.

        Counts, or an `InOrder` where biterms are words that stand near each other.
        """
        self._check_fitted()
        if self.text_ is None:
            return texts
        return seen(self.text_, self.model_, plain(several(texts)))

    def assign(self, texts: Texts) -> Iterator[Assignment]:
        """The topic of each text, its probability, the runner-up and a note where care is due."""
        self._check_fitted()
        return self._assigned(self._tables(texts))

    def _tables(self, texts: Any) -> Iterator[tuple[sparse.csr_matrix, list[str | None]]]:
        """Pieces of counts and the ids of their documents, None where they have none."""
        if self.text_ is None:
            X = sparse.csr_matrix(texts.table if isinstance(texts, Partible) else texts)
            parts = (X[at : at + CHUNK] for at in range(0, X.shape[0], CHUNK))
            return ((part, [None] * part.shape[0]) for part in parts)
        return ((self.counts(piece), [*map(_id, piece)]) for piece in pieces(several(texts)))

    def _assigned(self, tables: Iterator[tuple[Any, list[str | None]]]) -> Iterator[Assignment]:
        place = 0
        for X, ids in tables:
            names = [str(at) if name is None else name for at, name in enumerate(ids, place)]
            lengths = np.diff(canonical(X).indptr)
            yield from assigned(names, self.model_.transform(X), lengths, self.ids_)
            place += len(ids)

    def explain(self, text: Any) -> Explanation:
        """The topics of a text, with the words and the pairs of words that speak for each.

        A model made from counts is given a row of counts.
        """
        document = self._one(text)
        counts = canonical(document)
        said = text if isinstance(text, str) else ""
        unknown = () if self.text_ is None else self.text_.unknown(text)
        if not counts.nnz:
            return Explanation(said, (), tuple(unknown))
        theta, f = self.model_.transform(document)[0], counts.data.astype(np.float64)
        pairs, beta = pairs_of(document, counts), self.model_.word_topics(counts.indices)
        scale = self.model_.pair_scale(f, pairs.weight if self.model_.given_pairs else None)
        words, joint = shares(f, theta, beta, pairs, scale)
        known = self.words()
        names = [known[c] for c in counts.indices]
        places = np.stack([pairs.left, pairs.right], axis=1)
        found = [
            self._evidence(k, float(theta[k]), names, words[:, k], joint[:, k], places)
            for k in np.argsort(-theta, kind="stable")
            if theta[k] >= LEAST
        ]
        return Explanation(said, tuple(found), tuple(unknown))

    def _one(self, text: Any) -> Any:
        self._check_fitted()
        if self.text_ is None:
            return sparse.csr_matrix(text.table if isinstance(text, Partible) else text)[:1]
        if not isinstance(text, str):
            raise InputError(f"explain({text!r:.40}): expected one text")
        return seen(self.text_, self.model_, [text])

    def _evidence(
        self, k: int, share: float, names: list[str], words: Array, pairs: Array, places: Array
    ) -> Evidence:
        total = words.sum() + pairs.sum()
        best_words = [(names[i], float(words[i] / total)) for i in np.argsort(-words)]
        best_pairs = [
            (names[places[i, 0]], names[places[i, 1]], float(pairs[i] / total))
            for i in np.argsort(-pairs)[:MOST_PAIRS]
            if pairs[i] > 0
        ]
        name = self._labels()[self.ids_[k]]
        return Evidence(self.ids_[k], name, share, tuple(best_words), tuple(best_pairs))

    def consolidate(self, texts: Any) -> Self:
        """HDP in a stream: topics that do not help to foretell these texts go.

        Give texts that have not been learnt from, now and then; some hundreds at least.
        """
        self._check_fitted()
        if not isinstance(self.model_, HDP):
            raise InputError(
                f"consolidate: a {type(self.model_).__name__} has the topics that were asked for; "
                "use merge_topics, or HDP"
            )
        self.model_.consolidate(self.counts(texts))
        self._looked = None
        return self

    def evaluate(
        self,
        texts: Any,
        labels: Sequence[Any] | None = None,
        *,
        reference: Any = None,
        window: int | None = None,
        top: int = 10,
    ) -> Evaluation:
        """LPP, NPMI and diversity, with labels purity and NMI, on texts that should be new.

        NPMI counts in which texts the ``top`` words of a topic are together, or with ``window`` in
        which runs of so many words; in ``reference``, other texts, if given.
        """
        self._check_fitted()
        if self.text_ is not None:
            texts = list(several(texts))
            if window is not None:
                reference = ordered(self.text_, texts if reference is None else reference)
            elif reference is not None:
                reference = self.counts(reference)
        return evaluate(
            self.model_,
            self.counts(texts),
            labels=labels,
            reference=reference,
            window=window,
            top=top,
            counted=self.model_.counted_,
        )


def _id(text: str | Record) -> str | None:
    return text.id if isinstance(text, Record) else None
