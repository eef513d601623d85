"""Topic models that follow a stream: ours, scikit-learn's, gensim's and river's."""

from __future__ import annotations

from typing import Any

import numpy as np
from follower import STOP_WORDS, TOKEN, Follower, leading, rows
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from river.feature_extraction import BagOfWords
from river.preprocessing import LDA as RiverLDA
from scipy import sparse
from sklearn.decomposition import LatentDirichletAllocation

from biterms import LDA, TopicModel, Vectoriser


class Ours(Follower):
    """`TopicModel.update` with its defaults, on words as they are: the others do not stem."""

    name = "biterms `update`"

    def start(self) -> None:
        text = Vectoriser(language=None, stop_words=STOP_WORDS)
        self.model = TopicModel(LDA(self.topics, random_state=0, n_threads=1), text=text)

    def learn(self, texts: list[str]) -> None:
        self.model.update(texts)

    def clusters(self, texts: list[str]) -> Any:
        return leading(self.model.counts(texts), self.model.transform(texts))

    def known(self, words: list[str]) -> Any:
        there = self.model.text_.vocabulary_
        return np.array([word in there for word in words])

    def _places(self) -> Any:
        """The column of each fixed word; -1 as long as it has none."""
        there = self.model.text_.vocabulary_
        return np.array([there.get(word, -1) for word in self.words])

    def beta(self) -> Any:
        table, places = self.model.model_.posterior_.table, self._places()
        lam = np.full((self.topics, len(places)), table.prior * float(table.eta[0, 0]))
        known = np.flatnonzero(places >= 0)
        lam[:, known] = table.rows(places[known].astype(np.int32)).T
        return lam / table.sums()[:, None]

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        places, table = self._places(), counts.tocoo()
        known = places[table.col] >= 0
        cells = table.data[known], (table.row[known], places[table.col[known]])
        own = sparse.csr_matrix(cells, shape=(counts.shape[0], self.model.text_.n_words_))
        return self.model.model_.transform(own)


class ScikitLearn(Follower):
    """`partial_fit`; it is told how many texts there will be."""

    name = "scikit-learn `partial_fit`"
    settings = (
        {},
        {"doc_topic_prior": 0.1, "topic_word_prior": 0.1},
        {"doc_topic_prior": 1.0, "topic_word_prior": 0.1},
    )

    def start(self) -> None:
        self.model = LatentDirichletAllocation(
            self.topics, total_samples=self.documents, random_state=0, **self.setting
        )

    def learn(self, texts: list[str]) -> None:
        self.model.partial_fit(self.fixed.transform(texts))

    def clusters(self, texts: list[str]) -> Any:
        counts = self.fixed.transform(texts)
        return leading(counts, self.mixtures(counts))

    def beta(self) -> Any:
        return rows(self.model.components_)

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        return self.model.transform(counts)


class Gensim(Follower):
    """`LdaModel.update`; a Dictionary could grow, the model cannot."""

    name = "gensim `update`"
    settings = (
        {},
        {"alpha": 0.1, "eta": 0.1, "chunksize": 250},
        {"alpha": 1.0, "eta": 0.1, "chunksize": 250},
    )

    def start(self) -> None:
        self.dictionary = Dictionary([self.words])
        self.model = LdaModel(
            id2word=self.dictionary, num_topics=self.topics, random_state=0, **self.setting
        )
        # the number that the dictionary gave to each fixed word
        self.numbers = np.array([self.dictionary.token2id[word] for word in self.words])
        self.cut = self.fixed.build_analyzer()

    def _bags(self, texts: list[str]) -> list[Any]:
        return [self.dictionary.doc2bow(self.cut(text)) for text in texts]

    def learn(self, texts: list[str]) -> None:
        self.model.update(self._bags(texts))

    def clusters(self, texts: list[str]) -> Any:
        bags = self._bags(texts)
        gamma, _ = self.model.inference(bags)
        return np.where([bool(bag) for bag in bags], gamma.argmax(axis=1), -1)

    def beta(self) -> Any:
        return np.asarray(self.model.get_topics(), dtype=np.float64)[:, self.numbers]

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        ends = zip(counts.indptr[:-1], counts.indptr[1:], strict=True)
        bags = [
            [*zip(self.numbers[counts.indices[a:b]].tolist(), counts.data[a:b], strict=True)]
            for a, b in ends
        ]
        return rows(self.model.inference(bags)[0].astype(np.float64))


class River(Follower):
    """river's LDA with infinite vocabulary; one text at a time, so with fewer topics."""

    name = "river `LDA`"
    settings = ({"n_components": 10}, {"n_components": 10, "alpha_theta": 0.1})
    piece = 100

    def start(self) -> None:
        self.bags = BagOfWords(
            strip_accents=False, tokenizer_pattern=TOKEN, stop_words={*STOP_WORDS}
        )
        self.model = RiverLDA(
            number_of_documents=self.documents,
            maximum_size_vocabulary=len(self.words),
            seed=0,
            **self.setting,
        )

    def learn(self, texts: list[str]) -> None:
        for text in texts:
            self.model.learn_one(self.bags.transform_one(text))

    def _shares(self, bags: list[dict[str, int]]) -> Any:
        found = [[*self.model.transform_one(bag).values()] for bag in bags]
        return rows(np.array(found))

    def clusters(self, texts: list[str]) -> Any:
        bags = [self.bags.transform_one(text) for text in texts]
        return np.where([bool(bag) for bag in bags], self._shares(bags).argmax(axis=1), -1)

    def known(self, words: list[str]) -> Any:
        return np.array([word in self.model.word_to_index for word in words])

    def beta(self) -> Any:
        """Means of the sticks; what is left is shared by the words that it does not know."""
        numbers = [self.model.word_to_index.get(word, -1) for word in self.words]
        places = np.where(np.array(numbers) < self.model.truncation_size, numbers, -1)
        found = []
        for k in range(self.model.n_components):
            stick = self.model.nu_1[k] / (self.model.nu_1[k] + self.model.nu_2[k])
            left = np.cumprod(1 - stick)
            p = stick * np.append(1.0, left[:-1])
            rest = max(left[-1], 1e-12) / max(1, np.count_nonzero(places < 0))
            found.append(np.where(places < 0, rest, p[places]))
        return np.array(found)

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        ends = zip(counts.indptr[:-1], counts.indptr[1:], strict=True)
        return self._shares(
            [{self.words[i]: 1 for i in counts.indices[a:b].tolist()} for a, b in ends]
        )
