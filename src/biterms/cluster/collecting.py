"""The texts of a run: partitions that workers have read and counted, and the words of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from biterms.cluster import tasks
from biterms.cluster.counting import About, Asked, about, words_of
from biterms.cluster.files import Reading, planned
from biterms.cluster.jobs import Jobs
from biterms.cluster.words import pack_ids, pack_together, together, unpack_words
from biterms.errors import ClusterError, InputError
from biterms.text.learn import admit, analyser_of, check_words
from biterms.text.vectoriser import Vectoriser
from biterms.topics.handed_in import Beside
from biterms.version import __version__


class Collected(NamedTuple):
    """Partitions on the workers, and the words of all texts.

    Parameters
    ----------
    counted : list of Future
        The partitions.
    abouts : list of About
        What is known of each.
    text : Vectoriser
        How texts become counts, with all words.
    ids : Ids
        How many words there are.
    keys : list of Future
        The same words for workers.
    """

    counted: list[Any]
    abouts: list[About]
    text: Vectoriser
    ids: tasks.Ids
    keys: list[Any]

    @property
    def isa(self) -> str:
        """Instruction sets of the workers; with one alone the bits are the same in any run."""
        return ", ".join(sorted({each.isa for each in self.abouts}))

    @property
    def sizes(self) -> list[int]:
        """Documents of each partition."""
        return [each.n_docs for each in self.abouts]


def collect(
    jobs: Jobs,
    texts: Any,
    reading: Reading,
    text: Vectoriser,
    keep: int,
    documents: int,
    tell: Callable[[int], None],
) -> Collected:
    """Let workers read and count texts, and put their words together.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    texts : path, list of paths, Dask bag or data frame
        The texts.
    reading : Reading
        How files are read.
    text : Vectoriser
        How texts become counts; it knows no words yet.
    keep : int
        Texts that are remembered.
    documents : int
        Documents of a partition of a file, about.
    tell : callable
        Called with the number of texts that have been read.
    """
    first, count = _source(jobs, texts, reading, documents)
    analyser = analyser_of(text, first)
    counted = count(Asked(jobs.run, text, analyser, keep))
    abouts, read = cast("list[About]", [None] * len(counted)), [0]

    def take(number: int, found: About) -> None:
        if found.version != __version__:
            raise ClusterError(
                f"a worker has biterms {found.version}, expected {__version__}, which is here: "
                "install one version on all machines"
            )
        abouts[number] = found
        jobs.account.add(found.spent)
        read[0] += found.n_docs
        tell(read[0])

    jobs.each([jobs.submit("about", about, part) for part in counted], take)
    words = [jobs.submit("words", words_of, part) for part in counted]
    parts, _kept = jobs.tree("merge-words", pack_together, words, text)
    received = jobs.every(parts)
    jobs.account.received += sum(map(len, received))
    with jobs.account.timed("text"):
        known = together([unpack_words(part) for part in received], text)
        admit(text, known)
        check_words(text, known)
        packed = pack_ids(known)
    ids, keys = tasks.Ids(jobs.run, known.n_ids), jobs.held("words", packed)
    return Collected(counted, abouts, text.with_words(analyser, known), ids, keys)


Count = Callable[[Asked], list[Any]]


@runtime_checkable
class OwnTexts(Protocol):
    """Texts of another engine, which lets its own workers count them."""

    def first_texts(self) -> list[str]:
        """The first texts, which tell the language."""

    def count_texts(self, asked: Asked) -> list[Any]:
        """What stands for each partition, as tasks take it."""


def _source(jobs: Jobs, texts: Any, reading: Reading, documents: int) -> tuple[list[str], Count]:
    """The first texts, and what counts all of them."""
    if isinstance(texts, OwnTexts):
        return texts.first_texts(), texts.count_texts
    if hasattr(texts, "to_delayed"):
        columns = reading.columns
        beside = Beside(columns.text, columns.time, columns.label, columns.id)
        return _of_collection(jobs, texts.to_delayed(), beside)
    partitions = jobs.one(jobs.submit("plan", planned, _paths(texts), reading, documents))
    first = jobs.one(jobs.submit("first", tasks.first_of_files, partitions, reading))
    return first, lambda asked: [
        jobs.submit("count", tasks.count_files, partition, reading, asked, number)
        for number, partition in enumerate(partitions)
    ]


def _of_collection(jobs: Jobs, parts: Sequence[Any], beside: Beside) -> tuple[list[str], Count]:
    from dask.delayed import delayed

    def count(asked: Asked) -> list[Any]:
        task = delayed(tasks.count_handed_in, pure=False)
        return jobs.compute(
            [task(part, beside, asked, number) for number, part in enumerate(parts)]
        )

    first = list[str]()
    for part in parts:
        [future] = jobs.compute([delayed(tasks.first_handed_in, pure=False)(part, beside)])
        if first := jobs.one(future):
            break
    return first, count


def _paths(texts: Any) -> list[str]:
    given = [texts] if isinstance(texts, str | PathLike) else texts
    if not isinstance(given, Sequence) or not all(isinstance(p, str | PathLike) for p in given):
        raise InputError(
            f"{type(texts).__name__} was given, expected the names of files that workers can read, "
            "or a Dask bag or data frame; texts of this process go to TopicModel.fit"
        )
    if not given:
        raise InputError("no files; give at least one")
    # Workers are in other folders.
    return [path if path == "-" else str(Path(path).absolute()) for path in map(fspath, given)]
