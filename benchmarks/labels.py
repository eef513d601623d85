"""Labels of topics of four collections, beside those that c-TF-IDF gives to the same clusters.

python benchmarks/labels.py            prints figures, and writes the lists into docs/labels.md

Each collection is fitted with the default model. A cluster is the texts whose main topic is the
same. c-TF-IDF is what BERTopic names its topics by: the four best words of a cluster by
tf log(1 + A / f), where tf is the share of a word among those of the cluster, f how often all
clusters have it, and A the mean number of words of a cluster, rounded down. Its words are those of
scikit-learn's CountVectorizer with English stop words, as BERTopic's documentation advises.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import corpora
import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from biterms import LDA, TopicModel
from biterms.kernels import Array

#: file, number of topics, and texts drawn from it (None: all)
SETS: dict[str, tuple[str, int, int | None]] = {
    "congress_tweets": ("congress_tweets/congress_tweets.jsonl.gz", 60, 40_000),
    "abc_headlines": ("abc_headlines/abc_headlines.jsonl.gz", 50, None),
    "stackoverflow": ("stackoverflow/stackoverflow_titles.jsonl.gz", 50, None),
    "tmn": ("tmn/tmn_titles.jsonl.gz", 50, None),
}
PAGE = corpora.ROOT / "docs" / "labels.md"
BEGIN, END = "<!-- lists: python benchmarks/labels.py -->", "<!-- end of lists -->"
WORDS = 4


class Row(NamedTuple):
    """One topic: its two most probable words, its label, and that of c-TF-IDF.

    ``holds_top`` says whether one of the two words is in the label, in whatever form.
    """

    size: float
    top: list[str]
    label: str
    peer: str
    holds_top: bool


def holds_top(label: str, top: list[str], key: Callable[[str], str | None]) -> bool:
    """Whether one of some words is in a label: "state" is in "united states"."""
    return not {*map(key, label.replace(",", " ").split())}.isdisjoint(map(key, top))


def ctfidf(counts: sparse.csr_matrix) -> Array:
    """Scores of words in clusters, from counts of words by cluster."""
    X = np.asarray(counts.todense(), dtype=np.float64)
    tf = X / np.maximum(X.sum(axis=1, keepdims=True), 1)
    A = int(X.sum(axis=1).mean())
    return np.asarray(tf * np.log(1 + A / np.maximum(X.sum(axis=0), 1)))


def peer_labels(texts: list[str], clusters: Array, n_clusters: int) -> list[str]:
    """The label of each cluster by c-TF-IDF."""
    words = CountVectorizer(stop_words="english")
    counts = words.fit_transform(texts)
    ones = np.ones(len(texts))
    sums = sparse.csr_matrix((ones, (clusters, np.arange(len(texts)))), (n_clusters, len(texts)))
    names = words.get_feature_names_out()
    return [
        "_".join(names[i] for i in np.argsort(-row, kind="stable")[:WORDS] if row[i] > 0)
        for row in ctfidf(sums @ counts)
    ]


def rows(name: str) -> list[Row]:
    path, n_topics, n = SETS[name]
    texts = corpora.texts(path)
    if n is not None:
        texts = random.Random(0).sample(texts, n)
    model = TopicModel(LDA(n_topics, random_state=0)).fit(texts)
    peers = peer_labels(texts, model.transform(texts).argmax(axis=1), n_topics)
    columns = {k: at for at, k in enumerate(model.ids_)}
    found = []
    for topic in model.topics(2, by="probability"):
        top = [word.word for word in topic.words]
        there = holds_top(topic.label, top, model.text_.key)
        found.append(Row(topic.size, top, topic.label, peers[columns[topic.id]], there))
    return found


def figures(name: str, found: list[Row]) -> str:
    top = sum(row.holds_top for row in found) / len(found)
    unique = len({row.label for row in found}) / len(found)
    return f"| {name} | {len(found)} | {top:.0%} | {unique:.0%} |"


def page(lists: dict[str, list[Row]]) -> Iterator[str]:
    """The lists as Markdown."""
    yield "| collection | topics | has one of the two most probable words | different labels |"
    yield "|---|---|---|---|"
    for name, found in lists.items():
        yield figures(name, found)
    for name, found in lists.items():
        yield f"\n### {name}\n\n| size | label | c-TF-IDF | most probable words |"
        yield "|---|---|---|---|"
        for row in found:
            yield f"| {row.size:.1%} | {row.label} | {row.peer} | {', '.join(row.top)} |"


def main() -> None:
    lists = {}
    for name in SETS:
        lists[name] = rows(name)
        print(figures(name, lists[name]), flush=True)
    before, _, rest = PAGE.read_text(encoding="utf8").partition(BEGIN)
    _, _, after = rest.partition(END)
    text = "\n".join(page(lists))
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf8")
    print(f"written to {PAGE}")


if __name__ == "__main__":
    main()
