"""Follow a stream: record what comes, learn from it, and be able to go on after anything."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError, SettingError
from biterms.streams.chapters import usual_chapters
from biterms.streams.cutting import Cutter, Cutting
from biterms.streams.live import Live
from biterms.streams.named import check_named
from biterms.streams.sinks.sink import Sink
from biterms.streams.source import Source
from biterms.topics import TopicModel


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
    """

    step: int
    documents: int
    model: TopicModel


def follow(
    sources: Source | Sequence[Source],
    folder: str | PathLike[str],
    model: TopicModel | None = None,
    *,
    every: int = 100,
    within: float | None = 1.0,
    most: int = 8192,
    sinks: Sink | Sequence[Sink] = (),
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
        Documents that are recorded together at most, where many have come.
    sinks : Sink or sequence of Sink, optional
        Where the topic of each text is written to, each with a name of its own.
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
    cutting = Cutting(every, within, most)
    new = TopicModel() if model is None else model
    into = [sinks] if isinstance(sinks, Sink) else list(sinks)
    told = usual_chapters(_rate(false_alarms))
    with Live.opened(Path(folder), new, cutting, into, told) as live, ExitStack() as stack:
        for source in given:
            stack.callback(source.close)
            source.open(live.journal.positions(source.name))
        for step, documents in _steps(live, given, cutting, stopping):
            if progress is not None:
                progress(Progress(step, documents, live.model))
        live.finish()
    if not live.model.__sklearn_is_fitted__():
        raise InputError("no documents came, expected some to begin with; check the source")
    return live.model


def _steps(
    live: Live, sources: list[Source], cutting: Cutting, stopping: Callable[[], bool]
) -> Iterator[tuple[int, int]]:
    """Learn cut by cut; the step, and the documents so far.

    While a cut is on its way to the disk the one before it is learnt from; a cut that nothing
    follows yet is not kept waiting.
    """
    by_name, documents = {source.name: source for source in sources}, 0
    cutter, recorded = Cutter(sources, cutting, stopping), None
    while recorded is not None or not cutter.ended:
        gathered = cutter.next(wait=recorded is None)
        following = None if gathered is None else live.record(gathered)
        if recorded is not None:
            recorded.done.result()
            for name, positions in recorded.positions.items():
                by_name[name].commit(positions)
            live.learn(recorded.cut)
            documents += len(recorded.cut.records)
            yield recorded.cut.step, documents
        recorded = following


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
