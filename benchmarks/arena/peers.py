"""Other libraries, each with its settings of arena.toml; one thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import bitermplus
import numpy as np
import topica
from peer import Peer, normal
from samplers import Bitermplus
from scipy import sparse
from variational import ScikitLearn

from arena.data import Data, counts, sequences
from arena.fitted import Fitted, timed
from biterms.bags import InOrder
from paper import peer_models
from paper.job import Job

#: a topic of HDP counts from this share of the words on, as ours does
LEAST_SHARE = 0.005
Learn = Callable[[Job, Data], Fitted]


def by_peer(kind: type[Peer], view: Callable[[InOrder], Any] = counts) -> Learn:
    """A library behind the interface of the races; `view` is what it takes of documents."""

    def learn(job: Job, data: Data) -> Fitted:
        known = {field.name for field in fields(peer_models.Settings)}
        own = {name: value for name, value in job["options"].items() if name in known}
        settings = peer_models.Settings(**own | {"K": job["K"]})
        peer = kind(view(data.train), data.words, settings)
        peer.start(job["seed"])
        _, seconds = timed(lambda: peer.learn(job["options"]["passes"]))
        done = peer_models.Learnt(peer, seconds, LEAST_SHARE)
        used = None if done.used.all() else done.used
        return Fitted(done.topics_, seconds, lambda x: done.transform(view(x)), None, used)

    return learn


def sklearn_lda(job: Job, data: Data) -> Fitted:
    """scikit-learn takes no prior above 1."""
    options = job["options"]
    within = options | {name: min(1.0, options[name]) for name in ("alpha", "eta")}
    return by_peer(ScikitLearn)(Job(job.settings | {"options": within}), data)


class InWindows(Bitermplus):
    """bitermplus with the words in their order: its biterms are those of its own window of 15."""

    def __init__(self, documents: InOrder, words: list[str], settings: Any) -> None:
        Peer.__init__(self, counts(documents), words, settings)
        self.biterms = bitermplus.get_biterms(sequences(documents), as_array=True)

    def transform(self, observed: InOrder) -> np.ndarray:  # type: ignore[override]
        return normal(self.model.transform(sequences(observed), verbose=False))


def topica_corpus(documents: InOrder, words: list[str]) -> Any:
    """All documents over the same columns; none is lost, because none is empty."""
    named = [[words[i] for i in document] for document in sequences(documents)]
    return topica.Corpus.from_documents(named, vocabulary=words)


def topica_lda(job: Job, data: Data) -> Fitted:
    K, options = job["K"], job["options"]
    own = {"alpha_sum": options["alpha"] * K, "beta": options["eta"]}
    return _topica(topica.LDA(K, seed=job["seed"], **own), job, data)


def by_topica(kind: type) -> Learn:
    """BTM and GSDMM, whose priors are those of one topic."""

    def learn(job: Job, data: Data) -> Fitted:
        own = {"alpha": job["options"]["alpha"], "beta": job["options"]["eta"]}
        return _topica(kind(job["K"], seed=job["seed"], **own), job, data)

    return learn


def _topica(model: Any, job: Job, data: Data) -> Fitted:
    corpus, passes = topica_corpus(data.train, data.words), job["options"]["passes"]
    _, seconds = timed(lambda: model.fit(corpus, iters=passes, num_threads=1))
    clusters = getattr(model, "doc_cluster", None)

    def mixtures(documents: InOrder) -> np.ndarray:
        return normal(model.transform(topica_corpus(documents, data.words)))

    return Fitted(normal(model.topic_word), seconds, mixtures, clusters)


def nmf(job: Job, data: Data) -> Fitted:
    """Documents belong to the component with the largest weight."""
    from sklearn.decomposition import NMF

    options = job["options"]
    solver = "cd" if options["loss"] == "frobenius" else "mu"
    own = {"solver": solver, "beta_loss": options["loss"], "max_iter": options["passes"]}
    # Multiplicative updates never leave zero, so they begin from a start without zeros.
    start = "nndsvda" if solver == "mu" else "nndsvd"
    model = NMF(job["K"], init=start, random_state=job["seed"], **own)
    X = counts(data.train)
    X = tf_idf(X) if options["weights"] == "tf-idf" else X
    weights, seconds = timed(lambda: model.fit_transform(X))
    return Fitted(model.components_, seconds, None, weights.argmax(axis=1))


def svd_kmeans(job: Job, data: Data) -> Fitted:
    """k-means of tf-idf in a few dimensions; a cluster's words by their mean tf-idf."""
    from sklearn.cluster import KMeans
    from sklearn.decomposition import TruncatedSVD
    from sklearn.preprocessing import normalize

    X, options, seed = tf_idf(counts(data.train)), job["options"], job["seed"]

    def cluster() -> np.ndarray:
        rows = TruncatedSVD(options["components"], random_state=seed).fit_transform(X)
        means = KMeans(job["K"], n_init=options["passes"], random_state=seed)
        return np.asarray(means.fit_predict(normalize(rows)))

    clusters, seconds = timed(cluster)
    member = sparse.csr_matrix((np.ones(len(clusters)), (clusters, np.arange(len(clusters)))))
    return Fitted(normalize((member @ X).toarray(), norm="l1"), seconds, None, clusters)


def tf_idf(X: sparse.csr_matrix) -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    return TfidfTransformer(sublinear_tf=True).fit_transform(X)


KINDS: dict[str, Learn] = {name: by_peer(kind) for name, kind in peer_models.KINDS.items()} | {
    "sklearn_lda": sklearn_lda,
    "bitermplus": by_peer(InWindows, lambda documents: documents),
    "topica_lda": topica_lda,
    "topica_btm": by_topica(topica.BTM),
    "topica_gsdmm": by_topica(topica.GSDMM),
    "nmf": nmf,
    "svd_kmeans": svd_kmeans,
}
