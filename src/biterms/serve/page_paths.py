"""Pages for people, the feed, events, and metrics."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from biterms.report.digest_page import digest_html, digest_policy
from biterms.serve.counters import Counters
from biterms.serve.described import Span, sent
from biterms.serve.docs_page import docs_html
from biterms.serve.events import Events
from biterms.serve.feed import atom
from biterms.serve.metrics import metrics_text
from biterms.serve.served import Served
from biterms.serve.time_views import told
from biterms.streams.digest import window_length

FEED = "application/atom+xml"
#: the version of the text format of Prometheus
METRICS = "text/plain; version=0.0.4"


class Assets(StaticFiles):
    """Files of the page, which a browser asks about again each time."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """A file, or that it is the same as before."""
        response = super().file_response(*given, **named)
        response.headers["cache-control"] = "no-cache"
        return response


def page_paths(app: FastAPI, served: Served, counters: Counters) -> None:
    """Add the paths.

    Parameters
    ----------
    app : FastAPI
        Where to.
    served : Served
        What is served.
    counters : Counters
        What has been counted.
    """
    folder = Path(str(files("biterms.serve").joinpath("assets")))
    app.mount("/assets", Assets(directory=folder), name="assets")

    @app.get("/", include_in_schema=False)
    def index() -> Any:
        return HTMLResponse((folder / "index.html").read_text(encoding="utf-8"))

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> Any:
        return FileResponse(folder / "favicon.svg")

    @app.get("/v1/docs", include_in_schema=False)
    def docs() -> Any:
        return HTMLResponse(docs_html(app.openapi()))

    @app.get("/v1/digest.html", **sent("text/html"))
    def digest_page(since: Span = "24h") -> Any:
        """The digest as a page."""
        length = window_length(since)
        found = served.view(
            ("digest.html", length),
            lambda reading: digest_html(told(reading, length), title=served.name).encode(),
        )
        policy = f"{digest_policy()}; frame-ancestors 'none'"
        return HTMLResponse(found, headers={"content-security-policy": policy})

    @app.get("/v1/digest.atom", **sent(FEED))
    def digest_feed() -> Any:
        """Alarms, and what became of topics, as a feed."""
        found = served.view("feed", lambda reading: atom(reading, served.name).encode())
        return Response(found, media_type=FEED)

    @app.get("/v1/metrics", **sent("text/plain"))
    def metrics() -> Any:
        """How everything is doing, in the text format of Prometheus."""
        return Response(metrics_text(served.health(), counters), media_type=METRICS)

    @app.get("/v1/events", **sent("text/event-stream"))
    async def events() -> Any:
        """Server-sent events: one as soon as something has been committed."""
        return EventsResponse(Events(served))


class EventsResponse(Response):
    """An answer that goes on; it is told as it comes, and not wrapped."""

    def __init__(self, events: Events) -> None:
        super().__init__()
        self._events = events

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Tell until the client goes away."""
        await self._events(scope, receive, send)
