"""TopicModel: texts in, topics out. It alone owns the vocabulary; growth goes through it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, clone

from biterms.errors import InputError, StopLearning
from biterms.kernels import Array
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.models.estimator import Progress, TopicEstimator
from biterms.models.lda import LDA
from biterms.text.records import Record
from biterms.text.vectoriser import Vectoriser
from biterms.topics.assign import Assignment, assigned
from biterms.topics.explain import LEAST, Evidence, Explanation, shares
from biterms.topics.guides import Bound, Guide
from biterms.topics.made import about, made_from
from biterms.topics.sample import Sample
from biterms.topics.shown import Shown

Texts = Iterable[str | Record]
#: texts that are read, counted and learnt from together when they come as a stream
CHUNK = 8192


class TopicModel(Shown, BaseEstimator):
    """Topics of texts: a model over counts, and how texts become counts.

    ``guide`` is `SeedWords` or `Vectors`; ``keep`` texts are remembered (and saved) as a fair
    sample for examples, pairs and a look over time.
    """

    def __init__(
        self,
        model: TopicEstimator | None = None,
        *,
        text: Vectoriser | None = None,
        guide: Guide | None = None,
        keep: int = 10_000,
    ) -> None:
        self.model = model
        self.text = text
        self.guide = guide
        self.keep = keep

    # learning ------------------------------------------------------------------------------

    def fit(self, texts: Texts, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget all and learn from these texts. A `StopLearning` out of ``progress`` ends it."""
        text, model, sample = self._text(), self._model(), Sample(self.keep)
        counts = text.fit_transform(sample.watch(_several(texts)))
        prior = self._bind(text, model)
        seconds = _learn(model, counts, progress)
        self._adopt(text, model, sample, prior)
        self.made_ = made_from(counts)
        self.learning_seconds_ = seconds
        return self

    def update(self, texts: Texts, *, progress: Progress | None = None) -> Self:
        """Learn on: words that have become frequent enough join the vocabulary.

        Texts are taken in pieces, so they may be more than memory holds.
        """
        if getattr(self, "text_", self) is None:
            raise InputError("this model was made from counts and has no vocabulary of texts")
        pieces, done = iter(_several(texts)), 0
        self.learning_seconds_ = 0.0
        while chunk := list(islice(pieces, CHUNK)):
            self._update(chunk)
            done += len(chunk)
            try:
                if progress is not None:
                    progress(done, done, None)
            except StopLearning:
                break
        return self

    def _update(self, chunk: list[str | Record]) -> None:
        fresh = not hasattr(self, "model_")
        text, model = (self._text(), self._model()) if fresh else (self.text_, self.model_)
        assert text is not None
        sample = Sample(self.keep) if fresh else self.sample_.copy()
        counts = text.grow(sample.watch(chunk))
        if fresh and not counts.shape[1]:
            raise InputError(
                f"no word is in {text.min_df} of the first {len(chunk)} texts; give more texts at "
                "once, or lower min_df"
            )
        prior = self._bind(text, model) if fresh else self._grow(model, text)
        begin = time.perf_counter()
        for at in range(0, counts.shape[0], model.batch_size):
            model.partial_fit(counts[at : at + model.batch_size])
        self.learning_seconds_ += time.perf_counter() - begin
        self._adopt(text, model, sample, prior)
        self.made_ = made_from(counts, {} if fresh else self.made_)

    def _text(self) -> Vectoriser:
        return clone(self.text) if self.text is not None else Vectoriser()

    def _model(self) -> TopicEstimator:
        return clone(self.model) if self.model is not None else LDA()

    def _bind(self, text: Vectoriser, model: TopicEstimator) -> Bound | None:
        if self.guide is None:
            return None
        prior = self.guide.bind(text, model.n_topics)
        model.set_params(eta=prior.eta(list(text.vocabulary_)))
        return prior

    def _grow(self, model: TopicEstimator, text: Vectoriser) -> Bound | None:
        new = list(text.vocabulary_)[model.n_features_in_ :]
        prior = self.prior_
        if prior is not None and self.guide is not None:
            prior = self.guide.extend(prior, text, new)
        if new:
            model.grow(len(new), None if prior is None else prior.rows(new).T)
        return prior

    def _adopt(
        self,
        text: Vectoriser | None,
        model: TopicEstimator,
        sample: Sample,
        prior: Bound | None = None,
    ) -> None:
        fresh = getattr(self, "model_", None) is not model
        self.text_, self.model_, self.sample_, self.prior_ = text, model, sample, prior
        if fresh:
            self.ids_ = list(range(model.n_topics))
            self.labels_: dict[int, str] = {}
            self.names_: list[str] | None = None
            self.sampled_counts_: sparse.csr_matrix | None = None

    @classmethod
    def from_counts(
        cls,
        X: Any,
        names: Sequence[str] | None = None,
        model: TopicEstimator | None = None,
        *,
        keep: int = 10_000,
    ) -> Self:
        """Learn from a table of counts; without names words are shown as #17."""
        self = cls(model, keep=keep)
        learnt, X = self._model(), sparse.csr_matrix(X)
        if names is not None and len(names) != X.shape[1]:
            raise InputError(f"{len(names)} names for {X.shape[1]} columns, expected one for each")
        learnt.fit(X)
        self._adopt(None, learnt, Sample(0))
        self.made_ = made_from(X)
        self.names_ = None if names is None else [str(name) for name in names]
        chosen = np.random.default_rng(0).permutation(X.shape[0])[:keep]
        self.sampled_counts_ = X[np.sort(chosen)]
        return self

    @classmethod
    def from_gensim(
        cls, corpus: Iterable[Any], dictionary: Any, model: TopicEstimator | None = None
    ) -> Self:
        """Learn from a corpus of gensim (lists of (id, count)) and its dictionary."""
        bags = [list(bag) for bag in corpus]
        flat = [pair for bag in bags for pair in bag]
        indptr = np.cumsum([0, *map(len, bags)])
        table = np.array(flat, dtype=np.float64).reshape(-1, 2)
        shape = (len(bags), len(dictionary))
        X = sparse.csr_matrix((table[:, 1], table[:, 0].astype(np.int64), indptr), shape=shape)
        return cls.from_counts(X, [dictionary[i] for i in range(len(dictionary))], model)

    # using ---------------------------------------------------------------------------------

    def transform(self, texts: Any) -> Array:
        """p(topic | text), one row per text; columns are in the order of `ids_`."""
        self._check_fitted()
        return np.asarray(self.model_.transform(self.counts(texts)))

    def fit_transform(self, texts: Texts, y: Any = None) -> Array:
        """`fit`, then `transform` of the same texts."""
        held = texts if isinstance(texts, Sequence) else list(_several(texts))
        return self.fit(held).transform(held)

    def counts(self, texts: Any) -> sparse.csr_matrix:
        """The texts as the model sees them; counts if it was made from counts."""
        self._check_fitted()
        if self.text_ is None:
            return texts
        return self.text_.transform(_plain(texts))

    def assign(self, texts: Texts) -> Iterator[Assignment]:
        """The topic of each text, its probability, the runner-up and a note where care is due."""
        self._check_fitted()
        pieces, place = iter(_several(texts)), 0
        while chunk := list(islice(pieces, CHUNK)):
            X = self.counts(chunk)
            ids = [_id(text, place + at) for at, text in enumerate(chunk)]
            yield from assigned(ids, self.model_.transform(X), np.diff(X.indptr), self.ids_)
            place += len(chunk)

    def explain(self, text: str) -> Explanation:
        """The topics of a text, with the words and the pairs of words that speak for each."""
        counts, known = self.counts([text]), self.words()
        columns = counts.indices
        unknown = () if self.text_ is None else self.text_.unknown(text)
        if not len(columns):
            return Explanation(text, (), tuple(unknown))
        theta = self.model_.transform(counts)[0]
        words, pairs, places = shares(counts, theta, self.model_.word_topics(columns))
        names = [known[c] for c in columns]
        found = [
            self._evidence(k, float(theta[k]), names, words[:, k], pairs[:, k], places)
            for k in np.argsort(-theta, kind="stable")
            if theta[k] >= LEAST
        ]
        return Explanation(text, tuple(found), tuple(unknown))

    def _evidence(
        self, k: int, share: float, names: list[str], words: Array, pairs: Array, places: Array
    ) -> Evidence:
        total = words.sum() + pairs.sum()
        best_words = [(names[i], float(words[i] / total)) for i in np.argsort(-words)]
        best_pairs = [
            (names[places[i, 0]], names[places[i, 1]], float(pairs[i] / total))
            for i in np.argsort(-pairs)[:10]
        ]
        label = self.topic(self.ids_[k]).label
        return Evidence(self.ids_[k], label, share, tuple(best_words), tuple(best_pairs))

    def evaluate(
        self, texts: Any, labels: Sequence[Any] | None = None, *, top: int = 10
    ) -> Evaluation:
        """LPP, NPMI and diversity, with labels purity and NMI, on texts that should be new."""
        return evaluate(self.model_, self.counts(texts), labels=labels, top=top)

    def save(self, path: str | Path) -> None:
        """Write the model as a folder (see `biterms.load`); what was there is replaced at once."""
        from biterms.topics.files import save

        save(self, path)

    def info(self) -> dict[str, Any]:
        """How the model was made: versions, counts, seed, data and settings."""
        self._check_fitted()
        return about(self.model_, self.text_, self.made_)


def _learn(model: TopicEstimator, counts: Any, progress: Progress | None) -> float:
    """Seconds of learning; `StopLearning` comes between two minibatches: all of it is whole."""
    begin = time.perf_counter()
    with suppress(StopLearning):
        model.fit(counts, progress=progress)
    return time.perf_counter() - begin


def _several(texts: Any) -> Texts:
    if isinstance(texts, str | bytes | Record):
        raise InputError("one text was given, expected several: put it in a list")
    found: Texts = texts
    return found


def _plain(texts: Any) -> Iterator[str]:
    return (text.text if isinstance(text, Record) else text for text in _several(texts))


def _id(text: str | Record, place: int) -> str:
    return text.id if isinstance(text, Record) else str(place)
