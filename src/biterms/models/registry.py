"""The classes that a model file may hold, by name."""

from __future__ import annotations

from importlib import import_module
from reprlib import repr as short

from biterms.errors import StoreError
from biterms.models.estimator import TopicEstimator
from biterms.version import __version__

#: The models of the package and their folders, which are loaded when they are needed.
FOLDERS = {"LDA": "lda", "HDP": "hdp", "BTM": "btm"}
_registered: dict[str, type[TopicEstimator]] = {}


def register(kind: type[TopicEstimator]) -> type[TopicEstimator]:
    """Let model files hold a model of your own, by the name of its class.

    Parameters
    ----------
    kind : type
        An estimator; whoever loads the file must register it too.

    Returns
    -------
    type
        The same class, so that it can be used as a decorator.
    """
    _registered[kind.__name__] = kind
    return kind


def known_models() -> list[str]:
    """Return the names of the classes that files may hold."""
    return [*FOLDERS, *_registered]


def model_class(name: str) -> type[TopicEstimator]:
    """Return the class that a file names.

    Parameters
    ----------
    name : str
        Name of the class.

    Returns
    -------
    type
        The class; that of a model of the package is imported now.

    Raises
    ------
    StoreError
        If there is no such class.
    """
    if name in _registered:
        return _registered[name]
    if name not in FOLDERS:
        raise StoreError(
            f"it holds a {short(name)}, and biterms {__version__} knows "
            f"{', '.join(known_models())}; update biterms"
        )
    kind: type[TopicEstimator] = getattr(import_module(f"biterms.models.{FOLDERS[name]}"), name)
    return kind
