"""Listening and answering, until somebody ends it."""

from __future__ import annotations

from biterms.serve.limits import Serving


def serve(serving: Serving) -> None:
    """Answer requests until the process is ended.

    Parameters
    ----------
    serving : Serving
        What is served, and to whom.
    """
    import uvicorn

    from biterms.serve.app import app_of
    from biterms.serve.served import Served

    served = Served(serving)
    served.snapshots.start()
    uvicorn.run(app_of(served), host=serving.host, port=serving.port, log_level="warning")
