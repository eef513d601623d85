"""The model that the page "Add your own model" prints, for the contract."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from biterms.models.registry import register
from tests.docs.markdown import ROOT, blocks


def _mixture() -> Any:
    """The class of the page's first Python block, known to model files."""
    page = ROOT / "docs" / "your_own_model.md"
    code = next(block.text for block in blocks(page) if block.kind == "python")
    module = ModuleType("your_own_model")
    sys.modules[module.__name__] = module  # where dataclasses look for it
    exec(compile(code, str(page), "exec"), vars(module))
    return register(module.Mixture)


Mixture = _mixture()
