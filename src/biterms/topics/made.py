"""How a model was made, for its file, for `info` and for reports."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

from biterms.bags.with_pairs import WithPairs
from biterms.measures.split import canonical
from biterms.models.estimator import TopicEstimator
from biterms.models.state import arithmetic_note, provenance
from biterms.text.vectoriser import Vectoriser

#: what may have changed since the model was saved
NOW = ("n_topics", "n_words", "n_docs", "n_steps")


def made_from(counts: Any, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """When, and a hash of what was learnt from, chained to that before."""
    X = canonical(counts)
    digest = blake2b(str((before or {}).get("data", "")).encode(), digest_size=16)
    order = counts.arrays() if isinstance(counts, WithPairs) else ()
    for part in (X.indptr, X.indices, X.data, *order):
        digest.update(part.tobytes())
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"begun": (before or {}).get("begun", now), "learnt": now, "data": digest.hexdigest()}


def about(
    model: TopicEstimator, text: Vectoriser | None, made: Mapping[str, Any]
) -> dict[str, Any]:
    """One flat table of what `made` says and of the settings that are not the defaults."""
    found = {**made, **{k: v for k, v in provenance(model).items() if k not in made}}
    found |= {name: provenance(model)[name] for name in NOW}
    found["settings"] = " ".join(repr(model).split())
    found["text"] = "counts were given" if text is None else " ".join(repr(text).split())
    if note := arithmetic_note(found):
        found["note"] = note
    return found
