"""Measuring a model on files, on a random sample where they have very many texts."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from biterms.topics.sample import Sample
from biterms.topics.top_counts import TOP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from biterms.cli.source import TextFiles
    from biterms.measures.evaluate import Evaluation
    from biterms.text.readers import Record
    from biterms.topics import TopicModel

#: The largest number of texts that are measured.
MOST = 100_000


def measured(
    model: TopicModel,
    source: TextFiles,
    *,
    labels: bool,
    reference: TextFiles | None = None,
    window: int | None = None,
    top: int = 10,
) -> Evaluation:
    """Call `TopicModel.evaluate` on the texts of files; notes say what was sampled."""
    records, note = sampled(source, "texts")
    counted: Iterable[Record] | None = reference
    more = ""
    if reference is not None and window is None:  # windows are counted text by text
        counted, more = sampled(reference, "reference texts")
    found = model.evaluate(
        records,
        [record.label for record in records] if labels else None,
        reference=counted,
        window=window,
        top=top,
    )
    same = top == TOP and reference is None and window is None
    notes = (over_all(model, found) if same else "", note, more)
    return replace(found, notes=(*found.notes, *filter(None, notes)))


def over_all(model: TopicModel, found: Evaluation) -> str:
    """Say what NPMI is over the texts learnt from, if these are more: few texts make it lower."""
    quality = model.quality()
    if quality.npmi is None or quality.npmi_texts <= found.n_docs:
        return ""
    return (
        f"NPMI over these {found.n_docs:,} texts only; few texts make it lower: {quality.counted()}"
    )


def sampled(source: TextFiles, what: str) -> tuple[list[Record], str]:
    """Return all records, or a random sample of them and a note that says so."""
    sample = Sample(MOST)
    deque(sample.watch(source), maxlen=0)
    if sample.seen <= MOST:
        return sample.records, ""
    return sample.records, f"measured on a fair sample: {MOST:,} of {sample.seen:,} {what}"
