"""Topics of massive, dynamic collections of short texts: bag of biterms modelling."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from biterms.version import __version__

if TYPE_CHECKING:
    from biterms.bags import BagOfBigrams, BagOfBiterms, InOrder, Paired
    from biterms.errors import (
        BitermsError,
        BusyError,
        InputError,
        SettingError,
        StopLearning,
        StoreError,
    )
    from biterms.learning import KPS, SVB, SVI, Annealed, BatchVB
    from biterms.models import BTM, HDP, LDA, OnBag
    from biterms.text import Vectoriser, sample_headlines
    from biterms.topics import (
        Change,
        Changes,
        SeedWords,
        TopicModel,
        TopicsOverTime,
        TopicsPerClass,
        Vectors,
        load,
    )

#: The module of each name, which is imported when the name is first used: scikit-learn is slow.
_ROOMS = {
    "bags": ("BagOfBigrams", "BagOfBiterms", "InOrder", "Paired"),
    "errors": (
        *("BitermsError", "BusyError", "InputError", "SettingError", "StopLearning", "StoreError"),
    ),
    "learning": ("KPS", "SVB", "SVI", "Annealed", "BatchVB"),
    "models": ("BTM", "HDP", "LDA", "OnBag"),
    "text": ("Vectoriser", "sample_headlines"),
    "topics": (
        *("Change", "Changes", "SeedWords", "TopicModel", "TopicsOverTime", "TopicsPerClass"),
        *("Vectors", "load"),
    ),
}

__all__ = [
    "BTM",
    "HDP",
    "KPS",
    "LDA",
    "SVB",
    "SVI",
    "Annealed",
    "BagOfBigrams",
    "BagOfBiterms",
    "BatchVB",
    "BitermsError",
    "BusyError",
    "Change",
    "Changes",
    "InOrder",
    "InputError",
    "OnBag",
    "Paired",
    "SeedWords",
    "SettingError",
    "StopLearning",
    "StoreError",
    "TopicModel",
    "TopicsOverTime",
    "TopicsPerClass",
    "Vectoriser",
    "Vectors",
    "__version__",
    "load",
    "sample_headlines",
]


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"biterms.{room}"), name)
    if name in (*_ROOMS, "kernels", "measures"):
        return import_module(f"biterms.{name}")
    raise AttributeError(f"module 'biterms' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
