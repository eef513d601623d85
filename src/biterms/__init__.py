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
        ClusterError,
        InputError,
        LanguageWarning,
        MissingExtra,
        MissingPackage,
        NotFittedError,
        SettingError,
        StopLearning,
        StoreError,
        TimeWarning,
        TopicLimitWarning,
    )
    from biterms.learning import KPS, SVB, SVI, Annealed, BatchVB
    from biterms.learning.priors import CoverageWarning
    from biterms.learning.seeds import SeedWarning
    from biterms.measures.evaluate import Evaluation
    from biterms.measures.lpp import ShortDocuments
    from biterms.models import BTM, HDP, LDA, OnBag
    from biterms.store.budget import MemoryBudget
    from biterms.text import Profile, Vectoriser, sample_headlines
    from biterms.text.readers import Columns, Encoding, Location, Record, Trouble, read
    from biterms.text.times import TimeColumn
    from biterms.topics import (
        Change,
        Changes,
        SeedWords,
        TopicModel,
        TopicsOverTime,
        TopicsPerClass,
        Vectors,
        evaluate_topics,
        load,
    )
    from biterms.topics.algebra.differences import Differences, TopicDifference
    from biterms.topics.algebra.merging import merge
    from biterms.topics.assign import Assignment
    from biterms.topics.assignments import Assignments
    from biterms.topics.explain import Explanation, TopicShare
    from biterms.topics.finding import WordTopics
    from biterms.topics.hierarchy import Hierarchy, Merge
    from biterms.topics.quality_table import Quality, TopicQuality
    from biterms.topics.sweep_table import Sweep, Tried
    from biterms.topics.views import Example, Pair, Topic, Topics, Word, WordTopic

#: The module of each name, which is imported when the name is first used: scikit-learn is slow.
_ROOMS = {
    "bags": ("BagOfBigrams", "BagOfBiterms", "InOrder", "Paired"),
    "errors": (
        *("BitermsError", "BusyError", "ClusterError", "InputError", "LanguageWarning"),
        *("MissingExtra", "MissingPackage", "NotFittedError", "SettingError", "StopLearning"),
        "StoreError",
        *("TimeWarning", "TopicLimitWarning"),
    ),
    "learning": ("KPS", "SVB", "SVI", "Annealed", "BatchVB"),
    "learning.priors": ("CoverageWarning",),
    "learning.seeds": ("SeedWarning",),
    "measures.evaluate": ("Evaluation",),
    "measures.lpp": ("ShortDocuments",),
    "models": ("BTM", "HDP", "LDA", "OnBag"),
    "store.budget": ("MemoryBudget",),
    "text": ("Profile", "Vectoriser", "sample_headlines"),
    "text.readers": ("Columns", "Encoding", "Location", "Record", "Trouble", "read"),
    "text.times": ("TimeColumn",),
    "topics": (
        *("Change", "Changes", "SeedWords", "TopicModel", "TopicsOverTime", "TopicsPerClass"),
        *("Vectors", "evaluate_topics", "load"),
    ),
    "topics.algebra.differences": ("Differences", "TopicDifference"),
    "topics.algebra.merging": ("merge",),
    "topics.assign": ("Assignment",),
    "topics.assignments": ("Assignments",),
    "topics.explain": ("Explanation", "TopicShare"),
    "topics.finding": ("WordTopics",),
    "topics.hierarchy": ("Hierarchy", "Merge"),
    "topics.quality_table": ("Quality", "TopicQuality"),
    "topics.sweep_table": ("Sweep", "Tried"),
    "topics.views": ("Example", "Pair", "Topic", "Topics", "Word", "WordTopic"),
}

__all__ = [
    "BTM",
    "HDP",
    "KPS",
    "LDA",
    "SVB",
    "SVI",
    "Annealed",
    "Assignment",
    "Assignments",
    "BagOfBigrams",
    "BagOfBiterms",
    "BatchVB",
    "BitermsError",
    "BusyError",
    "Change",
    "Changes",
    "ClusterError",
    "Columns",
    "CoverageWarning",
    "Differences",
    "Encoding",
    "Evaluation",
    "Example",
    "Explanation",
    "Hierarchy",
    "InOrder",
    "InputError",
    "LanguageWarning",
    "Location",
    "MemoryBudget",
    "Merge",
    "MissingExtra",
    "MissingPackage",
    "NotFittedError",
    "OnBag",
    "Pair",
    "Paired",
    "Profile",
    "Quality",
    "Record",
    "SeedWarning",
    "SeedWords",
    "SettingError",
    "ShortDocuments",
    "StopLearning",
    "StoreError",
    "Sweep",
    "TimeColumn",
    "TimeWarning",
    "Topic",
    "TopicDifference",
    "TopicLimitWarning",
    "TopicModel",
    "TopicQuality",
    "TopicShare",
    "Topics",
    "TopicsOverTime",
    "TopicsPerClass",
    "Tried",
    "Trouble",
    "Vectoriser",
    "Vectors",
    "Word",
    "WordTopic",
    "WordTopics",
    "__version__",
    "evaluate_topics",
    "load",
    "merge",
    "read",
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
