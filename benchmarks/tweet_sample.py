"""A sample of the Congress tweets: as texts, and as counts by our own text pipeline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import corpora
import numpy as np

from biterms import Vectoriser
from biterms.measures.lpp import split

TWEETS = "congress_tweets/congress_tweets.jsonl.gz"


@cache
def sample(size: int, seed: int = 0) -> list[str]:
    """Drawn without replacement, in random order."""
    texts = corpora.texts(TWEETS)
    chosen = np.random.default_rng(seed).permutation(len(texts))[:size]
    return [texts[i] for i in chosen]


@dataclass(frozen=True)
class Tokens:
    """Training documents, the two parts of the test documents, and the words of the columns."""

    train: Any
    observed: Any
    held: Any
    words: list[str]


@cache
def tokens(size: int) -> Tokens:
    """Words are those of the training documents; the last tenth of the sample is the test."""
    texts = sample(size)
    cut = size - size // 10
    text = Vectoriser()
    train = text.fit_transform(texts[:cut]).astype(np.float64)
    train = train[np.diff(train.indptr) > 0]
    observed, held, _ = split(text.transform(texts[cut:]).astype(np.float64))
    return Tokens(train, observed, held, list(text.vocabulary_))
