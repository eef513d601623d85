"""settings.toml, with the changes that a plan makes to it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

Table = dict[str, Any]
FILE = Path(__file__).with_name("settings.toml")


def read(plan: str = "full", file: Path = FILE) -> Table:
    """All settings under a plan: `full` is the file as it stands."""
    settings = tomllib.loads(file.read_text(encoding="utf8"))
    plans = {"full": {}} | settings.pop("plans", {})
    if plan not in plans:
        raise SystemExit(f"no plan {plan!r} in {file.name}, expected one of {', '.join(plans)}")
    return _changed(settings, plans[plan])


def _changed(table: Table, changes: Table) -> Table:
    """Tables are joined, anything else is replaced."""
    both = {
        name: _changed(table[name], value)
        if isinstance(value, dict) and isinstance(table.get(name), dict)
        else value
        for name, value in changes.items()
    }
    return table | both
