"""Topics as people read them: words, pairs, sizes, examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, overload

from biterms.errors import MissingPackage


@dataclass(frozen=True)
class Word:
    """A word of a topic.

    Parameters
    ----------
    word : str
        The word in its most frequent form.
    probability : float
        Probability of the word in the topic, p.
    relevance : float
        p log(p / q), where q is the probability of the word in all topics.
    """

    word: str
    probability: float
    relevance: float


@dataclass(frozen=True)
class Pair:
    """Two words that speak for a topic together.

    Parameters
    ----------
    left, right : str
        The words, in the order in which they are mostly written.
    weight : float
        Share of the pair in the mass of the topic's pairs, those of its 15 most relevant words.

    Notes
    -----
    The mass of a pair is C_uv r_k(u, v): how often the two words are a biterm of the sample, the
    sum of min(f_u, f_v), times the responsibility of the topic, r_k proportional to
    size_k beta_ku beta_kv. Pairs are ranked by p log(p / q), p being the weight and q the share of
    the pair in the biterms of all topics' pairs.
    """

    left: str
    right: str
    weight: float


@dataclass(frozen=True)
class Topic:
    """A topic as people read it.

    Parameters
    ----------
    id : int
        Its id, which stays when other topics are merged.
    label : str
        Its name.
    size : float
        Share of all words and biterms.
    documents : float or None
        Share of the texts that it leads, if that was asked for.
    words : tuple of Word
        The best first.
    pairs : tuple of Pair
        The best first.
    """

    id: int
    label: str
    size: float
    documents: float | None
    words: tuple[Word, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Example:
    """A text that is typical of a topic.

    Parameters
    ----------
    text : str
        The text.
    id : str
        Its id.
    probability : float
        Share of the topic in the text.
    """

    text: str
    id: str
    probability: float


@dataclass(frozen=True)
class WordTopic:
    """A topic that a word belongs to.

    Parameters
    ----------
    id : int
        The id of the topic.
    label : str
        Its name.
    share : float
        Probability of the topic, given the word.
    probability : float
        Probability of the word in the topic.
    """

    id: int
    label: str
    share: float
    probability: float


class Topics(Sequence[Topic]):
    """Rows of topics that show themselves as a table."""

    def __init__(self, rows: Sequence[Topic]) -> None:
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Topic: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Topic]: ...
    def __getitem__(self, at: int | slice) -> Topic | Sequence[Topic]:
        return self._rows[at]

    def __iter__(self) -> Iterator[Topic]:
        return iter(self._rows)

    def __repr__(self) -> str:
        lines = [f"{t.id:>4}  {t.size:6.1%}  {t.label}: {_words(t)}" for t in self._rows]
        return "\n".join(["  id    size  label: words", *lines])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in self._names())
        rows = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in self.to_rows())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain values, for JSON."""
        return [asdict(topic) for topic in self._rows]

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per topic, words and pairs as text: for tables."""
        return [
            {name: cell for name, cell in _cells(topic).items() if name in self._names()}
            for topic in self._rows
        ]

    def to_pandas(self) -> Any:
        """A DataFrame, words and pairs as text."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        return pd.DataFrame(self.to_rows(), columns=self._names())

    def _names(self) -> list[str]:
        """The columns of a table; what was not asked for has none."""
        counted = any(topic.documents is not None for topic in self._rows)
        return [name for name in NAMES if counted or name != "documents"]


NAMES = ("id", "size", "documents", "label", "words", "pairs")


def _words(topic: Topic) -> str:
    return ", ".join(word.word for word in topic.words)


def _cells(topic: Topic) -> dict[str, Any]:
    pairs = ", ".join(f"{pair.left} {pair.right}" for pair in topic.pairs)
    cells = [topic.id, topic.size, topic.documents, topic.label, _words(topic), pairs]
    return dict(zip(NAMES, cells, strict=True))


def _cell(value: Any) -> str:
    return f"<td>{f'{value:.1%}' if isinstance(value, float) else escape(str(value))}</td>"
