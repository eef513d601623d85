"""The topics of texts as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from biterms.topics import html
from biterms.topics.assign import Assignment
from biterms.topics.exports import Kinds
from biterms.topics.rows import Rows

#: rows that are shown, and topics in the picture of how many texts each has
SHOWN, TOPICS = 10, 10
KINDS: dict[str, type] = {
    "id": str,
    "topic": int,
    "label": str,
    "probability": float,
    "second": int,
    "second_probability": float,
    "note": str,
}


class Assignments(Rows[Assignment]):
    """The topic of each text: rows of `Assignment` that are a table, too.

    Parameters
    ----------
    rows : sequence of Assignment
        The rows, in the order of the texts.
    with_text : bool, default=False
        Whether the table has a column for the text.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> found = TopicModel(LDA(2, random_state=0)).fit(texts).assign(["a goal in rome", "a goal"])
    >>> len(found), found[1].label
    (2, 'late goal wins')
    >>> found.to_pandas().columns.tolist()
    ['id', 'topic', 'label', 'probability', 'second', 'second_probability', 'note']
    """

    def __init__(self, rows: Sequence[Assignment], *, with_text: bool = False) -> None:
        super().__init__(rows)
        self._with_text = with_text

    @property
    def kinds(self) -> Kinds:
        """The columns of a table, and what each of them holds."""
        return KINDS | {"text": str} if self._with_text else KINDS

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each text, as tables have it."""
        return [row._asdict() for row in self._rows]

    def sizes(self) -> dict[int | None, int]:
        """How many texts each topic has, the largest first; None: no known word."""
        return dict(Counter(row.topic for row in self._rows).most_common())

    def chart(self) -> Any:
        """How many texts each topic has, as a chart of Altair."""
        from biterms.topics.charts import bars

        labels = self._labels()
        return bars([(labels[k], n) for k, n in self.sizes().items()], "texts", format=",d")

    def __repr__(self) -> str:
        lines = [_line(row) for row in self._rows[:SHOWN]]
        more = len(self) - len(lines)
        return "\n".join([*lines, *([f"... {more:,} more"] if more else [])]) or "no texts"

    def _labels(self) -> dict[int | None, str]:
        named = {row.topic: f"{row.topic}  {row.label}" for row in self._rows}
        return named | {None: "no known word"}

    def _repr_html_(self) -> str:
        columns = [name for name in self.kinds if name != "second_probability"]
        rows = [[_cell(row, name) for name in columns] for row in self._rows[:SHOWN]]
        shown = f"{len(rows):,} of {len(self):,} texts"
        return html.table(columns, rows, caption=shown) + self._sizes_html()

    def _sizes_html(self) -> str:
        sizes, labels = self.sizes(), self._labels()
        most = max(sizes.values(), default=0)
        rows = [
            [html.text(labels[k]), html.bar(n, most, f"{n:,}")]
            for k, n in [*sizes.items()][:TOPICS]
        ]
        caption = "" if len(sizes) <= TOPICS else f"{TOPICS} of {len(sizes):,} topics"
        return html.table(["topic", "texts"], rows, caption)


def _line(row: Assignment) -> str:
    topic = f"{row.topic:>4}  {row.probability:6.1%}  {row.label}" if row.topic is not None else ""
    return "  ".join(part for part in (row.id, topic, row.note and f"({row.note})") if part)


def _cell(row: Assignment, name: str) -> str:
    if name == "probability":
        return html.bar(row.probability)
    return html.text(getattr(row, name))
