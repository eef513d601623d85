"""A fitted TopicModel as plain data for a report."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from biterms.measures.evaluate import Evaluation, evaluate
from biterms.topics.positions import positions
from biterms.topics.prevalence import prevalence, seconds_of
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.topic_model import TopicModel
from biterms.topics.views import Topic, Word

#: words that the search of a report knows: the most frequent in the sample
SEARCHED = 50_000
#: topics that are listed for a word
TOPICS_OF_WORD = 5
WORDS, PAIRS, EXAMPLES = 20, 10, 5
#: topics on the map, the largest; finding places takes the square of their number
MAPPED = 500
SAMPLED = "measured on a sample of the texts learnt from; give new texts for a fair LPP"


def report_data(
    model: TopicModel, *, title: str = "Topics", quality: Evaluation | None = None
) -> ReportData:
    """Everything a report shows; ``quality`` is what `evaluate` gave on new texts.

    Without it the figures are those of the sample, which the model has learnt from.
    """
    found = [
        replace(relevant, words=_both(relevant, probable))
        for relevant, probable in zip(
            model.topics(WORDS, PAIRS, documents=True),
            model.topics(WORDS, 0, by="probability"),
            strict=True,
        )
    ]
    order = [model.ids_.index(topic.id) for topic in found]
    places = np.zeros((len(order), 2))
    mapped = order[:MAPPED]
    places[:MAPPED] = positions(model.model_.topics_[mapped], model.model_.sizes_[mapped])
    kept = bool(model.sample_.records)
    topics = [
        ReportTopic(
            topic, float(x), float(y), tuple(model.typical(topic.id, EXAMPLES) if kept else ())
        )
        for topic, (x, y) in zip(found, places, strict=True)
    ]
    times = [record.time for record in model.sample_.records]
    over_time = prevalence(times, model.mixtures()[:, order]) if kept else None
    made = {name: str(value) for name, value in model.info().items()}
    figures = _figures(quality) if quality is not None else _sampled(model)
    if unread := sum(time is not None and np.isnan(seconds_of(time)) for time in times):
        made["times"] = f"{unread:,} of {len(times):,} could not be read: expected ISO or seconds"
    notes = (SAMPLED,) if quality is None else ("measured on new texts", *quality.notes)
    made["quality"] = "; ".join(notes)
    return ReportData(title, tuple(topics), figures, made, over_time, _search(model))


def _both(relevant: Topic, probable: Topic) -> tuple[Word, ...]:
    """The words that lead either list: a reader may switch between the two."""
    return tuple({word.word: word for word in (*relevant.words, *probable.words)}.values())


def _sampled(model: TopicModel) -> dict[str, float | str]:
    if not model.sampled_counts().nnz:
        return {}
    documents = model.sampled_documents()
    return _figures(evaluate(model.model_, documents, counted=model.model_.in_use_))


def _figures(quality: Evaluation) -> dict[str, float | str]:
    named = ("n_docs", "lpp", "npmi", "diversity", "purity", "nmi")
    return {name: getattr(quality, name) for name in named if getattr(quality, name) is not None}


def _search(model: TopicModel) -> dict[str, tuple[tuple[int, float], ...]]:
    """p(topic | word) of the most frequent words, the largest topics of each."""
    words = model.words()
    counts = model.sampled_word_counts()
    used = np.argsort(-counts, kind="stable")[: min(SEARCHED, len(words))]
    shares = model.model_.word_topics(used) * model.model_.sizes_ * model.model_.in_use_
    shares /= shares.sum(axis=1, keepdims=True)
    most = min(TOPICS_OF_WORD, int(model.model_.in_use_.sum()))
    best = np.argsort(-shares, axis=1, kind="stable")[:, :most]
    return {
        words[v]: tuple((model.ids_[k], float(row[k])) for k in top)
        for v, row, top in zip(used.tolist(), shares, best.tolist(), strict=True)
    }
