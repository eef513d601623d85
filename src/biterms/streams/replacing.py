"""Put a model in the place of another while streams and readers go on."""

from __future__ import annotations

import secrets
from contextlib import suppress
from os import PathLike
from pathlib import Path

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL
from biterms.store.place import fsync_folder
from biterms.streams.checkup import health
from biterms.topics import load

#: seconds that a new model may be behind the one in whose place it comes
BEHIND = 60.0


def replace(
    link: str | PathLike[str], new: str | PathLike[str], *, behind: float = BEHIND
) -> Path | None:
    """Let a link that readers use lead to another model, at one moment.

    Both models follow the stream by themselves, each with a journal of its own, so that nothing is
    lost or learnt twice by either. Whoever opens the link has the old model or the new one.

    Parameters
    ----------
    link : str or path
        The link; made if there is none.
    new : str or path
        The folder of the new model, which has been read to its end and found sound.
    behind : float, default=60.0
        Seconds that its newest text may be older than that of the model in place.

    Returns
    -------
    Path or None
        The folder to which the link led before; None if there was no link.

    Raises
    ------
    InputError
        If there is a folder and no link, or the new model is further behind.
    StoreError
        If the new model cannot be loaded, or the link cannot be made; then nothing has changed.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel, load
    >>> from biterms.streams import replace
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> with TemporaryDirectory() as place:
    ...     for k in (2, 3):
    ...         TopicModel(LDA(k, random_state=0)).fit(texts).save(f"{place}/{k}.model")
    ...         before = replace(f"{place}/current", f"{place}/{k}.model")
    ...     print(before.name, load(f"{place}/current").model_.n_topics)
    2.model 3
    """
    here, folder = Path(link).absolute(), Path(new).absolute()
    if here.exists() and not here.is_symlink():
        raise InputError(
            f"{here} is no link, expected a name that leads to a model: stop what follows there, "
            "rename the folder, and make the link with the new name first"
        )
    if folder == here:
        raise InputError(f"{folder} is the link itself, expected the folder of the new model")
    load(folder)
    before = here.resolve() if here.is_symlink() else None
    if before is not None:
        _check_behind(before, folder, behind)
    _lead(here, folder)
    return before


def _check_behind(old: Path, new: Path, most: float) -> None:
    if not all((folder / JOURNAL).exists() for folder in (old, new)):
        return
    theirs, ours = health(old).newest, health(new).newest
    if theirs is not None and (ours is None or theirs - ours > most):
        late = "has no texts" if ours is None else f"is {theirs - ours:,.0f} s behind {old}"
        raise InputError(f"{new} {late}, expected {most:,.0f} s at most: let it catch up first")


def _lead(link: Path, folder: Path) -> None:
    """Make another link and give it the name, in one step."""
    part = link.with_name(f".{link.name}.{secrets.token_hex(4)}")
    # beside each other they may be moved together
    target = folder.name if folder.parent == link.parent else str(folder)
    try:
        part.symlink_to(target)
        try:
            part.replace(link)
        finally:
            with suppress(FileNotFoundError):
                part.unlink()
        fsync_folder(link.parent)
    except OSError as error:
        raise StoreError(f"{link} cannot be made: {error.strerror or error}") from error
