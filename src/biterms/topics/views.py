"""Topics as people read them: words, pairs, sizes, examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, overload

from biterms.errors import MissingPackage


@dataclass(frozen=True)
class Word:
    """A word of a topic: p(word | topic), and its relevance, p log(p / p(word))."""

    word: str
    probability: float
    relevance: float


@dataclass(frozen=True)
class Pair:
    """Two words that speak for a topic together; ``weight`` is their share of its biterms."""

    left: str
    right: str
    weight: float


@dataclass(frozen=True)
class Topic:
    """``size``: share of all words and biterms; ``documents``: share of the texts it leads."""

    id: int
    label: str
    size: float
    documents: float
    words: tuple[Word, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Example:
    """A text and how much of it is about a topic."""

    text: str
    id: str
    probability: float


@dataclass(frozen=True)
class WordTopic:
    """A topic of a word: p(topic | word) and p(word | topic)."""

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
        head = "".join(f"<th>{name}</th>" for name in NAMES)
        rows = "".join(f"<tr>{''.join(map(_cell, _cells(topic)))}</tr>" for topic in self._rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain values, for JSON."""
        return [asdict(topic) for topic in self._rows]

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per topic, words and pairs as text: for tables."""
        return [dict(zip(NAMES, _cells(topic), strict=True)) for topic in self._rows]

    def to_pandas(self) -> Any:
        """A DataFrame, words and pairs as text."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        return pd.DataFrame(self.to_rows(), columns=list(NAMES))


NAMES = ("id", "size", "documents", "label", "words", "pairs")


def _words(topic: Topic) -> str:
    return ", ".join(word.word for word in topic.words)


def _cells(topic: Topic) -> list[Any]:
    pairs = ", ".join(f"{pair.left} {pair.right}" for pair in topic.pairs)
    return [topic.id, topic.size, topic.documents, topic.label, _words(topic), pairs]


def _cell(value: Any) -> str:
    return f"<td>{f'{value:.1%}' if isinstance(value, float) else escape(str(value))}</td>"
