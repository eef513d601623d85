"""Raw text to topics: each library with the preprocessing its documentation shows.

A way takes texts, the number of topics and a seed, and gives the words of the topics; all of it is
timed. Peers get the cheapest setting their documentation shows.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import bitermplus
import numpy as np
import tomotopy
from gensim.corpora import Dictionary
from gensim.models import LdaMulticore
from gensim.utils import simple_preprocess
from report import Section
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer
from timing import Options, Ratio, alternate, per_run
from tweet_sample import sample

from biterms import LDA, TopicModel

Way = Callable[[list[str], int, int], Any]
ONE, DEFAULT = "biterms, one pass", "biterms, default"
FEW = 20_000
SWEEPS = 100


def ours(texts: list[str], K: int, seed: int, passes: int | None = None) -> Any:
    model = TopicModel(LDA(K, passes=passes, random_state=seed)).fit(texts)
    return [topic.words for topic in model.topics()]


def ours_once(texts: list[str], K: int, seed: int) -> Any:
    return ours(texts, K, seed, passes=1)


def gensim(texts: list[str], K: int, seed: int, workers: int = 1) -> Any:
    """One pass, as by default; words in 20 texts and at most half of them, as in the tutorial."""
    documents = [simple_preprocess(text) for text in texts]
    words = Dictionary(documents)
    words.filter_extremes(no_below=min(20, len(texts) // 100), no_above=0.5)
    corpus = [words.doc2bow(document) for document in documents]
    model = LdaMulticore(corpus, K, id2word=words, workers=workers, random_state=seed)
    return model.show_topics(K, formatted=False)


def gensim_two(texts: list[str], K: int, seed: int) -> Any:
    return gensim(texts, K, seed, workers=2)


def scikit_learn(texts: list[str], K: int, seed: int) -> Any:
    """The example on topic extraction with its 1,000 words, but one pass instead of five."""
    counter = CountVectorizer(max_df=0.95, min_df=2, max_features=1000, stop_words="english")
    online = {"learning_method": "online", "learning_offset": 50.0, "max_iter": 1}
    model = LatentDirichletAllocation(K, random_state=seed, **online)
    model.fit(counter.fit_transform(texts))
    words = counter.get_feature_names_out()
    return [words[np.argsort(-row)[:10]] for row in model.components_]


def tomotopy_lda(texts: list[str], K: int, seed: int) -> Any:
    """The first example of its documentation: words between spaces, 100 sweeps, all cores."""
    model = tomotopy.LDAModel(k=K, seed=seed)
    for text in texts:
        model.add_doc(text.strip().split())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # several workers: not repeatable
        model.train(SWEEPS)
    return [model.get_topic_words(k, top_n=10) for k in range(K)]


def bitermplus_btm(texts: list[str], K: int, seed: int) -> Any:
    """On 20,000 texts only: it has one thread and keeps every biterm in a list."""
    few = texts[:FEW]
    X, words, _ = bitermplus.get_words_freqs(few, stop_words="english")
    biterms = bitermplus.get_biterms(bitermplus.get_vectorized_docs(few, words))
    model = bitermplus.BTM(X, words, seed=seed, T=K, M=20, alpha=50 / K, beta=0.01)
    model.fit(biterms, iterations=SWEEPS, verbose=False)
    return bitermplus.get_top_topic_words(model, 10)


WAYS: dict[str, Way] = {
    ONE: ours_once,
    DEFAULT: ours,
    "gensim LdaMulticore, 1 worker, 1 pass": gensim,
    "gensim LdaMulticore, 2 workers, 1 pass": gensim_two,
    "scikit-learn online LDA, 1,000 words, 1 pass": scikit_learn,
    f"tomotopy LDA, {SWEEPS} sweeps": tomotopy_lda,
    f"bitermplus BTM, {FEW:,} texts, {SWEEPS} sweeps": bitermplus_btm,
}


def measure(options: Options) -> Section:
    """Seconds of every way, in turn; the sample is read and in memory before."""
    texts = sample(options.tweets)

    def runner(way: Way, seed: int) -> float:
        begin = time.perf_counter()
        way(texts, options.K, seed)
        return time.perf_counter() - begin

    runners = {name: lambda seed, way=way: runner(way, seed) for name, way in WAYS.items()}
    seconds = alternate(runners, options.runs)
    rows = [
        [name, f"{median(times):.1f}", f"{median(times) / median(seconds[ONE]):.1f}"]
        for name, times in seconds.items()
    ]
    notes = [
        f"{len(texts):,} tweets drawn at random, K = {options.K}, on all cores; one after another",
        "one pass of scikit-learn and gensim: scikit-learn's example has 5, gensim's tutorial 20",
        "these times say nothing of quality: see the other table",
    ]
    head = ["library", "seconds", "times ours with one pass"]
    title = "raw text to topics, each library by its documentation"
    return Section(title, head, rows, _ratios(seconds), notes, {"seconds": seconds})


def _ratios(seconds: dict[str, list[float]]) -> list[Ratio]:
    peers = [times for name, times in seconds.items() if name not in (ONE, DEFAULT)]
    fastest = [min(times) for times in zip(*peers, strict=True)]
    return [
        Ratio(f"fastest peer / {ONE}", per_run(fastest, seconds[ONE]), 5.0),
        Ratio(f"fastest peer / {DEFAULT}", per_run(fastest, seconds[DEFAULT])),
    ]
