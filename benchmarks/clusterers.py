"""What follows a stream and gives clusters, but predicts no words: TextClust and SensTopic."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import corpora
import numpy as np
from follower import STOP_WORDS, TOKEN, Follower
from river.cluster import TextClust
from river.feature_extraction import BagOfWords
from sklearn.feature_extraction.text import CountVectorizer


class River(Follower):
    """Micro-clusters of river's TextClust; its larger ones would be linked again for each text."""

    name = "river `TextClust`"
    settings = (
        {"auto_r": True, "fading_factor": 0.001},
        {"radius": 0.5, "fading_factor": 0.001},
        {"radius": 0.8, "fading_factor": 0.001},
    )
    piece = 100
    predicts = False

    def start(self) -> None:
        self.bags = BagOfWords(
            strip_accents=False, tokenizer_pattern=TOKEN, stop_words={*STOP_WORDS}
        )
        self.model = TextClust(real_time_fading=False, **self.setting)

    def learn(self, texts: list[str]) -> None:
        for text in texts:
            self.model.learn_one(self.bags.transform_one(text))

    def clusters(self, texts: list[str]) -> Any:
        found = (self.model.predict_one(self.bags.transform_one(text)) for text in texts)
        return np.array([-1 if one is None else one for one in found])

    def known(self, words: list[str]) -> Any:
        there = {word for micro in self.model.micro_clusters.values() for word in micro.tf}
        return np.array([word in there for word in words])


class Averaged:
    """Texts as means of GloVe vectors, which stand for an encoder that would be downloaded."""

    def __init__(self) -> None:
        words = corpora.lines("glove/glove.6B.100d.words.txt.gz")
        self.vectors = np.load(corpora.folder() / "glove/glove.6B.100d.f16.npz")["vectors"]
        self.places = {word: place for place, word in enumerate(words)}
        self.token = re.compile(TOKEN)

    def encode(self, texts: Any, **_: Any) -> Any:
        """A row for each text; zeros where no word is known."""
        found = np.zeros((len(texts), self.vectors.shape[1]), dtype=np.float32)
        for row, text in zip(found, texts, strict=True):
            words = self.token.findall(text.lower())
            known = [self.places[word] for word in words if word in self.places]
            if known:
                row[:] = self.vectors[known].mean(axis=0, dtype=np.float32)
        return found


class Sens(Follower):
    """turftopic's SensTopic, whose topics are merged with those of each new piece."""

    name = "turftopic `SensTopic`"
    settings = ({"merge_method": "asymmetric_mean"}, {"merge_method": "keep_first"})
    predicts = False

    @cached_property
    def encoder(self) -> Averaged:
        return Averaged()

    def start(self) -> None:
        from turftopic import SensTopic

        words = CountVectorizer(token_pattern=TOKEN, stop_words=STOP_WORDS, min_df=3)
        self.model = SensTopic(self.topics, encoder=self.encoder, vectorizer=words, random_state=0)

    def learn(self, texts: list[str]) -> None:
        self.model.partial_fit(
            texts,
            embeddings=self.encoder.encode(texts),
            n_new_components=self.topics,
            **self.setting,
        )

    def clusters(self, texts: list[str]) -> Any:
        rows = self.encoder.encode(texts)
        found = np.asarray(self.model.decomposition.transform(rows))
        return np.where(rows.any(axis=1), found.argmax(axis=1), -1)

    def known(self, words: list[str]) -> Any:
        return np.array([word in self.encoder.places for word in words])
