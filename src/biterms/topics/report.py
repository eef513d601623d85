"""A fitted TopicModel as plain data for a report."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from biterms.errors import InputError
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.positions import positions
from biterms.topics.quality_table import Quality
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.reporting import TopicReporter
from biterms.topics.times import times_of
from biterms.topics.views import Topic, Word

#: words that the search of a report knows: the most frequent in the sample
SEARCHED = 50_000
#: topics that are listed for a word
TOPICS_OF_WORD = 5
WORDS, PAIRS, EXAMPLES = 20, 10, 5
#: topics on the map, the largest; finding places takes the square of their number
MAPPED = 500
SAMPLED = "LPP on a sample of the texts learnt from; give new texts for a fair one"


def report_data(
    model: TopicReporter,
    *,
    title: str = "Topics",
    quality: Evaluation | None = None,
    over_time: TopicsOverTime | None = None,
) -> ReportData:
    """Everything a report shows, at one moment of a model.

    Parameters
    ----------
    model : TopicModel
        A model that has learnt.
    title : str
        The title of the report.
    quality : Evaluation, optional
        What `TopicModel.evaluate` gave on new texts; None: the figures are those of the sample,
        which the model has learnt from.
    over_time : TopicsOverTime, optional
        What `TopicModel.topics_over_time` gave; None: counted over the sample, if it has times.

    Returns
    -------
    ReportData
    """
    with model._lock:
        found = _topics(model)
        order = [model.fitted.ids.index(topic.id) for topic in found]
        kept = bool(model.sample_.records)
        good = model.quality()
        each = {row.id: row for row in good}
        topics = [
            ReportTopic(
                topic,
                x,
                y,
                tuple(model.typical(topic.id, EXAMPLES) if kept else ()),
                each[topic.id],
            )
            for topic, (x, y) in zip(found, _places(model, order), strict=True)
        ]
        over_time = over_time or _over_time(model)
        figures = _coherence(good) | (_sampled(model) if quality is None else _figures(quality))
        made = _made(model, quality)
        if over_time is not None:
            made["over_time"] = over_time.counted()
        return ReportData(title, tuple(topics), figures, made, over_time, _search(model))


def _over_time(model: TopicReporter) -> TopicsOverTime | None:
    """Over the sample, if its texts have times."""
    try:
        return model.topics_over_time()
    except InputError:
        return None


def _topics(model: TopicReporter) -> list[Topic]:
    """The topics with the words of both rankings: a reader may switch between the two."""
    relevant = model.topics(WORDS, PAIRS, documents=True)
    probable = model.topics(WORDS, 0, by="probability")
    return [
        replace(one, words=_both(one, other)) for one, other in zip(relevant, probable, strict=True)
    ]


def _places(model: TopicReporter, order: list[int]) -> list[list[float]]:
    """Where the largest topics are on the map; the others have no place."""
    places, mapped = np.zeros((len(order), 2)), order[:MAPPED]
    places[:MAPPED] = positions(model.model_.topics_[mapped], model.model_.sizes_[mapped])
    rows: list[list[float]] = places.tolist()
    return rows


def _made(model: TopicReporter, quality: Evaluation | None) -> dict[str, str]:
    made = {name: str(value) for name, value in model.info().items()}
    column = times_of(model.fitted.provenance.facts)
    column.seconds([record.time for record in model.sample_.records])
    if column.given:
        made["times"] = column.lines()[0].removeprefix("times: ")
    notes = (SAMPLED,) if quality is None else ("measured on new texts", *quality.notes)
    made["quality"] = "; ".join(notes)
    return made


def _both(relevant: Topic, probable: Topic) -> tuple[Word, ...]:
    """The words that lead either list: a reader may switch between the two."""
    return tuple({word.word: word for word in (*relevant.words, *probable.words)}.values())


def _coherence(good: Quality) -> dict[str, float | str]:
    """Figures over all texts that were learnt from."""
    if good.npmi is None:
        return {"coherence": good.counted(), "junk": len(good.junk)}
    return {"coherence": good.npmi, "coherence_texts": good.npmi_texts, "junk": len(good.junk)}


def _sampled(model: TopicReporter) -> dict[str, float | str]:
    if not model.sampled_counts().nnz:
        return {}
    documents = model.sampled_documents()
    figures = _figures(evaluate(model.model_, documents, in_use=model.model_.in_use_))
    return {name: value for name, value in figures.items() if name != "npmi"}


def _figures(quality: Evaluation) -> dict[str, float | str]:
    named = ("n_docs", "lpp", "npmi", "diversity", "purity", "nmi")
    return {name: getattr(quality, name) for name in named if getattr(quality, name) is not None}


def _search(model: TopicReporter) -> dict[str, tuple[tuple[int, float], ...]]:
    """p(topic | word) of the most frequent words, the largest topics of each."""
    counts = model.sampled_word_counts()
    used = np.argsort(-counts, kind="stable")[:SEARCHED]
    names = model._look().names(used)
    shares = model.model_.word_topics(used) * model.model_.sizes_ * model.model_.in_use_
    shares /= shares.sum(axis=1, keepdims=True)
    most = min(TOPICS_OF_WORD, int(model.model_.in_use_.sum()))
    best, ids = np.argsort(-shares, axis=1, kind="stable")[:, :most], model.fitted.ids
    return {
        name: tuple((ids[k], float(row[k])) for k in top)
        for name, row, top in zip(names, shares, best.tolist(), strict=True)
    }
