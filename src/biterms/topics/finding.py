"""The topics that words belong to, one by one or together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.settings import check_whole
from biterms.topics import html
from biterms.topics.exports import Kinds
from biterms.topics.look import Look
from biterms.topics.rows import Rows
from biterms.topics.views import WordTopic

KINDS: dict[str, type] = {"id": int, "label": str, "share": float, "probability": float}
#: less than any probability of a word
LEAST = np.finfo(np.float64).tiny


class WordTopics(Rows[WordTopic]):
    """The topics that words belong to, the most probable first.

    Parameters
    ----------
    rows : sequence of WordTopic
        The topics.
    words : tuple of str
        The words that the model knows, each once, as people read them.
    unknown : tuple of str
        The words that it does not know.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> found = model.find(["flights", "hotels", "planes"])
    >>> found[0].label, found.unknown
    ('cheap flights, rome', ('planes',))
    """

    def __init__(
        self, rows: Sequence[WordTopic], words: tuple[str, ...] = (), unknown: tuple[str, ...] = ()
    ) -> None:
        super().__init__(rows)
        self.words, self.unknown = words, unknown

    @property
    def kinds(self) -> Kinds:
        """The columns of a table, and what each of them holds."""
        return KINDS

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each topic, as tables have it."""
        return [{name: getattr(row, name) for name in KINDS} for row in self._rows]

    def chart(self) -> Any:
        """The share of each topic as a chart of Altair."""
        from biterms.topics.charts import bars

        return bars([(f"{row.id}  {row.label}", row.share) for row in self._rows], "share")

    def __repr__(self) -> str:
        head = f"{', '.join(self.words)}:   share of each topic, and of these words in it"
        lines = [f"{t.share:6.1%}  {t.probability:6.1%}  {t.id:>4}  {t.label}" for t in self._rows]
        return "\n".join([head, *lines, *self._unknown()])

    def _unknown(self) -> list[str]:
        return [f"unknown words: {', '.join(self.unknown)}"] if self.unknown else []

    def _repr_html_(self) -> str:
        most = max((row.probability for row in self._rows), default=0.0)
        rows = [
            [html.text(t.id), html.text(t.label), html.bar(t.share), html.bar(t.probability, most)]
            for t in self._rows
        ]
        caption = html.text("; ".join([", ".join(self.words), *self._unknown()]))
        names = ["id", "label", "p(topic | words)", "p(words | topic)"]
        return html.table(names, rows, caption)


def topics_of_words(look: Look, words: str | Sequence[str], n: int) -> WordTopics:
    """The n topics that words belong to, the most probable first.

    Raises
    ------
    InputError
        If the model knows none of them.
    """
    check_whole("n", n, least=0)
    columns, unknown = _columns(look, words)
    if not columns:
        said = words if isinstance(words, str) else ", ".join(words)
        raise InputError(
            f"{said!r:.60} is not among the {look.fitted.model.n_features_in_:,} words of this "
            "model: a stop word, too rare, or never met"
        )
    probability = look.fitted.model.word_topics(np.array(columns))
    share = _shares(np.log(np.maximum(probability, LEAST)).sum(axis=0), look.sizes)
    mass, best = probability.sum(axis=0), np.argsort(-share, kind="stable")[:n].tolist()
    ids, labels = look.fitted.ids, look.labels(best)
    rows = [WordTopic(ids[k], labels[k], float(share[k]), float(mass[k])) for k in best]
    return WordTopics(rows, tuple(look.names(np.array(columns))), unknown)


def _shares(logs: Array, sizes: Array) -> Array:
    """Probabilities that are proportional to sizes * exp(logs)."""
    logs = logs + np.log(np.maximum(sizes, LEAST))
    weight = np.exp(logs - logs.max())
    return np.asarray(weight / weight.sum())


def _columns(look: Look, words: str | Sequence[str]) -> tuple[list[int], tuple[str, ...]]:
    """The columns of words, each once, and the words that have none."""
    said = [words] if isinstance(words, str) else list(words)
    for word in said:
        if not isinstance(word, str):
            raise InputError(f"find({word!r:.40}): expected words, or a sentence")
    parts = [part for text in said for part in _parts(look, text)]
    columns = dict.fromkeys(column for column, _ in parts if column is not None)
    return list(columns), tuple(dict.fromkeys(word for column, word in parts if column is None))


def _parts(look: Look, said: str) -> list[tuple[int | None, str]]:
    """The words of a text with their columns; stop words are left out."""
    text = look.fitted.text
    if text is None:
        known = [said] if said in look.words else said.split()
        return [(look.words.index(w) if w in look.words else None, w) for w in known]
    spans = text.spans(said)
    return [(s.column if s.column >= 0 else None, s.surface) for s in spans if not s.stop]
