"""`TypedDict` as pydantic reads it."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # pydantic reads only those that know their own optional fields
    from typing_extensions import TypedDict

__all__ = ["TypedDict"]
