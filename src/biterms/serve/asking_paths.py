"""Questions about texts, and what people say about topics and alarms."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from biterms.errors import InputError
from biterms.serve import shapes
from biterms.serve.asked import object_in, texts_in
from biterms.serve.assigning import Assigning
from biterms.serve.described import Number, said
from biterms.serve.described import edits as an_edit
from biterms.serve.described import texts as some_texts
from biterms.serve.editing import made
from biterms.serve.messages import JSON
from biterms.serve.refused import Refused
from biterms.serve.served import Served
from biterms.serve.text_views import explained_text
from biterms.streams.edits import undo


def asking_paths(app: FastAPI, served: Served, assigning: Assigning) -> None:
    """Add the paths.

    Parameters
    ----------
    app : FastAPI
        Where to.
    served : Served
        What is served.
    assigning : Assigning
        Gives topics to texts.
    """
    bounds = served.serving.bounds

    @app.post("/v1/assign", **said(shapes.Assigned), **some_texts(bounds.texts, bounds.letters))
    async def assign(request: Request) -> Any:
        """The topics of texts, exactly as `TopicModel.assign` gives them."""
        return Response(await assigning(await request.body()), media_type=JSON.decode())

    @app.post(
        "/v1/explain", **said(shapes.Explained), **some_texts(bounds.explained, bounds.letters)
    )
    async def explain(request: Request) -> Any:
        """The topics of texts, and which words and pairs speak for them."""
        texts = texts_in(await request.body(), bounds, bounds.explained)
        newest, labels = served.snapshots.needed(), served.watcher.now.labels
        rows = await run_in_threadpool(
            lambda: [explained_text(newest, text, labels) for text in texts]
        )
        return JSONResponse({"snapshot": newest.step, "rows": rows})

    @app.get("/v1/edits", **said(shapes.EditList))
    def said_so_far(undone: bool = False) -> Any:
        """What people have said, the newest first."""
        return JSONResponse({"edits": [one._asdict() for one in served.edits(undone=undone)]})

    @app.post("/v1/edits", **said(shapes.EditMade, 201), **an_edit())
    async def say(request: Request) -> Any:
        """Say something about a topic or an alarm."""
        given = object_in(await request.body())
        number = await run_in_threadpool(made, served, given)
        return JSONResponse({"number": number}, 201)

    @app.delete("/v1/edits/{number}", **said(shapes.EditUndone))
    def take_back(number: Number) -> Any:
        """Undo an edit."""
        try:
            undo(served.folder, number)
        except InputError:
            raise Refused(
                404, f"edit {number}", "one that /v1/edits lists", "ask for the list"
            ) from None
        served.said()
        return JSONResponse({"number": number, "undone": True})
