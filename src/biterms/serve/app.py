"""The paths of the API; each calls one view."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from biterms.errors import BitermsError
from biterms.serve import shapes
from biterms.serve.refused import Refused, refusal_of
from biterms.serve.served import Served
from biterms.serve.text_views import AskedTexts, assigned_rows, explained_text, text_list
from biterms.serve.time_views import AskedAlarms, AskedPeriods, alarm_list, digest_view, timeline
from biterms.serve.topic_views import topic_list, topic_page
from biterms.streams.edits import edit, edits, undo
from biterms.version import __version__

Window = Annotated[shapes.Window, Query(description="A window that ends with the newest text.")]
Id = Annotated[int, Path(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=500)]
Moment = Annotated[float | None, Query(ge=-1e11, le=1e11, allow_inf_nan=False)]


def said(shape: Any, status: int = 200) -> dict[str, Any]:
    """How a path describes its answers."""
    return {
        "responses": {status: {"model": shape}, "4XX": {"model": shapes.Failed}},
        "response_class": JSONResponse,
        "status_code": status,
    }


def app_of(served: Served) -> FastAPI:
    """The paths of the API over a live model.

    Parameters
    ----------
    served : Served
        The live model.
    """
    app = FastAPI(
        title="biterms",
        version=__version__,
        description="The topics of a stream of short texts.",
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    _reads(app, served)
    _times(app, served)
    _asks(app, served)
    _writes(app, served)
    app.add_exception_handler(BitermsError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unknown)
    return app


def _reads(app: FastAPI, served: Served) -> None:
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
        return JSONResponse(
            served.view(
                ("topics", window, points, hidden),
                lambda reading: topic_list(reading, window, points, hidden=hidden),
            )
        )

    @app.get("/v1/topics/{id}", **said(shapes.TopicPage))
    def topic(
        id: Id,  # noqa: A002
        window: Window = "24h",
        rows: Annotated[int, Query(ge=1, le=1000)] = 60,
    ) -> Any:
        """All that is known of a topic."""
        newest = served.snapshots.newest
        model = None if newest is None else newest.model
        return JSONResponse(
            served.view(
                ("topic", id, window, rows),
                lambda reading: topic_page(reading, model, id, window, rows),
            )
        )

    @app.get("/v1/texts", **said(shapes.TextList))
    def texts(
        topic: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
        words: Annotated[str, Query(max_length=500)] = "",
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        limit: Limit = 50,
        explain: bool = False,
    ) -> Any:
        """The newest texts."""
        asked, newest = AskedTexts(topic, words, after, limit, explain), served.snapshots.newest
        return JSONResponse(
            served.view(("texts", asked), lambda reading: text_list(reading, newest, asked))
        )

    @app.get("/v1/health", **said(shapes.HealthView))
    def health() -> Any:
        """How the stream and the server are doing."""
        return JSONResponse(served.health())


def _times(app: FastAPI, served: Served) -> None:
    @app.get("/v1/timeline", **said(shapes.TimelineView))
    def over_time(
        period: Literal["minute", "hour", "day"] = "day",
        since: Moment = None,
        until: Moment = None,
        topics: Annotated[
            str | None, Query(max_length=5000, pattern=r"^\d{1,9}(,\d{1,9})*$")
        ] = None,
        top: Annotated[int, Query(ge=1, le=500)] = 30,
    ) -> Any:
        """The topics over time."""
        ids = None if topics is None else tuple(map(int, topics.split(",")))
        asked = AskedPeriods(period, since, until, ids, top)
        return JSONResponse(
            served.view(("timeline", asked), lambda reading: timeline(reading, asked))
        )

    @app.get("/v1/alarms", **said(shapes.AlarmList))
    def alarms(
        since: Moment = None,
        unseen: bool = False,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    ) -> Any:
        """Alarms, the newest first."""
        asked = AskedAlarms(since, unseen, limit)
        return JSONResponse(
            served.view(("alarms", asked), lambda reading: alarm_list(reading, asked))
        )

    @app.get("/v1/digest", **said(shapes.DigestView))
    def digest(since: Annotated[str, Query(max_length=40)] = "24h") -> Any:
        """What a person should know of the last span of time."""
        return JSONResponse(
            served.view(
                ("digest", since), lambda reading: digest_view(reading, served.digest(since))
            )
        )

    @app.get("/v1/digest.html", response_class=HTMLResponse)
    def digest_page(since: Annotated[str, Query(max_length=40)] = "24h") -> Any:
        """The same as a page."""
        from biterms.report.digest_page import digest_html

        return HTMLResponse(digest_html(served.digest(since), title=served.folder.absolute().name))

    @app.get("/v1/moments", **said(shapes.MomentList))
    def moments() -> Any:
        """Moments that one can go back to."""
        return JSONResponse(served.states.all())

    @app.get("/v1/compare", **said(shapes.Comparison))
    def compare(
        begin: Annotated[int, Query(alias="from", ge=0, le=2**53)],
        end: Annotated[int | None, Query(alias="to", ge=0, le=2**53)] = None,
    ) -> Any:
        """Two moments side by side."""
        with served.journal.reading() as reading:
            labels = reading.overlay.labels
        return JSONResponse(served.states.compare(begin, end, labels))


def _asks(app: FastAPI, served: Served) -> None:
    @app.post("/v1/assign", **said(shapes.Assigned))
    async def assign(request: Request) -> Any:
        """The topics of texts."""
        texts = await _texts_of(request)
        newest = served.snapshots.needed()
        return JSONResponse(
            {"snapshot": newest.step, "rows": assigned_rows(newest, texts, _labels(served))}
        )

    @app.post("/v1/explain", **said(shapes.Explained))
    async def explain(request: Request) -> Any:
        """The topics of texts, and which words and pairs speak for them."""
        texts = await _texts_of(request)
        newest, labels = served.snapshots.needed(), _labels(served)
        return JSONResponse(
            {
                "snapshot": newest.step,
                "rows": [explained_text(newest, text, labels) for text in texts],
            }
        )


async def _texts_of(request: Request) -> list[str]:
    body = await request.json()
    return [body["text"]] if "text" in body else list(body["texts"])


def _labels(served: Served) -> dict[int, str]:
    with served.journal.reading() as reading:
        return reading.overlay.labels


def _writes(app: FastAPI, served: Served) -> None:
    @app.get("/v1/edits", **said(shapes.EditList))
    def said_so_far(undone: bool = False) -> Any:
        """What people have said, the newest first."""
        found = edits(served.folder, undone=undone)
        return JSONResponse({"edits": [one._asdict() for one in reversed(found)]})

    @app.post("/v1/edits", **said(shapes.EditMade, 201))
    async def say(request: Request) -> Any:
        """Say something about a topic or an alarm."""
        body = await request.json()
        what, topic, alarm = body.get("what"), body.get("topic"), body.get("alarm")
        number = edit(
            served.folder,
            what,
            topic,
            body.get("value", True),
            alarm=alarm,
            author=body.get("author", ""),
        )
        served.journal.forget()
        return JSONResponse({"number": number}, 201)

    @app.delete("/v1/edits/{number}", **said(shapes.EditUndone))
    def take_back(number: Id) -> Any:
        """Undo an edit."""
        undo(served.folder, number)
        served.journal.forget()
        return JSONResponse({"number": number, "undone": True})


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, BitermsError)
    refused = refusal_of(error)
    return JSONResponse(refused.answer(), refused.status, refused.headers)


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    refused = Refused(422, f"{where}={first.get('input')!r:.80}", first["msg"], "see /v1/docs")
    return JSONResponse(refused.answer(), 422)


def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = Refused(
        error.status_code, f"{request.method} {request.url.path}", "a path of /v1/docs", None
    )
    return JSONResponse(refused.answer(), error.status_code)
