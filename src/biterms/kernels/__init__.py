"""Arrays in, arrays out: the hot loops. ``BITERMS_KERNELS=reference`` chooses the NumPy twins."""

from __future__ import annotations

import os

from biterms.errors import SettingError
from biterms.kernels import compiled, reference
from biterms.kernels.shapes import Array, Counts, Found, Inference, Local, Packed, Pairs, Rows

_name = os.environ.get("BITERMS_KERNELS") or "compiled"
if _name not in ("compiled", "reference"):
    raise SettingError(f"BITERMS_KERNELS={_name}: expected 'compiled' or 'reference'")
_compiled = _name == "compiled"

isa = compiled.isa if _compiled else reference.isa
pack = compiled.pack if _compiled else reference.pack
gather = compiled.gather if _compiled else reference.gather
expect = compiled.expect if _compiled else reference.expect
documents = compiled.documents if _compiled else reference.documents
add_rows = compiled.add_rows if _compiled else reference.add_rows

__all__ = [
    "Array",
    "Counts",
    "Found",
    "Inference",
    "Local",
    "Packed",
    "Pairs",
    "Rows",
    "add_rows",
    "documents",
    "expect",
    "gather",
    "isa",
    "pack",
]
