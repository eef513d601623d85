"""What is served, its topics and its texts."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query
from fastapi.responses import JSONResponse

from biterms.serve import shapes
from biterms.serve.described import Number, Window, said
from biterms.serve.served import Served
from biterms.serve.text_views import AskedTexts, text_list
from biterms.serve.topic_page import topic_page
from biterms.serve.topic_views import topic_list


def reading_paths(app: FastAPI, served: Served) -> None:
    """Add the paths.

    Parameters
    ----------
    app : FastAPI
        Where to.
    served : Served
        What is served.
    """

    @app.get("/v1/about", **said(shapes.About))
    def about() -> Any:
        """What is served."""
        return JSONResponse(served.about())

    @app.get("/v1/topics", **said(shapes.TopicList))
    def topics(
        window: Window = "24h",
        points: Annotated[int, Query(ge=2, le=200)] = 48,
        hidden: bool = False,
    ) -> Any:
        """The topics of a window of time, the largest first."""
        return served.answer(
            ("topics", window, points, hidden),
            lambda reading: topic_list(reading, window, points, hidden=hidden),
        )

    @app.get("/v1/topics/{id}", **said(shapes.TopicPage))
    def topic(
        id: Number,  # noqa: A002
        window: Window = "24h",
        rows: Annotated[int, Query(ge=1, le=1000)] = 60,
    ) -> Any:
        """All that is known of a topic."""
        newest = served.snapshots.newest
        model = None if newest is None else newest.model
        return served.answer(
            ("topic", id, window, rows),
            lambda reading: topic_page(reading, model, id, window, rows),
        )

    @app.get("/v1/texts", **said(shapes.TextList))
    def texts(
        topic: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
        words: Annotated[str, Query(max_length=500)] = "",
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        explain: bool = False,
    ) -> Any:
        """The newest texts, with the words and pairs that explain them if asked for."""
        asked, newest = AskedTexts(topic, words, after, limit, explain), served.snapshots.newest
        return served.answer(("texts", asked), lambda reading: text_list(reading, newest, asked))

    @app.get("/v1/health", **said(shapes.HealthView))
    def health() -> Any:
        """How the stream and the server are doing."""
        return JSONResponse(served.health())
