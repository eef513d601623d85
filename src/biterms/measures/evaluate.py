"""All measures of a model in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.errors import InputError, SettingError
from biterms.measures.clustering import labelled, nmi, purity
from biterms.measures.coherence import npmi
from biterms.measures.cooccurrence import Cooccurrence
from biterms.measures.lpp import Mixing, lpp, scorable
from biterms.measures.split import Documents, canonical
from biterms.measures.tops import diversity, top_words


@dataclass(frozen=True)
class Evaluation:
    """How good a model is on some documents.

    Parameters
    ----------
    n_docs : int
        Documents.
    lpp : float or None
        Mean log probability of a held-out word.
    npmi_per_topic : tuple of float
        Coherence of the top words of each topic, -1 to 1.
    diversity : float
        Share of distinct words among all top words.
    purity, nmi : float or None
        Agreement of topics with labels, 0 to 1.
    notes : tuple of str
        Why a number is missing, and what else a reader should know.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> found = model.evaluate(["late goal and cheap flights to hotels in rome"])
    >>> found.n_docs, found.lpp < 0
    (1, True)
    """

    n_docs: int
    lpp: float | None
    npmi_per_topic: tuple[float, ...]
    diversity: float
    purity: float | None = None
    nmi: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def npmi(self) -> float:
        """Mean coherence of the topics."""
        return float(np.mean(self.npmi_per_topic))

    def as_dict(self) -> dict[str, Any]:
        """Return all numbers as plain values for JSON.

        Returns
        -------
        dict
            Finite numbers, None, lists and texts.
        """
        lists = {"npmi_per_topic": list(self.npmi_per_topic), "notes": list(self.notes)}
        return asdict(self) | {"npmi": self.npmi} | lists

    def lines(self) -> list[str]:
        """Return a line for each number, with its meaning, then the notes.

        Returns
        -------
        list of str
            Lines to print.
        """
        shown = [f"{name:<10}{x:>8}  {what}".rstrip() for name, x, what in self._rows()]
        return [*shown, *self.notes]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """A table of the numbers and what they mean, for notebooks."""
        rows = "".join(
            f"<tr><td>{name}</td><td>{x}</td><td style='text-align:left'>{what}</td></tr>"
            for name, x, what in self._rows()
        )
        return f"<table>{rows}</table>" + "".join(f"<p>{escape(each)}</p>" for each in self.notes)

    def _rows(self) -> list[tuple[str, str, str]]:
        """Name, value and meaning of each number that there is."""
        rows = [
            ("LPP", self.lpp, "log probability of a held-out word; higher is better"),
            ("NPMI", self.npmi, "-1 to 1: the top words of a topic occur together"),
            ("diversity", self.diversity, "0 to 1: topics do not share top words"),
            ("purity", self.purity, "0 to 1: the documents of a topic have the same label"),
            ("NMI", self.nmi, "0 to 1: topics and labels agree"),
        ]
        known = [(name, f"{x:.4f}", what) for name, x, what in rows if x is not None]
        return [("documents", f"{self.n_docs:,}", ""), *known]


def evaluate(
    model: Mixing,
    X: Documents,
    *,
    labels: Iterable[Any] | None = None,
    reference: Any = None,
    window: int | None = None,
    top: int = 10,
    split_seed: int = 0,
    in_use: Any = None,
) -> Evaluation:
    """Measure a model on documents: LPP, NPMI and diversity, with labels also purity and NMI.

    Parameters
    ----------
    model : object with ``transform`` and ``topics_``
        The model.
    X : array, sparse matrix or Partible
        Counts, documents x words.
    labels : iterable, optional
        The label of each document; None or NaN where there is none.
    reference : array, sparse matrix or texts, optional
        Documents over the same words in which NPMI counts; None: those of X. With ``window`` texts
        instead, each as the columns of its words in their order, -1 for other words.
    window : int, optional
        Count in windows of this many words; gensim's c_npmi has 10.
    top : int, default=10
        Top words of a topic.
    split_seed : int, default=0
        Which words LPP holds out, see `split`.
    in_use : array of bool, optional
        Topics whose top words are measured, such as ``in_use_`` of a model that has room for more
        topics than it uses; None: all.

    Returns
    -------
    Evaluation
        The numbers; None, with a note, where there is none.

    Raises
    ------
    InputError
        If documents, labels or reference do not fit the model.
    SettingError
        If ``window`` is given without a reference.

    Notes
    -----
    A document belongs to the topic of the largest share in it.
    """
    topics, table = np.asarray(model.topics_), canonical(X)
    given = None if labels is None else list(labels)
    _check(table, topics, given)
    tops = top_words(topics if in_use is None else topics[np.asarray(in_use, dtype=bool)], top)
    if window is None:
        counts = _in_documents(table if reference is None else reference, tops, topics.shape[1])
    else:
        counts = _in_windows(reference, tops, window)
    score, lpp_note = _lpp(model, X, split_seed)
    pure, mutual, label_note = _against(given, model, X)
    return Evaluation(
        n_docs=table.shape[0],
        lpp=score,
        npmi_per_topic=tuple(npmi(tops, counts).tolist()),
        diversity=diversity(tops),
        purity=pure,
        nmi=mutual,
        notes=tuple(filter(None, (lpp_note, *_unseen(counts), label_note))),
    )


def _check(X: sparse.csr_array, topics: NDArray[Any], labels: list[Any] | None) -> None:
    if not X.shape[0]:
        raise InputError("no documents to evaluate on; give at least one")
    if topics.ndim != 2 or X.shape[1] != topics.shape[1]:
        raise InputError(
            f"documents of {X.shape[1]:,} words for topics of shape {topics.shape}; expected the "
            "vocabulary of the model"
        )
    if labels is not None and len(labels) != X.shape[0]:
        raise InputError(f"{len(labels):,} labels for {X.shape[0]:,} documents, expected as many")


def _in_documents(reference: Any, tops: NDArray[np.int64], n_words: int) -> Cooccurrence:
    table = canonical(reference)
    if table.shape[1] != n_words:
        raise InputError(
            f"a reference of {table.shape[1]:,} words for topics of {n_words:,}; expected the "
            "vocabulary of the model, or texts together with window"
        )
    return Cooccurrence.from_counts(table, tops)


def _in_windows(reference: Any, tops: NDArray[np.int64], window: int) -> Cooccurrence:
    if reference is None:
        raise SettingError(
            f"window={window} without reference: counts have no order of words, so give "
            "the texts as reference"
        )
    return Cooccurrence.from_tokens(reference, tops, window=window)


def _lpp(model: Mixing, X: Documents, split_seed: int) -> tuple[float | None, str]:
    try:
        parts, remark = scorable(X, split_seed)
    except InputError as error:
        return None, f"no LPP: {error}"
    value = lpp(model, parts.observed, parts.held)
    if not np.isfinite(value):
        return (
            None,
            "no LPP: the model gives a held-out word probability 0, so it would be -infinity",
        )
    return value, f"LPP: {remark}" if remark else ""


def _against(
    labels: list[Any] | None, model: Mixing, X: Documents
) -> tuple[float | None, float | None, str]:
    if labels is None:
        return None, None, ""
    missing = len(labels) - int(labelled(labels).sum())
    if missing == len(labels):
        return None, None, "no purity and NMI: no document has a label"
    assigned = np.argmax(model.transform(X), axis=1)
    note = f"purity and NMI: {missing:,} documents without a label left out" if missing else ""
    return purity(assigned, labels), nmi(assigned, labels), note


def _unseen(counts: Cooccurrence) -> Iterator[str]:
    unseen = int((counts.alone == 0).sum())
    if unseen:
        yield (
            f"NPMI: {unseen:,} of {len(counts.words):,} top words never occur in the documents "
            "counted; their pairs are left out"
        )
