"""Topics as people read them: words, pairs, sizes, examples."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from biterms.topics import html
from biterms.topics.exports import Kinds
from biterms.topics.rows import Rows


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

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> word = model.topic(model.find("goal")[0].id).words[0]
    >>> word.word, word.probability > 0.3
    ('goal', True)
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

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> pair = model.topic(model.find("goal")[0].id).pairs[0]
    >>> f"{pair.left} {pair.right}"
    'late goal'
    """

    left: str
    right: str
    weight: float


@dataclass(frozen=True)
class Topic(html.Displayed):
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

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> topic = model.topic(model.find("goal")[0].id)
    >>> topic.label, len(topic.words)
    ('late goal wins', 3)
    """

    id: int
    label: str
    size: float
    documents: float | None
    words: tuple[Word, ...]
    pairs: tuple[Pair, ...]

    def chart(self) -> Any:
        """The probabilities of its words as a chart of Altair."""
        from biterms.topics.charts import bars

        return bars([(word.word, word.probability) for word in self.words], "probability")

    def _repr_html_(self) -> str:
        about = f"<b>{self.id}  {html.text(self.label)}</b>, size {self.size:.1%}"
        pairs = ", ".join(f"{pair.left} {pair.right}" for pair in self.pairs)
        words = html.bars([(word.word, word.probability) for word in self.words])
        return f"<p>{about}</p>{words}<p>{html.text(pairs)}</p>"


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
    time : str, optional
        Its time, as it was given.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> model.typical(model.find("goal")[0].id, n=1)[0].text
    'late goal wins'
    """

    text: str
    id: str
    probability: float
    time: str | None = None


@dataclass(frozen=True)
class WordTopic:
    """A topic that words belong to.

    Parameters
    ----------
    id : int
        The id of the topic.
    label : str
        Its name.
    share : float
        Probability of the topic, given the words together.
    probability : float
        How much of the topic the words hold: their probabilities in it, added up.

    Notes
    -----
    share_k is proportional to size_k times the product of p(word | k), the probability of topic k
    if all words are of one topic; of each word once, however often it is said.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> place = model.find("goal")[0]
    >>> place.label, place.share > 0.5
    ('late goal wins', True)
    """

    id: int
    label: str
    share: float
    probability: float


class Topics(Rows[Topic]):
    """Rows of topics that show themselves as a table.

    Parameters
    ----------
    rows : sequence of Topic
        The topics.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> model.topics().to_pandas().columns.tolist()
    ['id', 'size', 'label', 'words', 'pairs']
    """

    def __repr__(self) -> str:
        lines = [f"{t.id:>4}  {t.size:6.1%}  {t.label}: {_words(t)}" for t in self._rows]
        return "\n".join(["  id    size  label: words", *lines])

    def _repr_html_(self) -> str:
        most = max((topic.size for topic in self._rows), default=0.0)
        rows = [[_cell(name, row[name], most) for name in self.kinds] for row in self.to_rows()]
        return html.table(self.kinds, rows)

    @property
    def kinds(self) -> Kinds:
        """The columns of a table, and what each of them holds; what nobody asked for has none."""
        counted = any(topic.documents is not None for topic in self._rows)
        return {name: kind for name, kind in KINDS.items() if counted or name != "documents"}

    def chart(self) -> Any:
        """The sizes of the topics as a chart of Altair."""
        from biterms.topics.charts import bars

        return bars([(f"{topic.id}  {topic.label}", topic.size) for topic in self._rows], "size")

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain values, for JSON."""
        return [asdict(topic) for topic in self._rows]

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per topic, words and pairs as text: for tables."""
        return [
            {name: cell for name, cell in _cells(topic).items() if name in self.kinds}
            for topic in self._rows
        ]


KINDS: dict[str, type] = {
    "id": int,
    "size": float,
    "documents": float,
    "label": str,
    "words": str,
    "pairs": str,
}


def _words(topic: Topic) -> str:
    return ", ".join(word.word for word in topic.words)


def _cells(topic: Topic) -> dict[str, Any]:
    pairs = ", ".join(f"{pair.left} {pair.right}" for pair in topic.pairs)
    cells = [topic.id, topic.size, topic.documents, topic.label, _words(topic), pairs]
    return dict(zip(KINDS, cells, strict=True))


def _cell(name: str, value: Any, most: float) -> str:
    if name == "size":
        return html.bar(value, most)
    return html.text(f"{value:.1%}" if isinstance(value, float) else value)
