"""How methods look in all figures: each has a colour, a mark and a dash of its own.

The colours are distinct in every common form of colour blindness. On the page each is a variable
of its style, so that a figure follows light and dark.
"""

from __future__ import annotations

from typing import Any, NamedTuple

INK, SOFT, LINE = "#1b2026", "#56606b", "#dde1e6"
#: the page's names of the colours
COLOURS = {
    "ink": INK,
    "soft": SOFT,
    "line": LINE,
    "words": "#c84e00",
    "bag": "#a8478a",
    "biterms": "#0067a5",
    "btm": "#00805b",
    "prior-words": "#b98200",
    "prior-biterms": "#3a9bd9",
    "bigrams": "#7d6b00",
    "peer": "#6b7580",
}


class Look(NamedTuple):
    colour: str
    shape: str
    dash: list[int]


WORDS = Look("words", "circle", [1, 0])
BAG = Look("bag", "square", [6, 3])
BITERMS = Look("biterms", "triangle-up", [1, 0])
BTM = Look("btm", "diamond", [2, 2])
BTM_ALL = Look("bigrams", "diamond", [6, 3])
PRIOR_WORDS = Look("prior-words", "cross", [6, 3])
PRIOR_BITERMS = Look("prior-biterms", "triangle-down", [6, 3])
BIGRAMS = Look("bigrams", "cross", [2, 2])
PEER = Look("peer", "circle", [1, 0])
FREQUENCIES = Look("peer", "triangle-right", [1, 3])

#: by the end of a model's name, or by the representation of an SVM
ENDS = {
    "unigram": FREQUENCIES,
    "words_bigrams": BIGRAMS,
    "bigrams": BIGRAMS,
    "obtm_all": BTM_ALL,
    "btm": BTM,
    "kps_b": PRIOR_BITERMS,
    "kps": PRIOR_WORDS,
    "svb": WORDS,
    "bow": WORDS,
    "our_lda": WORDS,
    "bob": BAG,
    "_b": BITERMS,
    "_annealed": BITERMS,
    "_documents": BITERMS,
    "_priors": BITERMS,
    "_means": BITERMS,
    "_capped": BITERMS,
}


def look(model: str) -> Look:
    name = model.split(maxsplit=1)[0].removesuffix("_01")
    return next((look for end, look in ENDS.items() if name.endswith(end)), PEER)


def config() -> dict[str, Any]:
    """Of all charts: large enough to read, few lines."""
    axis = {"domainColor": LINE, "gridColor": LINE, "tickColor": LINE, "labelColor": SOFT}
    text = {
        "titleColor": INK,
        "titleFontWeight": "normal",
        "labelFontSize": 12,
        "titleFontSize": 12,
    }
    return {
        "aria": False,
        "background": "transparent",
        "font": "Helvetica, Arial, sans-serif",
        "view": {"stroke": None},
        "axis": axis | text | {"labelOverlap": True},
        "axisX": {"grid": False},
        "header": {"labelColor": INK, "labelFontSize": 12.5, "labelFontWeight": "bold"},
        "legend": text | {"labelColor": INK, "labelFontSize": 13, "labelLimit": 0},
    }
