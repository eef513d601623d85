"""Bags: documents as words and pairs of words, explicit or named by the documents themselves."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biterms.bags.bag_of_bigrams import BagOfBigrams
    from biterms.bags.bag_of_biterms import BagOfBiterms
    from biterms.bags.in_order import InOrder
    from biterms.bags.paired import Paired

#: Loaded when they are first used: the transformers need scikit-learn, which takes a second.
_MODULES = {
    "BagOfBigrams": "bag_of_bigrams",
    "BagOfBiterms": "bag_of_biterms",
    "InOrder": "in_order",
    "Paired": "paired",
}

__all__ = ["BagOfBigrams", "BagOfBiterms", "InOrder", "Paired"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"biterms.bags.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'biterms.bags' has no attribute {name!r}")
