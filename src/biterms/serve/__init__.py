"""A live model over HTTP: what the stream has committed, for pages and programs."""

from __future__ import annotations

from biterms.serve.client import Client
from biterms.serve.limits import Bounds, Serving
from biterms.serve.refused import Refused
from biterms.serve.run import serve

__all__ = ["Bounds", "Client", "Refused", "Serving", "serve"]
