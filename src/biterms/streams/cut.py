"""A cut: documents of a stream that are recorded together."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

from biterms.streams.lateness import Lateness
from biterms.text.readers import Record
from biterms.topics.prepared import UNPREPARED, Prepared


class Cut(NamedTuple):
    """Documents that were recorded together.

    Parameters
    ----------
    step : int
        Its number, from 1 on.
    arrived : float
        When it was cut, in seconds since 1970.
    records : list of Record
        The documents.
    every : int
        Documents of a minibatch.
    joined : bool
        Whether it is learnt from together with the cut before it.
    lateness : Lateness, optional
        Which of them are late, and what is done with them; None: none is.
    """

    step: int
    arrived: float
    records: list[Record]
    every: int
    joined: bool = False
    lateness: Lateness | None = None


class Recorded(NamedTuple):
    """A cut on its way to the disk.

    Parameters
    ----------
    cut : Cut
        The cut.
    positions : mapping
        Positions after it, by the name of the source.
    done : Future
        Done when it is safe.
    prepared : Prepared
        Its documents, ready to be learnt from; none if the model has not begun.
    """

    cut: Cut
    positions: Mapping[str, Mapping[str, Any]]
    done: Future[None]
    prepared: Prepared = UNPREPARED
