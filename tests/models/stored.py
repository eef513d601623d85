"""A model through a file and back, in memory."""

from __future__ import annotations

import copy
import json
from typing import Any

from biterms.models.estimator import TopicEstimator
from biterms.models.files import model_fields, model_from_fields

Stored = tuple[dict[str, Any], dict[str, Any]]


def stored(model: TopicEstimator) -> Stored:
    """Settings as JSON gives them back, and arrays of their own."""
    settings, arrays = model_fields(model)
    return json.loads(json.dumps(settings)), copy.deepcopy(arrays)


def again(model: TopicEstimator) -> Any:
    return model_from_fields(*stored(model))


def changed(kept: Stored, place: str, value: Any) -> Stored:
    """With another value at a dotted place of the settings."""
    settings, arrays = copy.deepcopy(kept)
    *path, name = place.split(".")
    part = settings
    for step in path:
        part = part[step]
    part[name] = value
    return settings, arrays
