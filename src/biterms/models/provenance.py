"""Where a model comes from: versions, seed, instruction set, and what it has learnt from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biterms import kernels
from biterms.models.estimator import TopicEstimator
from biterms.version import __version__


def provenance(model: TopicEstimator) -> dict[str, Any]:
    """How a model came about, for its file; who knows the data adds their hash."""
    seed, fitted = model.random_state, hasattr(model, "state_")  # type: ignore[attr-defined]
    return {
        "biterms": __version__,
        "numpy": np.__version__,
        "instruction_set": kernels.isa(),
        "model": type(model).__name__,
        "seed": int(seed) if isinstance(seed, int | np.integer) else None,
        "n_topics": int(model.in_use_.sum()) if fitted else model.topics_at_start,
        "n_words": model.n_features_in_ if fitted else 0,
        "n_docs": model.n_docs_ if fitted else 0,
        "n_steps": model.n_steps_ if fitted else 0,
    }


def arithmetic_note(made: Mapping[str, Any]) -> str | None:
    """What to say of a model whose `provenance` is from another instruction set, or None."""
    there, here = made.get("instruction_set"), kernels.isa()
    if there == here:
        return None
    return (
        f"made with the instruction set {there}, used with {here}: results agree to rounding, "
        "not to the bit"
    )
