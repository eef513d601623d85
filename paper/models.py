"""Models by their settings, all with the same methods: learn a minibatch, mixtures, topics."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from biterms import BTM, HDP, KPS, LDA, SVB, SVI, Annealed, BagOfBiterms
from paper.settings import Table

#: settings of a job that are handed to its model
OWN = (
    *("alpha", "eta", "beta", "omega", "doc_topics", "inference", "biterm_weight"),
    *("sweeps", "decay", "init"),
)


class Words:
    """A model of words, with or without biterms."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def begin(self, train: sparse.csr_matrix) -> sparse.csr_matrix:
        """What minibatches are taken from."""
        return train

    def learn(self, documents: Any) -> None:
        self.model.partial_fit(documents)

    def learn_all(self, documents: Any) -> None:
        self.model.fit(documents)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return np.asarray(self.model.transform(observed))

    @property
    def topics_(self) -> np.ndarray:
        return np.asarray(self.model.topics_)

    @property
    def used(self) -> np.ndarray:
        """The topics that count: all but those of HDP that nothing uses."""
        return np.asarray(self.model.in_use_)


class Unigram:
    """Word frequencies with one more count each: what is known without topics."""

    def __init__(self, n_words: int) -> None:
        self.counts, self.used = np.ones(n_words), np.array([True])

    def begin(self, train: sparse.csr_matrix) -> sparse.csr_matrix:
        return train

    def learn(self, documents: sparse.csr_matrix) -> None:
        self.counts += np.asarray(documents.sum(axis=0)).ravel()

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return np.ones((observed.shape[0], 1))

    @property
    def topics_(self) -> np.ndarray:
        return (self.counts / self.counts.sum())[None]


class Bag(Words):
    """A model of words on the features of the bag of biterms; its topics are converted."""

    def __init__(self, model: Any, threshold: int) -> None:
        super().__init__(model)
        self.bag = BagOfBiterms(threshold, n_threads=1)

    def begin(self, train: sparse.csr_matrix) -> sparse.csr_matrix:
        return self.bag.fit_transform(train)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return super().transform(self.bag.transform(observed))

    @property
    def topics_(self) -> np.ndarray:
        return self.bag.to_words(super().topics_)


def make(settings: Table, shape: tuple[int, int], eta: np.ndarray | None = None) -> Words | Unigram:
    """The model of a job for documents × words to come; `eta` is a prior from word vectors."""
    if settings["kind"] == "unigram":
        return Unigram(shape[1])
    own = {name: settings[name] for name in OWN if name in settings}
    own |= {"random_state": settings["seed"]} | ({} if eta is None else {"eta": eta})
    if settings["kind"] == "btm":
        return Words(BTM(settings["K"], **own))
    own |= {"biterms": settings["documents"] == "biterms", "n_threads": 1}
    own |= learning(settings, shape[0])
    model = (LDA if settings["kind"] == "lda" else HDP)(settings["K"], **own)
    return Bag(model, settings["threshold"]) if settings["documents"] == "bag" else Words(model)


def learning(settings: Table, total: int) -> Table:
    """The learner of a model and its minibatches; one without a learner has the first default."""
    match settings.get("learner"):
        case None:
            return {"learner": SVI()} if settings["kind"] == "lda" else {}
        case "annealed":
            return {"learner": Annealed()}
        case "svi":
            learner = SVI(settings["tau"], kappa=settings["kappa"], total_docs=total)
        case name:
            learner = {"svb": SVB, "kps": KPS}[name]()
    return {"learner": learner, "batch_size": settings["batch"]}
