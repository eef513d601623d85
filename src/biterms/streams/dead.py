"""Records that could not be used: listed, mended, and taken again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.streams.edits import writing
from biterms.streams.reader import opened
from biterms.streams.source import Batch, Source
from biterms.text.readers import Record

#: the value of a position: a number that has one has been recorded
TAKEN = "replayed"


class DeadLetter(NamedTuple):
    """A record that could not be used.

    Parameters
    ----------
    number : int
        Its number in the journal.
    source, position : str
        Where it came from.
    reason : str
        What is wrong with it.
    data : str
        The record as far as it could be read.
    """

    number: int
    source: str
    position: str
    reason: str
    data: str


def dead_letters(folder: str | PathLike[str]) -> list[DeadLetter]:
    """The records of a stream that could not be used and have not been replayed.

    Parameters
    ----------
    folder : str or path
        The live model.

    Returns
    -------
    list of DeadLetter
        By their numbers.

    Raises
    ------
    InputError
        If no stream has been followed there.
    """
    query = "SELECT number, source, position, reason, data FROM dead WHERE NOT replayed ORDER BY 1"
    with opened(folder) as db:
        return [DeadLetter(*row) for row in db.execute(query)]


def mark_replayed(folder: str | PathLike[str], numbers: Sequence[int]) -> None:
    """Note that dead letters have been dealt with: they are not listed any more.

    Parameters
    ----------
    folder : str or path
        The live model; the stream may be running.
    numbers : sequence of int
        Their numbers.

    Raises
    ------
    InputError
        If one of them is not there; then none is marked.
    """
    with opened(folder) as db:
        known = {number for (number,) in db.execute("SELECT number FROM dead")}
    if missing := sorted({*numbers} - known):
        raise InputError(
            f"{folder} has no dead letter {missing[0]}, expected numbers that it lists, such as "
            f"{sorted(known)[:5]}"
        )
    with writing(folder) as db:
        rows = [(number,) for number in numbers]
        db.executemany("UPDATE dead SET replayed = 1 WHERE number = ?", rows)


class DeadLetters(Source):
    """The records of a live model that could not be used, as a source: mended, each once.

    Parameters
    ----------
    folder : str or path
        The live model that has them, and that takes them again.
    mend : callable
        Makes a `Record` of a `DeadLetter`, or returns None to leave it as it is.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, Record, TopicModel
    >>> from biterms.streams import DeadLetters, Texts, dead_letters, follow
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> def mend(letter):
    ...     return Record(f"goal {letter.data}", letter.position, None, None)
    >>> with TemporaryDirectory() as folder:
    ...     live = f"{folder}/live"
    ...     model = follow(Texts([*texts, 7]), live, TopicModel(LDA(2, random_state=0)))
    ...     print([letter.reason for letter in dead_letters(live)])
    ...     model = follow(DeadLetters(live, mend), live)
    ...     print(model.model_.n_docs_, dead_letters(live))
    ['no text but int']
    201 []
    """

    def __init__(
        self, folder: str | PathLike[str], mend: Callable[[DeadLetter], Record | None]
    ) -> None:
        self.name, self.ended = "dead", False
        self._folder, self._mend = Path(folder), mend
        self._letters: Iterator[DeadLetter] = iter(())

    def open(self, positions: Mapping[str, Any]) -> None:
        """Mark those that were recorded before a crash; the others are taken."""
        letters = dead_letters(self._folder)
        taken = {str(letter.number): TAKEN for letter in letters if str(letter.number) in positions}
        self.commit(taken)
        self._letters = (letter for letter in letters if str(letter.number) not in taken)

    def poll(self, max_documents: int, timeout: float) -> Batch:  # noqa: ARG002
        """Mend the next letters."""
        records: list[Record] = []
        positions: dict[str, str] = {}
        while len(records) < max_documents and not self.ended:
            letter = next(self._letters, None)
            mended = None if letter is None else self._mended(letter)
            self.ended = letter is None
            if letter is not None and mended is not None:
                records.append(mended)
                positions[str(letter.number)] = TAKEN
        return Batch(records, positions)

    def _mended(self, letter: DeadLetter) -> Record | None:
        mended: Any = self._mend(letter)
        if not (mended is None or isinstance(mended, Record)):
            raise InputError(
                f"mend returned {mended!r:.40} for dead letter {letter.number}, expected a Record, "
                "or None to leave it"
            )
        return mended

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Mark letters whose documents are recorded."""
        if positions:
            mark_replayed(self._folder, [int(number) for number in positions])

    def close(self) -> None:
        """Stop mending."""
        self._letters = iter(())
