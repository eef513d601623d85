"""Short texts about three things, with forms of words that share a stem."""

from __future__ import annotations

import numpy as np

SUBJECTS = {
    "football": "late goal wins match|team scores goals|coach praises team|match ends in draw|"
    "striker scores winning goal|coach changes team before match",
    "space": "rocket reaches orbit|telescope sees distant galaxy|rockets launch satellite|"
    "satellite enters orbit|astronauts see galaxy|telescope launched into orbit",
    "money": "bank raises rates|stocks fall as rates rise|banks lend money|market stocks rally|"
    "central bank cuts rates|money flows into market",
}


def news(n: int = 300, seed: int = 0) -> tuple[list[str], list[str]]:
    """n texts and the subject of each."""
    rng = np.random.default_rng(seed)
    names = list(SUBJECTS)
    labels = [names[i] for i in rng.integers(0, len(names), n)]
    lines = {name: text.split("|") for name, text in SUBJECTS.items()}
    return [lines[label][rng.integers(0, len(lines[label]))] for label in labels], labels
