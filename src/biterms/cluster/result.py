"""The model that a run leads to, with its words, its sample and how it came about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from biterms.cluster.collecting import Collected
from biterms.cluster.counting import LARGEST, sampled
from biterms.cluster.jobs import Jobs
from biterms.cluster.layout import partitions
from biterms.models.estimator import TopicEstimator
from biterms.text.readers import Trouble
from biterms.topics.beginning import passes
from biterms.topics.dated import Dated
from biterms.topics.fitted import Fitted
from biterms.topics.guides import PriorInUse
from biterms.topics.handed_in import Beside
from biterms.topics.most_probable import most_probable
from biterms.topics.provenance import Provenance
from biterms.topics.sample import Sample
from biterms.topics.sample_parts import Part
from biterms.topics.top_counts import COUNTED, Counted, TopCounts

#: standard deviations by which more texts than needed are asked for
SAFE = 6.0


def sample_of(jobs: Jobs, collected: Collected, size: int) -> Sample:
    """A fair sample of all texts."""
    total = sum(collected.sizes)
    share = 1.0 if total <= size else (size + SAFE * size**0.5 + 1) / total
    limit = int(min(share, 1.0) * LARGEST)
    futures = [
        jobs.submit("sample", sampled, part, limit, some.offset)
        for part, some in zip(collected.counted, partitions(collected.sizes), strict=True)
    ]
    return Sample.of(size, total, Part.joined(jobs.every(futures)))


def fitted_of(
    model: TopicEstimator,
    collected: Collected,
    sample: Sample,
    prior: PriorInUse | None,
    facts: dict[str, Any],
) -> Fitted:
    """Everything that has been learnt."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    known = {"begun": now, "learnt": now, **passes(model), **facts}
    fitted = Fitted(
        model,
        collected.text,
        sample,
        Provenance(known),
        prior,
        tuple(range(model.posterior_.n_topics)),
        renewed_at=collected.text.n_docs_,
    )
    begun = TopCounts.begin(most_probable(model.posterior_, COUNTED), model.n_docs_)
    counts = begun.chosen(model.posterior_, fitted.sampled_documents())
    return replace(fitted, counted=Counted(counts))


def trouble_of(collected: Collected) -> Trouble:
    """What was wrong with the texts of all partitions."""
    total = Trouble()
    for each in collected.abouts:
        own = each.trouble
        total.kept += own.kept
        total.encodings.update(own.encodings)
        for kind, n in own.counts.items():
            first, *others = own.locations[kind]
            total.count(kind, first, n)
            for place in others:
                total.count(kind, place, 0)
    return total


def dated(sample: Sample, times: Any) -> tuple[Sample, Dated]:
    """The sample with ISO times, and what was understood of them."""
    moment = sample.documents
    given = _Handed(moment.texts, times)
    reading = Dated(given, Beside(), {})
    texts: list[Any] = list(reading.records(iter(moment.texts)))
    if times is not None:
        texts = times.records(texts)
    return Sample.of(sample.size, sample.seen, moment._replace(texts=texts)), reading


class _Handed(list[Any]):
    """Texts with a column that reads their times."""

    def __init__(self, texts: Iterable[Any], times: Any) -> None:
        super().__init__(texts)
        self.times = times
