"""The paths of the API as one application, with errors that say what to do."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from biterms.errors import BitermsError
from biterms.serve.asking_paths import asking_paths
from biterms.serve.assigning import Assigning
from biterms.serve.counters import Counters
from biterms.serve.page_paths import page_paths
from biterms.serve.reading_paths import reading_paths
from biterms.serve.refused import Refused, failure, refusal_of
from biterms.serve.served import Served
from biterms.serve.time_paths import time_paths
from biterms.version import __version__


def app_of(served: Served, assigning: Assigning, counters: Counters) -> FastAPI:
    """The paths of the API over a live model.

    Parameters
    ----------
    served : Served
        The live model.
    assigning : Assigning
        Gives topics to texts.
    counters : Counters
        What has been counted.
    """
    app = FastAPI(
        title="biterms",
        version=__version__,
        description="The topics of a stream of short texts.",
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    reading_paths(app, served)
    time_paths(app, served)
    asking_paths(app, served, assigning)
    page_paths(app, served, counters)
    app.add_exception_handler(BitermsError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)
    return app


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, BitermsError)
    return _said(refusal_of(error))


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: Any = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    found = "nothing" if first["type"] == "missing" else f"{first.get('input')!r:.80}"
    return _said(Refused(422, f"{where}: {found}", first["msg"], "see /v1/docs"))


def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    asked = f"{request.method} {request.url.path:.80}"
    headers = dict(error.headers or {})
    return _said(Refused(error.status_code, asked, "a path of /v1/docs", None, headers))


def _failed(_: Request, __: Exception) -> Response:
    return _said(failure())


def _said(refused: Refused) -> Response:
    return JSONResponse(refused.answer(), refused.status, refused.headers)
