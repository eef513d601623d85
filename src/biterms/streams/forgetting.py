"""Forget documents: learn again without them from the last state before them.

All of it is done in a folder beside the live model, which takes its place at one moment when it is
complete. A process that is killed before leaves the live model as it was, and what it had begun is
removed by the next one; a process that is killed after has forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL, lock
from biterms.store.exchange import brought_back, exchange
from biterms.store.place import explained, head_in
from biterms.streams.audit import key_in, note
from biterms.streams.beside import (
    copy_key,
    finish,
    made_safe,
    new_model,
    prepare,
    settle_sinks,
)
from biterms.streams.chapters import usual_chapters
from biterms.streams.cutting import Cutting
from biterms.streams.erasing import open_journal, removed
from biterms.streams.forgetting_plan import Plan, plan_of
from biterms.streams.live import Live
from biterms.streams.sinks.sink import Sink
from biterms.topics import TopicModel

#: documents that a new model may wait for, as many as there are
MOST = 1 << 40


class Forgotten(NamedTuple):
    """What was forgotten.

    Parameters
    ----------
    documents : int
        Documents that are forgotten.
    missing : list of str
        Ids that no document has of which the journal holds the text, and no dead letter.
    state : int
        The step of the state that learning was repeated from; 0 is the beginning.
    step : int
        The last step.
    left : list of str
        What could not be reached, such as messages in Kafka, and what to do about it.
    letters : int
        Dead letters that are empty now.
    """

    documents: int
    missing: list[str]
    state: int
    step: int
    left: list[str]
    letters: int


def forget(
    folder: str | PathLike[str],
    ids: Iterable[str],
    *,
    sinks: Sink | Sequence[Sink] = (),
    key: bytes | None = None,
    model: TopicModel | None = None,
) -> Forgotten:
    """Forget documents of a live model, as if their places in the stream had been empty.

    The model learns again from the last state that was kept before them, with the same cuts. The
    result is, bit for bit, that of a stream in which these documents were empty. Nothing of their
    texts is left in the folder: not in the model and its sample, the vocabulary, the journal, the
    tables, dead letters, old states or free pages of the files.

    Parameters
    ----------
    folder : str or path
        The live model, which nobody follows at the moment. Its stream must have been followed with
        ``retain``, so that the texts are in the journal.
    ids : iterable of str
        The ids of the documents; all documents with one of them are forgotten.
    sinks : Sink or sequence of Sink, optional
        Sinks of the stream. Files of JSON lines and Parquet are known to the journal, and need not
        be given unless they have names of their own; Redis streams must be.
    key : bytes, optional
        The key of the hashes in the audit line; by default ``audit.key`` in the folder, which is
        made if need be.
    model : TopicModel, optional
        A model with the guide (word vectors) that the live one began with, if it did.

    Returns
    -------
    Forgotten

    Raises
    ------
    InputError
        If none of the documents is there, or learning cannot be repeated without them; nothing has
        changed then, and the error says what is left to do.
    StoreError
        If somebody follows with this model, or the disk fails.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, Record, TopicModel
    >>> from biterms.streams import Texts, follow, forget
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> records = [Record(text, f"mail-{i}", None, None) for i, text in enumerate(texts)]
    >>> with TemporaryDirectory() as folder:
    ...     live = f"{folder}/live"
    ...     new = TopicModel(LDA(2, random_state=0))
    ...     model = follow(Texts(records), live, new, retain="30d")
    ...     found = forget(live, ["mail-3", "mail-7", "mail-999"])
    >>> found.documents, found.missing
    (2, ['mail-999'])
    """
    place, wanted = Path(folder).resolve(), _wanted(ids)
    given = [sinks] if isinstance(sinks, Sink) else [*sinks]
    brought_back(place)
    if not place.is_dir():
        raise InputError(f"{folder} does not exist, expected the folder of a live model")
    if not (place / JOURNAL).is_file():
        raise InputError(
            f"{folder} has no journal, so that what it has learnt cannot be learnt again without "
            "some texts: fit it anew without them, or follow with retain from now on; "
            "TopicModel.subtract takes back a model that was merged, which forgets less"
        )
    if place.is_mount():
        raise InputError(
            f"{folder} is where another disk is mounted, so that no other folder can take its "
            "place: move the live model into a folder of that disk"
        )
    with lock(place, create=False):
        finish(place)
        plan = plan_of(place, wanted, given)
        side = prepare(place, plan)
        with explained(place, "forgets nothing"):
            _relearnt(place, side, plan, model)
            _noted(place, side, plan, key)
            settle_sinks(plan, side, given if plan.places else [])
            made_safe(side)
        with lock(side):
            with explained(place, "forgets nothing"):
                exchange(place, side)
            finish(place)
    letters = len(plan.letters)
    return Forgotten(len(plan.places), plan.missing, plan.state, plan.step, plan.left, letters)


def _wanted(ids: Iterable[str]) -> list[str]:
    """The ids, each once; an empty one would be that of all texts without any."""
    if isinstance(ids, str):
        raise InputError(f"ids={ids!r:.40}: expected a list of ids, such as [{ids!r:.40}]")
    wanted = [*dict.fromkeys(map(str, ids))]
    if not wanted or "" in wanted:
        what = "an empty id was given" if wanted else "no ids were given"
        raise InputError(f"{what}, expected the ids of the texts to forget")
    return wanted


def _relearnt(place: Path, side: Path, plan: Plan, model: TopicModel | None) -> None:
    """Learn again from all cuts after the state, if anything has been learnt from documents."""
    if head_in(place) is None or not plan.places:
        return
    begin = model or (new_model(place) if plan.source is None else TopicModel())
    chapters = usual_chapters(plan.false_alarms)
    with Live.opened(side, begin, Cutting(most=MOST), chapters=chapters) as live:
        live.relearn(plan.kept)
        if live.step != plan.step:
            raise StoreError(f"{side}: learnt up to step {live.step}, expected {plan.step}")


def _noted(place: Path, side: Path, plan: Plan, key: bytes | None) -> None:
    """Write the audit line, and leave no trace in free pages."""
    before, after = (head_in(folder) for folder in (place, side))
    revisions = tuple("" if head is None else head.revision for head in (before, after))
    copy_key(place, side)
    with open_journal(side) as db:
        facts = (len(plan.places), len(plan.missing), plan.state, plan.step, *revisions)
        note(db, plan.ids, key_in(side) if key is None else key, facts)
        removed(db, plan.step if plan.places else 0)
