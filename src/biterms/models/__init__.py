"""The models of the paper as estimators over counts: a folder each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biterms.models.btm import BTM
    from biterms.models.hdp import HDP
    from biterms.models.lda import LDA
    from biterms.models.on_bag import OnBag

#: loaded when they are first used
_MODULES = {"BTM": "btm", "HDP": "hdp", "LDA": "lda", "OnBag": "on_bag"}

__all__ = ["BTM", "HDP", "LDA", "OnBag"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"biterms.models.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'biterms.models' has no attribute {name!r}")
