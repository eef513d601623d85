"""Tweets as an interface hands them out, escaped, give the topics of clean ones, to the bit."""

from __future__ import annotations

import gzip
import json
from html import escape
from itertools import islice
from pathlib import Path

from biterms import LDA, TopicModel
from tests.topics.bits import model_bits


def test_escaped_tweets_give_the_same_bits(data_dir: Path) -> None:
    with gzip.open(
        data_dir / "congress_tweets" / "congress_tweets.jsonl.gz", "rt", encoding="utf8"
    ) as f:
        clean = [json.loads(line)["text"] for line in islice(f, 20_000)]
    sent = [escape(text, quote=False) for text in clean]
    assert sum(a != b for a, b in zip(clean, sent, strict=True)) > 2000
    one, other = (
        TopicModel(LDA(20, passes=1, random_state=0)).fit(texts) for texts in (clean, sent)
    )
    assert model_bits(one.model_) == model_bits(other.model_)
    (settings, arrays), (others, theirs) = one.text_.to_fields(), other.text_.to_fields()
    assert settings == others
    assert {name: a.tobytes() for name, a in arrays.items()} == {
        name: a.tobytes() for name, a in theirs.items()
    }
    assert one.info()["data"] == other.info()["data"]
    assert [topic.label for topic in one.topics()] == [topic.label for topic in other.topics()]
    assert "amp" not in other.text_.vocabulary_
