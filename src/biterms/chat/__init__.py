"""Questions to a language model over plain HTTP; no package of a provider is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from biterms.chat.local import LOCAL

if TYPE_CHECKING:
    from biterms.chat.endpoint import Endpoint

__all__ = ["LOCAL", "Endpoint"]


def __getattr__(name: str) -> Any:
    if name == "Endpoint":  # not before it is used: what speaks HTTP is slow to import
        from biterms.chat.endpoint import Endpoint

        return Endpoint
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
