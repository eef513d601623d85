"""Names and explanations of the figures and settings that a report shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class _Figure(NamedTuple):
    name: str
    explanation: str = ""


_FIGURES = {
    "lpp": _Figure(
        "Held-out fit (LPP)",
        "Mean log probability of held-out words, predicted from the other words of their text: "
        "closer to zero is better. Compare models on the same texts only.",
    ),
    "coherence": _Figure(
        "Coherence (NPMI)",
        "How often the ten top words of a topic occur in the same texts, from -1 to 1: higher is "
        "better. Counted in the texts that the model has learnt from.",
    ),
    "coherence_texts": _Figure(
        "Texts of coherence",
        "Number of texts in which each pair of top words was counted: all that were learnt from, "
        "or in a stream those since both words are at the top.",
    ),
    "junk": _Figure(
        "Junk topics",
        "Topics that nobody should read; each says why.",
    ),
    "npmi": _Figure(
        "Coherence in these texts (NPMI)",
        "The same, counted in the texts that were measured: few texts make it lower.",
    ),
    "diversity": _Figure(
        "Diversity",
        "Share of distinct words among the top words of all topics: near 1 the topics differ, "
        "near 0 they repeat each other.",
    ),
    "purity": _Figure(
        "Purity",
        "Share of the texts whose label is the most frequent one in their topic: 1 is best. It "
        "grows with the number of topics.",
    ),
    "nmi": _Figure(
        "Agreement with labels (NMI)",
        "How much the topic of a text says about its label, from 0 (nothing) to 1 (everything).",
    ),
    "n_docs": _Figure("Texts measured", "Number of texts from which these figures were computed."),
}
_PROVENANCE = {
    "begun": "learning started",
    "learnt": "last update",
    "data": "hash of the data",
    "passes_asked": "passes requested",
    "stopped": "stopped early",
    "n_topics": "topics",
    "n_words": "words",
    "n_docs": "texts",
    "n_steps": "minibatches",
    "n_texts": "texts compared with each other",
    "n_duplicates": "texts that repeat another",
    "n_exact": "of them exactly alike",
    "duplicates": "what was done with repeats",
    "text": "text settings",
}
_ANSWERS = {"True": "yes", "False": "no"}


def provenance_rows(provenance: Mapping[str, str]) -> list[list[str]]:
    """Name each line about how a model was made.

    Parameters
    ----------
    provenance : mapping of str to str
        Versions, counts, dates and settings by key.

    Returns
    -------
    list of [name, value]
        The lines in the same order, with names for people.
    """
    return [
        [_PROVENANCE.get(key, _spaced(key)), _answer(key, value)]
        for key, value in provenance.items()
    ]


def quality_rows(quality: Mapping[str, float | str]) -> list[list[str]]:
    """Name and explain each quality figure.

    Parameters
    ----------
    quality : mapping of str to float or str
        Figures by key; a text says why there is no figure.

    Returns
    -------
    list of [name, value, explanation]
        The figures in the same order; the explanation of an unknown key is empty.
    """
    rows = []
    for key, value in quality.items():
        name, explanation = _FIGURES.get(key, _Figure(_spaced(key)))
        rows.append([name, value if isinstance(value, str) else _formatted(value), explanation])
    return rows


def _answer(key: str, value: str) -> str:
    if key.startswith("n_") and value.isdigit():
        return f"{int(value):,}"
    return _ANSWERS.get(value, value)


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _formatted(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.3f}"
