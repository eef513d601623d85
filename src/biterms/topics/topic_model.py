"""TopicModel: texts in, topics out. It alone owns the vocabulary; growth goes through it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, clone

from biterms.bags.counts import documents_of, read_counts
from biterms.errors import InputError, SettingError, StopLearning
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.models.foretold import SAMPLE
from biterms.models.lda import LDA
from biterms.models.settings import checked_learner, passes_of
from biterms.text.readers import Record
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides import Guide
from biterms.topics.made import about, made_from
from biterms.topics.prior import PriorInUse
from biterms.topics.sample import Sample
from biterms.topics.seen import fitted, grown
from biterms.topics.tables import gensim_table
from biterms.topics.texts import Texts, pieces, several
from biterms.topics.use import Used

#: texts done, texts in all (None: nobody knows), and the LPP of texts not learnt from yet (or None)
Progress = Callable[[int, int | None, float | None], None]


class TopicModel(Used, BaseEstimator):
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

    def fit(self, texts: Texts, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget all and learn from these texts. A `StopLearning` out of ``progress`` ends it."""
        text, model, sample = self._text(), self._model(), Sample(self.keep)
        passes_of(model, checked_learner(model))
        counts = fitted(text, model, sample.watch(several(texts)))
        prior = self._bind(text, model)
        begin, stopped = time.perf_counter(), False
        try:
            model.fit(counts, progress=progress)
        except StopLearning:  # between two minibatches: what has been learnt is whole
            stopped = True
        seconds = time.perf_counter() - begin
        self._adopt(text, model, sample, prior)
        self.made_ = made_from(counts) | _passes(model) | {"stopped": stopped}
        self.learning_seconds_ = seconds
        return self

    def fit_transform(self, texts: Texts, y: Any = None) -> Array:
        """`fit`, then `transform` of the same texts."""
        held = list(several(texts))
        return self.fit(held).transform(held)

    def update(self, texts: Texts, *, progress: Progress | None = None) -> Self:
        """Learn on: words that have become frequent enough join the vocabulary.

        When it is full and its vectoriser prunes, words that are not in use any more go, and the
        model forgets what it has learnt of them. Texts are taken in pieces, so they may be more
        than memory holds; when a piece is refused, those before it have been learnt from.
        """
        given = several(texts)
        self._check_update()
        self.learning_seconds_, done = 0.0, 0
        for piece in pieces(given):
            lpp = self._update(piece)
            done += len(piece)
            try:
                if progress is not None:
                    progress(done, None, lpp)
            except StopLearning:
                self.made_["stopped"] = True
                break
        if not hasattr(self, "model_"):
            raise InputError("no texts were given, expected some to begin with")
        return self

    def _check_update(self) -> None:
        """Refuse what would fail when the vocabulary has grown already."""
        fitted = hasattr(self, "model_")
        if fitted and self.text_ is None:
            raise InputError("this model was made from counts and has no vocabulary of texts")
        learner = checked_learner(self.model_ if fitted else self._model())
        if learner.whole:
            raise SettingError(
                f"{type(learner).__name__} needs all texts at once: use fit, or learn in pieces "
                "with SVI, SVB or KPS"
            )
        if fitted and self.prior_ is None and len(self.model_.posterior_.eta) > 1:
            raise SettingError("eta is an array: new words have no place in it, use a guide")
        if fitted and self.guide is not None:
            self.guide.ready(None if self.prior_ is None else self.prior_.bound)

    def _update(self, piece: list[str | Record]) -> float | None:
        fresh = not hasattr(self, "model_")
        text, model = (self._text(), self._model()) if fresh else (self.text_, self.model_)
        assert text is not None
        sample = Sample(self.keep) if fresh else self.sample_.copy()
        try:
            return self._learn_piece(text, model, sample, piece)
        except BaseException:
            if not fresh:  # interrupted: the model's rows follow the words all the same
                self._follow(model, text)
            raise

    def _learn_piece(
        self, text: Vectoriser, model: TopicEstimator, sample: Sample, piece: list[str | Record]
    ) -> float | None:
        fresh = not hasattr(self, "model_")
        if not fresh:  # what a second interrupt has left
            self._follow(model, text)
        counts = grown(text, model, sample.watch(piece))
        if fresh and not counts.shape[1]:
            raise InputError(
                f"no word is in {text.min_df} of the first {len(piece):,} texts; give more texts "
                "at once, or lower min_df"
            )
        prior = self._bind(text, model) if fresh else self.prior_
        if not fresh:
            self._follow(model, text)
        lpp = None if fresh else model.foretold(counts[:SAMPLE])
        begin = time.perf_counter()
        for at in range(0, counts.shape[0], model.batch_size):
            model.partial_fit(counts[at : at + model.batch_size])
        self.learning_seconds_ += time.perf_counter() - begin
        self._adopt(text, model, sample, prior)
        before = {"passes": 1, "passes_asked": 1} if fresh else self.made_
        passes = {name: n for name, n in before.items() if name.startswith("passes")}
        self.made_ = made_from(counts, before) | passes | {"stopped": False}
        return lpp

    def _text(self) -> Vectoriser:
        return clone(self.text) if self.text is not None else Vectoriser()

    def _model(self) -> TopicEstimator:
        if self.model is not None and not isinstance(self.model, TopicEstimator):
            raise SettingError(f"model={self.model!r:.60}: expected a model such as LDA(20)")
        if (
            self.guide is not None
            and self.model is not None
            and "eta" not in self.model.get_params()
        ):
            raise SettingError(f"model={self.model!r:.60}: expected LDA or HDP, if it has a guide")
        model: TopicEstimator = clone(self.model) if self.model is not None else LDA()
        checked_learner(model)
        if model.given_pairs and model.pair_window is None:
            raise SettingError(
                f"model={self.model!r:.60}: texts tell the order of words; expected "
                "biterms='adjacent' or a number, or give a biterms.Paired to the model itself"
            )
        return model

    def _bind(self, text: Vectoriser, model: TopicEstimator) -> PriorInUse | None:
        if self.guide is None:
            return None
        bound = self.guide.bind(text, model.topics_at_start)
        model.set_params(eta=bound.eta(list(text.vocabulary_)))
        return PriorInUse(bound, np.eye(model.topics_at_start))

    def _follow(self, model: TopicEstimator, text: Vectoriser) -> None:
        """Words that have gone lose their rows, words that have joined get theirs.

        An interrupt leaves all to do or nothing, so it can be called again at any time.
        """
        self._looked = None
        known, kept, prior = model.n_features_in_, text.kept_, self.prior_
        if kept is None or kept is model.followed_:
            kept = np.arange(known)
        new = list(text.vocabulary_)[len(kept) :]
        if new and prior is not None and self.guide is not None:
            # for these rows only: words that join have no end
            prior = replace(prior, bound=self.guide.extend(prior.bound, text, new))
        if new:  # where words have gone, too: others have their places
            eta = None if prior is None else prior.rows(new).T
            model.follow(kept, len(new), eta, done=text.kept_)
        text.kept_ = None

    def _adopt(
        self,
        text: Vectoriser | None,
        model: TopicEstimator,
        sample: Sample,
        prior: PriorInUse | None = None,
    ) -> None:
        fresh = getattr(self, "model_", None) is not model
        self.text_, self.model_, self.sample_, self.prior_ = text, model, sample, prior
        self._looked = None
        if fresh:
            self.ids_ = list(range(model.posterior_.n_topics))
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
        learnt, sample = self._model(), Sample(keep)
        if learnt.given_pairs:
            raise SettingError(
                f"{learnt!r:.60}: counts do not tell which words are biterms; give texts to fit, "
                "or documents of biterms.InOrder or biterms.Paired to the model itself"
            )
        counts = sparse.csr_matrix(documents_of(read_counts(learnt, X)))
        if names is not None and len(names) != counts.shape[1]:
            raise InputError(
                f"{len(names)} names for {counts.shape[1]} columns, expected one for each"
            )
        learnt.fit(counts)
        self._adopt(None, learnt, sample)
        self.made_ = made_from(counts) | _passes(learnt) | {"stopped": False}
        self.names_ = None if names is None else [str(name) for name in names]
        chosen = np.random.default_rng(0).permutation(counts.shape[0])[:keep]
        self.sampled_counts_ = counts[np.sort(chosen)]
        return self

    @classmethod
    def from_gensim(
        cls, corpus: Iterable[Any], dictionary: Any, model: TopicEstimator | None = None
    ) -> Self:
        """Learn from a corpus of gensim (lists of (id, count)) and its dictionary."""
        names = [dictionary[i] for i in range(len(dictionary))]
        return cls.from_counts(gensim_table(corpus, len(names)), names, model)

    def save(self, path: str | Path) -> None:
        """Write the model as a folder (see `biterms.load`); what was there is replaced at once."""
        from biterms.topics.files import save

        self._check_fitted()
        if self.text_ is not None:
            self._follow(self.model_, self.text_)
        save(self, path)

    def info(self) -> dict[str, Any]:
        """How the model was made: versions, counts, seed, data and settings."""
        self._check_fitted()
        return about(self.model_, self.text_, self.made_)


def _passes(model: TopicEstimator) -> dict[str, int]:
    """How many passes `fit` has done, and how many it was to do at most."""
    asked = passes_of(model, checked_learner(model))
    return {"passes": int(model.n_iter_), "passes_asked": int(asked)}
