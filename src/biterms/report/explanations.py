"""Figures in words: a name and one sentence for each that the package knows."""

from __future__ import annotations

_NAMES = {
    "lpp": "Held-out fit (LPP)",
    "npmi": "Coherence (NPMI)",
    "diversity": "Diversity",
    "purity": "Purity",
    "nmi": "Agreement with labels (NMI)",
    "n_docs": "Texts measured",
}
_LPP = (
    "Mean log probability of words that the model had to guess from the rest of their text: "
    "closer to zero is better; compare it only on the same texts."
)
_NPMI = (
    "How often the top words of a topic come together in texts, from -1 to 1: 0 is chance, "
    "and more is better."
)
_DIVERSITY = (
    "Share of the topics' top words that are different words: near 1 the topics differ, "
    "near 0 they repeat each other."
)
_PURITY = (
    "Share of the texts whose label is the most common one in their topic: 1 is best, and it "
    "grows with the number of topics."
)
_NMI = "How much the topic of a text tells about its label, from 0 (nothing) to 1 (everything)."
_SENTENCES = {
    "lpp": _LPP,
    "npmi": _NPMI,
    "diversity": _DIVERSITY,
    "purity": _PURITY,
    "nmi": _NMI,
    "n_docs": "Number of texts these figures were computed on.",
}
_MADE = {
    "n_topics": "topics",
    "n_words": "words",
    "n_docs": "texts",
    "n_steps": "steps",
    "data": "hash of the data",
}


def named(made: dict[str, str]) -> list[list[str]]:
    """[name, value] for each line of how a model was made."""
    return [[_MADE.get(key, key.replace("_", " ")), value] for key, value in made.items()]


def explained(quality: dict[str, float | str]) -> list[list[str]]:
    """[name, value, sentence] for each figure; one that is not known has no sentence."""
    rows = []
    for key, value in quality.items():
        name = _NAMES.get(key, key.replace("_", " "))
        shown = value if isinstance(value, str) else _figure(value)
        rows.append([name, shown, _SENTENCES.get(key, "")])
    return rows


def _figure(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.3f}"
