"""Follow a stream: record what comes, learn from it, and be able to go on after anything."""

from __future__ import annotations

import ctypes
import gc
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from biterms.errors import InputError, SettingError
from biterms.streams.chapters import usual_chapters
from biterms.streams.cutting import Cutting
from biterms.streams.delivery import Deliver, delivering
from biterms.streams.kept import Keeping, Span
from biterms.streams.lateness import Lateness
from biterms.streams.live import Live
from biterms.streams.messengers import messenger
from biterms.streams.named import check_named
from biterms.streams.pipeline import Pipeline
from biterms.streams.sinks.sink import Sink
from biterms.streams.source import Source
from biterms.streams.watch import Watch
from biterms.topics import TopicModel

#: new objects after which the garbage collector looks through them
YOUNG = 50_000
#: seconds after which a thread makes way for another one
WAY = 0.0001
#: bytes that the allocator keeps, and the parameters of glibc that say so (malloc.h)
KEPT, TRIM_THRESHOLD, MMAP_THRESHOLD = 8 << 20, -1, -3
#: what the first stream of this process has found when it began, once for each that runs
_found: list[tuple[tuple[int, int, int], float, Any, int]] = []
_turn = Lock()


class Progress(NamedTuple):
    """How far a stream has been followed.

    Parameters
    ----------
    step : int
        Cuts so far.
    documents : int
        Documents of this run.
    model : TopicModel
        The model.
    seconds : float
        Seconds of work in this run: without those in which nothing had come.
    """

    step: int
    documents: int
    model: TopicModel
    seconds: float


def follow(
    sources: Source | Sequence[Source],
    folder: str | PathLike[str],
    model: TopicModel | None = None,
    *,
    every: int = 100,
    within: float | None = 1.0,
    most: int = 8192,
    commit: int | None = None,
    sinks: Sink | Sequence[Sink] = (),
    texts: bool = True,
    on_alarm: str | Deliver | None = None,
    states: Span | Sequence[Span] = (),
    retain: Span | None = None,
    lateness: str | timedelta | None = None,
    late: str = "learn",
    false_alarms: float | None = 1.0,
    progress: Callable[[Progress], None] | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> TopicModel:
    """Learn from a stream, lose nothing and learn nothing twice.

    Documents are recorded in a journal before they are learnt from. A process that was killed goes
    on when it is started again: the model is then, bit for bit, that of a run over the same cuts
    that nothing has disturbed.

    Parameters
    ----------
    sources : Source or sequence of Source
        Where the documents come from, each with a name of its own.
    folder : str or path
        The live model: `biterms.load` opens its newest snapshot at any time.
    model : TopicModel, optional
        What to begin with where the folder holds no model.
    every : int, default=100
        Documents of a minibatch.
    within : float or None, default=1.0
        Seconds after which documents are learnt from although they are fewer. With None cuts are
        made by number alone, so that the model does not depend on when documents came.
    most : int, default=8192
        Documents that are learnt from together at most, where many have come.
    commit : int, optional
        Documents that are recorded together at most, in one transaction; as `most` if not given.
    sinks : Sink or sequence of Sink, optional
        Where the topic of each text is written to, each with a name of its own.
    texts : bool, default=True
        Whether some of the last texts, and typical texts of topics, are kept for people to look
        at. With False they are not, those that were kept before are erased, and so is every text
        as soon as a snapshot has learnt from it.
    on_alarm : str or callable, optional
        Who is told of alarms: a command, which gets JSON on its standard input; a URL that
        begins with http:// or https://, to which JSON is sent; or a function, called with a dict
        in another thread. Each alarm is delivered at least once, also after a crash.
    states : str, timedelta or sequence of them, optional
        For how long old states of the model are kept, which ``biterms.load(folder, at=...)`` opens:
        ``("24h", "30d")`` keeps one for each of the last 24 hours and one for each of the last 30
        days; a third span one for each week. What is left out keeps no more, and removes none.
    retain : str or timedelta, optional
        How long texts are kept in the journal, together with a state that is older than them: from
        there the present model can be reached again. By default they go with each snapshot.
    lateness : str or timedelta, optional
        A document is late if one before it was written so much later, such as ``"2h"``: it is
        counted apart. None: no document is late.
    late : {"learn", "drop"}
        Whether late documents are learnt from, or only recorded and counted.
    false_alarms : float or None, default=1.0
        How many alarms a day there may be, on average, in a stream in which nothing happens: the
        threshold of `alarms`. With None or 0 there are none.
    progress : callable, optional
        Called after each cut.
    stopping : callable, optional
        Says whether to stop; what has been read is learnt and saved before.

    Returns
    -------
    TopicModel
        The model when the sources have ended, or it was stopped.

    Raises
    ------
    StoreError
        If another process follows with this model, or the disk or a sink fails; nothing is lost.
    InputError
        If there were no documents to begin with.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import Texts, follow
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     model = follow(Texts(texts), f"{folder}/live", TopicModel(LDA(2, random_state=0)))
    >>> model.model_.n_docs_
    200
    """
    given = [sources] if isinstance(sources, Source) else list(sources)
    _check(given)
    cutting = Cutting(every, within, most, commit)
    new = TopicModel() if model is None else model
    into = [sinks] if isinstance(sinks, Sink) else list(sinks)
    deliver = messenger(on_alarm) if isinstance(on_alarm, str) else on_alarm
    watch, keeping = Watch(stopping), Keeping.of(states, retain)
    if not texts and retain is not None:
        raise SettingError(
            f"retain={retain!s:.40} keeps texts in the journal, and texts=False keeps none: choose "
            "one of the two"
        )
    too_late = Lateness.read(lateness, late)
    told = usual_chapters(_rate(false_alarms), texts=texts)
    with (
        watch.reporting(),
        Live.opened(Path(folder), new, cutting, into, keeping, too_late, told) as live,
        delivering(Path(folder), deliver) as wake,
        _undisturbed(),
        ExitStack() as stack,
    ):
        if not live.catch_up(stopping):
            return live.model
        for source in given:
            stack.callback(source.close)
            source.open(live.journal.positions(source.name))
        watch.started(live, given)
        with Pipeline(live, given, watch) as pipeline:
            for step, documents in pipeline.steps():
                watch.documents = documents
                wake()
                if progress is not None:
                    progress(Progress(step, documents, live.model, watch.seconds))
        live.finish()
    if not live.model.__sklearn_is_fitted__():
        raise InputError("no documents came, expected some to begin with; check the source")
    return live.model


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep what runs beside a stream from taking its time.

    Threads of BLAS that have nothing to do wait for more on a core of their own. The garbage
    collector looks through all objects of the process again and again: those that are there when a
    stream begins stay anyway, and learning leaves no garbage behind. The thread that learns comes
    back from compiled code many times, and waits each time until the one that reads makes way.
    Memory that a cut has needed is needed by the next one, and costs time if it was given back to
    the system meanwhile.

    All of it is put back when the last stream of the process has ended, but for what the C library
    was told of memory, which it cannot be asked for.
    """
    with _turn:
        _found.append(_found[0] if _found else _made_quiet())
    try:
        yield
    finally:
        with _turn:
            often, patience, limits, frozen = _found.pop()
            if not _found:
                limits.restore_original_limits()
                sys.setswitchinterval(patience)
                gc.set_threshold(*often)
                if not frozen:
                    gc.unfreeze()


def _made_quiet() -> tuple[tuple[int, int, int], float, Any, int]:
    """Do it when the first stream begins: looking through objects and libraries takes a while."""
    _keep_memory()
    frozen = gc.get_freeze_count()
    if not frozen:  # else the program looks after its objects itself
        gc.collect()
        gc.freeze()
    found = (gc.get_threshold(), sys.getswitchinterval(), threadpool_limits(limits=1), frozen)
    gc.set_threshold(YOUNG, *found[0][1:])
    sys.setswitchinterval(WAY)
    return found


def _keep_memory() -> None:
    """Let the C library keep memory that is freed, where it can be told to."""
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(TRIM_THRESHOLD, KEPT)
        library.mallopt(MMAP_THRESHOLD, KEPT)


def _rate(false_alarms: Any) -> float | None:
    """False alarms per day; None if there are to be none."""
    if false_alarms is None or false_alarms == 0:
        return None
    if not isinstance(false_alarms, int | float) or not 0 < false_alarms < math.inf:
        raise SettingError(
            f"false_alarms={false_alarms!r:.40}: expected a number per day above 0, such as 1.0, "
            "or None for no alarms"
        )
    return float(false_alarms)


def _check(sources: list[Any]) -> None:
    if not sources:
        raise InputError("no source was given, expected one at least")
    example = "such as biterms.streams.Texts(...)"
    check_named(sources, Source, f"name, ended, open, poll, commit and close, {example}")
