"""Everything a model has learnt, as its file would hold it, so that two can be compared."""

from __future__ import annotations

from typing import Any

from biterms import TopicModel
from biterms.models.estimator import TopicEstimator
from biterms.models.files import model_fields
from biterms.topics.files import fields_of

Bits = tuple[dict[str, Any], dict[str, Any]]


def bits(model: TopicModel) -> Bits:
    """All of a model but the times of day and the name of its posterior."""
    settings, arrays = fields_of(model)
    made = settings["provenance"]
    settings["provenance"] = {key: made[key] for key in made if key not in ("begun", "learnt")}
    return _bits(settings, settings["model"], arrays)


def model_bits(model: TopicEstimator) -> Bits:
    """What the model over counts has learnt, without its settings."""
    settings, arrays = model_fields(model)
    learnt = {name: array for name, array in arrays.items() if name.startswith("state.")}
    return _bits({"state": settings["state"]}, settings, learnt)


def _bits(settings: dict[str, Any], model: dict[str, Any], arrays: dict[str, Any]) -> Bits:
    model["state"]["posterior"].pop("lineage")
    return settings, {name: (a.dtype.str, a.shape, a.tobytes()) for name, a in arrays.items()}
