"""One of our systems with one part taken away or changed at a time, as a plan of the arena."""

from __future__ import annotations

import tomllib
from pathlib import Path

from arena.plan import FILE, Plan

PARTS = Path(__file__).parents[1] / "ablations.toml"
#: name of the system with all its parts
FULL = "full"


class Ablations(Plan):
    """The sets of the arena at one K; the systems are the full one and its variants.

    What is changed in the full system, or its version, is changed in all of them.
    """

    def __init__(self, name: str = "full", file: Path = FILE, parts: Path = PARTS) -> None:
        super().__init__(name, file)
        own = tomllib.loads(parts.read_text(encoding="utf8"))
        full = self.systems[own["full"]] | {"title": own["title"]}
        self.settings["systems"] = {FULL: full} | {
            part: full | changes for part, changes in own["parts"].items()
        }
        self.settings["seeds"] = min(own["seeds"], self.settings["seeds"])
        for about in self.sets.values():
            about["topics"] = [self.settings["picture_topics"]]
