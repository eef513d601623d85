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
        LanguageWarning,
        SettingError,
        StopLearning,
        StoreError,
        TopicLimitWarning,
    )
    from biterms.learning import KPS, SVB, SVI, Annealed, BatchVB
    from biterms.models import BTM, HDP, LDA, OnBag
    from biterms.text import Profile, Vectoriser
    from biterms.topics import SeedWords, TopicModel, Vectors, evaluate_topics, load

#: The module of each name, which is imported when the name is first used: scikit-learn is slow.
_ROOMS = {
    "bags": ("BagOfBigrams", "BagOfBiterms", "InOrder", "Paired"),
    "errors": (
        *("BitermsError", "BusyError", "InputError", "LanguageWarning", "SettingError"),
        *("StopLearning", "StoreError", "TopicLimitWarning"),
    ),
    "learning": ("KPS", "SVB", "SVI", "Annealed", "BatchVB"),
    "models": ("BTM", "HDP", "LDA", "OnBag"),
    "text": ("Profile", "Vectoriser"),
    "topics": ("SeedWords", "TopicModel", "Vectors", "evaluate_topics", "load"),
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
    "InOrder",
    "InputError",
    "LanguageWarning",
    "OnBag",
    "Paired",
    "Profile",
    "SeedWords",
    "SettingError",
    "StopLearning",
    "StoreError",
    "TopicLimitWarning",
    "TopicModel",
    "Vectoriser",
    "Vectors",
    "__version__",
    "evaluate_topics",
    "load",
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
