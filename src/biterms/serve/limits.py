"""What is served, to whom, and how much a request may bring."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from biterms.serve.shapes import Limits

#: names of this machine that need no token
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Bounds:
    """How much a request may bring, and how long it may take.

    Parameters
    ----------
    texts, explained : int
        Texts of a request to assign, and to explain.
    letters : int
        Letters of a text.
    bytes : int
        Bytes of a request.
    seconds, answering : float
        Seconds in which a request must have arrived, and in which it must be answered.
    rate : float
        Requests per second of one address, on average.
    active : int
        Requests that are answered at the same time.
    streams : int
        Open streams of events.
    """

    texts: int = 1000
    explained: int = 100
    letters: int = 20_000
    bytes: int = 4_000_000
    seconds: float = 10.0
    answering: float = 30.0
    rate: float = 10_000.0
    active: int = 500
    streams: int = 100

    def shown(self) -> Limits:
        """What a client should know."""
        return {"texts": self.texts, "letters": self.letters, "bytes": self.bytes}


@dataclass(frozen=True)
class Serving:
    """What is served, and to whom.

    Parameters
    ----------
    folder : Path
        The live model.
    host : str
        The address to listen at.
    port : int
        The port; 0 is any that is free.
    token : str or None
        What each request must know; None: nothing, which is allowed on this machine alone.
    read_only : bool
        Whether edits are refused.
    names : tuple of str
        Further names of this server, as they may be in the header Host.
    bounds : Bounds
        How much a request may bring.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    read_only: bool = False
    names: tuple[str, ...] = ()
    bounds: Bounds = field(default_factory=Bounds)
