"""Texts and their topics: the newest of the stream, and those that somebody asks about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from biterms.serve.journal import Reading
from biterms.serve.shapes import AssignedRow, ExplainedText, TextList, TextRow
from biterms.serve.snapshots import Snapshot
from biterms.serve.topic_page import ORDER
from biterms.topics.explain import Explanation

_TEXTS = """
SELECT id, step, time, text, topic, share FROM recent
WHERE step > :after AND (:topic IS NULL OR topic = :topic)
"""
Labels = dict[int, str]


class AskedTexts(NamedTuple):
    """Which texts of the stream are asked for.

    Parameters
    ----------
    topic : int or None
        Only those that it leads.
    words : str
        Only those that have all these words.
    after : int
        Only those of later steps.
    limit : int
        How many at most.
    explain : bool
        Whether to say which words speak for their topics.
    """

    topic: int | None
    words: str
    after: int
    limit: int
    explain: bool


def text_list(reading: Reading, snapshot: Snapshot | None, asked: AskedTexts) -> TextList:
    """The newest texts of the stream.

    Parameters
    ----------
    reading : Reading
        The tables.
    snapshot : Snapshot or None
        The newest snapshot.
    asked : AskedTexts
        Which ones.
    """
    words, limit = asked.words.split(), asked.limit
    query = f"{_TEXTS} {ORDER}" + ("" if words else f" LIMIT {limit}")
    found = reading.db.execute(query, {"after": asked.after, "topic": asked.topic}).fetchall()
    if words:
        having = _having([row[3] for row in found], words, snapshot)
        found = [row for row, has in zip(found, having, strict=True) if has][:limit]
    rows: list[TextRow] = [
        {
            "id": id_,
            "step": step,
            "time": time,
            "text": text,
            "topic": leads,
            "label": None if leads is None else reading.label(leads),
            "share": share,
            "explanation": None,
        }
        for id_, step, time, text, leads, share in found
    ]
    if asked.explain and snapshot is not None:
        for row in rows:
            row["explanation"] = explained_text(snapshot, row["text"], reading.overlay.labels)
    return {"step": reading.step, "texts": rows}


def _having(texts: Sequence[str], words: Sequence[str], snapshot: Snapshot | None) -> list[bool]:
    """Whether each text has all words: as they are written, or in another form."""
    folded = [text.casefold() for text in texts]
    written = [[word.casefold() in text for word in words] for text in folded]
    reader = None if snapshot is None else snapshot.model.text_
    if reader is None:
        return [all(each) for each in written]
    asked = [{*reader.places([word]).ids.tolist()} - {-1} for word in words]
    tokens = reader.places([*texts])
    for i, each in enumerate(written):
        has = {*tokens.ids[tokens.ptr[i] : tokens.ptr[i + 1]].tolist()}
        written[i] = [
            was or bool(keys and keys <= has) for was, keys in zip(each, asked, strict=True)
        ]
    return [all(each) for each in written]


def explained_text(snapshot: Snapshot, text: str, labels: Labels) -> ExplainedText:
    """What a text is about, and which of its words and pairs say so.

    Parameters
    ----------
    snapshot : Snapshot
        The model.
    text : str
        The text.
    labels : dict of int to str
        Names of topics.
    """
    return _explanation(snapshot.model.explain(text), labels)


def _explanation(found: Explanation, labels: Labels) -> ExplainedText:
    return {
        "text": found.text,
        "unknown": [*found.unknown],
        "topics": [
            {
                "id": topic.id,
                "label": labels.get(topic.id, topic.label),
                "probability": topic.probability,
                "words": [*topic.words],
                "pairs": [*topic.pairs],
            }
            for topic in found.topics
        ],
    }


def assigned_rows(snapshot: Snapshot, texts: list[str], labels: Labels) -> list[AssignedRow]:
    """The topic of each text.

    Parameters
    ----------
    snapshot : Snapshot
        The model.
    texts : list of str
        The texts.
    labels : dict of int to str
        Names of topics.
    """
    return [
        {
            "topic": row.topic,
            "label": row.label if row.topic is None else labels.get(row.topic, row.label),
            "probability": row.probability,
            "second": row.second,
            "second_probability": row.second_probability,
            "note": row.note,
        }
        for row in snapshot.model.assign(texts)
    ]
