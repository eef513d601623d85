"""A fitted TopicModel as plain data for a report."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.settings import check_whole
from biterms.topics.changes import MOST_PERIODS
from biterms.topics.document_map import Ground
from biterms.topics.grouping import Given
from biterms.topics.handed_in import Beside
from biterms.topics.headline import headline
from biterms.topics.hierarchy import hierarchy_of
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.periods import Freq
from biterms.topics.positions import hellinger, positions
from biterms.topics.quality_table import Quality
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.reporting import TopicReporter
from biterms.topics.survey import Survey, survey
from biterms.topics.themes import Theme, themes_of
from biterms.topics.times import times_of
from biterms.topics.views import Topic, Word

#: words that the search of a report knows: the most frequent in the sample
SEARCHED = 50_000
#: topics that are listed for a word
TOPICS_OF_WORD = 5
WORDS, PAIRS, EXAMPLES = 20, 10, 5
#: topics on the map, the largest; finding places takes the square of their number
MAPPED = 500
#: topics that are named beside one whose words are like theirs
RELATIVES = 4
SAMPLED = "LPP on a sample of the texts learnt from; give new texts for a fair one"


def report_data(
    model: TopicReporter,
    *,
    title: str = "Topics",
    quality: Evaluation | None = None,
    over_time: TopicsOverTime | None = None,
    given: Given | None = None,
    freq: Freq = "auto",
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
        What `TopicModel.topics_over_time` gave; None: counted over the given texts or the sample,
        if they have times.
    given : Given, optional
        Texts that periods, classes and points are counted over; None: the sample.
    freq : {"auto", "hour", "day", "week", "month", "quarter", "year"}
        Length of the periods.

    Returns
    -------
    ReportData
    """
    with model._lock:
        found = _topics(model)
        order = [model.fitted.ids.index(topic.id) for topic in found]
        mapped, kept = _mapped(model, order), bool(model.sample_.records)
        themes = themes_of(hierarchy_of(model._look()))
        if given is None and kept:
            given = model._given(None, Beside())
        seen = None if given is None else _survey(given, found, mapped, freq, over_time)
        over_time = seen.over_time if seen else over_time
        good = model.quality()
        each = {row.id: row for row in good}
        topics = [
            ReportTopic(
                topic,
                *_place(mapped, at),
                tuple(model.typical(topic.id, EXAMPLES) if kept else ()),
                each[topic.id],
                tuple(found[near].id for near in mapped.relatives[at]),
            )
            for at, topic in enumerate(found)
        ]
        figures = _coherence(good) | (_sampled(model) if quality is None else _figures(quality))
        return ReportData(
            title,
            tuple(topics),
            figures,
            _made(model, quality, seen, over_time),
            over_time,
            _search(model),
            _headline(model, seen, themes, over_time),
            themes,
            seen.classes if seen else None,
            seen.documents if seen else None,
        )


def mapped_topics(model: TopicReporter, n: int) -> tuple[list[Topic], Array]:
    """The n largest topics and their places on a map of their own."""
    check_whole("n", n)
    found = list(model.topics())[: min(n, MAPPED)]
    order = [model.fitted.ids.index(topic.id) for topic in found]
    return found, _mapped(model, order).places


def survey_of(model: TopicReporter, given: Given) -> Survey:
    """What a report counts of texts."""
    found = list(model.topics(1, 0))
    order = [model.fitted.ids.index(topic.id) for topic in found]
    return _survey(given, found, _mapped(model, order), "auto", None)


def _survey(
    given: Given,
    found: list[Topic],
    mapped: _Mapped,
    freq: Freq,
    over_time: TopicsOverTime | None,
) -> Survey:
    """Count the texts, on the ground of the map."""
    shown = found[:MAPPED]
    columns = np.array([given.names.ids.index(topic.id) for topic in shown])
    sizes = np.array([topic.size for topic in shown])
    ground = Ground.of(columns, mapped.places[:MAPPED], sizes)
    return survey(given, ground, freq=freq, course=over_time)


def _headline(
    model: TopicReporter,
    seen: Survey | None,
    themes: tuple[Theme, ...],
    over_time: TopicsOverTime | None,
) -> tuple[str, ...]:
    few = over_time is not None and len(over_time.periods) <= MOST_PERIODS
    changes = over_time.changes() if over_time is not None and few else ()
    n_texts = seen.n_texts if seen else int(model.model_.n_docs_)
    return headline(n_texts, seen.span if seen else None, themes, changes)


def _topics(model: TopicReporter) -> list[Topic]:
    """The topics with the words of both rankings: a reader may switch between the two."""
    relevant = model.topics(WORDS, PAIRS, documents=True)
    probable = model.topics(WORDS, 0, by="probability")
    return [
        replace(one, words=_both(one, other)) for one, other in zip(relevant, probable, strict=True)
    ]


class _Mapped(NamedTuple):
    """Where topics are on the map, and which are nearest to each in their words."""

    places: Array
    relatives: list[list[int]]


def _mapped(model: TopicReporter, order: list[int]) -> _Mapped:
    """Places of the largest topics; the others have none, and no relatives."""
    places, mapped = np.zeros((len(order), 2)), order[:MAPPED]
    topics, sizes = model.model_.topics_[mapped], model.model_.sizes_[mapped]
    places[:MAPPED] = positions(topics, sizes)
    distances = hellinger(np.asarray(topics, dtype=np.float64))
    np.fill_diagonal(distances, np.inf)
    near = np.argsort(distances, axis=1, kind="stable")[:, : min(RELATIVES, len(mapped) - 1)]
    return _Mapped(places, near.tolist() + [[] for _ in order[MAPPED:]])


def _place(mapped: _Mapped, at: int) -> tuple[float, float]:
    return float(mapped.places[at, 0]), float(mapped.places[at, 1])


def _made(
    model: TopicReporter,
    quality: Evaluation | None,
    seen: Survey | None,
    over_time: TopicsOverTime | None,
) -> dict[str, str]:
    made = {name: str(value) for name, value in model.info().items()}
    column = times_of(model.fitted.provenance.facts)
    column.seconds([record.time for record in model.sample_.records])
    if column.given:
        made["times"] = column.lines()[0].removeprefix("times: ")
    notes = (SAMPLED,) if quality is None else ("measured on new texts", *quality.notes)
    made["quality"] = "; ".join(notes)
    if over_time is not None:
        made["over_time"] = over_time.counted()
    if seen is not None and seen.classes is not None:
        made["classes"] = seen.classes.counted()
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
