"""The process of `endurance.py`: follow a file, watch itself, and check its sums at the end.

Writes a line of JSON at each mark, and prints what was checked when it is over.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from biterms import LDA, TopicModel, Vectoriser
from biterms.store import JOURNAL
from biterms.streams import Files, JsonLinesSink, follow
from biterms.streams.following import Progress

#: columns, which words out of use hand over to others; and waiting words that are remembered
WORDS, WAITING = 30_000, 100_000
#: texts that are counted again at a time
TEXTS = 8192
SCORES = "sum(documents), sum(lpp), sum(scored)"


class Watch:
    """Time, memory, words and LPP, cut by cut; said at each mark.

    Parameters
    ----------
    journal : Path
        Where the timeline is.
    marks : Path
        Where the marks go; a run that goes on adds to those of the one before.
    every : int
        Documents between two marks.
    """

    def __init__(self, journal: Path, marks: Path, every: int) -> None:
        self.journal, self.marks, self.every = journal, marks, every
        begun = journal.exists()
        self.documents, *scored = totals(journal, SCORES) if begun else (0, 0.0, 0)
        self.scored = tuple(scored)
        self._begin()

    def _begin(self) -> None:
        self.cuts: list[float] = []
        self.peak, self.at = 0.0, (time.perf_counter(), time.process_time())
        self.last = self.at[1]

    def __call__(self, seen: Progress) -> None:
        """A cut has been learnt."""
        now, before = time.process_time(), self.documents
        self.documents = seen.model.model_.n_docs_
        self.cuts.append((now - self.last) / (self.documents - before))
        self.last, self.peak = now, max(self.peak, resident())
        if self.documents // self.every > before // self.every:
            self.say(seen.model)

    def say(self, model: TopicModel) -> None:
        """What has been seen since the last mark."""
        words, (_, *scored) = model.text_.words_, totals(self.journal, SCORES)
        lpp, n = (now - before for now, before in zip(scored, self.scored, strict=True))
        mark = {
            "documents": self.documents,
            "seconds": time.perf_counter() - self.at[0],
            "cpu": time.process_time() - self.at[1],
            "microseconds": 1e6 * float(np.median(self.cuts)),
            "mb": self.peak,
            "words": len(words.ids),
            "remembered": len(words.keys),
            "lpp": lpp / n if n else None,  # they are written with the next cut
        }
        with self.marks.open("a", encoding="utf8") as file:
            file.write(json.dumps(mark) + "\n")
        print(json.dumps(mark), file=sys.stderr, flush=True)
        self.scored = tuple(scored)
        self._begin()


def resident() -> float:
    """The resident set in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def totals(journal: Path, columns: str, table: str = "period") -> Any:
    """Sums over the timeline, read as anybody may."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        return db.execute(f"SELECT {columns} FROM {table}").fetchone()


def checked(model: TopicModel, path: Path, journal: Path, rows: Path) -> dict[str, float]:
    """Numbers that were kept on the way, and how far they are from what is counted anew."""
    n, doc_freq = recounted(model, path)
    with rows.open(encoding="utf8") as file:
        led = Counter(json.loads(line)["topic"] for line in file)
    with closing(sqlite3.connect(journal)) as db:
        asked = "SELECT topic, sum(documents), sum(share) FROM topic_period GROUP BY 1"
        timeline = {topic: (documents, share) for topic, documents, share in db.execute(asked)}
    table, kept = model.model_.posterior_.table, model.text_.doc_freq_
    mass = [math.fsum(column) for column in table.words()[0].T.tolist()]
    shares = sum(share for _, share in timeline.values())
    return {
        "texts fed": n,
        "texts learnt": model.model_.n_docs_,
        "texts counted by the timeline": totals(journal, "sum(documents)")[0],
        "rows of the sink": sum(led.values()),
        "topics whose texts differ between timeline and sink": sum(
            timeline.get(topic, (0, 0))[0] != number
            for topic, number in led.items()
            if topic is not None
        ),
        "shares of the timeline, relative error": abs(shares / (n - led[None]) - 1),
        "masses of the topics, relative error": float(np.abs(table.m / mass - 1).max()),
        "words": len(kept),
        "words with another document frequency": int((kept != doc_freq).sum()),
        "words with a larger one than is there": int((kept > doc_freq).sum()),
    }


def recounted(model: TopicModel, path: Path) -> tuple[int, Any]:
    """Texts of the stream, and in how many of them each word of the model is."""
    n, found = 0, np.zeros(model.text_.n_words_, dtype=np.int64)
    with path.open(encoding="utf8") as file:
        while lines := list(islice(file, TEXTS)):
            counts = model.text_.transform([json.loads(line)["text"] for line in lines])
            found += np.bincount(counts.indices, minlength=len(found))
            n += len(lines)
    return n, found


def watched(path: Path, folder: Path, topics: int, every: int, text: Vectoriser) -> TopicModel:
    """The model that has followed the file; marks, rows and the live model are in the folder."""
    live = folder / "live"
    watch = Watch(live / JOURNAL, folder / "marks.jsonl", every)
    new = TopicModel(LDA(topics, random_state=0, n_threads=1), text=text)
    rows = JsonLinesSink(folder / "topics.jsonl")
    return follow(Files(path), live, new, within=None, sinks=rows, progress=watch)


def main() -> None:
    path, folder, topics, every = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])
    text = Vectoriser(max_words=WORDS, prune=True, candidates=WAITING)
    model = watched(path, folder, topics, every, text)
    print(json.dumps(checked(model, path, folder / "live" / JOURNAL, folder / "topics.jsonl")))


if __name__ == "__main__":
    main()
