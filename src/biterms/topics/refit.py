"""What another `fit` needs, in a model file: the settings of the model, and the guide.

Learning changes none of them, so they are written beside what has been learnt where they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from biterms.errors import InputError, StoreError
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.models.files import model_fields, model_from_fields
from biterms.models.stored_settings import settings_fields
from biterms.store import Fields
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides import Bound, Guide, SeedWords, Vectors, by_topic


@dataclass(frozen=True)
class MissingGuide:
    """In the place of a guide that a file does not hold: learning goes on, `fit` is refused."""

    what: str
    remedy: str
    state: Mapping[str, Any]

    def bind(self, text: Vectoriser, n_topics: int) -> Bound:
        """Not without it: the topics would be others."""
        raise InputError(
            f"this model began with {self.what}, which its file does not hold, and fit begins "
            f"anew: set model.guide = {self.remedy}, or model.guide = None to learn without"
        )

    def ready(self, bound: Bound | None) -> None:
        """What the model has from it is in the file."""

    def extend(self, bound: Bound, forms: Mapping[str, Mapping[str, int]]) -> Bound:
        """Words that join are as words that it does not know."""
        return bound


def settings_state(
    wanted: TopicEstimator, learnt: TopicEstimator
) -> tuple[dict[str, Any], dict[str, Array]] | None:
    """A model that has learnt nothing, or None where ``learnt`` has the same settings."""
    (numbers, arrays), (known, kept) = settings_fields(wanted), settings_fields(learnt)
    same = type(wanted) is type(learnt) and numbers == known and arrays.keys() == kept.keys()
    if same and all(np.array_equal(array, kept[name]) for name, array in arrays.items()):
        return None
    return model_fields(wanted)


def settings_from_state(
    kept: Fields, arrays: Mapping[str, Array], learnt: TopicEstimator
) -> TopicEstimator:
    """What `settings_state` gave."""
    if "fit" in kept.settings:
        return model_from_fields(kept.value("fit"), arrays)
    return type(learnt)(**learnt.get_params(deep=False))


def guide_state(guide: Guide | None) -> dict[str, Any] | None:
    """A guide for a model file: all seeds, but of word vectors, which are large, only settings."""
    match guide:
        case None:
            return None
        case MissingGuide():
            return dict(guide.state)
        case SeedWords():
            strength = None if guide.strength is None else float(guide.strength)
            state = {"kind": "seeds", "eta": float(guide.eta), "strength": strength}
            return state | {"words": [[k, words] for k, words in by_topic(guide.seeds).items()]}
        case Vectors():
            seed = None if guide.random_state is None else int(guide.random_state)
            state = {"kind": "vectors", "temperature": float(guide.temperature)}
            return state | {"random_state": seed}
    return {"kind": "other"}


def guide_from_state(kept: Fields) -> Guide | None:
    """What `guide_state` gave."""
    if kept.value("guide") is None:
        return None
    guide = kept.part("guide")
    kind = guide.text("kind")
    if kind not in GUIDE_KINDS:
        raise StoreError(
            f"its guide is of the kind {kind[:40]!r}, expected {', '.join(GUIDE_KINDS)}"
        )
    return GUIDE_KINDS[kind](guide)


def _seeds(kept: Fields) -> SeedWords:
    words = kept.value("words")
    for topic, of_topic in words:
        texts = isinstance(of_topic, list) and all(isinstance(word, str) for word in of_topic)
        if type(topic) is not int or not texts:
            raise StoreError("its guide has seeds that are no lists of words, one per topic")
    weak = kept.value("strength") is None
    strength = None if weak else kept.number("strength", 0, 1e30)
    seeds = cast("dict[int, list[str]]", dict(words))
    return SeedWords(seeds, kept.number("eta", 0, 1e30), strength)


def _vectors(kept: Fields) -> MissingGuide:
    free = kept.value("random_state") is None
    numbers = {
        "temperature": kept.number("temperature", 1e-30, 1e30),
        "random_state": None if free else kept.whole("random_state"),
    }
    call = ", ".join(["file", *(f"{name}={value!r}" for name, value in numbers.items())])
    return MissingGuide("word vectors", f"Vectors({call})", {"kind": "vectors"} | numbers)


def _other(kept: Fields) -> MissingGuide:
    return MissingGuide("a guide", "the same guide", {"kind": kept.text("kind")})


GUIDE_KINDS: dict[str, Callable[[Fields], Guide]] = {
    "seeds": _seeds,
    "vectors": _vectors,
    "other": _other,
}
