"""Topics over time, alarms, the digest, and moments to go back to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query
from fastapi.responses import JSONResponse

from biterms.serve import shapes
from biterms.serve.described import Moment, Span, said
from biterms.serve.served import Served
from biterms.serve.time_views import (
    AskedAlarms,
    AskedPeriods,
    alarm_list,
    digest_view,
    timeline,
    told,
)
from biterms.streams.digest import window_length

Ids = Annotated[
    str | None,
    Query(max_length=5000, pattern=r"^\d{1,9}(,\d{1,9})*$", description="Ids, commas between."),
]


def time_paths(app: FastAPI, served: Served) -> None:
    """Add the paths.

    Parameters
    ----------
    app : FastAPI
        Where to.
    served : Served
        What is served.
    """

    @app.get("/v1/timeline", **said(shapes.TimelineView))
    def over_time(
        period: Literal["minute", "hour", "day"] = "day",
        since: Moment = None,
        until: Moment = None,
        topics: Ids = None,
        top: Annotated[int, Query(ge=1, le=500)] = 30,
    ) -> Any:
        """The topics over time."""
        ids = None if topics is None else tuple(map(int, topics.split(",")))
        asked = AskedPeriods(period, since, until, ids, top)
        return served.answer(("timeline", asked), lambda reading: timeline(reading, asked))

    @app.get("/v1/alarms", **said(shapes.AlarmList))
    def alarms(
        since: Moment = None,
        unseen: bool = False,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    ) -> Any:
        """Alarms, the newest first."""
        asked = AskedAlarms(since, unseen, limit)
        return served.answer(("alarms", asked), lambda reading: alarm_list(reading, asked))

    @app.get("/v1/digest", **said(shapes.DigestView))
    def digest(since: Span = "24h") -> Any:
        """What a person should know of the last span of time."""
        length = window_length(since)
        return served.answer(
            ("digest", length), lambda reading: digest_view(reading, told(reading, length))
        )

    @app.get("/v1/moments", **said(shapes.MomentList))
    def moments() -> Any:
        """Moments that one can go back to."""
        return JSONResponse(served.states.all())

    @app.get("/v1/compare", **said(shapes.Comparison))
    def compare(
        begin: Annotated[int, Query(alias="from", ge=0, le=2**53)],
        end: Annotated[int | None, Query(alias="to", ge=0, le=2**53)] = None,
    ) -> Any:
        """Two moments side by side: what was born, grew, moved, died."""
        return JSONResponse(served.states.compare(begin, end, served.watcher.now.labels))
