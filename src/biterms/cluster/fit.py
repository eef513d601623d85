"""Fit a model to texts that are spread over the machines of a Dask cluster."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from os import PathLike
from time import perf_counter
from typing import Any

from biterms.cluster.account import Account
from biterms.cluster.anchoring import anchor_documents, learn_anchor
from biterms.cluster.collecting import Collected, collect
from biterms.cluster.files import NO_COLUMNS, Reading
from biterms.cluster.jobs import Jobs, connected
from biterms.cluster.lanes import learn_lanes
from biterms.cluster.layout import Layout
from biterms.cluster.refused import check_model, check_text
from biterms.cluster.result import dated, fitted_of, sample_of, trouble_of
from biterms.cluster.schedules import Lanes, Schedule
from biterms.cluster.synchronous import learn_rounds
from biterms.cluster.telling import Telling
from biterms.cluster.undisturbed import undisturbed
from biterms.errors import SettingError, StopLearning
from biterms.models.hdp.estimator import HDP
from biterms.text.readers import Columns
from biterms.text.times import TimeColumn
from biterms.topics.beginning import Beginning
from biterms.topics.topic_model import Progress, TopicModel

USUAL = Lanes()


def fit(
    texts: str | PathLike[str] | Sequence[str | PathLike[str]] | Any,
    model: TopicModel | Any,
    client: Any,
    schedule: Schedule = USUAL,
    *,
    columns: Columns = NO_COLUMNS,
    kind: str | None = None,
    encoding: str | None = None,
    strict: bool = False,
    times: TimeColumn | None = None,
    progress: Progress | None = None,
) -> TopicModel:
    """Learn from texts on the machines of a Dask cluster.

    Workers read and count their own parts of the texts, whose words are then put together. The
    driver, which is the process that calls this, learns the topics of some documents in several
    passes, the anchor. Then workers learn from all other documents, each once. The result does not
    depend on how many workers there are, and not on whether some of them die on the way.

    Parameters
    ----------
    texts : path, list of paths, Dask bag or data frame
        Files that all workers can read under these names, which may hold ``*``; or a bag of texts;
        or a data frame. Lines of text and JSON lines are cut into ranges of bytes; of other files,
        and of compressed ones, each is read by one worker.
    model : TopicModel, or what `TopicModel` takes as its model
        The settings; what a `TopicModel` has learnt before is forgotten.
    client : distributed.Client or str
        The cluster, or the address of its scheduler, such as ``"tcp://10.0.0.1:8786"``. Dask sends
        functions and data as pickles, so connect only to schedulers and workers that you trust.
    schedule : Lanes or Synchronous, optional
        How learning is divided among workers.
    columns : Columns, optional
        Columns of text, id, time and label, also those of a data frame.
    kind, encoding, strict
        As for `biterms.read`.
    times : TimeColumn, optional
        How times are read.
    progress : callable, optional
        As for `TopicModel.fit`. If it has a parameter ``stage``, it also hears of "reading" and
        "anchor".

    Returns
    -------
    TopicModel
        The model that was given, or a new one. `info` says how it was learnt, and how many seconds
        went into text, learning and network.

    Raises
    ------
    MissingExtra
        If Dask is not installed.
    SettingError
        If the model cannot be learnt in parts; the message says why.
    InputError
        If workers find no such file, or no texts in it.
    ClusterError
        If the scheduler does not answer, or workers keep dying.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import biterms.cluster
    >>> from biterms import LDA, TopicModel, sample_headlines
    >>> from distributed import Client
    >>> lines = "\\n".join(record.text for record in sample_headlines()[:3000])
    >>> settings = {"processes": False, "dashboard_address": "127.0.0.1:0"}
    >>> with tempfile.TemporaryDirectory() as folder, Client(n_workers=1, **settings) as client:
    ...     path = pathlib.Path(folder, "news.txt")
    ...     _ = path.write_text(lines, encoding="utf-8")
    ...     schedule = biterms.cluster.Lanes(anchor=1000, lane=500)
    ...     model = biterms.cluster.fit(path, TopicModel(LDA(10, random_state=0)), client, schedule)
    >>> model.model_.n_docs_, model.info()["cluster_lanes"]
    (3000, 6)
    """
    _check_schedule(schedule)
    wanted = model if isinstance(model, TopicModel) else TopicModel(model)
    new = wanted._beginning()
    check_model(new.model, schedule)
    check_text(new.text, wanted.duplicates)
    reading = Reading(columns, kind, encoding, strict)
    with connected(client) as connection, closing(Jobs(connection)) as jobs, wanted._writer:
        run = Run(jobs, wanted, new, schedule, Telling(progress))
        run.learn(texts, reading, times)
    return wanted


def _check_schedule(schedule: Any) -> None:
    if not isinstance(schedule, Schedule):
        raise SettingError(f"schedule={schedule!r:.60}: expected Lanes() or Synchronous()")
    schedule.check()


class Run:
    """One run on a cluster.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    wanted : TopicModel
        The model that is to learn.
    new : Beginning
        Its parts, which have learnt nothing.
    schedule : Lanes or Synchronous
        How learning is divided.
    telling : Telling
        Who wants to know how far it is.
    """

    def __init__(
        self, jobs: Jobs, wanted: TopicModel, new: Beginning, schedule: Schedule, telling: Telling
    ) -> None:
        self._jobs, self._wanted, self._schedule = jobs, wanted, schedule
        self._new, self._telling = new, telling

    def learn(self, texts: Any, reading: Reading, times: TimeColumn | None) -> None:
        """Read, learn, and let the model be what has been learnt."""
        jobs, wanted, begin = self._jobs, self._wanted, perf_counter()
        lane = self._schedule.lane if isinstance(self._schedule, Lanes) else USUAL.lane
        collected = collect(
            jobs, texts, reading, self._new.text, wanted.keep, lane, self._telling.read
        )
        self._telling.total = sum(collected.sizes)
        # Times that cannot be read are refused before anything is learnt.
        sample, reader = dated(sample_of(jobs, collected, wanted.keep), times)
        facts = {"cluster_workers": jobs.workers, "cluster_isa": collected.isa, "stopped": False}
        new = Beginning(self._new.model, collected.text, self._new.guide)
        bound = new.bind(complete=isinstance(self._schedule, Lanes))
        try:
            self._learn(collected, facts)
        except StopLearning:
            if not hasattr(new.model, "state_"):
                raise
            facts["stopped"] = True
        facts |= _facts(jobs.account, perf_counter() - begin)
        wanted._fitted = fitted_of(new.model, collected, sample, new.in_use(bound), facts)
        wanted.learning_seconds_ = jobs.account.spent.learning
        wanted._account(trouble_of(collected), reader)
        reader.warn()
        if isinstance(new.model, HDP):
            new.model.warn_of_limit()

    def _learn(self, collected: Collected, facts: dict[str, Any]) -> None:
        jobs, model, telling = self._jobs, self._new.model, self._telling
        if not isinstance(self._schedule, Lanes):
            facts["cluster"] = "synchronous rounds"
            facts["cluster_rounds"] = learn_rounds(jobs, collected, model, telling.learnt)
            return
        layout = Layout.of(collected.sizes, self._schedule)
        facts |= {"cluster": "lanes", "cluster_anchor": layout.chosen.n}
        documents = anchor_documents(jobs, collected, layout.anchor, layout.chosen, model)
        with jobs.account.timed("learning"):
            learn_anchor(model, documents, sum(collected.sizes), telling.anchor())
        telling.learnt(layout.chosen.n, None)
        facts["cluster_lanes"] = len(layout.lanes)
        more = layout, self._schedule.growth, model, telling.learnt
        with undisturbed():
            facts["cluster_rounds"] = learn_lanes(jobs, collected, *more)


def _facts(account: Account, whole: float) -> dict[str, Any]:
    """What a run has cost, for `info`."""
    every = {"cluster": account.spent, "cluster_driver": account.driver}
    facts = {
        f"{whose}_{kind}_seconds": round(seconds, 3)
        for whose, spent in every.items()
        for kind, seconds in spent._asdict().items()
    }
    sizes = {"cluster_sent_bytes": account.sent, "cluster_received_bytes": account.received}
    return facts | sizes | {"cluster_seconds": round(whole, 3), "cluster_deaths": account.deaths}
