"""Other detectors for `detection.py`: first stories by nearest neighbours, online BTM, TextClust.

Each finds groups of documents that are new. A group is an alarm when it has so many documents of
the last twelve hours; this number is chosen on the crises for development.
"""

from __future__ import annotations

from collections import defaultdict, deque

import numpy as np
from detection_streams import HOUR, Stream
from scipy import sparse

from biterms import BTM, Vectoriser

#: hours within which the documents of a group count, and in which it must have begun
SPAN, NEW = 12 * HOUR, 24 * HOUR
#: documents within which the nearest neighbour is looked for
WINDOW = 12_000
#: the largest number of documents that is tried for a group
MOST = 40


def counted(stream: Stream) -> tuple[sparse.csr_array, list[str]]:
    """Documents by their words, as our own detector reads them."""
    text = Vectoriser(min_df=2)
    return sparse.csr_array((text.fit_transform(stream.texts) > 0).astype(np.float32)), [
        *text.get_feature_names_out()
    ]


class Groups:
    """Groups of documents, and when each first had so many of late."""

    def __init__(self, stream: Stream) -> None:
        self._times, self._truth = stream.times, stream.truth
        self._late: defaultdict[int, deque[int]] = defaultdict(deque)
        self._begun: dict[int, float] = {}
        self._most: defaultdict[int, int] = defaultdict(int)
        #: by number of documents: when, and the documents
        self.alarms: defaultdict[int, list[tuple[float, list[int]]]] = defaultdict(list)

    def add(self, document: int, group: int) -> None:
        """A document joins a group."""
        now, late = float(self._times[document]), self._late[group]
        if now - self._begun.setdefault(group, now) > NEW:
            return
        late.append(document)
        while now - self._times[late[0]] > SPAN:
            late.popleft()
        if len(late) > self._most[group]:
            self._most[group] = len(late)
            self.alarms[len(late)].append((now, [*late]))


def first_stories(stream: Stream, least: float) -> Groups:
    """A document joins the thread of its nearest neighbour by tf-idf, or begins a new one.

    Weights are of the documents so far; neighbours are those of the last day.
    """
    X, _ = counted(stream)
    groups, n = Groups(stream), X.shape[0]
    seen, thread = np.zeros(X.shape[1]), np.arange(n)
    for begin in range(0, n, 500):
        end = min(n, begin + 500)
        seen += X[begin:end].sum(axis=0)
        idf = np.log((end + 1.0) / (seen + 0.5))
        first = max(0, begin - WINDOW)
        near = _normed(X[first:end], idf)
        found = sparse.csr_array(near[begin - first :] @ near.T)
        for i in range(end - begin):
            row = slice(found.indptr[i], found.indptr[i + 1])
            earlier = found.indices[row] < begin - first + i
            if earlier.any():
                value = np.where(earlier, found.data[row], 0.0)
                best = int(value.argmax())
                if value[best] >= least:
                    thread[begin + i] = thread[first + found.indices[row][best]]
            groups.add(begin + i, int(thread[begin + i]))
    return groups


def _normed(X: sparse.csr_array, idf: np.ndarray) -> sparse.csr_array:
    """Rows of length 1; words of over a twentieth of the documents are left out, as in an index."""
    data = idf[X.indices] * (idf[X.indices] > np.log(20.0))
    some = sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)
    lengths = np.sqrt(some.multiply(some).sum(axis=1))
    return sparse.csr_array(sparse.diags_array(1.0 / np.maximum(lengths, 1e-9)) @ some)


def text_clusters(stream: Stream) -> Groups:
    """river's TextClust; a document is in the micro-cluster that it has changed."""
    from river.cluster import TextClust

    X, words = counted(stream)
    model = TextClust(radius=0.5, real_time_fading=False, auto_merge=False)
    groups = Groups(stream)
    for i in range(X.shape[0]):
        own = X.indices[X.indptr[i] : X.indptr[i + 1]].tolist()
        if not own:
            continue
        model.learn_one({words[word]: 1 for word in own})
        now = model.t
        for key, cluster in model.micro_clusters.items():
            if cluster.time == now and cluster.n > 0 and cluster.weight >= 1:
                groups.add(i, key)
                break
    return groups


def online_topics(stream: Stream, n_topics: int = 30) -> list[tuple[float, float, list[int]]]:
    """Online BTM: topics of each six hours; new ones are unlike all topics of the day before.

    Gives when, how new the topic is, and its documents.
    """
    X, _ = counted(stream)
    window, before, found = 3000, deque[np.ndarray](maxlen=4), []
    for begin in range(0, X.shape[0] - window + 1, window):
        part = X[begin : begin + window].astype(np.int64)
        model = BTM(n_topics, random_state=0, sweeps=60).fit(part)
        topics = np.asarray(model.topics_)
        unit = topics / np.linalg.norm(topics, axis=1, keepdims=True)
        if len(before) == before.maxlen:
            like = (unit @ np.concatenate(before).T).max(axis=1)
            theta = np.asarray(model.transform(part))
            for k in np.argsort(like).tolist():
                own = np.argsort(-theta[:, k])[:10]
                when = float(stream.times[begin + window - 1])
                found.append((when, float(1 - like[k]), (begin + own).tolist()))
        before.append(unit)
    return found
