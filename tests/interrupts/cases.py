"""What is interrupted: something to do in steps, which can be gone on with at any moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Case:
    """An action, and the moments at which an interrupt may leave a model.

    Parameters
    ----------
    begin : callable
        Makes a model, always the same one.
    go_on : callable
        Does what is left to do with a model, all of it or nothing.
    moments : callable
        The states that an undisturbed model passes through, from the first to the last.
    bits : callable
        The state of a model, for comparison.
    reloaded : callable
        The model after it was saved to a folder and loaded again.
    """

    begin: Callable[[], Any]
    go_on: Callable[[Any], Any]
    moments: Callable[[], list[Any]]
    bits: Callable[[Any], Any]
    reloaded: Callable[[Any, Path], Any]
